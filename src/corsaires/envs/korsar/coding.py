"""Korsar in numbers: the table of actions and what a seat observes.

Galleons are counted as they lie at sea, the oldest first: the n-th is in *berth* n. So a berth means the same in the
actions and in the observation, and the first berths are always those in use.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from corsaires.bots.korsar.duplicate import move_of as bot_move
from corsaires.bots.korsar.duplicate import share_of_win
from corsaires.bots.weights import Weights
from corsaires.envs.contract import SCORE, WIN, Actions, Numbers, Rewards
from corsaires.games.kernel import bits
from corsaires.games.kernel.generic import supply
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.korsar.cards import FIRST_PIRATE, KINDS, N_COLOURS, N_GALLEONS
from corsaires.games.korsar.rules import (
    DISCARD,
    DRAW,
    LAY,
    STRIDE,
    Moves,
    apply,
    clear,
    gold_of,
    legal_moves,
    shuffle,
    side_of,
)
from corsaires.games.korsar.state import NOBODY, STATE, Sight, Sights, States

# Actions, in the order of the game's moves.
BERTHS: Final = N_GALLEONS
FIRST_LAY: Final = 1  # 0 is to draw
FIRST_PLAY: Final = FIRST_LAY + FIRST_PIRATE  # + (kind - FIRST_PIRATE) * BERTHS + berth
FIRST_DISCARD: Final = FIRST_PLAY + (KINDS - FIRST_PIRATE) * BERTHS  # + kind - FIRST_PIRATE
N_ACTIONS: Final = FIRST_DISCARD + KINDS - FIRST_PIRATE


class Aids(NamedTuple):
    sights: Sights  # room for one
    moves: Moves  # room for all


# --- actions ---


@rule
def galleon_in(at_sea: int, berth: int) -> int:
    """The number of the galleon in a berth."""
    for _ in range(berth):
        at_sea &= at_sea - 1
    return bits.first(at_sea)


@rule
def berth_of(at_sea: int, galleon: int) -> int:
    return bits.size(at_sea & ((1 << galleon) - 1))


@rule
def move_of(state: Sight, action: int) -> int:
    """The move that an action stands for."""
    if action == 0:
        return DRAW
    if action < FIRST_PLAY:
        return (action - FIRST_LAY) * STRIDE + LAY
    if action < FIRST_DISCARD:
        kind, berth = FIRST_PIRATE + (action - FIRST_PLAY) // BERTHS, (action - FIRST_PLAY) % BERTHS
        return kind * STRIDE + galleon_in(int(state.at_sea), berth)
    return (FIRST_PIRATE + action - FIRST_DISCARD) * STRIDE + DISCARD


@rule
def action_of(state: Sight, move: int) -> int:
    """The action that stands for a move."""
    if move == DRAW:
        return 0
    kind, target = move // STRIDE, move % STRIDE
    if target == LAY:
        return FIRST_LAY + kind
    if target == DISCARD:
        return FIRST_DISCARD + kind - FIRST_PIRATE
    return FIRST_PLAY + (kind - FIRST_PIRATE) * BERTHS + berth_of(int(state.at_sea), target)


@rule
def list_actions(states: States, i: int, aids: Aids, actions: Actions) -> int:
    state, moves = states[i], aids.moves
    count = legal_moves(state, moves)
    for at in range(count):
        actions[at] = action_of(state, moves[at])
    return count


@rule
def act(states: States, i: int, aids: Aids, action: int, rng: Rng) -> None:
    state = states[i]
    apply(state, move_of(state, action))


@rule
def bot_acts(states: States, i: int, aids: Aids, bots: Weights, rng: Rng) -> None:
    state = states[i]
    apply(state, bot_move(bots, state, aids.sights, rng, aids.moves))


# --- the course of a game ---


@rule
def open_game(states: States, i: int, aids: Aids, rng: Rng) -> None:
    """Who starts is drawn by lot (K-SET-3), then the cards are dealt."""
    state = states[i]
    clear(state, below(rng, state.seats >> state.teams) << state.teams)
    shuffle(state, rng)


@rule
def ended(states: States, i: int) -> bool:
    return bool(states[i].over)


@rule
def seat_to_act(states: States, i: int) -> int:
    return int(states[i].turn)


@rule
def pay(states: States, i: int, how: int, rewards: Rewards) -> None:
    state = states[i]
    sides = state.seats >> state.teams
    gold = 0
    for side in range(sides):
        gold += state.score[side]
    for seat in range(state.seats):
        side = side_of(state, seat)
        score = state.score[side]
        if how == WIN:
            rewards[seat] = (share_of_win(state, side) * sides - 1.0) / (sides - 1.0)
        elif how == SCORE:
            rewards[seat] = score
        else:
            rewards[seat] = score - (gold - score) / (sides - 1.0)


# --- observation ---


@rule
def observe(states: States, i: int, aids: Aids, seat: int, numbers: Numbers) -> None:
    write_seen(states[i], seat, numbers)


@rule
def write_seen(seen: Sight, seat: int, numbers: Numbers) -> None:
    """The parts of `layout`, in order; seats and sides clockwise, the observer's first.

    Built up field by field from what lies open and the hands of the observer's side, as a sight is: from the sight of
    this seat it writes the very same, which a test holds it to. Copying a sight first takes five times as long.
    """
    numbers[:] = 0
    seats, sides, us = seen.seats, seen.seats >> seen.teams, side_of(seen, seat)
    for kind in range(KINDS):
        numbers[kind] = seen.hand[seat, kind]
    at = KINDS
    if seen.teams:
        for kind in range(KINDS):
            numbers[at + kind] = seen.hand[seat ^ 1, kind]
        at += KINDS
    for kind in range(KINDS):
        numbers[at + kind] = seen.played[kind]
    at += KINDS
    numbers[at] = seen.in_deck
    at += 1
    for after in range(seats):
        numbers[at + after] = seen.in_hand[(seat + after) % seats]
    at += seats
    for after in range(sides):
        numbers[at + after] = seen.score[(us + after) % sides]
    at += sides
    numbers[at + (seen.turn - seat) % seats] = 1
    at += seats
    galleons = int(seen.at_sea)
    while galleons:
        at = write_galleon(seen, seat, bits.first(galleons), numbers, at)
        galleons &= galleons - 1


@rule
def write_galleon(seen: Sight, seat: int, galleon: int, numbers: Numbers, at: int) -> int:
    """One berth; where the next begins."""
    seats, sides, us = seen.seats, seen.seats >> seen.teams, side_of(seen, seat)
    numbers[at] = gold_of(int(seen.galleon[galleon]))
    numbers[at + 1] = (seen.partner_on >> galleon) & 1
    at += 2
    numbers[at + (int(seen.owner[galleon]) - seat) % seats] = 1
    at += seats
    for after in range(sides):
        numbers[at + after] = (seen.controlled[(us + after) % sides] >> galleon) & 1
    at += sides
    if seen.leader[galleon] != NOBODY:
        numbers[at + (int(seen.leader[galleon]) - us) % sides] = 1
    at += sides
    for colour in range(N_COLOURS):
        if seen.column[galleon, colour] != NOBODY:
            side = (int(seen.column[galleon, colour]) - us) % sides
            numbers[at + side * N_COLOURS + colour] = seen.force[galleon, colour]
    return int(at + sides * N_COLOURS)


supply(STATE, open_game, ended, seat_to_act, list_actions, act, observe, pay, bot_acts)
