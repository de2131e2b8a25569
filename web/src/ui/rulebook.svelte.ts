// The numbered rules: where one stands, and its text when somebody asks for it at the table.
import { rulesOf } from "../net/rest";
import { reader } from "../words/index.svelte";

const BOARD = "les-corsaires"; // its rules are numbered C-…

const isOfBoard = (rule: string): boolean => rule.startsWith("C-");

/** Where a rule stands in the rulebook, in the edition or variant that is played. */
export const ruleHref = (rule: string): string => {
  const book = isOfBoard(rule) ? [BOARD, rulebook.variant] : [rulebook.edition];
  return `${["/rules", ...book].filter(Boolean).join("/")}#${rule}`;
};

class Rulebook {
  edition = $state<string | null>(null); // of Korsar, at the table
  variant = $state<string | null>(null); // of Les Corsaires, at the table
  asked = $state<string | null>(null); // the rule that is looked at
  #texts = new Map<string, Promise<Map<string, string>>>(); // by what is played and language

  /** The text of a rule in the reader's language. */
  async text(rule: string): Promise<string> {
    const [game, by] = isOfBoard(rule) ? [BOARD, { variant: this.variant }] : ["korsar", { edition: this.edition }];
    const key = JSON.stringify([game, by, reader.language]);
    let texts = this.#texts.get(key);
    if (!texts) {
      texts = rulesOf(game, reader.language, by).then(({ rules }) => new Map(rules.map(({ number, text }) => [number, text])));
      texts.catch(() => this.#texts.delete(key));
      this.#texts.set(key, texts);
    }
    return (await texts).get(rule) ?? "";
  }
}

export const rulebook = new Rulebook();
