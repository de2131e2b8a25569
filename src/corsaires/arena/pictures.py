"""The pictures of a report, as inline SVG: widths in per cent, to fill any screen with texts of their own size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, cos, floor, log10, pi, sin
from typing import Final, NamedTuple

ROW: Final = 30.0  # height of a bar of a row
HISTOGRAM, SMALL_HISTOGRAM = 100.0, 58.0
TICKS: Final = 5
ROUND: Final = (1, 2, 2.5, 5, 10)
MOST_BARS: Final = 40
CAP: Final = 6.0  # half the height of an interval's ends
LEAST: Final = 1e-6  # on a logarithmic scale
FAR: Final = 1500.0  # how far the rhumb lines of the compass go
EDGE: Final = 4.0  # per cent left free on either side, for marks and figures at the ends


class Scale(NamedTuple):
    """From values to per cent of the width."""

    low: float
    high: float
    logarithmic: bool = False
    whole: bool = False  # its figures are said without decimals

    def at(self, value: float) -> float:
        low, high, value = (log10(x) if self.logarithmic else x for x in (self.low, self.high, value))
        return EDGE + (100 - 2 * EDGE) * min(1.0, max(0.0, (value - low) / (high - low)))

    def ticks(self) -> list[float]:
        """Round values on the scale."""
        if self.logarithmic:
            powers = range(ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9) + 1)
            return [10.0**power for power in powers][:: max(1, ceil(len(powers) / TICKS))]
        rough = max((self.high - self.low) / TICKS, 1.0 if self.whole else 0.0)
        size = 10.0 ** floor(log10(rough))
        steps = [size * times for times in ROUND if size * times >= rough]
        step = next(step for step in steps if not self.whole or step.is_integer())
        return [step * n for n in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1)]


def scale(values: Iterable[float], margin: float = 0.0) -> Scale:
    """A scale that holds all values, with whole ticks; never an empty one."""
    known = list(values)
    low, high = min(known, default=0.0), max(known, default=0.0)
    space = max((high - low) * margin, 0.0 if high > low else 0.5)
    return Scale(low - space, high + space, whole=True)


def log_scale(values: Iterable[float]) -> Scale:
    """From a power of ten to another that hold all values, but those too small to tell from nought."""
    known = [value for value in values if value > LEAST] or [1.0]
    low, high = floor(log10(min(known))), ceil(log10(max(known)))
    return Scale(10.0**low, 10.0 ** max(high, low + 1), logarithmic=True)


# --- pictures ---


def interval_bar(low: float, value: float, high: float, over: Scale, title: str) -> str:
    """A whisker from low to high and a diamond at the value; nought is a line."""
    middle = ROW / 2
    zero = _upright("zero", over.at(0), 0, ROW) if over.low <= 0 <= over.high else ""
    ends = "".join(_upright("whisker", over.at(end), middle - CAP, middle + CAP) for end in (low, high))
    return _svg(
        _grid(over, ROW) + zero + _level("whisker", over.at(low), over.at(high), middle) + ends + _mark(over.at(value)),
        ROW,
        title,
    )


def time_bar(mean: float, slowest: float, over: Scale, title: str) -> str:
    """A disc at the mean and a ring at the slowest, joined by a line."""
    middle, start, end = ROW / 2, over.at(mean), over.at(slowest)
    return _svg(
        _grid(over, ROW)
        + _level("thread", start, end, middle)
        + f'<circle class="ring" cx="{_percent(end)}" cy="{_plain(middle)}" r="5.5"/>'
        + f'<circle class="disc" cx="{_percent(start)}" cy="{_plain(middle)}" r="5.5"/>',
        ROW,
        title,
    )


def histogram(values: Sequence[int], over: Scale, height: float, title: str, mean: float | None = None) -> str:
    """Bars of equal width, of whole numbers each; the mean as a line with a diamond on top."""
    width = bar_width(over)
    counts: dict[int, int] = {}
    for value in values:
        counts[value // width] = counts.get(value // width, 0) + 1
    tallest = max(counts.values(), default=1)
    bars = []
    for place, count in sorted(counts.items()):
        left, right = over.at(place * width - 0.5), over.at((place + 1) * width - 0.5)
        tall = max(1.0, count / tallest * (height - 8))
        bars.append(
            f'<rect class="bar" x="{_percent(left)}" width="{_percent(max(0.3, right - left - 0.25))}" '
            f'y="{_plain(height - tall)}" height="{_plain(tall)}"/>'
        )
    middle = "" if mean is None else _upright("mean", over.at(mean), 0, height) + _mark(over.at(mean), 6.0)
    return _svg(_grid(over, height) + "".join(bars) + _level("base", EDGE, 100 - EDGE, height) + middle, height, title)


def whole_scale(values: Sequence[int]) -> Scale:
    """A scale for a histogram of whole numbers, with room for the whole outermost bars."""
    low, high = min(values, default=0), max(values, default=0)
    width = bar_width(Scale(low, high))
    return Scale(low // width * width - 0.5, (high // width + 1) * width - 0.5, whole=True)


def bar_width(over: Scale) -> int:
    return max(1, ceil((over.high - over.low) / MOST_BARS))


def axis(over: Scale, labels: Sequence[str], name: str = "") -> str:
    """The figures under a picture, one for each tick of its scale."""
    figures = "".join(
        f'<text x="{_percent(over.at(tick))}" y="13" text-anchor="middle">{escape(label)}</text>'
        for tick, label in zip(over.ticks(), labels, strict=True)
    )
    under = (
        f'<text class="unit" x="{_percent(100 - EDGE)}" y="28" text-anchor="end">{escape(name)}</text>' if name else ""
    )
    return f'<svg class="axis" width="100%" height="{32 if name else 18}" aria-hidden="true">{figures}{under}</svg>'


def compass() -> str:
    """A wind rose of sixteen points in a graduated ring, and its rhumb lines far beyond it: decoration only."""
    points = [_point(turn, 46.0 if turn % 4 == 0 else 33.0 if turn % 2 == 0 else 22.0) for turn in range(1, 16, 2)]
    points += [_point(turn, 33.0) for turn in range(2, 16, 4)] + [_point(turn, 46.0) for turn in range(0, 16, 4)]
    rays = [_turned(at / 2) for at in range(32)]
    marks = "".join(_ray("faint", ray, 37, 40) for ray in rays)
    rhumbs = "".join(_ray("rhumb", ray, 44, FAR) for ray in rays)
    return (
        f'<svg class="compass" viewBox="-50 -50 100 100" aria-hidden="true">'
        f'{rhumbs}<circle class="faint" r="40"/><circle class="faint" r="37"/>{marks}{"".join(points)}</svg>'
    )


# --- strokes ---


def _point(turn: float, length: float) -> str:
    """A point of the rose: half of it lit, half of it dark."""
    tip, left, right = _turned(turn), _turned(turn - 1), _turned(turn + 1)
    foot = 0.2 * length
    halves = (("lit", left), ("dark", right))
    return "".join(
        f'<path class="{shade}" d="M0 0L{_plain(x * foot)} {_plain(y * foot)}'
        f'L{_plain(tip[0] * length)} {_plain(tip[1] * length)}Z"/>'
        for shade, (x, y) in halves
    )


def _ray(kind: str, ray: tuple[float, float], start: float, end: float) -> str:
    (x1, y1), (x2, y2) = ((_plain(ray[0] * far), _plain(ray[1] * far)) for far in (start, end))
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _turned(turn: float) -> tuple[float, float]:
    """Which way a point of the rose lies, in sixteenths from the north."""
    return sin(turn * pi / 8), -cos(turn * pi / 8)


def _svg(content: str, height: float, title: str) -> str:
    return (
        f'<svg class="track" width="100%" height="{_plain(height)}" role="img">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )


def _grid(over: Scale, height: float) -> str:
    return "".join(_upright("grid", over.at(tick), 0, height) for tick in over.ticks())


def _upright(kind: str, x: float, top: float, bottom: float) -> str:
    return f'<line class="{kind}" x1="{_percent(x)}" x2="{_percent(x)}" y1="{_plain(top)}" y2="{_plain(bottom)}"/>'


def _level(kind: str, left: float, right: float, y: float) -> str:
    return f'<line class="{kind}" x1="{_percent(left)}" x2="{_percent(right)}" y1="{_plain(y)}" y2="{_plain(y)}"/>'


def _mark(x: float, y: float = ROW / 2) -> str:
    """A diamond; an inner picture of no size of its own holds it, as paths know no per cent."""
    return f'<svg class="mark" x="{_percent(x)}" y="{_plain(y)}"><path d="M0-6L6 0L0 6L-6 0Z"/></svg>'


def _percent(x: float) -> str:
    return f"{x:.2f}%"


def _plain(x: float) -> str:
    return f"{x:.1f}"
