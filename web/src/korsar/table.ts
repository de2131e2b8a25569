// What the Korsar table shows, worked out of what the server told. No rules here: only words and places.
import type { KorsarAtSea, KorsarOpen, KorsarOption, KorsarOptions, Seats } from "../net/protocol";
import type { Words } from "../words/index.svelte";
import { facings, type Facing } from "./layout";
import { capital } from "../words/capital";

const SPRITE: Record<string, string> = { y: "J", r: "R", b: "B", g: "V" };
export const SEALS = ["helm", "moon", "star", "fish", "lantern", "glass", "key", "quill"] as const;

export type Card = string; // G6, r3, rC, A

export const isGalleon = (card: Card): boolean => card.startsWith("G");
export const isCaptain = (card: Card): boolean => card.endsWith("C");
export const goldOf = (card: Card): number => Number(card.slice(1));
export const colourOf = (card: Card): string | null => (/^[yrbg]/.test(card) ? card.charAt(0) : null);

/** The symbol of a card in the sprite; small faces are drawn for little room. */
export function faceOf(card: Card, small = false): string {
  const colour = colourOf(card);
  const name = colour ? SPRITE[colour] + card.slice(1) : card;
  return `${small ? "m" : "c"}-${name}`;
}

export const flagOf = (colour: string, english: boolean): string => `f-${SPRITE[colour]}${english ? "-en" : ""}`;

export function nameOf(card: Card, words: Words): string {
  if (card === "A") return words.card.admiral;
  if (card === "X") return words.card.back;
  if (isGalleon(card)) return words.card.galleon(goldOf(card));
  const colour = colourOf(card) ?? "y";
  return isCaptain(card) ? words.card.captain(colour) : words.card.pirate(colour, Number(card.slice(1)));
}

/** What a card does, in two sentences. */
export function helpOf(card: Card, words: Words): string {
  const { help } = words.table;
  if (card === "A") return help.admiral;
  if (isGalleon(card)) return help.galleon(goldOf(card));
  return isCaptain(card) ? help.captain : help.pirate(Number(card.slice(1)));
}

/** The rules to read about a card. */
export function rulesFor(card: Card): string[] {
  if (card === "A") return ["K-ADM-1", "K-ADM-3"];
  if (isGalleon(card)) return ["K-GAL-1", "K-COL-1"];
  return isCaptain(card) ? ["K-CAP-1", "K-CAP-2", "K-CAP-3"] : ["K-PIR-1", "K-PIR-2", "K-PIR-3"];
}

/** Who sits where, seen from the reader: sides clockwise, the reader's first. */
export interface Ring {
  sides: number[]; // in order
  facing: Map<number, Facing>; // by side
  me: number | null; // the reader's side
  teams: boolean;
}

export function ringOf(seats: number, teams: boolean, me: number | null): Ring {
  const count = teams ? seats / 2 : seats;
  const first = me ?? 0;
  const sides = Array.from({ length: count }, (_, n) => (first + n) % count);
  const places = facings(count);
  return { sides, facing: new Map(sides.map((side, n) => [side, places[n] ?? "N"])), me, teams };
}

export const sideOf = (seat: number, teams: boolean): number => (teams ? seat >> 1 : seat);

/** One side's part in a battle. */
export interface Column {
  side: number;
  facing: Facing;
  cards: Card[];
  force: number;
  colour: string | null;
  captain: boolean; // a captain or the admiral of this side leads
  admiral: boolean;
  leads: boolean;
  tied: boolean;
  ghost: Card | null; // the card that is about to be played
  to: number | null; // the force it would make
  note: string | null; // what would come of it
}

export interface Battle {
  galleon: number;
  card: Card;
  gold: number;
  owner: number; // a seat
  ownerSide: number;
  columns: Column[];
  leads: number | null; // a side; null: nobody
  tied: boolean;
  legal: boolean; // for the card chosen
  target: boolean; // chosen
  refusal: { rule: string; by: number | null } | null; // why the card chosen may not go there
  move: string | null;
  threatened: boolean; // the reader's own, led by another
  lastCard: { side: number; index: number } | null; // what was played last
  laidLast: boolean;
}

export interface Chosen {
  card: Card | null;
  galleon: number | null;
}

export function optionOn(options: KorsarOptions | null, card: Card | null, galleon: number): KorsarOption | null {
  if (!options || !card) return null;
  return options.play[card]?.[String(galleon)] ?? null;
}

export function battlesOf(
  open: KorsarOpen,
  options: KorsarOptions | null,
  ring: Ring,
  chosen: Chosen,
  last: { galleon: number; seat: number; card: Card } | null,
  words: Words,
): Battle[] {
  return open.sea.map((galleon) => battleOf(galleon, options, ring, chosen, last, words));
}

