"""A run that the tests of the arena share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.runs import CHOICES, ran


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed, one game at a time."""
    out = tmp_path_factory.mktemp("arena") / "whole"
    done = ran(out, *CHOICES, "--jobs", "1", "--records")
    assert (done.returncode, "Results:" in done.stdout) == (0, True), done.stderr
    assert "nothing was played" not in done.stdout
    return out
