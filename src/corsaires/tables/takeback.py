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
    return reach_among(movers(sitting), seats)


def movers(sitting: Sitting) -> list[int]:
    """Who made the moves that can be taken back at all, the newest first."""
    found: list[int] = []
    for ply in reversed(sitting.plies):
        if sitting.is_chance(ply):
            break
        found.append(ply.seat)
    return found


def reach_among(movers: Sequence[int], seats: Sequence[int]) -> Reach:
    """The same, when it is known who made the moves."""
    freely = 0
    for seat in movers:
        if seat not in seats:
            break
        freely += 1
    return Reach(freely, len(movers))
