// Your turn, noticed: the tab's title and icon, a sound if wanted, a notification where pages may have one.
import { reader } from "../words/index.svelte";
import { keep, kept } from "./kept";

const PLAIN = "/icon.svg";
const MARKED = "/icon-turn.svg";

class Attention {
  sound = $state(kept("sound") === "on");
  notify = $state(kept("notify") === "on");
  denied = $state(false); // the reader asked for notifications, the browser gives none
  #mine = false;
  #audio: AudioContext | null = null;

  /** Pages over plain http may not notify. */
  get canNotify(): boolean {
    return isSecureContext && "Notification" in window && "serviceWorker" in navigator;
  }

  toggleSound(): void {
    this.sound = !this.sound;
    keep("sound", this.sound ? "on" : "off");
    if (this.sound) this.#ring([660, 880]);
  }

  async toggleNotify(): Promise<void> {
    const wanted = !this.notify;
    this.notify = wanted && (await Notification.requestPermission()) === "granted";
    this.denied = wanted && !this.notify;
    keep("notify", this.notify ? "on" : "off");
  }

  /** Whether it is the reader's turn; noticed only when it comes. */
  turn(mine: boolean): void {
    document.title = mine ? `● ${reader.words.yourTurn} Corsaires` : "Corsaires";
    const comes = mine && !this.#mine;
    if (mine !== this.#mine) document.querySelector("link[rel=icon]")?.setAttribute("href", mine ? MARKED : PLAIN);
    this.#mine = mine;
    if (!comes) return;
    if (this.sound) this.#ring([660, 880]);
    if (this.notify && this.canNotify && document.hidden) void this.#notice();
  }

  captured(): void {
    if (this.sound) this.#ring([520, 660, 780, 1040]);
  }

  /** By the service worker, for phones have no other way; its click leads back to the table. */
  async #notice(): Promise<void> {
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification("Corsaires", { body: reader.words.yourTurn, icon: PLAIN, tag: location.pathname });
  }

  /** A few soft tones, made here; browsers allow none before the reader has touched the page. */
  #ring(tones: number[]): void {
    if (!this.#audio && !navigator.userActivation.hasBeenActive) return;
    const audio = (this.#audio ??= new AudioContext());
    tones.forEach((tone, n) => {
      const voice = audio.createOscillator();
      const volume = audio.createGain();
      const at = audio.currentTime + 0.09 * n;
      voice.frequency.value = tone;
      voice.type = "triangle";
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
      voice.connect(volume).connect(audio.destination);
      voice.start(at);
      voice.stop(at + 0.32);
    });
  }
}

export const attention = new Attention();
