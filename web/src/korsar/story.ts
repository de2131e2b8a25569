// What happened, in words: parts of a sentence, so that a card is shown as a card.
import type { KorsarEvent, Seats } from "../net/protocol";
import type { Words } from "../words/index.svelte";
import { colourOf, goldOf, isCaptain, nameOf, sideOf, type Card } from "./table";

export interface Line {
  seat: number | null;
  text: string;
  card: Card | null; // to be shown before its name
  rule: string | null;
}

export interface Teller {
  words: Words;
  seats: Seats;
  me: number | null; // the reader's seat
  teams: boolean;
}

/** An event as a line of the log; null for what goes without saying. */
export function lineOf(event: KorsarEvent, teller: Teller, drawn: Card | null): Line | null {
  const { words, seats, me, teams } = teller;
  const who = (seat: number) => seats.seats[seat]?.name ?? "?";
  const mine = (seat: number) => seat === me;
  const target = (owner: number, gold: number) => (mine(owner) ? words.yourSix(gold) : words.theSix(gold, who(owner)));
  const said = (seat: number | null, text: string, card: Card | null = null, rule: string | null = null): Line => ({
    seat,
    text,
    card,
    rule,
  });
  switch (event.kind) {
    case "Drew":
      if (mine(event.seat) && drawn) return said(event.seat, words.events.drewCard(nameOf(drawn, words)), drawn);
      return said(event.seat, `${words.events.drew(who(event.seat), mine(event.seat))}.`);
    case "Laid":
      return said(event.seat, words.events.laid(who(event.seat), mine(event.seat), goldOf(event.card)), event.card);
    case "Played": {
      const card = spoken(event.card, words);
      const text = words.events.played(who(event.seat), mine(event.seat), card, target(event.owner, event.gold));
      const side = sideOf(event.seat, teams);
      const after =
        event.leads === side
          ? words.events.leads(event.forces[side] ?? 0)
          : event.leads === null
            ? words.events.nowTied
            : "";
      return said(event.seat, after ? `${text} ${after}` : text, event.card);
    }
    case "Discarded":
      return said(event.seat, words.events.discarded(who(event.seat), mine(event.seat), nameOf(event.card, words)), event.card);
    case "Skipped":
      return said(event.seat, words.events.skipped(who(event.seat), mine(event.seat)), null, "K-TEAM-7");
    case "Collected": {
      const from = target(event.owner, goldOf(event.card));
      const text = words.events.collected(who(event.seat), mine(event.seat), goldOf(event.card), from);
      return said(event.seat, text, event.card, "K-COL-1");
    }
    case "LeftTied":
      return said(null, words.events.leftTied(target(event.owner, goldOf(event.card))), event.card, "K-END-3");
    case "Ended":
      return said(null, words.events.ended, null, event.reason);
  }
}

function spoken(card: Card, words: Words): string {
  if (card === "A") return words.theAdmiral;
  if (isCaptain(card)) return words.captainOf(colourOf(card) ?? "y");
  return nameOf(card, words);
}
