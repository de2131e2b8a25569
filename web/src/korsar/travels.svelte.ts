// Cards on their way: what a move did, shown by cards that travel above the table and hinder nothing.
import { untrack } from "svelte";
import type { KorsarEvent } from "../net/protocol";
import type { KorsarGame } from "./game.svelte";
import type { Card } from "./table";

export interface Flight {
  id: number;
  card: Card;
  from: DOMRect;
  to: DOMRect;
  ms: number;
  after: number; // ms before it starts
  leaves: boolean; // gone when it has arrived: nothing lies there
}

const TRAVEL = { draw: 220, play: 300, collect: 460 } as const; // ms
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

const find = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.offsetParent !== null) ?? null;

export class Travels {
  flights = $state.raw<Flight[]>([]);
  #count = 0;
  #before = new Map<string, DOMRect>(); // where things lay before the move

  /** To be made while its component is: it looks at the table before and after every move. */
  constructor(readonly game: KorsarGame) {
    $effect.pre(() => {
      const { last } = game.state;
      if (last && !STILL.matches) untrack(() => this.#look(last.events as KorsarEvent[]));
    });
    $effect(() => {
      const { last } = game.state;
      if (last && !STILL.matches) untrack(() => this.#start(last.events as KorsarEvent[]));
    });
  }

  landed(flight: Flight): void {
    this.flights = this.flights.filter((each) => each !== flight);
  }

  #look(events: readonly KorsarEvent[]): void {
    this.#before.clear();
    for (const event of events) {
      if (event.kind === "Collected") this.#keep(`galleon ${event.galleon}`, `[data-galleon="${event.galleon}"]`);
      if (event.kind === "Laid" || event.kind === "Played" || event.kind === "Discarded") {
        this.#keep("hand", `.hand .hc[aria-pressed=true][data-card="${event.card}"]`);
      }
    }
  }

  #keep(name: string, selector: string): void {
    const found = find(selector);
    if (found) this.#before.set(name, found.getBoundingClientRect());
  }

  #start(events: readonly KorsarEvent[]): void {
    const { game } = this;
    let after = 0;
    for (const event of events) {
      switch (event.kind) {
        case "Drew": {
          const mine = event.seat === game.state.seat;
          const to = mine ? find(".hand .hc.fresh") : find(`[data-home="${event.seat}"]`);
          this.#fly("X", rectOf("[data-pile=deck]"), to, TRAVEL.draw, after, !mine);
          break;
        }
        case "Laid":
          this.#fly(event.card, this.#source(event.seat), find(`[data-galleon="${event.galleon}"]`), TRAVEL.play, after, false);
          break;
        case "Played": {
          const lying = find(`[data-battle="${event.galleon}"] .at.last`);
          const to = lying ?? find(`[data-battle="${event.galleon}"]`);
          this.#fly(event.card, this.#source(event.seat), to, TRAVEL.play, after, lying === null);
          break;
        }
        case "Discarded":
          this.#fly(event.card, this.#source(event.seat), find("[data-pile=discards]"), TRAVEL.play, after, true);
          break;
        case "Collected":
          after = Math.max(after, TRAVEL.play);
          this.#fly(event.card, this.#before.get(`galleon ${event.galleon}`) ?? null, find(`[data-booty="${event.side}"]`), TRAVEL.collect, after, true);
          break;
      }
    }
    game.from = null;
  }

  /** Where a seat's card comes from: the reader's own hand, or a plate. */
  #source(seat: number): DOMRect | null {
    if (seat === this.game.state.seat) return this.game.from ?? this.#before.get("hand") ?? rectOf(".hand");
    const plate = rectOf(`[data-home="${seat}"]`);
    return plate && new DOMRect(plate.x + plate.width / 2 - 14, plate.y + plate.height / 2 - 21, 28, 42); // as small as the hand there
  }

  #fly(card: Card, from: DOMRect | null, target: HTMLElement | null, ms: number, after: number, leaves: boolean): void {
    if (!from || !target) return;
    const to = restOf(target);
    if (!leaves) target.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms + after });
    this.flights = [...this.flights, { id: (this.#count += 1), card, from, to, ms, after, leaves }];
  }
}

function rectOf(selector: string): DOMRect | null {
  return find(selector)?.getBoundingClientRect() ?? null;
}

/** Where an element will be once all that slides has slid to its place. */
function restOf(element: HTMLElement): DOMRect {
  const rest = DOMRect.fromRect(element.getBoundingClientRect());
  for (let each: HTMLElement | null = element; each; each = each.parentElement) {
    if (!each.style.transform) continue;
    const now = new DOMMatrix(getComputedStyle(each).transform);
    const then = new DOMMatrix(each.style.transform);
    rest.x += then.e - now.e;
    rest.y += then.f - now.f;
  }
  return rest;
}
