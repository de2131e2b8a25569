"""Charts of Les Corsaires as files: checked and drawn."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from corsaires.cli.language import UsageError, Words

if TYPE_CHECKING:
    from corsaires.games.les_corsaires.chart import Chart

STANDARD_INPUT = "-"


def check(args: argparse.Namespace, words: Words) -> int:
    """`corsaires chart check FILE`: what the chart holds."""
    chart = read_named(args.chart, words)
    print(words("chart.fits", file=_shown(args.chart), name=chart.name[words.language]))
    for line in _told(chart, words):
        print(f"  {line}")
    return 0


def draw(args: argparse.Namespace, words: Words) -> int:
    """`corsaires chart draw FILE`: the board as SVG."""
    chart = read_named(args.chart, words)
    from corsaires.games.les_corsaires.drawing import draw_chart

    drawn = draw_chart(chart, words.language)
    if args.out is None:
        sys.stdout.write(drawn)
        return 0
    try:
        with Path(args.out).open("x", encoding="utf-8") as file:  # never over another file
            file.write(drawn)
    except FileExistsError:
        raise UsageError(words("usage.chart_exists", file=args.out)) from None
    except (OSError, ValueError) as error:
        raise UsageError(words("usage.unwritable", file=_shown(args.out), why=_why(error))) from None
    print(words("chart.drawn", file=_shown(args.out)))
    return 0


# --- reading ---


def read_named(named: str | None, words: Words) -> Chart:
    """The chart of a file, or one of the package by its name; raises UsageError."""
    from corsaires.games.les_corsaires.chart import InvalidChart, chart_from_bytes, chart_ids, load_chart

    if named is None:
        raise UsageError(words("usage.no_chart", choices=words.either(chart_ids())))
    try:
        if named in chart_ids() and not os.path.lexists(named):
            return load_chart(named)
        return chart_from_bytes(_content(named, words), Path(named).stem, _shown(named))
    except InvalidChart as error:
        where = {"file": error.file, "line": error.line, "why": error.reason_in(words.language)}
        text = "chart.invalid" if error.place else "chart.invalid_line"
        raise UsageError(words(text, place=error.place, **where)) from None


def _content(named: str, words: Words) -> bytes:
    """What stands in a file, no further than it takes to see that it is too long."""
    from corsaires.games.les_corsaires.chart import MAX_BYTES, chart_ids

    try:
        if named == STANDARD_INPUT:
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(named).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        choices = words.either(chart_ids())
        raise UsageError(words("usage.no_such_chart", chart=_shown(named), choices=choices)) from None
    except (OSError, ValueError) as error:
        raise UsageError(words("usage.unreadable", file=_shown(named), why=_why(error))) from None


def _shown(named: str) -> str:
    """A file's name on one line."""
    return "".join(character if character.isprintable() else "?" for character in named)


def _why(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


# --- telling ---


def _told(chart: Chart, words: Words) -> Iterator[str]:
    from corsaires.games.les_corsaires.chart import COLOURS, FREE, LAND, ROSE
    from corsaires.games.les_corsaires.pieces import LETTERS, WINDS

    yield words(
        "chart.size",
        columns=chart.columns,
        rows=chart.rows,
        points=len(chart.board),
        land=len(chart.points(LAND)) + len(chart.points(ROSE)),
        free=len(chart.points(FREE)),
    )
    for letter in LETTERS:
        yield _fleet(chart, letter, words)
    for wind in WINDS:
        figures = {kind: " ".join(map(str, numbers)) for kind, numbers in chart.roses[wind].items()}
        yield words("chart.rose", wind=words(f"chart.{wind}"), **figures)
    for colour in COLOURS:
        shots = " ".join(chart.fire[colour])
        faces = words.count("chart.faces", chart.faces.count(colour))
        yield words("chart.fire", colour=words(f"chart.{colour}"), faces=faces, shots=shots)


def _fleet(chart: Chart, letter: str, words: Words) -> str:
    from corsaires.games.les_corsaires.chart import name_of, voyage
    from corsaires.games.les_corsaires.pieces import FLEETS, LETTERS

    return words(
        "chart.fleet",
        letter=letter,
        berths=len(chart.points(letter)),
        direction=chart.seaward[FLEETS[LETTERS.index(letter)]],
        arrival=" ".join(name_of(point) for point in chart.points(letter.upper())),
        voyage=voyage(chart.board, letter),
        home=name_of(chart.batteries[f"{letter}H"]),
        away=name_of(chart.batteries[f"{letter}A"]),
    )
