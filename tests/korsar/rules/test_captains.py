"""K-CAP, K-ADM: captains and the admiral."""

import pytest

from corsaires.games.korsar.events import Beaten, Played
from corsaires.games.korsar.table import Table
from tests.korsar.rules.test_pirates import refused
from tests.korsar.tables import at, korsar


def leads(table: Table, galleon: int = 1) -> int | None:
    return {shown.galleon: shown.leads for shown in table.view(None).open.sea}[galleon]


def beaten_by(table: Table, move: str) -> Beaten | None:
    played = table.play(move)[0]
    assert isinstance(played, Played)
    return played.beaten


def test_k_cap_1_a_captain_needs_a_pirate_of_its_colour() -> None:
    """K-CAP-1: a captain cannot be the first card."""
    table = at(korsar(3), "rC,bC|-|-", "1=G5/1/-;2=G4/2/0r1;3=G3/2/1b2,0r2", deck="y1")
    assert table.moves() == ["+", "rC@2", "rC@3"]
    assert refused(table, "rC@1") == ("K-CAP-1", None)
    assert refused(table, "bC@3") == ("K-CAP-1", 1)
    assert refused(table, "bC@2") == ("K-CAP-1", None)


def test_k_cap_2_a_captain_beats_every_force() -> None:
    """K-CAP-2"""
    table = at(korsar(2), "rC|b1", "1=G5/1/0r1,1b4,1b4,1b3,1b3", deck="y1,y2")
    table.play("rC@1")
    assert leads(table) == 0


def test_k_cap_3_the_last_captain_wins() -> None:
    """K-CAP-3"""
    table = at(korsar(2), "rC|bC", "1=G5/1/0r4,1b1", deck="y1,y2")
    table.play("rC@1")
    table.play("bC@1")
    assert leads(table) == 1


def test_k_cap_3_a_side_may_play_one_over_its_own() -> None:
    """K-CAP-3: only partners can, within one team turn."""
    game = korsar(4, teams=True, edition="philibert-2002")
    table = at(game, "rC|A,G2|G2|G2", "1=G5/1/0r1,2b2", deck="y1,y2")
    table.play("rC@1")
    assert "A@1" in table.moves()
    assert beaten_by(table, "A@1") == Beaten(0, "rC", "stays")
    assert leads(table) == 0


@pytest.mark.parametrize(
    ("edition", "fate"), [("tilsit-2005", "discarded"), ("philibert-2002", "stays"), ("lutin-ludique", "removed")]
)
def test_k_cap_4_what_becomes_of_the_beaten_one(edition: str, fate: str) -> None:
    """K-CAP-4: discarded at once, staying without effect, or out of the game."""
    table = at(korsar(2, edition=edition), "A|bC", "1=G5/0/1b1", deck="y1,y2")
    table.play("A@1")
    assert beaten_by(table, "bC@1") == Beaten(0, "A", fate)
    shown = table.view(None).open
    (galleon,) = shown.sea
    assert ((0, "A") in galleon.cards) == (fate == "stays")
    assert ("A" in shown.discards) == (fate == "discarded")
    assert ("A" in shown.removed) == (fate == "removed")
    assert galleon.leads == 1


def test_k_cap_5_the_beaten_side_keeps_its_pirates() -> None:
    """K-CAP-5: their force and colour stay."""
    table = at(korsar(2), "rC,r1,y1|bC", "1=G5/1/0r2,1b1", deck="y2,y3,y4")
    table.play("rC@1")
    table.play("bC@1")
    (galleon,) = table.view(None).open.sea
    assert galleon.forces == (2, 1)
    assert table.moves() == ["+", "r1@1"]


def test_a_plain_pirate_does_not_regain_the_lead_from_a_captain() -> None:
    """K-CAP-2, K-CAP-5: a pirate added after being beaten by a captain changes nothing."""
    table = at(korsar(2), "rC,r4|bC", "1=G5/1/0r2,1b1", deck="y2,y3,y4")
    for move in ("rC@1", "bC@1", "r4@1"):
        table.play(move)
    assert table.scores == (0, 5)


def test_k_adm_1_the_admiral_only_on_ones_own_galleon() -> None:
    """K-ADM-1"""
    table = at(korsar(2), "A|-", "1=G5/1/0r1;2=G4/0/1b1", deck="y1")
    assert table.moves() == ["+", "A@2"]
    assert refused(table, "A@1") == ("K-ADM-1", 1)


def test_k_adm_2_the_admiral_needs_no_pirate() -> None:
    """K-ADM-2"""
    table = at(korsar(2), "A|-", "1=G5/0/1b4", deck="y1")
    table.play("A@1")
    assert leads(table) == 0


def test_k_adm_3_the_admiral_works_as_a_captain() -> None:
    """K-ADM-3: it beats any force and any earlier captain, and a later captain beats it."""
    table = at(korsar(3), "A|bC,b1|gC", "1=G5/0/1b4,2g1", deck="y1,y2,y3", turn=1)
    table.play("bC@1")
    assert leads(table) == 1
    table.play("+")
    table.play("A@1")
    assert leads(table) == 0
    table.play("+")
    table.play("gC@1")
    assert leads(table) == 2


def test_k_adm_4_the_admiral_takes_up_no_colour() -> None:
    """K-ADM-4: its owner may later open any free colour there."""
    table = at(korsar(2, edition="philibert-2002"), "r1,b1,y1|-", "1=G5/0/1b4,0A,1bC", deck="y1")
    assert table.moves() == ["+", "y1@1", "r1@1"]


def test_a_newcomer_may_open_on_a_galleon_held_by_a_captain() -> None:
    """K-PIR-2, K-CAP-2"""
    table = at(korsar(3), "y1|-|-", "1=G5/1/2b1,2bC", deck="r1")
    assert "y1@1" in table.moves()


def test_a_weaker_pirate_than_the_leaders_may_be_played() -> None:
    """K-PIR-1, K-PIR-2"""
    table = at(korsar(2), "y1|-", "1=G5/1/1b4", deck="r1")
    assert "y1@1" in table.moves()
    table.play("y1@1")
    assert table.scores == (0, 5)  # of no use, but allowed
