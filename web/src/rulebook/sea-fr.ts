// Le livret des Corsaires, écrit pour ce projet.
import type { SeaBook } from "./sea-chapters";

export const seaBook: SeaBook = {
  contents: "Sommaire",
  lessons: "Apprendre en jouant : cinq leçons",
  differences: "Ce qui change d’une variante à l’autre",
  differencesAbout: "Tout le reste est commun. On joue une seule variante à la fois.",
  point: "La règle",
  absent: "Ne s’applique pas.",
  same: "Comme au jeu ordinaire.",
  ruling: "tranché ici",
  redrawn: "reconstitué",
  marksAbout:
    "« Reconstitué » : le dessin de la notice qui le montrait est perdu ; c’est la carte qui le dit, et qui possède la boîte peut dessiner la sienne. « Tranché ici » : la notice se tait, et ce projet a dû choisir.",
  chapters: {
    goal: {
      title: "Le but",
      text: [
        "Vos marchands doivent traverser la mer, de leur port d’attache à leur port d’arrivée. Vos navires de guerre les escortent, et coulent ceux des autres.",
        "Chaque marchand arrivé rapporte, les premiers plus que les suivants ; chaque navire de guerre encore à flot aussi. Le plus de points l’emporte.",
      ],
      variants: {
        experienced: {
          text: [
            "Vos marchands doivent traverser la mer jusqu’à leur port d’arrivée, puis revenir à leur port d’attache. Vos navires de guerre les escortent, et coulent ceux des autres.",
            "Chaque marchand rentré rapporte, les premiers plus que les suivants ; chaque navire de guerre encore à flot aussi. Le plus de points l’emporte.",
          ],
        },
      },
    },
    board: {
      title: "La carte",
      text: [
        "La mer est une grille de triangles. Les navires se tiennent à ses points et suivent ses lignes ; les six directions portent un numéro, comme les faces d’un dé.",
        "Autour des îles, deux ports francs offrent un abri aux marchands. Chaque port d’attache et d’arrivée est gardé par une batterie.",
      ],
      pictures: [{ kind: "battery", text: "Une batterie couvre un point et ses six voisins : le marchand bleu y est à portée." }],
      variants: {
        "very-young": {
          text: [
            "La mer est une grille de triangles. Les navires se tiennent à ses points et suivent ses lignes, dans six directions.",
            "Autour des îles, deux ports francs offrent un abri aux marchands. Chaque port d’attache et d’arrivée est gardé par une batterie, qui porte à trois points.",
          ],
        },
      },
    },
    fleets: {
      title: "Les flottes",
      text: [
        "Chacun mène une flotte, ou deux quand on joue à deux. Un navire de guerre est fin et porte des canons ; un marchand est large et n’en a pas. Chaque flotte a sa couleur, sa lettre et son emblème.",
        "On commence par placer ses navires au port, puis le dé dit qui ouvre.",
      ],
    },
    wind: {
      title: "Le vent",
      text: [
        "Le vent a une force et une direction, et il est le même pour tout le monde. Au début de votre tour, vous le gardez, ou vous lancez les deux dés et prenez ce qui vient.",
        "La rose des vents dit combien de points chaque navire doit faire selon le cap qu’il prend : beaucoup vent arrière, peu ou rien vent debout.",
      ],
      pictures: [{ kind: "rose", text: "Vent faible vers 3 : un marchand (M) fait 3 points vers 3, 2 vers 2 ou 4, 1 vers 1 ou 5, et 0 vers 6. Un navire de guerre (G) en fait toujours 1 de plus." }],
      variants: {
        "very-young": {
          text: ["Il n’y a pas de vent. Au début de votre tour, vous lancez le dé ordinaire : c’est le chiffre de tous vos navires, dans toutes les directions."],
        },
      },
    },
    sailing: {
      title: "Naviguer",
      text: [
        "À votre tour, tous vos navires avancent, chacun une fois, dans l’ordre qui vous plaît. Un navire va droit devant, ou vire d’abord : virer coûte un point.",
        "Le chiffre entier doit être fait. Un navire que rien ne laisse faire tout son chiffre va aussi loin qu’il peut : pensez à l’ordre de vos coups.",
      ],
      pictures: [{ kind: "sailing", text: "Vent faible vers 3, proue vers 5. En virant vers 4, le marchand fait 2 − 1 = 1 point, le navire de guerre 3 − 1 = 2." }],
      variants: {
        "very-young": {
          text: [
            "À votre tour, tous vos navires avancent, chacun une fois, dans l’ordre qui vous plaît, du chiffre que le dé a donné. Un navire va droit devant, ou vire d’abord : virer coûte un point.",
            "Le chiffre entier doit être fait. Un navire que rien ne laisse faire tout son chiffre va aussi loin qu’il peut : pensez à l’ordre de vos coups.",
          ],
        },
      },
    },
    fire: {
      title: "Le feu",
      text: [
        "Après avoir navigué, vous pouvez tirer. Un navire de guerre tire devant sa proue, et le dé de couleur dit où tombe le tir. Tout ce qui s’y trouve coule, vos propres navires aussi : regardez avant de tirer.",
        "Une batterie coule tout ce qui est sur ses sept points si le dé montre jaune. Dans un port franc, on ne risque rien.",
      ],
      pictures: [{ kind: "shot", text: "Devant la proue : jaune (rond clair) tombe au premier point, bleu (rayé) et rouge (sombre) sur trois points plus loin." }],
      variants: {
        "very-young": {
          text: [
            "Après avoir navigué, vous pouvez tirer sur un ennemi que vous désignez, à trois points au plus : droit devant la proue d’un navire de guerre, ou autour d’une batterie.",
            "Lancez le dé ordinaire : un 6 coule la cible. Vos propres navires ne risquent rien, et dans un port franc personne.",
          ],
          pictures: [{ kind: "aim", text: "Droit devant, jusqu’à trois points : un 6 coule l’ennemi désigné." }],
        },
      },
    },
    score: {
      title: "Les points et la fin",
      text: [
        "Un marchand arrivé vaut 50 points, plus une prime pour les trois premiers de la partie. Un navire de guerre à flot en vaut 25, mais seulement à la fin.",
        "La partie s’arrête quand plus aucun marchand n’est en mer. Et gardez au moins un navire de guerre : sans lui, vous êtes hors jeu.",
      ],
      variants: {
        experienced: {
          text: [
            "Un marchand rentré à son port d’attache vaut 50 points, plus une prime pour les trois premiers de la partie. Un navire de guerre à flot en vaut 25, mais seulement à la fin.",
            "La partie s’arrête quand plus aucun marchand n’est en mer. Et gardez au moins un navire de guerre : sans lui, vous êtes hors jeu.",
          ],
        },
      },
    },
    variants: {
      title: "Les variantes",
      text: ["Deux variantes changent la longueur du voyage ou se passent du vent. Choisissez-en une en ouvrant la table, ou aucune."],
    },
    open: {
      title: "Ce qui est caché",
      text: ["Rien, sauf les dés à venir. Leur suite est scellée avant le premier jet : après la partie, chacun peut vérifier que personne ne l’a choisie."],
    },
  },
};
