"""Properties of every legal game."""

import random
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from corsaires.games.korsar.events import Collected
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import controller, force_there
from corsaires.games.korsar.state import NOBODY
from corsaires.games.korsar.table import Table
from tests import conformance
from tests.korsar.generators import tables
from tests.korsar.swaps import swapped


@given(tables())
def test_the_story_and_the_state_agree(played: tuple[Korsar, Table]) -> None:
    """K-PIR-4, K-COL-2 to K-COL-5: the story that people are told is the state that the rules play on."""
    game, table = played
    state = table.states[0]
    shown = table.view(None).open
    at_sea = [number for number in range(1, 26) if int(state.at_sea) >> number & 1]
    assert [galleon.galleon for galleon in shown.sea if not table.over] == (at_sea if not table.over else [])
    for galleon in shown.sea:
        leads = controller(state, galleon.galleon)
        assert galleon.leads == (None if leads == NOBODY else leads)
        assert galleon.forces == tuple(force_there(state, side, galleon.galleon) for side in range(game.sides))
    for side, booty in enumerate(table._story.booty):
        taken = [event.card for event in shown.story if isinstance(event, Collected) and event.side == side]
        assert list(booty) == taken
        assert not table.over or table.scores[side] <= sum(int(card[1]) for card in taken)


@settings(max_examples=60)
@given(tables(), st.integers(0, 1000))
def test_no_secret_is_shown(played: tuple[Korsar, Table], seed: int) -> None:
    """K-HID-1, K-TEAM-2: under any house rules."""
    game, table = played
    rng = random.Random(seed)
    if not table.over:
        for seat in (None, *range(game.seats)):
            conformance.check_secrets(table, seat, partial(swapped, game), rng)


@settings(max_examples=60)
@given(tables())
def test_the_record_gives_the_table_back(played: tuple[Korsar, Table]) -> None:
    game, table = played
    conformance.check_replay(table, game)


@settings(max_examples=60)
@given(tables())
def test_there_is_always_a_move_until_the_end(played: tuple[Korsar, Table]) -> None:
    """K-TURN-1, K-TURN-4, K-END-1, K-TEAM-7: and the winners have the highest score (K-END-5)."""
    _, table = played
    while not table.over:
        moves = table.moves()
        assert moves
        table.play(moves[-1])
    assert table.winners == tuple(side for side, score in enumerate(table.scores) if score == max(table.scores))
