// The words of Les Corsaires in the reader's language.
import { reader } from "./index.svelte";
import { seaEn } from "./sea-en";
import { seaFr, type SeaWords } from "./sea-fr";

export type { SeaWords };

export const sea = (): SeaWords => (reader.language === "en" ? seaEn : seaFr);
