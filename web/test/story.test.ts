import { describe, expect, it } from "vitest";
import { lineOf, type Teller } from "../src/korsar/story";
import type { KorsarEvent } from "../src/net/protocol";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";
import { seats } from "./scene";

const teller: Teller = { words: en, seats, me: 0, teams: false };
const told = (event: KorsarEvent, drawn: string | null = null) => lineOf(event, teller, drawn);

const EVENTS: KorsarEvent[] = [
  { kind: "Drew", seat: 1, left: 30 },
  { kind: "Laid", seat: 1, galleon: 3, card: "G5" },
  { kind: "Played", seat: 1, galleon: 1, card: "r3", owner: 0, gold: 6, forces: [0, 3, 0], leads: 1, beaten: null },
  { kind: "Discarded", seat: 1, card: "r3" },
  { kind: "Skipped", seat: 1 },
  { kind: "Collected", side: 1, seat: 1, galleon: 1, card: "G6", owner: 0, forces: [0, 3, 0], leader: null, fight: ["r3"], spoils: "discarded" },
  { kind: "LeftTied", galleon: 1, card: "G6", owner: 2, forces: [3, 3, 0], fate: "stay" },
  { kind: "Ended", reason: "K-END-1", out: 1, in_hand: [[], [], []], scores: [1, 2, 3], winners: [2] },
];

describe("the log", () => {
  it("keeps others' draws secret and names one's own", () => {
    expect(told({ kind: "Drew", seat: 1, left: 30 })).toMatchObject({ text: "Marcus draws.", card: null });
    expect(told({ kind: "Drew", seat: 0, left: 30 }, "y3")).toMatchObject({ text: "You draw yellow 3.", card: "y3" });
    expect(told({ kind: "Drew", seat: 1, left: 30 }, "y3")?.text).not.toContain("yellow");
  });

  it("says who plays what where, and what came of it", () => {
    const played = { kind: "Played", galleon: 1, card: "r3", owner: 0, gold: 6, beaten: null } as const;
    expect(told({ ...played, seat: 1, forces: [0, 3, 0], leads: 1 })?.text).toBe("Marcus plays red 3 on your 6. Ahead, 3.");
    expect(told({ ...played, seat: 1, forces: [3, 3, 0], leads: null })?.text).toBe("Marcus plays red 3 on your 6. Tied.");
    expect(told({ ...played, seat: 1, forces: [4, 3, 0], leads: 0 })?.text).toBe("Marcus plays red 3 on your 6.");
  });

  it("names the rule behind what nobody chose", () => {
    expect(told({ kind: "Skipped", seat: 1 })?.rule).toBe("K-TEAM-7");
    expect(told(EVENTS[5]!)).toMatchObject({ text: "Marcus takes your 6, 6 gold.", card: "G6" });
    expect(told(EVENTS[5]!)?.rule).toMatch(/^K-COL-/);
    expect(told(EVENTS[7]!)?.rule).toBe("K-END-1");
  });

  it.each([["French", fr], ["English", en]] as const)("has a whole sentence for everything that happens, in %s", (_, words) => {
    for (const event of EVENTS) {
      for (const me of [0, 1, null]) {
        const text = lineOf(event, { ...teller, words, me }, null)?.text ?? "";
        expect(text).toMatch(/^\p{Lu}.*[.!]$/u);
        expect(text).not.toMatch(/undefined|null|NaN|\?/);
      }
    }
  });
});
