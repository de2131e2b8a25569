// What the amiral advises, in words in the place of notation.
import { capital } from "../words/capital";
import type { SeaWords } from "../words/sea.svelte";

/** A move in words, as advice: "sail red merchant 1 on course 3 (south-east)". */
export function advised(move: string, { deed }: SeaWords): string {
  const [, piece = "", sign, rest = ""] = /^(\w+)([@:!])(\w*)$/.exec(move) ?? [];
  if (sign === "@") return deed.place(piece, rest);
  if (sign === ":") return deed.sail(piece, Number(rest));
  return sign === "!" ? deed.fire(piece, rest) : (deed.fixed[move] ?? move);
}

/** A reason that the server gave, "A rather than B: A does this; B does that.", with its moves in words; without A if that
 * was said before. */
export function spelled(why: string, words: SeaWords, said = false): string {
  const [, best = "", rather, other = "", colon, first, stop, second] = /^(\S+) (\D+?) (\S+?)(\s?:) \1 (.*)(\s?;) \3 (.*)$/s.exec(why) ?? [];
  if (!best) return why;
  const doer = (move: string, n: number): string => {
    if (move.includes("@")) return words.theShip(move.split("@")[0] ?? "");
    return move.includes(":") ? words.deed.course(Number(move.split(":")[1])) : (words.deed.choice[n] ?? "");
  };
  return capital(`${said ? "" : `${advised(best, words)} `}${rather} ${advised(other, words)}${colon} ${doer(best, 0)} ${first}${stop} ${doer(other, 1)} ${second}`);
}
