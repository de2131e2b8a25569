"""Les Corsaires in the browser."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.guests import Guest
from tests.browser.sailors import by_pressing, play_on

SEA: dict[str, Any] = {"game": "les-corsaires"}


def never() -> bool:
    return False


def expect_the_end(guest: Guest) -> None:
    """Who won, the scores that the server gave, and the way on."""
    page = guest.page
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    totals = page.locator("[data-end] tbody .total").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(guest.open["scores"])
    winners = page.locator("[data-end] tr.win")
    expect(winners).to_have_count(len(guest.open["winners"]))
    expect(page.locator("[data-do=rematch]")).to_be_visible()


def test_a_game_of_the_very_young_by_mouse(come: Come) -> None:
    guest = come()
    guest.against_bots(2, **SEA, variant="very-young", chart="crossing")
    phases = play_on(guest, lambda move: by_pressing(guest, Locator.click, move), random.Random(3), never)
    assert {"placing", "wind", "sailing"} <= phases
    expect_the_end(guest)
    guest.page.locator("[data-do=look]").click()
    expect(guest.page.locator("[data-end]")).to_have_count(0)
