// A small table for tests: three seats, two galleons at sea, as the server would tell it.
import type { KorsarOpen, KorsarOption, KorsarYou, Seats } from "../src/net/protocol";

const sitter = (name: string, mine = false) => ({ name, bot: null, mine, here: true, stoodIn: false, gaveNonce: true });

export const seats: Seats = {
  type: "seats",
  table: "t",
  seq: 1,
  state: "playing",
  seats: [sitter("Inès", true), sitter("Marcus"), sitter("Théo")],
  host: 0,
  youHost: true,
  asked: null,
  next: null,
};

/** Marcus leads on Inès's 6, red against her yellow; nobody has played on Théo's 3. */
export const open: KorsarOpen = {
  game: "korsar",
  turn: 0,
  over: false,
  deck: 40,
  in_hand: [4, 5, 6],
  sea: [
    { galleon: 1, card: "G6", owner: 0, cards: [[1, "r3"], [0, "y2"], [1, "r1"]], forces: [2, 4, 0], leads: 1, leader: null },
    { galleon: 2, card: "G3", owner: 2, cards: [], forces: [0, 0, 0], leads: 2, leader: null },
  ],
  discards: [],
  piles: [[], [], []],
  removed: [],
  forecast: [[], [1], [2]],
  scores: null,
  winners: [],
  reason: null,
};

export const allowed = (move: string, force = 0, leader: number | null = null, tied = false): KorsarOption => ({
  kind: "Allowed",
  move,
  after: force ? { force, leader, tied } : null,
});
export const refused = (rule: string, by: number | null = null): KorsarOption => ({ kind: "Refused", refused: rule, by });

export const you: KorsarYou = {
  game: "korsar",
  seat: 0,
  hand: ["G4", "y2", "y3", "r2"],
  partner_hand: null,
  drawn: null,
  booty: [],
  options: {
    draw: allowed("+"),
    lay: { G4: allowed("G4") },
    play: {
      y2: { "1": allowed("y2@1", 4, null, true), "2": allowed("y2@2", 2, 0) },
      y3: { "1": allowed("y3@1", 5, 0), "2": refused("K-PIR-2", 2) },
      r2: { "1": refused("K-PIR-3"), "2": allowed("r2@2", 2, 0) },
    },
    discard: {},
  },
};
