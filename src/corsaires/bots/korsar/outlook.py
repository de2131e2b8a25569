"""What a side sees of a position, as figures for the model.

Colours are sorted by the side's strength and galleons stand in no order, so their names and numbers say nothing. A
card that the side has drawn and not looked at yet counts in `in_hand` alone: so a draw is valued before the card is
known.
"""

from __future__ import annotations

import math
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from corsaires.bots.korsar.matelot import TOTAL, UNSEEN, chance_to_hold, pirate, stoppers, sum_up
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.korsar.cards import ADMIRAL, COPIES, FIRST_CAPTAIN, FIRST_PIRATE, KINDS, N_COLOURS, STRENGTHS
from corsaires.games.korsar.rules import controller, gold_of, side_of
from corsaires.games.korsar.state import NOBODY, State

N_TABLE: Final = 108  # figures of the table as a whole
N_GALLEON: Final = 30  # figures of a galleon
MOST_GALLEONS: Final = 10  # at sea that are looked at
FEW_TURNS: Final = 3.0  # when galleons in hand begin to weigh
FAR: Final = 200  # gold ahead: farther is no better
AHEAD: Final = np.array([math.tanh(gold / 8.0) for gold in range(-FAR, FAR + 1)])  # what being ahead tells

Floats = npt.NDArray[np.float32]

# Where the figures are written: what is known about the cards, and what is seen.
OUTLOOK: Final = [
    ("unseen", np.int64, UNSEEN),  # as matelot counts them
    ("ours", np.int64, KINDS),
    ("order", np.int64, N_COLOURS),
    ("on_table", np.float32, N_TABLE),
    ("on_galleon", np.float32, (MOST_GALLEONS, N_GALLEON)),
]


class Desk(Protocol):
    unseen: npt.NDArray[np.int64]
    ours: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]
    on_table: Floats
    on_galleon: Floats


@rule
def describe(state: State, side: int, desk: Desk) -> int:
    """Write down what this side sees; how many galleons there are to look at."""
    know_cards(state, side, desk)
    describe_table(state, side, desk)
    galleons, at = int(state.at_sea), 0
    while galleons and at < MOST_GALLEONS:
        describe_galleon(state, side, bits.first(galleons), desk, desk.on_galleon[at])
        galleons &= galleons - 1
        at += 1
    return at


@rule
def know_cards(state: State, side: int, desk: Desk) -> None:
    """Count our side's cards and those that it does not see."""
    first = side << state.teams
    for kind in range(KINDS):
        ours = int(state.hand[first, kind])
        if state.teams:
            ours += int(state.hand[first + 1, kind])
        unseen = int(COPIES[kind]) - int(state.played[kind]) - ours
        desk.ours[kind] = ours
        desk.unseen[kind] = unseen
    sum_up(desk.unseen)


@rule
def describe_table(state: State, side: int, desk: Desk) -> None:
    """How soon it is our turn, the cards left, the scores, the hands, the unseen, the colours, the sea, the end."""
    out, seats, first = desk.on_table, int(state.seats), side << state.teams
    for i in range(N_TABLE):
        out[i] = 0.0
    to_come = int(state.turn) - first
    out[to_come if to_come >= 0 else to_come + seats] = 1.0  # the first eight
    out[8] = state.in_deck / 40.0
    out[9] = 1.0 if state.in_deck == 0 else 0.0
    describe_scores(state, side, out)
    unknown, seat = 0, first
    for after in range(seats):
        out[16 + after] = state.in_hand[seat] / 6.0
        seat = next_seat(state, seat)
    for at in range(1 + state.teams):
        unknown += int(state.in_hand[first + at])
        describe_cards(state.hand[first + at], out, 25 + 15 * at, 1.0)
    for kind in range(KINDS):
        unknown -= int(desk.ours[kind])
    out[24] = unknown  # cards drawn and not looked at
    describe_cards(desk.unseen, out, 55, 0.25)
    describe_colours(desk)
    describe_end(state, desk)
    out[106] = desk.unseen[TOTAL] / 60.0
    out[107] = bits.size(int(state.at_sea)) / 4.0


