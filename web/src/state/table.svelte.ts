// A table as this device knows it: what the server told last, and what this player is about to do.
import { keep, kept } from "./kept";
import { NotGranted, type Connection } from "../net/connection.svelte";
import { nonce } from "../net/fair";
import type {
  Advice,
  Events,
  MessageOut,
  Open,
  Refused,
  Reach,
  Reviewed,
  Seats,
  Spoken,
  Table,
  Time,
  Update,
  You,
} from "../net/protocol";

export interface Told {
  ply: number; // 0: before the first move
  seat: number | null;
  events: Events;
  stoodIn: boolean;
  drawn: string | null; // the card that this side drew
}

/** A move on its way: shown at once, rolled back if it is refused. */
export interface Sent {
  text: string;
  version: number;
}

export class TableState {
  table = $state.raw<Table | null>(null);
  seats = $state.raw<Seats | null>(null);
  open = $state.raw<Open | null>(null);
  you = $state.raw<You | null>(null);
  told = $state.raw<Told[]>([]);
  reach = $state.raw<Reach | null>(null);
  time = $state.raw<Time>({ left: null, seats: null });
  timeAt = $state(0); // when the times were told, by our clock
  version = $state(0);
  last = $state.raw<Update | null>(null); // the move that was told last
  talk = $state.raw<Spoken[]>([]);
  read = $state(0); // the newest line of the talk that was looked at
  muted = $state.raw<readonly number[]>([]); // seats not heard any more
  sent = $state.raw<Sent | null>(null);
  refused = $state.raw<Refused | null>(null);
  advice = $state.raw<Advice | null>(null);
  review = $state.raw<Reviewed | null>(null);
  asking = $state(false); // for a hint or a review
  #late = $state(false); // the bot to move should have moved by now
  missed = $state(0); // moves made while the reader was away
  gone = $state.raw<Refused | null>(null); // there is no such table, or it may not be watched

