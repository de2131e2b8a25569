"""How sure is a search? `python -m bench.steadiness`: the same positions of Korsar searched twice, with other luck.

A value is sure when another search finds the same. Chance alone halves the difference with every four times the
iterations; where it stays as it is, the search clings to lines that it chose by chance, and thinking longer is in vain.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Final

import numpy as np

from corsaires.bots import load_bot
from corsaires.bots.korsar.admiralty import ask
from corsaires.bots.search.thinker import Question, gathered, luck_of
from corsaires.bots.search.tree import Tree, grow, new_tree, plant
from corsaires.games.korsar.game import Korsar

ROOM: Final = 2  # nodes an iteration: a line may add several
ONE_IN: Final = 7  # positions of a game that are looked at
FIRST_DEAL: Final = 10_000
STEPS: Final = (400, 1_600, 6_400, 25_600)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.steadiness", description=__doc__)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4, 5), help="(default: %(default)s)")
    parser.add_argument("--positions", type=int, default=50, metavar="N", help="(default: %(default)s)")
    parser.add_argument("--curiosity", type=float, nargs="+", metavar="X", help="of the search (default: amiral's)")
    arguments = parser.parse_args()
    if arguments.positions < 1 or not all(each > 0.0 for each in arguments.curiosity or ()):
        parser.error("--positions is a whole number, 1 or more, and --curiosity more than 0")
    questions = list(positions(arguments.seats, arguments.positions))
    manner, tree = questions[0].manner, new_tree(ROOM * STEPS[-1])
    print(f"{'curiosity':10}{'iterations':>12}{'apart':>10}  (rewards, root of the mean square)")
    for curiosity in arguments.curiosity or [manner.curiosity]:
        asked = [each._replace(manner=manner._replace(curiosity=curiosity)) for each in questions]
        for step in STEPS:
            pairs = np.array([[value_of(tree, each, luck, step) for luck in (1, 2)] for each in asked])
            apart = np.sqrt(np.mean((pairs[:, 0] - pairs[:, 1]) ** 2))
            print(f"{curiosity:<10g}{step:>12,}{apart:>10.4f}", flush=True)
    return 0


def positions(seats: int, count: int) -> Iterator[Question]:
    """From games of amirals, those with a choice."""
    player, rng, deal = load_bot("korsar", "amiral@100"), random.Random(seats), FIRST_DEAL
    while count > 0:
        table, deal = Korsar.load(seats=seats).deal(seed=deal), deal + 1
        while not table.over and count > 0:
            view = table.view(table.turn, options=False)
            thought = player.think(view, len(table.history))
            if len(thought.ranked) > 1 and rng.randrange(ONE_IN) == 0:
                count -= 1
                yield ask("amiral", view)
            table.play(thought.move)


def value_of(tree: Tree, question: Question, luck: int, iterations: int) -> float:
    """The mean reward of the move tried most."""
    plant(tree, luck_of(luck))
    grow(tree, question.states, question.sights, question.aids, question.manner, iterations)
    visits, value, _, _ = max(gathered(tree, question.sides).moves.values())
    return value / visits


if __name__ == "__main__":
    sys.exit(main())
