"""A game from its start, move by move: of what was taken back nothing is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corsaires.store.log import Row
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import Happened, Sitting


def at_start(sitting: Sitting, rows: Sequence[Row]) -> Sitting:
    """The table as it was when the game began; raises Refused before that."""
    start = next((n for n, row in enumerate(rows) if row.kind == "start"), None)
    if start is None:
        raise Refused("not-started")
    return Sitting.read(sitting.id, rows[: start + 1])


def moves_of(sitting: Sitting, past: Sitting) -> Iterator[Happened]:
    """Carry the table on from its start, one move that stands at a time."""
    for ply in sitting.plies:
        yield past.apply(Row(ply.seq, 0, "move", ply.seat, ply.text, None, None))
