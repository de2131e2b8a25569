// A game to be looked at move by move, in the place of a server: the same messages, at whatever move one likes.
import type { Connection } from "../net/connection.svelte";
import type { Events, MessageOut, Table, Update } from "../net/protocol";

export interface Replay {
  table: Table; // as it was at the start
  updates: Update[];
  over: boolean;
  hands: string[][][] | null; // of every seat, at the start and after each move; null while the game lasts
}

type Listener = (message: MessageOut) => void;
type Wire = Pick<Connection, "up" | "live" | "listen" | "whenUp" | "wish" | "close">;

export class Film implements Wire {
  readonly live = false;
  up = true;
  at = $state(0); // moves made
  #listeners = new Set<Listener>();

  constructor(
    readonly replay: Replay,
    at: number,
  ) {
    this.at = this.#within(at);
  }

  /** As a table takes it: nothing but what is public is ever used of a connection. */
  get wire(): Connection {
    return this as Wire as Connection;
  }

  get length(): number {
    return this.replay.updates.length;
  }

  /** The move that led here. */
  get update(): Update | null {
    return this.replay.updates[this.at - 1] ?? null;
  }

  get hands(): string[][] | null {
    return this.replay.hands?.[this.at] ?? null;
  }

  go(at: number): void {
    const to = this.#within(at);
    if (to === this.at) return;
    const next = to === this.at + 1 ? this.replay.updates[this.at] : undefined;
    this.at = to;
    if (next) this.#tell(next);
    else this.#show();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  whenUp(action: () => void): () => void {
    action();
    return () => undefined;
  }

  wish: Connection["wish"] = async (type) => {
    if (type === "watch") this.#show();
    return null;
  };

  close(): void {
    this.#listeners.clear();
  }

  /** Everything up to the last move, then that move: it is seen as when one steps there. */
  #show(): void {
    this.#tell(tableAt(this.replay, Math.max(0, this.at - 1)));
    if (this.update) this.#tell(this.update);
  }

  #within(at: number): number {
    return Math.max(0, Math.min(this.replay.updates.length, Number.isFinite(at) ? Math.trunc(at) : 0));
  }

  #tell(message: MessageOut): void {
    for (const listener of this.#listeners) listener(message);
  }
}

/** The table after so many moves, as a server would show it to who comes then. */
export function tableAt({ table, updates }: Replay, at: number): Table {
  const last = updates[at - 1];
  if (!last) return table;
  const story = [...table.story, ...updates.slice(0, at).flatMap(({ events }) => events as unknown[])] as Events;
  return { ...table, version: last.version, open: last.open, you: last.you, story };
}
