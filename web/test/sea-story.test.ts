// The story of Les Corsaires: what is drawn of it, and what is said.
import { expect, test } from "vitest";
import type { LesCorsairesCourse, LesCorsairesEvent, LesCorsairesShip } from "../src/net/protocol";
import { advised, spelled } from "../src/sea/advice";
import { historyOf } from "../src/sea/history";
import { spokenCourse, spokenGun, spokenShip } from "../src/sea/spoken";
import { linesOf } from "../src/sea/story";
import { seaEn } from "../src/words/sea-en";
import { seaFr } from "../src/words/sea-fr";

const sailed = (seat: number, ship: string, start: string, way: string[], direction = 3, unused = 0): LesCorsairesEvent => ({
  kind: "Sailed",
  seat,
  ship,
  start,
  direction,
  turned: false,
  way,
  unused,
});
const ended = (seat: number): LesCorsairesEvent => ({ kind: "TurnEnded", seat });
const teller = { words: seaEn, names: ["Ann", "Ben"], me: 0, fleets: (seat: number) => (seat === 0 ? ["r"] : ["b"]) };

test("tracks are those of the last round, the running turn's marked", () => {
  const events = [sailed(0, "rG1", "a1", ["b1"]), ended(0), sailed(1, "bG1", "a9", ["b9"]), ended(1), sailed(0, "rM1", "a2", ["b2", "c3"])];
  const { tracks } = historyOf(events, 2);
  expect(tracks.map(({ ship, latest }) => [ship, latest])).toEqual([["bG1", false], ["rM1", true]]);
  expect(tracks[1]?.points).toEqual(["a2", "b2", "c3"]);
});

test("a wreck lies where the ship was, with its bow, for a round", () => {
  const fired: LesCorsairesEvent = { kind: "Fired", seat: 0, gun: "rG1", colour: "Y", shots: ["b9"], sunk: ["bG1"] };
  const events = [{ kind: "Placed", seat: 1, ship: "bG1", point: "a9" } as const, sailed(1, "bG1", "a9", ["b9"], 4), ended(1), fired];
  expect(historyOf(events, 2).wrecks).toEqual([{ ship: "bG1", point: "b9", bow: 4 }]);
  expect(historyOf([...events, ended(0), ended(1)], 2).wrecks).toEqual([]);
});

test("the ships of a turn stand on one line, short moves and turns said so", () => {
  const turned: LesCorsairesEvent = { kind: "Sailed", seat: 1, ship: "bM2", start: "c3", direction: 6, turned: true, way: [], unused: 0 };
  const lines = linesOf([sailed(1, "bG1", "a9", ["b9"]), sailed(1, "bM1", "a8", ["b8"], 3, 2), turned, ended(1), sailed(0, "rG1", "a1", ["b1"])], teller);
  expect(lines.map(({ text }) => text)).toEqual(["Sailing: warship 1 to b9, merchant 1 to b8 (1 of 3) and merchant 2 turns to 6.", "Sailing: warship 1 to b1."]);
  expect(lines[0]?.fleet).toBe("b");
});

test("shots and arrivals are loud", () => {
  const events: LesCorsairesEvent[] = [
    { kind: "Fired", seat: 1, gun: "bA", colour: "Y", shots: ["b9"], sunk: ["rM1", "bM1"] },
    { kind: "Fired", seat: 0, gun: "rG1", colour: "R", shots: [], sunk: [] },
    { kind: "Arrived", seat: 0, ship: "rM2", place: 1, points: 90 },
  ];
  const lines = linesOf(events, teller);
  expect(lines.map(({ text, loud }) => [text, loud])).toEqual([
    ["Ben fires with the battery of the blue arrival port: yellow. Sunk: red merchant 1 and blue merchant 1.", true],
    ["You fire with red warship 1: red. Missed.", false],
    ["Red merchant 2 has arrived, first: 90 points.", true],
  ]);
});

