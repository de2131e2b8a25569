"""What a client needs to draw the coasts of a chart: lines thinned to what the eye can tell, and where signs stand.

Places are in units of the drawing, 48 a step of the grid, from the first point of row a.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from corsaires.games.les_corsaires.chart import ROSE, Chart
from corsaires.games.les_corsaires.coastline import COAST, Place, lines_at, measured
from corsaires.games.les_corsaires.drawing import STEP, behind_port, compass_radius, free_flags, middle_of, relief
from corsaires.games.les_corsaires.pieces import LETTERS

Spot = tuple[int, int]

# How far from land each line runs, the farthest first: so they are drawn one over the other.
LEVELS: Final = {
    "offing": 1.42,
    "shelf": 1.02,
    "shoal": 0.72,
    "surf": 0.66,
    "strand": 0.57,
    "coast": COAST,
    "inland": COAST - 0.17,
}
FINEST: Final = 0.8  # units by which a thinned line may leave the measured one


class Port(NamedTuple):
    """Where the sign of a port stands."""

    at: Spot
    tall: bool  # at the side of the board, where there is no room for a wide sign


class Coast(NamedTuple):
    lines: dict[str, str]  # closed lines as SVG paths, the farthest from land first
    hills: tuple[Spot, ...]
    woods: tuple[Spot, ...]
    ports: dict[str, Port]  # r to y home, R to Y arrival
    flags: tuple[Spot, ...]  # of the free ports
    rose: Spot | None  # the middle of its island, if a rose has room there
    radius: int  # of the rose


def coast_of(chart: Chart) -> Coast:
    sea = measured(chart)
    radius = compass_radius(chart)
    hills, woods = relief(chart)
    ports = {letter: behind_port(chart, letter) for letter in LETTERS + LETTERS.upper() if chart.points(letter)}
    return Coast(
        lines={name: "".join(map(_path, lines_at(sea, level))) for name, level in LEVELS.items()},
        hills=tuple(map(_spot, hills)),
        woods=tuple(map(_spot, woods)),
        ports={letter: Port(_spot(place), tall) for letter, (place, tall) in ports.items()},
        flags=tuple(map(_spot, free_flags(chart))),
        rose=None if radius is None else _spot(middle_of(chart.points(ROSE))),
        radius=round(radius or 0),
    )


def _spot(place: Place) -> Spot:
    return round(place[0] * STEP), round(place[1] * STEP)


def _path(loop: Sequence[Place]) -> str:
    corners = [_spot(place) for place in thinned(loop, FINEST / STEP)]
    steps = [f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(corners) if (ax, ay) != (bx, by)]
    return f"M{corners[0][0]} {corners[0][1]}l{' '.join(steps)}z".replace(" -", "-") if steps else ""


def thinned(loop: Sequence[Place], finest: float) -> list[Place]:
    """A closed line with the corners left out that it can do without (Douglas and Peucker)."""
    half = len(loop) // 2
    kept = {0, half, len(loop) - 1}
    parts = [(0, half), (half, len(loop) - 1)]
    while parts:
        first, last = parts.pop()
        away = [_beside(loop[at], loop[first], loop[last]) for at in range(first + 1, last)]
        if away and max(away) > finest:
            corner = first + 1 + away.index(max(away))
            kept.add(corner)
            parts += [(first, corner), (corner, last)]
    return [loop[at] for at in sorted(kept)]


def _beside(place: Place, start: Place, end: Place) -> float:
    """How far a place lies from the stretch between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / length if length else 0.0
    along = min(max(along, 0.0), 1.0)
    return hypot(place[0] - start[0] - along * dx, place[1] - start[1] - along * dy)
