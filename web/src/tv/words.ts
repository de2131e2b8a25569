// The words of the big screen.
import { reader } from "../words/index.svelte";

const fr = {
  join: "Rejoignez la table",
  scan: "Visez le code avec votre téléphone, ou ouvrez l’adresse.",
  seats: (free: number) => (free === 0 ? "Tout le monde est là." : free === 1 ? "Une place est libre." : `${free} places sont libres.`),
  starts: "L’hôte lance la partie depuis son téléphone.",
  free: "place libre",
  turn: (name: string) => `À ${name}`,
  deck: (n: number) => (n === 0 ? "pioche vide" : `${n} à piocher`),
  full: "Plein écran",
  back: "Revenir à la table",
  winner: (names: string, score: string) => `${names} l’emporte avec ${score}`,
  winners: (names: string, score: string) => `${names} se partagent la victoire, ${score}`,
};

const en: typeof fr = {
  join: "Join the table",
  scan: "Point your phone at the code, or open the address.",
  seats: (free) => (free === 0 ? "Everybody is here." : free === 1 ? "One seat is free." : `${free} seats are free.`),
  starts: "The host starts the game from their phone.",
  free: "free seat",
  turn: (name) => `${name} to play`,
  deck: (n) => (n === 0 ? "deck empty" : `${n} in the deck`),
  full: "Full screen",
  back: "Back to the table",
  winner: (names, score) => `${names} wins with ${score}`,
  winners: (names, score) => `${names} share the win, ${score}`,
};

export const tvWords = (): typeof fr => ({ fr, en })[reader.language];
