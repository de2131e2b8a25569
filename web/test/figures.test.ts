import { expect, it } from "vitest";
import { figures } from "../src/ui/figures";

it("keeps a figure as wide as it will be", () => {
  expect(figures(7)).toBe("\u20077");
  expect(figures(12)).toBe("12");
  expect([...figures(3, 3)]).toHaveLength(3);
});
