// What the whole page shares: who I am, the connection, the path, the theme.
import { Connection } from "../net/connection.svelte";
import { changeMe, claimLink, me as askMe, type Me } from "../net/rest";
import { reader, type Language } from "../words/index.svelte";
import { keep, kept } from "./kept";

const DARK = matchMedia("(prefers-color-scheme: dark)");

class App {
  me = $state.raw<Me | null>(null);
  path = $state(location.pathname);
  theme = $state(lamp(kept("theme")));
  readonly net: Connection;

  constructor() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.net = new Connection(`${scheme}://${location.host}/ws`, () => this.#introduce());
    addEventListener("popstate", () => (this.path = location.pathname));
    DARK.addEventListener("change", () => this.#dress());
    this.#dress();
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = path;
    scrollTo(0, 0);
  }

  async speak(language: Language): Promise<void> {
    reader.choose(language);
    if (this.me) this.me = await changeMe({ language });
  }

  async rename(name: string): Promise<void> {
    this.me = await changeMe({ name });
  }

  turnLamp(): void {
    this.theme = this.#lamp() === "dark" ? "light" : "dark";
    keep("theme", this.theme);
    this.#dress();
  }

  /** What was chosen, else what the system has. */
  #lamp(): "light" | "dark" {
    return this.theme ?? (DARK.matches ? "dark" : "light");
  }

  #dress(): void {
    document.documentElement.dataset["theme"] = this.#lamp();
  }

  /** Become somebody the server knows: by the cookie, or by a link from another device. */
  async #introduce(): Promise<void> {
    const carried = /^#carry=(.+)$/.exec(location.hash)?.[1];
    if (carried) {
      history.replaceState(null, "", location.pathname);
      this.me = await claimLink(carried).catch(() => askMe());
    } else {
      this.me = await askMe();
    }
    if (this.me.language !== reader.language) this.me = await changeMe({ language: reader.language });
  }
}

const lamp = (value: string | null): "light" | "dark" | null => (value === "light" || value === "dark" ? value : null);

export const app = new App();
