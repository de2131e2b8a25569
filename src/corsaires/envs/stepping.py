"""The compiled loops of the environments: many games over contiguous arrays, a row each."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.envs.contract import (
    MOST_ACTIONS,
    Actions,
    Numbers,
    Rewards,
    act,
    bot_acts,
    ended,
    list_actions,
    observe,
    open_game,
    pay,
    seat_to_act,
)
from corsaires.games.kernel.jit import brief, rule
from corsaires.games.kernel.layout import Records
from corsaires.games.kernel.rng import Rng, below

Masks = npt.NDArray[np.int8]
Flags = npt.NDArray[np.bool_]
Span = tuple[int, int]  # the first game and the one after the last

ANEW: Final = -1  # instead of an action: begin the game anew
OVER: Final = -1  # instead of the seat to act
ANYWHERE: Final = -1  # instead of a seat: drawn by lot for every game
BLOCK: Final = 64  # numbers that are added up at once


class Shown(NamedTuple):
    """What a batch shows, a row a game. Every step writes over it."""

    observations: Numbers  # of the seat to act
    masks: Masks  # 1 for every action that is legal for it
    turns: Actions  # the seat to act
    rewards: Rewards  # by seat: of the game that this step ended, else noughts
    over: Flags  # whether this step ended a game


@rule
def show(states: Records, i: int, aids: Any, actions: Actions, numbers: Numbers, mask: Masks) -> int:
    """What the seat to act observes and may do; which seat that is. `actions` is scratch space."""
    seat = seat_to_act(states, i)
    observe(states, i, aids, seat, numbers)
    mask[:] = 0
    for at in range(list_actions(states, i, aids, actions)):
        mask[actions[at]] = 1
    return seat


@rule
def step_games(states: Records, span: Span, aids: Any, rngs: Rng, chosen: Actions, shown: Shown, how: int) -> None:
    """Do an action in every game, or begin it anew; one that ends is paid, and the next begins."""
    actions = np.empty(MOST_ACTIONS, np.int64)
    for i in range(span[0], span[1]):
        shown.over[i] = False
        shown.rewards[i] = 0.0
        if chosen[i] != ANEW:
            act(states, i, aids, chosen[i], rngs[i])
            if ended(states, i):
                shown.over[i] = True
                pay(states, i, how, shown.rewards[i])
        if shown.over[i] or chosen[i] == ANEW:
            open_game(states, i, aids, rngs[i])
        shown.turns[i] = show(states, i, aids, actions, shown.observations[i], shown.masks[i])


@brief
def step_game(  # noqa: PLR0913, PLR0917  # named arrays in a tuple would take a third of the time
    states: Records,
    aids: Any,
    rng: Rng,
    action: int,
    actions: Actions,
    numbers: Numbers,
    mask: Masks,
    rewards: Rewards,
    how: int,
) -> int:
    """The same in one game, but when it ends no other begins; the seat to act, or OVER."""
    if action == ANEW:
        open_game(states, 0, aids, rng)
    else:
        act(states, 0, aids, action, rng)
        if ended(states, 0):
            pay(states, 0, how, rewards)
            return OVER
    return show(states, 0, aids, actions, numbers, mask)


@brief
def look(states: Records, i: int, aids: Any, seat: int, numbers: Numbers) -> None:
    """What a seat observes, whether it is to act or not."""
    observe(states, i, aids, seat, numbers)


@brief
def legal(states: Records, i: int, aids: Any, actions: Actions) -> int:
    """The legal actions of the seat to act."""
    return list_actions(states, i, aids, actions)


@brief
def earn(states: Records, i: int, how: int, rewards: Rewards) -> None:
    """What a finished game pays."""
    pay(states, i, how, rewards)


# --- one learner among bots ---


class Among(NamedTuple):
    """A learner's place in every game, and what came of it."""

    bots: Records  # the weights of the others
    seat: int  # where the learner sits, or ANYWHERE
    earned: npt.NDArray[np.float64]  # by the learner, in this step
    final: Numbers  # what it observed at the end of a game


@rule
def seat_learner(states: Records, i: int, aids: Any, rng: Rng, among: Among, shown: Shown) -> None:
    """Begin a game and let the bots play up to the learner's first turn."""
    seat = among.seat if among.seat != ANYWHERE else below(rng, shown.rewards.shape[1])
    shown.turns[i] = seat
    open_game(states, i, aids, rng)
    bots_play(states, i, aids, rng, among.bots, seat)


@rule
def bots_play(states: Records, i: int, aids: Any, rng: Rng, bots: Records, seat: int) -> None:
    """The bots play until this seat is to act or the game is over."""
    while not ended(states, i) and seat_to_act(states, i) != seat:
        bot_acts(states, i, aids, bots, rng)


@rule
def step_among(  # noqa: PLR0913, PLR0917  # all that there is to write into
    states: Records, span: Span, aids: Any, rngs: Rng, chosen: Actions, among: Among, shown: Shown, how: int
) -> None:
    """Do the learner's action in every game, or begin it anew, then the bots' up to its next turn.

    Where a game ends, the next begins.
    """
    actions = np.empty(MOST_ACTIONS, np.int64)
    for i in range(span[0], span[1]):
        seat, rng = shown.turns[i], rngs[i]
        shown.over[i] = False
        among.earned[i] = 0.0
        if chosen[i] != ANEW:
            act(states, i, aids, chosen[i], rng)
            bots_play(states, i, aids, rng, among.bots, seat)
            shown.over[i] = ended(states, i)
        if shown.over[i]:
            pay(states, i, how, shown.rewards[i])
            among.earned[i] = shown.rewards[i, seat]
            observe(states, i, aids, seat, among.final[i])
        if shown.over[i] or chosen[i] == ANEW:
            seat_learner(states, i, aids, rng, among, shown)
        show(states, i, aids, actions, shown.observations[i], shown.masks[i])


# --- choices ---


@rule
def illegal(masks: Masks, chosen: Actions) -> int:
    """The first game whose action is not legal, or -1."""
    for i in range(len(masks)):
        if not 0 <= chosen[i] < masks.shape[1] or not masks[i, chosen[i]]:
            return i
    return -1


@rule
def pick(masks: Masks, rng: Rng, chosen: Actions) -> None:
    """For every game a legal action, all equally likely."""
    for i in range(len(masks)):
        mask, count, start = masks[i], 0, 0
        for action in range(len(mask)):
            count += mask[action]
        left = below(rng, count)
        while True:
            here = 0
            for action in range(start, min(start + BLOCK, len(mask))):
                here += mask[action]
            if left < here:
                break
            left -= here
            start += BLOCK
        while left > 0 or not mask[start]:
            left -= mask[start]
            start += 1
        chosen[i] = start
