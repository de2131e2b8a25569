// The words of the lessons' pages; what a lesson says comes from the server.
import { reader } from "../words/index.svelte";

const fr = {
  title: "Apprendre à jouer",
  about: "Cinq courtes leçons par jeu, sur une vraie table. Vous jouez, Goéland et les autres suivent.",
  games: {
    korsar: "Des cartes\u202f: mettre ses galions à la mer, aborder ceux des autres.",
    "les-corsaires": "Un plateau\u202f: mener ses marchands au port par le vent, les voiles et les canons.",
  } as Record<string, string>,
  teaches: "Règles",
  begin: "Commencer",
  again: "Refaire",
  done: "faite",
  next: "Continuer",
  nextLesson: "Leçon suivante",
  show: "Montrez-moi",
  all: "Toutes les leçons",
  played: "Vous savez jouer. À l’abordage\u202f!",
  sailed: "Vous savez naviguer. Bon vent\u202f!",
  play: "Jouer contre des bots",
  rules: "Lire les règles",
  restart: "Recommencer",
  step: (n: number, of: number) => `Étape ${n} sur ${of}`,
  failed: "La leçon n’a pas pu être chargée. Nouvel essai…",
  score: "Le compte",
};

const en: typeof fr = {
  title: "Learn to play",
  about: "Five short lessons a game, at a real table. You play; Goéland and the others follow.",
  games: {
    korsar: "Cards: put your galleons out to sea, board those of the others.",
    "les-corsaires": "A board: bring your merchants into port by wind, sail and cannon.",
  },
  teaches: "Rules",
  begin: "Begin",
  again: "Again",
  done: "done",
  next: "Go on",
  nextLesson: "Next lesson",
  show: "Show me",
  all: "All lessons",
  played: "You know how to play. Boarders away!",
  sailed: "You know how to sail. Fair winds!",
  play: "Play against bots",
  rules: "Read the rules",
  restart: "Start again",
  step: (n, of) => `Step ${n} of ${of}`,
  failed: "The lesson could not be loaded. Trying again…",
  score: "The count",
};

export const learnWords = (): typeof fr => ({ fr, en })[reader.language];
