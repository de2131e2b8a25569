"""Perft files: from a fixed position, how many lines of play there are at each depth.

A line of a file is `seats form | position | counts by depth`; a rules bug adds the position that showed it. Counts
come from the reference (`python -m tests.korsar.perft` writes the files anew); the tests ask the engine.
"""

from __future__ import annotations

import copy
import random
from pathlib import Path

import numpy as np

from corsaires.games.kernel.layout import copied
from corsaires.games.korsar import engine
from corsaires.games.korsar.edition import edition_ids
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import MAX_MOVES, apply
from corsaires.games.korsar.state import States
from corsaires.games.korsar.table import Table
from tests.korsar.reference import EDITIONS, Reference
from tests.korsar.tables import FORMS, eager, korsar, play_out

FILES = Path(__file__).parent / "perft"
NODES = 6_000  # the reference is slow: the last depth is the first with more lines than this
HEADER = "# seats and form | position | lines of play at depth 1, 2, 3 …; made by python -m tests.korsar.perft\n"


def count(states: States, depth: int) -> int:
    """The lines of play of this depth, by the engine."""
    if states["over"][0]:
        return 0
    moves = np.empty(MAX_MOVES, np.int64)
    n = engine.list_moves(states, 0, moves)
    if depth == 1:
        return int(n)
    total = 0
    for move in moves[:n].tolist():
        after = copied(states)
        apply(after[0], move)
        total += count(after, depth - 1)
    return total


def count_by_reference(reference: Reference, depth: int) -> int:
    moves = reference.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = copy.deepcopy(reference)
        after.play(move)
        total += count_by_reference(after, depth - 1)
    return total


def lines(game: Korsar, rng: random.Random) -> list[str]:
    """A few positions of one game, from its deal to near its end."""
    table = game.deal(seed=rng.randrange(1000))
    deal = table.unsealed()
    reference = Reference(
        game.seats, game.teams, EDITIONS[game.edition], deal["deal"]["hands"], deal["deal"]["deck"], deal["first"]
    )
    past: list[tuple[Table, Reference]] = []
    for now in play_out(table, eager(rng)):
        if now.history:
            reference.play(now.history[-1])
        past.append((now.copy(), copy.deepcopy(reference)))
    plies = len(past) - 1
    return [_line(game, *past[ply]) for ply in (0, plies // 3, 2 * plies // 3, plies - 12, plies - 5)]


def _line(game: Korsar, table: Table, reference: Reference) -> str:
    counts = [count_by_reference(reference, 1)]
    while 0 < counts[-1] <= NODES and len(counts) < 8:
        counts.append(count_by_reference(reference, len(counts) + 1))
    form = "teams" if game.teams else "alone"
    return f"{game.seats} {form} | {table.position()} | {' '.join(map(str, counts))}\n"


def main() -> None:
    for edition in edition_ids():
        rng = random.Random(edition)
        text = "".join(line for seats, teams in FORMS for line in lines(korsar(seats, teams, edition), rng))
        (FILES / f"{edition}.txt").write_text(HEADER + text)


if __name__ == "__main__":
    main()
