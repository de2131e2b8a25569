"""*Matelot*: looks one move ahead, and weighs gold against the cards it takes.

A player has one action between two turns of another, and every side collects at the start of its turn. So what a
galleon is worth hangs on few things: who would take it now, which single card could change that, how likely somebody
who plays in between holds such a card and cares to use it, and whether it could be answered.

Everything is read from a sight; whose turn it is must be whose sight it is.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.bot import Budget, Thought
from corsaires.bots.korsar.weighing import Weight, weights_of
from corsaires.bots.weights import Weights, mood
from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.rng import Rng, below, seeded
from corsaires.games.korsar.cards import (
    ADMIRAL,
    COPIES,
    DECK_SIZE,
    FIRST_CAPTAIN,
    FIRST_PIRATE,
    KINDS,
    N_COLOURS,
    STRENGTHS,
)
from corsaires.games.korsar.notation import write_move
from corsaires.games.korsar.rules import (
    DISCARD,
    DRAW,
    LAY,
    MAX_MOVES,
    STRIDE,
    Moves,
    controller,
    fight,
    force_of,
    force_there,
    gold_of,
    lay,
    legal_moves,
    side_of,
)
from corsaires.games.korsar.state import NOBODY, NUMBERS, Sight, Sights
from corsaires.games.korsar.view import View

ENOUGH_FORCE: Final = 8
# Unseen cards are counted by kind; then stands the number of all, then, colour by colour, that of the pirates of force
# 1 or more, 2 or more and so on to 5 or more, which are none.
TOTAL: Final = KINDS
STRONG: Final = KINDS + 1
UNSEEN: Final = STRONG + N_COLOURS * (STRENGTHS + 1)
MUCH: Final = 1e9
EQUAL: Final = 1e-9  # values that differ by less are a tie

Unseen = npt.NDArray[np.int64]
Worths = npt.NDArray[np.float64]


class Heuristic:
    """The player that this name has weights for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def think(self, view: View, budget: Budget, seed: int) -> Thought:
        table = view.sight[0]
        weights = weights_of(self._name, int(table["seats"]), bool(table["teams"]))
        return Thought(write_move(int(matelot_move(view.sight, 0, weights, seeded(seed)))))


@rule
def matelot_move(sights: Sights, i: int, weights: Weights, rng: Rng) -> int:
    """The move of the seat whose sight this is; chance decides between equals."""
    moves, values = np.empty(MAX_MOVES, np.int64), np.empty(MAX_MOVES)
    count = legal_moves(sights[i], moves)
    value_moves(sights, i, weights[mood(weights, rng)], moves, count, values)
    best, equals, chosen = -MUCH, 0, DRAW
    for at in range(count):
        if values[at] > best + EQUAL:
            best, equals, chosen = values[at], 1, moves[at]
        elif values[at] > best - EQUAL:
            equals += 1
            if below(rng, equals) == 0:
                chosen = moves[at]
    return chosen


@rule
def value_moves(sights: Sights, i: int, weight: Weight, moves: Moves, count: int, values: Worths) -> None:
    """What each of these moves gains, in gold."""
    unseen, worths, scratch = count_unseen(sights[i]), np.zeros(NUMBERS), sights[i : i + 1].copy()
    for galleon in range(1, NUMBERS):
        if sights[i].at_sea & (1 << galleon):
            worths[galleon] = worth(sights[i], galleon, False, unseen, weight)
    for at in range(count):
        values[at] = value_of(sights, i, scratch, int(moves[at]), unseen, worths, weight)


# --- what a move is worth ---


@rule
def value_of(
    sights: Sights, i: int, scratch: Sights, move: int, unseen: Unseen, worths: Worths, weight: Weight
) -> float:
    """What a move gains, in gold. The scratch is a sight to try it on; worths are those of the galleons now."""
    sight, kind, target = sights[i], move // STRIDE, move % STRIDE
    last = ends_the_game(sight, move)
    scratch[0] = sight
    tried = scratch[0]
    if move == DRAW:
        value = drawing(sight, weight)
    elif target == DISCARD:
        value = -price(sight, kind, weight)
    elif target == LAY:
        tried.hand[sight.turn, kind] -= 1
        lay(tried, kind)
        value = worth(tried, tried.laid, last, unseen, weight) - weight.lay
        value += weight.strand * gold_of(kind) * stranding(sight)
    else:
        tried.hand[sight.turn, kind] -= 1
        fight(tried, kind, target)
        value = worth(tried, target, last, unseen, weight) - float(worths[target]) - price(sight, kind, weight)
    return value + weight.finish * standing(tried, move == DRAW, unseen) if last else value


