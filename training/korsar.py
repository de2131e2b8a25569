"""Fit the model of Korsar on self-play: `python -m training.korsar --seats 2 [--teams]`.

Games between bots are played in compiled code, positions are kept with what each side got in the end, a model is
fitted to them, and the next games are played by that model; a new model is kept only if it beats the one before.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.korsar.duplicate import RANDOM, share_of_win
from corsaires.bots.korsar.foresight import foresee, margin_of, squeezed
from corsaires.bots.korsar.matelot import matelot_move
from corsaires.bots.korsar.model import (
    DESK,
    MODEL,
    MOST_GALLEONS,
    N_GALLEON,
    N_TABLE,
    Desks,
    Models,
    appraise,
    describe,
)
from corsaires.bots.korsar.weighing import weights_of
from corsaires.bots.weights import Weights
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, reseed
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.rules import DRAW, MAX_MOVES, Moves, apply, clear, legal_moves, shuffle, side_of
from corsaires.games.korsar.sight import see_into
from corsaires.games.korsar.state import MAX_SIDES, Sights, State, States, new_states

WEIGHTS: Final = Path("src/corsaires/bots/korsar/weights")
MOST_PLIES: Final = 1024
SLIPS: Final = 30  # one move in so many is any legal one, so that the model learns of it

Floats = npt.NDArray[np.float64]


# --- playing ---


@rule
def softly(values: Floats, count: int, heat: float, rng: Rng) -> int:
    """An index drawn by the values; heat 0: the best."""
    best = 0
    for at in range(count):
        if values[at] > values[best]:
            best = at
    if heat == 0.0:
        return best
    total = 0.0
    for at in range(count):
        total += math.exp((values[at] - values[best]) / heat)
    draw = below(rng, 1 << 30) / (1 << 30) * total
    for at in range(count):
        draw -= math.exp((values[at] - values[best]) / heat)
        if draw < 0.0:
            return at
    return best


@rule
def model_move(
    states: States,
    i: int,
    models: Models,
    desks: Desks,
    tried: States,
    moves: Moves,
    values: Floats,
    heat: float,
    rng: Rng,
) -> int:
    count = legal_moves(states[i], moves)
    if count == 1:
        return int(moves[0])
    foresee(states, i, moves, count, models[0], desks[0], tried, values)
    return int(moves[softly(values, count, heat, rng)])


@rule
def match(
    states: States,
    sights: Sights,
    tried: States,
    models: Models,
    others: Models,
    desks: Desks,
    deals: int,
    seed: int,
    heuristic: Weights,
) -> Floats:
    """The model's share of the win in each deal, the mean over every side, against another model or matelot."""
    state, rng, moves, values = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    sides = state.seats >> state.teams
    shares = np.zeros(deals)
    for deal in range(deals):
        for side in range(sides):
            reseed(rng, seed + deal)
            clear(state, 0)
            shuffle(state, rng)
            reseed(rng, (seed + deal) * sides + side)
            while not state.over:
                if side_of(state, state.turn) == side:
                    move = model_move(states, 0, models, desks, tried, moves, values, 0.0, rng)
                elif len(heuristic):
                    see_into(state, state.turn, sights[0])
                    move = matelot_move(sights, 0, heuristic, rng)
                else:
                    move = model_move(states, 0, others, desks, tried, moves, values, 0.0, rng)
                apply(state, move)
            shares[deal] += share_of_win(state, side) / sides
    return shares


