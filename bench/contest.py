"""Contestants that play random games, timed in turns, so that a busy machine slows all of them alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple


class Played(NamedTuple):
    """What a round of random games came to."""

    games: int
    moves: int  # made by players
    chance: int = 0  # made by chance, where an engine counts those apart


@dataclass(frozen=True, slots=True)
class Contestant:
    name: str
    measured: str  # what is timed and how its moves are counted
    play: Callable[[int, int], Played]  # a number of games and a seed
    count: Callable[[int, int], Played] | None = None  # counts once, untimed, where `play` cannot


@dataclass(frozen=True, slots=True)
class Result:
    """Speeds are for every action applied, those of chance included: in favour of engines that have such."""

    name: str
    measured: str
    games: int  # a round
    moves_per_game: float
    chance_per_game: float
    rounds: int
    best: float  # actions a CPU-second
    median: float


def fit(contestant: Contestant, seconds: float) -> int:
    """How many games take about so much CPU time; warms up on the way."""
    games = 1
    contestant.play(games, 0)
    while True:
        start = time.process_time()
        contestant.play(games, 1)
        spent = time.process_time() - start
        if spent > seconds / 4:
            return max(1, round(games * seconds / spent))
        games *= 4


def race(contestants: Sequence[Contestant], rounds: int, seconds: float) -> Iterator[Result | str]:
    """Time every contestant once a round; gives the name of each stretch of work, then the results."""
    games: list[int] = []
    for contestant in contestants:
        yield f"{contestant.name}: warming up"
        games.append(fit(contestant, seconds))
    speeds: list[list[float]] = [[] for _ in contestants]
    lengths = [Played(0, 0)] * len(contestants)
    for turn in range(rounds):
        for at, contestant in enumerate(contestants):
            yield f"{contestant.name}: round {turn + 1} of {rounds}"
            start = time.process_time()
            played = contestant.play(games[at], turn + 2)
            spent = time.process_time() - start
            if contestant.count is not None:
                played = contestant.count(games[at], turn + 2)
            lengths[at] = Played(*map(sum, zip(lengths[at], played, strict=True)))
            speeds[at].append((played.moves + played.chance) / spent)
    for contestant, each, played, speed in zip(contestants, games, lengths, speeds, strict=True):
        moves, chance = played.moves / played.games, played.chance / played.games
        yield Result(contestant.name, contestant.measured, each, moves, chance, rounds, max(speed), median(speed))
