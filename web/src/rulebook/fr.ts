// Le livret de Korsar, écrit pour ce projet.
import type { Rulebook } from "./chapters";

export const rulebook: Rulebook = {
  contents: "Sommaire",
  differences: "Ce qui change d’une édition à l’autre",
  differencesAbout: "Tout le reste est commun aux trois. Une table peut aussi mêler ces points à sa guise : ce sont ses règles maison.",
  facet: "Le point",
  ruling: "tranché ici",
  rulingAbout: "« Tranché ici » : le texte de l’édition se tait ou hésite, et ce projet a dû choisir.",
  lessons: "Apprendre en jouant : cinq leçons",
  chapters: {
    goal: {
      title: "Le but",
      text: [
        "Des galions chargés d’or prennent la mer. Chacun veut ramener les siens au port, et mettre la main sur ceux des autres.",
        "Quand la pioche est vide et qu’une main l’est aussi, on compte : l’or des galions pris, moins celui des galions restés en main. Le plus riche gagne.",
      ],
    },
    cards: {
      title: "Les cartes",
      text: [
        "Un galion vaut l’or inscrit dessus. Un pirate a une couleur et une force, le nombre de ses crânes. Les quatre capitaines ont chacun une couleur ; l’amiral n’en a pas.",
        "Pour qui distingue mal les couleurs, chacune a sa lettre, son pavillon et son motif.",
      ],
      example: { cards: ["G6", "r3", "rC", "A"], text: "Un galion de 6, un pirate rouge de force 3, le capitaine rouge, l’amiral." },
    },
    table: {
      title: "La table",
      text: ["On joue chacun pour soi, ou par équipes de deux. Tout le monde part avec une main de six cartes, et le tour va de place en place."],
    },
    turn: {
      title: "Un tour",
      text: [
        "Un tour commence toujours par la récolte : les galions que vous tenez rentrent d’eux-mêmes. Ensuite vous avez une action, une seule : piocher, ou jouer une carte.",
        "La main n’est pas limitée, mais la pioche ne se remplit jamais : quand elle est finie, la partie l’est bientôt.",
      ],
    },
    galleons: {
      title: "Mettre un galion à la mer",
      text: ["Un galion posé est une promesse et un risque : si personne ne l’attaque avant votre prochain tour, il est à vous. Un gros galion attire du monde ; un petit passe souvent."],
    },
    pirates: {
      title: "Les pirates",
      text: [
        "Autour d’un galion, chaque camp se bat sous un pavillon. Le premier pirate que vous y jouez choisit votre couleur, parmi celles que personne n’y a ; les suivants la suivent. On joue un seul pirate par tour, mais on revient tour après tour.",
        "La force est la somme de vos pirates. Sur un autre galion, vous pouvez très bien vous battre dans une autre couleur.",
      ],
      example: { cards: ["G5", "|", "r3", "r2", "|", "b4"], text: "Sur ce 5, rouge a 3 + 2 = 5 et bleu a 4 : rouge est devant. Un troisième camp ne pourrait entrer qu’en jaune ou en vert." },
    },
    captains: {
      title: "Les capitaines et l’amiral",
      text: [
        "Un capitaine ne compte pas, il l’emporte : face à des pirates, quelle que soit leur force, son camp gagne. Il lui faut un équipage : au moins un pirate de sa couleur et de son camp, déjà sur place.",
        "L’amiral protège vos propres galions, sans équipage. Entre eux tous, une seule règle : le dernier arrivé l’emporte.",
      ],
      example: { cards: ["G8", "|", "y3", "yC", "→", "r2", "rC"], text: "Barbe-Noire tenait le 8. L’Olonnais, joué après lui sur un pirate rouge, l’emporte, même avec moins de force." },
    },
    collecting: {
      title: "Prendre un galion",
      text: [
        "On ne prend jamais un galion pendant le tour d’un autre : seulement au début du sien, et si l’on y est alors seul devant. Les autres ont donc toujours le temps de répondre.",
        "Une égalité bloque tout : le galion reste en mer jusqu’à ce qu’un camp passe devant.",
      ],
      example: { cards: ["G4", "|", "g3", "|", "y2", "y1"], text: "3 contre 2 + 1 : égalité. Personne ne prend ce 4." },
    },
    end: {
      title: "La fin et le compte",
      text: [
        "La partie s’arrête net, sans dernier tour. Les galions encore en mer vont à qui les tient à cet instant.",
        "Gardez un œil sur la pioche : un galion qui reste en main coûte tout son or.",
      ],
      example: { cards: ["G5", "G3", "|", "G2"], text: "Vous avez pris un 5 et un 3, et gardé un 2 en main : 5 + 3 − 2 = 6." },
    },
    teams: {
      title: "Par équipes",
      text: [
        "Deux partenaires forment un seul camp : une couleur par galion, une force, un butin. Ils jouent l’un après l’autre, chacun avec sa main, et se parlent librement.",
        "Le premier partenaire récolte pour les deux ; le second n’a que son action.",
      ],
    },
    hidden: {
      title: "Ce qui est caché",
      text: ["Vous ne voyez ni l’ordre de la pioche ni la main des autres. Tout ce qui s’est passé à la table, tout le monde l’a vu."],
    },
  },
};
