"""A review as a picture: each side's chance to win over the moves, by what it could see, with the turning points.

One SVG file that needs nothing else; light or dark as the reader's screen is.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final, NamedTuple

from corsaires.review.reasons import written
from corsaires.review.review import Ply, Review, TurningPoint
from corsaires.review.words import Words

WIDTH: Final = 960.0
LEFT, RIGHT = 62.0, 812.0  # of the sea that the lines cross
TOP, BOTTOM = 104.0, 404.0
ROW: Final = 24.0  # of the list below
LIST: Final = 474.0
TICKS: Final = (0, 25, 50, 75, 100)  # per cent
STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)  # moves between two figures of the axis
MOST_FIGURES: Final = 12
APART: Final = 19.0  # between two names at the end of their lines
NAME: Final = 11  # letters beside a line
ABOUT: Final = 112  # letters under the title
ROOM: Final = 12.0  # that a figure needs to be read
RING, WIDE = 5.5, 10.0  # of a tide, and of one at a mistake

LIGHT: Final = {
    "page": "#FBF6EA", "sea": "#E4EAE0", "line": "#CDBE9B", "line_2": "#8F7E58", "ink": "#16222C", "ink_2": "#45515A",
    "mark": "#C79A45", "s0": "#0F5560", "s1": "#A8431F", "s2": "#6E5A12", "s3": "#5A3F86", "s4": "#2F6B2B",
}  # fmt: skip
DARK: Final = {
    "page": "#13232D", "sea": "#0F2A35", "line": "#2C4350", "line_2": "#5C7683", "ink": "#F1E7D0", "ink_2": "#C2BCA9",
    "mark": "#D0A350", "s0": "#8CD0D0", "s1": "#F59C6B", "s2": "#E3CF74", "s3": "#C6AEF2", "s4": "#9AD68F",
}  # fmt: skip
# No variables of CSS and no paint-order: what draws pictures outside browsers does not know them.
COLOURS: Final = Template("""
text{fill:$ink}.about,.axis{fill:$ink_2}
.page{fill:$page}.sea{fill:$sea;stroke:$line_2}.grid{stroke:$line}.fair{stroke:$line_2}
.s0{stroke:$s0}.s1{stroke:$s1}.s2{stroke:$s2}.s3{stroke:$s3}.s4{stroke:$s4}
.n0{fill:$s0}.n1{fill:$s1}.n2{fill:$s2}.n3{fill:$s3}.n4{fill:$s4}
.mark{fill:$mark;stroke:$ink}.ring{fill:$page;stroke:$ink}.halo{fill:$sea;stroke:$sea}
""")
STYLE: Final = f"""
svg{{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;
font-variant-numeric:tabular-nums}}
.title{{font:700 28px 'Iowan Old Style',Palatino,'TeX Gyre Pagella',P052,'Noto Serif',Georgia,serif}}
.axis{{font-size:12.5px}}.name{{font-weight:650}}
.grid{{stroke-width:1}}.fair{{stroke-width:1.3;stroke-dasharray:3 4}}
.share{{fill:none;stroke-width:2.6;stroke-linejoin:round}}
.s1{{stroke-dasharray:9 3}}.s2{{stroke-dasharray:2 3}}.s3{{stroke-dasharray:12 3 2 3}}.s4{{stroke-dasharray:5 2}}
.mark{{stroke-width:1.4}}.ring{{stroke-width:2}}
.number{{font-size:13px;font-weight:700}}.halo{{stroke-width:4px;stroke-linejoin:round}}
{COLOURS.substitute(LIGHT)}@media (prefers-color-scheme:dark){{{COLOURS.substitute(DARK)}}}
"""


class Sea(NamedTuple):
    """From moves and shares to the picture. A share before a move stands at its number, the result one further on."""

    moves: int

    def x(self, move: float) -> float:
        return LEFT + (RIGHT - LEFT) * (move - 1) / max(1, self.moves)

    def y(self, share: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * share


def draw(review: Review, language: str) -> str:
    words, sea = Words(language), Sea(len(review.plies))
    height = LIST + ROW * max(1, len(review.turning)) + 4
    content = _frame(review, sea, words)
    if review.has_figures:
        content += _lines(review, sea) + _names(review, sea) + _marks(review, sea)
    content += _list(review, words)
    title = escape(f"{words('page.title')}: {', '.join(review.names)}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" role="img">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<rect class="page" width="{WIDTH:g}" height="{height:g}"/>{content}</svg>\n'
    )


# --- the sea ---


def _frame(review: Review, sea: Sea, words: Words) -> str:
    parts = [
        _text(LEFT, 44, words("page.title"), "title"),
        _text(LEFT, 68, _about(review, words), "about"),
        _text(LEFT, TOP - 12, words("page.share"), "axis"),
        f'<rect class="sea" x="{LEFT:g}" y="{TOP:g}" width="{RIGHT - LEFT:g}" height="{BOTTOM - TOP:g}"/>',
    ]
    for tick in TICKS:
        y = sea.y(tick / 100)
        parts.append(_line("grid", LEFT, y, RIGHT, y))
        parts.append(_text(LEFT - 8, y + 4, words.percent(tick / 100), "axis", "end"))
    step = next((step for step in STEPS if sea.moves <= step * MOST_FIGURES), STEPS[-1])
    for move in range(step, sea.moves + 1, step):
        parts.append(_line("grid", sea.x(move), TOP, sea.x(move), BOTTOM))
        parts.append(_text(sea.x(move), BOTTOM + 20, str(move), "axis", "middle"))
    parts.append(_text((LEFT + RIGHT) / 2, BOTTOM + 40, words("page.ply"), "axis", "middle"))
    fair = sea.y(1 / review.sides)
    return "".join([*parts, _line("fair", LEFT, fair, RIGHT, fair)])


def _about(review: Review, words: Words) -> str:
    """The game, who played and who looked it over, in a line; long names are cut so that it fits."""
    said = {"game": words(f"page.{review.game}"), "bot": review.bot}
    room = (ABOUT - len(words("page.about", names="", **said))) // review.sides - len(", ")
    names = ", ".join(_short(review, side, room) for side in range(review.sides))
    return words("page.about", names=names, **said)


def _lines(review: Review, sea: Sea) -> str:
    """A side's line goes through its own turns, and ends with what it got."""
    lines = []
    for side in range(review.sides):
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points(review, sea, side))
        lines.append(f'<polyline class="share s{side}" points="{way}"/>')
    return "".join(lines)