@rule
def describe_scores(state: State, side: int, out: Floats) -> None:
    """The gold ahead of each other side and of the best, and the gold at sea by who holds it."""
    best, sides, galleons = -1000, int(state.seats >> state.teams), int(state.at_sea)
    for after in range(1, sides):
        other = side + after if side + after < sides else side + after - sides
        best = max(best, int(state.score[other]))
        out[9 + after] = (state.score[side] - state.score[other]) / 15.0
    out[14] = (state.score[side] - best) / 15.0
    out[15] = AHEAD[min(max(int(state.score[side]) - best, -FAR), FAR) + FAR]
    while galleons:
        galleon = bits.first(galleons)
        galleons &= galleons - 1
        holder, gold = controller(state, galleon), gold_of(int(state.galleon[galleon])) / 8.0
        ahead = holder - side if holder >= side else holder - side + sides
        out[94 + (ahead if holder != NOBODY else 5)] += gold


@rule
def describe_end(state: State, desk: Desk) -> None:
    """How near the end is, what galleons in hand would cost then, and what being ahead is worth."""
    out, fewest, stranded = desk.on_table, 99, 0.0
    for seat in range(state.seats):
        fewest = min(fewest, int(state.in_hand[seat]))
    for kind in range(FIRST_PIRATE):
        stranded += desk.ours[kind] * gold_of(kind)
    turns, ahead = fewest + state.in_deck / state.seats, float(out[14])
    out[100] = min(turns, 12.0) / 6.0
    out[101] = stranded / 10.0 / (1.0 + turns)
    out[102] = (stranded / 10.0) if turns < FEW_TURNS else 0.0
    out[103] = 1.0 / (1.0 + turns)
    out[104] = ahead / (1.0 + turns)
    out[105] = ahead * ahead * (1.0 if ahead > 0 else -1.0)


@rule
def describe_cards(cards: npt.NDArray[np.int64], out: Floats, n: int, unit: float) -> None:
    """15 figures from the n-th on: galleons by gold, their gold, pirates by force, their force, captains, admiral."""
    gold, force, captains = 0, 0, 0
    for kind in range(FIRST_PIRATE):
        out[n + kind] = int(cards[kind]) * unit
        gold += int(cards[kind]) * gold_of(kind)
    out[n + 7] = gold * unit / 10.0
    for strength in range(STRENGTHS):
        pirates = 0
        for colour in range(N_COLOURS):
            pirates += int(cards[pirate(colour, strength + 1)])
        out[n + 8 + strength] = pirates * unit
        force += pirates * (strength + 1)
    for colour in range(N_COLOURS):
        captains += int(cards[FIRST_CAPTAIN + colour])
    out[n + 12] = force * unit / 10.0
    out[n + 13] = captains * unit
    out[n + 14] = int(cards[ADMIRAL]) * unit


