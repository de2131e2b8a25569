import { describe, expect, it } from "vitest";
import { Film, tableAt, type Replay } from "../src/replay/film.svelte";
import { nextTurning, pathOf, sharesOf, type Review } from "../src/replay/review";
import { TableState } from "../src/state/table.svelte";

const open = (deck: number) => ({ game: "korsar", turn: deck % 2, over: false, deck });
const you = (hand: string[]) => ({ game: "korsar", seat: null, hand, drawn: null });
const update = (n: number) => ({
  type: "update", version: 10 + n, seat: n % 2, move: "+", events: [{ kind: "Drew", seat: n % 2, deck: 20 - n }],
  open: open(20 - n), you: you([`G${n}`]), time: { left: null, seats: null }, stoodIn: false, reach: null, id: null,
});
const replay = {
  table: { type: "table", table: "abcdefgh", version: 10, story: [], open: open(20), you: you([]), seats: { type: "seats", table: "abcdefgh", seats: [] }, time: { left: null, seats: null }, choices: { game: "korsar" }, reach: null },
  updates: [1, 2, 3, 4, 5].map(update),
  over: true,
  hands: [0, 1, 2, 3, 4, 5].map((n) => [[`G${n}`], []]),
} as unknown as Replay;

const seen = ({ open, you, version, told }: TableState) => JSON.stringify([open, you, version, told.flatMap(({ events }) => events as unknown[])]);

describe("a film", () => {
  it("shows a move the same, forwards, backwards and by a jump", () => {
    const film = new Film(replay, 0);
    const table = new TableState("abcdefgh", film.wire);
    const forwards = [seen(table)];
    for (let at = 1; at <= film.length; at += 1) {
      film.go(at);
      forwards.push(seen(table));
    }
    for (const at of [4, 3, 2, 1, 0, 5, 2, 4]) {
      film.go(at);
      expect(seen(table)).toBe(forwards[at]);
      expect(film.hands?.[0]).toEqual([`G${at}`]);
    }
  });

  it("stays between the start and the end", () => {
    const film = new Film(replay, 99);
    expect(film.at).toBe(5);
    film.go(-3);
    expect(film.at).toBe(0);
    expect(new Film(replay, Number.NaN).at).toBe(0);
    expect(tableAt(replay, 0)).toBe(replay.table);
  });
});

describe("a review", () => {
  const review = {
    names: ["a", "b"], sides: 2, result: [1, 0],
    plies: [{ number: 1, before: [0.5, 0.5] }, { number: 2, before: [0.7, 0.3] }],
    turning: [{ ply: 5 }, { ply: 2 }],
  } as unknown as Review;

  it("is a line for each side, to the result", () => {
    expect(sharesOf(review)).toEqual([[0.5, 0.6, 1], [0.5, 0.4, 0]]);
    expect(pathOf([0, 1, 0.5], 100, 10)).toBe("M0.0 10.0L50.0 0.0L100.0 5.0");
  });

  it("has a next turning point, and after the last the first", () => {
    expect([0, 2, 5].map((at) => nextTurning(review.turning, at))).toEqual([2, 5, 2]);
    expect(nextTurning([], 3)).toBeNull();
  });
});
