"""What stands below a drawn board: its name, the wind roses, where shots fall, the die, the key to the signs."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from textwrap import wrap
from typing import Final

from corsaires.games.les_corsaires.chart import COLOURS, Chart, shot_point
from corsaires.games.les_corsaires.coastline import Place, place_of
from corsaires.games.les_corsaires.engraving import (
    ANCHOR,
    FREE_FLAG,
    TOWN,
    WORDS,
    chevrons,
    compass,
    dart,
    die_face,
    flag,
    moved,
    number,
    shot_mark,
    text,
)
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, turned
from corsaires.games.les_corsaires.pieces import LETTERS, WINDS

Block = tuple[float, str]  # its width, and its drawing around the middle of its top
BLOCK_HEIGHT: Final = 168.0
GAP: Final = 14.0
LEADING: Final = 18  # between two lines of text
LETTER: Final = 6.6  # the width of one, by and large


def drawn_legend(chart: Chart, width: float, language: str, *, with_compass: bool) -> tuple[str, float]:
    """Title, roses, shots, die and key, in as many rows as the width asks for; and their height."""
    words = WORDS[language]
    head, head_height = _title(chart, width, language)
    blocks: list[Block] = []
    if with_compass:
        blocks.append((150, text(0, 14, words["compass"], "h") + moved(0, 90, compass(54))))
    blocks += [(150, _rose(chart, wind, language)) for wind in WINDS]
    blocks += [(190, _shots(chart, language)), (150, _die(chart, language)), (226, _key(language))]
    parts, y = [head], head_height
    for row in _rows_of(blocks, width):
        free = (width - sum(block for block, _ in row)) / len(row)
        x = 0.0
        for block, drawn in row:
            parts.append(moved(x + (block + free) / 2, y, drawn))
            x += block + free
        y += BLOCK_HEIGHT + GAP
    return "".join(parts), y


def _rows_of(blocks: Sequence[Block], width: float) -> list[list[Block]]:
    rows: list[list[Block]] = [[]]
    for block in blocks:
        if rows[-1] and sum(wide for wide, _ in rows[-1]) + block[0] > width:
            rows.append([])
        rows[-1].append(block)
    return rows


def _title(chart: Chart, width: float, language: str) -> tuple[str, float]:
    lines = wrap(chart.about[language], int(width * 0.8 / LETTER))
    parts = [text(width / 2, 34, chart.name[language], "title")]
    parts += [text(width / 2, 58 + LEADING * n, told, "about") for n, told in enumerate(lines)]
    bottom = 58 + LEADING * len(lines)
    rule = f'<path class="rule" d="M{number(width / 2 - 60)} {bottom}h120M{number(width / 2 - 34)} {bottom + 3}h68"/>'
    return "".join(parts) + rule, bottom + 22.0


def _rose(chart: Chart, wind: str, language: str) -> str:
    """The points to sail under a wind that blows to the right: warships over merchants, for each direction."""
    force = WINDS.index(wind)
    colour = COLOURS[force]
    parts = [text(0, 14, WORDS[language][wind], "h")]
    plates = [f'<circle class="ro" r="62"/><path class="wind s-{colour}" d="{chevrons(force, 8, 8)}"/>']
    for off in range(len(DIRECTIONS)):
        direction = turned(2, off)
        x, y = _on_circle(direction, 42)
        warship, merchant = (chart.roses[wind][kind][off] for kind in ("warship", "merchant"))
        figures = text(0, -2, f"G {warship}", "fig") + text(0, 10.5, f"M {merchant}", "fig")
        plates.append(moved(x, y, f'<rect class="plate" x="-14" y="-14" width="28" height="28" rx="5"/>{figures}'))
    return "".join(parts) + moved(0, 92, "".join(plates))


def _on_circle(direction: int, radius: float) -> Place:
    angle = radians((direction - 2) * 60)
    return cos(angle) * radius, sin(angle) * radius


def _shots(chart: Chart, language: str) -> str:
    """Where the shots of a warship fall whose bow points to the right."""
    origin = Point(0, 0)
    falls = {colour: [shot_point(origin, 2, shot) for shot in chart.fire[colour]] for colour in COLOURS}
    everywhere = [origin, *(point for points in falls.values() for point in points)]
    (left, right), (top, bottom) = (
        (min(values), max(values)) for values in zip(*(place_of(point) for point in everywhere), strict=True)
    )
    scale = min(38.0, 150 / max(right - left, 1), 100 / max(bottom - top, 1))
    parts = [dart(2, "ship")]
    for colour, points in falls.items():
        for point in points:
            others = [other for other in COLOURS if point in falls[other]]
            x, y = (value * scale for value in place_of(point))
            parts.append(moved(x + 9 * (others.index(colour) - (len(others) - 1) / 2), y, shot_mark(colour)))
    middle = moved(-(left + right) / 2 * scale, 84 - (top + bottom) / 2 * scale, "".join(parts))
    names = [
        moved(-66 + 62 * n, 150, shot_mark(colour) + text(12, 4, WORDS[language][colour], "small"))
        for n, colour in enumerate(COLOURS)
    ]
    return text(0, 14, WORDS[language]["fire"], "h") + middle + "".join(names)


def _die(chart: Chart, language: str) -> str:
    faces = [
        moved(-44 + 44 * (n % 3), 66 + 44 * (n // 3), die_face(COLOURS.index(face)))
        for n, face in enumerate(chart.faces)
    ]
    return text(0, 14, WORDS[language]["die"], "h") + "".join(faces)


def _key(language: str) -> str:
    words = WORDS[language]
    emblems = "".join(
        moved(-74 + 50 * n, 46, flag(letter) + text(12, 32, letter, "small mid")) for n, letter in enumerate(LETTERS)
    )
    signs = [
        (TOWN, "home"),
        (f'<g class="anchor t-b">{ANCHOR}</g>', "arrival"),
        (FREE_FLAG, "free"),
        ('<path class="bat l-r" d="M-12 0L-6-9H6L12 0L6 9H-6z"/>', "battery"),
    ]
    rows = [
        moved(-92 + 116 * (n % 2), 114 + 36 * (n // 2), drawn + text(20, 4, words[word], "small"))
        for n, (drawn, word) in enumerate(signs)
    ]
    return text(0, 14, words["key"], "h") + emblems + "".join(rows)
