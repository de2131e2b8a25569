"""Why a card may not be played: the rule that forbids it, and the side whose doing it is.

`rules.targets` decides what is legal; this only puts a name to what it leaves out.
"""

from __future__ import annotations

from typing import Final

from corsaires.games.kernel.jit import rule
from corsaires.games.korsar.cards import ADMIRAL, FIRST_CAPTAIN, FIRST_PIRATE
from corsaires.games.korsar.rules import DISCARD, DRAW, LAY, STRIDE, colour_of, side_of, targets
from corsaires.games.korsar.state import NOBODY, Sight

ALLOWED: Final = 0
TURN_1, TURN_3, TURN_4, PIR_1, PIR_2, PIR_3, CAP_1, ADM_1, END_1, TEAM_3, TEAM_4, TEAM_6 = range(1, 13)

RULES: Final = (
    "",
    "K-TURN-1",
    "K-TURN-3",
    "K-TURN-4",
    "K-PIR-1",
    "K-PIR-2",
    "K-PIR-3",
    "K-CAP-1",
    "K-ADM-1",
    "K-END-1",
    "K-TEAM-3",
    "K-TEAM-4",
    "K-TEAM-6",
)


@rule
def why_not_on(state: Sight, kind: int, galleon: int) -> int:
    """What forbids the seat to move to play this pirate, captain or admiral on this galleon, or ALLOWED."""
    bit = 1 << galleon
    if targets(state, kind) & bit:
        return ALLOWED
    seat, side = state.turn, side_of(state, state.turn)
    if not state.at_sea & bit:
        return PIR_1
    if kind == ADMIRAL:
        if state.teams and state.laid_by[seat ^ 1] & bit:
            return TEAM_4 if state.partner_admiral else TEAM_6
        if not state.laid_by[seat] & bit:
            return ADM_1
    elif not state.flies[side, colour_of(kind)] & bit:
        if kind >= FIRST_CAPTAIN:
            return CAP_1
        if state.joined[side] & bit:
            return TEAM_3 if state.teams else PIR_3
        if state.taken[colour_of(kind)] & bit:
            return PIR_2
    return TEAM_4


@rule
def why_not(state: Sight, move: int) -> int:
    """What forbids the seat to move to make this move, or ALLOWED."""
    if state.over:
        return END_1
    if move == DRAW:
        return ALLOWED if state.in_deck > 0 else TURN_3
    kind, target = move // STRIDE, move % STRIDE
    if state.hand[state.turn, kind] == 0:
        return TURN_1
    if target == LAY:
        return ALLOWED
    if target == DISCARD:
        if kind < FIRST_PIRATE:
            return TURN_4
        return TURN_3 if state.in_deck > 0 else ALLOWED
    return why_not_on(state, kind, target)


@rule
def whose_doing(state: Sight, why: int, kind: int, galleon: int) -> int:
    """The side that a refusal goes back to, or NOBODY."""
    if why in (ADM_1, TEAM_6):
        return side_of(state, int(state.owner[galleon]))
    if why in (PIR_3, TEAM_3, TEAM_4):
        return side_of(state, state.turn)
    if why in (PIR_2, CAP_1):
        return int(state.column[galleon, colour_of(kind)])
    return NOBODY
