"""The engine against the reference, which was written apart from it, on random games of every kind."""

import random

import pytest

from corsaires.games.les_corsaires.chart import Chart as Data
from corsaires.games.les_corsaires.chart import chart_ids, load_chart
from corsaires.games.les_corsaires.pieces import COLOURS
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.reference import Chart, Reference
from tests.les_corsaires.tables import EVERY_GAME, IDS, les_corsaires

LETTER = {"yellow": "Y", "blue": "B", "red": "R"}


def as_reference(chart: Data) -> Chart:
    """A chart in the form that the reference takes."""
    width = max(point.x for point in chart.board) + 1
    rows = [[" "] * width for _ in range(max(point.row for point in chart.board) + 1)]
    for point, ground in chart.board.items():
        rows[point.row][point.x] = ground
    letters = dict(zip(("red", "blue", "green", "yellow"), "rbgy", strict=True))
    name = dict(zip(("light", "medium", "strong"), COLOURS, strict=True))
    return Chart(
        rows=tuple("".join(row).rstrip() for row in rows),
        seaward={letters[fleet]: direction for fleet, direction in chart.seaward.items()},
        batteries={gun: f"{chr(97 + hub.row)}{hub.x // 2 + 1}" for gun, hub in chart.batteries.items()},
        roses={name[wind]: {"G": rose["warship"], "M": rose["merchant"]} for wind, rose in chart.roses.items()},
        fire={LETTER[colour]: shots for colour, shots in chart.fire.items()},
        faces=tuple(LETTER[face] for face in chart.faces),
    )


@pytest.mark.parametrize("chart", chart_ids())
@pytest.mark.parametrize(("seats", "variant"), EVERY_GAME, ids=IDS)
def test_engine_plays_as_the_reference(seats: int, variant: str | None, chart: str) -> None:
    equal = seats == 3
    game = les_corsaires(seats, variant, chart=chart, equal_fleets=equal)
    for seed in range(2):
        table = game.deal(seed=seed)
        reference = Reference(as_reference(load_chart(game.chart.id)), seats, variant, equal)
        rng = random.Random(seed)
        same(table, reference)
        while not table.over:
            move = rng.choice(table.moves())
            table.play(move)
            result = table.history[-1].partition("=")[2] or None
            reference.play(move, result)
            same(table, reference)


def same(table: Table, reference: Reference) -> None:
    """Everything that the reference knows of the table."""
    assert table.turn == reference.turn
    assert (table.over, table.reason) == (reference.over, reference.reason)
    assert list(table.scores) == reference.scores
    assert list(table.winners) == reference.winners
    assert sorted(table.moves()) == sorted(reference.moves())
    view = table.view(table.turn)
    assert set(view.open.eliminated) == reference.eliminated
    for ship in view.open.ships:
        other = reference.ships[ship.name]
        assert (ship.point, ship.fate) == (other.point, other.fate)
        assert ship.point is None or ship.bow == other.bow
    if view.options is not None and view.open.phase == "sailing":
        for name, courses in view.options.ships.items():
            if view.open.ships and name not in reference.moved:
                legal = {direction: course.way for direction, course in courses.items() if course.move}
                assert legal == reference.endings(name)
