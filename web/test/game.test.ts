import { beforeEach, describe, expect, it, vi } from "vitest";
import { KorsarGame } from "../src/korsar/game.svelte";
import type { TableState } from "../src/state/table.svelte";
import { open, seats, you } from "./scene";

const move = vi.fn(() => Promise.resolve());
const wish = vi.fn(() => Promise.resolve(null));

function at(change: Partial<TableState> = {}): KorsarGame {
  const state = {
    table: { choices: { seats: 3, hints: "bots" } },
    seats,
    open,
    you,
    last: null,
    told: [],
    seat: 0,
    mine: [0],
    teams: false,
    myTurn: true,
    hidden: false,
    sent: null,
    version: 1,
    net: { wish },
    do: (promise: Promise<unknown>) => promise,
    move,
    ...change,
  };
  return new KorsarGame(state as unknown as TableState);
}

beforeEach(() => {
  move.mockClear();
  wish.mockClear();
});

describe("choosing", () => {
  it("lights up what the server allows, and nothing else", () => {
    const game = at();
    game.choose("y2", 1);
    expect(game.inReach.map(({ galleon }) => galleon)).toEqual([1, 2]);
    expect(game.ready).toBeNull();
  });

  it("aims by itself where there is only one target", () => {
    const game = at();
    game.choose("y3", 2);
    expect(game.ready).toBe("y3@1");
  });

  it("puts a card back when it is chosen again, and takes another instead", () => {
    const game = at();
    game.choose("y2", 1);
    game.choose("y2", 1);
    expect(game.card).toBeNull();
    game.choose("y2", 1);
    game.choose("G4", 0);
    expect([game.card, game.ready]).toEqual(["G4", "G4"]);
  });

  it("does not aim where a card may not go", () => {
    const game = at();
    game.choose("y3", 2);
    game.aim(2);
    expect(game.galleon).toBe(1);
  });
});

describe("playing", () => {
  it("needs a second look at the same galleon", () => {
    const game = at();
    game.choose("y2", 1);
    game.aim(1);
    expect(move).not.toHaveBeenCalled();
    game.aim(1);
    expect(move).toHaveBeenCalledExactlyOnceWith("y2@1");
  });

  it("waits for the turn, the hand and the answer", async () => {
    for (const change of [{ myTurn: false }, { hidden: true }, { sent: { text: "+", version: 1 } }]) {
      const game = at(change);
      game.choose("G4", 0);
      await game.play();
      expect(game.canAct).toBe(false);
    }
    expect(move).not.toHaveBeenCalled();
  });

  it("asks what could be done when it is another's turn", () => {
    const game = at({ myTurn: false, you: { ...you, options: null } });
    game.choose("y2", 1);
    expect(wish).toHaveBeenCalledExactlyOnceWith("options");
  });
});
