"""Chance made explicit: a draw that is told its card."""

from corsaires.games.korsar import engine
from corsaires.games.korsar.cards import KIND_OF
from tests.korsar.tables import at, korsar


def test_a_draw_can_be_told_its_card() -> None:
    """K-TURN-2"""
    table = at(korsar(2), "r1|y1", deck="b1,b2,b3")
    assert engine.draw_card(table.states, 0, KIND_OF["b3"])
    assert table.states["hand"][0, 0, KIND_OF["b3"]] == 1
    assert table.states["in_deck"][0] == 2
    assert table.states["turn"][0] == 1
    before = table.states.tobytes()
    assert not engine.draw_card(table.states, 0, KIND_OF["b3"])  # it is not in the deck any more
    assert table.states.tobytes() == before
