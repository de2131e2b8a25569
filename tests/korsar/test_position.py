"""Positions in one line: what is read, and what is refused with the field and the reason."""

from itertools import count

import pytest

import corsaires
from tests.korsar.tables import korsar

GOOD = "turn:1 barred:- laid:4 deck:b2,G3 hands:G2,r1|-|yC,A sea:2=G6/0/0y3,1r2;4=G3/1/- booty:G2,G4|-|-"


def test_a_position_is_read_and_written_the_same() -> None:
    table = korsar(3).set_up(GOOD)
    assert table.position() == GOOD
    assert table.turn == 1
    assert table.scores == (6, 0, 0)
    assert table.view(0).hand == ("G2", "r1")
    assert [(galleon.galleon, galleon.forces, galleon.leads) for galleon in table.view(None).open.sea] == [
        (2, (3, 2, 0), 0),
        (4, (0, 0, 0), 1),
    ]
    assert len(table.view(None).open.removed) == 78 - 12


def test_a_table_from_a_position_has_no_deal_to_record() -> None:
    table = korsar(3).set_up(GOOD)
    assert table.unsealed()["deal"] is None
    with pytest.raises(corsaires.SealedRecord):
        corsaires.replay(table.record())


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ("turn:1", "turn:3", "turn", "a number up to 2"),
        ("turn:1", "turn:x", "turn", "a number up to 2"),
        ("turn:1 ", "", "position", "the fields turn barred"),
        ("barred:-", "barred:9", "barred", "a number up to 4"),
        ("laid:4", "laid:26", "laid", "a number up to 25"),
        ("laid:4", "laid:3", "sea", "a number up to 3"),
        ("booty:G2,G4|-|-", "booty:G2,G4,G4|-|-", "laid", "fewer than the galleons"),
        ("deck:b2", "deck:b5", "deck", "no card 'b5'"),
        ("|yC,A", "", "hands", "3 parts"),
        ("yC,A", "A,A", "position", "A stands 2 times"),
        ("2=G6", "5=G6", "sea", "a number up to 4"),
        ("2=G6", "0=G6", "sea", "rising numbers"),
        ("2=G6/0/0y3,1r2;4=G3/1/-", "4=G3/1/-;2=G6/0/-", "sea", "rising numbers"),
        ("0y3,1r2", "0y3,1y2", "sea", "cannot have played y2 on galleon 2 (K-PIR-2)"),
        ("yC,A sea:2=G6/0/0y3,1r2", "yC sea:2=G6/0/0y3,1A", "sea", "A on galleon 2 (K-ADM-1)"),
        ("0y3,1r2", "0bC,1r2", "sea", "(K-CAP-1)"),
        ("0y3,1r2", "0G3", "sea", "a pirate, a captain or the admiral"),
        ("0y3,1r2", "0zz", "sea", "a pirate, a captain or the admiral"),
        ("0y3,1r2", "?", "sea", "is written 2=G6/0/0y3,1r2"),
        ("0y3,1r2", "7y3", "sea", "a number up to 2"),
        ("G2,G4|-|-", "r2|-|-", "booty", "must be galleons"),
        ("deck:b2,G3", "deck:-", "hands", "the game would be over"),
        ("laid:4", "laid:24", "laid", "24, and 2 galleons are still to be laid"),
        ("barred:-", "barred:4", "barred", "K-TEAM-4"),
        (
            "yC,A sea:2=G6/0/0y3,1r2",
            "- sea:2=G6/0/0y3,0yC,0A",
            "sea",
            "2 captains or admirals; one is beaten (K-CAP-4)",
        ),
        ("0y3,1r2", "0y3,", "sea", "written 0y3"),
        ("0y3,1r2", "0" * 200 + "!", "sea", "is written 2=G6"),
    ],
    ids=count(),
)
def test_positions_that_cannot_be(old: str, new: str, key: str, reason: str) -> None:
    assert old in GOOD
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        korsar(3).set_up(GOOD.replace(old, new))
    assert refusal.value.key == key
    assert reason in refusal.value.reason


def test_a_seat_that_cannot_act_is_not_on_turn() -> None:
    """K-TEAM-7"""
    with pytest.raises(corsaires.InvalidSetup, match="its turn is skipped"):
        korsar(4, teams=True).set_up("turn:0 barred:- laid:0 deck:- hands:-|r1|y1|yC sea:- booty:-|-")


def test_the_last_galleon_has_its_place() -> None:
    """K-GAL-1: numbers go up to 25 and no further."""
    table = korsar(3).set_up("turn:0 barred:- laid:24 deck:b2,b3 hands:G8|y1|yC sea:- booty:-|-|-")
    table.play("G8")
    assert table.view(None).open.sea[0].galleon == 25
    assert table.scores == (0, 0, 0)


@pytest.mark.parametrize("text", ["", "x", "turn:" * 500, None], ids=count())
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="must be the fields"):
        korsar(3).set_up(text)
