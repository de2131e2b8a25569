// What players read: both languages complete, French with its narrow spaces.
import { describe, expect, it } from "vitest";
import { CHAPTERS, RULINGS } from "../src/rulebook/chapters";
import { rulebook as english } from "../src/rulebook/en";
import { rulebook as french } from "../src/rulebook/fr";
import { fr } from "../src/words/fr";

/** Every text in there, by its path; functions are asked with plain things. */
function texts(part: unknown, path = ""): [string, string][] {
  if (typeof part === "string") return [[path, part]];
  if (typeof part === "function") {
    try {
      return texts((part as (...given: unknown[]) => unknown)("Inès", 2, "3"), path);
    } catch {
      return [];
    }
  }
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
}

const PLAIN_SPACE = / [:;!?»]|« /;

describe("French", () => {
  it.each([
    ["the words", fr],
    ["the rulebook", french],
  ])("has narrow spaces in %s", (_, part) => {
    const found = texts(part);
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(([, text]) => PLAIN_SPACE.test(text))).toEqual([]);
  });
});

describe("the rulebook", () => {
  it("has every chapter in both languages, with as many paragraphs and the same cards", () => {
    for (const [id] of CHAPTERS) {
      const [one, other] = [french.chapters[id], english.chapters[id]];
      expect(one.text.length).toBe(other.text.length);
      expect(one.example?.cards).toEqual(other.example?.cards);
    }
    expect(Object.keys(french.board)).toEqual(Object.keys(english.board));
  });

  it("marks as decided only rules that a chapter shows", () => {
    const shown: string[] = CHAPTERS.flatMap(([, prefixes]) => [...prefixes]);
    for (const number of Object.keys(RULINGS)) expect(shown).toContain(number.slice(0, number.lastIndexOf("-")));
  });

  it("works its examples out right", () => {
    for (const { chapters } of [french, english]) {
      for (const { example } of Object.values(chapters)) {
        for (const [, sum = "", result] of example?.text.matchAll(/(\d+(?: [+−] \d+)+) = (\d+)/g) ?? []) {
          const total = sum.replaceAll("−", "+ -").split("+").reduce((all, n) => all + Number(n.replace(/ /g, "")), 0);
          expect(total).toBe(Number(result));
        }
      }
    }
  });
});
