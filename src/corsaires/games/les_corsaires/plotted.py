"""A chart as the compiled rules read it: one record."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from corsaires.games.les_corsaires.chart import CLASSES, COLOURS, FREE, LAND, ROSE, Chart, shot_point
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, ahead
from corsaires.games.les_corsaires.pieces import BATTERIES, FLEETS, LETTERS, WINDS
from corsaires.games.les_corsaires.state import ARRIVAL, CHART, FREE_PORT, HOME, PAD, Charts
from corsaires.games.les_corsaires.state import LAND as LAND_GROUND

EVERY_SHIP: Final = (1 << 2 * len(FLEETS)) - 1
EVERY_MERCHANT: Final = sum(1 << 2 * fleet + 1 for fleet in range(len(FLEETS)))


def point_numbers(chart: Chart) -> dict[Point, int]:
    """The points of a board are numbered from 1, row by row; 0 is off the board."""
    return {point: number for number, point in enumerate(chart.board, 1)}


def plotted(chart: Chart) -> Charts:
    charts = np.zeros(1, CHART)
    _plot_board(chart, charts[0])
    _plot_roses(chart, charts[0])
    _plot_fire(chart, charts[0])
    return charts


def _plot_board(chart: Chart, record: Any) -> None:
    numbers = point_numbers(chart)
    record["points"] = len(numbers)
    for point, number in numbers.items():
        record["row"][number], record["x"][number] = point
        record["at"][point.row + PAD, point.x + 2 * PAD] = number
        record["ground"][number], record["open_to"][number] = _ground(chart.board[point])
        for direction in DIRECTIONS:
            record["next"][number, direction] = numbers.get(ahead(point, direction), 0)
    record["hub"] = [numbers[chart.batteries[gun]] for gun in BATTERIES]
    record["seaward"] = [chart.seaward[fleet] for fleet in FLEETS]


def _plot_roses(chart: Chart, record: Any) -> None:
    for wind, name in enumerate(WINDS):
        for kind, figures in enumerate(CLASSES):
            record["figure"][wind, kind] = chart.roses[name][figures]


def _plot_fire(chart: Chart, record: Any) -> None:
    record["faces"] = [COLOURS.index(face) for face in chart.faces]
    for colour, name in enumerate(COLOURS):
        record["shots"][colour] = len(chart.fire[name])
        record["thrown"][colour] = name in chart.faces
        for bow in DIRECTIONS:
            for n, shot in enumerate(chart.fire[name]):
                fallen = shot_point(Point(0, 0), bow, shot)
                record["shot_row"][colour, bow, n], record["shot_x"][colour, bow, n] = fallen


def _ground(letter: str) -> tuple[int, int]:
    """What a point is, and the classes of ship that may enter it (C-MAP-3, C-MAP-4, C-MOV-6)."""
    if letter in LAND + ROSE:
        return LAND_GROUND, 0
    if letter == FREE:
        return FREE_PORT, EVERY_MERCHANT
    if letter in LETTERS:
        fleet = LETTERS.index(letter)
        return HOME + fleet, 0b11 << 2 * fleet
    if letter.lower() in LETTERS:
        fleet = LETTERS.index(letter.lower())
        return ARRIVAL + fleet, 0b10 << 2 * fleet
    return 0, EVERY_SHIP
