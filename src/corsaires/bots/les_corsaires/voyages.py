"""What can be known of a chart before a game: how long every voyage takes, and what every gun threatens.

Ships in the way are left out of it. Worked out once a chart and variant, in numpy, compiled rules or not: so that
the same position leads to the same choice. A leg of a voyage is 2 * fleet, + 1 on the way home (C-VAR-1).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.games.les_corsaires.grid import DIRECTIONS
from corsaires.games.les_corsaires.pieces import N_FLEETS
from corsaires.games.les_corsaires.rules import ROW_STEP, X_STEP, YELLOW, YOUNG_RANGE
from corsaires.games.les_corsaires.state import ARRIVAL, CHART, EXPERIENCED, HOME, MAX_POINTS, PAD, VERY_YOUNG, Charts

WINDS: Final = 36  # throws of the two dice
FACES: Final = 6
THROWS: Final = WINDS * FACES  # a wind and a shot: what a threat is counted in

COMES_THROUGH: Final = 0.94  # the chance to come through one more turn at sea, by and large
SOON: Final = 0.7  # as little as a turn later counts, where only being early does
FAR: Final = 20.0  # turns: no voyage is told longer
NEVER: Final = 99.0  # turns of a voyage that cannot be made
SHORT: Final = 1000.0  # more than any voyage: a point left unused decides before the turns to go (C-MOV-4)
CLOSE: Final = 1e-2  # turns: the voyages are known well enough
EVERY_WARSHIP: Final = 0b01010101  # the class of each fleet's
MOST_ROUNDS: Final = 100  # of working them out

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


# By leg, bow and point; point 0 is off the board, bow 0 is none.
LORE: Final = np.dtype(
    (
        np.record,
        [
            ("turns", np.float64, (2 * N_FLEETS, 7, MAX_POINTS)),  # of a merchant until it has made its voyage
            ("lead", np.int16, (2 * N_FLEETS, 7, MAX_POINTS)),  # where it will most likely be after its next turn
            ("threat", np.uint8, (7, MAX_POINTS, MAX_POINTS)),  # by bow, point and target of a warship: hits of THROWS
            ("cover", np.uint8, (2 * N_FLEETS, MAX_POINTS)),  # by battery and target: hits of FACES
            ("steps", np.uint8, (MAX_POINTS, MAX_POINTS)),  # between two points, over anything
            ("faces", np.int64, 3),  # of the coloured die, by colour
        ],
    )
)
Lores = np.ndarray[tuple[int], np.dtype[Any]]


class Lore(Protocol):
    turns: Floats
    lead: npt.NDArray[np.int16]
    threat: npt.NDArray[np.uint8]
    cover: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.uint8]
    faces: npt.NDArray[np.int64]


# Wind by wind, for the search: the winds under which a warship (by bow and point) reaches a target; a merchant's
# prospects after a turn under a wind (by leg, wind, bow and point) and as it is (by leg, bow and point); its likeliest
# next point; the steps between two points, and how many of them no warship reaches beyond; the
# batteries that cover a point, as a set.
Pilotage = tuple[
    npt.NDArray[np.uint32],
    npt.NDArray[np.float32],
    npt.NDArray[np.float32],
    npt.NDArray[np.int16],
    npt.NDArray[np.uint8],
    int,
    npt.NDArray[np.uint8],
]


def lore_of(charts: Charts, variant: int) -> Lores:
    """One record, kept for the next time."""
    return _lore(charts.tobytes(), variant)


@lru_cache(maxsize=4)
def _lore(charts: bytes, variant: int) -> Lores:
    chart, lores = np.frombuffer(charts, CHART)[0], np.zeros(1, LORE)
    points = chart.points + 1
    turns, lead, _ = voyages(chart, variant)
    lores["turns"][0] = NEVER
    lores["turns"][0, :, :, :points] = turns
    lores["lead"][0, :, :, :points] = lead
    lores["threat"][0, :, :points, :points] = _threats(chart, variant)
    lores["steps"][0, :points, :points] = _steps(chart)
    lores["cover"][0, :, :points] = _covers(chart, variant)
    lores["faces"][0] = [(chart.faces == colour).sum() for colour in range(3)]
    return lores


# --- winds ---


def _winds(chart: Any, variant: int, merchant: int) -> tuple[Ints, Ints]:
    """The figures by wind and direction (less one), and how often of WINDS each wind is thrown."""
    if variant == VERY_YOUNG:
        return np.repeat(np.arange(1, 7), 6).reshape(6, 6), np.full(6, WINDS // 6)
    figures = [
        [int(chart.figure[colour, merchant, (direction - towards) % 6]) for direction in DIRECTIONS]
        for colour in range(3)
        for towards in DIRECTIONS
    ]
    thrown = [int((chart.faces == colour).sum()) for colour in range(3) for _ in DIRECTIONS]
    return np.array(figures), np.array(thrown)


def _ways(chart: Any, mine: int, goal: npt.NDArray[np.bool_], longest: int) -> tuple[Ints, Ints]:
    """Where a ship gets, and how many points it leaves unused, by direction (less one), points to sail and start."""
    points = chart.points + 1
    end, unused = np.zeros((2, 6, longest + 1, points), np.int64)
    for direction in DIRECTIONS:
        end[direction - 1, 0] = np.arange(points)
        for steps in range(1, longest + 1):
            here, left = end[direction - 1, steps - 1], unused[direction - 1, steps - 1]
            there = chart.next[here, direction]
            waived = goal[here]
            stopped = (left > 0) | (chart.open_to[there] & mine == 0)
            end[direction - 1, steps] = np.where(waived | stopped, here, there)
            unused[direction - 1, steps] = np.where(stopped & ~waived, left + 1, 0)
    return end, unused


# --- voyages ---


def voyages(chart: Any, variant: int) -> tuple[Floats, Ints, Floats]:
    """The expected turns until a merchant has made its voyage and its likeliest next point, by leg, bow and point.

    Last, the turns still to go after a turn under each wind: by leg, wind, bow and point.
    """
    points, winds = chart.points + 1, len(_winds(chart, variant, 1)[1])
    turns, lead = np.full((2 * N_FLEETS, 7, points), NEVER), np.zeros((2 * N_FLEETS, 7, points), np.int64)
    after = np.full((2 * N_FLEETS, winds, 7, points), NEVER)
    ground = chart.ground[:points]
    for fleet in range(N_FLEETS):
        for home in range(1 + int(variant == EXPERIENCED)):
            goal = ground == (HOME if home else ARRIVAL) + fleet
            leg = 2 * fleet + home
            turns[leg, 1:], lead[leg, 1:], after[leg, :, 1:] = _voyage(chart, variant, fleet, goal)
        if variant == EXPERIENCED:
            back = turns[2 * fleet + 1][1:, ground == ARRIVAL + fleet].min()
            turns[2 * fleet] += back  # and all the way back
            after[2 * fleet] += back
    return turns, lead, after


def _voyage(chart: Any, variant: int, fleet: int, goal: npt.NDArray[np.bool_]) -> tuple[Floats, Ints, Floats]:
    """The expected turns to a goal, the likeliest next point, by bow (less one) and point: value iteration.

    Before each turn the wind is any; the player keeps it or throws, whichever is better.
    """
    figures, thrown = _winds(chart, variant, 1)
    end, unused = _ways(chart, 1 << (2 * fleet + 1), goal, int(figures.max()))
    bows = np.arange(6)
    ahead, short_ahead = end[bows, figures], SHORT * unused[bows, figures]
    turning = np.maximum(figures - 1, 0)
    turned = end[bows, turning]
    short_turned = SHORT * unused[bows, turning] + np.where(figures > 0, 0, SHORT * SHORT)[:, :, None]
    turns = np.zeros((6, len(goal)))
    for _ in range(MOST_ROUNDS):
        on = turns[bows[:, None], ahead] + short_ahead
        off = turns[bows[:, None], turned] + short_turned
        best = np.stack([np.minimum(on[:, b], off[:, bows != b].min(axis=1)) for b in bows], axis=1) % SHORT
        mean = (thrown[:, None, None] * best).sum(axis=0) / WINDS
        if variant != VERY_YOUNG:
            mean = (thrown[:, None, None] * np.minimum(best, mean)).sum(axis=0) / WINDS
        later = np.where(goal, 0.0, np.minimum(1.0 + mean, NEVER))
        change, turns = float(np.abs(later - turns)[later < NEVER / 2].max()), later
        if change < CLOSE:
            break
    stays_on = np.stack([on[:, b] <= off[:, bows != b].min(axis=1) for b in bows], axis=1)
    aside = np.stack([_pick(turned, np.where((bows == b)[None, :, None], np.inf, off)) for b in bows], axis=1)
    return turns, _likeliest(np.where(stays_on, ahead, aside), thrown), best


def _pick(ends: Ints, costs: Floats) -> Ints:
    """By wind and point, the end of the cheapest direction."""
    return np.take_along_axis(ends, costs.argmin(axis=1)[:, None], axis=1)[:, 0]


def _likeliest(ends: Ints, thrown: Ints) -> Ints:
    """By bow and point, the end that most throws of the wind lead to."""
    often = np.stack([(thrown[:, None, None] * (ends == each)).sum(axis=0) for each in ends])
    likeliest: Ints = np.take_along_axis(ends, often.argmax(axis=0)[None], axis=0)[0]
    return likeliest


# --- guns ---


def _threats(chart: Any, variant: int) -> npt.NDArray[np.uint8]:
    """Wind by wind a warship sails to where it is likeliest to hit the target."""
    points = chart.points + 1
    figures, thrown = _winds(chart, variant, 0)
    end, _ = _ways(chart, EVERY_WARSHIP, np.zeros(points, np.bool_), int(figures.max()))
    threat = np.zeros((7, points, points), np.uint8)
    start = np.arange(points)
    for bow in DIRECTIONS:
        for wind, times in enumerate(thrown):
            hits = np.zeros((points, points), np.uint8)
            for direction in DIRECTIONS:
                steps = figures[wind, direction - 1] - (direction != bow)
                if steps >= 0:
                    for target, faces in _shots(chart, variant, direction, end[direction - 1, steps]):
                        hits[start, target] = np.maximum(hits[start, target], faces)
            threat[bow] += np.uint8(times) * hits
    threat[:, :, 0] = 0
    return threat


def _shots(chart: Any, variant: int, bow: int, points: Ints) -> list[tuple[Ints, int]]:
    """Where the shots of a warship fall from each of these points, and with how many faces of the die."""
    faces: dict[tuple[int, int], int] = {}
    if variant == VERY_YOUNG:
        faces = {(int(ROW_STEP[bow]) * n, int(X_STEP[bow]) * n): 1 for n in range(1, YOUNG_RANGE + 1)}
    else:
        for colour in range(3):
            for n in range(chart.shots[colour]):
                shot = int(chart.shot_row[colour, bow, n]), int(chart.shot_x[colour, bow, n])
                faces[shot] = faces.get(shot, 0) + int((chart.faces == colour).sum())
    rows, xs = chart.row[points] + PAD, chart.x[points] + 2 * PAD
    return [(chart.at[rows + row, xs + x], times) for (row, x), times in faces.items()]


def _steps(chart: Any) -> Ints:
    row, x = (coordinate[: chart.points + 1].astype(np.int64) for coordinate in (chart.row, chart.x))
    rows = np.abs(row[:, None] - row)
    steps: Ints = rows + np.maximum(0, np.abs(x[:, None] - x) - rows) // 2
    return steps


def _covers(chart: Any, variant: int) -> Ints:
    """The battery's waters: the hub and its neighbours, for the very young all that is near it (C-GUN-4, C-VAR-2)."""
    reach, faces = (YOUNG_RANGE, 1) if variant == VERY_YOUNG else (1, int((chart.faces == YELLOW).sum()))
    cover: Ints = faces * (_steps(chart)[chart.hub] <= reach)
    cover[:, 0] = 0
    return cover


