"""When somebody's time is up, as it stands in the log's entry of the table."""

from __future__ import annotations

from corsaires.store.log import Entry, Row
from corsaires.tables.sitting import WAITING, Sitting


def mover(sitting: Sitting) -> tuple[int | None, str | None, bool]:
    """Whose time runs: the seat to move, the bot that plays it, and whether the table waits for its people."""
    return sitting.turn, sitting.bot_to_move, sitting.deserted


def next_due(sitting: Sitting, last: Row, now: int, grace: int) -> int | None:
    """When the seat to move must have moved; None: whenever it likes."""
    clock, turn = sitting.choices.clock, sitting.turn
    if turn is None or sitting.deserted:
        return None
    if sitting.bot_to_move is not None:
        return now + sitting.choices.pace + grace
    if clock is None:
        return None
    left = sitting.taken_left if last.kind == "takeback" else sitting.held_left
    if left is None:
        left = sitting.left_of(turn)
    return now + (clock.seconds * 1000 if left is None else left)


def left_of_turn(sitting: Sitting, due: int | None, now: int) -> int | None:
    """ms that the seat to move has left of its turn; None without a clock."""
    turn = sitting.turn
    if sitting.choices.clock is None or turn is None:
        return None
    if sitting.bot_of(turn) is not None:
        return sitting.held_left
    return None if due is None else max(0, due - now)


def entry_of(sitting: Sitting, due: int | None, before: Entry, now: int) -> Entry:
    """What can be asked about the table without reading its log; `before` itself, if nothing of it has changed."""
    clock = sitting.choices.clock
    stops = clock is not None and clock.stops and sitting.bot_to_move is None
    state = sitting.state
    if before.state != state or state == WAITING:
        return Entry(state, sitting.choices.listed, due, stops, sitting.summary(), now)
    return before if before.due == due and before.minute == stops else before._replace(due=due, minute=stops)
