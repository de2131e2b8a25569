"""A small fitted model: what a position is worth to a side, from what that side sees.

Every galleon at sea goes through one small layer, and the sum of what comes out joins the rest of the position.
"""

from __future__ import annotations

import math
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.bots.korsar import outlook
from corsaires.bots.korsar.outlook import N_GALLEON, N_TABLE, OUTLOOK, Floats, describe
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import Records
from corsaires.games.korsar.state import State

ENCODED: Final = 24
HIDDEN: Final = 48
LAST: Final = 24
OUTPUTS: Final = 2  # the share of the win, and the margin squeezed into 0 to 1

MARGIN: Final = 20.0  # gold ahead that counts as well ahead

Floats64 = npt.NDArray[np.float64]

MODEL: Final = np.dtype(
    (
        np.record,
        [
            ("galleon", np.float32, (N_GALLEON, ENCODED)),
            ("galleon_bias", np.float32, ENCODED),
            ("table", np.float32, (N_TABLE, HIDDEN)),
            ("sea", np.float32, (ENCODED, HIDDEN)),
            ("table_bias", np.float32, HIDDEN),
            ("last", np.float32, (HIDDEN, LAST)),
            ("last_bias", np.float32, LAST),
            ("out", np.float32, (LAST, OUTPUTS)),
            ("out_bias", np.float32, OUTPUTS),
        ],
    )
)
# Room to work in: what is known about a position and the layers of the model.
DESK: Final = np.dtype(
    (
        np.record,
        [
            *OUTLOOK,
            ("encoded", np.float32, ENCODED),
            ("sea", np.float32, ENCODED),
            ("hidden", np.float32, HIDDEN),
            ("last", np.float32, LAST),
            ("out", np.float64, OUTPUTS),
        ],
    )
)


class Model(Protocol):
    galleon: Floats
    galleon_bias: Floats
    table: Floats
    sea: Floats
    table_bias: Floats
    last: Floats
    last_bias: Floats
    out: Floats
    out_bias: Floats


class Desk(outlook.Desk, Protocol):
    encoded: Floats
    sea: Floats
    hidden: Floats
    last: Floats
    out: npt.NDArray[np.float64]


Models = Records
Desks = Records


# --- the model ---


@rule
def appraise(state: State, side: int, model: Model, desk: Desk) -> None:
    """Write into desk.out the share of the win and the squeezed margin that this side may expect."""
    galleons = describe(state, side, desk)
    work_out(model, desk, galleons)


@rule
def work_out(model: Model, desk: Desk, galleons: int) -> None:
    encode_sea(model, desk, galleons)
    hidden, bias, on_table = desk.hidden, model.table_bias, desk.on_table
    for j in range(HIDDEN):
        hidden[j] = bias[j]
    weights = model.table
    for i in range(N_TABLE):
        x = on_table[i]
        if x != 0.0:
            for j in range(HIDDEN):
                hidden[j] += x * weights[i, j]
    weights = model.sea
    for i in range(ENCODED):
        x = desk.sea[i]
        if x != 0.0:
            for j in range(HIDDEN):
                hidden[j] += x * weights[i, j]
    conclude(model, desk)


@rule
def encode_sea(model: Model, desk: Desk, galleons: int) -> None:
    encoded, sea, weights, bias = desk.encoded, desk.sea, model.galleon, model.galleon_bias
    for j in range(ENCODED):
        sea[j] = 0.0
    for at in range(galleons):
        for j in range(ENCODED):
            encoded[j] = bias[j]
        for i in range(N_GALLEON):
            x = desk.on_galleon[at, i]
            if x != 0.0:
                for j in range(ENCODED):
                    encoded[j] += x * weights[i, j]
        for j in range(ENCODED):
            if encoded[j] > 0.0:
                sea[j] += encoded[j]


@rule
def conclude(model: Model, desk: Desk) -> None:
    hidden, last, weights, bias = desk.hidden, desk.last, model.last, model.last_bias
    for j in range(LAST):
        last[j] = bias[j]
    for i in range(HIDDEN):
        x = hidden[i]
        if x > 0.0:
            for j in range(LAST):
                last[j] += x * weights[i, j]
    for k in range(OUTPUTS):
        logit = float(model.out_bias[k])
        for i in range(LAST):
            if last[i] > 0.0:
                logit += float(last[i]) * float(model.out[i, k])
        desk.out[k] = 1.0 / (1.0 + math.exp(-logit))