# --- wind by wind ---


def pilotage_of(charts: Charts, variant: int) -> Pilotage:
    """Kept for the next time."""
    return _pilotage(charts.tobytes(), variant)


@lru_cache(maxsize=4)
def _pilotage(charts: bytes, variant: int) -> Pilotage:
    chart = np.frombuffer(charts, CHART)[0]
    turns, lead, after = voyages(chart, variant)
    reach, steps = _reaches(chart, variant), _steps(chart)
    farthest = int(steps[reach.any(axis=0)].max())
    covered = ((_covers(chart, variant) > 0) << np.arange(2 * N_FLEETS)[:, None]).sum(axis=0)
    return (
        reach,
        _prospects(after),
        _prospects(turns),
        lead.astype(np.int16),
        steps.astype(np.uint8),
        farthest,
        covered.astype(np.uint8),
    )


def _prospects(turns: Floats) -> npt.NDArray[np.float32]:
    """Of so many turns to go: their number in tens, the chance to come through, and how soon it is."""
    turns = np.minimum(turns, FAR)
    return np.stack([turns / 10.0, COMES_THROUGH**turns, SOON**turns], axis=-1).astype(np.float32)


def _reaches(chart: Any, variant: int) -> npt.NDArray[np.uint32]:
    """By bow and point of a warship and by target: the winds under which it can sail to where it hits, as a set."""
    points = chart.points + 1
    figures, _ = _winds(chart, variant, 0)
    end, _ = _ways(chart, EVERY_WARSHIP, np.zeros(points, np.bool_), int(figures.max()))
    reach, start = np.zeros((7, points, points), np.uint32), np.arange(points)
    for bow in DIRECTIONS:
        for wind in range(len(figures)):
            for direction in DIRECTIONS:
                steps = figures[wind, direction - 1] - (direction != bow)
                if steps >= 0:
                    for target, _ in _shots(chart, variant, direction, end[direction - 1, steps]):
                        reach[bow, start, target] |= np.uint32(1 << wind)
    reach[:, :, 0] = 0
    return reach
