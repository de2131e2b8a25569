"""The table of actions and layout of observations of Les Corsaires, for the seats, chart and variant of one game."""

from __future__ import annotations

from typing import Final

import numpy as np

from corsaires.bots.les_corsaires.matches import RANDOM
from corsaires.bots.les_corsaires.voyages import LORE, lore_of
from corsaires.bots.les_corsaires.weighing import weights_of
from corsaires.bots.weights import Weights
from corsaires.envs.canvas import Picture
from corsaires.envs.coding import Actions, Coding, Part
from corsaires.envs.les_corsaires.coding import (
    DIRECTIONS,
    END,
    FATES,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    PHASES,
    WINDS,
    Aids,
    action_of,
    home_ports,
    move_of,
)
from corsaires.envs.les_corsaires.picture import Atlas
from corsaires.games.kernel.layout import Records
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.pieces import N_GUNS, N_SHIPS
from corsaires.games.les_corsaires.rules import IDLE_ROUNDS, MAX_MOVES
from corsaires.games.les_corsaires.state import MAX_COLUMNS, MAX_SEATS

POINTS: Final = 1000  # more than anybody can score


def table_of(berths: int) -> tuple[Actions, ...]:
    return (
        Actions(0, 1, "start", "throw for who starts"),
        Actions(1, 1, "wind", "throw the wind"),
        Actions(2, 1, "keep", "keep the wind"),
        Actions(3, 1, "die", "throw the die (very young)"),
        Actions(FIRST_SAIL, N_SHIPS * DIRECTIONS, "rG1:1 … yM2:6", f"sail: {FIRST_SAIL} + 6 × ship + direction − 1"),
        Actions(FIRST_FIRE, N_GUNS, "rG1! … yA!", f"fire: {FIRST_FIRE} + gun"),
        Actions(
            FIRST_AIM,
            N_GUNS * N_SHIPS,
            "rG1!rG1 … yA!yM2",
            f"fire at a ship (very young): {FIRST_AIM} + {N_SHIPS} × gun + ship",
        ),
        Actions(END, 1, "end", "end the turn"),
        Actions(
            FIRST_PLACE,
            N_SHIPS * berths,
            "rG1@a1 …",
            f"place a ship in its home port: {FIRST_PLACE} + {berths} × ship + berth",
        ),
    )


def layout_of(seats: int) -> tuple[Part, ...]:
    return (
        Part("seat", (seats,), 0, 1, "1 for the observer's seat"),
        Part("turn", (seats,), 0, 1, "1 for the seat to act"),
        Part("phase", (PHASES,), 0, 1, "1 for placing, starting, wind, sailing, firing"),
        Part("wind", (WINDS,), 0, 1, "1 for light, medium, strong; noughts before the first throw"),
        Part("towards", (DIRECTIONS,), 0, 1, "1 for the direction that the wind blows to"),
        Part("die", (1,), 0, 6, "the die of this turn (very young)"),
        Part("opening", (1,), 0, 1, "1 on the game's first turn"),
        Part("idle", (1,), 0, IDLE_ROUNDS * MAX_SEATS, "turns since anything was sunk or arrived (C-END-5)"),
        Part("progress", (1,), 0, 1, "1 if anything has been in this turn"),
        Part("arrived", (1,), 0, 8, "merchants that have arrived"),
        Part("best", (1,), 0, 6, "the highest throw for the start so far"),
        Part("contenders", (seats,), 0, 1, "seats that throw for the start"),
        Part("leaders", (seats,), 0, 1, "seats that have the highest throw"),
        Part("eliminated", (seats,), 0, 1, "seats that are out (C-END-4)"),
        Part("points", (seats,), 0, POINTS, "what each seat has scored"),
        Part("guns", (N_GUNS,), 0, 1, "guns that have not fired in this turn: rG1 rG2 … yG2, rH rA … yH yA"),
        Part(
            "ships",
            (N_SHIPS, 1 + FATES + 2 + DIRECTIONS + 2),
            0,
            2 * MAX_COLUMNS,
            f"rG1 rG2 rM1 rM2 … yM2: 1 if the observer's; {FATES}: waiting, afloat, sunk, arrived, removed; while "
            f"afloat its row and half steps from the west, and {DIRECTIONS}: its bow; 1 if it has been to its arrival "
            "port; 1 if it is still to be moved or placed",
        ),
    )


class Coded(Coding):
    """Les Corsaires in numbers."""

    def __init__(self, game: LesCorsaires) -> None:
        self.game = game
        self._board = game.board
        self._ports = home_ports(game.board.charts)
        self.layout = layout_of(game.seats)
        self.table = table_of(self._ports[0].shape[1])
        self.rules = game.deal(seed=0).states
        self._named = self.aids()
        self._atlas = Atlas(game.chart)

    def aids(self, bots: bool = False) -> Aids:
        charts, variant = self._board.charts, int(self.rules["variant"][0])
        lores = lore_of(charts, variant) if bots else np.zeros(0, LORE)
        return Aids(charts, lores, *self._ports, np.empty(MAX_MOVES, np.int64))

    def weights(self, bot: str) -> Weights:
        table = self.rules[0]
        return RANDOM if bot == "random" else weights_of(bot, int(table["seats"]), int(table["variant"]))

    def write(self, states: Records, i: int, action: int) -> str:
        return self._board.notation.write(int(move_of(self._named, action)))

    def read(self, states: Records, i: int, text: str) -> int:
        return int(action_of(self._named, self._board.notation.read(text)))

    def tell(self, states: Records) -> str:
        return self._atlas.tell(states)

    def paint(self, states: Records) -> Picture:
        return self._atlas.paint(states)

    def results(self, action: int) -> list[str]:
        """What the dice can give an action, in the order of their numbers."""
        return self._board.notation.results(int(move_of(self._named, action)))
