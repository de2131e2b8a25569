// A table in one go: opened, seated, filled with bots, started.
import { nonce } from "../net/fair";
import { openTable } from "../net/rest";
import type { Choices } from "../net/protocol";
import { app } from "./app.svelte";

/** Sit down against bots; the path of the table. */
export async function againstBots(choices: Partial<Choices>, bots: number, level: string): Promise<string> {
  const { table, path } = await openTable({ ...choices, seats: bots + 1 });
  await app.net.wish("watch", { table });
  await app.net.wish("sit", { seat: 0, nonce: nonce() });
  for (let seat = 1; seat <= bots; seat += 1) await app.net.wish("bot", { seat, bot: level });
  await app.net.wish("start");
  return path;
}

/** Open a table for friends, with a seat taken; the path of the table. */
export async function amongFriends(choices: Partial<Choices>): Promise<string> {
  const { table, path } = await openTable(choices);
  await app.net.wish("watch", { table });
  await app.net.wish("sit", { seat: 0, nonce: nonce() });
  return path;
}
