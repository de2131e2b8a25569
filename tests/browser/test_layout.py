"""The table on every screen: nothing overlaps, nothing is cut, texts and targets are large enough."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import Come
from tests.browser.positions import TABLE, positions, told
from tests.browser.prompter import Prompter

POSITIONS = 200
SCREENS = ((360, 640), (390, 844), (640, 360), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080))
SHOWN = """() => [
  [...document.querySelectorAll("[data-card]")].map((card) => card.dataset.card),
  new Set([...document.querySelectorAll("[data-galleon]")].map((galleon) => galleon.dataset.galleon)).size,
]"""
FAULTS = (Path(__file__).parent / "layout.js").read_text("utf-8")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_overlaps_or_is_cut(come: Come, language: str) -> None:
    """On 200 positions in all: 2 to 8 seats, up to 12 battles, names of 20 letters, from phones to large screens."""
    guest = come(locale=language)
    page = guest.page
    prompter = Prompter(page)
    rng = random.Random(language)
    wrong: dict[str, list[str]] = {}
    for n, where in enumerate(positions(POSITIONS // 2, seed=ord(language[0])), 1):
        width, height = SCREENS[n % len(SCREENS)]
        reader = rng.choice((where.table.turn, 0, None))
        prompter.tell(told(where, n, reader=reader, clock=n % 3 == 0))
        page.set_viewport_size(ViewportSize(width=width, height=height))
        if n == 1:
            guest.go(f"/t/{TABLE}")
        view = where.table.view(reader)
        expected = [list(view.hand or ()), len(view.open.sea)]
        guest.until(lambda expected=expected: page.evaluate(SHOWN) == expected, "the position is shown")  # type: ignore[misc]
        if n % 2 and reader == where.table.turn:
            page.keyboard.press("1")  # a card chosen: targets and refusals show
        # Two frames: sizes are measured, then used.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for fault in page.evaluate(FAULTS):
            wrong.setdefault(fault, []).append(f"{width}×{height}, {where.seats} seats, position {n}")
    assert not wrong, "\n".join(f"{fault}  ({len(at)} times: {at[0]})" for fault, at in wrong.items())
