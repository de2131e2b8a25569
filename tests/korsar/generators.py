"""Hypothesis's generator of legal games: any edition or house rules, any form of play, any moves."""

from __future__ import annotations

from hypothesis import strategies as st

from corsaires.games.korsar.edition import VALUES, edition_ids
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table
from tests.korsar.tables import FORMS, korsar

house_rules = st.fixed_dictionaries({}, optional={facet: st.sampled_from(values) for facet, values in VALUES.items()})


@st.composite
def games(draw: st.DrawFn) -> Korsar:
    seats, teams = draw(st.sampled_from(FORMS))
    return korsar(seats, teams, draw(st.sampled_from(edition_ids())), **draw(house_rules))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Korsar, Table]:
    """A table some way into a game. Each number picks a move: small numbers draw and lay, large ones fight."""
    game = draw(games())
    table = game.deal(seed=draw(st.integers(0, 10_000)))
    for choice in draw(st.lists(st.integers(0, 100), max_size=160)):
        moves = table.moves()
        if not moves:
            break
        table.play(moves[choice * len(moves) // 101])
    return game, table
