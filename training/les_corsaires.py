"""Fit the model of Les Corsaires on self-play: `python -m training.les_corsaires --seats 2 --variant standard`.

The first games are matelot's, and capitaine's model is fitted to them; those of every later round are played by the
model so far, one move ahead, with some moves drawn by lot. Each position kept is told what its seats may expect: what
the model made of the positions that followed, the nearest counting most, and in the end what they got (a lambda
return). The last model is amiral's. Ctrl-C ends it after the last whole round.

With `--go-on` the amiral there is learns further, from games that the search itself plays with it, some of them against
matelot or capitaine's model as a guest. What is learned there is what the search asks the model: how a turn begins. The
lambda return of such a position goes by what a short search made of it, which errs less than the model at first sight.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.les_corsaires.admiralty import MANNER
from corsaires.bots.les_corsaires.matches import share_of_win
from corsaires.bots.les_corsaires.matelot import matelot_move
from corsaires.bots.les_corsaires.model import (
    AMIRAL,
    CAPITAINE,
    DEEP,
    VARIANT_NAMES,
    WIDE,
    Model,
    predict,
    read_model,
    unfitted_model,
)
from corsaires.bots.les_corsaires.outlook import SEAT_FIGURES, SHIP_FIGURES, look
from corsaires.bots.les_corsaires.problem import Aids, aids_of, guess, list_moves, outcome
from corsaires.bots.search.tree import NONE, grow, new_tree, plant
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, N_SHIPS, OWNERS
from corsaires.games.les_corsaires.rules import MAX_MOVES, Moves, apply, chances, is_merchant, set_out
from corsaires.games.les_corsaires.state import MAX_SEATS, WINDING, States, new_states
from training.duels import MATELOT, most_tried, told
from training.les_corsaires_duel import Player, choice_of

WEIGHTS: Final = Path("src/corsaires/bots/les_corsaires/weights")
PER_MILLE: Final = 1000

Floats = npt.NDArray[np.float64]
Kept = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]  # ships, seats, what came of it


# --- playing ---


@rule
def greedy_move(states: States, aids: Aids, moves: Moves, values: Floats) -> int:
    """The best at first sight."""
    aids.thinker[0] = states[0].turn
    count = list_moves(states, 0, aids, moves)
    guess(states, 0, aids, moves, count, values)
    return int(moves[np.argmax(values[:count])])


@rule
def move_of(states: States, aids: Aids, heuristic: int, moves: Moves, values: Floats, rng: Rng) -> int:
    if heuristic:
        return matelot_move(states, 0, aids.charts, aids.lores, aids.weights, rng)
    return greedy_move(states, aids, moves, values)


@rule
def play(states: States, aids: Aids, move: int, rng: Rng) -> None:
    results = chances(move)
    apply(states[0], aids.charts[0], move, below(rng, results) if results > 0 else 0)


@rule
def match(states: States, aids: Aids, others: Aids, heuristic: int, pairs: int, seed: int) -> Floats:
    """The model's share of the win, alone from every seat with the same chance, against matelot or another model."""
    state, rng, moves, values = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    shares = np.zeros(pairs)
    for pair in range(pairs):
        for seat in range(state.seats):
            reseed(rng, seed + pair)
            set_out(state)
            while not state.over:
                if state.turn == seat:
                    move = move_of(states, aids, 0, moves, values, rng)
                else:
                    move = move_of(states, others, heuristic, moves, values, rng)
                play(states, aids, move, rng)
            shares[pair] += share_of_win(state, seat) / state.seats
    return shares


class Manner(NamedTuple):
    """How the games of a round are played."""

    heuristic: int  # by matelot
    by_lot: int  # moves of a thousand, in two games of three
    keep: int  # positions of a thousand
    fade: float  # how far a later position counts against an earlier


