"""A chart drawn as SVG: an old sea chart, self-contained, with the figures of its roses, guns and die below it.

Colour never speaks alone: every port point carries its letter of the chart file, every flag its fleet's emblem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import cos, radians, sin
from typing import Final

from corsaires.games.les_corsaires.chart import COLOURS, FREE, ROSE, SEA, Chart, shot_point
from corsaires.games.les_corsaires.coastline import (
    BEYOND,
    COAST,
    ROW,
    Place,
    Sea,
    chance_at,
    extent,
    is_land,
    land_places,
    lines_at,
    measured,
    place_of,
)
from corsaires.games.les_corsaires.engraving import (
    ANCHOR,
    FORT,
    FREE_FLAG,
    HILL,
    PATTERNS,
    STYLE,
    TOWN,
    TREE,
    WORDS,
    compass,
    dart,
    die_face,
    flag,
    hexagon_path,
    moved,
    number,
    round_hexagon,
    shot_mark,
    text,
)
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, ahead, row_name, turned
from corsaires.games.les_corsaires.pieces import FLEETS, LETTERS, WINDS

STEP: Final = 48.0  # units of the drawing a step of the grid
MARGIN: Final = 0.93  # steps between the outermost points and the frame
BAR: Final = 18.0  # the frame with its letters and figures
EDGE: Final = 14.0  # of paper around the frame
NARROWEST: Final = 620.0  # the figures below need so much
LEAST_COMPASS: Final = 40.0  # units; a smaller one goes below the board
TINTS: Final = ((1.42, "d1"), (1.02, "d2"), (0.72, "d3"))
HILLS: Final = 0.62  # the part of the land that is not woods
HATCH, FINE = 0.085, 0.04  # steps between two strokes of the hatching, and by which a stroke grows
_HALF: Final = 0.5


def draw_chart(chart: Chart, language: str = "fr") -> str:
    """The whole drawing as the text of an SVG file."""
    width, height = extent(chart)
    board_width, board_height = (width + 2 * MARGIN) * STEP, (height + 2 * MARGIN) * STEP
    inner = max(board_width, NARROWEST)
    radius = compass_radius(chart)
    below, below_height = _figures(chart, inner, language, with_compass=radius is None)
    whole_width, whole_height = inner + 2 * (BAR + EDGE), board_height + below_height + 2 * (BAR + EDGE)
    left, top = EDGE + BAR + (inner - board_width) / 2, EDGE + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(whole_width)} {number(whole_height)}" '
        f'width="{number(whole_width)}" height="{number(whole_height)}" role="img" lang="{language}">',
        f"<title>{escape(chart.name[language])}</title><desc>{escape(chart.about[language])}</desc>",
        f"<style>{STYLE}</style><defs>{PATTERNS}{_clip(chart)}{_lamp(chart)}</defs>",
        f'<rect class="paper" width="{number(whole_width)}" height="{number(whole_height)}"/>',
        moved(left + MARGIN * STEP, top + MARGIN * STEP, _frame(chart) + _board(chart, radius)),
        moved(EDGE + BAR, top + board_height + BAR, below),
        "</svg>\n",
    ]
    return "\n".join(parts)


def compass_radius(chart: Chart) -> float | None:
    """How large the wind rose can be on its island, in units of the drawing; None if it is better placed elsewhere."""
    island = chart.points(ROSE)
    if not island:
        return None
    x, y = _middle(island)
    around = (place_of(point) for point, ground in chart.board.items() if ground != ROSE)
    free = min((((x - px) ** 2 + (y - py) ** 2) ** _HALF for px, py in around), default=0.0)
    width, height = extent(chart)
    free = min(free, x + _HALF, y + _HALF, width - x + _HALF, height - y + _HALF)
    radius = (free - 1 + COAST) * STEP
    return radius if radius >= LEAST_COMPASS else None


def _middle(points: Sequence[Point]) -> Place:
    places = [place_of(point) for point in points]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


# --- the frame ---


def _box(chart: Chart, beyond: float = 0.0) -> tuple[float, float, float, float]:
    """The inside of the frame, or a rectangle so much larger: x, y, width, height."""
    width, height = extent(chart)
    corner = -MARGIN * STEP - beyond
    return corner, corner, width * STEP - 2 * corner, height * STEP - 2 * corner


def _rect(box: tuple[float, float, float, float], kind: str, more: str = "") -> str:
    x, y, width, height = (number(value) for value in box)
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}"{more}/>'


def _clip(chart: Chart) -> str:
    return f'<clipPath id="inside">{_rect(_box(chart), "")}</clipPath>'


def _lamp(chart: Chart) -> str:
    width, height = (value * STEP for value in extent(chart))
    return (
        f'<radialGradient id="lamp" gradientUnits="userSpaceOnUse" cx="{number(width * 0.46)}" '
        f'cy="{number(height * 0.42)}" r="{number(max(width, height) * 0.72)}"><stop class="lamp0"/>'
        '<stop class="lamp1" offset=".55"/><stop class="lamp2" offset="1"/></radialGradient>'
    )


def _frame(chart: Chart) -> str:
    """A graduated bar, a letter for every row and a figure for every column."""
    x, y, width, height = _box(chart)
    columns = [column * STEP for column in range(chart.columns)]
    rows = [row * ROW * STEP for row in range(chart.rows)]
    signs, bars = [], []
    for side in (y, y + height):
        middle = side + (BAR if side > y else -BAR) / 2 + 3.4
        signs += [text(at, middle, str(column), "fr-t") for column, at in enumerate(columns, 1)]
        bars += [f"M{a} {number(side)}H{b}" for a, b in _every_other([x, *columns, x + width])]
    for side in (x, x + width):
        middle = side + (BAR if side > x else -BAR) / 2
        signs += [text(middle, at + 3.4, row_name(row), "fr-t") for row, at in enumerate(rows)]
        bars += [f"M{number(side)} {a}V{b}" for a, b in _every_other([y, *rows, y + height])]
    return _rect(_box(chart, BAR), "fr-out") + f'<path class="fr-bar" d="{"".join(bars)}"/>' + "".join(signs)


def _every_other(stops: Sequence[float]) -> list[tuple[str, str]]:
    return [(number(a), number(b)) for a, b in pairwise(stops)][::2]


# --- the board ---


def _board(chart: Chart, radius: float | None) -> str:
    sea = measured(chart)
    parts = [
        '<g clip-path="url(#inside)">',
        _rect(_box(chart), "d0"),
        *(f'<path class="{kind}" d="{_path(lines_at(sea, level))}"/>' for level, kind in TINTS),
        f'<path class="rhumb" d="{_rhumb_lines(chart)}"/>',
        f'<path class="wl1" d="{_path(lines_at(sea, COAST + 0.3))}"/>',
        f'<path class="hatch" d="{_hatching(sea, chart)}"/>',
        f'<path class="grid" d="{_grid_lines(chart)}"/>',
        _port_waters(chart),
        _land(sea, chart),
        _rect(_box(chart), "", ' fill="url(#lamp)"'),
        _batteries(chart),
        _points(chart),
        _seaward_darts(chart),
        _signs(chart),
        _free_ports(chart),
        _compass_on_island(chart, radius),
        "</g>",
        _rect(_box(chart), "fr-in"),
    ]
    return "\n".join(parts)


def _path(loops: Iterable[Sequence[Place]]) -> str:
    """Closed lines, written as steps from corner to corner: short."""
    return "".join(_closed([(round(x * STEP), round(y * STEP)) for x, y in loop]) for loop in loops)


def _closed(corners: Sequence[tuple[int, int]]) -> str:
    steps = [f"{bx - ax} {by - ay}" for (ax, ay), (bx, by) in pairwise(corners) if (ax, ay) != (bx, by)]
    return f"M{corners[0][0]} {corners[0][1]}l{' '.join(steps)}z".replace(" -", "-") if steps else ""


def _rhumb_lines(chart: Chart) -> str:
    x, y = _middle(chart.points(ROSE) or list(chart.board))
    x, y, far = x * STEP, y * STEP, sum(extent(chart)) * STEP
    ends = ((x + cos(radians(k * 11.25)) * far, y + sin(radians(k * 11.25)) * far) for k in range(32))
    return "".join(f"M{number(x)} {number(y)}L{number(a)} {number(b)}" for a, b in ends)


def _hatching(sea: Sea, chart: Chart) -> str:
    """Horizontal strokes on the sea side of every coast, of uneven length in every other row."""
    width, height = extent(chart)
    strokes = []
    for row in range(int((height + 2 * MARGIN) / HATCH)):
        y, start = row * HATCH - MARGIN, None
        reaches = [0.15 + 0.12 * (row % 2) * chance_at(row, step) for step in range(int(2 * (width + 2 * MARGIN)) + 2)]
        for column in range(int((width + 2 * MARGIN) / FINE) + 2):
            x = column * FINE - MARGIN
            inside = COAST < sea.at(x, y) < COAST + reaches[int(2 * (x + MARGIN))]
            if inside and start is None:
                start = x
            elif start is not None and not inside:
                strokes.append(f"M{number(start * STEP)} {number(y * STEP)}h{number((x - start) * STEP)}")
                start = None
    return "".join(strokes)


def _grid_lines(chart: Chart) -> str:
    """The lines that ships move along, each drawn in one stroke as far as it goes over water."""
    strokes = []
    for direction in (2, 3, 4):
        for point, ground in chart.board.items():
            if is_land(ground) or not is_land(chart.board.get(ahead(point, direction, -1), ROSE)):
                continue
            end = point
            while not is_land(chart.board.get(ahead(end, direction), ROSE)):
                end = ahead(end, direction)
            if end != point:
                strokes.append(f"M{_at(point)}L{_at(end)}")
    return "".join(strokes)


def _at(point: Point) -> str:
    x, y = place_of(point)
    return f"{number(x * STEP)} {number(y * STEP)}"


def _port_waters(chart: Chart) -> str:
    waters = []
    for point, ground in chart.board.items():
        x, y = place_of(point)
        shape = hexagon_path(x * STEP, y * STEP, STEP / 3**_HALF)
        if ground == FREE:
            waters.append(f'<path class="freew" d="{shape}"/>')
        elif ground.lower() in LETTERS:
            waters.append(f'<path class="portw" fill="url(#w{ground.lower()})" d="{shape}"/>')
    return "".join(waters)


def _land(sea: Sea, chart: Chart) -> str:
    coast = _path(lines_at(sea, COAST))
    parts = [f'<path class="land" d="{coast}"/><path class="land2" d="{_path(lines_at(sea, COAST - 0.17))}"/>']
    rose = {(round(x, 3), round(y, 3)) for x, y in map(place_of, chart.points(ROSE))}
    for x, y in land_places(chart):
        if (x, y) in rose or max(-x, -y, x - extent(chart)[0], y - extent(chart)[1]) > BEYOND - _HALF:
            continue
        chance = chance_at(x * 3.1, y * 7.7)
        drawn = HILL if chance < HILLS else TREE
        parts.append(moved(x * STEP + (chance - _HALF) * 9, y * STEP + (_HALF - chance) * 7, drawn))
    return "".join(parts)


def _batteries(chart: Chart) -> str:
    parts = []
    for gun, hub in chart.batteries.items():
        x, y = (value * STEP for value in place_of(hub))
        seaward = 1 if hub.row < chart.rows / 2 else -1  # the name stands clear of the port's own points
        name = text(x, y + seaward * STEP / 3**_HALF + 4, gun, f"bat-t t-{gun[0]}")
        parts.append(f'<path class="bat l-{gun[0]}" d="{round_hexagon(x, y, 1.3 * STEP, 0.4 * STEP)}"/>{name}')
    return "".join(parts)


def _points(chart: Chart) -> str:
    dots, signs = [], []
    for point, ground in chart.board.items():
        x, y = (value * STEP for value in place_of(point))
        if ground in (SEA, FREE):
            dots.append(f"M{number(x)} {number(y)}h0")
        elif not is_land(ground):
            fleet = ground.lower()
            shape = (
                f'<circle class="f-{fleet}" r="8"/>'
                if ground == fleet
                else f'<path class="f-{fleet}" d="M-8-8H8V8H-8z"/>'
            )
            signs.append(moved(x, y, shape + text(0, 3.6, ground, f"pt-t e-{fleet}")))
    return f'<path class="pts" d="{"".join(dots)}"/>' + "".join(signs)


def _seaward_darts(chart: Chart) -> str:
    """From the berth in the middle of those that look out to sea."""
    parts = []
    for fleet, letter in zip(FLEETS, LETTERS, strict=True):
        direction = chart.seaward[fleet]
        looking = [berth for berth in chart.points(letter) if chart.board.get(ahead(berth, direction)) == SEA]
        if looking:
            berth = looking[len(looking) // 2]
            x, y = _middle([berth, ahead(berth, direction), ahead(berth, direction)])
            parts.append(moved(x * STEP, y * STEP, dart(direction, f"f-{letter}")))
    return "".join(parts)


def _signs(chart: Chart) -> str:
    """A town and a flag behind a home port, a fort, a flag and an anchor behind an arrival port."""
    parts = []
    for letter in LETTERS:
        x, y = _behind_port(chart, letter)
        parts.append(moved(x, y, moved(-16, 2, TOWN) + moved(0, -9, flag(letter))))
        x, y = _behind_port(chart, letter.upper())
        anchor = f'<g class="anchor t-{letter}">{ANCHOR}</g>'
        parts.append(moved(x, y, moved(-30, 0, FORT) + moved(-13, -9, flag(letter)) + moved(28, 0, anchor)))
    return "".join(parts)


def _behind_port(chart: Chart, letter: str) -> Place:
    """On the shore behind the part of a port that lies at the edge of the board; else just above the port."""
    points = chart.points(letter)
    width, height = extent(chart)
    for row, y in ((0, -0.58), (chart.rows - 1, height + 0.6)):
        if edge := [point for point in points if point.row == row]:
            return _middle(edge)[0] * STEP, y * STEP
    for x, edge in (
        (-0.55, [point for point in points if point.x < 1]),
        (width + 0.55, [point for point in points if Point(point.row, point.x + 2) not in chart.board]),
    ):
        if edge:
            return x * STEP, _middle(edge)[1] * STEP
    x, _ = _middle(points)
    return x * STEP, (min(place_of(point)[1] for point in points) - 0.58) * STEP


def _free_ports(chart: Chart) -> str:
    parts = []
    for point in chart.points(FREE):
        around = [ahead(point, direction) for direction in DIRECTIONS]
        ashore = [near for near in around if is_land(chart.board.get(near, SEA))]
        x, y = place_of(ashore[0]) if ashore else place_of(point)
        parts.append(moved(x * STEP, (y if ashore else y - 0.36) * STEP, FREE_FLAG))
    return "".join(parts)


def _compass_on_island(chart: Chart, radius: float | None) -> str:
    if radius is None:
        return ""
    x, y = _middle(chart.points(ROSE))
    return moved(x * STEP, y * STEP, compass(radius))


# --- the figures below the board ---

Block = tuple[float, str]  # its width, and its drawing around the middle of its top
BLOCK_HEIGHT: Final = 168.0
GAP: Final = 14.0
LEADING: Final = 18  # between two lines of text


def _figures(chart: Chart, width: float, language: str, *, with_compass: bool) -> tuple[str, float]:
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
    lines = _wrapped(chart.about[language], int(width * 0.8 / 6.6))
    parts = [text(width / 2, 34, chart.name[language], "title")]
    parts += [text(width / 2, 58 + LEADING * n, line_, "about") for n, line_ in enumerate(lines)]
    bottom = 58 + LEADING * len(lines)
    rule = f'<path class="rule" d="M{number(width / 2 - 60)} {bottom}h120M{number(width / 2 - 34)} {bottom + 3}h68"/>'
    return "".join(parts) + rule, bottom + 22.0


def _wrapped(sentence: str, most: int) -> list[str]:
    lines = [""]
    for word in sentence.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _rose(chart: Chart, wind: str, language: str) -> str:
    """The points to sail under a wind that blows to the right: warships over merchants, for each direction."""
    force = WINDS.index(wind)
    colour = COLOURS[force]
    parts = [text(0, 14, WORDS[language][wind], "h")]
    plates = [f'<circle class="ro" r="62"/><path class="wind s-{colour}" d="{_wind_arrow(force)}"/>']
    for off in range(len(DIRECTIONS)):
        direction = turned(2, off)
        x, y = _on_circle(direction, 42)
        warship, merchant = (chart.roses[wind][kind][off] for kind in ("warship", "merchant"))
        figures = text(0, -2, f"G {warship}", "fig") + text(0, 10.5, f"M {merchant}", "fig")
        plates.append(moved(x, y, f'<rect class="plate" x="-14" y="-14" width="28" height="28" rx="5"/>{figures}'))
    return "".join(parts) + moved(0, 92, "".join(plates))


def _wind_arrow(force: int) -> str:
    """One, two or three chevrons along the wind."""
    starts = [(n - force / 2) * 8 for n in range(force + 1)]
    return "".join(f"M{number(x - 4)}-8l8 8l-8 8" for x in starts)


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
