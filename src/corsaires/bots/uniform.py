"""*Random*: any legal move, all equally likely, in any game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from corsaires.bots.bot import Budget, Thought


class Uniform:
    def __init__(self, legal_texts: Callable[[Any], list[str]]) -> None:
        self._legal_texts = legal_texts

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        return Thought(Random(seed).choice(self._legal_texts(view)))
