// The Korsar table as its components use it: the server's state, the reader's ring, and what is chosen.
import type { KorsarOpen, KorsarOption, KorsarYou } from "../net/protocol";
import type { TableState } from "../state/table.svelte";
import { reader } from "../words/index.svelte";
import { movesTold, type Deed } from "./story";
import { battlesOf, isGalleon, refusalOf, ringOf, sideOf, type Battle, type Card, type Ring } from "./table";

/** Why something cannot be done, and the rule that says so. */
export interface Why {
  text: string;
  rule: string;
}

export class KorsarGame {
  card = $state<Card | null>(null); // chosen in the hand
  index = $state<number | null>(null); // which of several equal ones
  galleon = $state<number | null>(null); // chosen at sea
  early = $state(false); // chosen while another was playing
  spoilt = $state(false); // what was chosen early cannot be done any more
  why = $state.raw<Why | null>(null); // what was tried, and is not allowed
  from = $state.raw<DOMRect | null>(null); // where a dragged card was let go
  #version = -1;

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
    const played = this.state.last?.events.find((event) => event.kind === "Played" || event.kind === "Laid") ?? null;
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

  /** Whether a move waits for its turn. */
  get planned(): boolean {
    return this.card !== null && !this.state.myTurn && this.ready !== null;
  }

  /** The seats of a side, in order. */
  seatsOf(side: number): number[] {
    return this.ring.teams ? [side * 2, side * 2 + 1] : [side];
  }

  // --- choosing ---

  choose(card: Card | null, index: number | null = null): void {
    const same = this.card === card && this.index === index;
    this.clear();
    if (same || !card) return;
    this.card = card;
    this.index = index;
    this.early = !this.state.myTurn;
    this.#ask();
    this.#aimAtTheOnlyOne();
  }

  /** Choose a card of the hand by its place in it. */
  chooseAt(index: number): void {
    const card = this.hand[index];
    if (card && this.index !== index) this.choose(card, index);
  }

  /** Point at a galleon; a second time plays. */
  aim(galleon: number): void {
    const battle = this.battles.find((each) => each.galleon === galleon);
    if (!battle?.legal) {
      if (battle) this.explain(battle);
      return;
    }
    this.why = null;
    this.spoilt = false;
    if (this.galleon === galleon && this.canAct) void this.play();
    else this.galleon = galleon;
  }

  /** Point at the next galleon in reach, or the one before. */
  aimNext(by: 1 | -1): void {
    this.spoilt = false;
    const reach = this.inReach;
    const now = reach.findIndex((battle) => battle.target);
    const next = now < 0 ? 0 : (now + by + reach.length) % reach.length;
    this.galleon = reach[next]?.galleon ?? null;
  }

  /** Prepare a move that somebody proposes. */
  prepare(deed: Deed): void {
    this.clear();
    if (deed.kind === "draw") return;
    this.card = deed.card;
    this.index = this.hand.indexOf(deed.card);
    this.galleon = deed.kind === "play" ? deed.galleon : null;
  }

  clear(): void {
    this.card = this.index = this.galleon = this.why = null;
    this.early = this.spoilt = false;
  }

  /** Say why the card chosen may not go there. */
  explain(battle: Battle): void {
    const { seats } = this.state;
    if (!battle.refusal || !this.card || !seats) return;
    this.why = { text: refusalOf(battle, this.card, seats, this.ring, reader.words), rule: battle.refusal.rule };
  }

  /** Say why something else cannot be done. */
  explainOption(option: KorsarOption | null): void {
    if (option?.kind === "Refused") this.why = { text: reader.words.table.noOption(option.refused), rule: option.refused };
  }

  /** What was chosen stays chosen as long as the table allows it. Called whenever the server has told something. */
  follow(): void {
    const { version, last, mine } = this.state;
    const moved = version !== this.#version;
    this.#version = version;
    if (!this.card || this.index === null) return;
    if (this.hand[this.index] !== this.card || (moved && last && mine.includes(last.seat))) return this.clear();
    if (!this.you?.options) return this.#ask();
    if (this.galleon !== null && !this.target) {
      this.galleon = null;
      this.spoilt = this.early;
    } else if (this.galleon === null && !this.spoilt) {
      this.#aimAtTheOnlyOne();
    }
  }

  #aimAtTheOnlyOne(): void {
    const reach = this.inReach;
    if (this.card && reach.length === 1) this.galleon = reach[0]?.galleon ?? null;
  }

  /** Off turn the server tells what could be done only when asked. */
  #ask(): void {
    if (this.state.seat === null || this.state.myTurn || this.you?.options || this.open?.over) return;
    this.state.net.wish("options").catch(() => undefined); // lost: asked again with what is told next
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

  /** Make a move; the card stays where it was put until the server has answered. */
  async make(move: string): Promise<void> {
    if (!this.canAct) return;
    this.why = null;
    await this.state.move(move);
  }

  async drawCard(): Promise<void> {
    if (this.draw?.kind === "Allowed") await this.make(this.draw.move);
    else if (this.canAct) this.explainOption(this.draw);
  }

  async discardCard(): Promise<void> {
    if (this.discard?.kind === "Allowed") await this.make(this.discard.move);
    else if (this.canAct) this.explainOption(this.discard);
  }

  get mayAsk(): boolean {
    return this.hinted && this.canAct && !this.open?.over;
  }

  /** Whether the reader may ask the amiral on their turns: if the table allows it, or all others are bots. */
  get hinted(): boolean {
    const { table, seats, seat } = this.state;
    if (seat === null) return false;
    const allowed = table?.choices.hints ?? "never";
    return allowed === "always" || (allowed === "bots" && Boolean(seats?.seats.every(({ bot, mine }) => mine || bot !== null)));
  }

  // --- taking back ---

  /** How many moves must be taken back for the reader's newest one to be among them; null: none can be. */
  undoing: number | null = $derived.by(() => {
    const { mine, reach, told } = this.state;
    if (!reach) return null;
    const at = movesTold(told).findIndex((seat) => mine.includes(seat));
    return at < 0 || at >= reach.asking ? null : at + 1;
  });

  get undoesFreely(): boolean {
    return this.undoing !== null && this.undoing <= (this.state.reach?.freely ?? 0);
  }

  async undo(): Promise<void> {
    if (this.undoing !== null && !this.state.seats?.asked) await this.state.takeBack(this.undoing);
  }
}