def points(review: Review, sea: Sea, side: int) -> list[tuple[float, float]]:
    own = [ply for ply in review.plies if ply.side == side and ply.before]
    found = [(sea.x(ply.number), sea.y(ply.before[side])) for ply in own]
    return [*found, (sea.x(sea.moves + 1), sea.y(review.result[side]))]


def _names(review: Review, sea: Sea) -> str:
    """At the ends of the lines, moved apart where they would cover each other."""
    order = sorted(range(review.sides), key=lambda side: -review.result[side])
    places: list[float] = []
    for side in order:
        y = sea.y(review.result[side]) + 5
        places.append(y if not places else max(y, places[-1] + APART))
    over = max(0.0, places[-1] - (BOTTOM + 5))
    for at in range(len(places) - 1, -1, -1):
        limit = places[at + 1] - APART if at + 1 < len(places) else places[at] - over
        places[at] = min(places[at], limit)
    return "".join(
        _line(f"share s{side}", RIGHT + 6, y - 5, RIGHT + 30, y - 5)
        + _text(RIGHT + 36, y, _short(review, side, NAME), f"name n{side}")
        for side, y in zip(order, places, strict=True)
    )


def _marks(review: Review, sea: Sea) -> str:
    plies = [review.plies[point.ply - 1] for point in review.turning]
    places = [(sea.x(ply.number), sea.y(ply.before[ply.side])) for ply in plies]
    drawn = sorted(zip(review.turning, places, strict=True), key=lambda pair: pair[0].kind == "mistake")
    mistakes = {point.ply for point in review.turning if point.kind == "mistake"}
    marks = "".join(_mark(point, *place, around=point.ply in mistakes) for point, place in drawn)
    taken = list(places)
    for number, (x, y) in {point.ply: place for point, place in zip(review.turning, places, strict=True)}.items():
        around = [(x, y - 14), (x, y + 24), (x - 24, y + 5), (x + 24, y + 5)]
        inside = [place for place in around if TOP + 12 < place[1] < BOTTOM - 4]
        free = max(inside, key=lambda place: min(ROOM, *(_far(place, other) for other in taken)))
        taken.append(free)
        marks += "".join(_text(*free, str(number), kind, "middle") for kind in ("number halo", "number"))
    return marks


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    """How far a figure is from a mark or another figure: side by side they need more room than one above another."""
    return max(abs(one[0] - other[0]) / 2, abs(one[1] - 5 - other[1]))


# --- the list ---


def _list(review: Review, words: Words) -> str:
    if not review.turning:
        key = "page.no_turn" if review.has_figures else "page.no_figures"
        return _text(LEFT, LIST, words(key, bot=review.bot), "about")
    parts = []
    for at, point in enumerate(review.turning):
        y = LIST + ROW * at
        said = headline(point, review.plies[point.ply - 1], review.names, words)
        parts.append(_mark(point, LEFT + 7, y - 5) + _text(LEFT + 24, y, said))
    return "".join(parts)


def headline(point: TurningPoint, ply: Ply, names: Sequence[str], words: Words) -> str:
    """A turning point in a line: who, what, and what it changed."""
    return words(
        f"page.{point.kind}",
        number=point.ply,
        who=names[ply.seat],
        move=written(ply.move, words.language),
        best=written(ply.best, words.language),
        before=words.percent(point.before),
        after=words.percent(point.after),
    )


# --- strokes ---


def _mark(point: TurningPoint, x: float, y: float, *, around: bool = False) -> str:
    """A tide is a ring, a mistake a diamond; a ring around a diamond is wider."""
    if point.kind == "tide":
        return f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{WIDE if around else RING:g}"/>'
    return f'<path class="mark" d="M{x:.1f} {y - 7:.1f}l7 7l-7 7l-7-7z"/>'


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _short(review: Review, side: int, letters: int) -> str:
    """The name of a side in so many letters; partners have equal parts of them."""
    name, partners = review.side_name(side), len(review.names) // review.sides
    if len(name) <= letters:
        return name
    each = max(1, (letters - len(" + ") * (partners - 1)) // partners)
    names = review.names[side * partners : (side + 1) * partners]
    return " + ".join(one if len(one) <= each else f"{one[: each - 1]}…" for one in names)
