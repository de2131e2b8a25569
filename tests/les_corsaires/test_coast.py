"""The coasts that a client draws: true to the chart, thin, and quick to come by."""

from __future__ import annotations

import gzip
import re
from itertools import accumulate, pairwise

import pytest

from corsaires.games.les_corsaires.chart import chart_ids, load_chart
from corsaires.games.les_corsaires.coast import LEVELS, coast_of, thinned
from corsaires.games.les_corsaires.coastline import is_land, place_of
from corsaires.games.les_corsaires.drawing import STEP
from corsaires.protocol.coast import encode_coast

Corner = tuple[float, float]


def corners_of(path: str) -> list[list[Corner]]:
    """The closed lines of a path that goes from corner to corner."""
    loops = []
    for loop in path.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", loop)]
        steps = list(zip(numbers[::2], numbers[1::2], strict=True))
        loops.append(list(accumulate(steps, lambda at, step: (at[0] + step[0], at[1] + step[1]))))
    return loops


def is_inside(place: Corner, loops: list[list[Corner]]) -> bool:
    """By the even-odd rule: how often a line east of the place is crossed."""
    x, y = place
    crossed = 0
    for loop in loops:
        for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossed += 1
    return crossed % 2 == 1


@pytest.mark.parametrize("name", chart_ids())
def test_every_point_of_land_lies_ashore_and_no_point_of_the_sea(name: str) -> None:
    chart = load_chart(name)
    coast = corners_of(coast_of(chart).lines["coast"])
    for point, ground in chart.board.items():
        x, y = place_of(point)
        assert is_inside((x * STEP, y * STEP), coast) == is_land(ground), point


@pytest.mark.parametrize("name", chart_ids())
def test_a_coast_is_light(name: str) -> None:
    sent = encode_coast(coast_of(load_chart(name)))
    assert len(gzip.compress(sent)) < 8_000


def test_every_port_and_every_line_is_there() -> None:
    coast = coast_of(load_chart("crossing"))
    assert list(coast.lines) == list(LEVELS)
    assert set(coast.ports) == set("rbgyRBGY")
    assert coast.rose is not None
    assert coast.radius > 0
    assert len(coast.flags) == len(load_chart("crossing").points("F"))


def test_a_thinned_line_keeps_its_corners_and_leaves_out_the_rest() -> None:
    side = [n / 10 for n in range(10)]
    square = [
        *((x, 0.0) for x in side),
        *((1.0, y) for y in side),
        *((1 - x, 1.0) for x in side),
        *((0.0, 1 - y) for y in side),
    ]
    kept = thinned(square, 0.01)
    assert {(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)} <= set(kept)
    assert len(kept) <= 6
