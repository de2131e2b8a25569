// Figures that keep their width, so that nothing beside them moves when they grow.
const BLANK = "\u2007"; // as wide as a figure

export const figures = (n: number, places = 2): string => String(n).padStart(places, BLANK);
