"""Bots whose thoughts are known beforehand."""

from __future__ import annotations

import time
from typing import Any, Final

from corsaires.bots import Budget, Ranked, Thought
from corsaires.bots.korsar.moves import legal_texts

FATEFUL: Final = 40  # cards in the deck when a draw is the worst that can be done


class Oracle:
    """Every move is as good as another, but for a draw at one moment of the game."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        moves = legal_texts(view)
        worst = "+" if view.open.deck == FATEFUL and len(moves) > 1 else None
        ranked = [Ranked(move, 1, 0.1 if move == worst else 0.6) for move in moves]
        ranked.sort(key=lambda each: -each.value)
        sides = len(view.booty)
        return Thought(ranked[0].move, (1 / sides,) * sides, tuple(ranked), 1)


class Slow(Oracle):
    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        time.sleep(0.2)
        return super().think(view, budget, seed)


class Wreck:
    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        raise ValueError("the bot is wrecked")


class Parrot:
    """Says what is no move of the game, whatever it sees."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        return Thought("G99")


class HarbourMaster:
    """Berths a merchant, and does not say what else it thought of."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        return Thought("rM1@a4")
