"""The 78 cards (K-DECK): 28 kinds, each with its code and its number of copies."""

from __future__ import annotations

from typing import Final

import numpy as np

GOLD: Final = (2, 3, 4, 5, 6, 7, 8)  # of the galleons, in the order of their kinds
COLOURS: Final = "yrbg"  # yellow, red, blue, green
N_COLOURS: Final = 4
STRENGTHS: Final = 4  # pirates have force 1 to 4

FIRST_PIRATE: Final = 7  # kinds 0 to 6 are galleons
FIRST_CAPTAIN: Final = 23
ADMIRAL: Final = 27
KINDS: Final = 28

CODES: Final = (
    *(f"G{gold}" for gold in GOLD),
    *(f"{colour}{force}" for colour in COLOURS for force in range(1, STRENGTHS + 1)),
    *(f"{colour}C" for colour in COLOURS),
    "A",
)
KIND_OF: Final = {code: kind for kind, code in enumerate(CODES)}

# K-DECK-1, K-DECK-2, K-DECK-3
COPIES: Final = np.array([5, 6, 5, 5, 2, 1, 1] + [2, 4, 4, 2] * N_COLOURS + [1] * N_COLOURS + [1], np.int8)
DECK_SIZE: Final = 78
FULL_DECK: Final = tuple(code for code, copies in zip(CODES, COPIES.tolist(), strict=True) for _ in range(copies))
N_GALLEONS: Final = 25
HAND_SIZE: Final = 6  # dealt to each player (K-SET-2)

# Sets of kinds, as bits.
GALLEONS: Final = (1 << FIRST_PIRATE) - 1
FIGHTERS: Final = ((1 << KINDS) - 1) & ~GALLEONS
