"""What happens at the table, as everybody sees it. No event ever holds a secret: a draw does not name its card."""

from __future__ import annotations

from typing import NamedTuple

Cards = tuple[str, ...]
Forces = tuple[int, ...]  # one a side


class Drew(NamedTuple):
    seat: int
    left: int  # cards left in the deck


class Laid(NamedTuple):
    seat: int
    galleon: int
    card: str


class Beaten(NamedTuple):
    """A captain or admiral that a later one has beaten, and where it goes (K-CAP-4)."""

    seat: int
    card: str
    fate: str  # stays, discarded, removed


class Played(NamedTuple):
    """A pirate, captain or admiral joined a fight."""

    seat: int
    galleon: int
    card: str
    owner: int  # the seat that laid the galleon
    gold: int
    forces: Forces  # on this galleon, after the move
    leads: int | None  # the side that would take it now; None on a tie
    beaten: Beaten | None


class Discarded(NamedTuple):
    seat: int
    card: str


class Skipped(NamedTuple):
    """A player without cards, once the deck is empty (K-TEAM-7)."""

    seat: int


class Collected(NamedTuple):
    """A side took a galleon."""

    side: int
    seat: int  # who took it: in teams the first partner
    galleon: int
    card: str
    owner: int
    forces: Forces
    leader: str | None  # the captain or admiral that won it
    fight: Cards  # the pirates, captains and admiral of the fight
    spoils: str  # where they go: pile, discarded


class LeftTied(NamedTuple):
    """A galleon that counts for nobody at the end (K-END-3)."""

    galleon: int
    card: str
    owner: int
    forces: Forces
    fate: str  # stay, leave


class Ended(NamedTuple):
    reason: str  # the number of the rule
    out: int  # the side without cards
    in_hand: tuple[Cards, ...]  # the galleons left in each seat's hand, which cost their gold (K-END-4)
    scores: tuple[int, ...]
    winners: tuple[int, ...]


Event = Drew | Laid | Played | Discarded | Skipped | Collected | LeftTied | Ended
