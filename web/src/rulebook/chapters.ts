// A rulebook as its page needs it. The numbered rules themselves come from the server, by edition.

/** The chapters in their order, and the numbers of the rules that belong to each. */
export const CHAPTERS = [
  ["goal", []],
  ["cards", ["K-DECK"]],
  ["table", ["K-SET"]],
  ["turn", ["K-TURN"]],
  ["galleons", ["K-GAL"]],
  ["pirates", ["K-PIR"]],
  ["captains", ["K-CAP", "K-ADM"]],
  ["collecting", ["K-COL"]],
  ["end", ["K-END"]],
  ["teams", ["K-TEAM"]],
  ["hidden", ["K-HID"]],
] as const satisfies readonly (readonly [string, readonly string[]])[];

export type ChapterId = (typeof CHAPTERS)[number][0];

export interface Example {
  cards: readonly string[]; // shown side by side; "|" parts them, "→" leads on
  text: string;
}

export interface Chapter {
  title: string;
  text: readonly string[]; // paragraphs; true of every edition
  example?: Example;
}

export interface Rulebook {
  contents: string;
  differences: string;
  differencesAbout: string;
  facet: string;
  ruling: string;
  rulingAbout: string;
  lessons: string;
  chapters: Record<ChapterId, Chapter>;
}

const ALL = ["philibert-2002", "tilsit-2005", "lutin-ludique"];

/** Where an edition's text is silent or unclear, and this project has decided. */
export const RULINGS: Record<string, readonly string[]> = {
  "K-DECK-4": ALL,
  "K-SET-1": ["lutin-ludique"],
  "K-SET-3": ALL,
  "K-SET-4": ALL,
  "K-TURN-3": ALL,
  "K-CAP-3": ALL,
  "K-CAP-4": ["lutin-ludique"],
  "K-COL-6": ["tilsit-2005"],
  "K-COL-7": ["philibert-2002", "lutin-ludique"],
  "K-END-1": ALL,
  "K-END-2": ["lutin-ludique"],
  "K-END-5": ALL,
  "K-TEAM-2": ALL,
  "K-TEAM-3": ALL,
  "K-TEAM-6": ["tilsit-2005", "lutin-ludique"],
  "K-TEAM-7": ALL,
  "K-TEAM-8": ALL,
  "K-HID-1": ALL,
};
