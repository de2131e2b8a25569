"""What the heuristic of Les Corsaires weighs. Points are the measure; a chance is a number from 0 to 1."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from corsaires.bots.weights import Weights, read_moods, read_weights, weights_type

DIRECTORY: Final = Path(__file__).parent / "weights"
VARIANTS: Final = ("standard", "experienced", "very-young")  # in the order of the states' numbers


class Weight(Protocol):
    # voyages
    comes_through: float  # the chance to come through one more turn at sea, by and large
    haste: float  # what a ship gives to be a turn nearer: it will hardly ever wait for a danger to pass
    premium_hoped: float  # the part of the next premium that a merchant at sea may count on
    keep: float  # what keeping the wind is worth besides
    # danger
    fear: float  # how likely somebody who could hit us tries to
    eliminated: float  # what being eliminated costs, besides the merchants
    warship: float  # what a warship is worth besides its points at the end
    # fire
    grudge: float  # what an enemy's loss is worth to us, in parts: others profit by it too
    care: float  # what a ship of our own costs that our shot may sink, in parts
    trigger: float  # what a shot must promise to be fired
    later: float  # what a threat for the next turn is worth against a shot now
    pull: float  # what being near an enemy merchant is worth, in parts of its value
    nearness: float  # what is left of that one step farther off


WEIGHTS: Final = weights_type(*Weight.__annotations__)


def table_name(seats: int, variant: int) -> str:
    """The section of a table: `standard-2`, `very-young-4`."""
    return f"{VARIANTS[variant]}-{seats}"


@lru_cache(maxsize=32)
def weights_of(bot: str, seats: int, variant: int) -> Weights:
    """The weights of *matelot* or *mousse* at such a table."""
    matelot = read_weights(DIRECTORY / "matelot.toml", table_name(seats, variant), WEIGHTS)
    return matelot if bot == "matelot" else read_moods(DIRECTORY / f"{bot}.toml", matelot)
