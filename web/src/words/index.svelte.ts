// The words of the pages, in the reader's language. Texts are functions where something goes into them.
import { en } from "./en";
import { fr } from "./fr";

export type Language = "fr" | "en";
export type Words = typeof fr;

const TEXTS: Record<Language, Words> = { fr, en };

class Reader {
  language = $state<Language>(preferred());

  get words(): Words {
    return TEXTS[this.language];
  }

  choose(language: Language): void {
    this.language = language;
    document.documentElement.lang = language;
    try {
      localStorage.setItem("language", language);
    } catch {
      // a browser that keeps nothing
    }
  }
}

function preferred(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem("language");
  } catch {
    // a browser that keeps nothing
  }
  const wanted = kept ?? navigator.languages?.find((each) => /^(fr|en)/.test(each)) ?? "fr";
  return wanted.startsWith("en") ? "en" : "fr";
}

export const reader = new Reader();
