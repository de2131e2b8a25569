"""The search: a tree of what may be seen, grown by imagined games.

Every iteration imagines a state that fits what the seat sees (Cowling's information-set search) and plays down the
tree. A node is a line of moves with what everybody saw of chance in it; which of its moves are legal depends on the
state imagined. A move is picked by its mean reward and a bonus for what looks good and was tried little (PUCT). A new
node is weighed, and what every side may expect there goes back up the line.

The hands imagined share a node, but whoever moves there holds one of them, and what is a good move with one is a bad
one with another. So a move may be looked at anew whenever its node is come to, with the hand that its maker has this
time; what the hands share is how much better a move turned out than it had looked.

The n-th try of every move at the root meets the same luck, whatever is hidden or thrown: so that moves differ by what
they are worth, and not by what they met.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.search.problem import (
    Floats,
    Moves,
    guess,
    imagine,
    is_draw,
    is_over,
    list_moves,
    make,
    outcome,
    to_move,
    weigh,
)
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import Records, aligned
from corsaires.games.kernel.rng import Rng, reseed

MOST_MOVES: Final = 1024  # of a position
MOST_CODES: Final = 1 << 15  # moves are numbers below this
MOST_SIDES: Final = 8
DEEPEST: Final = 512
NONE: Final = -1
NEW: Final = -2  # no moves yet
SEEN: Final = -3  # none either, but it was weighed
LEAST: Final = 1e-3  # the weight that every move has
MUCH: Final = 1e9

NODE: Final = aligned(
    [
        ("edge", np.int32),  # the first of its moves
        ("side", np.int32),  # that is to act
        ("result", np.int32),  # what was seen of chance on the way here
        ("sibling", np.int32),  # the next node of the same move
    ]
)
EDGE: Final = aligned(
    [
        ("value", np.float64),  # the sum of the rewards of the side that moves
        ("share", np.float64),  # the same of its shares of the win
        ("looked", np.float64),  # the sum of what it looked like each time
        ("guess", np.float32),  # the reward at first sight, or as it looks this time
        ("weight", np.float32),  # before they are made to sum to one, how likely the move is at first sight
        ("move", np.int32),
        ("visits", np.int32),
        ("next", np.int32),  # move of the same node
        ("child", np.int32),  # the first node it led to
    ]
)


class Manner(NamedTuple):
    """How a search weighs what it knows."""

    curiosity: float  # what a move that looks good and was tried little is worth
    heat: float  # the difference in first values that makes a move e times likelier
    trust: float  # how many visits the first value counts for
    certain: bool = False  # nothing is hidden: a node's moves are always the same
    patient: bool = False  # a node's moves are looked at only when it is come to again
    anew: bool = False  # moves are looked at with every hand that is imagined for who makes them


class Tree(NamedTuple):
    """Room for a search."""

    nodes: Records
    edges: Records
    used: npt.NDArray[np.int64]  # nodes, edges, iterations
    legal: npt.NDArray[np.int64]  # by move: when it was last legal
    place: npt.NDArray[np.int64]  # by move: where it was listed then
    moves: Moves
    values: Floats
    rewards: Floats
    shares: Floats
    sums: Floats  # of the shares, at the root
    path: npt.NDArray[np.int64]
    luck: npt.NDArray[np.int64]  # of the first try of a move at the root, and how far on that of the next is
    only: npt.NDArray[np.int64]  # the one move to be tried at the root, or NONE
    rng: Rng


def new_tree(nodes: int) -> Tree:
    return Tree(
        np.zeros(nodes, NODE),
        np.zeros(8 * nodes + MOST_MOVES, EDGE),
        np.zeros(4, np.int64),
        np.zeros(MOST_CODES, np.int64),
        np.zeros(MOST_CODES, np.int64),
        np.empty(MOST_MOVES, np.int64),
        np.empty(MOST_MOVES),
        np.empty(MOST_SIDES),
        np.empty(MOST_SIDES),
        np.empty(MOST_SIDES),
        np.empty((DEEPEST, 2), np.int64),
        np.zeros(2, np.int64),
        np.full(1, NONE, np.int64),
        np.zeros(4, np.int64),
    )


@rule
def plant(tree: Tree, luck: int, step: int = 1) -> None:
    """Begin again with a bare root. A step of 0: every try meets the same luck."""
    tree.luck[0], tree.luck[1], tree.only[0] = luck, step, NONE
    tree.used[0], tree.used[1], tree.used[2] = 1, 0, 0
    tree.sums[:] = 0.0
    root = tree.nodes[0]
    root.edge, root.side, root.result, root.sibling = NEW, 0, 0, NONE


@rule
def grow(tree: Tree, states: Records, sights: Records, aids: Any, manner: Manner, iterations: int) -> None:
    """Search so many iterations more, from the first sight; states[0] is written over."""
    for _ in range(iterations):
        tries = 0 if tree.nodes[0].edge < 0 else int(tree.edges[pick(tree, 0, 0, manner, False)].visits)
        reseed(tree.rng, tree.luck[0] + tree.luck[1] * tries)
        imagine(states, 0, sights, 0, aids, tree.rng)
        depth = descend(tree, states, aids, manner, tree.rng)
        for at in range(depth):
            edge, side = tree.edges[tree.path[at, 0]], tree.path[at, 1]
            edge.visits += 1
            edge.value += tree.rewards[side]
            edge.share += tree.shares[side]
            edge.looked += edge.guess
        tree.sums[:] += tree.shares
        tree.used[2] += 1


@rule
def descend(tree: Tree, states: Records, aids: Any, manner: Manner, rng: Rng) -> int:
    """Play down the tree to a new node or to the end, and leave what came of it; how many moves deep."""
    node, depth, thinker, known_hand = 0, 0, to_move(states, 0), True
    while not is_over(states, 0):
        if manner.patient and depth > 0 and (node == NONE or tree.nodes[node].edge == NEW):
            if node != NONE:
                tree.nodes[node].edge = SEEN
            weigh(states, 0, aids, tree.values, 0, rng, tree.rewards, tree.shares)
            return depth
        known = manner.certain and node != NONE and depth < DEEPEST and tree.nodes[node].edge >= 0
        count = 0 if known else list_moves(states, 0, aids, tree.moves)
        full = node == NONE or depth == DEEPEST
        fresh = full or tree.nodes[node].edge in (NEW, SEEN)
        anew = (
            manner.anew and not fresh and not known and count > 1 and not (known_hand and to_move(states, 0) == thinker)
        )
        if fresh or anew:
            guess(states, 0, aids, tree.moves, count, tree.values)
        edge = NONE if fresh else pick(tree, node, count, manner, anew)
        if edge == NONE:
            if not fresh and not anew:
                guess(states, 0, aids, tree.moves, count, tree.values)
            full = full or tree.used[1] + count > len(tree.edges)
            if not full:
                add_edges(tree, node, count, to_move(states, 0), manner)
            if full or (fresh and count > 1 and not manner.patient):
                weigh(states, 0, aids, tree.values, count, rng, tree.rewards, tree.shares)
                return depth
            edge = pick(tree, node, count, manner, anew)
        tree.path[depth, 0], tree.path[depth, 1] = edge, tree.nodes[node].side
        depth += 1
        move = int(tree.edges[edge].move)
        if tree.nodes[node].side == thinker and is_draw(states, 0, move):
            known_hand = False
        node = child_of(tree, edge, make(states, 0, aids, move, rng))
    outcome(states, 0, tree.rewards, tree.shares)
    return depth


@rule
def pick(tree: Tree, node: int, count: int, manner: Manner, anew: bool) -> int:
    """The legal move to try: the greatest sum of mean reward and bonus; NONE if one has no edge yet.

    Without a count all moves of the node are legal. Anew: they look as the values say. By what the moves tried turned
    out better than they looked, the others may be expected to; if worse, there is the more reason to try others.
    """
    if node == 0 and tree.only[0] != NONE:
        return edge_of(tree, int(tree.only[0]))
    tree.used[3] += 1
    now, legal, edges = tree.used[3], tree.legal, tree.edges
    most = -MUCH
    for at in range(count):
        legal[tree.moves[at]] = now
        tree.place[tree.moves[at]] = at
        most = max(most, tree.values[at])
    found, visits, weights, gained = 0, 0, 0.0, 0.0
    edge = int(tree.nodes[node].edge)
    while edge != NONE:
        each = edges[edge]
        if count == 0 or legal[each.move] == now:
            found += 1
            visits += each.visits
            gained += each.value - each.looked
            if anew:
                each.guess = tree.values[tree.place[each.move]]
                each.weight = likely(each.guess, most, manner)
            weights += each.weight
        edge = int(each.next)
    if found < count:
        return NONE
    bonus = manner.curiosity * math.sqrt(visits + 1.0) / weights
    drift = max(0.0, gained / visits) if manner.anew and visits > 0 else 0.0
    best, chosen = -MUCH, NONE
    edge = int(tree.nodes[node].edge)
    while edge != NONE:
        each = edges[edge]
        if count == 0 or legal[each.move] == now:
            mean = each.guess + (each.value - each.looked + manner.trust * drift) / (each.visits + manner.trust)
            score = mean + bonus * each.weight / (1.0 + each.visits)
            if score > best:
                best, chosen = score, edge
        edge = int(each.next)
    return chosen


@rule
def edge_of(tree: Tree, move: int) -> int:
    """The edge of a move at the root, which has been there before."""
    edge = int(tree.nodes[0].edge)
    while tree.edges[edge].move != move:
        edge = int(tree.edges[edge].next)
    return edge


@rule
def add_edges(tree: Tree, node: int, count: int, side: int, manner: Manner) -> None:
    """Edges for the legal moves that have none yet, with their values at first sight."""
    now, edge, best = tree.used[3] + 1, int(tree.nodes[node].edge), -MUCH
    tree.used[3] = now
    if edge in (NEW, SEEN):
        tree.nodes[node].edge, tree.nodes[node].side = NONE, side
        edge = NONE
    while edge != NONE:
        tree.legal[tree.edges[edge].move] = now
        edge = int(tree.edges[edge].next)
    for at in range(count):
        best = max(best, tree.values[at])
    for at in range(count):
        if tree.legal[tree.moves[at]] != now:
            add_edge(tree, node, int(tree.moves[at]), tree.values[at], likely(tree.values[at], best, manner))


@rule
def likely(value: float, best: float, manner: Manner) -> float:
    """How likely a move is at first sight, before these sum to one."""
    return math.exp((value - best) / manner.heat) + LEAST


@rule
def add_edge(tree: Tree, node: int, move: int, value: float, weight: float) -> None:
    at = tree.used[1]
    edge = tree.edges[at]
    edge.value, edge.share, edge.looked, edge.visits, edge.child = 0.0, 0.0, 0.0, 0, NONE
    edge.move, edge.guess, edge.weight = move, value, weight
    edge.next = tree.nodes[node].edge
    tree.nodes[node].edge = at
    tree.used[1] += 1


@rule
def child_of(tree: Tree, edge: int, result: int) -> int:
    """The node that a move led to with this visible chance, a new one if need be; NONE if there is no room."""
    node = int(tree.edges[edge].child)
    while node != NONE:
        if tree.nodes[node].result == result:
            return node
        node = int(tree.nodes[node].sibling)
    if tree.used[0] == len(tree.nodes) or tree.used[1] + MOST_MOVES > len(tree.edges):
        return NONE
    node = int(tree.used[0])
    tree.used[0] += 1
    fresh = tree.nodes[node]
    fresh.edge, fresh.result, fresh.sibling = NEW, result, tree.edges[edge].child
    tree.edges[edge].child = node
    return node
