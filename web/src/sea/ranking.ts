import type { LesCorsairesOpen } from "../net/protocol";

/** The seats from first to last: those who are out stand behind everybody else (C-END-4). */
export function ranking({ scores, eliminated: out }: Pick<LesCorsairesOpen, "scores" | "eliminated">): number[] {
  const behind = (seat: number): number => Number(out.includes(seat));
  return scores.map((_, seat) => seat).sort((one, other) => behind(one) - behind(other) || (scores[other] ?? 0) - (scores[one] ?? 0));
}
