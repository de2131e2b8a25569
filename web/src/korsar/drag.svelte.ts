// A card carried by mouse or finger from the hand to where it is let go.
import type { KorsarGame } from "./game.svelte";
import type { Card } from "./table";

/** What lies below the card that is carried. */
export type Below = { kind: "galleon"; galleon: number } | { kind: "sea" } | { kind: "discards" } | null;

const SLACK = 8; // px that a finger may tremble without carrying

export class Drag {
  card = $state.raw<Card | null>(null);
  x = $state(0);
  y = $state(0);
  #stop: (() => void) | null = null;

  constructor(readonly game: KorsarGame) {}

  /** A card of the hand is pressed: it is carried once the pointer has moved. */
  press(event: PointerEvent, card: Card, index: number): void {
    if (event.button !== 0 || this.#stop) return;
    const { pointerId, clientX, clientY } = event;
    const stopping = new AbortController();
    const { signal } = stopping;
    const moved = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      if (!this.card && Math.hypot(now.clientX - clientX, now.clientY - clientY) < SLACK) return;
      if (!this.card) this.#lift(card, index);
      this.x = now.clientX;
      this.y = now.clientY;
      this.#hover(below(now));
    };
    const dropped = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      const carried = this.card !== null;
      this.#end();
      if (!carried) return;
      swallowClick();
      this.#drop(below(now), now);
    };
    addEventListener("pointermove", moved, { signal });
    addEventListener("pointerup", dropped, { signal });
    addEventListener("pointercancel", (now) => now.pointerId === pointerId && this.cancel(), { signal });
    this.#stop = () => stopping.abort();
  }

  /** Put the card back. */
  cancel(): void {
    if (this.card) this.game.clear();
    this.#end();
  }

  #end(): void {
    this.card = null;
    this.#stop?.();
    this.#stop = null;
  }

  #lift(card: Card, index: number): void {
    this.card = card;
    if (this.game.card !== card || this.game.index !== index) this.game.choose(card, index);
  }

  /** What is below is aimed at, and says why if it may not be. */
  #hover(at: Below): void {
    const { game } = this;
    game.why = null;
    if (game.lay) return;
    const battle = at?.kind === "galleon" ? game.battles.find(({ galleon }) => galleon === at.galleon) : undefined;
    game.galleon = battle?.legal ? battle.galleon : null;
    if (battle && !battle.legal) game.explain(battle);
  }

  #drop(at: Below, now: PointerEvent): void {
    const { game } = this;
    if (at?.kind === "discards" && game.canAct) {
      void game.discardCard();
      return;
    }
    const aimed = game.lay ? at !== null && at.kind !== "discards" : game.target !== null;
    if (!aimed || !game.ready) {
      const { why } = game;
      game.clear();
      game.why = why;
      return;
    }
    game.from = new DOMRect(now.clientX - 40, now.clientY - 60, 80, 120);
    if (game.canAct) void game.play();
  }
}

function below({ clientX, clientY }: PointerEvent): Below {
  const element = document.elementFromPoint(clientX, clientY);
  const galleon = element?.closest<HTMLElement>("[data-battle]")?.dataset["battle"];
  if (galleon !== undefined) return { kind: "galleon", galleon: Number(galleon) };
  if (element?.closest("[data-drop=discards]")) return { kind: "discards" };
  return element?.closest("[data-drop=sea]") ? { kind: "sea" } : null;
}

/** Letting go is no click. */
export function swallowClick(): void {
  const stop = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 60);
}
