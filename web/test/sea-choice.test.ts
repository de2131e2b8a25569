// The choice of a chart and a variant, for whoever opens a table.
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { GameInfo } from "../src/net/rest";
import ChartChoice from "../src/sea/ChartChoice.svelte";

vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
afterEach(cleanup);

const both = (text: string) => ({ fr: text, en: text });
const each = (id: string | null, name: string) => ({ id, name: both(name), about: both("") });
const info = {
  id: "les-corsaires",
  charts: [each("crossing", "The crossing"), each("narrows", "The narrows")],
  default_chart: "crossing",
  variants: [each(null, "Ordinary"), each("very-young", "Very young")],
  options: [each("equal_fleets", "Equal fleets")],
} as unknown as GameInfo;

test("the default chart and the ordinary game are chosen; others can be, also without their pictures", () => {
  render(ChartChoice, { info, seats: 4, chart: null, variant: null });
  const radio = (name: string) => screen.getByRole("radio", { name }) as HTMLInputElement;
  expect(radio("The crossing").checked).toBe(true);
  expect(radio("Ordinary").checked).toBe(true);
  radio("The narrows").click();
  expect(radio("The narrows").checked).toBe(true);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("equal fleets are offered at three", () => {
  render(ChartChoice, { info, seats: 3, chart: null, variant: null });
  expect(screen.getByRole("checkbox", { name: "Equal fleets" })).toBeTruthy();
});
