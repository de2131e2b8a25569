import { describe, expect, it } from "vitest";
import { facings, HOMES, measure, overlap, pack, SCALES, sizesAt, type Box, type ColumnSize, type Facing } from "../src/korsar/layout";

function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

function columns(sides: number, chance: () => number): ColumnSize[] {
  return facings(sides)
    .filter(() => chance() < 0.6)
    .map((facing) => ({ facing, cards: 1 + Math.floor(6 * chance()), pill: 44 + Math.floor(90 * chance()) }));
}

describe("battles at sea", () => {
  it("keeps every card and pill within its box, whatever is played", () => {
    const chance = chances(1);
    for (let n = 0; n < 500; n += 1) {
      const sides = 2 + Math.floor(4 * chance());
      const sizes = sizesAt(SCALES[n % SCALES.length] ?? 1);
      const wanted = columns(sides, chance);
      const box = measure(wanted, sizes);
      expect(box.galleon.x).toBeGreaterThanOrEqual(0);
      expect(box.galleon.x + sizes.galleon).toBeLessThanOrEqual(box.w);
      expect(box.galleon.y + sizes.galleon * 1.5).toBeLessThanOrEqual(box.h);
      for (const place of box.columns) {
        const column = wanted.find(({ facing }) => facing === place.facing) as ColumnSize;
        expect(place.cards).toHaveLength(column.cards);
        for (const { x, y } of place.cards) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + sizes.card).toBeLessThanOrEqual(box.w);
          expect(y + sizes.card * 1.5).toBeLessThanOrEqual(box.h);
        }
        expect(place.pill.x - column.pill / 2).toBeGreaterThanOrEqual(-0.5);
        expect(place.pill.x + column.pill / 2).toBeLessThanOrEqual(box.w + 0.5);
      }
    }
  });

  it("lays no battle over another or over a plate, and keeps them on the sea", () => {
    const chance = chances(2);
    for (let n = 0; n < 100; n += 1) {
      const sides = 2 + Math.floor(4 * chance());
      const sea = { x: 14, y: 14, w: 700 + Math.floor(1100 * chance()), h: 380 + Math.floor(600 * chance()) };
      const plates = [{ x: sea.w / 2 - 140, y: 14, w: 280, h: 60 }];
      const count = 1 + Math.floor(6 * chance());
      const boxes = Array.from({ length: count }, (_, id) => ({ id, box: measure(columns(sides, chance), sizesAt(0.8)) }));
      const places = pack(
        boxes.map(({ id, box }) => {
          const home = HOMES[facings(sides)[id % sides] as Facing];
          return { id, w: box.w, h: box.h, near: { x: home.x * sea.w, y: home.y * sea.h } };
        }),
        sea,
        plates,
      );
      if (!places) continue;
      const laid = boxes.map(({ id, box }: { id: number; box: Box }) => ({ ...places.get(id)!, w: box.w, h: box.h }));
      for (const [i, one] of laid.entries()) {
        expect(one.x).toBeGreaterThanOrEqual(sea.x);
        expect(one.x + one.w).toBeLessThanOrEqual(sea.x + sea.w + 0.5);
        for (const other of [...laid.slice(i + 1), ...plates]) expect(overlap(one, other)).toBe(false);
      }
    }
  });

  it("finds the only place, to the pixel, and the nearest of several", () => {
    const sea = { x: 0, y: 0, w: 203, h: 101 };
    const plates = [{ x: 0, y: 0, w: 50, h: 101 }, { x: 151, y: 0, w: 52, h: 101 }];
    expect(pack([{ id: 1, w: 101, h: 101, near: { x: 0, y: 0 } }], sea, plates)?.get(1)).toEqual({ x: 50, y: 0 });
    expect(pack([{ id: 1, w: 102, h: 101, near: { x: 0, y: 0 } }], sea, plates)).toBeNull();
    const pillar = [{ x: 90, y: 0, w: 20, h: 101 }];
    expect(pack([{ id: 1, w: 40, h: 40, near: { x: 102, y: 50 } }], sea, pillar)?.get(1)).toEqual({ x: 110, y: 30 });
  });

  it("says so when there is no room", () => {
    expect(pack([{ id: 1, w: 300, h: 300, near: { x: 0, y: 0 } }], { x: 0, y: 0, w: 200, h: 200 }, [])).toBeNull();
  });
});
