// Which part of the chart is seen, and how large: a shift and a scale, kept within the frame.
import type { Box, Spot } from "./grid";

const CLOSEST = 1.6; // pixels a unit
const NEAR = 0.94; // how closely what was chosen is looked at on a small screen
const ENOUGH = 0.62; // a whole chart at least so large needs no closer look
const AROUND = 60; // units left free around what is looked at

export class Camera {
  scale = $state(1);
  x = $state(0); // of the sheet's corner, in pixels
  y = $state(0);
  width = $state(0); // of the view, in pixels
  height = $state(0);
  moving = $state(false); // a gesture runs
  #fitted = true; // the whole chart was wanted: it stays whole when the view changes its size

  constructor(readonly sheet: Box) {}

  get whole(): number {
    return Math.min(this.width / this.sheet.width, this.height / this.sheet.height);
  }

  get closest(): number {
    return Math.max(CLOSEST, this.whole * 1.5);
  }

  /** Symbols are drawn larger, and tags left out, where everything is small. */
  get far(): boolean {
    return this.scale < ENOUGH;
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    if (this.#fitted) this.fit();
    else this.#keep(this.scale, this.x, this.y);
  }

  fit(): void {
    this.#fitted = true;
    this.#keep(this.whole, 0, 0);
  }

  pan(dx: number, dy: number): void {
    this.#keep(this.scale, this.x + dx, this.y + dy);
  }

  /** Zoom so that the place under the fingers stays there. */
  zoom(factor: number, at: Spot = { x: this.width / 2, y: this.height / 2 }): void {
    const scale = Math.min(this.closest, Math.max(this.whole, this.scale * factor));
    const ratio = scale / this.scale;
    this.#fitted = scale <= this.whole * 1.001;
    this.#keep(scale, at.x - (at.x - this.x) * ratio, at.y - (at.y - this.y) * ratio);
  }

  /** Whether the whole chart is too small to play on. */
  get small(): boolean {
    return this.whole < ENOUGH;
  }

  /** Look at some spots of the chart as closely as they all fit; a large screen shows everything at once. */
  look(spots: readonly Spot[]): void {
    if (!this.small || !spots.length || !this.width) return;
    const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...spots.map(({ y }) => y)), Math.max(...spots.map(({ y }) => y))];
    const room = Math.min(this.width / (right - left + 2 * AROUND), this.height / (bottom - top + 2 * AROUND));
    const scale = Math.max(this.whole, Math.min(NEAR, room));
    const middle = { x: (left + right) / 2 - this.sheet.x, y: (top + bottom) / 2 - this.sheet.y };
    this.#fitted = false;
    this.#keep(scale, this.width / 2 - middle.x * scale, this.height / 2 - middle.y * scale);
  }

  /** A spot of the chart, in pixels of the view. */
  seen({ x, y }: Spot): Spot {
    return { x: this.x + (x - this.sheet.x) * this.scale, y: this.y + (y - this.sheet.y) * this.scale };
  }

  /** A place of the view, on the chart. */
  spot({ x, y }: Spot): Spot {
    return { x: (x - this.x) / this.scale + this.sheet.x, y: (y - this.y) / this.scale + this.sheet.y };
  }

  #keep(scale: number, x: number, y: number): void {
    this.scale = scale;
    this.x = within(x, this.width, this.sheet.width * scale);
    this.y = within(y, this.height, this.sheet.height * scale);
  }
}

/** A shift that leaves no empty room; in the middle if there must be some. */
function within(at: number, view: number, sheet: number): number {
  return sheet <= view ? (view - sheet) / 2 : Math.min(0, Math.max(view - sheet, at));
}
