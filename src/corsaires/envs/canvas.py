"""A small picture drawn with numpy alone: boxes, discs, strokes and letters."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

Colour = tuple[int, int, int]
Picture = npt.NDArray[np.uint8]

PAPER: Final = (246, 239, 222)
INK: Final = (36, 44, 52)
SEA: Final = (203, 221, 226)
SAND: Final = (186, 160, 116)
GOLD: Final = (214, 170, 84)
NAVY: Final = (44, 62, 84)
YELLOW: Final = (226, 179, 63)
RED: Final = (166, 50, 44)
BLUE: Final = (42, 92, 148)
GREEN: Final = (46, 110, 78)

GLYPH: Final = (5, 3)  # rows and columns of a letter
# Row by row from the top, a bit a point.
_GLYPHS: Final = {
    **dict(zip("0123456789", (31599, 11415, 29671, 29647, 23497, 31183, 31215, 29257, 31727, 31695), strict=True)),
    **dict(zip("ABCDEFGHIJ", (11245, 27566, 14627, 27502, 31143, 31140, 14699, 23533, 29847, 4714), strict=True)),
    **dict(zip("KLMNOPQRST", (23469, 18727, 24557, 27501, 11114, 27556, 11123, 27565, 14478, 29842), strict=True)),
    **dict(zip("UVWXYZ", (23407, 23402, 23549, 23213, 23186, 29351), strict=True)),
    **dict(zip(" .:+-/", (0, 2, 1040, 1488, 448, 4772), strict=True)),
}


def _glyph(letter: str) -> npt.NDArray[np.bool_]:
    bits = _GLYPHS.get(letter.upper(), 0)
    rows, columns = GLYPH
    points = [bits >> at & 1 for at in reversed(range(rows * columns))]
    return np.array(points, np.bool_).reshape(GLYPH)


class Canvas:
    """Places are x to the right and y down, in points."""

    def __init__(self, width: int, height: int, colour: Colour = PAPER) -> None:
        self.picture: Picture = np.empty((height, width, 3), np.uint8)
        self.picture[:] = colour
        self._y, self._x = np.ogrid[:height, :width]

    def box(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        self.picture[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = colour

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self._fill((self._x - x) ** 2 + (self._y - y) ** 2 <= radius**2, colour)

    def stroke(self, start: tuple[float, float], end: tuple[float, float], width: float, colour: Colour) -> None:
        dx, dy = end[0] - start[0], end[1] - start[1]
        along = ((self._x - start[0]) * dx + (self._y - start[1]) * dy) / (dx * dx + dy * dy)
        nearest = np.clip(along, 0.0, 1.0)
        off = (self._x - start[0] - nearest * dx) ** 2 + (self._y - start[1] - nearest * dy) ** 2
        self._fill(off <= (width / 2) ** 2, colour)

    def _fill(self, where: npt.NDArray[Any], colour: Colour) -> None:
        self.picture[where] = colour

    def text(self, x: int, y: int, text: str, colour: Colour = INK, size: int = 2) -> None:
        rows, columns = GLYPH
        for letter in text:
            glyph = np.kron(_glyph(letter), np.ones((size, size), np.bool_))
            place = self.picture[y : y + rows * size, x : x + columns * size]
            place[glyph[: place.shape[0], : place.shape[1]]] = colour
            x += (columns + 1) * size
