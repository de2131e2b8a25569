"""The rules compiled, uncompiled with warnings as errors, and compiled with bounds checks: the same games."""

import os
import subprocess
import sys

import pytest

from tests.korsar.transcript import transcript


def run(*arguments: str, **environment: str) -> str:
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("environment", "mode"),
    [({"CORSAIRES_COMPILED": "0"}, "uncompiled"), ({"NUMBA_BOUNDSCHECK": "1"}, "compiled")],
    ids=["uncompiled", "bounds-checked"],
)
def test_the_same_games(environment: dict[str, str], mode: str) -> None:
    told, *lines = run("-m", "tests.korsar.transcript", **environment).splitlines()
    assert told == mode
    assert lines == transcript()


@pytest.mark.parametrize(
    "environment", [{"CORSAIRES_COMPILED": "0"}, {"NUMBA_BOUNDSCHECK": "1"}], ids=["uncompiled", "bounds-checked"]
)
def test_the_rules_tests(environment: dict[str, str]) -> None:
    assert " passed" in run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/korsar/rules", **environment)
