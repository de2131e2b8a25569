"""Charts are data: the board, wind roses, firing figures and die of one box, read from a TOML file and checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.les_corsaires import chart_text
from corsaires.games.les_corsaires.chart_check import board_problems, points_of, voyage
from corsaires.games.les_corsaires.chart_text import (
    CLASSES,
    COLOURS,
    FREE,
    GROUNDS,
    LAND,
    LANGUAGES,
    MAX_BYTES,
    ROSE,
    SEA,
    InvalidChart,
    Source,
)
from corsaires.games.les_corsaires.grid import Point, ahead, name_of, point_named, turned
from corsaires.games.les_corsaires.pieces import BATTERIES, FLEETS, WINDS

__all__ = [
    "CLASSES",
    "COLOURS",
    "DEFAULT",
    "DIRECTORY",
    "FREE",
    "GROUNDS",
    "LAND",
    "LANGUAGES",
    "MAX_BYTES",
    "ROSE",
    "SEA",
    "Chart",
    "InvalidChart",
    "Sketch",
    "chart_from_bytes",
    "chart_ids",
    "load_chart",
    "name_of",
    "point_named",
    "read_chart",
    "shot_point",
    "sketched",
    "voyage",
]

DIRECTORY: Final = Path(__file__).parent / "charts"
DEFAULT: Final = "crossing"
_TURNS: Final = {"d": 0, "l": -1, "r": 1}  # sixths of a circle


@dataclass(frozen=True)
class Chart:
    id: str
    text: str
    name: Mapping[str, str]
    about: Mapping[str, str]
    board: Mapping[Point, str]  # every point with its letter, row by row
    seaward: Mapping[str, int]  # by fleet
    batteries: Mapping[str, Point]  # the hub of each, rH to yA
    roses: Mapping[str, Mapping[str, tuple[int, ...]]]  # figures by wind, class and sixths off the wind
    fire: Mapping[str, tuple[str, ...]]  # by colour, as steps
    faces: tuple[str, ...]  # of the coloured die

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def rows(self) -> int:
        return 1 + max(point.row for point in self.board)

    @property
    def columns(self) -> int:
        """The points of the long rows."""
        return 1 + max(point.x for point in self.board) // 2

    def points(self, letter: str) -> list[Point]:
        return points_of(self.board, letter)


class Sketch(NamedTuple):
    """A chart whose parts can be read, and what keeps a game from being played on its board."""

    chart: Chart
    asymmetric: bool  # its voyages may differ
    problems: list[InvalidChart]


def chart_ids(directory: Path = DIRECTORY) -> list[str]:
    return sorted(path.stem for path in directory.glob("*.toml"))


def load_chart(chart: str, directory: Path = DIRECTORY) -> Chart:
    """A chart of this package by its id; raises InvalidSetup."""
    if chart not in chart_ids(directory):
        raise InvalidSetup("chart", f"there is no chart {shown(chart)}; there are {', '.join(chart_ids(directory))}")
    return chart_from_bytes((directory / f"{chart}.toml").read_bytes(), chart, f"{chart}.toml")


def chart_from_bytes(content: bytes, name: str, file: str) -> Chart:
    """A chart from what stands in its file; raises InvalidChart."""
    if len(content) > MAX_BYTES:
        raise InvalidChart(file, content.count(b"\n", 0, MAX_BYTES) + 1, "", "too_long", most=MAX_BYTES)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidChart(file, content.count(b"\n", 0, error.start) + 1, "", "not_utf8") from None
    return read_chart(text, name, file)


def read_chart(text: str, name: str, file: str) -> Chart:
    """A chart from its text; raises InvalidChart with the file, the line, the key and the reason."""
    sketch = sketched(text, name, file)
    for problem in sketch.problems:
        raise problem
    return sketch.chart


def sketched(text: str, name: str, file: str) -> Sketch:
    """A chart that may still be worked on; raises InvalidChart if a part of it cannot be read."""
    source = Source(file, text)
    content = chart_text.parsed(source, text)

    def value(key: str) -> object:
        return chart_text.value(content, key, source)

    chart = Chart(
        id=name,
        text=text,
        name=chart_text.texts(content, "name", source),
        about=chart_text.texts(content, "about", source),
        board=chart_text.board(value("chart.board"), source),
        seaward={fleet: chart_text.seaward(value(f"seaward.{fleet}"), fleet, source) for fleet in FLEETS},
        batteries={gun: chart_text.battery(value(f"batteries.{gun}"), gun, source) for gun in BATTERIES},
        roses={
            wind: {kind: chart_text.figures(value(f"rose.{wind}.{kind}"), wind, kind, source) for kind in CLASSES}
            for wind in WINDS
        },
        fire={colour: chart_text.shots(value(f"fire.{colour}"), colour, source) for colour in COLOURS},
        faces=chart_text.faces(value("die.faces"), source),
    )
    asymmetric = chart_text.asymmetric(content, source)
    problems = board_problems(chart.board, chart.seaward, chart.batteries, source, asymmetric=asymmetric)
    return Sketch(chart, asymmetric, problems)


def shot_point(point: Point, bow: int, shot: str) -> Point:
    """Where a shot falls: d ahead, l and r the directions beside it."""
    for step in shot:
        point = ahead(point, turned(bow, _TURNS[step]))
    return point
