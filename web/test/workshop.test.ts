// A chart that is being drawn, and the text that the loader reads.
import { expect, test } from "vitest";
import { aim, draftOf, letterAt, painted, placeNamed, resized, rowOn, shapeOf, shotTo, tomlOf, type Draft } from "../src/workshop/draft";
import { batteryFor, letterFor, TOOLS } from "../src/workshop/tools";

const draft: Draft = {
  name: { fr: "L’\"anse\"", en: "The cove" },
  about: { fr: "Petite.", en: "Small." },
  rows: ["rr.B", "#O.", "F.gG"],
  asymmetric: true,
  seaward: { red: 3, blue: 4, green: 6, yellow: 1 },
  batteries: { rH: "b2" },
  roses: { light: { warship: [3, null, 2, 1, 2, 3], merchant: [1, 1, 1, 0, 1, 1] } },
  fire: { yellow: ["d"], blue: ["dl", "dr"], red: [] },
  faces: ["red", "blue"],
};

test("the file has every part, and rows that are shifted in turn", () => {
  const text = tomlOf(draft);
  expect(text).toContain('fr = "L’\\"anse\\""');
  expect(text).toContain('asymmetric = true\nboard = """\nr r . B\n # O .\nF . g G\n"""');
  expect(text).toContain("[rose.light]\nwarship = [3, 2, 1, 2, 3]\nmerchant = [1, 1, 1, 0, 1, 1]");
  expect(text).toContain('blue = ["dl", "dr"]\nred = []');
  expect(text).toContain('faces = ["red", "blue"]');
  const line = text.split("\n").indexOf(" # O .") + 1;
  expect(rowOn(text, line)).toBe(1);
  expect(rowOn(text, 1)).toBeNull();
});

test("the shape that is drawn leads back to the same draft", () => {
  const chart = shapeOf(draft);
  expect(chart.points.find(({ name }) => name === "b2")).toEqual({ name: "b2", row: 1, x: 3, ground: "rose", fleet: null });
  expect(chart.points.find(({ name }) => name === "c3")).toEqual({ name: "c3", row: 2, x: 4, ground: "home", fleet: "green" });
  expect(draftOf({ ...chart, roses: {} }, true)).toEqual({ ...draft, roses: {} });
});

test("a point is painted, and a board gets another size with sea around", () => {
  expect(painted(draft, { row: 1, column: 2 }, "#").rows).toEqual(["rr.B", "#O#", "F.gG"]);
  expect(resized(draft, 4, 5).rows).toEqual(["rr.B.", "#O..", "F.gG.", "...."]);
  expect(resized(draft, 2, 3).rows).toEqual(["rr.", "#O"]);
  expect(letterAt(draft, placeNamed("c1") ?? { row: 9, column: 9 })).toBe("F");
  expect(placeNamed("c0")).toBeNull();
});

test("shots are where they fall, however they are written", () => {
  expect(aim("ld")).toEqual(aim("dl"));
  expect(aim("lr")).toEqual(aim("d"));
  for (const shot of ["d", "dd", "dl", "ddr", "lll", "rr"]) expect(shotTo(...aim(shot))).toBe(shot);
});

test("tools paint letters, ports those of the fleet; batteries are placed", () => {
  const tool = (name: string) => TOOLS.find((each) => each.name === name) ?? TOOLS[0]!;
  expect(letterFor(tool("land"), "red")).toBe("#");
  expect(letterFor(tool("home"), "green")).toBe("g");
  expect(letterFor(tool("arrival"), "green")).toBe("G");
  expect(letterFor(tool("hand"), "red")).toBeNull();
  expect(batteryFor(tool("batteryA"), "yellow")).toBe("yA");
  expect(batteryFor(tool("land"), "yellow")).toBeNull();
  expect(new Set(TOOLS.map(({ key }) => key)).size).toBe(TOOLS.length);
});
