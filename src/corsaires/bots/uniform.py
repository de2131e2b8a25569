"""*Random*: any legal move, all equally likely, in any game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any


class Uniform:
    name = "random"

    def __init__(self, legal_texts: Callable[[Any], list[str]]) -> None:
        self._legal_texts = legal_texts

    def choose(self, view: Any, rng: Random) -> str:
        return rng.choice(self._legal_texts(view))
