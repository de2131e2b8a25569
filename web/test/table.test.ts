import { describe, expect, it } from "vitest";
import { battlesOf, faceOf, nameOf, refusalOf, ringOf, sentence, sideName, type Battle, type Chosen } from "../src/korsar/table";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";
import { open, seats, you } from "./scene";

const NOTHING: Chosen = { card: null, galleon: null };
const ring = ringOf(3, false, 0);
const seen = (chosen: Chosen = NOTHING, last: Parameters<typeof battlesOf>[4] = null): [Battle, Battle] =>
  battlesOf(open, you.options, ring, chosen, last, en) as [Battle, Battle];

describe("cards", () => {
  it("have a face for each size and a name in each language", () => {
    expect(["G6", "r3", "yC", "A"].map((card) => faceOf(card))).toEqual(["c-G6", "c-R3", "c-JC", "c-A"]);
    expect(faceOf("g1", true)).toBe("m-V1");
    expect(["G6", "r3", "yC", "A"].map((card) => nameOf(card, en))).toEqual(["galleon of 6", "red 3", "captain Blackbeard", "admiral"]);
    expect(nameOf("r3", fr)).toContain("3");
    expect(nameOf("r3", fr)).not.toBe(nameOf("r3", en));
  });
});

describe("the ring of seats", () => {
  it("begins with the reader and goes on clockwise", () => {
    expect(ringOf(4, false, 2).sides).toEqual([2, 3, 0, 1]);
    expect([...ringOf(4, false, 2).facing]).toEqual([[2, "S"], [3, "W"], [0, "N"], [1, "E"]]);
  });

  it("has teams as sides, and a place for a spectator too", () => {
    expect(ringOf(8, true, 3).sides).toEqual([3, 0, 1, 2]);
    expect(ringOf(5, false, null)).toMatchObject({ sides: [0, 1, 2, 3, 4], me: null });
  });

  it("gives every side a place of its own", () => {
    for (const [count, teams] of [[2, false], [3, false], [4, false], [5, false], [4, true], [6, true], [8, true]] as const) {
      const { sides, facing } = ringOf(count, teams, 0);
      expect(new Set(facing.values()).size).toBe(sides.length);
    }
  });
});

describe("battles", () => {
  it("stand as the server told: columns, forces, who leads, what is threatened", () => {
    const [mine, other] = seen();
    expect(mine.columns.map(({ side, cards, force, leads }) => [side, cards, force, leads])).toEqual([
      [0, ["y2"], 2, false],
      [1, ["r3", "r1"], 4, true],
    ]);
    expect(mine).toMatchObject({ gold: 6, owner: 0, leads: 1, threatened: true, legal: false });
    expect(other).toMatchObject({ gold: 3, columns: [], threatened: false });
  });

  it("show where a card may go and what would come of it", () => {
    const [mine, other] = seen({ card: "y3", galleon: 1 });
    expect(mine).toMatchObject({ legal: true, target: true, move: "y3@1" });
    expect(mine.columns[0]).toMatchObject({ to: 5, note: en.outcome.ahead, ghost: "y3" });
    expect(other).toMatchObject({ legal: false, refusal: { rule: "K-PIR-2", by: 2 } });
    expect(seen({ card: "y2", galleon: null })[0].columns[0]?.note).toBe(en.outcome.tied);
  });

  it("mark the card that was played last, of several equal ones the newest", () => {
    expect(seen(NOTHING, { galleon: 1, seat: 1, card: "r1" })[0].lastCard).toEqual({ side: 1, index: 1 });
    expect(seen(NOTHING, { galleon: 1, seat: 1, card: "r1" })[1].lastCard).toBeNull();
  });

  it("say why a card may not go there", () => {
    expect(refusalOf(seen({ card: "y3", galleon: null })[1], "y3", seats, ring, en)).toBe("Yellow is Théo’s here");
    expect(refusalOf(seen({ card: "r2", galleon: null })[0], "r2", seats, ring, en)).toBe("You are there in yellow");
  });

  it("can be read aloud in both languages", () => {
    const [mine, other] = seen();
    expect(sentence(mine, seats, ring, 0, en)).toBe("Your 6. You 2 in yellow; Marcus 4 in red. Marcus would take it.");
    expect(sentence(other, seats, ring, 0, en)).toContain("Théo’s 3. no fight");
    expect(sentence(mine, seats, ring, 0, fr)).toContain("\u202f; Marcus");
    expect(sentence(mine, seats, ring, 0, fr)).not.toMatch(/undefined|null/);
  });
});

it("names a side by its people, the reader as you", () => {
  expect(sideName(0, seats, ring, en)).toBe("You");
  expect(sideName(1, seats, ring, en)).toBe("Marcus");
  expect(sideName(0, seats, ringOf(4, true, 0), en)).toBe("Inès + Marcus");
});
