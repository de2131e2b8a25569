"""K-TURN, K-GAL: what a player does in a turn."""

import pytest

import corsaires
from corsaires.games.korsar.events import Collected, Laid
from tests.korsar.tables import at, korsar


def test_k_turn_1_collect_first_then_one_action() -> None:
    """K-TURN-1: the galleon is taken before the action, and there is no passing."""
    table = at(korsar(2), "r1,G5|b1,G4", "1=G3/1/-", turn=0, deck="y1,y2,y3")
    events = table.play("+")
    assert isinstance(events[1], Collected)
    assert table.turn == 1
    assert table.scores == (0, 3)
    assert table.moves() == ["+", "G4"]
    with pytest.raises(corsaires.InvalidMove):
        table.play("")


def test_k_turn_1_a_card_must_be_in_hand() -> None:
    """K-TURN-1"""
    table = at(korsar(2), "r1|b1", "1=G3/1/-")
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play("b1@1")
    assert refusal.value.rule == "K-TURN-1"


def test_k_turn_2_the_top_card_joins_the_hand() -> None:
    """K-TURN-2: no hand limit, and the deck is never reshuffled."""
    table = at(korsar(2), "r1|b1", deck="y1,y2,y3,y4,g1,g2,g3,g4")
    for drawn in ("y1", "y2", "y3", "y4", "g1", "g2", "g3", "g4"):
        seat = table.turn
        table.play("+")
        assert table.view(seat).drawn == drawn
    assert table.view(0).hand == ("y1", "y3", "r1", "g1", "g3")
    assert "+" not in table.moves()
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play("+")
    assert refusal.value.rule == "K-TURN-3"


def test_k_turn_3_discarding_only_once_the_deck_is_empty() -> None:
    """K-TURN-3"""
    game = korsar(2)
    with pytest.raises(corsaires.IllegalMove) as refusal:
        at(game, "r1,r2|b1", deck="G2").play("-r1")
    assert refusal.value.rule == "K-TURN-3"
    table = at(game, "r1,r2|b1", deck="-")
    assert table.moves() == ["-r1", "-r2"]
    table.play("-r1")
    assert "r1" in table.view(None).open.discards  # face up
    assert table.view(0).hand == ("r2",)


def test_k_turn_4_a_galleon_is_never_discarded() -> None:
    """K-TURN-4: a hand of galleons alone, deck empty, must lay one."""
    table = at(korsar(2), "G3,G4|b1", deck="-")
    assert table.moves() == ["G3", "G4"]
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play("-G3")
    assert refusal.value.rule == "K-TURN-4"


def test_k_gal_1_a_galleon_is_laid_face_up_before_its_owner() -> None:
    """K-GAL-1: any number may be at sea."""
    table = at(korsar(3), "G4,G5|b1,b2|y1", "1=G2/0/0r1,1b1;2=G3/0/2y2,0r2", deck="r1,y2,y3,y4,g1")
    assert table.play("G4") == (Laid(0, 3, "G4"),)
    table.play("b2@3")
    table.play("+")
    assert table.play("G5") == (Laid(0, 4, "G5"), Collected(1, 1, 3, "G4", 0, (0, 2, 0), None, ("b2",), "discarded"))
    assert [(galleon.galleon, galleon.card, galleon.owner) for galleon in table.view(None).open.sea] == [
        (1, "G2", 0),
        (2, "G3", 0),
        (4, "G5", 0),
    ]
