"""Fit the models of Korsar on self-play: `python -m training.korsar --seats 2 [--teams]`.

Round 0 plays matelots against each other and fits a model to what their positions came to: capitaine's. Every round
after that is played by the model itself, now and then with a matelot as a guest, and what a position came to is what
the model thought a little later (TD(λ)): the last round's is amiral's. Each round is measured against matelot and
against the round before. Ctrl-C leaves what the last whole round wrote.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.bots.korsar.admiralty import paths_of, read_model
from corsaires.bots.korsar.duplicate import RANDOM, share_of_win
from corsaires.bots.korsar.foresight import Mind, foresee, margin_of, mind_of, squeezed
from corsaires.bots.korsar.matelot import matelot_move
from corsaires.bots.korsar.model import MODEL, Desks, Models, appraise, model_from, shapes_of, weights_in, widths_of
from corsaires.bots.korsar.outlook import MOST_GALLEONS, N_GALLEON, N_TABLE, describe
from corsaires.bots.korsar.weighing import DIRECTORY, table_name, weights_of
from corsaires.bots.weights import Weights
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import DRAW, MAX_MOVES, Moves, apply, clear, legal_moves, shuffle, side_of
from corsaires.games.korsar.state import MAX_SIDES, State, States
from training.duels import told

MOST_PLIES: Final = 1024
SLIPS: Final = 30  # one move in so many is any legal one, so that the model learns of it
PLIES: Final = 125  # of a game, about
BATCH: Final = 1024
CHECKED: Final = 1000  # deals that a round is measured by

Floats = npt.NDArray[np.float64]
Floats32 = npt.NDArray[np.float32]


class Kept(NamedTuple):
    """Positions as a side saw them, and what they came to."""

    table: Floats32
    sea: Floats32
    galleons: npt.NDArray[np.int8]
    targets: Floats32


class Manner(NamedTuple):
    """How the games to learn from are played."""

    guests: float  # the chance that a side is a matelot
    heat: float  # of the model's choices
    fade: float  # λ: 1 learns from the end of the game alone
    every: int  # one position in so many is kept


# --- playing ---


@rule
def softly(values: Floats, count: int, heat: float, rng: Rng) -> int:
    """An index drawn by the values; heat 0: the best."""
    best, total = 0, 0.0
    for at in range(count):
        if values[at] > values[best]:
            best = at
    if heat == 0.0:
        return best
    for at in range(count):
        total += math.exp((values[at] - values[best]) / heat)
    draw = below(rng, 1 << 30) / (1 << 30) * total
    for at in range(count):
        draw -= math.exp((values[at] - values[best]) / heat)
        if draw < 0.0:
            return at
    return best


@rule
def model_move(states: States, mind: Mind, moves: Moves, values: Floats, heat: float, rng: Rng) -> int:
    count = legal_moves(states[0], moves)
    if count == 1:
        return int(moves[0])
    foresee(states, 0, mind, moves, count, values)
    return int(moves[softly(values, count, heat, rng)])


@rule
def match(states: States, one: Mind, other: Mind, matelot: Weights, deals: int, seed: int) -> Floats:
    """The model's share of the win in each deal, the mean over every side, against matelots or another model."""
    state, rng, moves, values = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    sides = state.seats >> state.teams
    shares = np.zeros(deals)
    for deal in range(deals):
        for side in range(sides):
            reseed(rng, seed + deal)
            clear(state, 0)
            shuffle(state, rng)
            while not state.over:
                if side_of(state, state.turn) == side:
                    move = model_move(states, one, moves, values, 0.0, rng)
                elif len(matelot):
                    move = matelot_move(states, 0, matelot, rng)
                else:
                    move = model_move(states, other, moves, values, 0.0, rng)
                apply(state, move)
            shares[deal] += share_of_win(state, side) / sides
    return shares


@rule
def begin(state: State, guests: npt.NDArray[np.bool_], chance: float, rng: Rng, seed: int) -> None:
    """A new deal, and which of its sides are guests."""
    reseed(rng, seed)
    clear(state, 0)
    shuffle(state, rng)
    for side in range(len(guests)):
        guests[side] = below(rng, 1 << 20) < chance * (1 << 20)


