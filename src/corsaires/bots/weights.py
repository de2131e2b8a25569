"""How a heuristic weighs is data: a TOML file of weights a bot, a section for every table.

A bot plays by one record of weights. One that makes mistakes has several, its *moods*, each with the chance that a
move is made in it; no weights at all stand for random play.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from corsaires.games.kernel.errors import InvalidSetup
from corsaires.games.kernel.jit import rule
from corsaires.games.kernel.layout import Records
from corsaires.games.kernel.rng import Rng, below

Weights = Records
CHANCE: Final = "chance"  # the field of a mood
PARTS: Final = 1 << 30  # a chance is drawn in such parts


def weights_type(*names: str) -> np.dtype[Any]:
    """A record of these weights, and the chance of its mood."""
    return np.dtype((np.record, [(CHANCE, np.float64), *((name, np.float64) for name in names)]))


def read_weights(path: Path, table: str, kind: np.dtype[Any]) -> Weights:
    """The weights of a file for a table; raises InvalidSetup with the file, the key and the reason."""
    weights = np.ones(1, kind)
    section = _section(path, table)
    for name in _names(kind):
        if name not in section:
            raise InvalidSetup(f"{path.name}: {table}.{name}", "is missing")
    _fill(weights, 0, section, f"{path.name}: {table}.")
    return weights


def read_moods(path: Path, sober: Weights) -> Weights:
    """Weights with the moods of a file beside them: what a mood does not name, it weighs as the sober do."""
    sections = _read(path)
    weights = np.repeat(sober, 1 + len(sections))
    for n, (mood, section) in enumerate(sections.items(), 1):
        if CHANCE not in section:
            raise InvalidSetup(f"{path.name}: {mood}.{CHANCE}", "is missing")
        _fill(weights, n, section, f"{path.name}: {mood}.")
    weights[CHANCE][0] = 1.0 - weights[CHANCE][1:].sum()
    if weights[CHANCE].min() < 0.0:
        raise InvalidSetup(path.name, "the chances of the moods are none below 0, and together at most 1")
    return weights


@rule
def mood(weights: Weights, rng: Rng) -> int:
    """Which of the weights the next move is made by."""
    last = len(weights) - 1
    if last == 0:
        return 0
    drawn = below(rng, PARTS) / PARTS
    for n in range(last):
        drawn -= weights[n].chance
        if drawn < 0.0:
            return n
    return last


def _fill(weights: Weights, n: int, section: Mapping[str, Any], where: str) -> None:
    for name, value in section.items():
        if name not in (weights.dtype.names or ()):
            raise InvalidSetup(where + name, f"is no weight; the weights are {', '.join(_names(weights.dtype))}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
            raise InvalidSetup(where + name, "must be a number")
        weights[name][n] = value


def _names(kind: np.dtype[Any]) -> tuple[str, ...]:
    return tuple(name for name in kind.names or () if name != CHANCE)


def _section(path: Path, table: str) -> Mapping[str, Any]:
    sections = _read(path)
    if table not in sections:
        raise InvalidSetup(path.name, f"has no section [{table}]; it has {', '.join(sections)}")
    return sections[table]


def _read(path: Path) -> dict[str, Mapping[str, Any]]:
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSetup(path.name, f"is not a TOML file: {error}") from None
    for name, section in content.items():
        if not isinstance(section, dict):
            raise InvalidSetup(f"{path.name}: {name}", f"must be a section, [{name}]")
    return content