@rule
def harvest(
    states: States,
    sights: Sights,
    tried: States,
    models: Models,
    desks: Desks,
    games: int,
    seed: int,
    pool: Weights,
    share: float,
    heat: float,
    fade: float,
    every: int,
    table: npt.NDArray[np.float32],
    sea: npt.NDArray[np.float32],
    galleons: npt.NDArray[np.int8],
    targets: npt.NDArray[np.float32],
) -> int:
    """Play games and keep about one position in `every`, seen by a side drawn by lot; how many were kept.

    What a position came to is the end of the game, or what the model thought of the positions after it, the nearer
    the more (TD(λ) with λ = fade).
    """
    state, rng, moves, values = states[0], np.zeros(4, np.int64), np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    sides = state.seats >> state.teams
    owners, plies = np.empty(MOST_PLIES, np.int64), np.empty(MOST_PLIES, np.int64)
    guests = np.zeros(MAX_SIDES, np.bool_)
    thoughts, came = np.zeros((MOST_PLIES, MAX_SIDES, 2)), np.zeros((MAX_SIDES, 2))
    kept = 0
    for game in range(games):
        reseed(rng, seed + game)
        clear(state, 0)
        shuffle(state, rng)
        start, ply = kept, 0
        for side in range(sides):
            guests[side] = below(rng, 1 << 20) < share * (1 << 20)
        while not state.over:
            if below(rng, SLIPS) == 0:
                move = int(moves[below(rng, legal_moves(state, moves))])
            elif guests[side_of(state, state.turn)]:
                see_into(state, state.turn, sights[0])
                move = matelot_move(sights, 0, pool, rng)
            else:
                move = model_move(states, 0, models, desks, tried, moves, values, heat, rng)
            seat, mover = int(state.turn), side_of(state, int(state.turn))
            take = below(rng, every) == 0 and kept < len(targets)
            side, blind = below(rng, sides), move == DRAW and below(rng, 2) == 0
            if guests[side] and share < 1.0:
                side = below(rng, sides)
            apply(state, move)
            if fade < 1.0 and not state.over:
                for each in range(sides):
                    appraise(state, each, models[0], desks[0])
                    thoughts[ply, each] = desks[0].out
            if take and not state.over:
                tried[0] = state
                if blind:  # as the mover values a draw before looking
                    side = mover
                    tried[0].hand[seat, int(state.deck[state.in_deck])] -= 1
                note(tried[0], side, desks, kept, table, sea, galleons)
                owners[kept - start], plies[kept - start] = side, ply
                kept += 1
            ply += 1
        for side in range(sides):
            came[side, 0], came[side, 1] = share_of_win(state, side), squeezed(margin_of(state, side))
        at = kept - 1
        for back in range(ply - 2, -1, -1):  # what came of the position after ply `back`
            if fade < 1.0 and back + 1 < ply - 1:
                came += (1.0 - fade) * (thoughts[back + 1] - came)
            while at >= start and plies[at - start] == back:
                targets[at] = came[owners[at - start]]
                at -= 1
    return kept


@rule
def note(
    state: State,
    side: int,
    desks: Desks,
    at: int,
    table: npt.NDArray[np.float32],
    sea: npt.NDArray[np.float32],
    galleons: npt.NDArray[np.int8],
) -> None:
    desk = desks[0]
    count = describe(state, side, desk)
    for i in range(N_TABLE):
        table[at, i] = desk.on_table[i]
    for g in range(count):
        for i in range(N_GALLEON):
            sea[at, g, i] = desk.on_galleon[g, i]
    galleons[at] = count


# --- fitting ---


