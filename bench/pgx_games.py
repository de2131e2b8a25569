"""Pgx's games: batches in JAX, compiled for the processor, with random legal actions and observations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from bench.contest import Contestant, Played

GAMES = {"leduc hold'em": "leduc_holdem", "backgammon": "backgammon"}
AT_ONCE = 16  # steps in one call: JAX is at its best when it is called seldom


def contestants(batch: int) -> Iterator[Contestant]:
    """Raises ImportError when Pgx is not installed."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"  # one core, as everybody here
    for name, game in GAMES.items():
        yield _batch(name, game, batch)


def _batch(name: str, game: str, batch: int) -> Contestant:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carried: Any, _: None) -> tuple[Any, Any]:
        states, key = carried
        key, choosing, stepping = jax.random.split(key, 3)
        chances = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choosing, chances, axis=-1)
        states = step(states, actions, jax.random.split(stepping, batch))
        return (states, key), states.terminated.sum()

    def some(states: Any, key: Any) -> Any:
        (states, key), ended = jax.lax.scan(one, (states, key), None, length=AT_ONCE)
        return states, key, ended.sum()

    go_on = jax.jit(some)
    begin = jax.jit(jax.vmap(env.init))

    def play(calls: int, seed: int) -> Played:
        key, dealing = jax.random.split(jax.random.PRNGKey(seed))
        states, games = begin(jax.random.split(dealing, batch)), 0
        for _ in range(calls):
            states, key, ended = go_on(states, key)
            games += int(ended)
        return Played(max(1, games), calls * AT_ONCE * batch)

    measured = f"{batch} games: random legal actions, step, observations and masks; {AT_ONCE} steps a call"
    return Contestant(f"Pgx {name}", measured, play)
