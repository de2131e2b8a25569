"""The perft files, asked of the engine."""

import pytest

from corsaires.games.les_corsaires.game import VARIANTS
from corsaires.games.les_corsaires.pieces import OWNERS
from tests.les_corsaires.perft import FILES, count
from tests.les_corsaires.tables import on_open_sea


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant or "standard")
def test_perft(variant: str | None) -> None:
    seen = set()
    for line in (FILES / f"{variant or 'standard'}.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        seats, position, counts = line.split(" | ")
        game = on_open_sea(int(seats), variant)
        table = game.set_up(position)
        assert [count(game, table.states, depth) for depth, _ in enumerate(counts.split(), 1)] == [
            *map(int, counts.split())
        ]
        seen.add(int(seats))
    assert seen == set(OWNERS)