const ship: LesCorsairesShip = { name: "rM1", seat: 0, point: "c7", bow: 3, fate: "afloat", outward: false, moved: false };
const course = (end: string, way: string[], more: Partial<LesCorsairesCourse> = {}): LesCorsairesCourse => ({
  move: "rM1:3",
  end,
  way,
  turns: false,
  figure: way.length,
  unused: 0,
  barred: null,
  refused: null,
  ...more,
});

test("a ship is told with its place, bow and reach", () => {
  const courses = { 3: course("d8", ["d8"]), 4: course("e9", ["d8", "e9"], { turns: true }), 1: course("c7", [], { move: null, refused: "C-MOV-5" }) };
  expect(spokenShip(ship, courses, seaEn)).toBe("Red merchant 1, c7, bow south-east, can reach d8, e9");
  expect(spokenShip(ship, courses, seaFr)).toBe("Marchand rouge 1, c7, proue sud-est, peut atteindre d8, e9");
  expect(spokenShip({ ...ship, point: null, bow: null, fate: "sunk" }, undefined, seaEn)).toBe("Red merchant 1, sunk");
});

test("a course that may not be taken says why, with its rule", () => {
  const barred = course("c7", [], { move: null, refused: "C-MOV-4", barred: { what: "land", point: "c8", ship: null } });
  expect(spokenCourse(2, barred, seaEn)).toBe("Course 2, east, barred: land, C-MOV-4");
  expect(spokenCourse(2, barred, seaFr)).toBe("Cap 2, est, barré\u202f: terre, C-MOV-4");
  expect(spokenCourse(3, course("d8", ["d8"], { figure: 3, unused: 2, barred: { what: "ship", point: "e8", ship: "bG1" } }), seaEn)).toBe(
    "Course 3, south-east, Course 3, sail 1, d8, 1 of 3, barred: blue ship",
  );
});

test("a gun tells what each colour sinks, one's own too", () => {
  const gun = {
    move: "rG1!",
    targets: {},
    shots: {
      Y: { points: ["b2"], enemies: [], own: [], chance: 2 },
      R: { points: ["b4", "c4"], enemies: ["bG2"], own: ["rM2"], chance: 2 },
    },
  };
  expect(spokenGun("rG1", gun, seaEn)).toBe("Red warship 1. Yellow: nobody. Red: sinks blue warship 2 and your own: red merchant 2");
});

test("a hint is said in words, its reason too", () => {
  expect(advised("rM1:3", seaEn)).toBe("sail red merchant 1 on course 3 (south-east)");
  expect(advised("rH!", seaFr)).toBe("tirer avec la batterie du port d’attache rouge");
  expect(advised("rG1!bM2", seaEn)).toBe("fire with red warship 1 at blue merchant 2");
  expect(advised("keep", seaFr)).toBe("garder le vent");
  expect(spelled("rM1:3 rather than rM1:4: rM1:3 brings red merchant 1 to d8, 5 turns from port; rM1:4 brings red merchant 1 to e9. 40% to win instead of 38%.", seaEn)).toBe(
    "Sail red merchant 1 on course 3 (south-east) rather than sail red merchant 1 on course 4 (south-west): course 3 brings red merchant 1 to d8, 5 turns from port; course 4 brings red merchant 1 to e9. 40% to win instead of 38%.",
  );
  expect(spelled("rG1! plutôt que end\u202f: rG1! peut couler le marchand bleu 1 (2 faces sur 6\u202f; à 3 tours du port)\u202f; end ne tire pas (C-GUN-1).", seaFr)).toBe(
    "Tirer avec le navire de guerre rouge 1 plutôt que finir le tour\u202f: le premier choix peut couler le marchand bleu 1 (2 faces sur 6\u202f; à 3 tours du port)\u202f; le second ne tire pas (C-GUN-1).",
  );
  expect(spelled("keep rather than wind: keep keeps a wind that takes the merchants to 5 turns from port on average (C-WND-2); wind throws for a wind that takes them to 6.", seaEn)).toContain(
    "the first keeps a wind that",
  );
  expect(spelled("keep rather than wind: keep keeps it; wind throws.", seaEn, true)).toBe("Rather than throw the dice: the first keeps it; the second throws.");
  expect(spelled("Nothing of the kind.", seaEn)).toBe("Nothing of the kind.");
});
