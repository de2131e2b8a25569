// A table as everybody around it may see it, also where this browser has a seat of its own.
import type { KorsarYou } from "../net/protocol";
import { TableState } from "../state/table.svelte";

export class PublicTable extends TableState {
  override get seat(): null {
    return null;
  }

  override get mine(): number[] {
    return [];
  }
}

/** What a side has taken, as far as all may see it: gold, or where booty lies face down the number of galleons. */
export function takenBy(you: KorsarYou | null, side: number): { gold: number | null; galleons: number } {
  const faceDown = you?.booty.some(({ gold }) => gold === null) ?? false;
  const booty = you?.booty[side];
  return { gold: faceDown ? null : (booty?.gold ?? null), galleons: booty?.galleons ?? 0 };
}
