// What players read: both languages complete, French with its narrow spaces.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHAPTERS, RULINGS } from "../src/rulebook/chapters";
import { rulebook as english } from "../src/rulebook/en";
import { rulebook as french } from "../src/rulebook/fr";
import { partOf, REDRAWN, SEA_CHAPTERS, SEA_RULINGS } from "../src/rulebook/sea-chapters";
import { seaBook as englishSea } from "../src/rulebook/sea-en";
import { seaBook as frenchSea } from "../src/rulebook/sea-fr";
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
    ["the rulebook of Les Corsaires", frenchSea],
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
  });

  it("marks as decided only rules that a chapter shows", () => {
    const shown: string[] = CHAPTERS.flatMap(([, prefixes]) => [...prefixes]);
    for (const number of Object.keys(RULINGS)) expect(shown).toContain(number.slice(0, number.lastIndexOf("-")));
  });

  it("works its examples out right", () => {
    let sums = 0;
    for (const [, text] of [french, english, frenchSea, englishSea].flatMap((book) => texts(book))) {
      for (const [, sum = "", result] of text.matchAll(/(\d+(?: [+−] \d+)+) = (\d+)/g)) {
        const total = sum.replaceAll("−", "+ -").split("+").reduce((all, n) => all + Number(n.replace(/ /g, "")), 0);
        expect(total).toBe(Number(result));
        sums += 1;
      }
    }
    expect(sums).toBeGreaterThan(5);
  });
});

describe("the rulebook of Les Corsaires", () => {
  const page = readFileSync("../docs/rules/les-corsaires.md", "utf8"); // from web/, where tests run
  const rules = page.split(/^- (?=C-)/m).slice(1);
  const marked = (mark: string): string[] =>
    rules.filter((rule) => rule.split("\n\n")[0]?.includes(`**${mark}**`)).map((rule) => rule.split(" ")[0] ?? "");

  it("has every chapter in both languages and every variant, with as many paragraphs and the same pictures", () => {
    for (const [id] of SEA_CHAPTERS) {
      for (const variant of [null, "experienced", "very-young"]) {
        const [one, other] = [partOf(frenchSea.chapters[id], variant), partOf(englishSea.chapters[id], variant)];
        expect(one.text.length).toBe(other.text.length);
        expect(one.pictures?.map(({ kind }) => kind)).toEqual(other.pictures?.map(({ kind }) => kind));
      }
    }
  });

  it("has a chapter for every rule", () => {
    const prefixes: string[] = SEA_CHAPTERS.flatMap(([, each]) => [...each]);
    expect(rules.length).toBeGreaterThan(30);
    for (const rule of rules) expect(prefixes).toContain(rule.slice(0, 5));
  });

  it("marks what the page of the rules marks", () => {
    expect([...SEA_RULINGS].sort()).toEqual(marked("ruling").sort());
    expect([...REDRAWN].sort()).toEqual(marked("reconstruction").sort());
  });
});
