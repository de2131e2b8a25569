"""The perft files, asked of the engine."""

import pytest

from corsaires.games.korsar.edition import edition_ids
from tests.korsar.perft import FILES, count
from tests.korsar.tables import FORMS, korsar


def test_every_edition_has_its_file() -> None:
    assert sorted(path.stem for path in FILES.glob("*.txt")) == edition_ids()


@pytest.mark.parametrize("edition", edition_ids())
def test_perft(edition: str) -> None:
    seen = set()
    for line in (FILES / f"{edition}.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        form, position, counts = line.split(" | ")
        seats, _, teams = form.partition(" ")
        table = korsar(int(seats), teams == "teams", edition).set_up(position)
        assert [count(table.states, depth) for depth, _ in enumerate(counts.split(), 1)] == [*map(int, counts.split())]
        seen.add((int(seats), teams == "teams"))
    assert seen == set(FORMS)
