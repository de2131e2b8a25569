"""K-SET: the table."""

import pytest

import corsaires
from tests.korsar.tables import FORMS, at, korsar


@pytest.mark.parametrize(("seats", "teams"), FORMS)
def test_k_set_1_these_numbers_can_play(seats: int, teams: bool) -> None:
    """K-SET-1"""
    game = korsar(seats, teams)
    assert (game.seats, game.sides) == (seats, seats // 2 if teams else seats)


@pytest.mark.parametrize(
    ("seats", "teams"), [(1, False), (6, False), (7, False), (8, False), (2, True), (3, True), (7, True)]
)
def test_k_set_1_no_other_number(seats: int, teams: bool) -> None:
    """K-SET-1: 7 is refused with a reason."""
    with pytest.raises(corsaires.InvalidSetup, match=f"not {seats}.*K-SET-1") as refusal:
        korsar(seats, teams)
    assert refusal.value.key == "seats"


@pytest.mark.parametrize(("seats", "teams"), FORMS)
def test_k_set_2_six_cards_each_and_the_rest_is_the_deck(seats: int, teams: bool) -> None:
    """K-SET-2"""
    shown = korsar(seats, teams).deal(seed=1).view(None).open
    assert shown.in_hand == (6,) * seats
    assert shown.deck == 78 - 6 * seats


def test_k_set_3_the_lot_names_the_first_player_unless_the_table_does() -> None:
    """K-SET-3: in every edition the host may name the first player; otherwise lot."""
    for edition in ("philibert-2002", "tilsit-2005", "lutin-ludique"):
        game = korsar(3, edition=edition)
        assert {game.deal(seed=seed).turn for seed in range(40)} == {0, 1, 2}
        assert {game.deal(seed=seed, first=2).turn for seed in range(40)} == {2}


def test_k_set_4_play_goes_clockwise() -> None:
    """K-SET-4"""
    table = korsar(4).deal(seed=1, first=2)
    turns = []
    for _ in range(6):
        turns.append(table.turn)
        table.play("+")
    assert turns == [2, 3, 0, 1, 2, 3]


def test_k_set_4_in_teams_the_lot_names_a_team_and_its_even_seat_starts() -> None:
    """K-SET-4"""
    game = korsar(6, teams=True)
    assert {game.deal(seed=seed).turn for seed in range(40)} == {0, 2, 4}
    with pytest.raises(corsaires.InvalidSetup, match="even seat starts, 2, not 3"):
        game.deal(seed=1, first=3)


def test_k_set_4_partners_sit_side_by_side() -> None:
    """K-SET-4: seats 0 and 1 are one side, and take as one."""
    table = at(korsar(4, teams=True), "G2|G3|G4|G5", "1=G6/1/-", turn=3, deck="r1,r2")
    table.play("+")
    assert table.scores == (6, 0)
