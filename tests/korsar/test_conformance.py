"""The conformance kit on every edition and form of play of Korsar."""

import random
from collections import Counter
from functools import partial

import pytest

from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar import notation
from corsaires.games.korsar.cards import FULL_DECK
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.sight import determinize, see
from corsaires.games.korsar.state import NOBODY, new_states
from corsaires.games.korsar.table import Table
from tests import conformance
from tests.korsar.swaps import swapped
from tests.korsar.tables import EVERY_GAME, IDS, eager, korsar, play_out

EVERY_TEXT = [notation.write_move(move) for move in range(897) if move in notation._TEXT_OF]
every_game = pytest.mark.parametrize(("edition", "seats", "teams"), EVERY_GAME, ids=IDS)


@every_game
def test_conformance(edition: str, seats: int, teams: bool) -> None:
    """Replay, moves and refusals, positions, secrets (K-HID-1, K-TEAM-2), at moments of random games."""
    game = korsar(seats, teams, edition)
    rng = random.Random(f"{edition} {seats} {teams}")
    for seed in range(2):
        for ply, table in enumerate(play_out(game.deal(seed=seed), eager(rng))):
            if ply % 11 == 0 or table.over:
                conformance.check_replay(table, game)
                conformance.check_moves(table, game, [*rng.sample(EVERY_TEXT, 12), *table.moves()])
                if not table.over:  # then there are no secrets any more
                    seat = rng.choice([None, *range(seats)])
                    conformance.check_secrets(table, seat, partial(swapped, game), rng)
                    conformance.check_position(table, game)


@every_game
def test_cards_are_conserved(edition: str, seats: int, teams: bool) -> None:
    """K-DECK-1: every card is in one place, and never two."""
    game = korsar(seats, teams, edition)
    for seed in range(3):
        for table in play_out(game.deal(seed=seed), eager(random.Random(seed))):
            assert Counter(every_card(table, seats)) == Counter(FULL_DECK)


def every_card(table: Table, seats: int) -> list[str]:
    shown = table.view(None).open
    cards = [*shown.discards, *shown.removed, *(card for pile in shown.piles for card in pile)]
    cards += [card for galleon in shown.sea for card in (galleon.card, *(card for _, card in galleon.cards))]
    for seat in range(seats):
        view = table.view(seat, options=False)
        cards += view.hand or ()
    cards += [card for booty in table._story.booty for card in booty]
    deck = table.position().split(" deck:")[1].split(" ")[0]
    return cards + ([] if deck == "-" else deck.split(","))


@every_game
def test_between_turns_each_rival_leads_at_most_one_galleon(edition: str, seats: int, teams: bool) -> None:
    """K-COL-1: what the screen relies on: after collecting, who moves leads nothing, a rival one (a team two)."""
    game = korsar(seats, teams, edition)
    for seed in range(6):
        for table in play_out(game.deal(seed=seed), eager(random.Random(seed))):
            if table.turn is None:
                continue
            second = teams and table.turn % 2
            for side, galleons in enumerate(table.view(None).open.forecast):
                if side == table.turn >> teams:
                    assert len(galleons) <= (1 if second else 0)
                else:
                    assert len(galleons) <= (2 if teams else 1)


@every_game
def test_a_determinized_sight_looks_the_same(edition: str, seats: int, teams: bool) -> None:
    """see(determinize(sight)) == sight, for every seat and a spectator, and the samples are whole decks."""
    game = korsar(seats, teams, edition)
    rng = seeded(seats)
    sample, sight, again = new_states(), new_states(), new_states()
    for seed in range(2):
        for ply, table in enumerate(play_out(game.deal(seed=seed), eager(random.Random(seed)))):
            if ply % 8:
                continue
            for seat in (NOBODY, *range(seats)):
                see(table.states, 0, seat, sight, 0)
                determinize(sight, 0, rng, sample, 0)
                see(sample, 0, seat, again, 0)
                assert again.tobytes() == sight.tobytes()
                assert sample["in_hand"][0].tolist() == sample["hand"][0].sum(axis=1).tolist()
            if not table.over:
                check_sampled_table(game, table, seed)


def check_sampled_table(game: Korsar, table: Table, seed: int) -> None:
    """The same through the API: a table that fits the view, and can be played to the end."""
    assert table.turn is not None
    view = table.view(table.turn)
    sampled = game.determinize(view, seeded(seed))
    assert conformance.plain(sampled.view(table.turn)) == conformance.plain(view)
    assert Counter(every_card(sampled, game.seats)) == Counter(FULL_DECK)
    for _ in play_out(sampled, eager(random.Random(seed))):
        pass
    assert sampled.winners
