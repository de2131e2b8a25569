// The moves of a game in words, one line each, loaded with the game that they are of.
import type { KorsarEvent, LesCorsairesEvent } from "../net/protocol";
import type { Words } from "../words/index.svelte";
import type { SeaWords } from "../words/sea-fr";
import type { Replay } from "./film.svelte";
import { replayWords } from "./words";

export async function korsarLines({ table, updates }: Replay, words: Words): Promise<string[]> {
  const { lineOf } = await import("../korsar/story");
  const teller = { words, seats: table.seats, me: null, teams: table.choices.teams ?? false };
  return updates.map(({ events }) => (events as KorsarEvent[]).map((event) => lineOf(event, teller, null).text).join(" "));
}

export async function seaLines({ table, updates }: Replay, words: SeaWords): Promise<string[]> {
  const { linesOf } = await import("../sea/story");
  const ships = table.open?.game === "les-corsaires" ? table.open.ships : [];
  const fleets = (seat: number) => [...new Set(ships.filter((ship) => ship.seat === seat).map(({ name }) => name[0] ?? ""))];
  const names = table.seats.seats.map(({ name }) => name);
  const told = (events: LesCorsairesEvent[]) => linesOf(events, { words, names, me: null, fleets }).map(({ text }) => text).join(" ");
  return updates.map(({ events, move, seat }) => told(events as LesCorsairesEvent[]) || (move === "end" ? replayWords().ends(names[seat] ?? "?") : move));
}

/** Why a move of Les Corsaires was a turning point, its moves in words. */
export async function seaReason(reason: string): Promise<string> {
  const [{ spelled }, { sea }] = await Promise.all([import("../sea/advice"), import("../words/sea.svelte")]);
  return spelled(reason, sea());
}
