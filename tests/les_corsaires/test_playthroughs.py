"""The golden playthroughs still hold."""

import pytest

from tests.les_corsaires.playthrough import FILES, games, playthrough


def test_every_playthrough_is_of_a_game() -> None:
    assert {path.stem for path in FILES.glob("*.txt")} == set(games())


@pytest.mark.parametrize("name", sorted(games()))
def test_playthrough(name: str) -> None:
    assert playthrough(games()[name]) == (FILES / f"{name}.txt").read_text("utf-8")
