// The words of the lessons' pages; what a lesson says comes from the server.
import { reader } from "../words/index.svelte";

const fr = {
  title: "Apprendre Korsar",
  about: "Cinq courtes leçons, sur une vraie table. Vous jouez, Goéland et Cormoran suivent.",
  lesson: (n: number) => `Leçon ${n}`,
  begin: "Commencer",
  again: "Refaire",
  done: "faite",
  next: "Continuer",
  nextLesson: "Leçon suivante",
  show: "Montrez-moi",
  all: "Toutes les leçons",
  played: "Vous savez jouer. À l’abordage\u202f!",
  play: "Jouer contre des bots",
  rules: "Lire les règles",
  restart: "Recommencer",
  step: (n: number, of: number) => `Étape ${n} sur ${of}`,
  failed: "La leçon n’a pas pu être chargée. Nouvel essai…",
  score: "Le compte",
};

const en: typeof fr = {
  title: "Learn Korsar",
  about: "Five short lessons at a real table. You play; Goéland and Cormoran follow.",
  lesson: (n) => `Lesson ${n}`,
  begin: "Begin",
  again: "Again",
  done: "done",
  next: "Go on",
  nextLesson: "Next lesson",
  show: "Show me",
  all: "All lessons",
  played: "You know how to play. Boarders away!",
  play: "Play against bots",
  rules: "Read the rules",
  restart: "Start again",
  step: (n, of) => `Step ${n} of ${of}`,
  failed: "The lesson could not be loaded. Trying again…",
  score: "The count",
};

export const learnWords = (): typeof fr => ({ fr, en })[reader.language];
