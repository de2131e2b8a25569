"""A table of Les Corsaires as text and as a picture."""

from __future__ import annotations

from typing import Any, Final

from corsaires.envs.canvas import BLUE, GREEN, INK, PAPER, RED, SAND, SEA, YELLOW, Canvas, Picture
from corsaires.games.kernel.layout import Records
from corsaires.games.les_corsaires.chart import FREE, Chart
from corsaires.games.les_corsaires.chart import SEA as OPEN
from corsaires.games.les_corsaires.grid import Point
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, LETTERS, SHIPS, WINDS
from corsaires.games.les_corsaires.plotted import point_numbers
from corsaires.games.les_corsaires.position import PHASES
from corsaires.games.les_corsaires.rules import ROW_STEP, X_STEP
from corsaires.games.les_corsaires.state import AFLOAT

INKS: Final = (RED, BLUE, GREEN, YELLOW)
HALF: Final = 15  # points a half step
ROW: Final = 26  # from row to row
TOP: Final = 40
MARGIN: Final = 24
COLUMN: Final = 2  # letters a half step
LAND: Final = "#O"


def _header(state: Any) -> str:
    turn = "over" if state["over"] else f"player_{state['turn']} to act: {PHASES[state['phase']]}"
    wind = f"{WINDS[state['wind']]} towards {state['towards']}" if state["towards"] else "none"
    points = "/".join(map(str, state["score"][: int(state["seats"])].tolist()))
    return f"{turn}, wind {wind}, points {points}"


def _ships(state: Any, chart: Chart) -> dict[Point, int]:
    """The ships afloat by their points."""
    places = {number: point for point, number in point_numbers(chart).items()}
    afloat = [ship for ship in range(len(SHIPS)) if state["fate"][ship] == AFLOAT]
    return {places[int(state["point"][ship])]: ship for ship in afloat}


def write_table(states: Records, chart: Chart) -> str:
    """The board, a line a row: ships by their names and bows, the rest by the letters of the chart."""
    state = states[0]
    ships = _ships(state, chart)
    lines = [[" "] * (COLUMN * 2 * (chart.columns + 1)) for _ in range(chart.rows)]
    for point, letter in chart.board.items():
        ship = ships.get(point)
        shown = letter if ship is None else f"{SHIPS[ship]}{state['bow'][ship]}"
        lines[point.row][point.x * COLUMN : point.x * COLUMN + len(shown)] = shown
    return "\n".join([f"Les Corsaires: {_header(state)}", *("".join(line).rstrip() for line in lines)]) + "\n"


def paint_table(states: Records, chart: Chart) -> Picture:
    state = states[0]
    canvas = Canvas(2 * HALF * chart.columns + 2 * MARGIN, TOP + ROW * chart.rows + MARGIN, SEA)
    canvas.box(0, 0, canvas.picture.shape[1], TOP - 14, PAPER)
    canvas.text(10, 8, _header(state))
    for point, letter in chart.board.items():
        _paint_ground(canvas, *_place(point), letter)
    for point, ship in _ships(state, chart).items():
        x, y = _place(point)
        bow = int(state["bow"][ship])
        end = (x + int(X_STEP[bow]) * HALF * 0.8, y + int(ROW_STEP[bow]) * ROW * 0.8)
        canvas.stroke((x, y), end, 4, INK)
        canvas.disc(x, y, 11, INK)
        canvas.disc(x, y, 10, INKS[ship // FLEET_SIZE])
        canvas.text(x - 6, y - 4, SHIPS[ship][1:], PAPER)
    return canvas.picture


def _place(point: Point) -> tuple[int, int]:
    return MARGIN + HALF + point.x * HALF, TOP + ROW // 2 + point.row * ROW


def _paint_ground(canvas: Canvas, x: int, y: int, letter: str) -> None:
    if letter in LAND:
        canvas.disc(x, y, 16, SAND)
    elif letter == OPEN:
        canvas.disc(x, y, 1.5, INK)
    elif letter == FREE:
        canvas.disc(x, y, 8, PAPER)
    else:
        ink = INKS[LETTERS.index(letter.lower())]
        canvas.disc(x, y, 8, ink)
        if letter in LETTERS:
            canvas.disc(x, y, 5, SEA)  # a home berth is a ring, an arrival port is full
