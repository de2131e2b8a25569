"""Fit amiral's models of Korsar to games of the search itself: `python -m training.korsar_search --seats 2 [--teams]`.

Every round the search plays with the models so far, now and then with a matelot as a guest. It teaches them twice: what
it found each move worth that it tried, made or not; and what the positions of the game came to, which is what the
search thought a little later (TD(λ)). All models of the table are fitted to the same games, each from where it stands,
and written to `--out`: they take the place of the old ones only if they win (`python -m training.korsar_duel`).
Ctrl-C leaves what the last whole round wrote.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from corsaires.bots.korsar.admiralty import WAYS, paths_of, read_model
from corsaires.bots.korsar.duplicate import RANDOM
from corsaires.bots.korsar.foresight import Mind, after, mind_of
from corsaires.bots.korsar.matelot import matelot_move
from corsaires.bots.korsar.model import Models, appraise, widths_of
from corsaires.bots.korsar.problem import aids_of
from corsaires.bots.korsar.weighing import DIRECTORY, table_name, weights_of
from corsaires.bots.search.tree import NONE, Tree, grow, new_tree, plant
from corsaires.bots.weights import Weights
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import MAX_MOVES, apply, legal_moves, side_of
from corsaires.games.korsar.sight import see_into
from corsaires.games.korsar.state import MAX_SIDES, States, new_states
from training.duels import told
from training.korsar import (
    CHECKED,
    MOST_PLIES,
    SLIPS,
    Floats,
    Kept,
    agree,
    begin,
    empty_kept,
    fit,
    look_back,
    match,
    note,
    save,
    softly,
)
from training.korsar_duel import Player

ENOUGH: Final = 6  # visits that make a move's value worth learning
PLIES: Final = 160  # of a game, about
ODD: Final = 0x9E3779B9


class Manner(NamedTuple):
    """How the games to learn from are played."""

    guests: float  # the chance that a side is a matelot
    heat: float  # of the choice between the values that the search found
    fade: float  # λ: 1 learns from the end of the game alone


@rule
def harvest(  # noqa: PLR0913, PLR0917  # all that there is to write into
    table: States,
    sights: States,
    room: States,
    player: Player,
    mind: Mind,
    matelot: Weights,
    manner: Manner,
    games: int,
    seed: int,
    kept: Kept,
    found: Kept,
) -> tuple[int, int]:
    """Play games; keep their positions as every side saw them, and the moves that the search tried."""
    tree, state, desk, rng = player[0], table[0], mind.desks[0], np.zeros(4, np.int64)
    sides, guests, moves = state.seats >> state.teams, np.zeros(MAX_SIDES, np.bool_), np.empty(MAX_MOVES, np.int64)
    values, thoughts = np.empty(MAX_MOVES), np.zeros((MOST_PLIES, MAX_SIDES, 2))
    seen_by, plies = np.empty(MOST_PLIES * MAX_SIDES, np.int64), np.empty(MOST_PLIES * MAX_SIDES, np.int64)
    n, m = 0, 0
    for game in range(games):
        begin(state, guests[:sides], manner.guests, rng, seed + game)
        start, ply = n, 0
        while not state.over:
            mover, count, edge = side_of(state, int(state.turn)), legal_moves(state, moves), NONE
            if count == 1 or below(rng, SLIPS) == 0:
                move = int(moves[below(rng, count)])
            elif guests[mover]:
                move = matelot_move(table, 0, matelot, rng)
            else:
                see_into(state, int(state.turn), sights[0])
                plant(tree, below(rng, 1 << 30) * ODD)
                grow(tree, room, sights, player[1], player[2], player[3])
                edge, m = choose(table, tree, mind, manner.heat, rng, values, found, m)
                move = int(tree.edges[edge].move)
            apply(state, move)
            if not state.over:
                for side in range(sides):
                    appraise(state, side, mind.models, desk)
                    thoughts[ply, side] = desk.out
                    if n < len(kept.targets):
                        note(state, side, mind.desks, n, kept)
                        seen_by[n - start], plies[n - start] = side, ply
                        n += 1
                if edge != NONE:
                    worth(tree, edge, thoughts[ply, mover])
                agree(thoughts[ply], sides)
            ply += 1
        look_back(state, thoughts[:ply], manner.fade, seen_by, plies, kept.targets[start:n])
    return n, m


@rule
def choose(  # noqa: PLR0913, PLR0917  # all that there is to write into
    table: States, tree: Tree, mind: Mind, heat: float, rng: Rng, values: Floats, found: Kept, m: int
) -> tuple[int, int]:
    """A move drawn by what the search found; and how many were kept, now that those which it tried are."""
    edges, count, edge = np.empty(MAX_MOVES, np.int64), 0, int(tree.nodes[0].edge)
    most = edge  # tried most
    side = side_of(table[0], int(table[0].turn))
    while edge != NONE:
        each = tree.edges[edge]
        if each.visits > tree.edges[most].visits:
            most = edge
        if each.visits >= ENOUGH:
            edges[count], values[count] = edge, each.value / each.visits
            count += 1
            if m < len(found.targets):
                after(table, 0, int(each.move), mind.tried, 0)
                if not mind.tried[0].over:
                    note(mind.tried[0], side, mind.desks, m, found)
                    worth(tree, edge, found.targets[m])
                    m += 1
        edge = int(each.next)
    return int(edges[softly(values, count, heat, rng)]) if count > 0 else most, m


@rule
def worth(tree: Tree, edge: int, out: Floats) -> None:
    """The share of the win and the margin that the search found for a move.

    What a leaf expects of the best move to come is in the reward alone, so here it is in the margin.
    """
    each = tree.edges[edge]
    share = each.share / each.visits
    out[0] = share
    out[1] = min(1.0, max(0.0, 2.0 * each.value / each.visits - share))


def harvested(
    game: Korsar, models: Models, iterations: int, matelot: Weights, manner: Manner, games: int, seed: int
) -> tuple[Kept, float]:
    """Positions to learn from, and the part of them that were kept from the games themselves."""
    table, mind = game._empty(), mind_of(models)
    sides = game.seats >> game.teams
    way, leaf = WAYS["amiral"]
    player = new_tree(iterations + 1), aids_of(models, leaf), way, iterations
    kept, found = empty_kept(games * PLIES * sides), empty_kept(games * PLIES * 3)
    n, m = harvest(table, table.copy(), new_states(), player, mind, matelot, manner, games, seed, kept, found)
    parts: Any = zip(kept, found, strict=True)
    return Kept(*(np.concatenate([one[:n], other[:m]]) for one, other in parts)), n / (n + m)


def train(arguments: argparse.Namespace) -> None:
    game = Korsar.load(seats=arguments.seats, teams=arguments.teams)
    matelot, name = weights_of("matelot", game.seats, game.teams), f"amiral-{table_name(game.seats, game.teams)}"
    paths, out = paths_of(DIRECTORY, name), Path(arguments.out)
    each = [read_model(path) for path in paths]
    first = np.concatenate(each)
    manner = Manner(arguments.guests, arguments.heat, arguments.fade)
    out.mkdir(parents=True, exist_ok=True)
    for turn in range(arguments.rounds):
        began, before = time.process_time(), np.concatenate(each)
        seed = (arguments.seed + turn) * 10_000_000
        kept, part = harvested(game, before, arguments.iterations, matelot, manner, arguments.games, seed)
        played, losses = time.process_time() - began, []
        for at in range(len(each)):
            each[at], left = fit(each[at], widths_of(each[at]), kept, arguments.epochs, arguments.rate, turn)
            losses.append(f"{left:.4f}")
        for model, path in zip(each, paths, strict=True):
            save(model, out / path.name, f"{made_by(arguments)}, round {turn}")
        mind, states = mind_of(np.concatenate(each)), game._empty()
        line = f"round {turn}: {len(kept.targets)} positions ({100 * part:.0f} % of games), {played:.0f} s, losses "
        line += f"{', '.join(losses)}, against matelot {told(match(states, mind, mind, matelot, CHECKED, 1 << 40))}"
        line += f", against the first {told(match(states, mind, mind_of(first), RANDOM, CHECKED, 1 << 41))}"
        print(f"{line}, {time.process_time() - began:.0f} s", flush=True)


def made_by(arguments: argparse.Namespace) -> str:
    """The command that the models were made by; they were what it begins with before."""
    names = ("rounds", "games", "iterations", "guests", "heat", "fade", "epochs", "rate", "seed")
    words = ["--teams" * arguments.teams, *(f"--{name} {getattr(arguments, name)}" for name in names)]
    return " ".join(["python -m training.korsar_search --seats", str(arguments.seats), *filter(None, words)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    option = parser.add_argument
    option("--seats", type=int, default=2)
    option("--teams", action="store_true")
    option("--rounds", type=int, default=2)
    option("--games", type=int, default=3_000, help="of a round")
    option("--iterations", type=int, default=60, help="of the search, for every move")
    option("--guests", type=float, default=0.25, help="the chance that a side is a matelot")
    option("--heat", type=float, default=0.01, help="of the choice between the values that the search found")
    option("--fade", type=float, default=0.9, help="λ of what a position came to")
    option("--epochs", type=int, default=3)
    option("--rate", type=float, default=1e-3)
    option("--seed", type=int, default=100)
    option("--out", required=True, help="the directory that the models are written to")
    try:
        train(parser.parse_args())
    except KeyboardInterrupt:
        print("stopped; the last whole round is kept")


if __name__ == "__main__":
    main()
