"""The rules compiled, uncompiled with warnings as errors, and compiled with bounds checks: the same games."""

import os
import subprocess
import sys

import pytest

import tests.korsar.transcript
import tests.les_corsaires.transcript

TRANSCRIPTS = {
    "korsar": tests.korsar.transcript.transcript,
    "les_corsaires": tests.les_corsaires.transcript.transcript,
}
MODES = {"uncompiled": {"CORSAIRES_COMPILED": "0"}, "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"}}
every_mode = pytest.mark.parametrize("mode", list(MODES))
every_game = pytest.mark.parametrize("game", list(TRANSCRIPTS))


def run(*arguments: str, **environment: str) -> str:
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@every_game
@every_mode
def test_the_same_games(mode: str, game: str) -> None:
    told, *lines = run("-m", f"tests.{game}.transcript", **MODES[mode]).splitlines()
    assert told == ("uncompiled" if mode == "uncompiled" else "compiled")
    assert lines == TRANSCRIPTS[game]()


@every_game
@every_mode
def test_the_rules_tests(mode: str, game: str) -> None:
    assert " passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{game}/rules", **MODES[mode])


@every_mode
def test_the_reasons_of_a_review(mode: str) -> None:
    assert " passed" in run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/review/test_reasons.py", **MODES[mode]
    )