@rule
def drawing(sight: Sight, weight: Weight) -> float:
    """What a card from the deck is worth."""
    return weight.card - weight.late * gone(sight) - weight.full * int(sight.in_hand[sight.turn])


@rule
def price(sight: Sight, kind: int, weight: Weight) -> float:
    """What it costs to part with a pirate, a captain or the admiral."""
    if kind == ADMIRAL:
        full = weight.admiral
    else:
        full = weight.captain if kind >= FIRST_CAPTAIN else weight.force * force_of(kind)
    return full * (1.0 - weight.cheaper * gone(sight))


@rule
def gone(sight: Sight) -> float:
    """The part of the deck that has been drawn."""
    return 1.0 - sight.in_deck / DECK_SIZE


@rule
def ends_the_game(sight: Sight, move: int) -> bool:
    """Whether a move ends the game: the deck is empty after it, and some side has no card left (K-END-1, K-TEAM-8)."""
    if sight.in_deck > int(move == DRAW):
        return False
    for side in range(sight.seats >> sight.teams):
        seat = side << sight.teams
        cards = int(sight.in_hand[seat]) + sight.teams * int(sight.in_hand[seat + sight.teams])
        if side == side_of(sight, sight.turn):
            cards += 1 if move == DRAW else -1
        if cards == 0:
            return True
    return False


@rule
def standing(sight: Sight, drew: bool, unseen: Unseen) -> float:
    """1 if the side to move is ahead should the game end so, -1 if it is behind: gold won less that in hands."""
    us, gold, galleons = side_of(sight, sight.turn), 0.0, 0.0
    best = -MUCH
    for kind in range(FIRST_PIRATE):
        galleons += gold_of(kind) * unseen[kind] / max(1, int(unseen[TOTAL]))
    for side in range(sight.seats >> sight.teams):
        total, won = float(sight.score[side]), int(sight.controlled[side] & sight.at_sea)
        while won:
            total += gold_of(int(sight.galleon[bits.first(won)]))
            won &= won - 1
        for seat in range(side << sight.teams, (side + 1) << sight.teams):
            if side != us:
                total -= galleons * int(sight.in_hand[seat])
            elif drew and seat == sight.turn:
                total -= galleons
            for kind in range(FIRST_PIRATE):
                total -= gold_of(kind) * int(sight.hand[seat, kind])
        if side == us:
            gold = total
        else:
            best = max(best, total)
    return float(np.sign(gold - best))


@rule
def stranding(sight: Sight) -> float:
    """The chance that a galleon kept in hand is still there at the end: galleons in hand for turns left."""
    galleons = 0
    for kind in range(FIRST_PIRATE):
        galleons += int(sight.hand[sight.turn, kind])
    fewest = int(sight.in_hand[sight.turn])
    for seat in range(sight.seats):
        fewest = min(fewest, int(sight.in_hand[seat]))
    return min(1.0, galleons / max(1.0, fewest + sight.in_deck / sight.seats))


# --- what a galleon is worth ---


@rule
def worth(sight: Sight, galleon: int, last: bool, unseen: Unseen, weight: Weight) -> float:
    """What a galleon at sea promises the side to move after its action; `last`: no action follows."""
    side, holder = side_of(sight, sight.turn), controller(sight, galleon)
    gold = float(gold_of(int(sight.galleon[galleon])))
    gold += weight.big * (gold - 4.0)
    if holder == NOBODY:
        return gold * weight.tied if sight.joined[side] & (1 << galleon) and not last else 0.0
    if holder != side:
        taken = 1.0 if last else stays(sight, galleon, holder, unseen, weight)
        return -gold * weight.loss * taken
    kept = 1.0 if last else stays(sight, galleon, side, unseen, weight)
    back = winning_back(sight, galleon, weight)
    return gold * (kept + (1.0 - kept) * (back - (1.0 - back) * weight.loss))


