"""The triangular grid: points in rows, every other row shifted by half a step; six directions, 1 to 6, clockwise.

A point is (row, x): x counts half steps, so a step east is two of them and a step along a slant is one, with a row.
Direction 1 is north-east, 2 east, 3 south-east, 4 south-west, 5 west, 6 north-west (C-MAP-1).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

DIRECTIONS: Final = (1, 2, 3, 4, 5, 6)
_STEPS: Final = {1: (-1, 1), 2: (0, 2), 3: (1, 1), 4: (1, -1), 5: (0, -2), 6: (-1, -1)}  # rows down, half steps east


class Point(NamedTuple):
    row: int
    x: int


def row_name(row: int) -> str:
    """Row a is the top row."""
    return chr(ord("a") + row)


def name_of(point: Point) -> str:
    """The name of a point: its row, and its column counted from 1."""
    return f"{row_name(point.row)}{point.x // 2 + 1}"


def point_named(name: str) -> Point | None:
    """The point that a text like c3 stands for, on the board or not."""
    match = re.fullmatch("([a-z])([1-9][0-9]?)", name)
    if match is None:
        return None
    row = ord(match[1]) - ord("a")
    return Point(row, 2 * (int(match[2]) - 1) + row % 2)


def turned(direction: int, steps: int) -> int:
    """The direction so many sixths of a circle further, clockwise."""
    return (direction - 1 + steps) % 6 + 1


def angle(direction: int, other: int) -> int:
    """How many sixths of a circle `direction` lies clockwise of `other`, 0 to 5."""
    return (direction - other) % 6


def ahead(point: Point, direction: int, steps: int = 1) -> Point:
    """The point so many steps in a direction."""
    down, east = _STEPS[direction]
    return Point(point.row + steps * down, point.x + steps * east)


def line(point: Point, direction: int, steps: int) -> list[Point]:
    """The points of a way, without its start."""
    return [ahead(point, direction, step) for step in range(1, steps + 1)]


def distance(one: Point, other: Point) -> int:
    """In steps, over anything."""
    rows, halves = abs(one.row - other.row), abs(one.x - other.x)
    return rows + max(0, halves - rows) // 2


def hexagon(hub: Point) -> list[Point]:
    """A point and its six neighbours."""
    return [hub, *(ahead(hub, direction) for direction in DIRECTIONS)]


def mirrored(point: Point, height: int, width: int, *, upside: bool) -> Point:
    """The point across the middle of a board of so many rows and half steps: left for right, or top for bottom."""
    return Point(height - 1 - point.row, point.x) if upside else Point(point.row, width - 1 - point.x)
