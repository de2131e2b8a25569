"""Amiral of Korsar puts itself in the others' place: with every hand it imagines, and through everybody's eyes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from corsaires.bots.korsar.admiralty import IN_THEIR_PLACE, PLAIN, ask
from corsaires.bots.korsar.problem import ALL_EYES, OWN_EYES
from corsaires.bots.search.problem import guess, imagine, list_moves, weigh
from corsaires.bots.search.tree import NONE, Manner, Tree, grow, new_tree, plant
from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import DRAW
from corsaires.games.korsar.view import View

THINKER = 0


def view_of(seats: int, teams: bool, plies: int = 24) -> View:
    table, rng = Korsar.load(seats=seats, teams=teams).deal(seed=6), random.Random(6)
    while len(table.history) < plies or len(table.moves()) < 3 or table.turn != THINKER:
        table.play(rng.choice(table.moves()))
    view: View = table.view(THINKER, options=False)
    return view


def grown(manner: Manner, view: View, iterations: int) -> Tree:
    question, tree = ask("amiral", view), new_tree(iterations + 1)
    plant(tree, 5)
    grow(tree, question.states, question.sights, question.aids, manner, iterations)
    return tree


def edges_of(tree: Tree, node: int) -> Iterator[int]:
    edge = int(tree.nodes["edge"][node])
    while edge >= 0:
        yield edge
        edge = int(tree.edges["next"][edge])


def walked(tree: Tree, node: int = 0, drawn: bool = False) -> Iterator[tuple[int, bool, int]]:
    """Every edge of the tree: who moves, whether the thinker had drawn before, and its number."""
    side = int(tree.nodes["side"][node])
    for edge in edges_of(tree, node):
        yield side, drawn, edge
        child = int(tree.edges["child"][edge])
        if child != NONE:
            yield from walked(tree, child, drawn or (side == THINKER and int(tree.edges["move"][edge]) == DRAW))


def differs(tree: Tree, edge: int) -> bool:
    """Whether a move looked otherwise some other time."""
    visits, looked, last = (float(tree.edges[name][edge]) for name in ("visits", "looked", "guess"))
    return abs(looked - visits * last) > 1e-4 * max(1.0, visits)


@pytest.mark.parametrize(("seats", "teams"), [(2, False), (4, False), (4, True)])
def test_a_move_is_looked_at_with_the_hand_that_its_maker_has_this_time(seats: int, teams: bool) -> None:
    """What the thinker sees is the same in all that it imagines, until it draws; what the others hold is not."""
    tree = grown(IN_THEIR_PLACE, view_of(seats, teams), 600)
    edges = list(walked(tree))
    mine = [edge for side, drawn, edge in edges if side == THINKER and not drawn]
    others = [edge for side, _, edge in edges if side != THINKER and tree.edges["visits"][edge] >= 8]
    assert len(mine) > 3
    assert not any(differs(tree, edge) for edge in mine)
    after_a_draw = [edge for side, drawn, edge in edges if side == THINKER and drawn and tree.edges["visits"][edge] > 2]
    assert seats > 2 or any(differs(tree, edge) for edge in after_a_draw)  # with more it is a long way to there
    assert others
    assert sum(differs(tree, edge) for edge in others) > len(others) / 2


def test_others_look_once() -> None:
    tree = grown(PLAIN, view_of(2, False), 600)
    assert not any(differs(tree, edge) for _, _, edge in walked(tree))


def test_amiral_does_so_and_capitaine_does_not() -> None:
    for seats, teams, sides in ((2, False, 2), (4, True, 2), (3, False, 3), (6, True, 3)):
        amiral, capitaine = (ask(level, view_of(seats, teams)) for level in ("amiral", "capitaine"))
        assert amiral.sides == capitaine.sides == sides
        assert (amiral.manner.anew, amiral.aids.leaf) == (True, ALL_EYES)
        assert (capitaine.manner.anew, capitaine.aids.leaf) == (False, OWN_EYES)


@pytest.mark.parametrize(("seats", "teams"), [(2, False), (3, False), (4, True), (8, True)])
def test_together_the_sides_win_once(seats: int, teams: bool) -> None:
    """Each side's own view of its chances need not fit the others'; through all eyes they sum to one."""
    question = ask("amiral", view_of(seats, teams))
    sides, moves, values = seats >> teams, np.empty(1024, np.int64), np.empty(1024)
    states, aids = question.states, question.aids
    imagine(states, 0, question.sights, 0, aids, seeded(2))
    count = list_moves(states, 0, aids, moves)
    guess(states, 0, aids, moves, count, values)
    found = {}
    for leaf in (OWN_EYES, ALL_EYES):
        rewards, shares = np.zeros(8), np.zeros(8)
        weigh(states, 0, aids._replace(leaf=leaf), values, count, seeded(1), rewards, shares)
        found[leaf] = rewards[:sides], shares[:sides]
    assert abs(found[OWN_EYES][1].sum() - 1.0) > 1e-6
    assert found[ALL_EYES][1].sum() == pytest.approx(1.0)
    assert found[ALL_EYES][1].min() >= 0.0
    shift = found[ALL_EYES][0] - found[OWN_EYES][0]
    if sides == 2:
        assert found[ALL_EYES][0].sum() == pytest.approx(1.0)
        assert shift[0] == pytest.approx(shift[1])
    else:
        assert shift == pytest.approx((found[ALL_EYES][1] - found[OWN_EYES][1]) / 2)
