// Your turn, noticed: the tab's title and icon, a sound if wanted, a notification where pages may have one.
import { reader } from "../words/index.svelte";

const PLAIN = "/icon.svg";
const MARKED = "/icon-turn.svg";

class Attention {
  sound = $state(kept("sound"));
  notify = $state(kept("notify"));
  #audio: AudioContext | null = null;

  /** Pages over plain http may not notify. */
  get canNotify(): boolean {
    return isSecureContext && "Notification" in window;
  }

  toggleSound(): void {
    this.sound = keep("sound", !this.sound);
    if (this.sound) this.#ring([660, 880]);
  }

  async toggleNotify(): Promise<void> {
    const wanted = !this.notify && (await Notification.requestPermission()) === "granted";
    this.notify = keep("notify", wanted);
  }

  turn(mine: boolean): void {
    document.title = mine ? `● ${reader.words.yourTurn} Corsaires` : "Corsaires";
    document.querySelector<HTMLLinkElement>("link[rel=icon]")?.setAttribute("href", mine ? MARKED : PLAIN);
    if (!mine) return;
    if (this.sound) this.#ring([660, 880]);
    if (this.notify && this.canNotify && document.hidden) new Notification("Corsaires", { body: reader.words.yourTurn, icon: PLAIN });
  }

  captured(): void {
    if (this.sound) this.#ring([520, 660, 780, 1040]);
  }

  /** A few soft tones, made here. */
  #ring(tones: number[]): void {
    this.#audio ??= new AudioContext();
    const { currentTime } = this.#audio;
    tones.forEach((tone, n) => {
      const voice = this.#audio!.createOscillator();
      const volume = this.#audio!.createGain();
      const at = currentTime + 0.09 * n;
      voice.frequency.value = tone;
      voice.type = "triangle";
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      voice.connect(volume).connect(this.#audio!.destination);
      voice.start(at);
      voice.stop(at + 0.32);
    });
  }
}

function kept(key: string): boolean {
  try {
    return localStorage.getItem(key) === "on";
  } catch {
    return false;
  }
}

function keep(key: string, on: boolean): boolean {
  try {
    localStorage.setItem(key, on ? "on" : "off");
  } catch {
    // a browser that keeps nothing
  }
  return on;
}

export const attention = new Attention();
