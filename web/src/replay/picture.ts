// A drawing of the page as a file of its own: its looks written into it, and the symbols that it uses brought along.
const INHERITED = [
  "color",
  "fill",
  "fill-opacity",
  "font-family",
  "font-size",
  "font-style",
  "font-weight",
  "paint-order",
  "stroke",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-opacity",
  "stroke-width",
  "text-anchor",
];
const OWN: Record<string, string> = { opacity: "1", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" }; // as they are unless said
const DROPPED = new Set(["class", "style", "role"]);
const SVG = "http://www.w3.org/2000/svg";

/** Drawings of one size, one upon the other, as the text of an SVG file. */
export function standalone(drawings: readonly SVGSVGElement[], title: string): string {
  const { width = 0, height = 0 } = drawings[0]?.viewBox.baseVal ?? {};
  const whole = document.createElementNS(SVG, "svg");
  whole.setAttribute("viewBox", `0 0 ${width} ${height}`);
  whole.setAttribute("width", String(width));
  whole.setAttribute("height", String(height));
  const name = document.createElementNS(SVG, "title");
  name.textContent = title;
  whole.append(name, ...drawings.flatMap((drawing) => copied(drawing, null) ?? []));
  bringAlong(whole);
  return new XMLSerializer().serializeToString(whole);
}

function copied(element: Element, around: CSSStyleDeclaration | null): Element | null {
  const looks = getComputedStyle(element);
  if (looks.display === "none" && !isDefinition(element)) return null;
  if (looks.opacity === "0" || element.getAnimations().some((each) => each instanceof CSSAnimation)) return null; // what only flashes up
  const copy = element.cloneNode(false) as SVGElement;
  for (const { name } of [...copy.attributes]) if (DROPPED.has(name) || /^(aria|data)-/.test(name)) copy.removeAttribute(name);
  for (const look of INHERITED) {
    const value = looks.getPropertyValue(look);
    if (value !== around?.getPropertyValue(look)) copy.setAttribute(look, value);
  }
  for (const [look, usual] of Object.entries(OWN)) if (looks.getPropertyValue(look) !== usual) copy.setAttribute(look, looks.getPropertyValue(look));
  if (element instanceof SVGCircleElement) copy.setAttribute("r", String(parseFloat(looks.r)));
  const shift = element instanceof SVGElement ? element.style.transform : "";
  if (shift) copy.setAttribute("transform", new DOMMatrix(shift).toString());
  for (const child of element.childNodes) {
    const part = child instanceof Element ? copied(child, looks) : child.cloneNode();
    if (part && !(part instanceof Comment)) copy.append(part);
  }
  return copy;
}

const isDefinition = (element: Element): boolean => element.closest("defs, symbol, pattern, clipPath, linearGradient, radialGradient") !== null;

/** Whatever the drawing refers to and does not hold: symbols of the page, and what those refer to. */
function bringAlong(drawing: SVGElement): void {
  const defs = document.createElementNS(SVG, "defs");
  drawing.append(defs);
  for (let found = true; found; ) {
    found = false;
    const wanted = [...drawing.outerHTML.matchAll(/(?:href="|url\((?:&quot;)?)#([\w-]+)/g)].map(([, id]) => id ?? "");
    for (const id of new Set(wanted)) {
      const symbol = drawing.querySelector(`[id="${id}"]`) ? null : document.getElementById(id);
      if (symbol) defs.append(symbol.cloneNode(true));
      found ||= symbol !== null;
    }
  }
}
