// The rulebook of Les Corsaires, written for this project.
import type { SeaBook } from "./sea-chapters";

export const seaBook: SeaBook = {
  contents: "Contents",
  lessons: "Learn by playing: five lessons",
  differences: "Where the variants differ",
  differencesAbout: "Everything else is common to them. Only one variant is played at a time.",
  point: "The rule",
  absent: "Does not apply.",
  same: "As in the ordinary game.",
  ruling: "decided here",
  redrawn: "redrawn",
  marksAbout:
    "“Redrawn”: the picture of the leaflet that showed it is lost; the chart says it, and an owner of the box can draw theirs. “Decided here”: the leaflet is silent, and this project had to choose.",
  chapters: {
    goal: {
      title: "The aim",
      text: [
        "Your merchants must cross the sea, from their home port to their arrival port. Your warships escort them, and sink those of the others.",
        "Every merchant that arrives pays, the first ones more than the next; so does every warship still afloat. The most points wins.",
      ],
      variants: {
        experienced: {
          text: [
            "Your merchants must cross the sea to their arrival port, and come back to their home port. Your warships escort them, and sink those of the others.",
            "Every merchant that returns pays, the first ones more than the next; so does every warship still afloat. The most points wins.",
          ],
        },
      },
    },
    board: {
      title: "The chart",
      text: [
        "The sea is a grid of triangles. Ships stand on its points and follow its lines; the six directions are numbered, like the faces of a die.",
        "Around the islands two free ports shelter the merchants. Every home and arrival port is guarded by a battery.",
      ],
      pictures: [{ kind: "battery", text: "A battery covers a point and its six neighbours: the blue merchant is in range." }],
      variants: {
        "very-young": {
          text: [
            "The sea is a grid of triangles. Ships stand on its points and follow its lines, in six directions.",
            "Around the islands two free ports shelter the merchants. Every home and arrival port is guarded by a battery, which reaches three points.",
          ],
        },
      },
    },
    fleets: {
      title: "The fleets",
      text: [
        "Everybody leads a fleet, or two of them in a game for two. A warship is slender and carries guns; a merchant is broad and has none. Each fleet has its colour, its letter and its emblem.",
        "You begin by placing your ships in port; then the die says who opens.",
      ],
    },
    wind: {
      title: "The wind",
      text: [
        "The wind has a force and a direction, the same for everybody. At the start of your turn you keep it, or throw both dice and take what comes.",
        "The wind rose says how many points each ship must sail by the course it takes: many with the wind, few or none against it.",
      ],
      pictures: [{ kind: "rose", text: "Light wind towards 3: a merchant (M) sails 3 points towards 3, 2 towards 2 or 4, 1 towards 1 or 5, and 0 towards 6. A warship (G) always sails 1 more." }],
      variants: {
        "very-young": {
          text: ["There is no wind. At the start of your turn you throw the ordinary die: it is the figure of all your ships, in every direction."],
        },
      },
    },
    sailing: {
      title: "Sailing",
      text: [
        "On your turn all your ships sail, each once, in any order you like. A ship goes straight ahead, or turns first: turning costs a point.",
        "The whole figure must be sailed. A ship that nothing lets sail its whole figure goes as far as it can: think of the order of your moves.",
      ],
      pictures: [{ kind: "sailing", text: "Light wind towards 3, bow towards 5. Turning to 4, the merchant sails 2 − 1 = 1 point, the warship 3 − 1 = 2." }],
      variants: {
        "very-young": {
          text: [
            "On your turn all your ships sail, each once, in any order you like, by the figure that the die gave. A ship goes straight ahead, or turns first: turning costs a point.",
            "The whole figure must be sailed. A ship that nothing lets sail its whole figure goes as far as it can: think of the order of your moves.",
          ],
        },
      },
    },
    fire: {
      title: "Fire",
      text: [
        "After sailing you may fire. A warship fires ahead of its bow, and the coloured die says where the shot falls. Everything there is sunk, your own ships too: look before you fire.",
        "A battery sinks everything on its seven points if the die shows yellow. In a free port there is no danger.",
      ],
      pictures: [{ kind: "shot", text: "Ahead of the bow: yellow (light dot) falls on the first point, blue (striped) and red (dark) on three points further off." }],
      variants: {
        "very-young": {
          text: [
            "After sailing you may fire at an enemy whom you name, at most three points away: straight ahead of a warship’s bow, or around a battery.",
            "Throw the ordinary die: a 6 sinks the target. Your own ships are in no danger, and in a free port nobody is.",
          ],
          pictures: [{ kind: "aim", text: "Straight ahead, up to three points: a 6 sinks the enemy named." }],
        },
      },
    },
    score: {
      title: "Points and the end",
      text: [
        "A merchant that arrives is worth 50 points, and a prize for the first three of the game. A warship afloat is worth 25, but only at the end.",
        "The game stops when no merchant is left at sea. And keep at least one warship: without it you are out of the game.",
      ],
      variants: {
        experienced: {
          text: [
            "A merchant that returns to its home port is worth 50 points, and a prize for the first three of the game. A warship afloat is worth 25, but only at the end.",
            "The game stops when no merchant is left at sea. And keep at least one warship: without it you are out of the game.",
          ],
        },
      },
    },
    variants: {
      title: "Variants",
      text: ["Two variants change the length of the voyage, or do without the wind. Choose one when you open the table, or none."],
    },
    open: {
      title: "What is hidden",
      text: ["Nothing but the dice to come. Their sequence is sealed before the first throw: after the game everybody can check that nobody chose it."],
    },
  },
};
