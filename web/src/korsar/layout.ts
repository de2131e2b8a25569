// Where battles lie on the sea: each near its owner, none over another. Pure arithmetic, in pixels.

/** The side of a galleon that faces somebody's seat; two share the top when five sit, or three teams. */
export type Facing = "S" | "W" | "N" | "E" | "NW" | "NE";

export interface Spot {
  x: number;
  y: number;
}

export interface Rect extends Spot {
  w: number;
  h: number;
}

export interface ColumnSize {
  facing: Facing;
  cards: number;
  pill: number; // width of what is written at its end
}

export interface ColumnPlace {
  facing: Facing;
  cards: Spot[]; // the upper left corner of each
  pill: Spot; // its middle
}

/** A battle's own box; every place in it counts from its upper left corner. */
export interface Box {
  w: number;
  h: number;
  galleon: Spot;
  columns: ColumnPlace[];
}

export interface Sizes {
  galleon: number; // widths; a card is half as high again
  card: number;
  step: number; // how much of a covered card shows
  gap: number;
  pill: number; // height
  margin: number;
}

const FULL: Sizes = { galleon: 68, card: 48, step: 25, gap: 7, pill: 26, margin: 10 };
const LONGEST = 4; // covered cards at full step; longer columns are pushed together

export const SCALES = [1.7, 1.5, 1.3, 1.15, 1, 0.9, 0.8, 0.7, 0.65] as const;

export function sizesAt(scale: number): Sizes {
  const of = (n: number) => Math.round(n * scale);
  return {
    galleon: of(FULL.galleon),
    card: of(FULL.card),
    step: of(FULL.step),
    gap: of(FULL.gap),
    pill: FULL.pill,
    margin: FULL.margin,
  };
}

/** The seats clockwise from the reader's own, as the sides of a galleon. */
export function facings(sides: number): Facing[] {
  switch (sides) {
    case 2:
      return ["S", "N"];
    case 3:
      return ["S", "NW", "NE"];
    case 4:
      return ["S", "W", "N", "E"];
    default:
      return ["S", "W", "NW", "NE", "E"];
  }
}

function stepOf(cards: number, step: number): number {
  return cards <= LONGEST ? step : Math.floor((step * (LONGEST - 1)) / (cards - 1));
}

/** How much room a battle takes, and where everything lies in it. */
export function measure(columns: readonly ColumnSize[], sizes: Sizes): Box {
  const { galleon, card, gap, pill, margin } = sizes;
  const high = galleon * 1.5;
  const cardHigh = card * 1.5;
  const long = (n: number) => stepOf(n, sizes.step) * (n - 1);
  const at = (facing: Facing) => columns.find((column) => column.facing === facing);
  const top = columns.filter(({ facing }) => facing.startsWith("N"));
  const [west, east, south] = [at("W"), at("E"), at("S")];

  const wide = (column?: ColumnSize) => (column ? gap + Math.max(card + long(column.cards), column.pill) : 0);
  const left = wide(west);
  const right = wide(east);
  const topWide = top.reduce((sum, column) => sum + Math.max(card, column.pill), 0) + gap * Math.max(0, top.length - 1);
  const topHigh = top.length ? gap + pill + 4 + cardHigh + Math.max(...top.map((column) => long(column.cards))) : 0;
  const sideHigh = west || east ? pill + 4 + cardHigh : 0;
  const southHigh = south ? gap + (south.cards ? cardHigh + long(south.cards) + 4 : 0) + pill : 0;
  const middle = Math.max(high, sideHigh);
  const central = Math.max(galleon, topWide, south ? Math.max(card, south.pill) : 0);
  const spread = (central - galleon) / 2;
  const w = 2 * margin + Math.max(left, spread) + galleon + Math.max(right, spread);
  const h = 2 * margin + topHigh + middle + southHigh;
  const gx = margin + Math.max(left, spread);
  const gy = margin + topHigh + (middle - high) / 2;
  const places: ColumnPlace[] = [];

  let x = gx + galleon / 2 - topWide / 2;
  for (const facing of ["NW", "N", "NE"] as const) {
    const column = at(facing);
    if (!column) continue;
    const each = Math.max(card, column.pill);
    const step = stepOf(column.cards, sizes.step);
    const start = gy - gap - cardHigh - long(column.cards);
    places.push({
      facing,
      cards: Array.from({ length: column.cards }, (_, n) => ({ x: x + (each - card) / 2, y: start + n * step })),
      pill: { x: x + each / 2, y: start - 4 - pill / 2 },
    });
    x += each + gap;
  }
  for (const column of [west, east]) {
    if (!column) continue;
    const step = stepOf(column.cards, sizes.step);
    const room = wide(column) - gap;
    const from = column.facing === "W" ? gx - gap - room : gx + galleon + gap;
    const first = column.facing === "W" ? from + room - card - long(column.cards) : from;
    const y = gy + (high - cardHigh) / 2 + (pill + 4) / 2;
    places.push({
      facing: column.facing,
      cards: Array.from({ length: column.cards }, (_, n) => ({ x: first + n * step, y })),
      pill: { x: from + room / 2, y: y - 4 - pill / 2 },
    });
  }
  if (south) {
    const step = stepOf(south.cards, sizes.step);
    const y = gy + high + gap;
    places.push({
      facing: "S",
      cards: Array.from({ length: south.cards }, (_, n) => ({ x: gx + galleon / 2 - card / 2, y: y + n * step })),
      pill: {
        x: gx + galleon / 2,
        y: south.cards ? y + cardHigh + long(south.cards) + 4 + pill / 2 : y + pill / 2,
      },
    });
  }
  return { w: Math.ceil(w), h: Math.ceil(h), galleon: { x: gx, y: gy }, columns: places };
}

