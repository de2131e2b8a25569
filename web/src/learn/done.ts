// Which lessons this browser has seen to the end.
import { keep, kept } from "../state/kept";

const KEY = "lessons";

interface Named {
  game: string;
  number: number;
}

const nameOf = ({ game, number }: Named): string => `${game}/${number}`;
const done = (): string[] =>
  (kept(KEY) ?? "")
    .split(",")
    .filter(Boolean)
    .map((name) => (name.includes("/") ? name : `korsar/${name}`)); // from when there were no others

export const isDone = (lesson: Named): boolean => done().includes(nameOf(lesson));

export function markDone(lesson: Named): void {
  keep(KEY, [...new Set([...done(), nameOf(lesson)])].join(","));
}
