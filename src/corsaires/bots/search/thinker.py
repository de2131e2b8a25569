"""A bot that searches: it grows a tree for as long as its budget allows, and plays the move it tried most.

What it says of a move that it hardly tried is worth little. Whoever wants to know asks it to look closely: then, with
its choice made, it goes on with that move alone.
"""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from corsaires.bots.bot import Budget, Ranked, Thought
from corsaires.bots.search.tree import NONE, Manner, Tree, grow, new_tree, plant
from corsaires.games.kernel.layout import Records

CHUNK: Final = 128  # the most iterations between two looks at what there is so far
FEW: Final = 8  # the least, where time is kept
LOOKS: Final = 20  # at the clock, at least: towards the end of a game an iteration may take long
MOST_NODES: Final = 120_000
ROOMS: Final = threading.local()
ODD: Final = 0x9E3779B97F4A7C15
FARTHEST: Final = (1 << 62) - 1
ITERATIONS: Final = 2_000  # of a search without a budget
MOMENT: Final = 1e-3  # in milliseconds: less than any search takes
SURE: Final = 200  # tries after which a move is known well enough to be spoken of
LEAD: Final = 4  # times the visits by which the best move leads: more to come than that may still change the choice


class Question(NamedTuple):
    """What a game makes of a view, so that it can be searched."""

    sights: Records
    states: Records  # room for one imagined state
    aids: Any
    manner: Manner
    sides: int
    write: Any  # a move as text


class Asker(Protocol):
    def __call__(self, view: Any) -> Question: ...


@dataclass
class Thinker:
    """Threads each grow a tree of their own; what they found at the root is added up."""

    ask: Asker
    threads: int = 1
    step: int = 1  # of the luck, from one try of a move to the next; 0: it is always the same
    closer: str | None = None  # a move to look at closely, "" for the second choice

    def closely(self, move: str = "") -> Thinker:
        """The same, in one thread, with a closer look at a move, or at its second choice."""
        return replace(self, threads=1, closer=move)

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        if self.threads == 1:
            question = self.ask(view)
            found = self._search(question, budget, seed)
            return found.thought(question, None if self.closer is None else look_closely(question, found, self.closer))
        questions = [self.ask(view) for _ in range(self.threads)]  # each with room of its own
        parts = pool(self.threads, os.getpid()).map(
            lambda at: self._search(questions[at], _part(budget, self.threads, at), seed + at), range(self.threads)
        )
        return merged(list(parts)).thought(questions[0])

    def _search(self, question: Question, budget: Budget, seed: int) -> Found:
        tree = room()
        plant(tree, luck_of(seed), self.step)
        start, most = time.thread_time(), budget.iterations or ITERATIONS
        while True:
            done, chunk = int(tree.used[2]), CHUNK
            if budget.milliseconds is not None:
                spent = max(MOMENT, 1000 * (time.thread_time() - start))
                most = done + int(done * (budget.milliseconds - spent) / spent) if done else 1 << 30
                chunk = min(CHUNK, max(FEW, int(done * budget.milliseconds / spent / LOOKS)))
            chunk = min(chunk, most - done)
            if chunk <= 0 or (done and decided(tree, most - done)):
                break
            grow(tree, question.states, question.sights, question.aids, question.manner, chunk)
        return gathered(tree, question.sides)


def look_closely(question: Question, found: Found, move: str) -> Ranked | None:
    """What a move is worth, or the second choice without one, after more tries in the tree where it was found."""
    order = found.order()
    moves = [each for each in order if question.write(each) == move] if move else order[1:2]
    if not moves:
        return None
    tree, tries = room(), found.moves[moves[0]][0]
    if tries < SURE:
        tree.only[0] = moves[0]
        grow(tree, question.states, question.sights, question.aids, question.manner, SURE - tries)
    visits, _, share, _ = gathered(tree, question.sides).moves[moves[0]]
    return Ranked(question.write(moves[0]), visits, share / visits)


def luck_of(seed: int) -> int:
    """Where the luck of a search begins: seeds that follow each other lie far apart."""
    return seed * ODD & FARTHEST


@cache
def pool(threads: int, process: int) -> ThreadPoolExecutor:
    """Threads that stay for the next thought, with their room; a process that is forked has none."""
    return ThreadPoolExecutor(threads, "search")


def room() -> Tree:
    """Room for one search; every thread keeps its own for the next."""
    if not hasattr(ROOMS, "tree"):
        ROOMS.tree = new_tree(MOST_NODES)
    tree: Tree = ROOMS.tree
    return tree


def _part(budget: Budget, threads: int, at: int) -> Budget:
    """Iterations are shared out; time is every thread's own."""
    if budget.iterations is None:
        return budget
    return budget._replace(iterations=max(1, (budget.iterations + at) // threads))


class Found(NamedTuple):
    """What a search found at the root."""

    moves: dict[int, tuple[int, float, float, float]]  # visits, sum of rewards, sum of shares, first value
    sums: tuple[float, ...]
    iterations: int

    def order(self) -> list[int]:
        """The best first: by tries, and those alike by what they look like."""
        return sorted(self.moves, key=lambda move: (-self.moves[move][0], -self.moves[move][3], move))

    def thought(self, question: Question, known: Ranked | None = None) -> Thought:
        """Nothing is said of moves that were not tried. One may be `known` better than the search has it."""
        order = self.order()
        ranked = [
            Ranked(question.write(move), visits, share / visits)
            for move in order
            for visits, _, share, _ in [self.moves[move]]
            if visits
        ]
        if known is not None:
            at = next((at for at, each in enumerate(ranked) if each.move == known.move), len(ranked))
            ranked[at : at + 1] = [known]
        values = tuple(each / max(1, self.iterations) for each in self.sums)
        return Thought(question.write(order[0]), values, tuple(ranked), self.iterations)


def gathered(tree: Tree, sides: int) -> Found:
    moves = {}
    edge = int(tree.nodes["edge"][0])
    while edge != NONE:
        each = tree.edges[edge]
        moves[int(each["move"])] = (
            int(each["visits"]),
            float(each["value"]),
            float(each["share"]),
            float(each["guess"]),
        )
        edge = int(each["next"])
    return Found(moves, tuple(tree.sums[:sides].tolist()), int(tree.used[2]))


def decided(tree: Tree, left: int) -> bool:
    """Whether what is left of the search would hardly change its choice: one search in forty would have."""
    first, second = 0, 0
    edge = int(tree.nodes["edge"][0])
    while edge != NONE:
        each = tree.edges[edge]
        visits = int(each["visits"])
        if visits > first:
            first, second = visits, first
        elif visits > second:
            second = visits
        edge = int(each["next"])
    alone = second == 0 and int(tree.edges["next"][int(tree.nodes["edge"][0])]) == NONE
    return alone or LEAD * (first - second) > left


def merged(parts: list[Found]) -> Found:
    moves: dict[int, tuple[int, float, float, float]] = {}
    for part in parts:
        for move, (visits, reward, share, guess) in part.moves.items():
            before = moves.get(move, (0, 0.0, 0.0, guess))
            moves[move] = (before[0] + visits, before[1] + reward, before[2] + share, guess)
    sums = tuple(np.sum([part.sums for part in parts], axis=0).tolist())
    return Found(moves, sums, sum(part.iterations for part in parts))