  #stop: (() => void)[] = [];
  #waited: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly net: Connection,
  ) {
    this.#stop = [net.listen((message) => this.#hear(message)), net.whenUp(() => void this.#watch())];
  }

  leave(): void {
    this.#stop.forEach((stop) => stop());
    clearTimeout(this.#waited);
    this.net.wish("leave").catch(() => undefined);
  }

  // --- who and when ---

  get mine(): number[] {
    return this.seats?.seats.flatMap((sitter, seat) => (sitter.mine ? [seat] : [])) ?? [];
  }

  /** The seat whose view this is; null: a spectator's, or a hand not shown yet. */
  get seat(): number | null {
    return this.you?.seat ?? null;
  }

  get myTurn(): boolean {
    const turn = this.open?.turn;
    return turn !== null && turn !== undefined && this.mine.includes(turn);
  }

  /** With several seats at this device: the hand of the seat to move must be asked for. */
  get hidden(): boolean {
    return Boolean(this.table?.hot) && this.myTurn && this.seat !== this.open?.turn;
  }

  get teams(): boolean {
    return Boolean(this.table?.choices.teams);
  }

  sideOf(seat: number): number {
    return this.teams ? seat >> 1 : seat;
  }

  /** Lines of others that nobody has looked at. */
  get unread(): number {
    return this.talk.filter(({ n, seat }) => n > this.read && (seat === null || !this.mine.includes(seat))).length;
  }

  readTalk(): void {
    this.read = this.talk.at(-1)?.n ?? this.read;
  }

  async mute(seat: number, on: boolean): Promise<void> {
    await this.#try(this.net.wish("mute", { seat, on }));
  }

  // --- doing ---

  /** Make a move; what the server refuses is shown and undone. */
  async move(text: string): Promise<void> {
    if (this.sent) return;
    this.refused = null;
    this.advice = null;
    this.sent = { text, version: this.version };
    await this.#try(this.net.wish("move", { text, version: this.version }));
    this.sent = null;
  }

  async takeBack(plies = 1): Promise<void> {
    await this.#try(this.net.wish("takeback", { plies, version: this.version }));
  }

  async answer(yes: boolean): Promise<void> {
    await this.#try(this.net.wish("answer", { yes }));
  }

  async sit(seat: number): Promise<void> {
    await this.#try(this.net.wish("sit", { seat, nonce: nonce() }));
  }

  async hint(): Promise<void> {
    this.asking = true;
    this.advice = null;
    if (!(await this.#try(this.net.wish("hint")))) this.asking = false;
  }

  async askReview(): Promise<void> {
    this.asking = true;
    if (!(await this.#try(this.net.wish("review")))) this.asking = false;
  }

  /** Any other wish of the table. */
  async do(wish: Promise<unknown>): Promise<void> {
    await this.#try(wish);
  }

  async #try(wish: Promise<unknown>): Promise<boolean> {
    try {
      await wish;
      return true;
    } catch (error) {
      if (error instanceof NotGranted) this.refused = error.refused;
      return false;
    }
  }

  // --- hearing ---

  async #watch(): Promise<void> {
    try {
      await this.net.wish("watch", { table: this.id });
      this.gone = null;
    } catch (error) {
      if (error instanceof NotGranted) this.gone = error.refused;
    }
  }

  #hear(message: MessageOut): void {
    switch (message.type) {
      case "table":
        if (message.table === this.id) this.#show(message);
        break;
      case "update":
        this.#advance(message);
        break;
      case "you":
        this.you = message.you;
        break;
      case "seats":
        if (message.table === this.id) this.seats = message;
        break;
      case "talk":
        this.talk = [...this.talk.filter((line) => !message.lines.some(({ n }) => n === line.n)), ...message.lines];
        break;
      case "muted":
        this.muted = message.seats;
        break;
      case "advice":
        this.asking = false;
        if (message.version === this.version) this.advice = message;
        break;
      case "review":
        this.asking = false;
        this.review = message;
        break;
    }
  }

  #show(table: Table): void {
    const known = this.version > 0 ? movesIn(this.told) : seenAt(this.id);
    this.table = table;
    this.seats = table.seats;
    this.muted = []; // told next, if there are any
    this.open = table.open;
    this.you = table.you;
    this.reach = table.reach;
    this.#setTime(table.time);
    this.told = table.story.length ? [{ ply: 0, seat: null, events: table.story, stoodIn: false, drawn: null }] : [];
    this.missed = known === null ? 0 : Math.max(0, movesIn(this.told) - known);
    this.version = table.version;
    this.last = null;
    this.sent = null;
    this.asking = false;
    this.advice = null;
    this.#saw();
    this.#await();
  }

  #advance(update: Update): void {
    const you = update.you;
    const drawn = you.game === "korsar" ? you.drawn : null;
    const told = { ply: update.version, seat: update.seat, events: update.events, stoodIn: update.stoodIn ?? false, drawn };
    this.told = [...this.told, told];
    this.open = update.open;
    this.you = update.you;
    this.reach = update.reach;
    this.version = update.version;
    this.last = update;
    this.advice = null;
    if (this.sent && this.sent.version !== update.version) this.sent = null;
    this.#setTime(update.time);
    this.#saw();
    this.#await();
  }

  /** Whether a bot keeps this player waiting; no bot plays while nobody is there, and nothing comes without a server. */
  get slow(): boolean {
    return this.#late && this.net.up && this.mine.length > 0;
  }

  #await(): void {
    clearTimeout(this.#waited);
    this.#late = false;
    const turn = this.open?.turn ?? null;
    const bot = turn !== null && this.seats?.seats[turn]?.bot;
    if (bot && this.net.live) this.#waited = setTimeout(() => (this.#late = true), SLOW + (this.table?.choices.pace ?? 0));
  }

  /** A player who comes back is told what happened meanwhile. */
  #saw(): void {
    if (this.mine.length) remember(this.id, movesIn(this.told));
  }

  #setTime(time: Time): void {
    this.time = time;
    this.timeAt = Date.now();
  }
}

const SLOW = 5000; // milliseconds, more than a bot takes that is ready and finds room to think

const AFTERWARDS: ReadonlySet<string> = new Set(["Collected", "Skipped", "LeftTied", "Ended"]);

/** How many moves were told: what only follows from a move is not one. */
function movesIn(told: readonly Told[]): number {
  return told.reduce((sum, { events }) => sum + events.filter(({ kind }) => !AFTERWARDS.has(kind)).length, 0);
}

const REMEMBERED = 20; // tables

type Seen = [table: string, moves: number][];

function seen(): Seen {
  try {
    return JSON.parse(kept("seen") ?? "[]") as Seen;
  } catch {
    return [];
  }
}

/** How many moves of a table this browser has shown; null: it was never there. */
function seenAt(table: string): number | null {
  return seen().find(([id]) => id === table)?.[1] ?? null;
}

function remember(table: string, moves: number): void {
  keep("seen", JSON.stringify([[table, moves], ...seen().filter(([id]) => id !== table)].slice(0, REMEMBERED)));
}
