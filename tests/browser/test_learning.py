"""The lessons of both games, played to their end: a wrong move gets its reason, the right one goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import complaints_of
from tests.browser.conftest import Come
from tests.browser.guests import Guest
from tests.browser.pupils import KEYS, Make, by, card_by, ship_by
from tests.browser.test_whole_games import PHONE

LESSONS = 5
LIVE = "[role=alert], [role=status], [role=log], [aria-live]"
WISHES = {"korsar": "Vous savez jouer. À l’abordage\u202f!", "les-corsaires": "Vous savez naviguer. Bon vent\u202f!"}

Forward = Callable[[Locator], None]


def on_by_key(button: Locator) -> None:
    """What leads on has the focus by itself."""
    expect(button).to_be_focused()
    button.page.keyboard.press("Enter")


WAYS: dict[str, tuple[dict[str, Any], dict[str, Make], Forward]] = {
    "mouse": ({}, by(Locator.click), Locator.click),
    "touch": ({**PHONE, "color_scheme": "dark"}, by(Locator.tap), Locator.tap),
    "keys": ({"color_scheme": "dark"}, KEYS, on_by_key),
}


def script_of(guest: Guest, game: str, number: int, language: str) -> dict[str, Any]:
    """What the lesson says and wants, from the server."""
    found: dict[str, Any] = guest.page.evaluate(
        "async (path) => (await fetch(path)).json()", f"/api/lessons/{game}/{number}?lang={language}"
    )
    return found


def wrong_of(game: str, step: dict[str, Any], you: dict[str, Any]) -> tuple[str, str] | None:
    """A move that is not the one asked for, and what is said of it."""
    wrong: dict[str, str] = step["wrong"]
    named = [(move, said) for move, said in wrong.items() if move != "any"]
    if game == "les-corsaires" and "any" in wrong:
        named += [(move, wrong["any"]) for move in you["options"]["moves"] if move not in (*wrong, step["move"])]
    elif step["move"] != "+" and (said := wrong.get("+") or wrong.get("any")):
        return "+", said
    return named[0] if named else None


def expect_one_voice(page: Page, said: str) -> None:
    """A refusal is announced, and once; the page has one heading of its own."""
    expect(page.locator(LIVE).filter(has_text=said)).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def play_lesson(guest: Guest, make: Make, forward: Forward, script: dict[str, Any], wrong: list[str] | None) -> int:
    """Every step of the lesson that is open, with a wrong move before each right one; how many were wrong.

    What axe-core complains of after the first wrong move goes to `wrong`, if asked for.
    """
    steps, page, tried = script["steps"], guest.page, 0
    say, why = page.locator(".coach .say"), page.locator(".coach").get_by_role("alert")
    expect(page.get_by_role("heading", level=1, name=script["title"])).to_be_visible()
    you = script["table"]["you"]
    for n, step in enumerate(steps, 1):
        seen, you = you, (step["update"] or {}).get("you")
        if not step["say"] and step["seat"]:
            continue  # goes on by itself
        expect(page.locator(".dots")).to_have_attribute("aria-label", re.compile(rf"^\S+ {n} \S+ {len(steps)}$"))
        expect(say).to_contain_text(step["say"])
        if step["rule"]:
            expect(say.get_by_role("link", name=step["rule"])).to_be_visible()
        if step["seat"] == 0:
            if false := wrong_of(script["game"], step, seen):
                make(page, false[0])
                expect(why).to_have_text(false[1])
                expect(say).to_contain_text(step["say"])
                expect(page.locator("[data-do=show-me]")).to_be_visible()
                expect_one_voice(page, false[1])
                tried += 1
                if tried == 1 and wrong is not None:
                    expect(page.locator("[data-thrown]")).to_have_count(0)  # dice go by themselves
                    wrong += complaints_of(page, f"{script['game']} {script['number']}")
            make(page, step["move"])
            expect(why).to_have_count(0)
        elif step["seat"] is not None:
            forward(page.locator("[data-do=go-on]"))
    return tried


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_all_five_lessons(come: Come, game: str, way: str) -> None:
    """In French, one after the other from the list; then all are marked as done, and a game can begin."""
    options, makes, forward = WAYS[way]
    guest = come(locale="fr-FR", **options)
    page = guest.page
    guest.go("/learn")
    expect(page.get_by_text("faite", exact=True)).to_have_count(0)
    listed = page.get_by_role("region", name="Korsar" if game == "korsar" else "Les Corsaires")
    expect(listed.get_by_role("listitem")).to_have_count(LESSONS)
    first = listed.get_by_role("link", name=re.compile("^Commencer")).first
    if way == "keys":
        first.focus()
    forward(first)
    tried, wrong = 0, list[str]()
    asked = None if (game, way) == ("korsar", "touch") else wrong  # on a desk, by day and by night
    for number in range(1, LESSONS + 1):
        page.wait_for_url(f"**/learn/{game}/{number}")
        tried += play_lesson(guest, makes[game], forward, script_of(guest, game, number, "fr"), asked)
        if number < LESSONS:
            forward(page.locator("[data-do=next-lesson]"))
    assert tried >= LESSONS
    expect(page.get_by_text(WISHES[game])).to_be_visible()
    assert complaints_of(page, "the end") + wrong == []
    forward(page.get_by_role("button", name="Jouer contre des bots"))
    guest.until(lambda: guest.open.get("game") == game, "a game starts")
    guest.go("/learn")
    expect(listed.get_by_text("faite", exact=True)).to_have_count(LESSONS)
    expect(page.get_by_text("faite", exact=True)).to_have_count(LESSONS)


def test_a_lesson_in_english(come: Come) -> None:
    """What to do is shown to who asks for it."""
    guest = come()
    guest.go("/learn")
    guest.page.get_by_role("link", name="Begin, Defend, or tie").click()
    script = script_of(guest, "korsar", 3, "en")
    first = script["steps"][0]
    card_by(guest.page, Locator.click, "+")
    expect(guest.page.locator(".coach").get_by_role("alert")).to_have_text(first["wrong"]["any"])
    guest.button("Show me").click()
    expect(guest.page.locator(".coach .say")).to_contain_text(script["steps"][1]["say"])
    guest.page.reload()
    assert play_lesson(guest, by(Locator.click)["korsar"], Locator.click, script, None) == 2
    expect(guest.page.get_by_role("link", name="Next lesson")).to_be_focused()


def test_a_lesson_at_sea_in_english(come: Come) -> None:
    """A wrong course is refused with its reason, the right one shown; a rule is a tap away, and the book another."""
    guest = come()
    page = guest.page
    guest.go("/learn")
    page.get_by_role("link", name="Begin, Batteries and free ports").click()
    script = script_of(guest, "les-corsaires", 4, "en")
    first = script["steps"][0]
    ship_by(page, Locator.click, "rM1:3")
    expect(page.locator(".coach").get_by_role("alert")).to_have_text(first["wrong"]["rM1:3"])
    page.locator(".coach").get_by_role("link", name=first["rule"]).click()
    rule = page.get_by_role("dialog", name=f"Rule {first['rule']}")
    expect(rule).to_contain_text("covers one point and its six neighbours")
    expect(rule.get_by_role("link")).to_have_attribute("href", f"/rules/les-corsaires#{first['rule']}")
    rule.get_by_role("button", name="Close").click()
    guest.button("Show me").click()
    expect(page.locator(".coach .say")).to_contain_text(script["steps"][1]["say"])
    expect(page.locator("[data-ship=rM1]")).to_have_attribute("data-point", "n14")
