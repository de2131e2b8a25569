"""Pit two ways to play Korsar against each other: `python -m training.korsar_duel amiral@300 matelot`.

A player is `matelot`, or models (`capitaine`, `amiral`, or a file or directory of weights) with the iterations of its
search, 0 for none; what follows them sets the search's manner (`amiral@800,0.1,0.02,1.0`), a file's is amiral's. The
first plays alone from every side of the same deals against the second. Ctrl-C shows what there is so far.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from corsaires.bots.korsar.admiralty import WAYS, model_of, paths_of, read_model
from corsaires.bots.korsar.duplicate import share_of_win
from corsaires.bots.korsar.foresight import margin_of
from corsaires.bots.korsar.matelot import matelot_move
from corsaires.bots.korsar.problem import Aids, aids_of, guess
from corsaires.bots.korsar.weighing import table_name, weights_of
from corsaires.bots.search.tree import Manner, Tree, grow, new_tree, plant
from corsaires.bots.weights import Weights
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import apply, clear, legal_moves, shuffle, side_of
from corsaires.games.korsar.sight import see_into
from corsaires.games.korsar.state import States, new_states
from training.duels import MATELOT, fight, most_tried

Player = tuple[Tree, Aids, Manner, int]


@rule
def move_of(table: States, sights: States, states: States, player: Player, matelot: Weights, rng: Rng) -> int:
    tree, aids, manner, iterations = player
    see_into(table[0], int(table[0].turn), sights[0])
    if iterations == MATELOT:
        return matelot_move(sights, 0, matelot, rng)
    count = legal_moves(sights[0], tree.moves)
    if count == 1:
        return int(tree.moves[0])
    if iterations == 0:
        guess(sights, 0, aids, tree.moves, count, tree.values)
        return int(tree.moves[np.argmax(tree.values[:count])])
    plant(tree, below(rng, 1 << 30) << 30)
    grow(tree, states, sights, aids, manner, iterations)
    return most_tried(tree)


@rule
def duel(
    table: States, sights: States, states: States, players: tuple[Player, Player], matelot: Weights, seed: int
) -> tuple[float, float, int]:
    """The first player's share of the win over all sides, the gold by which it led, and its decisions."""
    state, rng, share, lead, made = table[0], np.zeros(4, np.int64), 0.0, 0.0, 0
    sides = state.seats >> state.teams
    for side in range(sides):
        reseed(rng, seed)
        clear(state, 0)
        shuffle(state, rng)
        reseed(rng, seed * 8 + side)
        while not state.over:
            if side_of(state, int(state.turn)) == side:
                made += 1
                move = move_of(table, sights, states, players[0], matelot, rng)
            else:
                move = move_of(table, sights, states, players[1], matelot, rng)
            apply(state, move)
        share += share_of_win(state, side)
        lead += margin_of(state, side)
    return share / sides, lead / sides, made


def player_named(text: str, seats: int, teams: bool) -> Player:
    name, _, rest = text.partition("@")
    iterations, *manner = rest.split(",") if rest else ["0"]
    if name == "matelot":
        iterations, name = str(MATELOT), "capitaine"
    manned = name in ("capitaine", "amiral")
    usual, leaf = WAYS[name if manned else "amiral"]
    paths = paths_of(Path(name), f"amiral-{table_name(seats, teams)}") if Path(name).is_dir() else [Path(name)]
    models = model_of(name, seats, teams) if manned else np.concatenate([read_model(path) for path in paths])
    how = manner_of(usual, *map(float, manner)) if manner else usual
    return new_tree(max(100, int(iterations)) + 1), aids_of(models, leaf), how, int(iterations)


def manner_of(usual: Manner, curiosity: float, heat: float, trust: float) -> Manner:
    return usual._replace(curiosity=curiosity, heat=heat, trust=trust)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs=2)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--teams", action="store_true")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    seats, teams = arguments.seats, arguments.teams
    table = Korsar.load(seats=seats, teams=teams)._empty()
    one, other = (player_named(text, seats, teams) for text in arguments.players)
    sights, states, matelot = table.copy(), new_states(), weights_of("matelot", seats, teams)
    title = f"{' against '.join(arguments.players)}, {seats} seats{' in teams' * teams}"
    fight(
        title, arguments.deals, lambda deal: duel(table, sights, states, (one, other), matelot, arguments.seed + deal)
    )


if __name__ == "__main__":
    main()
