"""The text of a chart file, part by part. Whatever is wrong is said with its file, line and key, and what to do."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, point_named, row_name
from corsaires.games.les_corsaires.pieces import BATTERIES, FLEETS, LETTERS, WINDS
from corsaires.games.les_corsaires.state import MAX_COLUMNS, MAX_POINTS, MAX_REACH, MAX_ROWS, MAX_SHOTS

PROBLEMS: Final = Path(__file__).parent / "chart_problems.toml"
LANGUAGES: Final = ("fr", "en")

COLOURS: Final = ("yellow", "blue", "red")  # of the coloured die: the winds, in their order
CLASSES: Final = ("warship", "merchant")
SECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": LANGUAGES,
    "about": LANGUAGES,
    "chart": ("board", "asymmetric"),
    "seaward": FLEETS,
    "batteries": BATTERIES,
    "rose": WINDS,
    "fire": COLOURS,
    "die": ("faces",),
}
# What somebody could write where something is missing.
EXAMPLES: Final = {
    "name": '{key} = "…"',
    "about": '{key} = "…"',
    "chart": 'board = """',
    "seaward": "{key} = 3",
    "batteries": '{key} = "c3"',
    "rose": "{key} = [4, 3, 2, 1, 2, 3]",
    "fire": '{key} = ["d", "dl", "dr"]',
    "die": 'faces = ["red", "red", "blue", "blue", "yellow", "yellow"]',
}

LAND, ROSE, FREE, SEA = "#", "O", "F", "."
GROUNDS: Final = LAND + ROSE + FREE + SEA + LETTERS + LETTERS.upper()
FACES: Final = 6
MIN_ROWS: Final = 3  # fewer have no room for a battery
MIN_COLUMNS: Final = 3
MAX_FIGURE: Final = 12
MAX_BYTES: Final = 65_536  # of a file; a chart has about two thousand
MOST_DOTS: Final = 8  # in a line, beside comments and texts: keys have two
ASIDE: Final = re.compile(
    r'''#[^\n]*|"""(?:\\.|[^\\])*?(?:"""|\Z)|\'{3}.*?(?:\'{3}|\Z)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?''', re.DOTALL
)
LONGEST: Final = {"name": 60, "about": 400}  # characters


class InvalidChart(InvalidSetup):
    """A chart that cannot be used: `place` is the key in the file, `problem` a section of chart_problems.toml."""

    def __init__(self, file: str, line: int, place: str, problem: str, **values: object) -> None:
        self.file = file
        self.line = line
        self.place = place
        self.problem = problem
        self.values = values
        super().__init__(f"{file}, line {line}{place and f': {place}'}", self.reason_in("en"))

    def reason_in(self, language: str) -> str:
        problems = _problems()
        words = {word: texts[language] for word, texts in problems["words"].items()}
        values = {key: words.get(str(value), value) for key, value in self.values.items()}
        text: str = problems[self.problem][language]
        return text.format_map(values)


@cache
def _problems() -> Mapping[str, Any]:
    return tomllib.loads(PROBLEMS.read_text("utf-8"))


class Source:
    """A chart file's text, to say where in it something is wrong."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = text.rstrip().split("\n")
        self._places = _places(self.lines)

    def wrong(self, key: str, problem: str, *, row: int | None = None, **values: object) -> InvalidChart:
        """An error at a key, or at a row of the board."""
        line = self._line_of(key)
        if row is not None and '"""' in self.lines[line - 1]:
            line += row + self.lines[line - 1].rstrip().endswith('= """')
        return InvalidChart(self.file, line, key, problem, **values)

    def not_toml(self, error: Exception) -> InvalidChart:
        why = (
            re.sub(r" \(at .*\)$", "", str(error)) if isinstance(error, tomllib.TOMLDecodeError) else "too deep or long"
        )
        at = re.search(r"\(at line (\d+), ", str(error))
        return InvalidChart(self.file, int(at[1]) if at else len(self.lines), "", "not_toml", why=why)

    def _line_of(self, key: str) -> int:
        """The line that a dotted key stands on, or that of its section, or the last: something is missing there."""
        while key:
            if key in self._places:
                return self._places[key]
            key = key.rpartition(".")[0]
        return len(self.lines)


def _places(lines: list[str]) -> dict[str, int]:
    """The line of every section and key, by its dotted name."""
    places: dict[str, int] = {}
    section, quoted = "", False
    for number, line in enumerate(lines, 1):
        start = line.strip()
        if not quoted and start.startswith("["):
            section = _plain(start.strip("[").partition("]")[0]) + "."
            places.setdefault(section[:-1], number)
        elif not quoted and "=" in start and not start.startswith("#"):
            places.setdefault(section + _plain(start.partition("=")[0]), number)
        if (start.count('"""') + start.count("'''")) % 2:
            quoted = not quoted
    return places


def _plain(key: str) -> str:
    """A key without its quotes and spaces."""
    return re.sub("[\"'\\s]", "", key)


# --- sections and keys ---


def parsed(source: Source, text: str) -> Mapping[str, Any]:
    """The sections of a chart, with no key that a chart does not have."""
    try:
        if any(line.count(".") > MOST_DOTS for line in ASIDE.sub("", text).split("\n")):
            raise RecursionError  # keys that tomllib takes seconds for
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise source.not_toml(error) from None
    for section, keys in content.items():
        if section not in SECTIONS:
            raise source.wrong(section, "unknown_section", choices=", ".join(SECTIONS))
        _check_keys(keys, section, SECTIONS[section], source)
    for wind, kinds in content.get("rose", {}).items():
        _check_keys(kinds, f"rose.{wind}", CLASSES, source)
    return content


