"""The spread: every card that lies open, where it lies and who played it, as one numpy record. Nothing in it is secret.

It is the story (`story`) as compiled code reads it. A card that goes elsewhere comes last of those that lie there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol

import numpy as np

from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import Records, aligned, blank
from corsaires.games.korsar.cards import DECK_SIZE, FIRST_CAPTAIN, KIND_OF
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.events import Drew
from corsaires.games.korsar.state import MAX_SIDES, NOBODY, Int8s
from corsaires.games.korsar.story import Story

# Where a card may lie: at a galleon, whose number it is then, or
STAYS: Final = 0  # where it is
DISCARDS: Final = 32
REMOVED: Final = 33
BOOTY: Final = 34  # of side 0, then of the others
PILE: Final = BOOTY + MAX_SIDES

BEATEN: Final = {"stays": STAYS, "discarded": DISCARDS, "removed": REMOVED}
SPOILS: Final = {"pile": PILE, "discarded": DISCARDS}
TIED: Final = {"stay": STAYS, "leave": REMOVED}

SPREAD: Final = aligned(
    [
        # where cards go by the rules of this table, and whether booty lies face down
        ("beaten", np.int64),
        ("spoils", np.int64),
        ("tied", np.int64),
        ("face_down", np.int64),
        # the cards
        ("drew", np.int64),  # the seat of the last draw
        ("cards", np.int64),  # how many
        ("kind", np.int8, DECK_SIZE),
        ("seat", np.int8, DECK_SIZE),  # who played it; it matters at sea only
        ("place", np.int8, DECK_SIZE),
    ]
)


class Spread(Protocol):
    beaten: int
    spoils: int
    tied: int
    face_down: int
    drew: int
    cards: int
    kind: Int8s
    seat: Int8s
    place: Int8s


Spreads = Records


def spread_of(story: Story, facets: Facets) -> Spreads:
    """The spread of a table with this story."""
    spreads = blank(1, SPREAD)
    spreads["beaten"] = BEATEN[facets.beaten_leader]
    spreads["spoils"] = SPOILS[facets.spoils]
    spreads["tied"] = TIED[facets.ties_at_end]
    spreads["face_down"] = facets.booty == "face_down"
    spreads["drew"] = next((event.seat for event in reversed(story.events) if isinstance(event, Drew)), NOBODY)
    cards = list(_cards_of(story))
    spreads["cards"] = n = len(cards)
    if cards:
        spreads["kind"][0, :n], spreads["seat"][0, :n], spreads["place"][0, :n] = zip(*cards)
    return spreads


def _cards_of(story: Story) -> Iterator[tuple[int, int, int]]:
    """Every card that lies open: its kind, who played it (at sea), where it lies."""
    for galleon in story.sea.values():
        for seat, card in ((galleon.owner, galleon.card), *galleon.cards):
            yield KIND_OF[card], seat, galleon.galleon
    lying = [(DISCARDS, story.discards), (REMOVED, story.removed)]
    lying += [(BOOTY + side, cards) for side, cards in enumerate(story.booty)]
    lying += [(PILE + side, cards) for side, cards in enumerate(story.piles)]
    for place, cards in lying:
        for card in cards:
            yield KIND_OF[card], NOBODY, place


@rule
def add(spread: Spread, kind: int, seat: int, place: int) -> None:
    at = int(spread.cards)
    spread.kind[at], spread.seat[at], spread.place[at] = kind, seat, place
    spread.cards += 1


@rule
def shift(spread: Spread, at: int, place: int) -> None:
    """The card with this number goes elsewhere."""
    kind, seat = int(spread.kind[at]), int(spread.seat[at])
    spread.cards -= 1
    for behind in range(at, spread.cards):
        spread.kind[behind] = spread.kind[behind + 1]
        spread.seat[behind] = spread.seat[behind + 1]
        spread.place[behind] = spread.place[behind + 1]
    add(spread, kind, seat, place)


@rule
def find(spread: Spread, place: int) -> int:
    """The number of the first card that lies there, or NOBODY."""
    for at in range(spread.cards):
        if spread.place[at] == place:
            return int(at)
    return NOBODY


@rule
def find_leader(spread: Spread, galleon: int) -> int:
    """The number of the captain or admiral that leads the fight for a galleon, the last that came; or NOBODY."""
    for at in range(spread.cards - 1, -1, -1):
        if spread.place[at] == galleon and spread.kind[at] >= FIRST_CAPTAIN:
            return int(at)
    return NOBODY
