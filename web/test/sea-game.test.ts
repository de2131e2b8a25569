// What is chosen at the table of Les Corsaires, and the move it makes: everything possible comes from the options.
import { expect, test, vi } from "vitest";
import type { LesCorsairesCourse, LesCorsairesGun, LesCorsairesOpen, LesCorsairesOptions, LesCorsairesShip } from "../src/net/protocol";
import { SeaGame } from "../src/sea/game.svelte";
import type { TableState } from "../src/state/table.svelte";

vi.stubGlobal("fetch", () => Promise.resolve({ ok: false }));

const ship = (name: string, seat: number, more: Partial<LesCorsairesShip> = {}): LesCorsairesShip => ({
  name,
  seat,
  point: "c3",
  bow: 3,
  fate: "afloat",
  outward: false,
  moved: false,
  ...more,
});
const course = (move: string | null, end = "d4"): LesCorsairesCourse => ({ move, end, way: [end], turns: false, figure: 1, unused: 0, barred: null, refused: null });
const gun = (more: Partial<LesCorsairesGun>): LesCorsairesGun => ({ move: null, shots: {}, targets: {}, ...more });

function gameOf(phase: string, options: Partial<LesCorsairesOptions>, more: Partial<LesCorsairesOpen> = {}) {
  const moved: string[] = [];
  const open = { game: "les-corsaires", turn: 0, over: false, phase, wind: ["light", 3], die: null, ships: [ship("rG1", 0), ship("rM1", 0), ship("bG1", 1)], ...more };
  const you = { game: "les-corsaires", seat: 0, options: { moves: [], ships: {}, guns: {}, ...options } };
  const state = { id: "t", open, you, table: { chart: null, choices: { seats: 2 } }, told: [], last: null, seat: 0, myTurn: true, hidden: false, sent: null, version: 1, move: (text: string) => (moved.push(text), Promise.resolve()) };
  return { game: new SeaGame(state as unknown as TableState), moved };
}

test("the ships that wait are those that have a move, and the first is chosen", () => {
  const { game } = gameOf("sailing", { moves: ["rM1:3", "rM1:4"], ships: { rM1: { 3: course("rM1:3"), 4: course("rM1:4") } } });
  game.settle();
  expect(game.waiting).toEqual(["rM1"]);
  expect(game.ship).toBe("rM1");
  expect(game.course).toBeNull();
  expect(game.ready).toBeNull();
});

test("a course makes its own move; one that is refused makes none", async () => {
  const { game, moved } = gameOf("sailing", { moves: ["rM1:3", "rM1:4"], ships: { rM1: { 2: course(null), 3: course("rM1:3"), 4: course("rM1:4") } } });
  game.choose("rM1");
  game.course = 2;
  expect(game.ready).toBeNull();
  game.course = 4;
  expect(game.ready).toBe("rM1:4");
  await game.make(game.ready);
  expect(moved).toEqual(["rM1:4"]);
});

test("the only course of a ship is chosen with it", () => {
  const { game } = gameOf("sailing", { moves: ["rM1:3"], ships: { rM1: { 2: course(null), 3: course("rM1:3") } } });
  game.choose("rM1");
  expect(game.ready).toBe("rM1:3");
});

test("what a ship could do is shown before the wind is kept, but cannot be done", () => {
  const { game } = gameOf("wind", { moves: ["keep", "wind"], ships: { rM1: { 3: course("rM1:3") } } });
  game.choose("rM1");
  expect(game.courses.length).toBe(1);
  expect(game.waiting).toEqual([]);
  expect(game.ready).toBe("keep");
});

test("a gun that may fire is chosen; whom it endangers of one's own is known; without one the turn ends", () => {
  const shots = { Y: { points: ["d4"], enemies: ["bG1"], own: [], chance: 2 }, R: { points: ["f4"], enemies: [], own: ["rM1"], chance: 2 } };
  const { game } = gameOf("firing", { moves: ["rG1!", "end"], guns: { rH: gun({}), rG1: gun({ move: "rG1!", shots }) } });
  game.settle();
  expect(game.gun).toBe("rG1");
  expect(game.endangered).toEqual(["rM1"]);
  expect(game.ready).toBe("rG1!");
  const { game: silent } = gameOf("firing", { moves: ["end"], guns: { rH: gun({}) } });
  silent.settle();
  expect(silent.gun).toBeNull();
  expect(silent.ready).toBe("end");
});

test("the very young aim at a ship", () => {
  const { game } = gameOf("firing", { moves: ["rG1!bG1", "end"], guns: { rG1: gun({ targets: { bG1: "rG1!bG1" } }) } });
  game.settle();
  expect(game.target).toBe("bG1");
  expect(game.ready).toBe("rG1!bG1");
});

test("a hint chooses what it advises", () => {
  const { game } = gameOf("sailing", { moves: ["rM1:3", "rM1:4"], ships: { rM1: { 3: course("rM1:3"), 4: course("rM1:4") } } });
  game.heed("rM1:4");
  expect(game.ready).toBe("rM1:4");
});

test("berths of the ship to be placed", () => {
  const { game } = gameOf("placing", { moves: ["rG1@a1", "rG1@a2", "rM1@a1"] });
  game.settle();
  expect([...game.berths.keys()]).toEqual(["a1", "a2"]);
  expect(game.waiting).toEqual(["rG1", "rM1"]);
});
