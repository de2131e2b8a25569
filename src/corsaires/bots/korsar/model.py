"""Small fitted models: what a position is worth to a side, from what that side sees.

Every galleon at sea goes through one small layer, and the sum of what comes out joins the rest of the position. Several
models are asked together, and the mean of what they think counts: each errs in its own way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.bots.korsar import outlook
from corsaires.bots.korsar.outlook import N_GALLEON, N_TABLE, OUTLOOK, Floats, describe
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import Records, lined
from corsaires.games.kernel.rows import add_rows, padded
from corsaires.games.korsar.state import State

# The most units of each layer, a multiple of what is added at a time; a model says how many it has.
ENCODED: Final = 48
HIDDEN: Final = 128
LAST: Final = 32
ZERO: Final = np.float32(0.0)
OUTPUTS: Final = 2  # the share of the win, and the margin squeezed into 0 to 1; `conclude` works out both

MARGIN: Final = 20.0  # gold ahead that counts as well ahead

Floats64 = npt.NDArray[np.float64]

# Weights of a layer stand row after row, as `add_rows` wants them.
MODEL: Final = lined(
    [
        ("galleon", np.float32, N_GALLEON * ENCODED),
        ("galleon_bias", np.float32, ENCODED),
        ("table", np.float32, N_TABLE * HIDDEN),
        ("sea", np.float32, ENCODED * HIDDEN),
        ("table_bias", np.float32, HIDDEN),
        ("last", np.float32, HIDDEN * LAST),
        ("last_bias", np.float32, LAST),
        ("out", np.float32, (LAST, OUTPUTS)),
        ("out_bias", np.float32, OUTPUTS),
        ("encoders", np.int64),
        ("units", np.int64),
        ("last_units", np.int64),
    ]
)
# Room to work in: what is known about a position and the layers of the model.
DESK: Final = lined(
    [
        *OUTLOOK,
        ("galleons", np.int64),  # how many of them there are to look at
        ("encoded", np.float32, ENCODED),
        ("sea", np.float32, ENCODED),
        ("hidden", np.float32, HIDDEN),
        ("last", np.float32, LAST),
        ("out", np.float64, OUTPUTS),
    ]
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
    encoders: int
    units: int
    last_units: int


class Desk(outlook.Desk, Protocol):
    galleons: int
    encoded: Floats
    sea: Floats
    hidden: Floats
    last: Floats
    out: npt.NDArray[np.float64]


Models = Records
Desks = Records


def shapes_of(encoders: int, units: int, last: int) -> dict[str, tuple[int, ...]]:
    """The weights of a model with so many units in its layers."""
    return {
        "galleon": (N_GALLEON, encoders),
        "galleon_bias": (encoders,),
        "table": (N_TABLE, units),
        "sea": (encoders, units),
        "table_bias": (units,),
        "last": (units, last),
        "last_bias": (last,),
        "out": (last, OUTPUTS),
        "out_bias": (OUTPUTS,),
    }


def model_from(weights: Mapping[str, npt.NDArray[Any]]) -> Models:
    """A model with these weights."""
    models = np.zeros(1, MODEL)
    models["encoders"], models["units"], models["last_units"] = *weights["sea"].shape, len(weights["out"])
    for name, shape in shapes_of(*widths_of(models)).items():
        place_of(models, name, shape)[:] = weights[name]
    return models


def weights_in(models: Models) -> dict[str, npt.NDArray[np.float32]]:
    return {name: place_of(models, name, shape).copy() for name, shape in shapes_of(*widths_of(models)).items()}


def place_of(models: Models, name: str, shape: tuple[int, ...]) -> Floats:
    """Where the first model has its weights of this name and shape."""
    place: Floats = models[name][0]
    if place.ndim < len(shape):
        place = place[: shape[0] * padded(shape[1])].reshape(shape[0], -1)
    return place[tuple(map(slice, shape))]


def quickest(models: Models) -> Models:
    """The narrowest of these models."""
    at = int(np.argmin(models["units"]))
    return models[at : at + 1]


def widths_of(models: Models) -> tuple[int, int, int]:
    return int(models["encoders"][0]), int(models["units"][0]), int(models["last_units"][0])


# --- the model ---


@rule
def appraise(state: State, side: int, models: Models, desk: Desk) -> None:
    """Write into desk.out the share of the win and the squeezed margin that this side may expect."""
    ponder(models, desk, describe(state, side, desk))


@rule
def ponder(models: Models, desk: Desk, galleons: int) -> None:
    """The same, of what is described there already."""
    for k in range(OUTPUTS):
        desk.out[k] = 0.0
    for at in range(len(models)):
        work_out(models[at], desk, galleons)
    for k in range(OUTPUTS):
        desk.out[k] = 1.0 / (1.0 + math.exp(-desk.out[k] / len(models)))


@rule
def work_out(model: Model, desk: Desk, galleons: int) -> None:
    """Add what one model thinks to desk.out, before it is made a number between 0 and 1."""
    encode_sea(model, desk, galleons)
    hidden, bias, units = desk.hidden, model.table_bias, padded(model.units)
    for j in range(units):
        hidden[j] = bias[j]
    add_rows(hidden, desk.on_table, model.table, N_TABLE, units)
    add_rows(hidden, desk.sea, model.sea, model.encoders, units)
    rectify(hidden, units)
    conclude(model, desk)


@rule
def encode_sea(model: Model, desk: Desk, galleons: int) -> None:
    encoded, sea, bias, units = desk.encoded, desk.sea, model.galleon_bias, padded(model.encoders)
    for j in range(units):
        sea[j] = 0.0
    for at in range(galleons):
        for j in range(units):
            encoded[j] = bias[j]
        add_rows(encoded, desk.on_galleon[at], model.galleon, N_GALLEON, units)
        rectify(encoded, units)
        for j in range(units):
            sea[j] += encoded[j]


@rule
def conclude(model: Model, desk: Desk) -> None:
    last, bias, units = desk.last, model.last_bias, padded(model.last_units)
    for j in range(units):
        last[j] = bias[j]
    add_rows(last, desk.hidden, model.last, model.units, units)
    rectify(last, units)
    share, margin = float(model.out_bias[0]), float(model.out_bias[1])
    for i in range(model.last_units):  # side by side: neither waits for the other
        share += float(last[i]) * float(model.out[i, 0])
        margin += float(last[i]) * float(model.out[i, 1])
    desk.out[0] += share
    desk.out[1] += margin


@rule
def rectify(layer: Floats, units: int) -> None:
    for j in range(units):
        layer[j] = max(layer[j], ZERO)