@rule
def harvest(states: States, aids: Aids, games: int, seed: int, manner: Manner, kept: Kept) -> int:
    """Play games and keep positions; how many were kept."""
    state, rng, moves, values = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    worth, desk, at = np.zeros((2, MAX_SEATS)), aids.desk, 0
    ships, seats, targets = kept
    for game in range(games):
        reseed(rng, seed + game)
        set_out(state)
        start, wild = at, manner.by_lot if below(rng, 3) else 0
        while not state.over:
            if state.phase >= WINDING and at < len(ships) and below(rng, PER_MILLE) < manner.keep:
                look(states, 0, aids.charts, aids.lores, aids.pilotage, desk.ships, desk.seats)
                predict(state, aids.model, desk, worth[0], worth[1])
                ships[at], seats[at], targets[at] = desk.ships, desk.seats, worth
                at += 1
            if wild and below(rng, PER_MILLE) < wild:
                aids.thinker[0] = state.turn
                move = int(moves[below(rng, list_moves(states, 0, aids, moves))])
            else:
                move = move_of(states, aids, manner.heuristic, moves, values, rng)
            play(states, aids, move, rng)
        outcome(states, 0, worth[0], worth[1])
        look_back(targets[start:at], worth, np.full(at - start, manner.fade))
    return at


@rule
def look_back(targets: npt.NDArray[np.float32], worth: Floats, fades: Floats) -> None:
    """From what was thought of each position of a game, and what came of it, to what each may expect."""
    for at in range(len(targets) - 1, -1, -1):
        for n in range(2):
            for seat in range(MAX_SEATS):
                thought = targets[at, n, seat]
                targets[at, n, seat] = worth[n, seat]
                worth[n, seat] = (1.0 - fades[at]) * thought + fades[at] * worth[n, seat]


def room_for(positions: int) -> Kept:
    return (
        np.zeros((positions, N_SHIPS, SHIP_FIGURES), np.float32),
        np.zeros((positions, MAX_SEATS, SEAT_FIGURES), np.float32),
        np.zeros((positions, 2, MAX_SEATS), np.float32),
    )


