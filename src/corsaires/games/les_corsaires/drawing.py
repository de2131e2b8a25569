"""A chart drawn as SVG: an old sea chart, self-contained, with the figures of its roses, guns and die below it.

Colour never speaks alone: every port point carries its letter of the chart file, every flag its fleet's emblem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import cos, radians, sin
from typing import Final

from corsaires.games.les_corsaires.chart import FREE, ROSE, SEA, Chart
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
    compass,
    dart,
    flag,
    hexagon_path,
    moved,
    number,
    round_hexagon,
    text,
)
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, ahead, row_name
from corsaires.games.les_corsaires.legend import drawn_legend
from corsaires.games.les_corsaires.pieces import FLEETS, LETTERS

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
    below, below_height = drawn_legend(chart, inner, language, with_compass=radius is None)
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
    x, y = middle_of(island)
    around = (place_of(point) for point, ground in chart.board.items() if ground != ROSE)
    free = min((((x - px) ** 2 + (y - py) ** 2) ** _HALF for px, py in around), default=0.0)
    width, height = extent(chart)
    free = min(free, x + _HALF, y + _HALF, width - x + _HALF, height - y + _HALF)
    radius = (free - 1 + COAST) * STEP
    return radius if radius >= LEAST_COMPASS else None


def middle_of(points: Sequence[Point]) -> Place:
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
    x, y = middle_of(chart.points(ROSE) or list(chart.board))
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
    hills, woods = relief(chart)
    parts += [moved(x * STEP, y * STEP, drawn) for drawn, places in ((HILL, hills), (TREE, woods)) for x, y in places]
    return "".join(parts)


def relief(chart: Chart) -> tuple[list[Place], list[Place]]:
    """Where hills and where woods are drawn on the land, but for the island of the rose."""
    rose = {(round(x, 3), round(y, 3)) for x, y in map(place_of, chart.points(ROSE))}
    hills: list[Place] = []
    woods: list[Place] = []
    for x, y in land_places(chart):
        if (x, y) in rose or max(-x, -y, x - extent(chart)[0], y - extent(chart)[1]) > BEYOND - _HALF:
            continue
        chance = chance_at(x * 3.1, y * 7.7)
        (hills if chance < HILLS else woods).append((x + (chance - _HALF) * 0.19, y + (_HALF - chance) * 0.15))
    return hills, woods


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
            x, y = middle_of([berth, ahead(berth, direction), ahead(berth, direction)])
            parts.append(moved(x * STEP, y * STEP, dart(direction, f"f-{letter}")))
    return "".join(parts)


def _signs(chart: Chart) -> str:
    """A town and a flag behind a home port, a fort, a flag and an anchor behind an arrival port."""
    parts = []
    for letter in LETTERS:
        anchor = f'<g class="anchor t-{letter}">{ANCHOR}</g>'
        for port, wide, tall in (
            (letter, moved(-16, 2, TOWN) + moved(0, -9, flag(letter)), moved(-1, 30, TOWN)),
            (
                letter.upper(),
                moved(-30, 0, FORT) + moved(-13, -9, flag(letter)) + moved(28, 0, anchor),
                moved(0, 28, anchor),
            ),
        ):
            (x, y), at_side = behind_port(chart, port)
            parts.append(moved(x * STEP, y * STEP, moved(-12, -14, flag(letter)) + tall if at_side else wide))
    return "".join(parts)


def behind_port(chart: Chart, letter: str) -> tuple[Place, bool]:
    """A place on the shore behind the part of a port that lies at the edge of the board, else just above the port;
    and whether that is at the left or the right side, where there is no room for a wide sign."""
    points = chart.points(letter)
    width, height = extent(chart)
    for row, y in ((0, -0.58), (chart.rows - 1, height + 0.6)):
        if edge := [point for point in points if point.row == row]:
            return (middle_of(edge)[0], y), False
    for step, x in ((-2, -0.62), (2, width + 0.62)):
        if edge := [point for point in points if Point(point.row, point.x + step) not in chart.board]:
            return (x, middle_of(edge)[1]), True
    return (middle_of(points)[0], min(place_of(point)[1] for point in points) - 0.58), False


def _free_ports(chart: Chart) -> str:
    return "".join(moved(x * STEP, y * STEP, FREE_FLAG) for x, y in free_flags(chart))


def free_flags(chart: Chart) -> list[Place]:
    """The place of each free port's flag: ashore if there is land beside it, else just above the port."""
    places = []
    for point in chart.points(FREE):
        around = [ahead(point, direction) for direction in DIRECTIONS]
        ashore = [near for near in around if is_land(chart.board.get(near, SEA))]
        x, y = place_of(ashore[0]) if ashore else place_of(point)
        places.append((x, y if ashore else y - 0.36))
    return places


def _compass_on_island(chart: Chart, radius: float | None) -> str:
    if radius is None:
        return ""
    x, y = middle_of(chart.points(ROSE))
    return moved(x * STEP, y * STEP, compass(radius))
