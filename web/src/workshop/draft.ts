// A chart that is being drawn: a plain structure, and its text as the server's loader reads it.
import type { LesCorsairesChart, LesCorsairesPoint } from "../net/protocol";
import type { Both } from "../net/rest";

export const FLEETS = ["red", "blue", "green", "yellow"] as const;
export const WINDS = ["light", "medium", "strong"] as const;
export const CLASSES = ["warship", "merchant"] as const;
export const COLOURS = ["yellow", "blue", "red"] as const;
export const BATTERIES = ["rH", "bH", "gH", "yH", "rA", "bA", "gA", "yA"] as const;
export const SEA = ".";

export interface Draft {
  name: Both;
  about: Both;
  rows: string[]; // a letter a point, as in the file, without spaces
  asymmetric: boolean;
  seaward: Record<string, number>;
  batteries: Record<string, string>;
  roses: Record<string, Record<string, (number | null)[]>>; // null: nothing typed in yet
  fire: Record<string, string[]>;
  faces: string[];
}

export interface Place {
  row: number;
  column: number;
}

export const nameOf = ({ row, column }: Place): string => `${String.fromCharCode(97 + row)}${column + 1}`;

export function placeNamed(name: string): Place | null {
  const found = /^([a-z])([1-9][0-9]?)$/.exec(name);
  return found ? { row: (found[1] as string).charCodeAt(0) - 97, column: Number(found[2]) - 1 } : null;
}

export const columnsOf = (draft: Draft): number => draft.rows[0]?.length ?? 0;
export const letterAt = (draft: Draft, { row, column }: Place): string | undefined => draft.rows[row]?.[column];

export const xOf = ({ row, column }: Place): number => 2 * column + (row % 2);

// --- the chart as clients have it, and back ---

const GROUNDS: Record<string, LesCorsairesPoint["ground"]> = { ".": "sea", "#": "land", O: "rose", F: "free port" };

function pointOf(letter: string, place: Place): LesCorsairesPoint {
  const fleet = FLEETS.find((each) => each[0] === letter.toLowerCase());
  const ground = GROUNDS[letter] ?? (letter === letter.toLowerCase() ? "home" : "arrival");
  return { name: nameOf(place), row: place.row, x: xOf(place), ground, fleet: GROUNDS[letter] ? null : (fleet ?? null) };
}

function letterOf({ ground, fleet }: LesCorsairesPoint): string {
  if (ground === "home") return fleet?.[0] ?? SEA;
  if (ground === "arrival") return fleet?.[0]?.toUpperCase() ?? SEA;
  return Object.entries(GROUNDS).find(([, each]) => each === ground)?.[0] ?? SEA;
}

/** What the sheet draws. */
export function shapeOf(draft: Draft): LesCorsairesChart {
  const points = draft.rows.flatMap((row, number) => [...row].map((letter, column) => pointOf(letter, { row: number, column })));
  return {
    id: "own",
    name: { ...draft.name },
    about: { ...draft.about },
    rows: draft.rows.length,
    columns: columnsOf(draft),
    points,
    seaward: draft.seaward,
    batteries: draft.batteries,
    roses: {},
    fire: draft.fire,
    faces: draft.faces,
  };
}

export function draftOf(chart: LesCorsairesChart, asymmetric: boolean): Draft {
  const rows = Array.from({ length: chart.rows }, () => "");
  for (const point of chart.points) rows[point.row] += letterOf(point);
  const both = (texts: Record<string, string>): Both => ({ fr: texts["fr"] ?? "", en: texts["en"] ?? "" });
  const { seaward, batteries, roses, fire, faces } = structuredClone(chart);
  return { name: both(chart.name), about: both(chart.about), rows, asymmetric, seaward, batteries, roses, fire, faces };
}

// --- changes ---

export function painted(draft: Draft, { row, column }: Place, letter: string): Draft {
  const rows = draft.rows.map((each, number) => (number === row ? each.slice(0, column) + letter + each.slice(column + 1) : each));
  return { ...draft, rows };
}

/** A board of another size: what is cut off is gone, what is new is sea. */
export function resized(draft: Draft, rows: number, columns: number): Draft {
  const row = (number: number): string => (draft.rows[number] ?? "").padEnd(columns, SEA).slice(0, columns - (number % 2));
  return { ...draft, rows: Array.from({ length: rows }, (_, number) => row(number)) };
}

// --- shots: two numbers say where one falls, so many steps to the left of ahead and so many to the right ---

export function aim(shot: string): [number, number] {
  const count = (step: string): number => shot.split(step).length - 1;
  return [count("d") + count("l"), count("d") + count("r")]; // a step ahead is one to either side
}

export function shotTo(left: number, right: number): string {
  const ahead = Math.min(left, right);
  return "d".repeat(ahead) + "l".repeat(left - ahead) + "r".repeat(right - ahead);
}

// --- the file ---

const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");
const listed = (values: readonly string[]): string => `[${values.map(quoted).join(", ")}]`;
const section = (name: string, lines: readonly string[]): string => [`[${name}]`, ...lines, ""].join("\n");

export function tomlOf(draft: Draft): string {
  const board = draft.rows.map((row, number) => " ".repeat(number % 2) + [...row].join(" "));
  const asymmetric = draft.asymmetric ? ["asymmetric = true"] : [];
  return [
    section("name", [`fr = ${quoted(draft.name.fr)}`, `en = ${quoted(draft.name.en)}`]),
    section("about", [`fr = ${quoted(draft.about.fr)}`, `en = ${quoted(draft.about.en)}`]),
    section("chart", [...asymmetric, 'board = """', ...board, '"""']),
    section("seaward", FLEETS.map((fleet) => `${fleet} = ${draft.seaward[fleet]}`)),
    section("batteries", BATTERIES.map((gun) => `${gun} = ${quoted(draft.batteries[gun] ?? "")}`)),
    ...WINDS.map((wind) =>
      section(
        `rose.${wind}`,
        CLASSES.map((kind) => `${kind} = [${(draft.roses[wind]?.[kind] ?? []).filter((figure) => figure !== null).join(", ")}]`),
      ),
    ),
    section("fire", COLOURS.map((colour) => `${colour} = ${listed(draft.fire[colour] ?? [])}`)),
    section("die", [`faces = ${listed(draft.faces)}`]),
  ].join("\n");
}

/** The row of the board that stands on a line of the file. */
export function rowOn(text: string, line: number): number | null {
  const first = text.split("\n").indexOf('board = """') + 2;
  return line >= first ? line - first : null;
}
