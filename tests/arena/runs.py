"""Runs of the arena for its tests: by the command, and as a plan without a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import pytest

from corsaires.arena.plan import Fixture, Plan
from corsaires.cli.main import main
from corsaires.games.catalog import load

ROOT: Final = Path(__file__).parents[2]
STEADY, HALTS = "tests.arena.crew:Steady", "tests.arena.crew:Halts"
CHOICES: Final = ("--seats", "2", "--bots", f"{STEADY},{HALTS}", "--games", "7", "--patience", "600", "--seed", "5")
TIMED: Final = ("cpu_seconds", "slowest_seconds")
LONG: Final = 600.0  # seconds that a loaded machine may need


def command(out: Path | None, *options: str) -> list[str]:
    place = () if out is None else ("--out", str(out))
    return [sys.executable, "-W", "error", "-m", "corsaires.cli.main", "arena", *options, *place]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "CORSAIRES_COMPILED": "0", **more}


def ran(out: Path | None, *options: str, language: str = "en", here: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(out, *options, "--lang", language),
        cwd=here,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
    )


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["arena", *options]) == 2
    return capsys.readouterr().err


def results(out: Path) -> list[dict[str, Any]]:
    """Every game, without what no two runs have in common."""
    return [
        {key: row[key] for key in row if key not in TIMED} for row in pq.read_table(out / "results.parquet").to_pylist()
    ]


# --- a plan without a command ---


PLAN: Final = Plan((load("korsar", seats=2),), ("a", "b"), 8, 1, 30.0, records=True)


def row(fixture: Fixture) -> dict[str, Any]:
    names = {
        "setup": "korsar 2",
        "seats": 2,
        "sides": 2,
        "lone": fixture.contest.lone,
        "others": fixture.contest.others,
    }
    won = fixture.contest.lone == "a"  # every game
    return {
        **names,
        "deal": fixture.deal,
        "rotation": fixture.rotation,
        "shares": [float((side == fixture.rotation) == won) for side in range(2)],
    }
