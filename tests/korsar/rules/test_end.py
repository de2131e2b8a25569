"""K-END: the end and the count."""

import pytest

import corsaires
from corsaires.games.korsar.events import Ended, LeftTied
from tests.korsar.tables import at, korsar


@pytest.mark.parametrize("move", ["r1@1", "-r1"])
def test_k_end_1_the_last_card_played_or_discarded_ends_it_at_once(move: str) -> None:
    """K-END-1"""
    table = at(korsar(2), "r1|y1", "1=G5/1/1y1", deck="-")
    table.play(move)
    assert table.over
    assert table.turn is None
    assert table.reason == "K-END-1"


def test_k_end_1_not_while_the_deck_has_cards() -> None:
    """K-END-1: with cards in the deck an empty hand draws."""
    table = at(korsar(2), "r1|y1", "1=G5/1/1y1", deck="g1,g2")
    table.play("r1@1")
    assert not table.over
    table.play("+")
    assert table.moves() == ["+"]


def test_k_end_1_the_last_draw_ends_it_when_somebody_has_no_card() -> None:
    """K-END-1: the two facts together, whichever comes second."""
    table = at(korsar(2), "-|y1", "1=G5/1/1y1", turn=1, deck="g1")
    table.play("+")
    assert table.over


def test_k_end_1_a_move_after_the_end_is_refused() -> None:
    """K-END-1"""
    table = at(korsar(2), "r1|y1", deck="-")
    table.play("-r1")
    before = table.record()
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play("-y1")
    assert refusal.value.rule == "K-END-1"
    assert table.record() == before
    assert table.moves() == []


def test_k_end_2_open_fights_are_decided() -> None:
    """K-END-2: every galleon goes to the side that controls it, unattacked ones to their owner."""
    table = at(korsar(3), "r1|y1|b1", "1=G5/1/2b2,1y1;2=G4/2/0r1,0rC,1y4;3=G3/0/-", deck="-")
    table.play("-r1")
    assert table.scores == (4 + 3, 0, 5)


@pytest.mark.parametrize(
    ("edition", "fate"), [("philibert-2002", "stay"), ("tilsit-2005", "stay"), ("lutin-ludique", "leave")]
)
def test_k_end_3_tied_galleons_count_for_nobody(edition: str, fate: str) -> None:
    """K-END-3: they stay on the table, or leave the game."""
    table = at(korsar(2, edition=edition), "r1|y1", "1=G8/1/0r2,1y2", deck="-")
    events = table.play("-r1")
    assert table.scores == (0, 0)
    assert LeftTied(1, "G8", 1, (2, 2), fate) in events
    shown = table.view(None).open
    assert bool(shown.sea) == (fate == "stay")
    assert (shown.removed[-3:] == ("G8", "r2", "y2")) == (fate == "leave")


def test_k_end_4_gold_won_less_gold_in_hand() -> None:
    """K-END-4: it can be negative."""
    table = at(korsar(2), "r1|G8,G2,y1", "1=G5/1/-", deck="-", booty="G3,G3|G4")
    ended = table.play("-r1")[-1]
    assert table.scores == (6, 4 + 5 - 10)
    assert isinstance(ended, Ended)
    assert ended.in_hand == ((), ("G2", "G8"))


def test_k_end_5_the_highest_score_wins_and_equals_share() -> None:
    """K-END-5"""
    table = at(korsar(3), "r1|y1|b1", deck="-", booty="G3,G3|G6|G5")
    table.play("-r1")
    assert table.winners == (0, 1)
    table = at(korsar(3), "r1|y1|b1", deck="-", booty="G3|G6|G5")
    table.play("-r1")
    assert table.winners == (1,)
