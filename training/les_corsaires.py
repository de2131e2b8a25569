"""Fit the model of Les Corsaires on self-play: `python -m training.les_corsaires --seats 2 --variant standard`.

The first games are matelot's, and capitaine's model is fitted to them; those of every later round are played by the
model so far, one move ahead, with some moves drawn by lot. Each position kept is told what its seats may expect: what
the model made of the positions that followed, the nearest counting most, and in the end what they got (a lambda
return). The last model is amiral's. Ctrl-C ends it after the last whole round.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

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
    unfitted_model,
)
from corsaires.bots.les_corsaires.outlook import SEAT_FIGURES, SHIP_FIGURES, look
from corsaires.bots.les_corsaires.problem import Aids, aids_of, guess, list_moves, outcome
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, N_SHIPS, OWNERS
from corsaires.games.les_corsaires.rules import MAX_MOVES, Moves, apply, chances, is_merchant, set_out
from corsaires.games.les_corsaires.state import MAX_SEATS, WINDING, States
from training.duels import told

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
        look_back(targets[start:at], worth, manner.fade)
    return at


@rule
def look_back(targets: npt.NDArray[np.float32], worth: Floats, fade: float) -> None:
    """From what the model thought of each position of a game, and what came of it, to what each may expect."""
    for at in range(len(targets) - 1, -1, -1):
        for n in range(2):
            for seat in range(MAX_SEATS):
                thought = targets[at, n, seat]
                targets[at, n, seat] = worth[n, seat]
                worth[n, seat] = (1.0 - fade) * thought + fade * worth[n, seat]


def harvested(states: States, aids: Aids, games: int, seed: int, manner: Manner) -> Kept:
    room, chunk, kept = games * manner.keep // 2, 200, 0
    ships = np.zeros((room, N_SHIPS, SHIP_FIGURES), np.float32)
    seats = np.zeros((room, MAX_SEATS, SEAT_FIGURES), np.float32)
    targets = np.zeros((room, 2, MAX_SEATS), np.float32)
    for start in range(0, games, chunk):  # so that Ctrl-C never waits long
        here = ships[kept:], seats[kept:], targets[kept:]
        kept += harvest(states, aids, min(chunk, games - start), seed + start, manner, here)
    return ships[:kept], seats[:kept], targets[:kept]


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
        made = f"python -m training.les_corsaires --seats {arguments.seats} --variant {arguments.variant}"
        made += f" --chart {arguments.chart} --rounds {arguments.rounds} --games {arguments.games}"
        level = CAPITAINE if heuristic else AMIRAL
        path = arguments.out / f"{level}-{arguments.variant}-{arguments.seats}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, **model._asdict(), made=np.array(f"{made}, round {turn + 1}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--variant", default="standard", choices=VARIANT_NAMES)
    parser.add_argument("--chart", default="crossing")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--games", type=int, default=4000, help="of a round")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    try:
        train(parser.parse_args())
    except KeyboardInterrupt:
        print("ended after the last whole round")


if __name__ == "__main__":
    main()
