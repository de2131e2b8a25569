"""The rulebook of Les Corsaires by variant: its numbered rules, where variants differ, its pictures."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import complaints_of
from tests.browser.conftest import Come
from tests.browser.guests import Guest
from tests.browser.test_pages import MISSING, PLAIN_SPACE
from tests.browser.test_whole_games import PHONE

BOOKS = {None: "/rules/les-corsaires", "experienced": "/rules/les-corsaires/experienced"} | {
    "very-young": "/rules/les-corsaires/very-young"
}
WIND = ("C-WND-1", "C-WND-2", "C-WND-3")


def told(guest: Guest, variant: str | None, language: str) -> dict[str, str]:
    """The rules of a variant, from the server."""
    more = f"&variant={variant}" if variant else ""
    answer: dict[str, Any] = guest.page.evaluate(
        "async (path) => (await fetch(path)).json()", f"/api/games/les-corsaires/rules?lang={language}{more}"
    )
    return {rule["number"]: rule["text"] for rule in answer["rules"]}


@pytest.mark.parametrize("lamp", ["light", "dark"])
@pytest.mark.parametrize("variant", BOOKS)
def test_the_rulebook_of_a_variant(come: Come, variant: str | None, lamp: str) -> None:
    """Every rule that holds, as the server says it; by day in English on a desk, by night in French on a phone."""
    language = "en" if lamp == "light" else "fr"
    guest = come(locale=language, color_scheme=lamp, **(PHONE if lamp == "dark" else {}))
    page = guest.page
    guest.go(BOOKS[variant])
    rules = told(guest, variant, language)
    assert len(rules) > 25
    expect(page.locator("main dt")).to_have_text(list(rules))
    for number, text in rules.items():
        expect(page.locator(f"[id='{number}'] dd")).to_contain_text(text)
    assert ("C-WND-1" in rules) == (variant != "very-young")
    expect(page.locator(".side [aria-current=page]")).to_have_attribute("href", BOOKS[variant])
    expect(page.locator("main figure")).to_have_count(1 if variant == "very-young" else 4)
    assert complaints_of(page, BOOKS[variant]) == []
    said = page.locator("main").inner_text().splitlines()
    assert [line for line in said if MISSING.search(line)] == []
    assert language == "en" or [line for line in said if PLAIN_SPACE.search(line)] == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= page.evaluate("() => innerWidth")


def test_where_variants_differ(come: Come) -> None:
    guest = come()
    page = guest.page
    guest.go("/rules/les-corsaires")
    rows = page.locator("#differences tbody tr")
    usual, experienced, young = (told(guest, variant, "en") for variant in BOOKS)
    differing = [number for number in usual if not (usual[number] == experienced.get(number) == young.get(number))]
    expect(rows.locator("th a")).to_have_text(differing)
    wind = rows.filter(has_text="C-WND-1").get_by_role("cell")
    expect(wind).to_have_text([usual["C-WND-1"], "As in the ordinary game.", "Does not apply."])
    page.get_by_role("link", name="Very young", exact=False).first.click()
    page.wait_for_url("**/rules/les-corsaires/very-young")
    expect(page.locator("main dt").filter(has_text=re.compile("C-WND"))).to_have_count(0)
    for number in WIND:
        expect(page.locator(f"[id='{number}']")).to_have_count(0)


def test_an_address_names_a_rule(come: Come) -> None:
    """Also without naming the game."""
    guest = come()
    for path in ("/rules#C-GUN-3", "/rules/les-corsaires/experienced#C-GUN-3"):
        guest.go(path)
        rule = guest.page.locator("[id='C-GUN-3']")
        expect(rule).to_have_class(re.compile("wanted"))
        expect(rule).to_be_in_viewport()
        guest.page.goto("about:blank")
