"""Moves as text, and what the dice gave them.

`rM1@a2` place, `start`, `wind` or `keep` (very young: `die`), `rM1:4` sail, `rG1!` `rH!` `rA!` fire (very young:
`rG1!bM2`), `end`. The table appends the result of the dice: `start=4 wind=Y3 die=5 rG1!=B rG1!bM2=6`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from corsaires.games.kernel.errors import InvalidMove, shown
from corsaires.games.les_corsaires.chart import Chart, name_of
from corsaires.games.les_corsaires.grid import DIRECTIONS
from corsaires.games.les_corsaires.pieces import COLOURS, GUN_OF, GUNS, N_SHIPS, SHIP_OF, SHIPS
from corsaires.games.les_corsaires.plotted import point_numbers
from corsaires.games.les_corsaires.rules import (
    DIE,
    END,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    KEEP,
    START,
    WIND,
    chances,
)
from corsaires.games.les_corsaires.state import MAX_POINTS

FORMS: Final = "write wind, keep, rM1:4 to sail red merchant 1 towards 4, rG1! or rH! to fire, end"

_FIXED: Final = {
    **{START: "start", WIND: "wind", KEEP: "keep", DIE: "die", END: "end"},
    **{
        FIRST_SAIL + ship * 6 + direction - 1: f"{name}:{direction}"
        for ship, name in enumerate(SHIPS)
        for direction in DIRECTIONS
    },
    **{FIRST_FIRE + gun: f"{name}!" for gun, name in enumerate(GUNS)},
    **{
        FIRST_AIM + gun * N_SHIPS + ship: f"{name}!{target}"
        for gun, name in enumerate(GUNS)
        for ship, target in enumerate(SHIPS)
    },
}


class Notation:
    """The texts of one chart: its points have their names."""

    def __init__(self, chart: Chart) -> None:
        self.points: Mapping[int, str] = {number: name_of(point) for point, number in point_numbers(chart).items()}
        self._faces = [COLOURS[["yellow", "blue", "red"].index(face)] for face in chart.faces]
        self._texts = dict(_FIXED) | {
            FIRST_PLACE + ship * MAX_POINTS + number: f"{name}@{point}"
            for ship, name in enumerate(SHIPS)
            for number, point in self.points.items()
        }
        self._moves = {text: move for move, text in self._texts.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Notation) and (self.points, self._faces) == (other.points, other._faces)

    def __hash__(self) -> int:
        return hash(tuple(self._faces))

    def write(self, move: int) -> str:
        return self._texts[move]

    def read(self, text: str) -> int:
        """The move that a text without a result stands for, legal or not; raises InvalidMove."""
        move = self._moves.get(text) if isinstance(text, str) else None
        if move is None:
            raise InvalidMove(f"{self._what_is_wrong(text)}; {FORMS}")
        return move

    def _what_is_wrong(self, text: object) -> str:
        if not isinstance(text, str):
            return f"a move is a text, not {shown(text)}"
        if "=" in text:
            return f"{shown(text)} is not a move: the dice are the table's to throw"
        for sign, whose in (("@", SHIP_OF), (":", SHIP_OF), ("!", GUN_OF)):
            piece, found, rest = text.partition(sign)
            if found and piece not in whose:
                return f"{shown(text)} is not a move: there is no {'gun' if sign == '!' else 'ship'} {shown(piece)}"
            if found:
                what = {"@": "point", ":": "direction", "!": "ship"}[sign]
                return f"{shown(text)} is not a move: there is no {what} {shown(rest)}"
        return f"{shown(text)} is not a move"

    def results(self, move: int) -> list[str]:
        """What the dice can give a move, by their faces; empty for a move without dice."""
        if move == WIND:
            return [f"{face}{direction}" for face in self._faces for direction in DIRECTIONS]
        if FIRST_FIRE <= move < FIRST_AIM:
            return list(self._faces)
        return [str(face) for face in DIRECTIONS] if chances(move) else []
