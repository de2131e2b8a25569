import { describe, expect, it } from "vitest";
import { deedOf, linesOf, movesTold, advised, type Teller } from "../src/korsar/story";
import { scoresOf } from "../src/korsar/score";
import type { KorsarEvent, Seats } from "../src/net/protocol";
import type { Told } from "../src/state/table.svelte";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";

const seats = { seats: ["Ines", "Theo", "Omar"].map((name) => ({ name, bot: null })) } as unknown as Seats;
const teller = (words: Teller["words"]): Teller => ({ words, seats, me: 0, teams: false });
const sea = [
  { galleon: 4, card: "G6", owner: 1 },
  { galleon: 9, card: "G3", owner: 0 },
];
const told = (events: KorsarEvent[], seat: number | null = null): Told => ({ ply: 0, seat, events, stoodIn: false, drawn: null });
const collected = (side: number, card: string, owner: number, forces: number[], leader: string | null = null): KorsarEvent => ({
  kind: "Collected",
  side,
  seat: side,
  galleon: 4,
  card,
  owner,
  forces,
  leader,
  fight: [],
  spoils: "discarded",
});

describe("a move as it is written", () => {
  it("is read", () => {
    expect(deedOf("+")).toEqual({ kind: "draw" });
    expect(deedOf("G6")).toEqual({ kind: "lay", card: "G6" });
    expect(deedOf("rC@14")).toEqual({ kind: "play", card: "rC", galleon: 14 });
    expect(deedOf("-y1")).toEqual({ kind: "discard", card: "y1" });
  });

  it("is said as advice", () => {
    expect(advised("r3@4", sea, teller(en))).toBe("play red 3 on Theo’s 6");
    expect(advised("A@9", sea, teller(fr))).toBe("jouer l’amiral sur votre 3");
    expect(advised("+", sea, teller(fr))).toBe("piocher");
  });
});

describe("what was told", () => {
  const drew: KorsarEvent = { kind: "Drew", seat: 2, left: 4 };
  const laid: KorsarEvent = { kind: "Laid", seat: 0, galleon: 9, card: "G3" };

  it("counts moves from the newest, and not what follows from them", () => {
    expect(movesTold([told([laid, collected(1, "G6", 1, [0, 0, 0])]), told([drew])])).toEqual([2, 0]);
  });

  it("names the rule by which a galleon was taken", () => {
    const rule = (event: KorsarEvent) => linesOf(told([event]), teller(en))[0]?.rule;
    expect(rule(collected(1, "G6", 1, [0, 0, 0]))).toBe("K-COL-2");
    expect(rule(collected(1, "G6", 0, [2, 5, 0]))).toBe("K-COL-4");
    expect(rule(collected(1, "G6", 0, [9, 2, 0], "bC"))).toBe("K-COL-3");
  });

  it("calls a player’s own galleon theirs", () => {
    expect(linesOf(told([collected(1, "G6", 1, [0, 0, 0])]), teller(en))[0]?.text).toContain("their own 6");
  });
});

describe("the score", () => {
  const ended: KorsarEvent = {
    kind: "Ended",
    reason: "K-END-1",
    out: 1,
    in_hand: [["G5"], [], ["G2", "G3"]],
    scores: [1, 6, -5],
    winners: [1],
  };
  const events = [collected(1, "G6", 0, [2, 5, 0]), collected(0, "G6", 0, [0, 0, 0]), ended];
  const scores = scoresOf(events, { seats, teams: false, me: 0, words: en });

  it("puts the best first and adds up", () => {
    expect(scores.map(({ side }) => side)).toEqual([1, 0, 2]);
    expect(scores.map(({ gold, lost, total }) => gold - lost === total)).toEqual([true, true, true]);
  });

  it("says how a galleon was taken", () => {
    expect(scores[0]?.taken[0]?.how).toBe("5 to 2, your galleon");
    expect(scores[1]?.taken[0]?.how).toBe("without a fight");
  });

  it("is empty before the end", () => {
    expect(scoresOf(events.slice(0, 2), { seats, teams: false, me: 0, words: en })).toEqual([]);
  });
});