def fit(
    start: Any, table: Any, sea: Any, galleons: Any, targets: Any, epochs: int, seed: int, rate: float
) -> tuple[Any, float]:
    """A model fitted to these positions, from a start or from nothing; and its loss on those held out."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    sizes = {name: MODEL[name].shape for name in MODEL.names}
    weights = {}
    for name, shape in sizes.items():
        if start is not None:
            value = torch.tensor(start[name][0].copy())
        elif "bias" in name:
            value = torch.zeros(shape)
        else:
            value = torch.randn(shape) * math.sqrt(1.0 / shape[0])
        weights[name] = value.requires_grad_()

    def forward(x: Any, g: Any, mask: Any) -> Any:
        encoded = torch.relu(g @ weights["galleon"] + weights["galleon_bias"]) * mask
        hidden = torch.relu(x @ weights["table"] + encoded.sum(1) @ weights["sea"] + weights["table_bias"])
        last = torch.relu(hidden @ weights["last"] + weights["last_bias"])
        return last @ weights["out"] + weights["out_bias"]

    n = len(targets)
    held = n // 20
    loss_of = torch.nn.BCEWithLogitsLoss()
    optimiser = torch.optim.AdamW(list(weights.values()), lr=rate, weight_decay=1e-3)
    batch = 1024
    steps = epochs * ((n - held) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=steps + 1, pct_start=0.1)
    order_rng = np.random.default_rng(seed)
    x_all, g_all = torch.from_numpy(table), torch.from_numpy(sea)
    k_all, y_all = torch.from_numpy(galleons), torch.from_numpy(targets)
    slots = torch.arange(MOST_GALLEONS)[None, :, None]

    def batch_of(rows: Any) -> Any:
        k = k_all[rows]
        most = max(1, int(k.max()))
        mask = (slots[:, :most] < k[:, None, None]).float()
        return x_all[rows].float(), g_all[rows][:, :most].float(), mask, y_all[rows]

    for _epoch in range(epochs):
        order = torch.from_numpy(order_rng.permutation(n - held) + held)
        for at in range(0, len(order) - batch + 1, batch):
            x, g, mask, y = batch_of(order[at : at + batch])
            optimiser.zero_grad(set_to_none=True)
            loss = loss_of(forward(x, g, mask), y)
            loss.backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        losses = []
        for at in range(0, held, 4096):
            x, g, mask, y = batch_of(torch.arange(at, min(at + 4096, held)))
            losses.append((float(loss_of(forward(x, g, mask), y)), len(y)))
        loss_held = sum(a * b for a, b in losses) / sum(b for _, b in losses)
    model = np.zeros(1, MODEL)
    for name, value in weights.items():
        model[name][0] = value.detach().numpy()
    return model, loss_held


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--teams", action="store_true")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--kept", type=int, default=600_000)
    parser.add_argument("--window", type=int, default=2)
    parser.add_argument("--guests", type=float, default=0.3)
    parser.add_argument("--fade", type=float, default=0.95)
    parser.add_argument("--start", default=None)
    parser.add_argument("--out", default=None)
    args = parser.parse_args()
    game = Korsar.load(seats=args.seats, teams=args.teams)
    states, sights, tried, desks = game._empty(), new_states(), new_states(), np.zeros(1, DESK)
    model, previous = np.zeros(1, MODEL), None
    pool = weights_of("matelot", args.seats, args.teams)
    out = Path(args.out or WEIGHTS / f"{args.seats}{'-teams' if args.teams else ''}.npz")
    past: list[Any] = []
    if args.start:
        with np.load(args.start) as kept_weights:
            for name in MODEL.names:
                model[name][0] = kept_weights[name]
        previous = model.copy()
    for turn in range(args.rounds):
        began = time.process_time()
        n = args.kept
        table, sea = np.zeros((n, N_TABLE), np.float32), np.zeros((n, MOST_GALLEONS, N_GALLEON), np.float32)
        galleons, targets = np.zeros(n, np.int8), np.zeros((n, 2), np.float32)
        every = max(1, round(args.games * 125 / n))
        kept = harvest(
            states,
            sights,
            tried,
            model,
            desks,
            args.games,
            1 + turn * 10_000_000,
            pool,
            1.0 if previous is None else args.guests,
            0.03,
            1.0 if previous is None else args.fade,
            every,
            table,
            sea,
            galleons,
            targets,
        )
        played = time.process_time() - began
        past.append((table[:kept], sea[:kept], galleons[:kept], targets[:kept]))
        past = past[-args.window :] if turn > 1 else past[-1:]
        data = [np.concatenate(parts) for parts in zip(*past, strict=True)]
        fresh, loss = fit(
            previous, *data, epochs=6 if previous is None else 4, seed=turn, rate=3e-3 if previous is None else 1.5e-3
        )
        shares = match(states, sights, tried, fresh, fresh, desks, 1000, 1 << 40, pool)
        line = (
            f"round {turn}: kept {kept}, play {played:.0f}s, all {time.process_time() - began:.0f}s, loss {loss:.4f}, "
        )
        line += f"vs matelot {shares.mean():.3f} ± {1.96 * shares.std() / math.sqrt(len(shares)):.3f}"
        if previous is not None:
            head = match(states, sights, tried, fresh, previous, desks, 1000, 1 << 41, RANDOM)
            line += f", vs before {head.mean():.3f} ± {1.96 * head.std() / math.sqrt(len(head)):.3f}"
        print(line, flush=True)
        model[:] = fresh
        previous = model.copy()
        out.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(out, **{name: model[name][0].astype(np.float16) for name in MODEL.names})


if __name__ == "__main__":
    main()
