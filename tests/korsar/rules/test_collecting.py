"""K-COL: collecting."""

import pytest

from corsaires.games.korsar.events import Collected
from tests.korsar.tables import at, korsar


def test_k_col_1_all_that_the_side_controls_before_the_action() -> None:
    """K-COL-1: it is not optional, and several at once are taken."""
    table = at(korsar(2), "r1,b1|y1,G2", "1=G5/0/1g2;2=G4/1/-;3=G3/0/1b3,0r3;4=G2/1/1y1,0r2,1y2", deck="b1,b2")
    events = table.play("+")
    assert [event.galleon for event in events if isinstance(event, Collected)] == [1, 2, 4]
    assert table.scores == (0, 11)
    assert table.turn == 1
    assert [galleon.galleon for galleon in table.view(None).open.sea] == [3]


def test_k_col_2_an_unattacked_galleon_is_its_owners() -> None:
    """K-COL-2"""
    table = at(korsar(3), "r1|y1|b1", "1=G5/1/-", deck="b1,b2")
    (_, collected) = table.play("+")
    assert collected == Collected(1, 1, 1, "G5", 1, (0, 0, 0), None, (), "discarded")


def test_k_col_3_the_side_of_the_last_captain_or_admiral() -> None:
    """K-COL-3"""
    table = at(korsar(3), "r1|y1|b1", "1=G5/1/1y4,2b1,2bC", turn=1, deck="g1,g2")
    (_, collected) = table.play("+")
    assert isinstance(collected, Collected)
    assert (collected.side, collected.leader) == (2, "bC")


def test_k_col_4_strictly_the_greatest_force() -> None:
    """K-COL-4: more than any other, not more than all together."""
    table = at(korsar(3), "r1|y1|b1", "1=G5/0/0r3,1y3,2b4", turn=1, deck="g1,g2")
    (_, collected) = table.play("+")
    assert isinstance(collected, Collected)
    assert (collected.side, collected.forces) == (2, (3, 3, 4))


def test_k_col_5_a_tie_waits() -> None:
    """K-COL-5: nobody controls it; everything stays until one side is ahead at the start of its turn."""
    table = at(korsar(2), "r1,G2|y1,G2", "1=G5/0/0r3,1y3", deck="g1,g2,g3,g4")
    table.play("+")
    table.play("+")
    assert table.view(None).open.sea[0].leads is None
    table.play("r1@1")
    table.play("y1@1")
    assert table.scores == (0, 0)
    assert table.view(None).open.sea[0].forces == (4, 4)


def test_k_col_5_a_tie_below_the_greatest_force_is_no_tie() -> None:
    """K-COL-5"""
    table = at(korsar(3), "r1|y1|b1", "1=G5/0/0r2,1y2,2b4", turn=1, deck="g1,g2")
    table.play("+")
    assert table.scores == (0, 0, 5)


@pytest.mark.parametrize(
    ("edition", "spoils"), [("tilsit-2005", "discarded"), ("philibert-2002", "pile"), ("lutin-ludique", "pile")]
)
def test_k_col_6_where_the_cards_of_the_fight_go(edition: str, spoils: str) -> None:
    """K-COL-6: to the winner's pile, worth nothing, or to the discards; captain and admiral too."""
    table = at(korsar(2, edition=edition), "r1|y1", "1=G5/1/0r3,1y1,1yC", deck="g1,g2")
    table.play("+")
    shown = table.view(None).open
    fight = {"r3", "y1", "yC"}
    assert fight <= set(shown.discards if spoils == "discarded" else shown.piles[1])
    assert not fight & set(shown.piles[1] if spoils == "discarded" else ())
    assert table.scores == (0, 5)


@pytest.mark.parametrize(("edition", "hidden"), [("tilsit-2005", True), ("philibert-2002", False)])
def test_k_col_7_booty_lies_face_down_or_open(edition: str, hidden: bool) -> None:
    """K-COL-7: face down, others are shown the number of galleons alone until the end."""
    table = at(korsar(2, edition=edition), "r1|y1", "1=G5/1/-", deck="g1,g2")
    table.play("+")
    others = table.view(0).booty[1]
    assert others.galleons == 1
    assert (others.cards, others.gold) == ((None, None) if hidden else (("G5",), 5))
    assert table.view(1).booty[1].cards == ("G5",)
    assert table.view(None).booty[1].cards == (None if hidden else ("G5",))
    while not table.over:
        table.play(table.moves()[-1])
    assert table.view(0).booty[1].cards is not None
