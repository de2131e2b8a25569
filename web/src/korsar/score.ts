// How the game came out: what each side took and how, and what it had left in hand.
import type { KorsarEvent, Seats } from "../net/protocol";
import type { Words } from "../words/index.svelte";
import { colourOf, goldOf, isCaptain, sideOf, type Card } from "./table";

export interface Taken {
  card: Card;
  gold: number;
  how: string; // in words
}

export interface Score {
  side: number;
  taken: Taken[];
  left: Card[]; // galleons in hand at the end
  gold: number; // taken
  lost: number; // left in hand
  total: number;
}

interface Scene {
  seats: Seats;
  teams: boolean;
  me: number | null; // the reader's seat
  words: Words;
}

/** The scores of all sides, the best first. */
export function scoresOf(events: readonly KorsarEvent[], scene: Scene): Score[] {
  const ended = events.findLast((event) => event.kind === "Ended");
  if (!ended) return [];
  return ended.scores
    .map((total, side) => {
      const taken = events.flatMap((event) => (event.kind === "Collected" && event.side === side ? [takenOf(event, scene)] : []));
      const left = ended.in_hand.flatMap((cards, seat) => (sideOf(seat, scene.teams) === side ? cards : []));
      const sum = (cards: readonly Card[]): number => cards.reduce((all, card) => all + goldOf(card), 0);
      return { side, taken, left, gold: sum(taken.map(({ card }) => card)), lost: sum(left), total };
    })
    .sort((one, other) => other.total - one.total);
}

type Collected = Extract<KorsarEvent, { kind: "Collected" }>;

function takenOf(event: Collected, { seats, teams, me, words }: Scene): Taken {
  const { how } = words.table;
  const force = event.forces[event.side] ?? 0;
  const best = Math.max(0, ...event.forces.filter((_, side) => side !== event.side));
  const fought = event.leader
    ? how.leader(leaderName(event.leader, words))
    : force > 0
      ? how.led(force, best)
      : how.peace;
  const foreign = sideOf(event.owner, teams) !== event.side;
  const owner = event.owner === me ? how.own : how.from(seats.seats[event.owner]?.name ?? "?");
  return { card: event.card, gold: goldOf(event.card), how: foreign ? `${fought}, ${owner}` : fought };
}

const leaderName = (card: Card, words: Words): string => (isCaptain(card) ? words.captainOf(colourOf(card) ?? "y") : words.theAdmiral);
