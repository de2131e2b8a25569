// Keep the screen on while a page shows, where the browser can.

/** Hold the screen awake; gives the function that lets go. */
export function keepAwake(): () => void {
  let held: WakeLockSentinel | null = null;
  let ended = false;

  async function hold(): Promise<void> {
    if (ended || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      held = await navigator.wakeLock.request("screen");
      if (ended) void held.release();
    } catch {
      // low battery, or not allowed: the screen does as it likes
    }
  }

  const seen = () => void hold(); // a hidden page loses it
  document.addEventListener("visibilitychange", seen);
  void hold();
  return () => {
    ended = true;
    document.removeEventListener("visibilitychange", seen);
    void held?.release();
  };
}
