"""The engine against the reference, which was written apart from it: every rule, on random games of every kind."""

import random
from collections import Counter
from dataclasses import asdict

import pytest

from corsaires.games.korsar.table import Table
from tests.korsar.reference import EDITIONS, Reference
from tests.korsar.tables import EVERY_GAME, IDS, eager, korsar

GAMES = 12  # of each kind


@pytest.mark.parametrize(("edition", "seats", "teams"), EVERY_GAME, ids=IDS)
def test_engine_plays_as_the_reference(edition: str, seats: int, teams: bool) -> None:
    game = korsar(seats, teams, edition)
    assert game.facets.as_dict() == asdict(EDITIONS[edition])
    for seed in range(GAMES):
        table = game.deal(seed=seed)
        deal = table.unsealed()
        reference = Reference(
            seats, teams, EDITIONS[edition], deal["deal"]["hands"], deal["deal"]["deck"], deal["first"]
        )
        choose = eager(random.Random(seed))
        same(table, reference, teams)
        while not table.over:
            move = choose(table)
            table.play(move)
            reference.play(move)
            same(table, reference, teams)


def same(table: Table, reference: Reference, teams: bool) -> None:
    """Everything that the reference knows of the table."""
    assert table.turn == reference.turn
    assert table.over == reference.over
    assert list(table.scores) == reference.scores
    assert list(table.winners) == reference.winners
    assert table.moves() == reference.moves()
    shown = table.view(None).open
    assert shown.deck == len(reference.deck)
    assert [galleon.galleon for galleon in shown.sea] == list(reference.galleons)
    for galleon in shown.sea:
        other = reference.galleons[galleon.galleon]
        assert (galleon.card, galleon.owner) == (other.card, other.owner)
        assert list(galleon.cards) == other.columns
        assert {side: force for side, force in enumerate(galleon.forces) if force} == other.forces()
        assert galleon.leads == other.controller()
        assert (galleon.leader[0] if galleon.leader else None) == leader_seat(other.columns)
    assert Counter(shown.discards) == Counter(reference.discards)
    assert Counter(shown.removed) == Counter(reference.removed)
    assert [Counter(pile) for pile in shown.piles] == [Counter(pile) for pile in reference.spoils]
    for seat, hand in enumerate(reference.hands):
        view = table.view(seat)
        assert Counter(view.hand) == Counter(hand)
        own = view.booty[seat >> teams]
        assert Counter(own.cards) == Counter(reference.booty[seat >> teams])


def leader_seat(columns: list[tuple[int, str]]) -> int | None:
    leaders = [seat for seat, card in columns if card == "A" or card.endswith("C")]
    return leaders[-1] if leaders else None
