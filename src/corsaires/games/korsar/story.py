"""The public story of a table, kept event by event: every card that lies open, where it lies and who played it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, assert_never

from corsaires.games.korsar.events import (
    Collected,
    Discarded,
    Drew,
    Ended,
    Event,
    Forces,
    Laid,
    LeftTied,
    Played,
    Skipped,
)


class AtSea(NamedTuple):
    """A galleon at sea with the cards around it, in the order they were played."""

    galleon: int
    card: str
    owner: int
    cards: tuple[tuple[int, str], ...]  # (seat, card); a beaten leader that stays is still here
    forces: Forces
    leads: int | None  # the side that would take it now
    leader: tuple[int, str] | None  # the captain or admiral that leads: (seat, card)


@dataclass(slots=True)
class Story:
    sides: int
    teams: bool
    events: list[Event] = field(default_factory=list)
    sea: dict[int, AtSea] = field(default_factory=dict)
    booty: list[tuple[str, ...]] = field(default_factory=list)
    piles: list[tuple[str, ...]] = field(default_factory=list)  # fight cards that a side picked up
    discards: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()  # out of the game

    def __post_init__(self) -> None:
        self.booty = self.booty or [()] * self.sides
        self.piles = self.piles or [()] * self.sides

    def copy(self) -> Story:
        return Story(
            self.sides,
            self.teams,
            list(self.events),
            dict(self.sea),
            list(self.booty),
            list(self.piles),
            self.discards,
            self.removed,
        )

    def tell(self, event: Event) -> None:
        """Carry the story on by one event."""
        self.events.append(event)
        match event:
            case Played():
                self._played(event)
            case Laid(seat, galleon, card):
                self.sea[galleon] = AtSea(galleon, card, seat, (), (0,) * self.sides, seat >> self.teams, None)
            case Collected(side=side, galleon=galleon, card=card, fight=fight, spoils=spoils):
                del self.sea[galleon]
                self.booty[side] += (card,)
                if spoils == "pile":
                    self.piles[side] += fight
                else:
                    self.discards += fight
            case Discarded(card=card):
                self.discards += (card,)
            case LeftTied(galleon=galleon, fate=fate):
                if fate == "leave":
                    tied = self.sea.pop(galleon)
                    self.removed += (tied.card, *(card for _, card in tied.cards))
            case Drew() | Skipped() | Ended():
                pass
            case _:
                assert_never(event)

    def _played(self, event: Played) -> None:
        before = self.sea[event.galleon]
        card = (event.seat, event.card)
        cards = before.cards
        if event.beaten is not None and event.beaten.fate != "stays":
            cards = tuple(other for other in cards if other != before.leader)
            if event.beaten.fate == "discarded":
                self.discards += (event.beaten.card,)
            else:
                self.removed += (event.beaten.card,)
        self.sea[event.galleon] = AtSea(
            event.galleon,
            before.card,
            before.owner,
            (*cards, card),
            event.forces,
            event.leads,
            card if is_leader(event.card) else before.leader,
        )


def is_leader(card: str) -> bool:
    """A captain or the admiral."""
    return card == "A" or card[1] == "C"