@rule
def stays(sight: Sight, galleon: int, holder: int, unseen: Unseen, weight: Weight) -> float:
    """The chance that nobody takes the galleon from the side that controls it before that side collects."""
    side, chance, force = side_of(sight, sight.turn), 1.0, force_there(sight, holder, galleon)
    eager = weight.eager + weight.eager_gold * gold_of(int(sight.galleon[galleon]))
    for after in range(1, sight.seats):
        seat = (sight.turn + after) % sight.seats
        other = side_of(sight, seat)
        if other == holder != side:
            break  # here it is collected
        if other != side:
            willing = weight.meddle
            if holder == side:
                there = (sight.joined[other] | sight.laid_by[seat]) & (1 << galleon)
                willing = min(1.0, eager * (weight.bound if there else 1.0))
            cards = stoppers(sight, galleon, force, seat, unseen)
            if cards > 0:
                chance *= 1.0 - willing * chance_to_hold(cards, int(sight.in_hand[seat]), unseen)
    return chance


@rule
def stoppers(sight: Sight, galleon: int, to_match: int, seat: int, unseen: Unseen) -> int:
    """How many unseen cards would take the galleon from its holder's force if this seat played one of them."""
    other, columns, forces = side_of(sight, seat), sight.column[galleon], sight.force[galleon]
    newcomer = not sight.joined[other] & (1 << galleon)
    led = sight.leader[galleon] != NOBODY
    cards = unseen[ADMIRAL] if sight.laid_by[seat] & (1 << galleon) else 0
    for colour in range(N_COLOURS):
        if columns[colour] == other:
            cards += unseen[FIRST_CAPTAIN + colour]
        if not led and (columns[colour] == other or (newcomer and columns[colour] == NOBODY)):
            cards += unseen[as_strong(colour, to_match - int(forces[colour]))]
    return int(cards)


@rule
def winning_back(sight: Sight, galleon: int, weight: Weight) -> float:
    """The chance that the cards in our hands win this galleon back when somebody takes it."""
    side, columns, ours = side_of(sight, sight.turn), sight.column[galleon], our_cards(sight)
    newcomer = not sight.joined[side] & (1 << galleon)
    if ours[ADMIRAL] and side_of(sight, int(sight.owner[galleon])) == side:
        return weight.leader_back
    most = 0
    for colour in range(N_COLOURS):
        if columns[colour] == side and ours[FIRST_CAPTAIN + colour]:
            return weight.leader_back
        if columns[colour] == side or (newcomer and columns[colour] == NOBODY):
            force = 0
            for each in range(1, STRENGTHS + 1):
                force += each * int(ours[pirate(colour, each)])
            most = max(most, force)
    return weight.pirates_back * min(1.0, most / ENOUGH_FORCE)


# --- cards ---


@rule
def pirate(colour: int, force: int) -> int:
    """The kind of the pirates of this colour and force."""
    return FIRST_PIRATE + colour * STRENGTHS + force - 1


@rule
def our_cards(sight: Sight) -> npt.NDArray[np.int64]:
    """How many cards of each kind the seat to move holds, in teams together with its partner."""
    ours: npt.NDArray[np.int64] = sight.hand[sight.turn] + sight.teams * sight.hand[sight.turn ^ 1]
    return ours


@rule
def count_unseen(sight: Sight) -> Unseen:
    """Count the cards of each kind that lie in the deck or in hands that this seat does not see."""
    unseen = np.empty(UNSEEN, np.int64)
    unseen[:KINDS] = COPIES - sight.played - our_cards(sight)
    sum_up(unseen)
    return unseen


@rule
def sum_up(unseen: Unseen) -> None:
    """From those of each kind: how many there are, and how many as strong as each force."""
    total = 0
    for kind in range(KINDS):
        total += unseen[kind]
    unseen[TOTAL] = total
    for colour in range(N_COLOURS):
        strong = 0
        unseen[as_strong(colour, STRENGTHS + 1)] = 0
        for force in range(STRENGTHS, 0, -1):
            strong += unseen[pirate(colour, force)]
            unseen[as_strong(colour, force)] = strong


@rule
def as_strong(colour: int, force: int) -> int:
    """Where the number of unseen pirates of this colour and at least this force stands."""
    return STRONG + colour * (STRENGTHS + 1) + min(max(force, 1), STRENGTHS + 1) - 1


@rule
def chance_to_hold(cards: int, in_hand: int, unseen: Unseen) -> float:
    """The chance that one of so many unseen cards is in a hand of this size."""
    none, without = 1.0, 1.0 - cards / max(1, int(unseen[TOTAL]))
    for _ in range(in_hand):
        none *= without
    return 1.0 - none
