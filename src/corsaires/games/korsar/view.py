"""What a seat or a spectator is shown: built up from its sight and the public story, never stripped down."""

from __future__ import annotations

from functools import lru_cache
from sys import byteorder
from typing import Final, NamedTuple

from corsaires.games.korsar.cards import CODES, KINDS
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.events import Drew, Ended, Event
from corsaires.games.korsar.options import Options, options_of
from corsaires.games.korsar.state import MAX_SEATS, NOBODY, Int8s, Sights, place
from corsaires.games.korsar.story import AtSea, Story

Cards = tuple[str, ...]
HANDS: Final = 8192  # that are remembered
SEAT: Final = place("seat")  # in the bytes of a record
HAND_OF: Final = tuple(place("hand", seat, KINDS) for seat in range(MAX_SEATS))


class Booty(NamedTuple):
    """The galleons that a side has taken."""

    galleons: int
    cards: Cards | None  # None: they lie face down for this viewer (K-COL-7)
    gold: int | None


class Open(NamedTuple):
    """The part of a view that is the same for everybody."""

    turn: int | None
    over: bool
    deck: int  # cards left
    in_hand: tuple[int, ...]  # cards in each hand
    sea: tuple[AtSea, ...]
    discards: Cards
    piles: tuple[Cards, ...]  # fight cards picked up, a side each
    removed: Cards
    forecast: tuple[tuple[int, ...], ...]  # the galleons each side would take if nothing moved
    scores: tuple[int, ...] | None  # at the end
    winners: tuple[int, ...]
    reason: str | None
    story: tuple[Event, ...]


class Own(NamedTuple):
    """The part of a view that is one seat's own, without options."""

    seat: int | None  # None: a spectator
    hand: Cards | None
    partner_hand: Cards | None
    drawn: str | None
    booty: tuple[Booty, ...]
    options: None = None


class View(NamedTuple):
    seat: int | None  # None: a spectator
    open: Open
    hand: Cards | None  # the seat's own
    partner_hand: Cards | None  # in teams (K-TEAM-2)
    drawn: str | None  # the card this seat's side drew with the last move
    booty: tuple[Booty, ...]  # a side each
    options: Options | None  # of a seat, while the game lasts
    sight: Sights  # the same as a record, for bots

    def __repr__(self) -> str:
        """Without the record, which is pages of numbers."""
        return f"View({', '.join(f'{name}={getattr(self, name)!r}' for name in self._fields if name != 'sight')})"


def open_part(sights: Sights, story: Story) -> Open:
    """What everybody sees, from anybody's sight."""
    end = story.events[-1] if story.events else None
    ended = end if isinstance(end, Ended) else None
    sea = tuple(story.sea.values())
    forecast: list[tuple[int, ...]] = [()] * story.sides
    for galleon in sea:
        if galleon.leads is not None:
            forecast[galleon.leads] += (galleon.galleon,)
    return Open(
        turn=None if ended else int(sights["turn"][0]),
        over=ended is not None,
        deck=int(sights["in_deck"][0]),
        in_hand=tuple(sights["in_hand"][0].tolist()[: story.sides << story.teams]),
        sea=sea,
        discards=story.discards,
        piles=tuple(story.piles),
        removed=story.removed,
        forecast=tuple(forecast),
        scores=ended.scores if ended else None,
        winners=ended.winners if ended else (),
        reason=ended.reason if ended else None,
        story=tuple(story.events),
    )


def view_of(sights: Sights, open_part: Open, own: Own, options: bool) -> View:
    """What the seat whose sight this is, or a spectator, is shown."""
    asked = options and own.seat is not None and not open_part.over
    seat, hand, partner_hand, drawn, booty, _ = own
    return View(seat, open_part, hand, partner_hand, drawn, booty, options_of(sights) if asked else None, sights)


def own_of(sights: Sights, over: bool, story: Story, facets: Facets, drawn: str | None) -> Own:
    """What is its own to the seat whose sight this is, or to a spectator.

    `drawn` is the card of the last move, if it was a draw.
    """
    record = sights.tobytes()  # read as bytes: a field of a record takes numpy several times as long
    seat = int.from_bytes(record[SEAT], byteorder, signed=True)
    side = seat >> story.teams
    booty = _booties(tuple(story.booty), side if facets.booty == "face_down" and not over else None)
    if seat == NOBODY:
        return Own(None, None, None, None, booty)
    return Own(
        seat,
        _cards_of(record[HAND_OF[seat]]),
        _cards_of(record[HAND_OF[seat ^ 1]]) if story.teams else None,
        drawn if drawn is not None and _who_drew(story) >> story.teams == side else None,
        booty,
    )


def cards_of(counts: Int8s) -> Cards:
    """Numbers of cards of each kind as codes, in the order of the kinds."""
    return _cards_of(counts.tobytes())


@lru_cache(HANDS)
def _cards_of(counts: bytes) -> Cards:
    cards: list[str] = []
    for kind, copies in enumerate(counts):
        cards += [CODES[kind]] * copies
    return tuple(cards)


def _who_drew(story: Story) -> int:
    """The seat of the last draw."""
    return next(event.seat for event in reversed(story.events) if isinstance(event, Drew))


@lru_cache(HANDS)
def _booties(booty: tuple[Cards, ...], side: int | None) -> tuple[Booty, ...]:
    """Every side's booty as this side sees it; None: everything lies open."""
    return tuple(_booty(cards, side not in (None, owner)) for owner, cards in enumerate(booty))


def _booty(cards: Cards, hidden: bool) -> Booty:
    if hidden:
        return Booty(len(cards), None, None)
    return Booty(len(cards), cards, sum([int(card[1:]) for card in cards]))
