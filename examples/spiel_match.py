"""OpenSpiel's IS-MCTS against a bot of ours at two-player Korsar, every deal from both seats.

    python -m examples.spiel_match --deals 5 --simulations 200 --bot capitaine

The bot sees a view of the engine's table; OpenSpiel plays the same game on a state of its own.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from corsaires.bots import load_bot
from corsaires.envs.spiel import resample
from corsaires.games.catalog import load
from corsaires.games.korsar.cards import KIND_OF
from corsaires.games.korsar.table import Table

DRAW = "+"


def dealt(table: Table, game: Any) -> Any:
    """A state of OpenSpiel with the deal of a table."""
    record, state = table.unsealed(), game.new_initial_state()
    state.apply_action(record["first"])
    for hand in record["deal"]["hands"]:
        for card in hand:
            state.apply_action(KIND_OF[card])
    return state


def play(table: Table, state: Any, text: str) -> None:
    """Make a move at the table and in OpenSpiel; chance gives both the same card."""
    state.apply_action(state.string_to_action(text))
    table.play(text)
    if text == DRAW:
        state.apply_action(KIND_OF[str(table.drawn)])


def play_game(search: Any, bot: str, seat: int, seed: int) -> float:
    """A game with the search in this seat; what it earned, −1 to 1."""
    table, player = load("korsar", seats=2).deal(seed=seed), load_bot("korsar", bot)
    state = dealt(table, pyspiel.load_game("python_korsar"))
    while table.turn is not None:
        if table.turn == seat:
            text = state.action_to_string(search.step(state))
        else:
            text = player.think(table.view(table.turn), seed=seed + len(table.history)).move
        play(table, state, text)
    assert state.is_terminal()
    return float(state.returns()[seat])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m examples.spiel_match", description=__doc__)
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=200, help="of IS-MCTS a move")
    parser.add_argument("--bot", default="capitaine")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.RandomState(args.seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    search = ismcts.ISMCTSBot(pyspiel.load_game("python_korsar"), evaluator, 1.0, args.simulations, random_state=rng)
    search.set_resampler(lambda state, player: resample(state, player, seed=int(rng.randint(1 << 30))))
    earned = [play_game(search, args.bot, seat, args.seed + deal) for deal in range(args.deals) for seat in (0, 1)]
    share = (np.mean(earned) + 1) / 2
    print(f"IS-MCTS with {args.simulations} simulations: {share:.1%} of {len(earned)} games against {args.bot}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