def _check_keys(keys: object, section: str, known: tuple[str, ...], source: Source) -> None:
    if not isinstance(keys, dict):
        raise source.wrong(section, "not_a_section", section=section)
    for key in keys:
        if key not in known:
            raise source.wrong(f"{section}.{key}", "unknown_key", section=section, choices=", ".join(known))


def value(content: Mapping[str, Any], key: str, source: Source) -> Any:
    inner: Any = content
    for part in key.split("."):
        if part not in inner:
            section, _, name = key.rpartition(".")
            example = EXAMPLES[section.partition(".")[0]].format(key=name)
            raise source.wrong(key, "missing", section=section, example=example)
        inner = inner[part]
    return inner


# --- the parts, one by one ---


def texts(content: Mapping[str, Any], section: str, source: Source) -> dict[str, str]:
    found: dict[str, str] = {}
    for language in LANGUAGES:
        key = f"{section}.{language}"
        text = value(content, key, source)
        if not isinstance(text, str) or not text.strip() or len(text) > LONGEST[section] or not _visible(text):
            raise source.wrong(key, "text", most=LONGEST[section], value=shown(text))
        found[language] = text
    return found


def _visible(text: str) -> bool:
    return not any(unicodedata.category(character).startswith("C") for character in text)


def board(text: object, source: Source) -> dict[Point, str]:
    """The points of the drawing, row by row; every other row is shifted by half a step and one point shorter."""
    if not isinstance(text, str):
        raise source.wrong("chart.board", "board_type", value=shown(text))
    rows = text.rstrip().split("\n")
    if not MIN_ROWS <= len(rows) <= MAX_ROWS:
        raise source.wrong("chart.board", "rows", least=MIN_ROWS, most=MAX_ROWS, n=len(rows))
    columns = _columns(rows)
    if not MIN_COLUMNS <= columns <= MAX_COLUMNS:
        raise source.wrong("chart.board", "columns", least=MIN_COLUMNS, most=MAX_COLUMNS, n=columns)
    found: dict[Point, str] = {}
    for number, row in enumerate(rows):
        found |= _row(row.rstrip(), number, columns - number % 2, source)
    if len(found) >= MAX_POINTS:
        raise source.wrong("chart.board", "points", most=MAX_POINTS - 1, n=len(found))
    return found


def _columns(rows: list[str]) -> int:
    """The points of the long rows, as most rows have it: so that the odd row out is the one to blame."""
    counts = Counter(len(row.split()) + number % 2 for number, row in enumerate(rows))
    return counts.most_common(1)[0][0]


def _row(row: str, number: int, points: int, source: Source) -> dict[Point, str]:
    shift = number % 2
    grounds = row.split()
    for ground in grounds:
        if ground not in list(GROUNDS):
            choices = " ".join(GROUNDS)
            raise source.wrong(
                "chart.board", "ground", row=number, name=row_name(number), value=shown(ground), choices=choices
            )
    if len(grounds) != points:
        raise source.wrong("chart.board", "ragged", row=number, name=row_name(number), points=points, n=len(grounds))
    if row != " " * shift + " ".join(grounds):
        raise source.wrong("chart.board", f"spaces_{shift}", row=number, name=row_name(number), value=shown(row))
    return {Point(number, 2 * column + shift): ground for column, ground in enumerate(grounds)}


def asymmetric(content: Mapping[str, Any], source: Source) -> bool:
    """Whether the chart says that its voyages may differ."""
    found = content["chart"].get("asymmetric", False)
    if not isinstance(found, bool):
        raise source.wrong("chart.asymmetric", "boolean", value=shown(found))
    return found


def seaward(direction: object, fleet: str, source: Source) -> int:
    if type(direction) is not int or direction not in DIRECTIONS:
        raise source.wrong(f"seaward.{fleet}", "direction", value=shown(direction))
    return direction


def battery(hub: object, gun: str, source: Source) -> Point:
    found = point_named(hub) if isinstance(hub, str) else None
    if found is None:
        raise source.wrong(f"batteries.{gun}", "hub", value=shown(hub))
    return found


def figures(numbers: object, wind: str, kind: str, source: Source) -> tuple[int, ...]:
    key = f"rose.{wind}.{kind}"
    if not isinstance(numbers, list):
        raise source.wrong(key, "figures_type", value=shown(numbers))
    if len(numbers) != len(DIRECTIONS):
        raise source.wrong(key, "angles", n=len(numbers))
    for number in numbers:
        if type(number) is not int or not 0 <= number <= MAX_FIGURE:
            raise source.wrong(key, "figure", most=MAX_FIGURE, value=shown(number))
    return tuple(numbers)


def shots(steps: object, colour: str, source: Source) -> tuple[str, ...]:
    key = f"fire.{colour}"
    if not isinstance(steps, list) or not 1 <= len(steps) <= MAX_SHOTS:
        raise source.wrong(key, "shots", most=MAX_SHOTS, value=shown(steps))
    for shot in steps:
        if not isinstance(shot, str) or not re.fullmatch(f"[dlr]{{1,{MAX_REACH}}}", shot):
            raise source.wrong(key, "shot", most=MAX_REACH, value=shown(shot))
    return tuple(steps)


def faces(colours: object, source: Source) -> tuple[str, ...]:
    if not isinstance(colours, list) or len(colours) != FACES:
        raise source.wrong("die.faces", "faces", choices=", ".join(COLOURS), value=shown(colours))
    for colour in colours:
        if not isinstance(colour, str) or colour not in COLOURS:
            raise source.wrong("die.faces", "face", choices=", ".join(COLOURS), value=shown(colour))
    return tuple(colours)