@rule
def describe_colours(desk: Desk) -> None:
    """Six figures of each colour, our strongest first."""
    ours, unseen, out = desk.ours, desk.unseen, desk.on_table
    order = desk.order
    for colour in range(N_COLOURS):
        force = 0
        for strength in range(STRENGTHS):
            force += (strength + 1) * int(ours[pirate(colour, strength + 1)])
        order[colour] = force * 8 + int(ours[FIRST_CAPTAIN + colour]) * 4 + colour
    put_in_order(order, 0, 1)
    put_in_order(order, 2, 3)
    put_in_order(order, 0, 2)
    put_in_order(order, 1, 3)
    put_in_order(order, 1, 2)
    for at in range(N_COLOURS):
        colour, n, force, cards = int(order[at] % 4), 70 + 6 * at, 0, 0
        for strength in range(STRENGTHS):
            kind = pirate(colour, strength + 1)
            force += (strength + 1) * int(unseen[kind])
            cards += int(ours[kind])
        out[n] = (order[at] // 8) / 8.0
        out[n + 1] = cards / 3.0
        out[n + 2] = ours[FIRST_CAPTAIN + colour]
        out[n + 3] = unseen[FIRST_CAPTAIN + colour]
        out[n + 4] = force / 20.0
        out[n + 5] = 1.0 if cards > 0 and ours[FIRST_CAPTAIN + colour] else 0.0


@rule
def put_in_order(order: npt.NDArray[np.int64], at: int, later: int) -> None:
    """The greater of two first; without a jump, which nobody could foretell."""
    one, other = order[at], order[later]
    order[at], order[later] = max(one, other), min(one, other)


@rule
def next_seat(state: State, seat: int) -> int:
    """Round the table; a remainder would take longer than all else here."""
    return seat + 1 if seat + 1 < state.seats else 0


@rule
def describe_galleon(state: State, side: int, galleon: int, desk: Desk, out: Floats) -> None:
    """Its gold, who holds it and for how long, the forces there, what we and what others could do."""
    for i in range(N_GALLEON):
        out[i] = 0.0
    gold, holder = gold_of(int(state.galleon[galleon])) / 8.0, controller(state, galleon)
    owner, mine, best, taken = side_of(state, int(state.owner[galleon])), 0, 0, 0
    columns, forces = state.column[galleon], state.force[galleon]
    for colour in range(N_COLOURS):
        if columns[colour] == side:
            mine += int(forces[colour])
        else:
            best = max(best, int(forces[colour]))
        taken += columns[colour] != NOBODY
    out[0] = gold
    describe_holder(state, side, holder, gold, out)
    out[7] = gold if owner == side else 0.0
    out[8] = 1.0 if state.joined[side] & (1 << galleon) else 0.0
    led = state.leader[galleon] != NOBODY
    if led:
        out[9 if state.leader[galleon] == side else 10] = gold
    out[11], out[12], out[13] = mine / 8.0, best / 8.0, (mine - best) / 8.0
    out[14] = taken / 4.0
    single, total = describe_means(state, side, galleon, desk, out)
    if not led:
        out[20] = gold if single > max(best, mine if holder != side else best) else 0.0
        out[21] = gold if total > best else 0.0
    describe_threats(state, side, galleon, holder, max(best if holder != side else mine, 1), desk, out)
    out[25] = captains_out(state, galleon, side, desk) * gold
    out[26] = gold * gold if holder == side else 0.0
    out[27] = 1.0 if holder == side else 0.0
    out[28] = 1.0 if led else 0.0
    out[29] = 1.0 if state.partner_on & (1 << galleon) else 0.0


@rule
def describe_holder(state: State, side: int, holder: int, gold: float, out: Floats) -> None:
    """Whose it would be, and how many actions of others come before that side collects."""
    if holder == NOBODY:
        out[1] = gold
        return
    wait, seat = 0, int(state.turn)
    for _ in range(state.seats):
        if side_of(state, seat) == holder and seat & int(state.teams) == 0:
            break
        wait += side_of(state, seat) != holder
        seat = next_seat(state, seat)
    out[2 if holder == side else 3] = gold
    out[4 if holder == side else 5] = gold / (1.0 + wait)
    out[6] = wait / 4.0


@rule
def describe_means(state: State, side: int, galleon: int, desk: Desk, out: Floats) -> tuple[int, int]:
    """Our force there with one more pirate and with all of a colour; captains with a crew and without, the admiral."""
    gold, columns, forces = float(out[0]), state.column[galleon], state.force[galleon]
    newcomer = not state.joined[side] & (1 << galleon)
    single, total, captain, crew = 0, 0, 0.0, 0.0
    for colour in range(N_COLOURS):
        here = columns[colour] == side
        if not (here or (newcomer and columns[colour] == NOBODY)):
            continue
        base, more, top = int(forces[colour]) if here else 0, 0, 0
        for strength in range(1, STRENGTHS + 1):
            copies = int(desk.ours[pirate(colour, strength)])
            more += copies * strength
            if copies:
                top = strength
        single, total = max(single, base + top if top else 0), max(total, base + more)
        if desk.ours[FIRST_CAPTAIN + colour]:
            captain = max(captain, 1.0 if here else 0.0)
            crew = max(crew, 1.0 if top else 0.0)
    out[15], out[16] = single / 8.0, total / 8.0
    out[17], out[18] = captain * gold, crew * gold
    ours = desk.ours[ADMIRAL] and side_of(state, int(state.owner[galleon])) == side
    out[19] = gold if ours else 0.0
    return single, total


@rule
def describe_threats(
    state: State, side: int, galleon: int, holder: int, to_match: int, desk: Desk, out: Floats
) -> None:
    """The chance that somebody can stop the side that holds it, with one card."""
    safe, worst, following = 1.0, 0.0, int(state.turn)
    for _ in range(state.seats - 1):
        seat = following
        following = next_seat(state, seat)
        other = side_of(state, seat)
        if other in (side, holder):
            continue
        cards = stoppers(state, galleon, to_match, seat, desk.unseen)
        if cards > 0:
            chance = chance_to_hold(cards, int(state.in_hand[seat]), desk.unseen)
            safe *= 1.0 - chance
            worst = max(worst, chance)
    out[22 if holder == side else 23] = float(out[0]) * (1.0 - safe)
    out[24] = worst


@rule
def captains_out(state: State, galleon: int, side: int, desk: Desk) -> float:
    """How many unseen captains sail under colours that fight here for others."""
    n = 0
    for colour in range(N_COLOURS):
        there = state.column[galleon, colour]
        if there not in (NOBODY, side):
            n += int(desk.unseen[FIRST_CAPTAIN + colour])
    return float(n)
