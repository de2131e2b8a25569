"""What every bot is."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol


class Bot(Protocol):
    """A player. It sees what its seat may see, and its only chance is the generator that it is given."""

    @property
    def name(self) -> str: ...

    def choose(self, view: Any, rng: Random) -> str:
        """The text of a legal move for the seat of this view, whose turn it is."""
