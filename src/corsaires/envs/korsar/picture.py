"""A table of Korsar as text and as a picture, every hand included."""

from __future__ import annotations

from typing import Any, Final

from corsaires.envs.canvas import BLUE, GOLD, GREEN, INK, NAVY, PAPER, RED, SEA, YELLOW, Canvas, Colour, Picture
from corsaires.envs.korsar.coding import BERTHS, galleon_in
from corsaires.games.kernel import bits
from corsaires.games.kernel.layout import Records
from corsaires.games.korsar.cards import ADMIRAL, CODES, COLOURS, FIRST_CAPTAIN, FIRST_PIRATE, KINDS, STRENGTHS
from corsaires.games.korsar.state import NOBODY

INKS: Final = (YELLOW, RED, BLUE, GREEN)
CARD: Final = 26  # points from card to card
ROW: Final = 34  # from hand to hand
NAME: Final = 150  # for the seat and its gold
ACROSS: Final = 5  # berths
CELL: Final = (NAME + CARD * KINDS) // ACROSS, 74
MARGIN: Final = 10


def write_table(states: Records) -> str:
    """A line for each hand and each galleon."""
    state = states[0]
    turn = "over" if state["over"] else f"player_{state['turn']} to act"
    lines = [f"Korsar: {turn}, {state['in_deck']} cards in the deck"]
    for seat in range(state["seats"]):
        cards = [CODES[kind] for kind in range(KINDS) for _ in range(state["hand"][seat, kind])]
        gold = state["score"][seat >> int(state["teams"])]
        lines.append(f"player_{seat}: {gold} gold, holds {' '.join(cards) or 'nothing'}")
    for berth, galleon in enumerate(_at_sea(state)):
        forces = ", ".join(f"side {side} {COLOURS[colour]} {force}" for side, colour, force in _forces(state, galleon))
        leader = state["leader"][galleon]
        led = "" if leader == NOBODY else f"; led by side {leader}"
        card, owner = CODES[state["galleon"][galleon]], state["owner"][galleon]
        lines.append(f"berth {berth}: galleon {galleon} {card} of player_{owner}: {forces or 'no fight'}{led}")
    return "\n".join(lines) + "\n"


def paint_table(states: Records) -> Picture:
    """The hands by kind above, the sea with its berths below."""
    state = states[0]
    seats, columns = int(state["seats"]), CELL[0] * ACROSS
    top = MARGIN + seats * ROW + MARGIN
    canvas = Canvas(columns + 2 * MARGIN, top + CELL[1] * (BERTHS // ACROSS) + MARGIN)
    for seat in range(seats):
        _paint_hand(canvas, state, seat)
    canvas.box(MARGIN, top, columns, CELL[1] * (BERTHS // ACROSS), SEA)
    for berth, galleon in enumerate(_at_sea(state)):
        x, y = MARGIN + berth % ACROSS * CELL[0], top + berth // ACROSS * CELL[1]
        _paint_galleon(canvas, state, galleon, x, y)
    return canvas.picture


def _at_sea(state: Any) -> list[int]:
    at_sea = int(state["at_sea"])
    return [int(galleon_in(at_sea, berth)) for berth in range(bits.size(at_sea))]


def _forces(state: Any, galleon: int) -> list[tuple[int, int, int]]:
    """Side, colour and force of all that fight for a galleon."""
    columns, forces = state["column"][galleon].tolist(), state["force"][galleon].tolist()
    return [(side, colour, forces[colour]) for colour, side in enumerate(columns) if side != NOBODY]


def _ink(kind: int) -> Colour:
    if kind < FIRST_PIRATE:
        return GOLD
    if kind == ADMIRAL:
        return NAVY
    return INKS[kind - FIRST_CAPTAIN if kind >= FIRST_CAPTAIN else (kind - FIRST_PIRATE) // STRENGTHS]


def _paint_hand(canvas: Canvas, state: Any, seat: int) -> None:
    y = MARGIN + seat * ROW
    acting = not state["over"] and state["turn"] == seat
    if acting:
        canvas.box(MARGIN, y, NAME - MARGIN, ROW - 6, NAVY)
    gold = state["score"][seat >> int(state["teams"])]
    canvas.text(MARGIN + 6, y + 9, f"P{seat} : {gold}", PAPER if acting else INK)
    for kind in range(KINDS):
        copies, x = int(state["hand"][seat, kind]), MARGIN + NAME + kind * CARD
        if copies:
            canvas.box(x, y, CARD - 3, ROW - 6, _ink(kind))
            canvas.text(x + 8, y + 4, CODES[kind][-1], PAPER)
            if copies > 1:
                canvas.text(x + 8, y + 17, str(copies), PAPER)


def _paint_galleon(canvas: Canvas, state: Any, galleon: int, x: int, y: int) -> None:
    kind, owner = int(state["galleon"][galleon]), int(state["owner"][galleon])
    canvas.box(x + 4, y + 4, CELL[0] - 8, CELL[1] - 8, GOLD)
    canvas.text(x + 12, y + 12, CODES[kind][1:], INK, 5)
    canvas.text(x + 12, y + 46, f"P{owner}")
    for n, (side, colour, force) in enumerate(_forces(state, galleon)):
        left = x + 44 + n * 36
        canvas.box(left, y + 12, 32, 30, INKS[colour])
        canvas.text(left + 4, y + 16, str(force), PAPER, 3)
        canvas.text(left + 4, y + 46, f"S{side}")
    if state["leader"][galleon] != NOBODY:
        canvas.box(x + CELL[0] - 46, y + CELL[1] - 26, 40, 18, NAVY)
        canvas.text(x + CELL[0] - 42, y + CELL[1] - 22, f"C S{state['leader'][galleon]}", PAPER)
