"""Pit two ways to play Les Corsaires against each other: `python -m training.les_corsaires_duel amiral@800 matelot`.

A player is `matelot`, or a model (`capitaine`, `amiral`, `unfitted`, or a file of weights) with the iterations of its
search, 0 for none; what follows them sets the search's manner (`amiral@800,1.0,0.02,1.0`). The first plays alone from
every seat with the same chance against the second. Ctrl-C shows what there is so far.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from corsaires.bots.les_corsaires.admiralty import MANNER
from corsaires.bots.les_corsaires.matches import share_of_win
from corsaires.bots.les_corsaires.matelot import matelot_move
from corsaires.bots.les_corsaires.model import (
    AMIRAL,
    CAPITAINE,
    VARIANT_NAMES,
    Model,
    fitted_model,
    read_model,
    unfitted_model,
)
from corsaires.bots.les_corsaires.problem import Aids, aids_of, guess, list_moves, margin_of
from corsaires.bots.search.tree import Manner, Tree, grow, new_tree, plant
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.rules import apply, chances, set_out
from corsaires.games.les_corsaires.state import States, new_states
from training.duels import MATELOT, fight, most_tried

Player = tuple[Tree, Aids, Manner, int]


@rule
def choice_of(sights: States, states: States, player: Player, rng: Rng) -> int:
    tree, aids, manner, iterations = player
    if iterations == MATELOT:
        return matelot_move(sights, 0, aids.charts, aids.lores, aids.weights, rng)
    aids.thinker[0] = sights[0].turn
    count = list_moves(sights, 0, aids, tree.moves)
    if count == 1:
        return int(tree.moves[0])
    if iterations == 0:
        guess(sights, 0, aids, tree.moves, count, tree.values)
        return int(tree.moves[np.argmax(tree.values[:count])])
    plant(tree, below(rng, 1 << 30) << 30)
    grow(tree, states, sights, aids, manner, iterations)
    return most_tried(tree)


@rule
def duel(sights: States, states: States, one: Player, other: Player, seed: int) -> tuple[float, float, int]:
    """The first player's share of the win over all seats, the points by which it led, and its decisions."""
    state, dice, rng = sights[0], np.zeros(4, np.int64), np.zeros(4, np.int64)
    share, lead, made = 0.0, 0.0, 0
    for seat in range(state.seats):
        reseed(dice, seed)
        reseed(rng, seed * 8 + seat)
        set_out(state)
        while not state.over:
            if state.turn == seat:
                made += 1
                move = choice_of(sights, states, one, rng)
            else:
                move = choice_of(sights, states, other, rng)
            results = chances(move)
            apply(state, one[1].charts[0], move, below(dice, results) if results > 0 else 0)
        share += share_of_win(state, seat)
        lead += margin_of(state, seat)
    return share / state.seats, lead / state.seats, made


def player_named(text: str, game: LesCorsaires, variant: int) -> Player:
    name, _, rest = text.partition("@")
    iterations, *manner = rest.split(",") if rest else ["0"]
    if name == "matelot":
        iterations = str(MATELOT)
    charts = game.board.charts
    aids = aids_of(charts, game.seats, variant, model_named(name, game.seats, variant))
    tree = new_tree(3 * max(100, int(iterations)))
    return tree, aids, manner_of(*map(float, manner)) if manner else MANNER, int(iterations)


def manner_of(curiosity: float, heat: float, trust: float) -> Manner:
    return MANNER._replace(curiosity=curiosity, heat=heat, trust=trust)


def model_named(name: str, seats: int, variant: int) -> Model:
    if name in ("unfitted", "matelot"):
        return unfitted_model()
    return fitted_model(name, seats, variant) if name in (CAPITAINE, AMIRAL) else read_model(Path(name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs=2)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--variant", default="standard", choices=VARIANT_NAMES)
    parser.add_argument("--chart", default="crossing")
    parser.add_argument("--deals", type=int, default=100, help="runs of the dice")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    variant = VARIANT_NAMES.index(arguments.variant)
    game = LesCorsaires.load(seats=arguments.seats, chart=arguments.chart, variant=VARIANTS[variant])
    one, other = (player_named(text, game, variant) for text in arguments.players)
    sights, states = game._empty(), new_states()
    title = f"{' against '.join(arguments.players)}, {arguments.variant}, {arguments.seats} seats"
    fight(title, arguments.deals, lambda deal: duel(sights, states, one, other, arguments.seed + deal))


if __name__ == "__main__":
    main()
