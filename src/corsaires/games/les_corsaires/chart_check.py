"""The board of a chart as a whole: whether its ports, ways and batteries let a game be played on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from corsaires.games.les_corsaires.chart_text import FREE, LAND, ROSE, SEA, InvalidChart, Source
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, ahead, distance, hexagon, line, name_of
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, FLEETS, LETTERS

Board = Mapping[Point, str]

BATTERY_POINTS: Final = 1 + len(DIRECTIONS)  # C-MAP-5
MAX_BERTHS: Final = 60  # so that every placement of a turn fits in the list of moves
FARTHEST_HUB: Final = 3  # steps from its port; a battery further off would defend nothing there
SEAROOM: Final = 2  # points of open sea before a bow, so that it does not look into a corner (C-FLT-3)
NAMED: Final = 5  # points that a message names


def points_of(board: Board, letter: str) -> list[Point]:
    return [point for point, ground in board.items() if ground == letter]


def board_problems(
    board: Board, seaward: Mapping[str, int], batteries: Mapping[str, Point], source: Source, *, asymmetric: bool
) -> list[InvalidChart]:
    """What keeps a game from being played on this board; without ports nothing else can be told."""
    if missing := list(_ports(board, source)):
        return missing
    found = list(_connected(board, source))
    ways = [
        problem
        for fleet, letter in zip(FLEETS, LETTERS, strict=True)
        for problem in _ways(board, fleet, letter, source)
    ]
    found += ways
    if not asymmetric and not ways:
        found += _voyages(board, source)
    for fleet, direction in seaward.items():
        found += _seaward(board, fleet, direction, source)
    for gun, hub in batteries.items():
        found += _battery(board, gun, hub, source)
    return found


def _ports(board: Board, source: Source) -> Iterator[InvalidChart]:
    for fleet, letter in zip(FLEETS, LETTERS, strict=True):
        berths = len(points_of(board, letter))
        if not FLEET_SIZE <= berths <= MAX_BERTHS:
            limits = {"least": FLEET_SIZE, "most": MAX_BERTHS}
            yield source.wrong("chart.board", "berths", fleet=fleet, letter=letter, n=berths, **limits)
        if not points_of(board, letter.upper()):
            yield source.wrong("chart.board", "no_arrival", fleet=fleet, letter=letter.upper())


def _connected(board: Board, source: Source) -> Iterator[InvalidChart]:
    """All water is one; what is cut off is a port rather than a mere pool, if there is any."""
    waters = "".join(set(board.values()) - {LAND, ROSE})
    reached = steps(board, points_of(board, LETTERS[0])[:1], waters)
    cut_off = sorted(
        (point for point, ground in board.items() if ground in waters and point not in reached),
        key=lambda point: (board[point] == SEA, point),
    )
    if cut_off:
        named = ", ".join(f"{name_of(point)} ({board[point]})" for point in cut_off[:NAMED])
        more = ", …" if len(cut_off) > NAMED else ""
        yield source.wrong("chart.board", "cut_off", row=cut_off[0].row, points=named + more)


def _ways(board: Board, fleet: str, letter: str, source: Source) -> Iterator[InvalidChart]:
    """From a home port to its arrival port and to every free port; one that cannot be reached is enough to tell."""
    reached = steps(board, points_of(board, letter), _ground_of_merchants(letter))
    arrival = letter.upper()
    if not any(point in reached for point in points_of(board, arrival)):
        row = points_of(board, arrival)[0].row
        yield source.wrong("chart.board", "no_voyage", row=row, fleet=fleet, letter=letter, arrival=arrival)
    for point in points_of(board, FREE):
        if point not in reached:
            yield source.wrong("chart.board", "free_port", row=point.row, fleet=fleet, point=name_of(point))
            break


def _voyages(board: Board, source: Source) -> Iterator[InvalidChart]:
    voyages = {letter: voyage(board, letter) for letter in LETTERS}
    if len(set(voyages.values())) > 1:
        told = ", ".join(f"{letter} {length}" for letter, length in voyages.items())
        yield source.wrong("chart.board", "voyages", voyages=told)


def _seaward(board: Board, fleet: str, direction: int, source: Source) -> Iterator[InvalidChart]:
    letter = LETTERS[FLEETS.index(fleet)]
    ways = (line(berth, direction, SEAROOM) for berth in points_of(board, letter))
    if not any(all(board.get(point) == SEA for point in way) for way in ways):
        yield source.wrong(f"seaward.{fleet}", "to_nowhere", letter=letter, direction=direction)


def _battery(board: Board, gun: str, hub: Point, source: Source) -> Iterator[InvalidChart]:
    key = f"batteries.{gun}"
    if hub not in board:
        yield source.wrong(key, "hub_off", hub=name_of(hub))
        return
    covered = sum(point in board for point in hexagon(hub))
    if covered != BATTERY_POINTS:
        yield source.wrong(key, "hub_edge", hub=name_of(hub), n=covered)
    letter = gun[0] if gun.endswith("H") else gun[0].upper()
    away = min(distance(hub, point) for point in points_of(board, letter))
    if away > FARTHEST_HUB:
        yield source.wrong(key, "hub_far", hub=name_of(hub), n=away, letter=letter, most=FARTHEST_HUB)


# --- ways ---


def voyage(board: Board, letter: str) -> int | None:
    """The points of a fleet's shortest way from its home port to its arrival port; None if there is none."""
    reached = steps(board, points_of(board, letter), _ground_of_merchants(letter))
    return min((reached[point] for point in points_of(board, letter.upper()) if point in reached), default=None)


def _ground_of_merchants(letter: str) -> str:
    """What the merchants of a fleet may enter."""
    return SEA + FREE + letter + letter.upper()


def steps(board: Board, start: Iterable[Point], grounds: str) -> dict[Point, int]:
    """How many steps every point is away that can be reached over these grounds."""
    found = dict.fromkeys(start, 0)
    waiting = deque(found)
    while waiting:
        point = waiting.popleft()
        for direction in DIRECTIONS:
            other = ahead(point, direction)
            if other not in found and other in board and board[other] in grounds:
                found[other] = found[point] + 1
                waiting.append(other)
    return found
