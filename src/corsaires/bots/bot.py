"""What every bot is: it gets what its seat may see, a budget and a seed, and gives back a thought."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Protocol

from corsaires.games.kernel.errors import InvalidSetup, shown


class Unplayable(InvalidSetup):
    """A choice of bots that cannot play. `kind` and `values` are for whoever says it in other words."""

    def __init__(self, kind: str, reason: str, *, key: str = "bot", **values: object) -> None:
        super().__init__(key, reason)
        self.kind = kind
        self.values = values


class Budget(NamedTuple):
    """How long a bot may think: iterations, or milliseconds of its thread's processor time; neither: as it likes.

    Only iterations promise the same move from the same seed.
    """

    iterations: int | None = None
    milliseconds: float | None = None

    def __str__(self) -> str:
        if self.iterations is not None:
            return str(self.iterations)
        return "" if self.milliseconds is None else f"{self.milliseconds:g}ms"


def read_budget(text: str) -> Budget:
    """`20000` is iterations, `150ms` is time; raises InvalidSetup."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})(ms)?", text)
    if match is None:
        why = f"a budget is a number of iterations (20000) or of milliseconds (150ms), not {shown(text)}"
        raise Unplayable("budget", why, budget=text)
    return Budget(milliseconds=float(match[1])) if match[2] else Budget(iterations=int(match[1]))


class Ranked(NamedTuple):
    """A move that a bot weighed."""

    move: str
    visits: int  # how often the search tried it
    value: float  # the share of the win that the mover's side may expect of it, 0 to 1


class Thought(NamedTuple):
    """What a bot answers: a legal move, and what it thinks if it can say so."""

    move: str
    values: tuple[float, ...] = ()  # the share of the win that each side may expect
    ranked: tuple[Ranked, ...] = ()  # the moves it weighed, the best first; what it did not try is not there
    iterations: int = 0


class Bot(Protocol):
    """A player. Its only chance is the seed: with the same view, iterations and seed it answers the same."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        """A legal move for the seat of this view, whose turn it is. The view stays as it was."""


class Player(NamedTuple):
    """A bot with its budget, as a text named it: `matelot`, `amiral@20000`, `amiral@100ms`, `module:Class`."""

    name: str
    bot: Bot
    budget: Budget

    def think(self, view: Any, seed: int) -> Thought:
        return self.bot.think(view, self.budget, seed)

    def closely(self, move: str = "") -> Player:
        """The same, with a closer look at a move, or at its second choice, if it is a bot that can."""
        look: Any = getattr(self.bot, "closely", None)
        return self if look is None else self._replace(bot=look(move))
