"""K-PIR: pirates."""

import pytest

import corsaires
from tests.korsar.tables import at, korsar


def refused(table: object, move: str) -> tuple[str, int | None]:
    """The rule that forbids a move, and whose doing it is."""
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play(move)  # type: ignore[attr-defined]  # any table
    return refusal.value.rule, refusal.value.by


def test_k_pir_1_a_pirate_goes_on_any_galleon_at_sea() -> None:
    """K-PIR-1: another's (attack) or one's own (defence)."""
    table = at(korsar(3), "r1|b1|g1", "1=G3/0/1y1;2=G4/1/2y1,1g2;3=G2/2/2b2")
    assert [move for move in table.moves() if move.startswith("r1")] == ["r1@1", "r1@2", "r1@3"]
    assert refused(table, "r1@4") == ("K-PIR-1", None)


def test_k_pir_2_the_first_pirate_is_of_any_colour_no_other_side_has() -> None:
    """K-PIR-2"""
    table = at(korsar(3), "y1,r1,b1,g1|-|r2", "1=G3/1/1y2,2b2")
    assert table.moves() == ["+", "r1@1", "g1@1"]
    assert refused(table, "y1@1") == ("K-PIR-2", 1)
    assert refused(table, "b1@1") == ("K-PIR-2", 2)


def test_k_pir_3_later_pirates_are_of_the_same_colour() -> None:
    """K-PIR-3"""
    table = at(korsar(3), "y1,r1,b1|-|r2", "1=G3/1/0r2")
    assert table.moves() == ["+", "r1@1"]
    assert refused(table, "y1@1") == ("K-PIR-3", 0)


def test_k_pir_4_force_is_the_sum_not_the_number() -> None:
    """K-PIR-4"""
    table = at(korsar(2), "r2,r3|y1", "1=G3/1/0r1,0r1,1y4")
    table.play("r2@1")
    (galleon,) = table.view(None).open.sea
    assert galleon.forces == (4, 4)
    assert galleon.leads is None


def test_k_pir_5_at_most_four_sides_and_the_admiral_a_fifth() -> None:
    """K-PIR-5"""
    table = at(korsar(5), "A,y1,r1,b1,g1|-|-|-|-", "1=G8/0/1y1,2r1,3b1,4g1")
    assert table.moves() == ["+", "A@1"]
    table.play("A@1")
    (galleon,) = table.view(None).open.sea
    assert galleon.leads == 0
    assert len(galleon.cards) == 5
