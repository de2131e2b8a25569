"""Bots of the user's own, and what is said of one that fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import corsaires
from corsaires.bots import BadAnswer, answer_of, load_bot

OWN: Final = """
import json
import mine_notes

class Reads:
    def think(self, view, budget, seed):
        return self.read("{")

    def read(self, text):
        return json.loads(text)

class Asserts:
    def think(self, view, budget, seed):
        assert view is None

class Asks:
    def think(self, view, budget, seed):
        return mine_notes.ask()

class Chatters:
    def think(self, view, budget, seed):
        raise ValueError("no " * 1000 + "\\nwind")

class Balks:
    def __init__(self):
        self.sail = 1 / 0
"""


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("Reads", r"JSONDecodeError: Expecting .* – mine\.py:10"),
        ("Asserts", r"AssertionError – mine\.py:14"),
        ("Asks", r"KeyError: 'no' – mine\.py:18"),
        ("Chatters", r"ValueError: (no )+n?o?… – mine\.py:22"),
    ],
)
def test_a_bot_that_raises_is_told_the_last_line_of_its_own(
    kind: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not one of a library that it calls, and by the name of the file alone."""
    (tmp_path / "mine.py").write_text(OWN, "utf-8")
    (tmp_path / "mine_notes.py").write_text("def ask():\n    return {}['no']\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    table = corsaires.load("korsar", seats=2).deal(seed=1)
    view = table.view(table.turn, options=False)
    with pytest.raises(BadAnswer) as failed:
        answer_of("korsar", load_bot("korsar", f"mine:{kind}"), view, 1)
    assert re.fullmatch(why, str(failed.value))
    with pytest.raises(corsaires.InvalidSetup, match=r"ZeroDivisionError: division by zero – mine\.py:26"):
        load_bot("korsar", "mine:Balks")
    with pytest.raises(corsaires.InvalidSetup, match=r"has no attribute 'None'$"):
        load_bot("korsar", "mine:None")
