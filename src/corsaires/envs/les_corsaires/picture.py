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


class Atlas:
    """Draws tables on one chart."""

    def __init__(self, chart: Chart) -> None:
        self._board = chart.board
        self._places = {number: point for point, number in point_numbers(chart).items()}
        self._lines = [[" "] * (COLUMN * 2 * (chart.columns + 1)) for _ in range(chart.rows)]
        for point, letter in chart.board.items():
            self._lines[point.row][point.x * COLUMN] = letter
        self._size = 2 * HALF * chart.columns + 2 * MARGIN, TOP + ROW * chart.rows + MARGIN

    def tell(self, states: Records) -> str:
        """The board, a line a row: ships by their names and bows, the rest by the letters of the chart."""
        lines = [line.copy() for line in self._lines]
        for point, ship, bow in self._ships(states):
            shown = f"{SHIPS[ship]}{bow}"
            lines[point.row][point.x * COLUMN : point.x * COLUMN + len(shown)] = shown
        header = f"Les Corsaires: {_header(states[0])}"
        return "\n".join([header, *("".join(line).rstrip() for line in lines)]) + "\n"

    def paint(self, states: Records) -> Picture:
        canvas = Canvas(*self._size, SEA)
        canvas.box(0, 0, canvas.picture.shape[1], TOP - 14, PAPER)
        canvas.text(10, 8, _header(states[0]))
        for point, letter in self._board.items():
            _paint_ground(canvas, *_place(point), letter)
        for point, ship, bow in self._ships(states):
            x, y = _place(point)
            end = (x + int(X_STEP[bow]) * HALF * 0.8, y + int(ROW_STEP[bow]) * ROW * 0.8)
            canvas.stroke((x, y), end, 4, INK)
            canvas.disc(x, y, 11, INK)
            canvas.disc(x, y, 10, INKS[ship // FLEET_SIZE])
            canvas.text(x - 6, y - 4, SHIPS[ship][1:], PAPER)
        return canvas.picture

    def _ships(self, states: Records) -> list[tuple[Point, int, int]]:
        """The ships afloat: where, which, and the bow."""
        points, bows, fates = (states[field][0].tolist() for field in ("point", "bow", "fate"))
        afloat = (ship for ship, fate in enumerate(fates) if fate == AFLOAT)
        return [(self._places[points[ship]], ship, bows[ship]) for ship in afloat]


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
