"""The board, the rose and the fleets as lines of text, drawn from the chart. Colours only repeat what letters say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

from rich.text import Text

from corsaires.games.les_corsaires.chart import CLASSES, FREE, ROSE, Chart, name_of
from corsaires.games.les_corsaires.grid import Point, angle, row_name
from corsaires.games.les_corsaires.pieces import LETTERS, WINDS
from corsaires.games.les_corsaires.telling import Voice, fleet_letter, ground_of
from corsaires.games.les_corsaires.view import Ship, View

ARROWS: Final = {1: "↗", 2: "→", 3: "↘", 4: "↙", 5: "←", 6: "↖"}
INKS: Final = {
    "r": "#fdf8ea on #a6322c",
    "b": "#fdf8ea on #2a5c94",
    "g": "#fdf8ea on #2e6e4e",
    "y": "#16222c on #e2b33f",
}
LINES: Final = {"r": "#d0574b", "b": "#5b8fd0", "g": "#4fa06a", "y": "#c9982a"}
SAND: Final = "#a98d5d"
WIND_INKS: Final = {"light": INKS["y"], "medium": INKS["b"], "strong": INKS["r"]}
HOME, ARRIVAL, FREE_PORT, BATTERY, LAND = "⌂", "◎", "◇", "+", "▒"
WIDE, NARROW, TIGHT = 4, 3, 2  # columns a point
MARGIN: Final = 2  # the letter of the row


@dataclass(frozen=True)
class Board:
    """The board of a view, with so many columns a point."""

    view: View
    voice: Voice
    cell: int

    @property
    def chart(self) -> Chart:
        return self.view.chart

    @cached_property
    def width(self) -> int:
        return board_width(self.chart, self.cell)

    def lines(self) -> list[Text]:
        return [self._header(), *(self._row(row) for row in range(self.chart.rows))]

    def _column(self, point: Point) -> int:
        return point.x * self.cell // 2

    def _header(self) -> Text:
        line = [" "] * self.width
        for number in range(1, self.chart.columns + 1):
            if self.cell == TIGHT and number % 2 == 0:
                continue
            at = MARGIN + (number - 1) * self.cell + (self.cell > TIGHT)
            line[at : at + len(str(number))] = str(number)
        return Text("".join(line)[: self.width], "dim")

    def _row(self, row: int) -> Text:
        line = Text.assemble((f"{row_name(row)} ", "dim"))
        for point, letter in self._rows[row]:
            line.append(" " * (MARGIN + self._column(point) - line.cell_len))
            line.append(*self._point(point, letter))
        return line

    @cached_property
    def _rows(self) -> list[list[tuple[Point, str]]]:
        points = self.chart.board.items()
        return [list(row) for _, row in groupby(points, lambda found: found[0].row)]

    # --- a point ---

    @cached_property
    def _ships(self) -> Mapping[str, Ship]:
        return {ship.point: ship for ship in self.view.open.ships if ship.point is not None}

    @cached_property
    def _batteries(self) -> Mapping[Point, str]:
        return {hub: battery for battery, hub in self.chart.batteries.items()}

    def _point(self, point: Point, letter: str) -> tuple[str, str]:
        ship = self._ships.get(name_of(point))
        if ship is not None:
            return self._ship(ship)
        if ground_of(letter) == "land":
            return self._land(point, letter), SAND
        if letter == FREE:
            return self._mark(FREE_PORT), "bold"
        if letter.lower() in LETTERS:
            sign = HOME if letter in LETTERS else ARRIVAL
            return self._mark(sign + fleet_letter(letter.lower(), self.voice.language)), LINES[letter.lower()]
        battery = self._batteries.get(point)
        if battery is not None:
            return self._mark(BATTERY + fleet_letter(battery[0], self.voice.language)), LINES[battery[0]]
        return self._mark("·"), "dim"

    def _mark(self, sign: str) -> str:
        return f"{' ' if self.cell > TIGHT and len(sign) < self.cell - 1 else ''}{sign}".ljust(self.cell)

    def _land(self, point: Point, letter: str) -> str:
        """Land; in the middle of the rose's island, where the wind goes."""
        if letter == ROSE and self.view.open.wind and point == self._heart and self.cell == WIDE:
            towards = self.view.open.wind[1]
            return f"{LAND}{ARROWS[towards]}{towards}{LAND}"
        return LAND * self.cell

    @cached_property
    def _heart(self) -> Point:
        island = self.chart.points(ROSE)
        return island[len(island) // 2]

    def _ship(self, ship: Ship) -> tuple[str, str]:
        """Its fleet's letter, class, number and bow; where there is less room a small letter is a merchant's."""
        to_move = ship.seat == self.view.open.turn and not ship.moved and self.view.open.phase == "sailing"
        style = f"bold underline {INKS[ship.name[0]]}" if to_move else INKS[ship.name[0]]
        bow = ARROWS[ship.bow] if ship.bow else " "
        return f"{ship_tag(ship.name, self.voice, self.cell)}{bow}"[: self.cell].ljust(self.cell), style


def ship_tag(ship: str, voice: Voice, cell: int) -> str:
    """RG1; where there is less room 1R, and 1r for a merchant: in English a green G1 would look like any warship."""
    if cell == WIDE:
        return voice.tag(ship)
    letter = fleet_letter(ship[0], voice.language)
    return f"{ship[2]}{letter if ship[1] == 'G' else letter.lower()}"


def board_width(chart: Chart, cell: int) -> int:
    return MARGIN + max(point.x for point in chart.board) * cell // 2 + cell


# --- the rose ---


ROSE_WIDTH: Final = 13
# Where the number, the figure of G and that of M stand, by direction: line and column.
PLATES: Final = {
    6: ((0, 1), (1, 2), (2, 2)),
    1: ((0, 10), (1, 8), (2, 8)),
    5: ((3, 0), (3, 2), (4, 2)),
    2: ((3, 12), (3, 9), (4, 9)),
    4: ((7, 1), (5, 2), (6, 2)),
    3: ((7, 10), (5, 8), (6, 8)),
}


def rose_lines(view: View) -> list[Text]:
    """The rose of the wind that blows: by direction the points that G and M must sail."""
    assert view.open.wind is not None
    force, towards = view.open.wind
    lines = [[" "] * ROSE_WIDTH for _ in range(8)]
    for direction, (number, *plates) in PLATES.items():
        _write(lines, number, str(direction))
        for place, kind in zip(plates, CLASSES, strict=True):
            figure = view.chart.roses[force][kind][angle(direction, towards)]
            _write(lines, place, f"{'G' if kind == 'warship' else 'M'}{figure}")
    texts = [Text("".join(line)) for line in lines]
    (at, column), *_ = PLATES[towards]
    texts[at].stylize(f"bold {WIND_INKS[force]}", max(0, column - 1), column + 2)
    strength = ARROWS[towards] * (WINDS.index(force) + 1)
    texts[3] = Text.assemble(texts[3][:5], (f"{strength:^3}", f"bold {WIND_INKS[force]}"), texts[3][8:])
    return texts


def _write(lines: list[list[str]], place: tuple[int, int], text: str) -> None:
    line, column = place
    lines[line][column : column + len(text)] = text


# --- the fleets ---

SUNK, ARRIVED, REMOVED = "×", "✓", "–"
TO_MOVE, HOMEWARD = "•", "↩"


def fleet_line(fleet: str, view: View, voice: Voice) -> Text:
    """A fleet's four ships: afloat, sunk, arrived; a dot before those still to move."""
    line = Text.assemble((fleet_letter(fleet, voice.language), f"bold {INKS[fleet]}"))
    for ship in view.open.ships:
        if ship.name[0] != fleet:
            continue
        sailing = view.open.phase == "sailing" and ship.seat == view.open.turn
        to_move = sailing and ship.fate == "afloat" and not ship.moved
        line.append(HOMEWARD if ship.outward and ship.fate == "afloat" else TO_MOVE if to_move else " ", "bold")
        fates = {"sunk": f"{SUNK} ", "arrived": f"{ARRIVED} ", "removed": f"{REMOVED} "}
        line.append(fates.get(ship.fate, ship.name[1:]), "dim" if ship.fate in fates else "bold" if to_move else "")
    return line
