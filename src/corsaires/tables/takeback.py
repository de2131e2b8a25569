"""How far a seat may take its moves back: never past a card drawn or a die thrown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corsaires.tables.sitting import Sitting


class Reach(NamedTuple):
    """What may be taken back, in moves from the newest."""

    freely: int  # own newest moves that no other seat has answered
    asking: int  # with the consent of everybody else


def reach(sitting: Sitting, seats: Sequence[int]) -> Reach:
    """How far the holder of these seats may go back."""
    freely = asking = 0
    for ply in reversed(sitting.plies):
        if sitting.is_chance(ply):
            break
        asking += 1
        if ply.seat in seats and freely == asking - 1:
            freely = asking
    return Reach(freely, asking)
