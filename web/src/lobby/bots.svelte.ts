// The levels of the bots, as the server tells them; asked for once.
import { askBots, type BotInfo } from "../net/rest";

export const LEVELS = ["mousse", "matelot", "capitaine", "amiral"] as const;
export const USUAL = "matelot";

class Bots {
  known = $state.raw<BotInfo[]>([]);
  #asked = false;

  get all(): BotInfo[] {
    if (!this.#asked) {
      this.#asked = true;
      askBots()
        .then((found) => (this.known = found.filter(({ id }) => (LEVELS as readonly string[]).includes(id))))
        .catch(() => (this.#asked = false));
    }
    return this.known;
  }

  find(level: string | null | undefined): BotInfo | null {
    return this.all.find(({ id }) => id === level) ?? null;
  }
}

export const bots = new Bots();
