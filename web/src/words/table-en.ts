// The English of the Korsar table.
import type { table as french } from "./table-fr";

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

export const table: typeof french = {
  planned: "Planned",
  confirm: "Confirm, or choose something else.",
  spoilt: "The planned move is no longer possible.",
  waits: "You can choose already.",
  rivals: "The other players",
  theirOwn: (gold) => `their own ${gold}`,
  beaten: (who) => `Beats ${who}.`,
  noOption: (rule) =>
    ({
      "K-TURN-1": "It is not your turn.",
      "K-TURN-3": "Cards are drawn while the deck has any; after that they are discarded",
      "K-TURN-4": "A galleon is never discarded",
      "K-END-1": "The game is over",
    })[rule] ?? "That is not possible",
  rule: "Rule",
  inRulebook: "In the rulebook",
  deed: {
    draw: "draw",
    lay: (gold) => `lay out a galleon of ${gold}`,
    play: (card, target) => `play ${card} on ${target}`,
    discard: (card) => `discard ${card}`,
  },
  advice: (deed) => `The admiral advises: ${deed}.`,
  prepare: "Prepare this move",
  away: "While you were away",
  since: (n) => `While you were away: ${counted(n, "move", "moves")}.`,
  help: {
    galleon: (gold) =>
      `Worth ${gold} gold to whoever takes it. Lay it out: it is yours at the start of your next turn if nobody is ahead there.`,
    pirate: (force) => `Force ${force}. Attacks or defends any galleon. A side has one colour on a galleon, and nobody else may take it there.`,
    captain: "Joins a pirate of its colour, yours, and beats every force. The last captain or admiral played wins.",
    admiral: "Defends a galleon that you laid, without any pirate. Beats every force; a captain played later beats it.",
  },
  tools: { text: "The sea as a table", picture: "The sea as a picture", log: "Log and chat" },
  on: "On which galleon?",
  here: "Play here",
  aimHere: "Aim",
  toSea: "Let go here to lay it out",
  toDiscards: "Let go here to discard",
  newLines: (n) => counted(n, "new message", "new messages"),
  nobodySpoke: "Nobody has said anything yet.",
  noMoves: "Nothing has been played yet.",
  score: "See the score",
  seaAgain: "See the sea again",
  why: (rule, who) => (rule === "K-TEAM-8" ? `The deck is empty, and ${who} have no cards left.` : `The deck is empty, and ${who} has no cards left.`),
  whyYou: "The deck is empty, and you have no cards left.",
  how: {
    title: "How each galleon was taken",
    peace: "without a fight",
    led: (force, best) => (best > 0 ? `${force} to ${best}` : `force ${force}`),
    leader: (who) => `with ${who}`,
    from: (who) => `laid out by ${who}`,
    own: "your galleon",
    hand: "left in hand",
  },
  unchecked: "The deal could not be checked.",
  talkAfter: "After the game",
  retry: "Try again",
  previous: "Galleon before",
  next: "Next galleon",
  muted: "People you no longer hear",
};
