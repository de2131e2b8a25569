// A lesson in the place of a server: the same messages, read from a script; only the move asked for is granted.
import { NotGranted, type Connection } from "../net/connection.svelte";
import type { MessageOut, Table, Update } from "../net/protocol";

export interface Step {
  say: string; // empty: goes on by itself
  rule: string | null; // that it teaches
  seat: number | null; // who moves next; null: the lesson ends
  move: string | null;
  wrong: Record<string, string>; // what to say of another move; `any` of all others
  update: Update | null;
}

export interface Script {
  game: string;
  number: number;
  title: string;
  table: Table;
  steps: Step[];
}

export const LEARNER = 0;

type Listener = (message: MessageOut) => void;
type Wire = Pick<Connection, "up" | "live" | "listen" | "whenUp" | "wish" | "close">;

export class Rehearsal implements Wire {
  readonly live = false;
  up = true;
  at = $state(0);
  tries = $state(0); // wrong moves at this step
  #listeners = new Set<Listener>();

  constructor(readonly script: Script) {}

  /** As a table takes it: nothing but what is public is ever used of a connection. */
  get wire(): Connection {
    return this as Wire as Connection;
  }

  get step(): Step {
    return this.script.steps[this.at] as Step;
  }

  get mine(): boolean {
    return this.step.seat === LEARNER;
  }

  get over(): boolean {
    return this.step.seat === null;
  }

  /** The move of this step, whoever makes it. */
  go(): void {
    const { update } = this.step;
    if (!update) return;
    this.at += 1;
    this.tries = 0;
    this.#tell(update);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  whenUp(action: () => void): () => void {
    action();
    return () => undefined;
  }

  wish: Connection["wish"] = async (type, wish) => {
    if (type === "watch") this.#tell(this.script.table);
    if (type === "move") this.#move((wish as unknown as { text: string }).text);
    return null;
  };

  close(): void {
    this.#listeners.clear();
  }

  #move(text: string): void {
    if (this.mine && text === this.step.move) {
      this.go();
      return;
    }
    this.tries += 1;
    const why = this.step.wrong[text] ?? this.step.wrong["any"] ?? "";
    throw new NotGranted({ type: "refused", id: null, code: "lesson", text: why, rule: null });
  }

  #tell(message: MessageOut): void {
    for (const listener of this.#listeners) listener(message);
  }
}
