// The Korsar table as its components use it: the server's state, the reader's ring, and what is chosen.
import type { KorsarOpen, KorsarOption, KorsarYou } from "../net/protocol";
import type { TableState } from "../state/table.svelte";
import { reader } from "../words/index.svelte";
import { battlesOf, isGalleon, ringOf, sideOf, type Battle, type Card, type Ring } from "./table";

export class KorsarGame {
  card = $state<Card | null>(null); // chosen in the hand
  index = $state<number | null>(null); // which of several equal ones
  galleon = $state<number | null>(null); // chosen at sea

  constructor(readonly state: TableState) {}

  get open(): KorsarOpen | null {
    const open = this.state.open;
    return open?.game === "korsar" ? open : null;
  }

  get you(): KorsarYou | null {
    const you = this.state.you;
    return you?.game === "korsar" ? you : null;
  }

  get hand(): Card[] {
    return this.you?.hand ?? [];
  }

  ring: Ring = $derived.by(() => {
    const { table, seat, teams } = this.state;
    return ringOf(table?.choices.seats ?? 2, teams, seat === null ? null : sideOf(seat, teams));
  });

  battles: Battle[] = $derived.by(() => {
    if (!this.open) return [];
    const played = this.state.last?.events.find((event) => event.kind === "Played") ?? null;
    const chosen = { card: this.card, galleon: this.galleon };
    return battlesOf(this.open, this.you?.options ?? null, this.ring, chosen, played, reader.words);
  });

  get target(): Battle | null {
    return this.battles.find((battle) => battle.target) ?? null;
  }

  get inReach(): Battle[] {
    return this.battles.filter((battle) => battle.legal);
  }

  /** What the card chosen could do by itself: be laid out, or be discarded. */
  get lay(): KorsarOption | null {
    return this.card && isGalleon(this.card) ? (this.you?.options?.lay[this.card] ?? null) : null;
  }

  get discard(): KorsarOption | null {
    return this.card ? (this.you?.options?.discard[this.card] ?? null) : null;
  }

  get draw(): KorsarOption | null {
    return this.you?.options?.draw ?? null;
  }

  get canAct(): boolean {
    return this.state.myTurn && !this.state.hidden && !this.state.sent;
  }

  // --- choosing ---

  choose(card: Card | null, index: number | null = null): void {
    const same = this.card === card && this.index === index;
    this.card = same ? null : card;
    this.index = same ? null : index;
    this.galleon = null;
    if (this.card && !this.state.myTurn && !this.you?.options) this.state.do(this.state.net.wish("options"));
    const reach = this.inReach;
    if (this.card && reach.length === 1) this.galleon = reach[0]?.galleon ?? null;
  }

  /** Point at a galleon; a second time plays. */
  aim(galleon: number): void {
    const battle = this.battles.find((each) => each.galleon === galleon);
    if (!battle?.legal) return;
    if (this.galleon === galleon && this.canAct) void this.play();
    else this.galleon = galleon;
  }

  clear(): void {
    this.card = this.index = this.galleon = null;
  }

  // --- acting ---

  /** The move that the primary button makes. */
  get ready(): string | null {
    if (this.target) return this.target.move;
    return this.lay?.kind === "Allowed" ? this.lay.move : null;
  }

  async play(): Promise<void> {
    if (this.ready) await this.make(this.ready);
  }

  async make(move: string): Promise<void> {
    if (!this.canAct) return;
    const done = this.state.move(move);
    this.clear();
    await done;
  }
}
