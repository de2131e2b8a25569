import { describe, expect, it } from "vitest";
import { en } from "../src/words/en";
import { fr } from "../src/words/fr";

/** What a text is made of: its path, and how many things go into it. */
function shape(part: unknown, path = ""): string[] {
  if (typeof part === "function") return [`${path}(${part.length})`];
  if (typeof part !== "object" || part === null) return [path];
  return Object.entries(part).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

const said = (part: unknown): string[] =>
  typeof part === "string" ? [part] : typeof part === "object" && part !== null ? Object.values(part).flatMap(said) : [];

describe("the words", () => {
  it("are the same in both languages", () => {
    const takes = (words: unknown) => shape(words).map((each) => each.replace(/\(\d\)$/, "()"));
    expect(takes(fr).sort()).toEqual(takes(en).sort());
  });

  it("are all there", () => {
    for (const text of [...said(fr), ...said(en)]) expect(text.trim()).not.toBe("");
  });

  it("have the refusals of the same rules", () => expect(Object.keys(fr.refusals)).toEqual(Object.keys(en.refusals)));

  it("count right", () => {
    expect(en.inHand(1)).toBe("1 card in hand");
    expect(en.inHand(2)).toBe("2 cards in hand");
    expect(fr.inHand(1)).not.toMatch(/cartes/);
    expect(fr.inHand(2)).toMatch(/cartes/);
  });
});