/** Where the galleons of somebody's are looked for first, as parts of the sea. */
export const HOMES: Record<Facing, Spot> = {
  S: { x: 0.5, y: 0.86 },
  W: { x: 0.16, y: 0.6 },
  N: { x: 0.5, y: 0.2 },
  E: { x: 0.84, y: 0.6 },
  NW: { x: 0.3, y: 0.24 },
  NE: { x: 0.7, y: 0.24 },
};

export interface Wanted {
  id: number;
  w: number;
  h: number;
  near: Spot; // its middle, if it can be there
}

/** A place for every box, as near as can be to where it wants to be; null if they do not all fit. */
export function pack(boxes: readonly Wanted[], sea: Rect, taken: readonly Rect[]): Map<number, Spot> | null {
  const placed = new Map<number, Spot>();
  const full: Rect[] = [...taken];
  for (const box of [...boxes].sort((one, other) => other.w * other.h - one.w * one.h)) {
    const spot = nearest(box, sea, full);
    if (!spot) return null;
    placed.set(box.id, spot);
    full.push({ ...spot, w: box.w, h: box.h });
  }
  return placed;
}

/** The free place nearest to where a box wants to be: there, or where it touches what hinders it. */
function nearest(box: Wanted, sea: Rect, full: readonly Rect[]): Spot | null {
  const mostX = sea.x + sea.w - box.w;
  const mostY = sea.y + sea.h - box.h;
  if (mostX < sea.x || mostY < sea.y) return null;
  const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  const wanted = { x: clamp(box.near.x - box.w / 2, sea.x, mostX), y: clamp(box.near.y - box.h / 2, sea.y, mostY) };
  let best: Spot | null = null;
  let far = Infinity;
  for (const y of [wanted.y, ...full.flatMap((other) => [other.y - box.h, other.y + other.h])]) {
    const down = (y - wanted.y) ** 2;
    if (y < sea.y || y > mostY || down >= far) continue;
    const beside = full.filter((other) => y < other.y + other.h && other.y < y + box.h);
    for (const x of [slid(wanted.x, 1, box.w, beside), slid(wanted.x, -1, box.w, beside)]) {
      const distance = down + (x - wanted.x) ** 2;
      if (x < sea.x || x > mostX || distance >= far) continue;
      best = { x, y };
      far = distance;
    }
  }
  return best;
}

/** How far something must slide to the right, or to the left, to be free of all that stand beside it. */
function slid(x: number, to: 1 | -1, w: number, beside: readonly Rect[]): number {
  const other = beside.find((each) => x < each.x + each.w && each.x < x + w);
  return other ? slid(to > 0 ? other.x + other.w : other.x - w, to, w, beside) : x;
}

export function overlap(one: Rect, other: Rect): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}
