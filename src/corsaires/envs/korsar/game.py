"""Korsar's table of actions and layout of observations, for the seats and rules of one game."""

from __future__ import annotations

from typing import Final

import numpy as np

from corsaires.bots.korsar.duplicate import RANDOM
from corsaires.bots.korsar.weighing import weights_of
from corsaires.bots.weights import Weights
from corsaires.envs.canvas import Picture
from corsaires.envs.coding import Actions, Coding, Part
from corsaires.envs.korsar.coding import (
    BERTHS,
    FIRST_DISCARD,
    FIRST_LAY,
    FIRST_PLAY,
    N_ACTIONS,
    Aids,
    action_of,
    move_of,
)
from corsaires.envs.korsar.picture import paint_table, write_table
from corsaires.games.kernel.layout import Records
from corsaires.games.korsar.cards import DECK_SIZE, FIRST_PIRATE, KINDS, N_COLOURS
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.notation import read_move, write_move
from corsaires.games.korsar.rules import MAX_MOVES
from corsaires.games.korsar.state import new_states

GOLD: Final = 100  # of all galleons
FORCE: Final = 30  # of all pirates of a colour
COPIES: Final = 6  # of a kind, at most

TABLE: Final = (
    Actions(0, 1, "+", "draw a card"),
    Actions(FIRST_LAY, FIRST_PIRATE, "G2 … G8", "lay a galleon, by its gold"),
    Actions(
        FIRST_PLAY,
        (KINDS - FIRST_PIRATE) * BERTHS,
        "y1@n … A@n",
        f"play a card on the galleon in a berth: {FIRST_PLAY} + {BERTHS} × card + berth",
    ),
    Actions(FIRST_DISCARD, N_ACTIONS - FIRST_DISCARD, "-y1 … -A", f"discard a card: {FIRST_DISCARD} + card"),
)


def layout_of(seats: int, teams: bool) -> tuple[Part, ...]:
    sides = seats >> teams
    partner = Part("partner", (KINDS,), 0, COPIES, "the partner's cards of each kind (in teams only)")
    berth = 2 + seats + 2 * sides + sides * N_COLOURS
    return (
        Part(
            "hand", (KINDS,), 0, COPIES, "the observer's cards of each kind, G2 … G8, y1 … y4, r, b, g, yC rC bC gC, A"
        ),
        *([partner] if teams else []),
        Part("played", (KINDS,), 0, COPIES, "cards of each kind that have left the hands"),
        Part("deck", (1,), 0, DECK_SIZE, "cards left to draw"),
        Part("hands", (seats,), 0, DECK_SIZE, "cards in each hand"),
        Part("gold", (sides,), -GOLD, GOLD, "gold that each side has won; at the end, its score"),
        Part("turn", (seats,), 0, 1, "1 for the seat to act"),
        Part(
            "sea",
            (BERTHS, berth),
            0,
            FORCE,
            "by berth, noughts where no galleon lies: its gold; 1 if closed to the seat to act (K-TEAM-4); "
            f"{seats}: who laid it; {sides}: who would take it now; {sides}: whose captain or admiral leads; "
            f"{sides} × {N_COLOURS}: each side's force in yellow, red, blue, green",
        ),
    )


class Coded(Coding):
    """Korsar in numbers."""

    table = TABLE

    def __init__(self, game: Korsar) -> None:
        self.game = game
        self.layout = layout_of(game.seats, game.teams)
        self.rules = game.deal(seed=0).states

    def aids(self, bots: bool = False) -> Aids:
        return Aids(new_states(), np.empty(MAX_MOVES, np.int64))

    def weights(self, bot: str) -> Weights:
        table = self.rules[0]
        return RANDOM if bot == "random" else weights_of(bot, int(table["seats"]), bool(table["teams"]))

    def write(self, states: Records, i: int, action: int) -> str:
        return write_move(int(move_of(states[i], action)))

    def read(self, states: Records, i: int, text: str) -> int:
        return int(action_of(states[i], read_move(text)))

    def tell(self, states: Records) -> str:
        return write_table(states)

    def paint(self, states: Records) -> Picture:
        return paint_table(states)
