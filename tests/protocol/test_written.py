"""What compiled code writes of a table of Korsar is, byte for byte, what its views give."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.cards import CODES, FIRST_PIRATE, FULL_DECK
from corsaires.games.korsar.edition import VALUES
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table
from corsaires.protocol.korsar import ROOM, written
from corsaires.protocol.shapes import encode_open, encode_own, encode_you
from tests.korsar.generators import tables
from tests.korsar.swaps import swapped
from tests.korsar.tables import EVERY_GAME, IDS, eager, korsar, play_out


def readers(table: Table) -> Iterator[int | None]:
    yield None
    yield from range(table.view(None).sight["seats"][0].item())


def check(table: Table, asking: int | None) -> None:
    opened, you = written(table, asking)
    assert opened == encode_open(table.view(None))
    assert list(you) == list(readers(table))
    for seat, sent in you.items():
        assert sent == encode_you(table.view(seat, options=seat == asking))
        if seat != asking:
            assert sent == encode_own(table.own(seat))


@given(tables())
@settings(max_examples=200)
def test_a_table_somewhere_in_a_game(played: tuple[Korsar, Table]) -> None:
    """Any edition or house rules, any form of play, any moves; whoever asks, on turn or off."""
    _, table = played
    if not table.over:
        for asking in readers(table):
            check(table, asking)
            check(table.copy(), asking)


@pytest.mark.parametrize(("edition", "seats", "teams"), EVERY_GAME, ids=IDS)
def test_whole_games(edition: str, seats: int, teams: bool) -> None:
    """After every move, though nobody has asked for a view in between."""
    game, rng = korsar(seats, teams, edition), random.Random(edition)
    for table in play_out(game.deal(seed=seats), eager(rng)):
        if not table.over:
            written(table, table.turn)
            if rng.random() < 0.3:
                check(table, table.turn)


@pytest.mark.parametrize("booty", VALUES["booty"])
@pytest.mark.parametrize("teams", [False, True])
def test_what_a_seat_may_not_see_changes_no_byte(teams: bool, booty: str) -> None:
    """K-HID-1, K-COL-7, K-TEAM-2."""
    game, rng = korsar(4, teams, booty=booty), random.Random(4)
    for ply, table in enumerate(play_out(game.deal(seed=4), eager(rng))):
        if ply % 5 == 0 and not table.over:
            for seat in (None, 0, 1, 2, 3):
                (opened, you), (other, others) = written(table, seat), written(swapped(game, table, seat, rng), seat)
                assert (other, others[seat]) == (opened, you[seat])


@pytest.mark.parametrize("teams", [False, True])
def test_a_table_that_was_not_dealt(teams: bool) -> None:
    """Set up from a position, or sampled from what a seat sees."""
    game, rng = korsar(4, teams), random.Random(5)
    for ply, table in enumerate(play_out(game.deal(seed=5), eager(rng))):
        if ply % 5 == 0 and not table.over:
            seat = rng.randrange(4)
            for other in (game.set_up(table.position()), game.determinize(table.view(seat), seeded(ply))):
                check(other, seat)
                other.play(rng.choice(other.moves()))
                if not other.over:
                    check(other, other.turn)


def test_the_most_that_can_be_written_has_room() -> None:
    """One seat with a card of every kind that is played on galleons, and all galleons at sea."""
    hand = ",".join(CODES[FIRST_PIRATE:])
    gold = [card for card in FULL_DECK if card.startswith("G")]
    sea = ";".join(f"{number}={card}/{number % 8}/-" for number, card in enumerate(gold, 1))
    position = f"turn:0 barred:- laid:25 deck:- hands:{hand}|-|y2|-|r2|-|b2|- sea:{sea} booty:-|-|-|-"
    table = korsar(8, True).set_up(position)
    opened, you = written(table, 0)
    check(table, 0)
    assert 2 * (len(opened) + sum(map(len, you.values()))) < ROOM
