"""OpenSpiel's games, rolled out at random in its own C++ and in a Python loop over its states."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from bench.contest import Contestant, Played

CARDS = {"crazy eights": "crazy_eights(players=4)", "hearts": "hearts"}
BOARDS = {"backgammon": "backgammon", "chinese checkers": "chinese_checkers(players=2)"}

SIMULATIONS = 2  # of the search that drives the evaluator: one from the root, one from its first child


def contestants(games: Mapping[str, str]) -> Iterator[Contestant]:
    """Raises ImportError when OpenSpiel is not installed."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]  # installed for `make bench` alone

    for name, text in games.items():
        game = pyspiel.load_game(text)
        yield _rollouts(name, game)
        yield _bots(name, game)
        yield _python_loop(name, game)


def _rollouts(name: str, game: Any) -> Contestant:
    """The fastest way that the package offers: its rollout evaluator, whose loop over moves and games is all C++.

    It is reached through a search of two simulations, and does not tell how many moves it made. So as many games as
    it rolled out are played again by `evaluate_bots`, from the same state, and those moves are counted.
    """
    import pyspiel

    state = _dealt(game)

    def play(games: int, seed: int) -> Played:
        evaluator = pyspiel.RandomRolloutEvaluator(max(1, games // SIMULATIONS), seed)
        pyspiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 100, False, seed, False).mcts_search(state)
        return Played(games, 0)

    def count(games: int, seed: int) -> Played:
        each = max(1, games // SIMULATIONS)
        played = _play_bots(game, state, each * SIMULATIONS, seed, apart=True)
        return played._replace(moves=played.moves - each)  # the child's rollouts start one move later

    measured = "C++ RandomRolloutEvaluator, from one deal; moves counted in as many games of C++ bots"
    return Contestant(f"OpenSpiel {name}, C++ rollouts", measured, play, count)


def _bots(name: str, game: Any) -> Contestant:
    state = game.new_initial_state()

    def play(games: int, seed: int) -> Played:
        return _play_bots(game, state, games, seed)

    def count(games: int, seed: int) -> Played:
        return _play_bots(game, state, games, seed, apart=True)

    measured = "C++ evaluate_bots with C++ uniform random bots, whole games, deal included"
    return Contestant(f"OpenSpiel {name}, C++ bots", measured, play, count)


def _play_bots(game: Any, start: Any, games: int, seed: int, apart: bool = False) -> Played:
    """Games played by OpenSpiel's own random bots; `apart` counts the moves of players and of chance apart."""
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(player, seed * 10 + player) for player in range(game.num_players())]
    before, moves, chance = start.move_number(), 0, 0
    for at in range(games):
        state = start.clone()
        pyspiel.evaluate_bots(state, bots, seed * games + at)
        made = state.move_number() - before
        if apart:
            by_players = sum(step.player >= 0 for step in state.full_history()[before:])
            moves += by_players
            chance += made - by_players
        else:
            moves += made
    return Played(games, moves, chance)


def _python_loop(name: str, game: Any) -> Contestant:
    def play(games: int, seed: int) -> Played:
        rng = random.Random(seed)
        moves = chance = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    chance += 1
                    actions, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, odds)[0])
                else:
                    moves += 1
                    state.apply_action(rng.choice(state.legal_actions()))
        return Played(games, moves, chance)

    return Contestant(f"OpenSpiel {name}, Python loop", "a Python loop over its C++ states, deal included", play)


def _dealt(game: Any) -> Any:
    """A state after the deal: the search cannot start where chance is to move."""
    rng = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, odds)[0])
    return state
