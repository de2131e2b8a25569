// The small things on the chart, as paths: emblems upright within ±11, hulls within ±54 with their bow to the east.
export const EMBLEMS: Record<string, string> = {
  r: "M-3-10H3V-3H10V3H3V10H-3V3H-10V-3H-3z",
  b: "M-9.5-7.5H9.5V-2H-9.5zM-9.5 2H9.5V7.5H-9.5z",
  g: "M0-11L10 0L0 11L-10 0z",
  y: "M-8.6 0A8.6 8.6 0 1 0 8.6 0A8.6 8.6 0 1 0-8.6 0z",
};

export interface Hull {
  hull: string;
  bow: string;
  deck: string;
  spar: string;
  guns: string;
  sail: string;
  emblem: [number, number]; // how far from the middle, how large
}

export const HULLS: Record<string, Hull> = {
  G: {
    hull: "M-41-9.5L-41 9.5C-33 14.5-18 15.5-2 14.6C16 13.2 30 7 45 0C30-7 16-13.2-2-14.6C-18-15.5-33-14.5-41-9.5z",
    bow: "M45 0C37-4 29.5-7.4 20-10.2Q26 0 20 10.2C29.5 7.4 37 4 45 0z",
    deck: "M-36-7.2C-26-10.4-12-11 2-10.2C9-9.6 14-8.6 19-7M-36 7.2C-26 10.4-12 11 2 10.2C9 9.6 14 8.6 19 7",
    spar: "M42 0H54",
    guns: "M-30-12V-19M-30 12V19M-18-12V-19M-18 12V19M-6-12V-19M-6 12V19M6-12V-19M6 12V19",
    sail: "M-27-18C-17-8-17 8-27 18C-22 7-22-7-27-18z",
    emblem: [-2, 0.98],
  },
  M: {
    hull: "M-36-13.5L-36 13.5C-27 20.5-6 22.5 10 18.8C24 15 34 7.5 43 0C34-7.5 24-15 10-18.8C-6-22.5-27-20.5-36-13.5z",
    bow: "M43 0C35.5-6.6 28-12.2 16-16.9Q24 0 16 16.9C28 12.2 35.5 6.6 43 0z",
    deck: "M-31-11C-22-16-5-17.6 9-14.6M-31 11C-22 16-5 17.6 9 14.6M-31-11V11",
    spar: "M37 0H46",
    guns: "",
    sail: "",
    emblem: [-9, 1.22],
  },
};

export const HILL = "M-11 5C-7 1-5-6-1-7C3-7.5 6 0 11 5M0-6L1 3M2.2-5.5L4 3.5M4.2-3.5L6.5 4";
export const TREE = "M0 5V0M-4 0C-5-4-2-7 0-7C2-7 5-4 4 0C2 1.5-2 1.5-4 0zM9 7V3M6 3C5 0 7-2 9-2C11-2 13 0 12 3C10.5 4 7.5 4 6 3z";
export const TOWN = "M-13 6V-1L-9-5L-5-1V6zM-5 6V-7L-2-16L1-7V6zM1 6V0L5.5-4L10 0V6z";
export const TOWN_SHADE = "M1 0L5.5-4L10 0V6H7V2H4V6H1zM-2-16L1-7V6H-1V-7z";
export const FORT = "M-10 7L-7-5H-8.5V-9H-5V-7H-2V-9H2V-7H5V-9H8.5V-5H7L10 7z";
export const ANCHOR =
  "M-2.6-9A2.6 2.6 0 1 0 2.6-9A2.6 2.6 0 1 0-2.6-9M0-6.4V9M-5-3H5M-9 2C-9 7-4 9.5 0 9.5C4 9.5 9 7 9 2M-11 4L-9 1L-6.4 3.4M11 4L9 1L6.4 3.4";
export const CANNON = "M-6-5L6-8L7-5L-4-1A2.6 2.6 0 0 1-6-5zM-3.6-1A2.6 2.6 0 1 0 1.6-1A2.6 2.6 0 1 0-3.6-1";

/** So many arrow heads in a row, to the east. */
export const chevrons = (n: number, gap = 15, wide = 12, tall = 12): string =>
  Array.from({ length: n }, (_, i) => {
    const x = (i - (n - 1) / 2) * gap - wide / 2;
    return `M${x}${-tall}L${x + wide} 0L${x} ${tall}`;
  }).join("");

export const FORCES: Record<string, number> = { light: 1, medium: 2, strong: 3 };
export const COLOUR_OF: Record<string, string> = { light: "Y", medium: "B", strong: "R", yellow: "Y", blue: "B", red: "R" };
