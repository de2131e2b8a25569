"""K-TEAM: teams of two."""

import pytest

from corsaires.games.korsar.events import Collected, Skipped
from tests.korsar.rules.test_pirates import refused
from tests.korsar.tables import at, korsar

TEAMS_OF_FOUR = korsar(4, teams=True)
SHARING = korsar(4, teams=True, edition="philibert-2002")


def test_k_team_1_partners_play_one_after_the_other_with_their_own_hands() -> None:
    """K-TEAM-1: they never exchange cards: no move does."""
    table = at(TEAMS_OF_FOUR, "r1|b1|G2|G3", "1=G5/2/-", deck="y1,y2,y3,y4,g1")
    assert "b1@1" not in table.moves()
    assert refused(table, "b1@1")[0] == "K-TURN-1"
    turns = []
    for _ in range(4):
        turns.append(table.turn)
        table.play("+")
    assert turns == [0, 1, 2, 3]


def test_k_team_2_a_player_sees_the_partners_hand() -> None:
    """K-TEAM-2"""
    table = at(TEAMS_OF_FOUR, "r1|b1|G2|G3", deck="y1,y2")
    assert table.view(0).partner_hand == ("b1",)
    assert table.view(1).partner_hand == ("r1",)
    assert table.view(3).partner_hand == ("G2",)
    assert at(korsar(4), "r1|b1|G2|G3").view(0).partner_hand is None


def test_k_team_3_one_colour_one_sum_and_the_captain_by_either() -> None:
    """K-TEAM-3"""
    table = at(SHARING, "r1,b1|r2,b2,rC|G2|G3", "1=G5/2/0r1,2y4", deck="y1,y2")
    assert refused(table, "b1@1") == ("K-TEAM-3", 0)
    table.play("r1@1")
    assert table.moves() == ["+", "r2@1", "rC@1"]
    assert table.view(None).open.sea[0].forces == (2, 4)
    table.play("rC@1")
    assert table.view(None).open.sea[0].leads == 0


def test_k_team_3_the_admiral_may_join_or_precede_the_colour() -> None:
    """K-TEAM-3: the colour rule binds pirates and captains only."""
    table = at(SHARING, "A|r2,b2|G2|G3", "1=G5/0/2y4", deck="y1,y2")
    table.play("A@1")
    assert table.moves() == ["+", "r2@1", "b2@1"]


@pytest.mark.parametrize("first_card", ["r1@1", "rC@1", "A@1"])
def test_k_team_4_not_both_partners_on_one_galleon_in_one_team_turn(first_card: str) -> None:
    """K-TEAM-4: captains and the admiral count."""
    hands, sea = "r1,rC,A|r2,G3|G2|G3", "1=G5/0/0r1,2y4;2=G4/3/0r2,3b3"
    table = at(TEAMS_OF_FOUR, hands, sea, deck="y1,y2,y3")
    table.play(first_card)
    assert table.moves() == ["+", "G3", "r2@2"]
    assert refused(table, "r2@1") == ("K-TEAM-4", 0)
    table = at(SHARING, hands, sea, deck="y1,y2,y3")
    table.play(first_card)
    assert "r2@1" in table.moves()


def test_k_team_4_ends_with_the_team_turn() -> None:
    """K-TEAM-4: the other team, and the next team turn, are free."""
    table = at(TEAMS_OF_FOUR, "r1,r2|r3|y1|y2", "1=G5/0/2y4,0r4", deck="g1,g2,g3,g4,b1")
    table.play("r1@1")
    table.play("+")
    assert "y1@1" in table.moves()
    table.play("y1@1")
    table.play("+")
    assert "r2@1" in table.moves()


def test_k_team_4_the_second_may_defend_what_the_first_has_just_laid() -> None:
    """K-TEAM-4: laying is not such a card."""
    table = at(TEAMS_OF_FOUR, "G6|r2,A|G2|G3", deck="y1,y2")
    table.play("G6")
    assert table.moves() == ["+", "r2@1", "A@1"]


def test_k_team_5_only_the_first_partner_collects() -> None:
    """K-TEAM-5: the second partner never collects; the first does for both."""
    table = at(TEAMS_OF_FOUR, "r1|b1,G6|G2|G3", "1=G5/0/-", turn=0, deck="y1,y2,y3,y4,g1")
    table.play("+")
    assert table.scores == (0, 0)
    table.play("G6")
    table.play("+")
    events = table.play("+")
    assert [(event.seat, event.galleon) for event in events if isinstance(event, Collected)] == [(0, 1), (0, 2)]
    assert table.scores == (11, 0)


@pytest.mark.parametrize(
    ("edition", "allowed"), [("tilsit-2005", True), ("philibert-2002", False), ("lutin-ludique", False)]
)
@pytest.mark.parametrize("seat", [0, 1])
def test_k_team_6_the_admiral_on_the_partners_galleon(edition: str, allowed: bool, seat: int) -> None:
    """K-TEAM-6: by either partner, or only by the player who laid it."""
    hands = ["G2", "G2", "G2", "G3"]
    hands[seat] = "A"
    table = at(korsar(4, teams=True, edition=edition), "|".join(hands), f"1=G5/{1 - seat}/2b2", turn=seat, deck="y1")
    assert ("A@1" in table.moves()) == allowed
    if not allowed:
        assert refused(table, "A@1") == ("K-TEAM-6", 0)


def test_k_team_7_without_cards_the_action_is_skipped_but_the_first_still_collects() -> None:
    """K-TEAM-7"""
    table = at(TEAMS_OF_FOUR, "-|r1,r2|b1|b2,b3", "1=G5/0/0y1;2=G3/2/2g1,0y1", turn=3, deck="-")
    events = table.play("-b2")
    assert [type(event).__name__ for event in events] == ["Discarded", "Collected", "Skipped"]
    assert events[-1] == Skipped(0)
    assert table.turn == 1
    assert table.scores == (5, 0)


def test_k_team_7_while_the_deck_has_cards_an_empty_hand_draws() -> None:
    """K-TEAM-7"""
    table = at(TEAMS_OF_FOUR, "-|r1|b1|b2", turn=3, deck="y1,y2")
    table.play("+")
    assert table.turn == 0
    assert table.moves() == ["+"]


def test_k_team_8_ends_when_both_partners_have_no_card() -> None:
    """K-TEAM-8: whichever comes second, the empty hands or the empty deck."""
    table = at(TEAMS_OF_FOUR, "-|r1|b1|b2", turn=1, deck="-")
    table.play("-r1")
    assert table.over
    assert table.reason == "K-TEAM-8"
    table = at(TEAMS_OF_FOUR, "-|-|b1|b2", turn=2, deck="y1")
    table.play("+")
    assert table.over
    table = at(TEAMS_OF_FOUR, "r1|-|b1|-", turn=0, deck="y1")
    table.play("+")
    assert not table.over


def test_k_team_9_the_score_is_the_teams() -> None:
    """K-TEAM-9: all gold won, less the gold in both hands."""
    table = at(TEAMS_OF_FOUR, "-|r1|G3,b1|G4", "1=G5/1/-", turn=1, deck="-", booty="G2|G6")
    table.play("-r1")
    assert table.scores == (2 + 5, 6 - 3 - 4)
    assert table.winners == (0,)