def harvested(states: States, aids: Aids, games: int, seed: int, manner: Manner) -> Kept:
    chunk, kept = 200, 0
    ships, seats, targets = room_for(games * manner.keep // 2)
    for start in range(0, games, chunk):  # so that Ctrl-C never waits long
        here = ships[kept:], seats[kept:], targets[kept:]
        kept += harvest(states, aids, min(chunk, games - start), seed + start, manner, here)
    return ships[:kept], seats[:kept], targets[:kept]


# --- playing by the search ---


class Cruise(NamedTuple):
    """How the games of a round are played by the search."""

    guests: int  # of a hundred games, those with a guest; as many with matelot as with capitaine's model
    by_lot: int  # moves of a thousand, in two games of three
    keep: int  # positions of a thousand besides those where a turn begins
    fade: float  # how far a later turn counts against an earlier


CRUISE: Final = Cruise(40, 30, 60, 0.85)


@rule
def ponder(sights: States, states: States, player: Player, rng: Rng, worth: Floats) -> None:
    """What a search makes of the position for the seat to move; the others share the rest as the model has it."""
    tree, aids, manner, iterations = player
    state, mover = sights[0], int(sights[0].turn)
    look(sights, 0, aids.charts, aids.lores, aids.pilotage, aids.desk.ships, aids.desk.seats)
    predict(state, aids.model, aids.desk, worth[0], worth[1])
    aids.thinker[0] = mover
    plant(tree, below(rng, 1 << 30) << 30)
    grow(tree, states, sights, aids, manner, iterations)
    found, edge = np.zeros(2), int(tree.nodes[0].edge)
    while edge != NONE:
        found[0] += tree.edges[edge].value / iterations
        found[1] += tree.edges[edge].share / iterations
        edge = int(tree.edges[edge].next)
    for n in range(2):
        rest = (1.0 - found[n]) / (1.0 - worth[n, mover])
        for seat in range(state.seats):
            worth[n, seat] = found[n] if seat == mover else rest * worth[n, seat]


@rule
def explore(  # noqa: PLR0913, PLR0917  # three players and two tables
    sights: States,
    states: States,
    player: Player,
    guests: tuple[Player, Player],
    games: int,
    seed: int,
    cruise: Cruise,
    kept: Kept,
) -> int:
    """Play games by the search and keep positions, but none where a guest is to move; how many were kept."""
    state, rng, moves, worth = sights[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.zeros((2, MAX_SEATS))
    aids, desk, at, fades = player[1], player[1].desk, 0, np.ones(len(kept[0]))
    ships, seats, targets = kept
    for game in range(games):
        reseed(rng, seed + game)
        set_out(state)
        start, wild = at, cruise.by_lot if below(rng, 3) else 0
        guest = below(rng, state.seats) if below(rng, 100) < cruise.guests else NONE
        kind = below(rng, 2)
        while not state.over:
            ours, begins = state.turn != guest, state.phase == WINDING
            if begins and ours:
                ponder(sights, states, player, rng, worth)
            if ours and at < len(ships) and (begins or (state.phase > WINDING and below(rng, PER_MILLE) < cruise.keep)):
                look(sights, 0, aids.charts, aids.lores, aids.pilotage, desk.ships, desk.seats)
                ships[at], seats[at], targets[at] = desk.ships, desk.seats, worth
                fades[at] = cruise.fade if begins else 1.0
                at += 1
            aids.thinker[0] = state.turn
            if wild and below(rng, PER_MILLE) < wild:
                move = int(moves[below(rng, list_moves(sights, 0, aids, moves))])
            elif not ours:
                move = choice_of(sights, states, guests[0] if kind else guests[1], rng)
            elif begins:
                move = most_tried(player[0])
            else:
                move = choice_of(sights, states, player, rng)
            play(sights, aids, move, rng)
        outcome(sights, 0, worth[0], worth[1])
        look_back(targets[start:at], worth, fades[start:at])
    return at


def explored(sights: States, player: Player, guests: tuple[Player, Player], games: int, seed: int) -> Kept:
    states, chunk, at = new_states(), 20, 0
    ships, seats, targets = room_for(games * 200)
    for start in range(0, games, chunk):
        here = ships[at:], seats[at:], targets[at:]
        at += explore(sights, states, player, guests, min(chunk, games - start), seed + start, CRUISE, here)
    return ships[:at], seats[:at], targets[:at]


# --- fitting ---


def fit(start: Model | None, kept: Kept, seats: int, epochs: int, rate: float, seed: int) -> tuple[Model, float]:
    """A model fitted to these positions, from a start or from nothing; and its loss on those held out."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    ships, sides, targets = (torch.from_numpy(part) for part in kept)
    owners = torch.tensor([OWNERS[seats][ship // FLEET_SIZE] for ship in range(N_SHIPS)])
    owned = torch.nn.functional.one_hot(owners, seats).float()
    classes = [[ship for ship in range(N_SHIPS) if is_merchant(ship) == merchant] for merchant in (False, True)]
    shapes = ((2, SHIP_FIGURES, WIDE), 0.3), ((2 * WIDE + SEAT_FIGURES, 2 * DEEP), 0.12), ((2, DEEP), 0.1)
    weights = [
        (torch.from_numpy(start[n].copy()) if start else scale * torch.randn(shape)).requires_grad_()
        for n, (shape, scale) in enumerate(shapes)
    ]

    def loss_of(rows: Any) -> Any:
        pooled = [
            torch.einsum("bih,is->bsh", torch.relu(ships[rows][:, some] @ weights[0][kind]), owned[some])
            for kind, some in enumerate(classes)
        ]
        both = torch.cat([*pooled, sides[rows][:, :seats]], 2) @ weights[1]
        own, others = both[..., :DEEP], both[..., DEEP:]
        logits = torch.relu(own + others.sum(1, keepdim=True) - others) @ weights[2].T
        wanted = targets[rows][:, :, :seats].transpose(1, 2)
        return -(wanted * torch.log_softmax(logits, 1)).sum(1).mean()

    batch, held = 2048, len(ships) // 20
    steps = epochs * ((len(ships) - held) // batch)
    optimiser = torch.optim.Adam(weights, lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1, pct_start=0.1)
    for _ in range(epochs):
        order = held + torch.randperm(len(ships) - held)
        for rows in order.split(batch):
            if len(rows) == batch:
                optimiser.zero_grad(set_to_none=True)
                loss = loss_of(rows)
                loss.backward()
                optimiser.step()
                schedule.step()
    with torch.no_grad():
        left = float(torch.stack([loss_of(rows) for rows in torch.arange(held).split(8192)]).mean())
    return Model(*(each.detach().numpy().copy() for each in weights)), left


# --- rounds ---


def train(arguments: argparse.Namespace) -> None:
    variant = VARIANT_NAMES.index(arguments.variant)
    game = LesCorsaires.load(seats=arguments.seats, chart=arguments.chart, variant=VARIANTS[variant])
    charts, states = game.board.charts, game._empty()
    model: Model | None = None
    window: list[Kept] = []
    for turn in range(arguments.rounds):
        began, heuristic, before = time.perf_counter(), int(turn == 0), model
        aids = aids_of(charts, game.seats, variant, model or unfitted_model())
        manner = Manner(1, 100, 150, 1.0) if heuristic else Manner(0, 60, 250, 0.9)
        games = arguments.games * (3 if heuristic else 1)
        kept = harvested(states, aids, games, (turn + 1) * 10_000_000, manner)
        played = time.perf_counter() - began
        window = [*window, kept][-4:] if turn > 1 else [kept]
        whole = tuple(np.concatenate(parts) for parts in zip(*window, strict=True))
        rate = 2e-3 if turn < arguments.rounds * 2 / 3 else 1e-3
        model, loss = fit(model, whole, arguments.seats, 3 if heuristic else 2, rate, turn)  # type: ignore[arg-type]
        fresh = aids_of(charts, game.seats, variant, model)
        line = f"round {turn + 1} of {arguments.rounds}: {len(kept[0]):,} positions, {played:.0f} s of play"
        line += f", loss {loss:.4f}, against matelot {told(match(states, fresh, fresh, 1, 300, 1))}"
        if before is not None:
            last = aids_of(charts, game.seats, variant, before)
            line += f", against the last {told(match(states, fresh, last, 0, 150, 1))}"
        print(f"{line}, {time.perf_counter() - began:.0f} s", flush=True)
        level = CAPITAINE if heuristic else AMIRAL
        save(model, path_of(arguments, level), f"{command_of(arguments)}, round {turn + 1}")


def go_on(arguments: argparse.Namespace) -> None:
    """Rounds of games played by the search, from the amiral there is."""
    variant = VARIANT_NAMES.index(arguments.variant)
    game = LesCorsaires.load(seats=arguments.seats, chart=arguments.chart, variant=VARIANTS[variant])
    charts, sights = game.board.charts, game._empty()

    def player_of(model: Model, iterations: int) -> Player:
        return new_tree(3 * max(100, iterations)), aids_of(charts, game.seats, variant, model), MANNER, iterations

    model, other = (read_model(path_of(arguments, level)) for level in (AMIRAL, CAPITAINE))
    guests = player_of(other, MATELOT), player_of(other, arguments.iterations)
    with np.load(path_of(arguments, AMIRAL)) as start:
        before = str(start["made"])
    window: list[Kept] = []
    for turn in range(arguments.rounds):
        began, player = time.perf_counter(), player_of(model, arguments.iterations)
        kept = explored(sights, player, guests, arguments.games, (turn + 101) * 10_000_000)
        played, window = time.perf_counter() - began, [*window, kept][-4:]
        whole = tuple(np.concatenate(parts) for parts in zip(*window, strict=True))
        model, loss = fit(model, whole, game.seats, 12, 1e-3, turn)  # type: ignore[arg-type]
        line = f"round {turn + 1} of {arguments.rounds}: {len(kept[0]):,} positions, {played:.0f} s of play"
        print(f"{line}, loss {loss:.4f}, {time.perf_counter() - began:.0f} s", flush=True)
        made = f"{command_of(arguments)} --go-on --iterations {arguments.iterations}, round {turn + 1}"
        save(model, path_of(arguments, AMIRAL), f"{before}; then {made}")


def command_of(arguments: argparse.Namespace) -> str:
    command = f"python -m training.les_corsaires --seats {arguments.seats} --variant {arguments.variant}"
    return f"{command} --chart {arguments.chart} --rounds {arguments.rounds} --games {arguments.games}"


def path_of(arguments: argparse.Namespace, level: str) -> Path:
    directory: Path = arguments.out
    return directory / f"{level}-{arguments.variant}-{arguments.seats}.npz"


def save(model: Model, path: Path, made: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **model._asdict(), made=np.array(made))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--variant", default="standard", choices=VARIANT_NAMES)
    parser.add_argument("--chart", default="crossing")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=4000, help="of a round")
    parser.add_argument("--go-on", action="store_true", help="from the amiral there is, by games of the search")
    parser.add_argument("--iterations", type=int, default=40, help="of a search in these games")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    arguments = parser.parse_args()
    try:
        (go_on if arguments.go_on else train)(arguments)
    except KeyboardInterrupt:
        print("ended after the last whole round")


if __name__ == "__main__":
    main()
