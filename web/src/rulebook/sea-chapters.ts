// The rulebook of Les Corsaires as its page needs it. The numbered rules themselves come from the server, by variant.

/** The chapters in their order, and the numbers of the rules that belong to each. */
export const SEA_CHAPTERS = [
  ["goal", []],
  ["board", ["C-MAP"]],
  ["fleets", ["C-FLT"]],
  ["wind", ["C-WND"]],
  ["sailing", ["C-MOV"]],
  ["fire", ["C-GUN"]],
  ["score", ["C-END"]],
  ["variants", ["C-VAR"]],
  ["open", []],
] as const satisfies readonly (readonly [string, readonly string[]])[];

export type SeaChapterId = (typeof SEA_CHAPTERS)[number][0];

export type PictureKind = "rose" | "sailing" | "shot" | "battery" | "aim";

export interface Picture {
  kind: PictureKind;
  text: string;
}

export interface Part {
  text: readonly string[]; // paragraphs
  pictures?: readonly Picture[];
}

/** A chapter; where a variant plays otherwise, in words of its own. */
export interface SeaChapter extends Part {
  title: string;
  variants?: Record<string, Part>;
}

export interface SeaBook {
  contents: string;
  lessons: string;
  differences: string;
  differencesAbout: string;
  point: string;
  absent: string; // what stands in place of a rule that a variant does without
  same: string; // and of one that it does not change
  ruling: string;
  redrawn: string;
  marksAbout: string;
  chapters: Record<SeaChapterId, SeaChapter>;
}

/** What the chapter says in a variant. */
export const partOf = (chapter: SeaChapter, variant: string | null): Part => chapter.variants?.[variant ?? ""] ?? chapter;

/** Rules whose figures only a lost picture gave: they are the chart's. */
export const REDRAWN: readonly string[] = ["C-MAP-1", "C-MAP-2", "C-MAP-4", "C-MAP-5", "C-MAP-6", "C-FLT-2", "C-WND-1", "C-WND-3", "C-GUN-2"];

/** Where the leaflet is silent, and this project has decided. */
export const SEA_RULINGS: readonly string[] = [
  ...["C-MAP-1", "C-MAP-3", "C-MAP-4", "C-MAP-5", "C-FLT-2", "C-FLT-3", "C-FLT-4", "C-WND-2"],
  ...["C-MOV-1", "C-MOV-2", "C-MOV-4", "C-MOV-5", "C-MOV-6", "C-GUN-1", "C-GUN-2"],
  ...["C-END-3", "C-END-4", "C-END-5", "C-END-6", "C-VAR-1", "C-VAR-2", "C-VAR-3"],
];
