"""The coasts of a chart, as an engraver would draw them: lines at given distances from the land, a little uneven.

Places are in steps of the grid: x east, y south, row a at y = 0. Land is what lies near a land point, between two of
them or among three, so that a coast never touches a point of the sea. Behind a port at the edge lies land too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil, floor, hypot, sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.games.les_corsaires.chart import LAND, ROSE, Chart
from corsaires.games.les_corsaires.grid import Point
from corsaires.games.les_corsaires.pieces import LETTERS

Place = tuple[float, float]
Heights = npt.NDArray[np.float64]

ROW: Final = sqrt(3) / 2  # between two rows, in steps
COAST: Final = 0.41  # from the land's points to the water's edge
BEYOND: Final = 1.5  # how far the drawing reaches beyond the points
_MESH: Final = 0.1
_UNEVEN: Final = ((1.7, 0.085), (4.1, 0.05), (9.0, 0.022))  # octaves: how fine, how much
_OUTSIDE: Final = 9.0  # higher than any coast: lines close at the rim
_REACH: Final = 2.0  # steps from land beyond which nothing is drawn
_NEIGHBOURS: Final = 1.02  # steps, with room for rounding
_FEWEST: Final = 4  # corners of a line worth drawing


def place_of(point: Point) -> Place:
    return point.x / 2, point.row * ROW


def extent(chart: Chart) -> Place:
    """The place of the last column and the last row."""
    return float(chart.columns - 1), (chart.rows - 1) * ROW


def is_land(ground: str) -> bool:
    return ground in LAND + ROSE


@dataclass(frozen=True)
class Sea:
    """How far from land every place of the mesh is, unevenness included."""

    away: Heights

    def at(self, x: float, y: float) -> float:
        rows, columns = self.away.shape
        row, column = round((y + BEYOND) / _MESH), round((x + BEYOND) / _MESH)
        return float(self.away[min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)])


def measured(chart: Chart) -> Sea:
    width, height = extent(chart)
    x = np.arange(ceil((width + 2 * BEYOND) / _MESH) + 1) * _MESH - BEYOND
    y = np.arange(ceil((height + 2 * BEYOND) / _MESH) + 1) * _MESH - BEYOND
    east, south = np.meshgrid(x, y)
    away = _distance(land_places(chart), east, south)
    for fine, much in _UNEVEN:
        away = away + much * _noise(east * fine + fine, south * fine)
    away[[0, -1], :] = away[:, [0, -1]] = _OUTSIDE
    return Sea(away)


def land_places(chart: Chart) -> list[Place]:
    """The land points, and those that would lie beyond the edge behind land and ports."""
    found = {place_of(point): None for point, ground in chart.board.items() if is_land(ground)}
    for point, ground in chart.board.items():
        if is_land(ground) or ground.lower() in LETTERS:
            found |= dict.fromkeys(_behind(point, chart))
    return [(round(x, 3), round(y, 3)) for x, y in found]


def _behind(point: Point, chart: Chart) -> list[Place]:
    x, y = place_of(point)
    places: list[Place] = []
    for row, sign in ((0, -1), (chart.rows - 1, 1)):
        if point.row == row:
            places += [(x - k / 2 + i, y + sign * k * ROW) for k in (1, 2) for i in range(k + 1)]
    if Point(point.row, point.x - 2) not in chart.board:
        places += [(x - 1, y), (x - 2, y)]
    if Point(point.row, point.x + 2) not in chart.board:
        places += [(x + 1, y), (x + 2, y)]
    return places


def _distance(land: list[Place], east: Heights, south: Heights) -> Heights:
    """To the nearest land point, edge between two neighbours, or triangle of three; measured near them only."""
    away = np.full(east.shape, _OUTSIDE)
    near = {one: [other for other in land if other > one and _beside(one, other)] for one in land}
    for one, others in near.items():
        around = _window([one])
        np.minimum(away[around], np.hypot(east[around] - one[0], south[around] - one[1]), out=away[around])
        for other in others:
            around = _window([one, other])
            np.minimum(away[around], _to_edge(one, other, east[around], south[around]), out=away[around])
        for other, third in combinations(others, 2):
            if _beside(other, third):
                around = _window([one, other, third])
                away[around][_inside((one, other, third), east[around], south[around])] = 0.0
    return away


def _window(places: list[Place]) -> tuple[slice, slice]:
    """The part of the mesh within reach of these places: rows, then columns."""
    columns, rows = (
        slice(
            max(0, floor((min(values) - _REACH + BEYOND) / _MESH)),
            max(0, ceil((max(values) + _REACH + BEYOND) / _MESH) + 1),
        )
        for values in zip(*places, strict=True)
    )
    return rows, columns


def _beside(one: Place, other: Place) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) < _NEIGHBOURS


def _to_edge(one: Place, other: Place, east: Heights, south: Heights) -> Heights:
    dx, dy = other[0] - one[0], other[1] - one[1]
    along = np.clip((east - one[0]) * dx + (south - one[1]) * dy, 0.0, 1.0)
    result: Heights = np.hypot(east - one[0] - along * dx, south - one[1] - along * dy)
    return result


def _inside(corners: tuple[Place, Place, Place], east: Heights, south: Heights) -> npt.NDArray[np.bool_]:
    sides = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        sides.append((east - bx) * (ay - by) - (ax - bx) * (south - by) < 0)
    a, b, c = sides
    result: npt.NDArray[np.bool_] = (a == b) & (b == c)
    return result


def chance_at(x: float, y: float) -> float:
    """A number in [0, 1) for a place, always the same, that looks like chance."""
    return float(_scattered(np.array([x]), np.array([y]))[0])


def _scattered(x: Heights, y: Heights) -> Heights:
    value = np.sin(x * 127.1 + y * 311.7) * 43758.5453
    result: Heights = value - np.floor(value)
    return result


def _noise(x: Heights, y: Heights) -> Heights:
    """Smooth hills between -1 and 1."""
    i, j = np.floor(x), np.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    a, b, c, d = _scattered(i, j), _scattered(i + 1, j), _scattered(i, j + 1), _scattered(i + 1, j + 1)
    result: Heights = (a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v) * 2 - 1
    return result


# --- lines of equal distance: marching squares ---

_TOP, _RIGHT, _BOTTOM, _LEFT = range(4)
# From which side to which side of a cell the line goes, by the corners that lie nearer (bits clockwise from the top
# left), with the nearer ground always on the same hand.
_CROSSED: Final = {
    1: ((_LEFT, _TOP),), 2: ((_TOP, _RIGHT),), 3: ((_LEFT, _RIGHT),), 4: ((_RIGHT, _BOTTOM),),
    5: ((_LEFT, _TOP), (_RIGHT, _BOTTOM)), 6: ((_TOP, _BOTTOM),), 7: ((_LEFT, _BOTTOM),), 8: ((_BOTTOM, _LEFT),),
    9: ((_BOTTOM, _TOP),), 10: ((_TOP, _RIGHT), (_BOTTOM, _LEFT)), 11: ((_BOTTOM, _RIGHT),), 12: ((_RIGHT, _LEFT),),
    13: ((_RIGHT, _TOP),), 14: ((_TOP, _LEFT),),
}  # fmt: skip
_ALL_NEAR: Final = 15
Cut = tuple[int, int, bool]  # an edge of the mesh: its first end, and whether it goes down


def lines_at(sea: Sea, level: float) -> list[list[Place]]:
    """The closed lines at a distance from land."""
    near = (sea.away < level).astype(np.int64)
    corners = near[:-1, :-1] + 2 * near[:-1, 1:] + 4 * near[1:, 1:] + 8 * near[1:, :-1]
    following: dict[Cut, list[Cut]] = {}
    for row, column in np.argwhere((corners > 0) & (corners < _ALL_NEAR)).tolist():
        for start, end in _CROSSED[int(corners[row, column])]:
            following.setdefault(_cut(row, column, start), []).append(_cut(row, column, end))
    return [[_crossing(sea, cut, level) for cut in loop] for loop in _loops(following) if len(loop) >= _FEWEST]


def _cut(row: int, column: int, side: int) -> Cut:
    return row + (side == _BOTTOM), column + (side == _RIGHT), side in (_LEFT, _RIGHT)


def _loops(following: dict[Cut, list[Cut]]) -> list[list[Cut]]:
    loops = []
    for start in following:
        loop, cut = [], start
        while following[cut]:
            loop.append(cut)
            cut = following[cut].pop()
        loops.append(loop)
    return loops


def _crossing(sea: Sea, cut: Cut, level: float) -> Place:
    row, column, down = cut
    here, there = sea.away[row, column], sea.away[row + down, column + (not down)]
    part = float((level - here) / (there - here))
    return (column + (0 if down else part)) * _MESH - BEYOND, (row + (part if down else 0)) * _MESH - BEYOND
