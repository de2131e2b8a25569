// A bot that keeps a player waiting.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Connection } from "../src/net/connection.svelte";
import type { MessageOut, Table, Update } from "../src/net/protocol";
import { TableState } from "../src/state/table.svelte";
import { open, seats, you } from "./scene";

let hear: (message: MessageOut) => void;
const net = {
  listen: (heard: typeof hear) => ((hear = heard), () => undefined),
  whenUp: () => () => undefined,
  wish: () => Promise.resolve(),
  up: true,
  live: true,
} as unknown as Connection;

const sitting = { ...seats, seats: seats.seats.map((sitter, seat) => ({ ...sitter, bot: seat === 1 ? "amiral" : null })) };
const time = { left: null, seats: null };

/** The table as it is told first, with this seat to move. */
function told(turn: number | null, wire = net, choices = {}, seats = sitting): TableState {
  const state = new TableState("t", wire);
  hear({ type: "table", table: "t", choices, seats, open: { ...open, turn }, you, reach: null, time, story: [], version: 1 } as unknown as Table);
  return state;
}

const moved = (turn: number | null, version: number): void =>
  hear({ type: "update", seat: 1, events: [], open: { ...open, turn }, you, reach: null, time, version } as unknown as Update);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a bot is slow after a while, until it has moved", () => {
  const state = told(1);
  vi.advanceTimersByTime(4000);
  expect(state.slow).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(state.slow).toBe(true);
  moved(2, 2);
  expect(state.slow).toBe(false);
  moved(1, 3);
  vi.advanceTimersByTime(4000);
  moved(1, 4); // a turn of several moves
  vi.advanceTimersByTime(4000);
  expect(state.slow).toBe(false);
});

test.each([0, 2, null])("people take their time, and nobody plays when it is over (%s)", (turn) => {
  const state = told(turn);
  vi.advanceTimersByTime(60_000);
  expect(state.slow).toBe(false);
});

test("bots that pause before they move are not slow for that", () => {
  const state = told(1, net, { pace: 4000 });
  vi.advanceTimersByTime(8000);
  expect(state.slow).toBe(false);
  vi.advanceTimersByTime(2000);
  expect(state.slow).toBe(true);
});

test.each([
  ["in a lesson or a replay", { ...net, live: false }, sitting],
  ["without a connection", { ...net, up: false }, sitting],
  ["for who only watches", net, { ...sitting, seats: sitting.seats.map((sitter) => ({ ...sitter, mine: false })) }],
])("no bot is slow %s", (_, wire, seats) => {
  const state = told(1, wire as Connection, {}, seats);
  vi.advanceTimersByTime(60_000);
  expect(state.slow).toBe(false);
});

test("who has left waits for nobody", () => {
  const state = told(1);
  state.leave();
  vi.advanceTimersByTime(60_000);
  expect(state.slow).toBe(false);
});
