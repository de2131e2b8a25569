// What the hand holds over the board.
export interface Tool {
  name: string;
  key: string; // on the keyboard
  letter: string | null; // what it paints; null: a port of the chosen fleet, a battery, or nothing
  ofFleet: boolean;
}

export const TOOLS: readonly Tool[] = [
  { name: "hand", key: "v", letter: null, ofFleet: false },
  { name: "sea", key: "m", letter: ".", ofFleet: false },
  { name: "land", key: "t", letter: "#", ofFleet: false },
  { name: "rose", key: "o", letter: "O", ofFleet: false },
  { name: "free", key: "f", letter: "F", ofFleet: false },
  { name: "home", key: "a", letter: null, ofFleet: true },
  { name: "arrival", key: "r", letter: null, ofFleet: true },
  { name: "batteryH", key: "b", letter: null, ofFleet: true },
  { name: "batteryA", key: "n", letter: null, ofFleet: true },
];

/** The letter that a tool paints for a fleet; null: it does not paint. */
export function letterFor(tool: Tool, fleet: string): string | null {
  const initial = fleet.slice(0, 1);
  if (tool.name === "home") return initial;
  if (tool.name === "arrival") return initial.toUpperCase();
  return tool.letter;
}

/** The battery that a tool places for a fleet. */
export const batteryFor = (tool: Tool, fleet: string): string | null =>
  tool.name.startsWith("battery") ? fleet.slice(0, 1) + tool.name.slice(-1) : null;