function battleOf(
  at: KorsarAtSea,
  options: KorsarOptions | null,
  ring: Ring,
  chosen: Chosen,
  last: { galleon: number; seat: number; card: Card } | null,
  words: Words,
): Battle {
  const bySide = new Map<number, Card[]>();
  for (const [seat, card] of at.cards) {
    const side = sideOf(seat, ring.teams);
    bySide.set(side, [...(bySide.get(side) ?? []), card]);
  }
  const option = optionOn(options, chosen.card, at.galleon);
  const legal = option?.kind === "Allowed";
  const target = legal && chosen.galleon === at.galleon;
  const leader = at.leader ? sideOf(at.leader[0], ring.teams) : null;
  const columns: Column[] = [];
  for (const side of ring.sides) {
    const cards = bySide.get(side);
    const mine = legal && side === ring.me;
    if (!cards && !mine) continue;
    const force = at.forces[side] ?? 0;
    const after = mine && option.kind === "Allowed" ? option.after : null;
    columns.push({
      side,
      facing: ring.facing.get(side) ?? "N",
      cards: cards ?? [],
      force,
      colour: colourIn(cards ?? [], mine ? chosen.card : null),
      captain: leader === side && at.leader !== null && at.leader[1] !== "A",
      admiral: leader === side && at.leader !== null && at.leader[1] === "A",
      leads: at.leads === side,
      tied: at.leads === null && !mine && force === Math.max(...at.forces),
      ghost: target && mine ? chosen.card : null,
      to: after ? after.force : null,
      note: after ? outcome(after, ring.me, leader, at, words) : null,
    });
  }
  const ownerSide = sideOf(at.owner, ring.teams);
  const lastSide = last && last.galleon === at.galleon ? sideOf(last.seat, ring.teams) : null;
  const lastIndex = lastSide === null ? -1 : (bySide.get(lastSide) ?? []).lastIndexOf(last?.card ?? "");
  return {
    galleon: at.galleon,
    card: at.card,
    gold: goldOf(at.card),
    owner: at.owner,
    ownerSide,
    columns,
    leads: at.leads,
    tied: at.leads === null,
    legal,
    target,
    refusal: option?.kind === "Refused" ? { rule: option.refused, by: option.by } : null,
    move: option?.kind === "Allowed" ? option.move : null,
    threatened: ring.me !== null && ownerSide === ring.me && at.leads !== null && at.leads !== ring.me,
    lastCard: lastSide !== null && lastIndex >= 0 ? { side: lastSide, index: lastIndex } : null,
    laidLast: last?.galleon === at.galleon && isGalleon(last.card),
  };
}

function outcome(
  after: { force: number; leader: number | null; tied: boolean },
  me: number | null,
  leader: number | null,
  at: KorsarAtSea,
  words: Words,
): string {
  if (after.tied) return words.outcome.tied;
  if (after.leader === me) return words.outcome.ahead;
  if (leader !== null && leader === after.leader && at.leader) {
    return at.leader[1] === "A" ? words.outcome.admiral : words.outcome.captain;
  }
  return words.outcome.behind;
}

function colourIn(cards: readonly Card[], coming: Card | null): string | null {
  for (const card of [...cards, ...(coming ? [coming] : [])]) {
    const colour = colourOf(card);
    if (colour) return colour;
  }
  return null;
}

/** How much a column's pill takes, in px: a seal, a flag, figures, marks, words. */
export function pillWidth(column: Column): number {
  const figures = column.to === null ? 10 * String(column.force).length : 44;
  const marks = (column.colour ? 20 : 0) + (column.captain || column.admiral ? 17 : 0) + (column.leads ? 17 : 0);
  const note = column.note ? 12 + 7.6 * column.note.length : 0;
  return Math.ceil(18 + 14 + figures + marks + note);
}

/** A side as people name it. */
export function sideName(side: number, seats: Seats, ring: Ring, words: Words): string {
  if (side === ring.me && !ring.teams) return words.you;
  const names = seats.seats.filter((_, seat) => sideOf(seat, ring.teams) === side).map((sitter) => sitter.name);
  return names.join(" + ");
}

export function whose(battle: Battle, seats: Seats, me: number | null, words: Words): string {
  if (battle.owner === me) return words.yourSix(battle.gold);
  return words.theSix(battle.gold, seats.seats[battle.owner]?.name ?? "?");
}

/** Why the card chosen may not go there, in few words; the number of the rule where there are none. */
export function refusalOf(battle: Battle, card: Card, seats: Seats, ring: Ring, words: Words): string {
  const refusal = battle.refusal;
  if (!refusal) return "";
  const colour = capital(words.colours[colourOf(card) ?? ""] ?? "");
  const mine = battle.columns.find((column) => column.side === ring.me)?.colour;
  const by = refusal.by === null ? "?" : sideName(refusal.by, seats, { ...ring, me: null }, words);
  return words.refusals[refusal.rule]?.(colour, by, words.colours[mine ?? ""] ?? "") ?? refusal.rule;
}

/** A battle in one sentence, for who cannot see it. */
export function sentence(battle: Battle, seats: Seats, ring: Ring, seat: number | null, words: Words): string {
  const sides = battle.columns
    .filter((column) => column.cards.length)
    .map((column) => {
      const who = sideName(column.side, seats, ring, words);
      if (column.admiral) return `${who}, ${words.theAdmiral}`;
      return words.inColour(who, column.force, column.colour ?? "y");
    })
    .join(words.between);
  const fate = battle.tied
    ? words.tie
    : battle.leads === ring.me
      ? words.youTake
      : words.takes(sideName(battle.leads ?? 0, seats, ring, words));
  return words.battle(capital(whose(battle, seats, seat, words)), sides || words.nobodyThere, fate);
}

