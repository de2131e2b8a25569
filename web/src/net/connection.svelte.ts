// One WebSocket for everything. It comes back by itself; wishes that were not answered are sent again.
import type { MessageIn, MessageOut, Refused } from "./protocol";

type Listener = (message: MessageOut) => void;
type Kind = MessageIn["type"];
type Wish<K extends Kind> = Omit<Extract<MessageIn, { type: K }>, "type" | "id">;

export class NotGranted extends Error {
  constructor(readonly refused: Refused) {
    super(refused.text);
  }
}

interface Waiting {
  message: MessageIn;
  resolve: (seq: number | null) => void;
  reject: (error: unknown) => void;
}

const FIRST_PAUSE = 400; // ms before coming back; doubled up to the longest
const LONGEST_PAUSE = 8000;
const SILENCE = 25_000; // ms without a word, after which we ask whether anybody is there
const PATIENCE = 3000; // ms for an answer once the browser says that it is offline
const NO_GUEST = 4001; // close codes of the server
const AGAIN: ReadonlySet<Kind> = new Set(["move"]); // wishes that are made only once, however often they are sent

export class Connection {
  /** Whether the server hears us. */
  up = $state(false);
  /** A server is at the other end, and others may keep us waiting. */
  readonly live: boolean = true;
  /** Whether it was looked for in vain, or was lost. */
  lost = $state(false);

  #socket: WebSocket | null = null;
  #listeners = new Set<Listener>();
  #welcomed = new Set<() => void>();
  #waiting = new Map<string, Waiting>();
  #pause = FIRST_PAUSE;
  #count = 0;
  #heard = 0;
  #opening = false;
  #ended = false;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private readonly url: string,
    private readonly introduce: () => Promise<unknown>,
  ) {
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.#doubt());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => this.#listenForSilence(), 5000);
    void this.#open();
  }

  /** Hear every message. Gives the function that stops it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Do something whenever the connection is there, now if it is. */
  whenUp(action: () => void): () => void {
    this.#welcomed.add(action);
    if (this.up) action();
    return () => this.#welcomed.delete(action);
  }

  /** Ask for something; the promise is kept when the server has granted it. */
  wish<K extends Kind>(type: K, wish: Wish<K> = {} as Wish<K>): Promise<number | null> {
    const id = `${Date.now().toString(36)}-${(this.#count += 1)}`;
    const message = { type, id, ...wish } as unknown as MessageIn;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      if (this.up) this.#send(message);
      else if (!AGAIN.has(type)) this.#fail(id, new Error("not connected"));
    });
  }

  close(): void {
    this.#ended = true;
    this.#timers.forEach(clearTimeout);
    this.#socket?.close();
  }

  async #open(): Promise<void> {
    if (this.#ended || this.#opening) return;
    this.#opening = true;
    try {
      await this.introduce();
    } catch {
      this.#later();
      return;
    } finally {
      this.#opening = false;
    }
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data) as MessageOut);
    };
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  #hear(message: MessageOut): void {
    this.#heard = Date.now();
    if (message.type === "welcome") {
      this.up = true;
      this.lost = false;
      this.#pause = FIRST_PAUSE;
      const unanswered = [...this.#waiting.values()];
      for (const action of this.#welcomed) action();
      for (const { message: again } of unanswered) this.#send(again);
    }
    if (message.type === "done" && message.id) {
      this.#waiting.get(message.id)?.resolve(message.seq ?? null);
      this.#waiting.delete(message.id);
    }
    if (message.type === "refused" && message.id) this.#fail(message.id, new NotGranted(message));
    for (const listener of this.#listeners) listener(message);
  }

  #fail(id: string, error: Error): void {
    this.#waiting.get(id)?.reject(error);
    this.#waiting.delete(id);
  }

  #closed(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.up = false;
    this.#socket = null;
    for (const [id, { message }] of this.#waiting) {
      if (!AGAIN.has(message.type)) this.#fail(id, new Error("not connected"));
    }
    if (code === NO_GUEST) this.#pause = FIRST_PAUSE;
    this.#later();
  }

  #later(): void {
    if (this.#ended) return;
    this.lost = true;
    const pause = this.#pause * (0.7 + 0.6 * Math.random());
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    this.#timers = [setTimeout(() => void this.#open(), pause)];
  }

  /** Come back at once. */
  hurry(): void {
    if (this.#socket || this.#ended) return;
    this.#timers.forEach(clearTimeout);
    this.#pause = FIRST_PAUSE;
    void this.#open();
  }

  #listenForSilence(): void {
    if (!this.up) return;
    const silence = Date.now() - this.#heard;
    if (silence > 2 * SILENCE) this.#drop();
    else if (silence > SILENCE) this.wish("ping").catch(() => undefined);
  }

  /** The browser says that it is offline; a server on this computer may still be heard. */
  #doubt(): void {
    if (!this.up) return;
    const asked = Date.now();
    this.wish("ping").catch(() => undefined);
    this.#timers.push(setTimeout(() => this.#heard < asked && this.#drop(), PATIENCE));
  }

  /** Give a connection up without waiting for its last word. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#closed(socket, 1006);
    socket.close();
  }

  #send(message: MessageIn): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
