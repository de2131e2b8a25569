// The rulebook of Korsar, written for this project.
import type { Rulebook } from "./chapters";

export const rulebook: Rulebook = {
  contents: "Contents",
  differences: "Where the editions differ",
  differencesAbout: "Everything else is common to the three. A table may also mix these points as it likes: its house rules.",
  facet: "The point",
  ruling: "decided here",
  rulingAbout: "“Decided here”: the edition’s text is silent or unclear, and this project had to choose.",
  lessons: "Learn by playing: five lessons",
  chapters: {
    goal: {
      title: "The aim",
      text: [
        "Galleons full of gold put out to sea. Everybody wants to bring their own home, and to lay hands on those of the others.",
        "Once the deck is empty and somebody’s hand is too, you count: the gold of the galleons taken, less that of the galleons still in hand. The richest wins.",
      ],
    },
    cards: {
      title: "The cards",
      text: [
        "A galleon is worth the gold written on it. A pirate has a colour and a force, the number of its skulls. The four captains have a colour each; the admiral has none.",
        "For those who tell colours apart badly, each has its letter, its flag and its pattern.",
      ],
      example: { cards: ["G6", "r3", "rC", "A"], text: "A galleon of 6, a red pirate of force 3, the red captain, the admiral." },
    },
    table: {
      title: "The table",
      text: ["You play each for yourself, or in teams of two. Everybody starts with a hand of six cards, and the turn goes from seat to seat."],
    },
    turn: {
      title: "A turn",
      text: [
        "A turn always begins with the harvest: the galleons you hold come home by themselves. Then you have one action, only one: draw, or play a card.",
        "There is no hand limit, but the deck never fills up again: once it is gone, the game soon is.",
      ],
    },
    galleons: {
      title: "Laying a galleon out",
      text: ["A galleon at sea is a promise and a risk: if nobody attacks it before your next turn, it is yours. A rich one draws a crowd; a small one often slips through."],
    },
    pirates: {
      title: "Pirates",
      text: [
        "Around a galleon each side fights under one flag. The first pirate you play there chooses your colour, among those nobody has there; the next ones follow it. You play one pirate a turn, but you may come back turn after turn.",
        "Force is the sum of your pirates. On another galleon you may well fight in another colour.",
      ],
      example: { cards: ["G5", "|", "r3", "r2", "|", "b4"], text: "On this 5 red has 3 + 2 = 5 and blue has 4: red is ahead. A third side could join only in yellow or green." },
    },
    captains: {
      title: "Captains and the admiral",
      text: [
        "A captain does not count, it prevails: against pirates, whatever their force, its side wins. It needs a crew: at least one pirate of its own colour and side, already there.",
        "The admiral protects your own galleons, and needs no crew. Among all of them there is one rule: whoever came last wins.",
      ],
      example: { cards: ["G8", "|", "y3", "yC", "→", "r2", "rC"], text: "Blackbeard held the 8. L’Olonnais, played after him on a red pirate, prevails, even with less force." },
    },
    collecting: {
      title: "Taking a galleon",
      text: [
        "Nobody ever takes a galleon during another’s turn: only at the start of one’s own, when one is then alone ahead. So the others always have time to answer.",
        "A tie blocks everything: the galleon stays at sea until one side pulls ahead.",
      ],
      example: { cards: ["G4", "|", "g3", "|", "y2", "y1"], text: "3 against 2 + 1: a tie. Nobody takes this 4." },
    },
    end: {
      title: "The end and the score",
      text: [
        "The game stops dead, without a last round. Galleons still at sea go to whoever holds them at that moment.",
        "Keep an eye on the deck: a galleon left in hand costs all of its gold.",
      ],
      example: { cards: ["G5", "G3", "|", "G2"], text: "You took a 5 and a 3, and kept a 2 in hand: 5 + 3 − 2 = 6." },
    },
    teams: {
      title: "In teams",
      text: [
        "Two partners are one side: one colour a galleon, one force, one booty. They play one after the other, each with their own hand, and talk freely.",
        "The first partner harvests for both; the second has only an action.",
      ],
    },
    hidden: {
      title: "What is hidden",
      text: ["You see neither the order of the deck nor the hands of others. Whatever happened at the table, everybody saw."],
    },
  },
};
