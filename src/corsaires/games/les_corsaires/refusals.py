"""Why a move is not allowed: the number of the rule that forbids it.

`rules.legal_moves` decides what is legal; this only puts a name to what it leaves out.
"""

from __future__ import annotations

from typing import Final

from corsaires.games.kernel.jit import rule
from corsaires.games.les_corsaires.rules import (
    DIE,
    END,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    START,
    Moves,
    fleet_of,
    legal_moves,
    owner_of,
    steps_towards,
)
from corsaires.games.les_corsaires.state import (
    FIRING,
    HOME,
    MAX_POINTS,
    PLACING,
    SAILING,
    VERY_YOUNG,
    WINDING,
    Chart,
    State,
)

ALLOWED: Final = 0
MAP_1, FLT_2, FLT_3, FLT_4, WND_2, MOV_1, MOV_4, MOV_5, GUN_1, END_3, VAR_2 = range(1, 12)
RULES: Final = (
    "",
    "C-MAP-1",
    "C-FLT-2",
    "C-FLT-3",
    "C-FLT-4",
    "C-WND-2",
    "C-MOV-1",
    "C-MOV-4",
    "C-MOV-5",
    "C-GUN-1",
    "C-END-3",
    "C-VAR-2",
)


@rule
def why_not(state: State, chart: Chart, move: int, moves: Moves) -> int:
    """What forbids the seat to move to make this move, or ALLOWED; `moves` is scratch space."""
    if state.over:
        return END_3
    for at in range(legal_moves(state, chart, moves)):
        if moves[at] == move:
            return ALLOWED
    if move >= FIRST_PLACE:
        return _why_not_place(state, chart, (move - FIRST_PLACE) // MAX_POINTS, (move - FIRST_PLACE) % MAX_POINTS)
    if move >= FIRST_FIRE:
        young = state.variant == VERY_YOUNG
        return GUN_1 if state.phase != FIRING or young == (move >= FIRST_AIM) else VAR_2
    if move >= FIRST_SAIL:
        return _why_not_sail(state, chart, (move - FIRST_SAIL) // 6, (move - FIRST_SAIL) % 6 + 1)
    return _why_not_now(state, move)


@rule
def _why_not_place(state: State, chart: Chart, ship: int, point: int) -> int:
    if state.phase != PLACING or not state.to_move & 1 << ship:
        return FLT_3 if owner_of(state, ship) == state.turn else FLT_2
    return MAP_1 if chart.ground[point] == HOME + fleet_of(ship) else FLT_3


@rule
def _why_not_sail(state: State, chart: Chart, ship: int, direction: int) -> int:
    if owner_of(state, ship) != state.turn:
        return FLT_2
    if state.phase != SAILING or not state.to_move & 1 << ship:
        return MOV_1
    return MOV_5 if steps_towards(state, chart, ship, direction) < 0 else MOV_4


@rule
def _why_not_now(state: State, move: int) -> int:
    """Of the moves that have their moment in a turn."""
    if move == START:
        return FLT_4
    if move == END:
        return MOV_1 if state.phase == SAILING else WND_2 if state.phase == WINDING else FLT_4
    if move == DIE or state.variant == VERY_YOUNG:
        return VAR_2
    return WND_2
