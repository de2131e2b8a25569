"""The engines of this project, and the first sketch of Korsar's."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bench.contest import Contestant, Played
from corsaires.games.catalog import load

TABLES = ((4, False), (2, False), (3, False), (5, False), (4, True), (6, True), (8, True))
SEAS = ((4, None), (2, None), (3, None), (4, "experienced"), (4, "very-young"))


def korsar_tables() -> Iterator[Contestant]:
    """The first is the one that the others are compared with."""
    for seats, teams in TABLES:
        yield korsar(seats, teams)


def les_corsaires_tables() -> Iterator[Contestant]:
    for seats, variant in SEAS:
        yield les_corsaires(seats, variant)


def les_corsaires(seats: int, variant: str | None) -> Contestant:
    game = load("les-corsaires", seats=seats, variant=variant)

    def play(games: int, seed: int) -> Played:
        moves, _ = game.simulate(games, seed)
        return Played(games, moves)

    name = f"Les Corsaires, {seats} players{f', {variant}' if variant else ''}"
    return Contestant(name, "whole games: placement, wind decisions, ship moves, shots", play)


def korsar(seats: int, teams: bool) -> Contestant:
    game = load("korsar", seats=seats, teams=teams)

    def play(games: int, seed: int) -> Played:
        moves, _ = game.simulate(games, seed)
        return Played(games, moves)

    how = f"{seats} players in teams" if teams else f"{seats} players"
    return Contestant(f"Korsar, {how}", "whole games, deal included", play)


def sketch() -> Contestant:
    from bench.sketch import engine

    game = engine.empty_game()

    def play(games: int, seed: int) -> Played:
        moves, _ = engine.simulate(games, seed, game)
        return Played(games, int(moves))

    return Contestant("sketch of Korsar, 4 players", "whole games, deal included", play)


def check_sketch(games: int = 2000) -> None:
    """The yardstick must measure the same game: about as many moves a game, about as much gold."""
    from bench.sketch import engine

    moves, gold = engine.simulate(games, 1, engine.empty_game())
    ours, scores = load("korsar", seats=4).simulate(games, 1)
    if not (np.isclose(moves, ours, rtol=0.03) and np.isclose(sum(gold), sum(scores), rtol=0.1)):
        raise AssertionError(f"the sketch plays another game: {moves} moves, {sum(gold)} gold; {ours}, {sum(scores)}")
