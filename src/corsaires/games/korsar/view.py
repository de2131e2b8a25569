"""What a seat or a spectator is shown: built up from its sight and the public story, never stripped down."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from corsaires.games.korsar.cards import CODES
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.events import Drew, Ended, Event
from corsaires.games.korsar.options import Options, options_of
from corsaires.games.korsar.state import NOBODY, Int8s, Sights
from corsaires.games.korsar.story import AtSea, Story

Cards = tuple[str, ...]
HANDS: Final = 8192  # that are remembered


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


def view_of(sights: Sights, open_part: Open, story: Story, facets: Facets, drawn: str | None, options: bool) -> View:
    """What the seat whose sight this is, or a spectator, is shown.

    `drawn` is the card of the last move, if it was a draw.
    """
    seat: int = sights["seat"].item()
    side = seat >> story.teams
    hidden = facets.booty == "face_down" and not open_part.over
    booty = tuple([_booty(cards, hidden and owner != side) for owner, cards in enumerate(story.booty)])
    if seat == NOBODY:
        return View(None, open_part, None, None, None, booty, None, sights)
    hands = sights["hand"][0]
    return View(
        seat,
        open_part,
        cards_of(hands[seat]),
        cards_of(hands[seat ^ 1]) if story.teams else None,
        drawn if drawn is not None and _who_drew(story) >> story.teams == side else None,
        booty,
        options_of(sights) if options and not open_part.over else None,
        sights,
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
def _booty(cards: Cards, hidden: bool) -> Booty:
    if hidden:
        return Booty(len(cards), None, None)
    return Booty(len(cards), cards, sum([int(card[1:]) for card in cards]))
