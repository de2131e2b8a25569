"""Options and forecast: what every card would do, so that no client needs a rule."""

import random
import re

import pytest

import corsaires
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.options import After, Allowed, Option, Refused
from corsaires.games.korsar.table import Table
from tests.korsar.tables import EVERY_GAME, IDS, at, eager, korsar, play_out


def every_option(table: Table, seat: int) -> list[Option]:
    options = table.view(seat).options
    assert options is not None
    plays = [option for galleons in options.play.values() for option in galleons.values()]
    return [options.draw, *options.lay.values(), *plays, *options.discard.values()]


@pytest.mark.parametrize(("edition", "seats", "teams"), EVERY_GAME, ids=IDS)
def test_the_options_are_the_moves_and_foretell_them(edition: str, seats: int, teams: bool) -> None:
    """On turn: the allowed options are the legal moves in their order, each play does what its option says,
    and each refused one names the rule that refuses it. Off turn nothing else changes than whose turn it is."""
    game = korsar(seats, teams, edition)
    for ply, table in enumerate(play_out(game.deal(seed=4), eager(random.Random(4)))):
        if table.turn is None or ply % 4:
            continue
        options = table.view(table.turn).options
        assert options is not None
        allowed = [option.move for option in every_option(table, table.turn) if isinstance(option, Allowed)]
        assert allowed == table.moves()
        for card, galleons in options.play.items():
            for galleon, option in galleons.items():
                if isinstance(option, Allowed):
                    check_foretold(table, option)
                else:
                    assert refused(table, f"{card}@{galleon}") == option
        check_off_turn(game, table)


def refused(table: Table, move: str) -> Refused:
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play(move)
    return Refused(refusal.value.rule, refusal.value.by)


def check_off_turn(game: Korsar, table: Table) -> None:
    """Off turn: as if it were the seat's turn and the sea stood still."""
    for seat in range(game.seats):
        if seat != table.turn:
            position = re.sub(r"turn:\d+ barred:\S+", f"turn:{seat} barred:-", table.position())
            if not (table.view(None).open.deck == 0 and table.view(seat).hand == ()):
                assert table.view(seat).options == game.set_up(position).view(seat).options


def check_foretold(table: Table, option: Allowed) -> None:
    seat, tried = table.turn, table.copy()
    assert seat is not None
    played = tried.play(option.move)[0]
    side = seat >> tried._story.teams
    assert option.after == After(played.forces[side], played.leads, played.leads is None)  # type: ignore[union-attr]  # Played


def test_refused_options_name_the_rule_and_whose_doing_it_is() -> None:
    """K-PIR-2, K-PIR-3, K-CAP-1, K-ADM-1, K-TURN-3, K-TURN-4 as a client is told them."""
    table = at(korsar(3), "G2,y1,r1,rC,A|-|-", "1=G5/1/1y2;2=G4/2/0r2", deck="b1")
    options = table.view(0).options
    assert options is not None
    assert options.draw == Allowed("+")
    assert options.lay == {"G2": Allowed("G2")}
    assert options.play == {
        "y1": {1: Refused("K-PIR-2", 1), 2: Refused("K-PIR-3", 0)},
        "r1": {1: Allowed("r1@1", After(1, 1, False)), 2: Allowed("r1@2", After(3, 0, False))},
        "rC": {1: Refused("K-CAP-1", None), 2: Allowed("rC@2", After(2, 0, False))},
        "A": {1: Refused("K-ADM-1", 1), 2: Refused("K-ADM-1", 2)},
    }
    assert options.discard == {
        "G2": Refused("K-TURN-4"),
        **{card: Refused("K-TURN-3") for card in ("y1", "r1", "rC", "A")},
    }


def test_a_tie_is_foretold() -> None:
    """K-COL-5"""
    table = at(korsar(2), "r2|-", "1=G5/1/1y2", deck="b1")
    options = table.view(0).options
    assert options is not None
    assert options.play["r2"][1] == Allowed("r2@1", After(2, None, True))


def test_off_turn_the_options_are_as_if_it_were_the_seats_turn() -> None:
    """K-TEAM-4 binds within the team turn alone."""
    table = at(korsar(4, teams=True), "r1,r3|r2|y1|y2", "1=G5/2/2y4,0r4", deck="g1,g2")
    table.play("r1@1")
    for seat, expected in ((1, Refused("K-TEAM-4", 0)), (0, Allowed("r3@1", After(8, 0, False)))):
        options = table.view(seat).options
        assert options is not None
        assert options.play["r2" if seat else "r3"][1] == expected
    rivals = table.view(3).options
    assert rivals is not None
    assert rivals.play["y2"][1] == Allowed("y2@1", After(6, 1, False))


def test_the_forecast_is_what_each_side_would_take() -> None:
    """K-COL-2 to K-COL-5"""
    table = at(korsar(3), "r3|y1|b1", "1=G5/1/-;2=G4/2/0r1,1y1;3=G3/0/2b2,0r1;4=G2/1/0r2,0rC", deck="g1")
    assert table.view(None).open.forecast == ((4,), (1,), (3,))


def test_options_are_left_out_when_not_asked_for_and_after_the_end() -> None:
    table = at(korsar(2), "r1|y1", deck="-")
    assert table.view(0, options=False).options is None
    table.play("-r1")
    assert table.view(0).options is None
