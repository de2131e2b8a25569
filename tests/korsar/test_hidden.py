"""K-HID: what is hidden, and what is not."""

import random
from collections import Counter

from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.sight import determinize
from corsaires.games.korsar.state import new_states
from tests.korsar.tables import at, eager, korsar, play_out


def test_k_hid_1_other_hands_and_the_deck_are_hidden() -> None:
    """K-HID-1: a seat sees its own hand; a spectator sees none; nobody sees the deck."""
    table = korsar(3).deal(seed=5)
    for seat in range(3):
        sight = table.view(seat).sight
        assert sight["hand"][0].sum(axis=1).tolist() == [6 if other == seat else 0 for other in range(8)]
        assert set(sight["deck"][0].tolist()) == {-1}
    spectator = table.view(None)
    assert (spectator.hand, spectator.partner_hand, spectator.drawn, spectator.options) == (None,) * 4
    assert not spectator.sight["hand"].any()


def test_k_hid_1_only_the_side_that_drew_knows_the_card() -> None:
    """K-HID-1: a partner also sees the card drawn."""
    table = at(korsar(4, teams=True), "r1|b1|G2|G3", deck="y1,y2")
    events = table.play("+")
    assert "y1" not in repr(events)
    assert [table.view(seat).drawn for seat in (0, 1, 2, 3, None)] == ["y1", "y1", None, None, None]
    table.play("b1@1" if "b1@1" in table.moves() else "+")
    assert [table.view(seat).drawn for seat in (2, 3, None)] == [None, None, None]


def test_k_hid_1_bots_have_every_sides_gold_in_every_edition() -> None:
    """K-HID-1: face-down booty concerns the screen only."""
    table = at(korsar(2), "r1|y1", "1=G5/1/-", deck="g1,g2")
    table.play("+")
    assert table.view(0).booty[1].gold is None
    assert table.view(0).sight["score"][0].tolist()[:2] == [0, 5]
    assert table.scores == (0, 5)


def test_samples_are_uniform_over_what_the_seat_cannot_see() -> None:
    """Every unseen card is equally likely in every unseen place (chi-squared, one in a million by chance)."""
    game = korsar(4)
    (*_, table) = (
        t.copy() for _, t in zip(range(40), play_out(game.deal(seed=9), eager(random.Random(9))), strict=False)
    )
    sight = table.view(0).sight
    rng, sample, n = seeded(1), new_states(), 20_000
    hand, deck = Counter[int](), Counter[int]()
    in_hand, in_deck = int(sight["in_hand"][0, 2]), int(sight["in_deck"][0])
    for _ in range(n):
        determinize(sight, 0, rng, sample, 0)
        hand.update({kind: int(copies) for kind, copies in enumerate(sample["hand"][0, 2]) if copies})
        deck[int(sample["deck"][0, in_deck - 1])] += 1
    unseen = Counter(deck.keys())
    copies = {kind: sum(1 for _ in range(copies_unseen(sight, kind))) for kind in unseen}
    total = sum(copies.values())
    for counts, draws in ((hand, n * in_hand), (deck, n)):
        expected = {kind: draws * c / total for kind, c in copies.items()}
        chi2 = sum((counts[kind] - e) ** 2 / e for kind, e in expected.items())
        assert chi2 < len(copies) + 6 * (2 * len(copies)) ** 0.5, (chi2, len(copies))


def copies_unseen(sight: object, kind: int) -> int:
    from corsaires.games.korsar.cards import COPIES

    return int(COPIES[kind] - sight["played"][0, kind] - sight["hand"][0, :, kind].sum())  # type: ignore[index]  # an array
