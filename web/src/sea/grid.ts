// Where things stand on the drawn chart: 48 units a step, x east, y south, row a at y = 0.
import type { LesCorsairesChart, LesCorsairesPoint } from "../net/protocol";

export const STEP = 48;
export const ROW = (STEP * Math.sqrt(3)) / 2;
export const MARGIN = 0.93 * STEP; // between the outermost points and the frame
export const BAR = 18; // the frame with its letters and figures
export const DIRECTIONS = [1, 2, 3, 4, 5, 6] as const;

export interface Spot {
  x: number;
  y: number;
}

export interface Box extends Spot {
  width: number;
  height: number;
}

export const spotOf = ({ row, x }: { row: number; x: number }): Spot => ({ x: (x * STEP) / 2, y: row * ROW });

export const spotsOf = (chart: LesCorsairesChart): Map<string, Spot> =>
  new Map(chart.points.map((point) => [point.name, spotOf(point)]));

/** The inside of the frame. */
export const insideOf = ({ rows, columns }: { rows: number; columns: number }): Box => ({
  x: -MARGIN,
  y: -MARGIN,
  width: (columns - 1) * STEP + 2 * MARGIN,
  height: (rows - 1) * ROW + 2 * MARGIN,
});

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Degrees clockwise from east. */
export const angleOf = (direction: number): number => (direction - 2) * 60;

export function towards({ x, y }: Spot, direction: number, length: number): Spot {
  const angle = (angleOf(direction) * Math.PI) / 180;
  return { x: x + Math.cos(angle) * length, y: y + Math.sin(angle) * length };
}

/** The same angle, written so that turning there from another goes the short way. */
export const nearest = (from: number, to: number): number => to + 360 * Math.round((from - to) / 360);

/** The direction from one spot to another, of the six. */
export function directionTo(from: Spot, to: Spot): number {
  const degrees = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return ((Math.round(degrees / 60) + 1 + 6) % 6) + 1;
}

export const distance = (one: Spot, other: Spot): number => Math.hypot(one.x - other.x, one.y - other.y);

const short = (value: number): string => String(Math.round(value * 10) / 10);
export const written = ({ x, y }: Spot): string => `${short(x)} ${short(y)}`;
export const lineThrough = (spots: readonly Spot[]): string => (spots.length ? `M${spots.map(written).join("L")}` : "");

/** The cell of a point: a corner at the top. */
export const hexagon = (middle: Spot, radius: number): string => `${lineThrough(corners(middle, radius, 30))}z`;

const corners = ({ x, y }: Spot, radius: number, turn: number): Spot[] =>
  [0, 60, 120, 180, 240, 300].map((degrees) => {
    const angle = ((degrees + turn) * Math.PI) / 180;
    return { x: x + Math.cos(angle) * radius, y: y + Math.sin(angle) * radius };
  });

/** Around a point and its six neighbours, with rounded corners. */
export function sevenPoints(middle: Spot): string {
  const round = corners(middle, 1.42 * STEP, 0);
  const part = 0.35;
  const between = (one: Spot, other: Spot): Spot => ({ x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part });
  return round
    .map((corner, n) => {
      const before = between(corner, round[(n + 5) % 6] ?? corner);
      const after = between(corner, round[(n + 1) % 6] ?? corner);
      return `${n ? "L" : "M"}${written(before)}Q${written(corner)} ${written(after)}`;
    })
    .join("") + "z";
}

export const isLand = ({ ground }: LesCorsairesPoint): boolean => ground === "land" || ground === "rose";

const STEPS: Record<number, [number, number]> = { 1: [-1, 1], 2: [0, 2], 3: [1, 1], 4: [1, -1], 5: [0, -2], 6: [-1, -1] };

/** The lines that ships move along, each drawn in one stroke as far as it goes over water. */
export function gridLines(chart: LesCorsairesChart): string {
  const water = new Map(chart.points.filter((point) => !isLand(point)).map((point) => [`${point.row},${point.x}`, point]));
  const ahead = ({ row, x }: { row: number; x: number }, direction: number, sign = 1) => {
    const [down, east] = STEPS[direction] ?? [0, 0];
    return water.get(`${row + sign * down},${x + sign * east}`);
  };
  const strokes: string[] = [];
  for (const direction of [2, 3, 4]) {
    for (const start of water.values()) {
      if (ahead(start, direction, -1)) continue;
      let end = start;
      for (let next = ahead(end, direction); next; next = ahead(end, direction)) end = next;
      if (end !== start) strokes.push(lineThrough([spotOf(start), spotOf(end)]));
    }
  }
  return strokes.join("");
}
