"""What a seat may see, as a record (K-HID-1), and full states that fit it.

`see` is the one door through which a state leaves for a person, a bot or an environment. It writes a sight field by
field: a field that is not written here is not seen.
"""

from __future__ import annotations

from corsaires.games.kernel.jit import brief, rule
from corsaires.games.kernel.rng import Rng, below
from corsaires.games.korsar.cards import COPIES, DECK_SIZE, FIRST_PIRATE, KINDS, N_COLOURS
from corsaires.games.korsar.rules import into_hand, side_of
from corsaires.games.korsar.state import MAX_SEATS, MAX_SIDES, NOBODY, NUMBERS, Sight, Sights, State, States


@rule
def _copy_open(seen: Sight, out: Sight) -> None:
    """What lies open on the table."""
    out.seats = seen.seats
    out.teams = seen.teams
    out.partners_share_galleon = seen.partners_share_galleon
    out.partner_admiral = seen.partner_admiral
    out.turn = seen.turn
    out.over = seen.over
    out.partner_on = seen.partner_on
    out.laid = seen.laid
    out.at_sea = seen.at_sea
    out.in_deck = seen.in_deck
    for seat in range(MAX_SEATS):
        out.laid_by[seat] = seen.laid_by[seat]
        out.in_hand[seat] = seen.in_hand[seat]
    for side in range(MAX_SIDES):
        out.joined[side] = seen.joined[side]
        out.controlled[side] = seen.controlled[side]
        out.score[side] = seen.score[side]
        for colour in range(N_COLOURS):
            out.flies[side, colour] = seen.flies[side, colour]
        for kind in range(FIRST_PIRATE):
            out.booty[side, kind] = seen.booty[side, kind]
    for galleon in range(NUMBERS):
        out.galleon[galleon] = seen.galleon[galleon]
        out.owner[galleon] = seen.owner[galleon]
        out.leader[galleon] = seen.leader[galleon]
        for colour in range(N_COLOURS):
            out.force[galleon, colour] = seen.force[galleon, colour]
            out.column[galleon, colour] = seen.column[galleon, colour]
    for colour in range(N_COLOURS):
        out.taken[colour] = seen.taken[colour]
    for kind in range(KINDS):
        out.played[kind] = seen.played[kind]


@rule
def _copy_hand(seen: Sight, seat: int, out: Sight) -> None:
    out.held[seat] = seen.held[seat]
    for kind in range(KINDS):
        out.hand[seat, kind] = seen.hand[seat, kind]


@rule
def _hide_hand(seat: int, out: Sight) -> None:
    out.held[seat] = 0
    for kind in range(KINDS):
        out.hand[seat, kind] = 0


@rule
def sees_hand(state: Sight, seat: int, other: int) -> bool:
    """A player sees their own hand and the partner's (K-TEAM-2); a spectator sees none."""
    return seat != NOBODY and side_of(state, seat) == side_of(state, other)


@rule
def see_into(state: State, seat: int, out: Sight) -> None:
    _copy_open(state, out)
    for at in range(DECK_SIZE):
        out.deck[at] = NOBODY
    see_hands(state, seat, out)


@rule
def see_hands(state: State, seat: int, out: Sight) -> None:
    """Make a sight of the same state this seat's."""
    out.seat = seat
    for other in range(MAX_SEATS):
        if other < state.seats and sees_hand(state, seat, other):
            _copy_hand(state, other, out)
        else:
            _hide_hand(other, out)


@brief
def see(states: States, i: int, seat: int, sights: Sights, j: int) -> None:
    """Write what this seat (NOBODY: a spectator) sees of states[i] into sights[j]."""
    see_into(states[i], seat, sights[j])


@rule
def determinize(sights: Sights, i: int, rng: Rng, states: States, j: int) -> None:
    """Write into states[j] a state that fits the sight, uniformly over all that the seat cannot see."""
    sight, state = sights[i], states[j]
    _copy_open(sight, state)
    state.seat = NOBODY
    for seat in range(MAX_SEATS):
        _copy_hand(sight, seat, state)
    unseen = _gather_unseen(sight, state)
    for at in range(unseen - 1, 0, -1):
        other = below(rng, at + 1)
        state.deck[at], state.deck[other] = state.deck[other], state.deck[at]
    for seat in range(sight.seats):
        if not sees_hand(sight, sight.seat, seat):
            state.in_hand[seat] = 0
            for _ in range(sight.in_hand[seat]):
                unseen -= 1
                into_hand(state, seat, int(state.deck[unseen]))


@rule
def _gather_unseen(sight: Sight, state: State) -> int:
    """Put every card whose place the seat does not know into the deck; how many there are."""
    n = 0
    for kind in range(KINDS):
        copies = COPIES[kind] - sight.played[kind]
        for seat in range(sight.seats):
            copies -= sight.hand[seat, kind]
        for _ in range(copies):
            state.deck[n] = kind
            n += 1
    return n
