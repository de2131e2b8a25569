"""A policy for two-player Korsar in plain numpy: every legal action is scored by what it does, by one small network.

An action's features are those of its card, of the galleon it is played on, and of the whole table as its player sees
it, all read off the observation (docs/envs.md). So what is learnt of one berth or colour holds for the others.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.envs.coding import Coding
from corsaires.envs.korsar.coding import BERTHS, FIRST_DISCARD, FIRST_LAY, FIRST_PLAY
from corsaires.games.korsar.cards import ADMIRAL, FIRST_CAPTAIN, FIRST_PIRATE, KINDS, N_COLOURS, STRENGTHS

Floats = npt.NDArray[np.floating[Any]]
Ints = npt.NDArray[np.int64]

DRAW, LAY, PIRATE, CAPTAIN, THE_ADMIRAL, DISCARD = range(6)
TYPES: Final = 6
FACTS: Final = 12  # of the table
FEATURES: Final = TYPES + 20 + FACTS
HIDDEN: Final = 64

_KINDS: Final = np.arange(KINDS)
_PIRATES: Final = (_KINDS >= FIRST_PIRATE) & (_KINDS < FIRST_CAPTAIN)
FORCE: Final = np.where(_PIRATES, (_KINDS - FIRST_PIRATE) % STRENGTHS + 1, 0).astype(np.float32)
COLOUR: Final = np.where(_PIRATES, (_KINDS - FIRST_PIRATE) // STRENGTHS, np.clip(_KINDS - FIRST_CAPTAIN, 0, 3))
GOLD: Final = np.where(_KINDS < FIRST_PIRATE, _KINDS + 2, 0).astype(np.float32)


class Choices(NamedTuple):
    """The legal actions of many tables, one after the other."""

    rows: Ints  # which table
    actions: Ints
    features: Floats
    starts: Ints  # where each table's begin
    facts: Floats  # a row a table


def choices_of(coding: Coding, observations: npt.NDArray[Any], masks: npt.NDArray[Any]) -> Choices:
    rows, actions = np.nonzero(masks)
    starts = np.searchsorted(rows, np.arange(len(masks)))
    parts = coding.parts(observations)
    hand, sea = parts["hand"].astype(np.float32), parts["sea"].astype(np.float32)
    facts = _facts(parts, hand, sea)
    types, kinds, berths = _read(actions)
    x = np.zeros((len(rows), FEATURES), np.float32)
    x[np.arange(len(rows)), types] = 1.0
    at = TYPES
    card = (types != DRAW)[:, None]
    x[:, at : at + 2] = np.stack([GOLD[kinds] / 8.0, FORCE[kinds] / 4.0], 1) * card
    at += 2
    played = (types == PIRATE) | (types == CAPTAIN) | (types == THE_ADMIRAL)
    there = sea[rows, berths] * played[:, None]
    x[:, at : at + 18] = _galleon(there, kinds, types, hand[rows], played)
    x[:, at + 18 :] = facts[rows]
    return Choices(rows, actions, x, starts, facts)


def _read(actions: Ints) -> tuple[Ints, Ints, Ints]:
    """The type, the kind of card and the berth of every action."""
    play = (actions >= FIRST_PLAY) & (actions < FIRST_DISCARD)
    kinds = np.where(play, FIRST_PIRATE + (actions - FIRST_PLAY) // BERTHS, np.clip(actions - FIRST_LAY, 0, None))
    kinds = np.where(actions >= FIRST_DISCARD, FIRST_PIRATE + actions - FIRST_DISCARD, kinds)
    types = np.select(
        [actions == 0, actions < FIRST_PLAY, actions >= FIRST_DISCARD, kinds < FIRST_CAPTAIN, kinds < ADMIRAL],
        [DRAW, LAY, DISCARD, PIRATE, CAPTAIN],
        THE_ADMIRAL,
    )
    return types, kinds, np.where(play, (actions - FIRST_PLAY) % BERTHS, 0)


def _facts(parts: dict[str, npt.NDArray[Any]], hand: Floats, sea: Floats) -> Floats:
    """What the table is like for the player: deck, hands, gold, and what would be taken."""
    deck, hands, gold = (parts[name].astype(np.float32) for name in ("deck", "hands", "gold"))
    value = sea[:, :, 0]
    columns = (
        deck[:, 0] / 78.0,
        deck[:, 0] == 0,
        deck[:, 0] < 8.0,
        hands[:, 0] / 10.0,
        hands[:, 1] / 10.0,
        (gold[:, 0] - gold[:, 1]) / 30.0,
        hand @ GOLD / 20.0,
        hand @ FORCE / 20.0,
        hand[:, FIRST_CAPTAIN:ADMIRAL].sum(1) / 2.0,
        hand[:, ADMIRAL],
        (value * sea[:, :, 4]).sum(1) / 10.0,
        (value * sea[:, :, 5]).sum(1) / 10.0,
    )
    return np.stack(columns, 1).astype(np.float32)


def _galleon(there: Floats, kinds: Ints, types: Ints, hand: Floats, played: npt.NDArray[np.bool_]) -> Floats:
    """The galleon that a card is played on, before and after, and what else of that colour is in hand."""
    rows, colour = np.arange(len(kinds)), COLOUR[kinds]
    mine, theirs = there[:, 8:12].sum(1), there[:, 12:16].sum(1)
    after = mine + FORCE[kinds] * (types == PIRATE) - theirs
    pirates = hand[:, FIRST_PIRATE:FIRST_CAPTAIN].reshape(-1, N_COLOURS, STRENGTHS)[rows, colour]
    led = there[:, 6] + there[:, 7]
    columns = (
        there[:, 0] / 8.0,
        *(there[:, at] for at in range(2, 8)),
        mine / 8.0,
        theirs / 8.0,
        after / 8.0,
        (after > 0) & played,
        (after == 0) & played,
        (after > 0) & played & (led == 0),
        (after > 0) & played & (there[:, 5] > 0),
        there[:, 0] * there[:, 5] / 8.0,
        there[:, 0] * there[:, 4] / 8.0,
        (pirates @ FORCE[FIRST_PIRATE : FIRST_PIRATE + STRENGTHS]) / 8.0 * (types == PIRATE),
        hand[rows, FIRST_CAPTAIN + colour] * (types == PIRATE),
    )
    return np.stack(columns, 1).astype(np.float32)


# --- the network ---


class Net:
    """One hidden layer, with Adam."""

    def __init__(self, inputs: int, hidden: int, rng: np.random.Generator) -> None:
        self.weights: list[Floats] = [
            (rng.standard_normal((inputs, hidden)) / inputs**0.5).astype(np.float32),
            np.zeros(hidden, np.float32),
            (rng.standard_normal(hidden) * 0.01).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self._first = [np.zeros_like(weight) for weight in self.weights]
        self._second = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def __call__(self, x: Floats) -> tuple[Floats, Floats]:
        """The outputs, and the hidden layer that `learn` wants back."""
        into, bias, out, shift = self.weights
        hidden = np.maximum(x @ into + bias, 0.0)
        scores: Floats = hidden @ out + shift
        return scores, hidden

    def learn(self, x: Floats, hidden: Floats, slopes: Floats, rate: float) -> None:
        """A step down these slopes of the outputs."""
        back = slopes[:, None] * self.weights[2] * (hidden > 0)
        self._adam([x.T @ back, back.sum(0), hidden.T @ slopes, slopes.sum(keepdims=True)], rate)

    def _adam(self, gradients: list[Floats], rate: float) -> None:
        self._steps += 1
        keep1, keep2 = 0.9, 0.999
        scale = rate * (1 - keep2**self._steps) ** 0.5 / (1 - keep1**self._steps)
        for n, gradient in enumerate(gradients):
            self._first[n] += (1 - keep1) * (gradient - self._first[n])
            self._second[n] += (1 - keep2) * (gradient**2 - self._second[n])
            self.weights[n] -= np.float32(scale) * self._first[n] / (self._second[n] ** 0.5 + 1e-8)


def softmax(scores: Floats, choices: Choices) -> Floats:
    """How likely every action is, table by table."""
    top = np.maximum.reduceat(scores, choices.starts)
    grown: Floats = np.exp(scores - top[choices.rows])
    chances: Floats = grown / np.add.reduceat(grown, choices.starts)[choices.rows]
    return chances


def drawn(chances: Floats, choices: Choices, rng: np.random.Generator) -> Ints:
    """The place of one choice a table, drawn by its chances."""
    total = np.cumsum(chances, dtype=np.float64)
    before = np.append(0.0, total)[choices.starts]
    ends = np.append(choices.starts[1:], len(choices.rows)) - 1
    picks = np.searchsorted(total, before + rng.random(len(choices.starts)) * (total[ends] - before), side="right")
    within: Ints = np.clip(picks, choices.starts, ends)
    return within


def best(scores: Floats, choices: Choices) -> Ints:
    """The place of the choice with the highest score, table by table."""
    top = np.maximum.reduceat(scores, choices.starts)
    places = np.flatnonzero(scores == top[choices.rows])
    return places[np.searchsorted(choices.rows[places], np.arange(len(choices.starts)))]
