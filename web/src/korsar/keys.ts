// The table by keyboard. The list under "?" is in the words.
import { flushSync } from "svelte";
import type { Drag } from "./drag.svelte";
import type { KorsarGame } from "./game.svelte";

/** Do what a key asks for; whether it did anything. */
export function pressKey(event: KeyboardEvent, game: KorsarGame, drag: Drag, toggleText: () => void): boolean {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement || document.querySelector("dialog[open]")) return false;
  switch (key) {
    case "Escape":
      if (drag.card) drag.cancel();
      else game.clear();
      return true;
    case "p":
      void game.drawCard();
      return true;
    case "d":
      void game.discardCard();
      return true;
    case "h":
      if (game.mayAsk) void game.state.hint();
      return true;
    case "z":
      void game.undo();
      return true;
    case "t":
      toggleText();
      return true;
    case "ArrowLeft":
    case "ArrowRight":
      return alongHand(game, key === "ArrowLeft" ? -1 : 1, target);
    case "ArrowUp":
    case "ArrowDown":
      if (!game.inReach.length || inList(target)) return false;
      game.aimNext(key === "ArrowUp" ? 1 : -1);
      return true;
    case "Enter":
      return confirm(game, target);
    default: {
      if (!/^[0-9]$/.test(key)) return false;
      game.chooseAt((Number(key) + 9) % 10);
      focusChosen();
      return true;
    }
  }
}

/** A list that scrolls keeps its arrows. */
const inList = (target: EventTarget | null): boolean => target instanceof Element && target.closest("[role=region], [role=tablist]") !== null;

/** The card beside the one chosen; the focus goes with it. */
function alongHand(game: KorsarGame, by: 1 | -1, target: EventTarget | null): boolean {
  if (!game.hand.length || inList(target)) return false;
  const last = game.hand.length - 1;
  const next = game.index === null ? (by > 0 ? 0 : last) : Math.min(Math.max(game.index + by, 0), last);
  game.chooseAt(next);
  focusChosen();
  return true;
}

/** At once: the next key may be on its way. */
function focusChosen(): void {
  flushSync();
  document.querySelector<HTMLElement>(".hand .hc[aria-pressed=true]")?.focus();
}

/** Enter plays what is ready, or aims first where there is a choice; buttons keep their own Enter. */
function confirm(game: KorsarGame, target: EventTarget | null): boolean {
  const element = target instanceof HTMLElement ? target : null;
  const free = element === null || element === document.body || element.matches(".hc[aria-pressed=true]");
  if (!free || !game.card) return false;
  if (game.ready) void game.play();
  else if (game.inReach.length) game.aimNext(1);
  else return false;
  return true;
}