@rule
def harvest(states: States, mind: Mind, matelot: Weights, manner: Manner, games: int, seed: int, kept: Kept) -> int:
    """Play games and keep positions, each as a side drawn by lot sees it; how many were kept."""
    state, rng, moves, values = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    sides, guests = state.seats >> state.teams, np.zeros(MAX_SIDES, np.bool_)
    seen_by, plies = np.empty(MOST_PLIES, np.int64), np.empty(MOST_PLIES, np.int64)
    thoughts, tried, n = np.zeros((MOST_PLIES, MAX_SIDES, 2)), mind.tried, 0
    for game in range(games):
        begin(state, guests[:sides], manner.guests, rng, seed + game)
        start, ply = n, 0
        while not state.over:
            seat, mover = int(state.turn), side_of(state, int(state.turn))
            if below(rng, SLIPS) == 0:
                move = int(moves[below(rng, legal_moves(state, moves))])
            elif guests[mover]:
                move = matelot_move(states, 0, matelot, rng)
            else:
                move = model_move(states, mind, moves, values, manner.heat, rng)
            side, blind = below(rng, sides), move == DRAW and below(rng, 2) == 0
            if guests[side] and manner.guests < 1.0:
                side = below(rng, sides)  # rather one that plays by the model
            apply(state, move)
            if not state.over:
                if manner.fade < 1.0:
                    for each in range(sides):
                        appraise(state, each, mind.models, mind.desks[0])
                        thoughts[ply, each] = mind.desks[0].out
                    agree(thoughts[ply], sides)
                if below(rng, manner.every) == 0 and n < len(kept.targets):
                    tried[0] = state
                    if blind:  # as the mover values a draw before looking
                        side = mover
                        tried[0].hand[seat, int(state.deck[state.in_deck])] -= 1
                    note(tried[0], side, mind.desks, n, kept)
                    seen_by[n - start], plies[n - start] = side, ply
                    n += 1
            ply += 1
        look_back(state, thoughts[:ply], manner.fade, seen_by, plies, kept.targets[start:n])
    return n


@rule
def agree(thoughts: Floats, sides: int) -> None:
    """Together the sides win once, and between two one's margin is the other's: else what is learned drifts away."""
    for n in range(2 if sides == 2 else 1):
        total = 0.0
        for side in range(sides):
            total += thoughts[side, n]
        for side in range(sides):
            thoughts[side, n] /= total


@rule
def look_back(
    state: State,
    thoughts: Floats,
    fade: float,
    seen_by: npt.NDArray[np.int64],
    plies: npt.NDArray[np.int64],
    targets: Floats32,
) -> None:
    """What each position kept from a finished game came to."""
    came, at = np.zeros((MAX_SIDES, 2)), len(targets) - 1
    for side in range(state.seats >> state.teams):
        came[side, 0], came[side, 1] = share_of_win(state, side), squeezed(margin_of(state, side))
    for ply in range(len(thoughts) - 2, -1, -1):
        if fade < 1.0 and ply + 2 < len(thoughts):
            came += (1.0 - fade) * (thoughts[ply + 1] - came)
        while at >= 0 and plies[at] == ply:
            targets[at] = came[seen_by[at]]
            at -= 1


@rule
def note(state: State, side: int, desks: Desks, at: int, kept: Kept) -> None:
    desk = desks[0]
    kept.galleons[at] = describe(state, side, desk)
    kept.table[at] = desk.on_table
    kept.sea[at] = desk.on_galleon


def empty_kept(most: int) -> Kept:
    return Kept(
        np.zeros((most, N_TABLE), np.float32),
        np.zeros((most, MOST_GALLEONS, N_GALLEON), np.float32),
        np.zeros(most, np.int8),
        np.zeros((most, 2), np.float32),
    )


def harvested(states: States, mind: Mind, matelot: Weights, manner: Manner, games: int, seed: int) -> Kept:
    kept = empty_kept(int(1.1 * games * PLIES / manner.every) + MOST_PLIES)
    n = harvest(states, mind, matelot, manner, games, seed, kept)
    return Kept(kept.table[:n], kept.sea[:n], kept.galleons[:n], kept.targets[:n])


# --- fitting ---


