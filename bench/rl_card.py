"""RLCard's Uno, stepped with random legal actions."""

from __future__ import annotations

import random

from bench.contest import Contestant, Played


def contestant() -> Contestant:
    """Raises ImportError when RLCard is not installed."""
    import rlcard  # type: ignore[import-not-found,import-untyped,unused-ignore]  # installed for `make bench` alone

    env = rlcard.make("uno", config={"seed": 1})

    def play(games: int, seed: int) -> Played:
        rng = random.Random(seed)
        moves = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                moves += 1
        return Played(games, moves)

    return Contestant("RLCard uno", "its environment, reset and stepped from Python", play)
