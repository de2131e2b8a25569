// The words of Les Corsaires: complete in both languages, and the French with its narrow spaces.
import { expect, test } from "vitest";
import { seaEn } from "../src/words/sea-en";
import { seaFr } from "../src/words/sea-fr";

const GIVEN: unknown[] = ["rM1", 3, true, ["rM1", "bG2"], "medium", null, [3, 2]];

/** Every text of a tree of words; functions are called with whatever fits them. */
function textsOf(words: unknown, key = ""): [string, string][] {
  if (typeof words === "string") return [[key, words]];
  if (Array.isArray(words)) return words.flatMap((each, n) => textsOf(each, `${key}.${n}`));
  if (typeof words === "function") return called(words as (...given: unknown[]) => unknown, key);
  return Object.entries(words ?? {}).flatMap(([name, each]) => textsOf(each, `${key}.${name}`));
}

function called(word: (...given: unknown[]) => unknown, key: string): [string, string][] {
  const tries = Array.from({ length: word.length }).reduce<unknown[][]>((so) => so.flatMap((given) => GIVEN.map((each) => [...given, each])), [[]]);
  for (const given of tries) {
    try {
      const texts = textsOf(word(...given), key);
      if (texts.length && texts.every(([, text]) => !/undefined|null|NaN|object/.test(text))) return texts;
    } catch {
      // it wanted something else
    }
  }
  throw new Error(`nothing fits ${key}`);
}

const keysOf = (words: object): string[] => Object.keys(words).sort();

test("both languages have the same words", () => {
  expect(keysOf(seaEn)).toEqual(keysOf(seaFr));
  expect(keysOf(seaEn.events)).toEqual(keysOf(seaFr.events));
  expect(keysOf(seaEn.end)).toEqual(keysOf(seaFr.end));
  expect(seaEn.keysHelp.length).toBe(seaFr.keysHelp.length);
});

test("French: a narrow space before double punctuation, and nothing else", () => {
  for (const [key, text] of textsOf(seaFr)) expect(text, key).not.toMatch(/[^\u202f][;!?»]|[^\u202f\d]:|[ \u00a0][:;!?»]/);
});

test("English has no French spaces", () => {
  for (const [key, text] of textsOf(seaEn)) expect(text, key).not.toMatch(/\u202f| [:;!?]/);
});
