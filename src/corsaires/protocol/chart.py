"""The chart of Les Corsaires as data for a client, sent once a table."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from corsaires.games.les_corsaires.chart import FREE, LAND, ROSE, SEA, Chart, name_of
from corsaires.games.les_corsaires.grid import Point
from corsaires.games.les_corsaires.pieces import FLEETS, LETTERS

Ground = Literal["sea", "land", "rose", "free port", "home", "arrival"]

_GROUNDS: Final[dict[str, Ground]] = {
    SEA: "sea",
    LAND: "land",
    ROSE: "rose",
    FREE: "free port",
    **dict.fromkeys(LETTERS, "home"),
    **dict.fromkeys(LETTERS.upper(), "arrival"),
}


class LesCorsairesPoint(msgspec.Struct, frozen=True):
    """A point of the board."""

    name: str
    row: int  # from the top, 0 first
    x: int  # half steps from the left edge
    ground: Ground
    fleet: str | None  # whose port it is


class LesCorsairesChart(msgspec.Struct, frozen=True):
    """A board with its wind roses and firing figures."""

    id: str
    name: dict[str, str]  # by language
    about: dict[str, str]  # by language
    rows: int
    columns: int  # the points of the long rows
    points: list[LesCorsairesPoint]
    seaward: dict[str, int]  # by fleet, the direction its ships face at first
    batteries: dict[str, str]  # the point of each, rH to yA
    roses: dict[str, dict[str, list[int]]]  # figures by wind, class of ship and sixths off the wind, clockwise
    fire: dict[str, list[str]]  # by colour, where shots fall: steps from the bow, d ahead, l and r beside it
    faces: list[str]  # of the coloured die


def chart_shape(chart: Chart) -> LesCorsairesChart:
    return LesCorsairesChart(
        id=chart.id,
        name=dict(chart.name),
        about=dict(chart.about),
        rows=chart.rows,
        columns=chart.columns,
        points=[_point(point, letter) for point, letter in chart.board.items()],
        seaward=dict(chart.seaward),
        batteries={gun: name_of(hub) for gun, hub in chart.batteries.items()},
        roses={wind: {ships: list(figures) for ships, figures in rose.items()} for wind, rose in chart.roses.items()},
        fire={colour: list(shots) for colour, shots in chart.fire.items()},
        faces=list(chart.faces),
    )


def _point(point: Point, letter: str) -> LesCorsairesPoint:
    ground = _GROUNDS[letter]
    fleet = FLEETS[LETTERS.index(letter.lower())] if ground in ("home", "arrival") else None
    return LesCorsairesPoint(name_of(point), point.row, point.x, ground, fleet)
