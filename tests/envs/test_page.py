"""docs/envs.md says what the code does."""

from __future__ import annotations

import json

from examples.curve import drawn

from tests.envs.page import PAGE, fresh, tables

MEASURED = PAGE.parent / "measured" / "korsar-2-learnt.json"


def test_the_tables_are_fresh() -> None:
    """After a change: python -m tests.envs.page."""
    page = PAGE.read_text("utf-8")
    assert all(f"<!-- {name} -->" in page for name in tables())
    assert fresh(page) == page


def test_the_picture_is_of_the_figures_kept() -> None:
    """After another run: python -m examples.curve docs/measured/korsar-2-learnt.json docs/envs-curve.svg."""
    curve = json.loads(MEASURED.read_text("utf-8"))
    assert drawn(curve) == (PAGE.parent / "envs-curve.svg").read_text("utf-8")
    assert curve[-1]["games"] == 2000
    assert curve[-1]["bound"] > 0.5
