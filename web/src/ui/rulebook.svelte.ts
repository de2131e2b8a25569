// The numbered rules: where one stands, and its text when somebody asks for it at the table.
import { rulesOf } from "../net/rest";
import { reader } from "../words/index.svelte";

/** Where a rule stands in the rulebook. */
export const ruleHref = (rule: string): string => `/rules#${rule}`;

class Rulebook {
  asked = $state<string | null>(null); // the rule that is looked at
  #texts = new Map<string, Promise<Map<string, string>>>(); // by game and language

  /** The text of a rule in the reader's language. */
  async text(rule: string): Promise<string> {
    const game = rule.startsWith("C-") ? "les-corsaires" : "korsar";
    const key = `${game} ${reader.language}`;
    let texts = this.#texts.get(key);
    if (!texts) {
      texts = rulesOf(game, reader.language).then(({ rules }) => new Map(rules.map(({ number, text }) => [number, text])));
      texts.catch(() => this.#texts.delete(key));
      this.#texts.set(key, texts);
    }
    return (await texts).get(rule) ?? "";
  }
}

export const rulebook = new Rulebook();