def fit(
    start: Models | None, widths: tuple[int, int, int], kept: Kept, epochs: int, rate: float, seed: int
) -> tuple[Models, float]:
    """A model fitted to these positions, from a start or from nothing; and its loss on those held out."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    weights: dict[str, Any] = {}
    begun = {} if start is None else weights_in(start)
    for name, shape in shapes_of(*widths).items():
        value = torch.zeros(shape) if "bias" in name else torch.randn(shape) * math.sqrt(1.0 / shape[0])
        weights[name] = (torch.tensor(begun[name]) if name in begun else value).requires_grad_()
    table, sea, galleons, targets = (torch.from_numpy(part) for part in kept)
    slots = torch.arange(MOST_GALLEONS)[None, :, None]
    loss_of = torch.nn.BCEWithLogitsLoss()

    def loss(rows: Any) -> Any:
        mask = (slots < galleons[rows][:, None, None]).float()
        encoded = torch.relu(sea[rows] @ weights["galleon"] + weights["galleon_bias"]) * mask
        hidden = torch.relu(table[rows] @ weights["table"] + encoded.sum(1) @ weights["sea"] + weights["table_bias"])
        last = torch.relu(hidden @ weights["last"] + weights["last_bias"])
        return loss_of(last @ weights["out"] + weights["out_bias"], targets[rows])

    held, order = len(targets) // 20, np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(list(weights.values()), lr=rate, weight_decay=1e-3)
    steps = epochs * ((len(targets) - held) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=steps + 1, pct_start=0.1)
    for _ in range(epochs):
        rows = torch.from_numpy(order.permutation(len(targets) - held) + held)
        for at in range(0, len(rows) - BATCH + 1, BATCH):
            optimiser.zero_grad(set_to_none=True)
            loss(rows[at : at + BATCH]).backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        left = float(loss(torch.arange(held)))
    return model_from({name: value.detach().numpy() for name, value in weights.items()}), left


def save(models: Models, path: Path, made: str) -> None:
    weights: dict[str, Any] = {name: value.astype(np.float16) for name, value in weights_in(models).items()}
    np.savez_compressed(path, **weights, made=np.array(made))


def train(arguments: argparse.Namespace) -> None:
    game = Korsar.load(seats=arguments.seats, teams=arguments.teams)
    states, matelot = game._empty(), weights_of("matelot", arguments.seats, arguments.teams)
    out, table = Path(arguments.out), table_name(arguments.seats, arguments.teams)
    path = out / f"amiral-{table}{arguments.member}.npz"
    others = [read_model(each) for each in paths_of(out, f"amiral-{table}") if each != path and arguments.go_on]
    own = read_model(path) if arguments.go_on and path.exists() else None
    models = np.concatenate([*others, *([] if own is None else [own])]) if arguments.go_on else None
    window: list[Kept] = []
    for turn in range(int(arguments.go_on), arguments.rounds):
        began, before = time.process_time(), models
        every = max(1, round(arguments.games * PLIES / arguments.positions))
        played = Manner(arguments.guests, 0.03, arguments.fade, every)
        manner = played if before is not None else Manner(1.0, 0.0, 1.0, every)
        mind = mind_of(np.zeros(1, MODEL) if before is None else before)
        kept = harvested(states, mind, matelot, manner, arguments.games, (turn + 1) * 10_000_000)
        window = [*window[-1:], kept] if turn > 1 else [kept]
        together = Kept(*(np.concatenate(parts) for parts in zip(*window, strict=True)))
        start = own if own is not None and widths_of(own) == arguments.widths else None
        epochs, rate = (6, 3e-3) if start is None else (4, 1.5e-3)
        own, left = fit(start, arguments.widths, together, epochs, rate, turn)
        save(own, path if before is not None else out / f"capitaine-{table}.npz", f"{made_by(arguments)}, round {turn}")
        models = np.concatenate([*others, own])
        mind, against = mind_of(models), mind_of(models if before is None else before)
        line = f"round {turn}: {len(kept.targets)} positions, loss {left:.4f}, "
        line += f"against matelot {told(match(states, mind, against, matelot, CHECKED, 1 << 40))}"
        if before is not None:
            line += f", against the round before {told(match(states, mind, against, RANDOM, CHECKED, 1 << 41))}"
        print(f"{line}, {time.process_time() - began:.0f} s", flush=True)


def made_by(arguments: argparse.Namespace) -> str:
    """The command that a model was made by."""
    words = [f"--{name} {getattr(arguments, name)}" for name in ("rounds", "games", "positions", "guests", "fade")]
    words += [
        f"--widths {','.join(map(str, arguments.widths))}",
        f"--member={arguments.member}" * bool(arguments.member),
    ]
    words += ["--teams" * arguments.teams, "--go-on" * arguments.go_on]
    return " ".join(["python -m training.korsar --seats", str(arguments.seats), *filter(None, words)])


def widths(text: str) -> tuple[int, int, int]:
    encoders, units, last = map(int, text.split(","))
    return encoders, units, last


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m training.korsar", description=__doc__)
    option = parser.add_argument
    option("--seats", type=int, default=2)
    option("--teams", action="store_true")
    option("--rounds", type=int, default=8)
    option("--games", type=int, default=50_000, help="of a round")
    option("--positions", type=int, default=500_000, help="kept from a round")
    option("--guests", type=float, default=0.4, help="the chance that a side is a matelot")
    option("--fade", type=float, default=0.95, help="λ of what a position came to")
    option("--widths", type=widths, default=(24, 48, 24), help="units of the layers: of galleons, of all, the last")
    option("--member", default="", help="which of amiral's models is fitted, as .1; all of them play")
    option("--go-on", action="store_true", help="from the amiral there is")
    option("--out", default=str(DIRECTORY), help="the directory of the models")
    try:
        train(parser.parse_args())
    except KeyboardInterrupt:
        print("stopped; the last whole round is kept")


if __name__ == "__main__":
    main()
