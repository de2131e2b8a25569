"""Measure the environments beside others, in turns, on one core, in CPU time: `python -m bench.envs`."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict
from importlib import import_module
from typing import Any

import numpy as np

from bench import machine, pgx_games
from bench.contest import Contestant, Played, Result, race
from bench.report import reported

BATCH = 1024
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("korsar", {"seats": 2}),
    ("korsar", {"seats": 4}),
    ("les-corsaires", {"seats": 2}),
)
THEIRS = {"leduc hold'em": "leduc_holdem_v4", "Texas hold'em": "texas_holdem_v4", "tic-tac-toe": "tictactoe_v3"}
LIGHT = ("python_kuhn_poker", "python_liars_poker", "python_tic_tac_toe", "python_block_dominoes")
PACKAGES = ("gymnasium", "pettingzoo", "pgx", "jax")


def main() -> int:
    return reported("python -m bench.envs", __doc__ or "", measure, show)


def measure(rounds: int, seconds: float) -> dict[str, Any]:
    from rich.console import Console

    report: dict[str, Any] = {"cpu": machine.cpu_name(), "versions": machine.versions(PACKAGES), "fields": {}}
    with Console(stderr=True).status("") as status:
        for field, contestants in FIELDS.items():
            results: list[Result] = []
            for step in race(list(contestants()), rounds, seconds):
                if isinstance(step, Result):
                    results.append(step)
                else:
                    status.update(step)
            report["fields"][field] = [asdict(result) for result in results]
    return report


# --- PettingZoo ---


def pettingzoo() -> Iterator[Contestant]:
    """Raw environments, without wrappers: last, a random legal action, step."""
    for game, choices in TABLES:
        module = import_module(f"corsaires.envs.{game.replace('-', '_')}_v1")
        yield agents_in_turn(f"ours, {game}, {choices['seats']} players", module.raw_env(**choices))
    for name, module_name in THEIRS.items():
        try:
            module = import_module(f"pettingzoo.classic.{module_name}")
        except ImportError as error:  # its games need packages of their own
            print(f"without PettingZoo's {name}: {error}; run `make bench`, which installs it", file=sys.stderr)
            continue
        yield agents_in_turn(f"PettingZoo {name}", module.raw_env())


def agents_in_turn(name: str, env: Any) -> Contestant:
    def play(games: int, seed: int) -> Played:
        rng, moves = random.Random(seed), 0
        for game in range(games):
            env.reset(seed=None if game else seed)  # a seed makes some of them anew, which takes long
            for _ in env.agent_iter():
                observed, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                legal = observed["action_mask"].nonzero()[0]
                env.step(int(legal[int(rng.random() * len(legal))]))
                moves += 1
        return Played(games, moves)

    return Contestant(name, "last, a random legal action, step", play)


# --- batches ---


def batches() -> Iterator[Contestant]:
    for game, choices in TABLES:
        yield batch(game, choices)
    for bots in ("random", "matelot"):
        yield learners(bots)
    try:
        yield from pgx_games.contestants(BATCH)
    except ImportError as error:
        print(f"without Pgx's: {error}; run `make bench`, which installs it", file=sys.stderr)


def batch(game: str, choices: dict[str, Any]) -> Contestant:
    from corsaires.envs.batch import Batch

    games_at_once = Batch(game, BATCH, **choices)

    def play(steps: int, seed: int) -> Played:
        games_at_once.reset(seed=seed)
        ended = 0
        for _ in range(steps):
            shown = games_at_once.step(games_at_once.random_actions())
            ended += int(shown.over.sum())
        return Played(max(1, ended), steps * BATCH)

    measured = f"{BATCH} games: random legal actions, step, observations and masks"
    return Contestant(f"ours, {game}, {choices['seats']} players", measured, play)


def learners(bots: str) -> Contestant:
    from corsaires.envs.learner import LearnerVectorEnv
    from corsaires.envs.stepping import pick
    from corsaires.games.kernel.rng import seeded

    envs = LearnerVectorEnv("korsar", BATCH, bots=bots, seats=2, copy=False)

    def play(steps: int, seed: int) -> Played:
        observed, _ = envs.reset(seed=seed)
        whims, actions, ended = seeded(seed), np.zeros(BATCH, np.int64), 0
        for _ in range(steps):
            pick(observed["action_mask"], whims, actions)
            observed, _, over, _, _ = envs.step(actions)
            ended += int(over.sum())
        return Played(max(1, ended), steps * BATCH)

    return Contestant(f"ours, korsar, a learner against {bots}", "Gymnasium's vector, the learner's steps alone", play)


# --- OpenSpiel ---


def open_spiel() -> Iterator[Contestant]:
    """A random walk in Python, with the legal actions and the odds of chance at every node."""
    import open_spiel.python.games  # noqa: F401  # registers theirs

    import corsaires.envs.spiel  # noqa: F401  # registers our games

    ours = ("python_korsar", "python_korsar(players=4)", "python_les_corsaires")
    for text in (*ours, *LIGHT):
        yield walk(f"{'ours' if text in ours else 'OpenSpiel'}, {text}", text)


def walk(name: str, text: str) -> Contestant:
    import pyspiel

    game = pyspiel.load_game(text)

    def play(games: int, seed: int) -> Played:
        rng, moves, chance = random.Random(seed), 0, 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    chance += 1
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, odds)[0])
                else:
                    moves += 1
                    state.apply_action(rng.choice(state.legal_actions()))
        return Played(games, moves, chance)

    return Contestant(name, "a random walk in Python, players' nodes and chance's", play)


FIELDS: dict[str, Callable[[], Iterator[Contestant]]] = {
    "PettingZoo, one game at a time": pettingzoo,
    "batches": batches,
    "OpenSpiel, games in Python": open_spiel,
}


def show(report: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(f"{report['cpu']}; {', '.join(f'{k} {v}' for k, v in report['versions'].items() if v)}")
    for field, results in report["fields"].items():
        table = Table(title=f"{field}: one core")
        for heading, justify in (("environment", "left"), ("steps/CPU-s, best", "right"), ("median", "right")):
            table.add_column(heading, justify=justify)  # type: ignore[arg-type]  # rich names its own
        table.add_column("what is timed")
        for result in results:
            table.add_row(result["name"], f"{result['best']:,.0f}", f"{result['median']:,.0f}", result["measured"])
        console.print(table)


if __name__ == "__main__":
    sys.exit(main())
