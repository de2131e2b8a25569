// The server's REST, as far as the pages need it.
import type { Script } from "../learn/rehearsal.svelte";
import type { Replay } from "../replay/film.svelte";
import type { Choices, LesCorsairesChart, LesCorsairesCoast, Listing } from "./protocol";

export interface Me {
  id: string;
  name: string;
  language: "fr" | "en";
}

export interface Problem {
  code: string;
  text: string;
  hint: string;
}

export class Failed extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.text ?? `HTTP ${status}`);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!answer.ok) throw new Failed(answer.status, (await answer.json().catch(() => null)) as Problem | null);
  return (await answer.json()) as T;
}

export const me = () => ask<Me>("GET", "/api/me");
export const changeMe = (change: Partial<Pick<Me, "name" | "language">>) => ask<Me>("PATCH", "/api/me", change);
export const makeLink = () => ask<{ path: string; expires: number }>("POST", "/api/me/link");
export const claimLink = (secret: string) => ask<Me>("POST", "/api/me/claim", { secret });
export const openTable = (choices: Partial<Choices>) =>
  ask<{ table: string; path: string }>("POST", "/api/tables", choices);
export const myTables = () => ask<{ tables: Listing[] }>("GET", "/api/me/tables");
export const askReplay = (table: string) => ask<Replay>("GET", `/api/tables/${table}/replay`);
export const playOn = (table: string, ply: number, seat: number, bot: string) =>
  ask<{ table: string; path: string }>("POST", `/api/tables/${table}/branch`, { ply, seat, bot });
export const recordOf = (table: string) => ask<Record<string, unknown>>("GET", `/api/tables/${table}/record`);

export interface NumberedRule {
  number: string;
  text: string;
}

/** The rules of a game in words: of an edition of Korsar, of a variant of Les Corsaires. */
export const rulesOf = (game: string, language: string, by: { edition?: string | null; variant?: string | null } = {}) => {
  const chosen = Object.entries(by).flatMap(([key, value]) => (value ? [`&${key}=${encodeURIComponent(value)}`] : []));
  return ask<{ rules: NumberedRule[] }>("GET", `/api/games/${game}/rules?lang=${language}${chosen.join("")}`);
};

export interface Both {
  fr: string;
  en: string;
}

export interface Choice {
  id: string | null;
  name: Both;
  about: Both;
}

export interface GameInfo {
  id: string;
  name: Both;
  about: Both;
  seats: { alone: number[]; teams: number[]; usual: number };
  editions: { id: string; name: Both; about: Both; facets: Record<string, string | boolean> }[];
  default_edition: string | null;
  facets: { id: string; text: Both; rule: string; values: { value: string | boolean; text: Both }[] }[];
  charts: Choice[];
  default_chart: string | null;
  variants: Choice[];
  options: Choice[]; // on or off
  bots: string[];
}

export const askChart = (id: string) => ask<LesCorsairesChart>("GET", `/api/games/les-corsaires/charts/${id}`);
export const askGames = () => ask<GameInfo[]>("GET", "/api/games");

export interface Heading {
  game: string;
  number: number;
  title: string;
  about: string;
  rules: string[]; // the numbers of those it teaches
}

export const askLessons = (language: string) => ask<Heading[]>("GET", `/api/lessons?lang=${language}`);
export const askLesson = (game: string, number: number, language: string) =>
  ask<Script>("GET", `/api/lessons/${game}/${number}?lang=${language}`);

export interface BotInfo {
  id: string;
  name: Both;
  about: Both;
  milliseconds: number;
}

export const askBots = () => ask<BotInfo[]>("GET", "/api/bots");

export interface Known {
  table: string;
  state: "waiting" | "playing" | "over";
  choices: Choices;
  host: string;
  names: string[];
}

export const knownTable = (table: string) => ask<Known>("GET", `/api/tables/${table}`);

/** What is wrong with a chart that somebody draws: the line of its text, the key, and what to do. */
export interface Mistake {
  line: number;
  key: string;
  text: string;
}

export const checkChart = (text: string, language: string) =>
  ask<{ chart: LesCorsairesChart | null; asymmetric: boolean; mistakes: Mistake[] }>("POST", `/api/charts/check?lang=${language}`, { text });
export const coastOfDrawn = (text: string) => ask<LesCorsairesCoast>("POST", "/api/charts/coast", { text });
