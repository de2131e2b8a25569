"""What the heuristic of Korsar weighs. Gold is the measure; a chance is a number from 0 to 1."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from corsaires.bots.weights import Weights, read_moods, read_weights, weights_type

DIRECTORY: Final = Path(__file__).parent / "weights"


class Weight(Protocol):
    # what others may do
    eager: float  # the chance that somebody who can take a galleon from us does so: most have better to do
    eager_gold: float  # more of it for each gold of the galleon
    bound: float  # how many times likelier it is of those who laid it or fight there already
    meddle: float  # the chance that somebody who can stop a third side does so
    leader_back: float  # the chance to win a lost galleon back with a captain or the admiral in hand
    pirates_back: float  # the same with pirates of ENOUGH_FORCE in hand
    # what a galleon is worth
    loss: float  # what it costs us in another side's booty, in parts of its gold
    big: float  # more for each gold above 4, less for each below
    tied: float  # what it is worth while nobody is ahead and we fight there, in parts of its gold
    finish: float  # what it is worth to end the game ahead, and costs to end it behind
    # what a card is worth
    card: float  # drawing one
    late: float  # less of that, the emptier the deck
    full: float  # less of that for each card in hand
    lay: float  # the price of laying a galleon
    strand: float  # how heavily a galleon weighs that may still be in hand at the end, in parts of its gold
    force: float  # the price of a point of a pirate's force
    captain: float  # the price of a captain: too much for the smallest galleons
    admiral: float  # the price of the admiral
    cheaper: float  # how much of these prices is gone when the deck is empty, in parts


WEIGHTS: Final = weights_type(*Weight.__annotations__)


def table_name(seats: int, teams: bool) -> str:
    """The section of a table: `alone-3`, `teams-6`."""
    return f"{'teams' if teams else 'alone'}-{seats}"


@lru_cache(maxsize=16)
def weights_of(bot: str, seats: int, teams: bool) -> Weights:
    """The weights of *matelot* or *mousse* at such a table."""
    matelot = read_weights(DIRECTORY / "matelot.toml", table_name(seats, teams), WEIGHTS)
    return matelot if bot == "matelot" else read_moods(DIRECTORY / f"{bot}.toml", matelot)
