// A review of a finished game, as the server writes it (docs/review.md), and what the page draws of it.

export interface Ply {
  number: number;
  seat: number;
  side: number;
  move: string;
  best: string;
  before: number[];
  loss: number | null;
}

export interface TurningPoint {
  kind: "mistake" | "tide";
  ply: number;
  before: number;
  after: number;
  reason: Record<string, string>;
}

export interface Review {
  names: string[];
  sides: number;
  result: number[];
  plies: Ply[];
  turning: TurningPoint[];
}

/** The share of the win of each side before every move, and at last what each got.
 *
 * Every position is judged by what its mover sees, and each sees something else: a point is the mean of a round.
 */
export function sharesOf(review: Review): number[][] {
  const points = review.plies.map(({ before }) => before);
  const round = (n: number) => points.slice(Math.max(0, n - review.names.length + 1), n + 1);
  return Array.from({ length: review.sides }, (_, side) => [
    ...points.map((_, n) => mean(round(n).map((shares) => shares[side] ?? 1 / review.sides))),
    review.result[side] ?? 0,
  ]);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A line through values from 0 to 1, on a sheet of this size. */
export function pathOf(values: readonly number[], width: number, height: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, n) => `${n ? "L" : "M"}${(n * step).toFixed(1)} ${((1 - value) * height).toFixed(1)}`).join("");
}

/** The turning point after a move, from the start again after the last. */
export function nextTurning(turning: readonly TurningPoint[], at: number): number | null {
  const plies = turning.map(({ ply }) => ply).sort((one, other) => one - other);
  return plies.find((ply) => ply > at) ?? plies[0] ?? null;
}
