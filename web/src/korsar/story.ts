// What happened, in words: parts of a sentence, so that a card is shown as a card.
import type { KorsarEvent, Seats } from "../net/protocol";
import type { Told } from "../state/table.svelte";
import type { Words } from "../words/index.svelte";
import { colourOf, goldOf, isCaptain, isGalleon, nameOf, sideOf, type Card } from "./table";

export interface Line {
  seat: number | null;
  text: string;
  card: Card | null; // to be shown before its name
  rule: string | null;
  kind: KorsarEvent["kind"] | "StandIn";
}

export interface Teller {
  words: Words;
  seats: Seats;
  me: number | null; // the reader's seat
  teams: boolean;
}

/** The lines of one part of what was told. */
export function linesOf(part: Told, teller: Teller): Line[] {
  const found = (part.events as KorsarEvent[]).map((event) => lineOf(event, teller, part.drawn));
  if (!part.stoodIn || part.seat === null) return found;
  const name = teller.seats.seats[part.seat]?.name ?? "?";
  return [{ seat: part.seat, text: teller.words.events.standIn(name), card: null, rule: null, kind: "StandIn" }, ...found];
}

/** An event as a line of the log. */
export function lineOf(event: KorsarEvent, teller: Teller, drawn: Card | null): Line {
  const { words, seats, me, teams } = teller;
  const who = (seat: number) => seats.seats[seat]?.name ?? "?";
  const mine = (seat: number) => seat === me;
  const target = (owner: number, gold: number, by: number | null = null) => {
    if (mine(owner)) return words.yourSix(gold);
    return owner === by ? words.table.theirOwn(gold) : words.theSix(gold, who(owner));
  };
  const said = (seat: number | null, text: string, card: Card | null = null, rule: string | null = null): Line => ({
    seat,
    text,
    card,
    rule,
    kind: event.kind,
  });
  switch (event.kind) {
    case "Drew":
      if (mine(event.seat) && drawn) return said(event.seat, words.events.drewCard(nameOf(drawn, words)), drawn);
      return said(event.seat, `${words.events.drew(who(event.seat), mine(event.seat))}.`);
    case "Laid":
      return said(event.seat, words.events.laid(who(event.seat), mine(event.seat), goldOf(event.card)), event.card);
    case "Played": {
      const text = words.events.played(who(event.seat), mine(event.seat), spoken(event.card, words), target(event.owner, event.gold, event.seat));
      const side = sideOf(event.seat, teams);
      const beaten = event.beaten ? words.table.beaten(spoken(event.beaten.card, words)) : "";
      const after = isPirate(event.card)
        ? event.leads === side
          ? words.events.leads(event.forces[side] ?? 0)
          : event.leads === null
            ? words.events.nowTied
            : ""
        : beaten;
      const rule = event.card === "A" ? "K-ADM-3" : isCaptain(event.card) ? (event.beaten ? "K-CAP-4" : "K-CAP-2") : null;
      return said(event.seat, after ? `${text} ${after}` : text, event.card, rule);
    }
    case "Discarded":
      return said(event.seat, words.events.discarded(who(event.seat), mine(event.seat), nameOf(event.card, words)), event.card, "K-TURN-3");
    case "Skipped":
      return said(event.seat, words.events.skipped(who(event.seat), mine(event.seat)), null, "K-TEAM-7");
    case "Collected": {
      const from = target(event.owner, goldOf(event.card), event.seat);
      const text = words.events.collected(who(event.seat), mine(event.seat), goldOf(event.card), from);
      const rule = event.leader ? "K-COL-3" : event.forces.some((force) => force > 0) ? "K-COL-4" : "K-COL-2";
      return said(event.seat, text, event.card, rule);
    }
    case "LeftTied":
      return said(null, words.events.leftTied(target(event.owner, goldOf(event.card))), event.card, "K-END-3");
    case "Ended":
      return said(null, words.events.ended, null, event.reason);
  }
}

const isPirate = (card: Card): boolean => !isGalleon(card) && card !== "A" && !isCaptain(card);

function spoken(card: Card, words: Words): string {
  if (card === "A") return words.theAdmiral;
  if (isCaptain(card)) return words.captainOf(colourOf(card) ?? "y");
  return nameOf(card, words);
}

const MOVES: ReadonlySet<string> = new Set(["Drew", "Laid", "Played", "Discarded"]);

export const isMove = (line: Line): boolean => MOVES.has(line.kind);

/** Who made the moves that were told, the newest first. */
export function movesTold(told: readonly Told[]): number[] {
  const found = told.flatMap(({ events }) =>
    (events as KorsarEvent[]).flatMap((event) => (MOVES.has(event.kind) && "seat" in event ? [event.seat] : [])),
  );
  return found.reverse();
}

/** A move as it is written: `+`, `G6`, `r3@4`, `-r3`. */
export type Deed =
  | { kind: "draw" }
  | { kind: "lay"; card: Card }
  | { kind: "play"; card: Card; galleon: number }
  | { kind: "discard"; card: Card };

export function deedOf(move: string): Deed {
  if (move === "+") return { kind: "draw" };
  if (move.startsWith("-")) return { kind: "discard", card: move.slice(1) };
  const [card = "", galleon] = move.split("@");
  return galleon === undefined ? { kind: "lay", card } : { kind: "play", card, galleon: Number(galleon) };
}

/** A galleon at sea, as far as words need it. */
interface AtSea {
  galleon: number;
  card: Card;
  owner: number;
}

/** A move in words, as advice: "play red 3 on Théo's 6". */
export function advised(move: string, sea: readonly AtSea[], teller: Teller): string {
  const { words, seats, me } = teller;
  const deed = deedOf(move);
  switch (deed.kind) {
    case "draw":
      return words.table.deed.draw;
    case "lay":
      return words.table.deed.lay(goldOf(deed.card));
    case "discard":
      return words.table.deed.discard(spoken(deed.card, words));
    case "play": {
      const at = sea.find(({ galleon }) => galleon === deed.galleon);
      const gold = at ? goldOf(at.card) : 0;
      const target = at?.owner === me ? words.yourSix(gold) : words.theSix(gold, seats.seats[at?.owner ?? 0]?.name ?? "?");
      return words.table.deed.play(spoken(deed.card, words), target);
    }
  }
}
