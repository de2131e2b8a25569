// What is drawn, undone and done again; the server says after every change whether it can be played on.
import type { LesCorsairesChart, LesCorsairesCoast } from "../net/protocol";
import { checkChart, coastOfDrawn, Failed, type Mistake } from "../net/rest";
import { keep, kept } from "../state/kept";
import { reader } from "../words/index.svelte";
import { draftOf, tomlOf, type Draft } from "./draft";

const KEPT = "workshop"; // in this browser
const PAUSE = 300; // ms of quiet before the server is asked
const AGAIN = 3000; // ms after which it is asked again if it did not answer
const MOST = 200; // changes that can be undone

export class Workshop {
  draft = $state.raw<Draft | null>(null);
  mistakes = $state.raw<Mistake[] | null>(null); // null: not known yet
  unheard = $state(false);
  coast = $state.raw<LesCorsairesCoast | null>(null);
  surveyed = $state.raw<string[]>([]); // the rows whose coast that is
  text = $derived(this.draft ? tomlOf(this.draft) : "");
  #before = $state.raw<Draft[]>([]);
  #after = $state.raw<Draft[]>([]);
  #field = ""; // changes of one field, or of one stroke, are undone together
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  get good(): boolean {
    return this.mistakes?.length === 0;
  }

  /** What was drawn here last, if anything. */
  recall(): boolean {
    try {
      const draft = JSON.parse(kept(KEPT) ?? "null") as Draft | null;
      if (!draft?.rows.length) return false;
      tomlOf(draft);
      this.#show(draft);
      return true;
    } catch {
      return false; // something else, or of another time
    }
  }

  change(draft: Draft, field = ""): void {
    if (this.draft && (!field || field !== this.#field)) this.#before = [...this.#before, this.draft].slice(-MOST);
    this.#field = field;
    this.#after = [];
    this.#show(draft);
  }

  undo(): void {
    const draft = this.#before.at(-1);
    if (!draft || !this.draft) return;
    this.#before = this.#before.slice(0, -1);
    this.#after = [...this.#after, this.draft];
    this.#field = "";
    this.#show(draft);
  }

  redo(): void {
    const draft = this.#after.at(-1);
    if (!draft || !this.draft) return;
    this.#after = this.#after.slice(0, -1);
    this.#before = [...this.#before, this.draft];
    this.#field = "";
    this.#show(draft);
  }

  /** One of the charts that come with the game. */
  async load(id: string): Promise<void> {
    const answer = await fetch(`/api/games/les-corsaires/charts/${id}`);
    if (answer.ok) this.change(draftOf((await answer.json()) as LesCorsairesChart, false));
  }

  /** A file; what cannot be read in it is told, and the drawing stays. */
  async read(text: string): Promise<Mistake[]> {
    const { chart, asymmetric, mistakes } = await checkChart(text, reader.language);
    if (!chart) return mistakes;
    this.change(draftOf(chart, asymmetric));
    return [];
  }

  /** Ask soon, once nothing changes any more. */
  check(pause = PAUSE): void {
    this.mistakes = null;
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(this.#asked), pause);
  }

  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }

  async #check(asked: number): Promise<void> {
    const { draft, text } = this;
    if (!draft) return;
    try {
      const { chart, mistakes } = await checkChart(text, reader.language);
      if (asked !== this.#asked) return;
      this.unheard = false;
      this.mistakes = mistakes;
      if (!chart || this.surveyed.join() === draft.rows.join()) return;
      const coast = await coastOfDrawn(text);
      if (asked !== this.#asked) return;
      this.coast = coast;
      this.surveyed = draft.rows;
    } catch (error) {
      if (asked !== this.#asked) return;
      this.unheard = true;
      const refused = error instanceof Failed && error.status < 500 && error.status !== 429;
      this.mistakes = refused ? [{ line: 0, key: "", text: error.message }] : null;
      if (!refused) this.check(AGAIN);
    }
  }

  #show(draft: Draft): void {
    this.draft = draft;
    if (this.surveyed.length !== draft.rows.length || this.surveyed[0]?.length !== draft.rows[0]?.length) {
      this.coast = null;
      this.surveyed = [];
    }
    keep(KEPT, JSON.stringify(draft));
    this.check();
  }
}
