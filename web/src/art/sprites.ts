// The drawings, put into the page once: cards in the reader's language, icons, seals.
import english from "./cards-en.svg?url";
import french from "./cards-fr.svg?url";
import icons from "./icons.svg?url";
import type { Language } from "../words/index.svelte";

const CARDS: Record<Language, string> = { fr: french, en: english };

async function put(id: string, url: string): Promise<void> {
  const text = await (await fetch(url)).text();
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(drawing, true);
  svg.id = id;
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "sprite");
  document.getElementById(id)?.remove();
  document.body.prepend(svg);
}

/** Load the drawings; cards again when the language changes. */
export async function drawings(language: Language): Promise<void> {
  const wanted = [put("sprite-cards", CARDS[language])];
  if (!document.getElementById("sprite-icons")) wanted.push(put("sprite-icons", icons));
  await Promise.all(wanted);
}
