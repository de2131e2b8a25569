"""The lessons of Korsar, played to their end: a wrong move gets its reason, the right one goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.guests import CORNER, Guest
from tests.browser.test_whole_games import PHONE

LESSONS = 5

Press = Callable[..., None]


def script_of(guest: Guest, number: int, language: str) -> dict[str, Any]:
    """What the lesson says and wants, from the server."""
    found: dict[str, Any] = guest.page.evaluate(
        "async (path) => (await fetch(path)).json()", f"/api/lessons/{number}?lang={language}"
    )
    return found


def make(guest: Guest, press: Press, move: str) -> None:
    """A move at the lesson's table."""
    page = guest.page
    if move == "+":
        press(page.locator("[data-do=draw]"))
        return
    card, _, galleon = move.removeprefix("-").partition("@")
    chosen = page.locator(f".hand [data-card='{card}']").first
    if chosen.get_attribute("aria-pressed") != "true":  # it stays chosen after a wrong move
        press(chosen, position=CORNER)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    if move.startswith("-"):
        press(page.locator("[data-do=discard]"))
        return
    play = page.locator("[data-do=play]")
    if galleon and play.is_disabled():
        press(page.locator(f"[data-galleon='{galleon}']:visible").first)
    press(play)


def wrong_of(step: dict[str, Any]) -> tuple[str, str] | None:
    """A move that is not the one asked for, and what is said of it."""
    wrong: dict[str, str] = step["wrong"]
    if step["move"] != "+" and (said := wrong.get("+") or wrong.get("any")):
        return "+", said
    return next(((move, said) for move, said in wrong.items() if move != "any"), None)


def play_lesson(guest: Guest, press: Press, number: int, language: str) -> int:
    """Every step of the lesson that is open, with a wrong move before each right one; how many were wrong."""
    script = script_of(guest, number, language)
    steps, page, wrongs = script["steps"], guest.page, 0
    say, why = page.locator(".coach .say"), page.locator(".coach").get_by_role("alert")
    expect(page.get_by_role("heading", level=1, name=script["title"])).to_be_visible()
    for n, step in enumerate(steps, 1):
        if not step["say"] and step["seat"]:
            continue  # goes on by itself
        expect(page.locator(".dots")).to_have_attribute("aria-label", re.compile(rf"^\S+ {n} \S+ {len(steps)}$"))
        expect(say).to_have_text(step["say"])
        if step["seat"] == 0:
            if wrong := wrong_of(step):
                make(guest, press, wrong[0])
                expect(why).to_have_text(wrong[1])
                expect(say).to_have_text(step["say"])
                expect(page.locator("[data-do=show-me]")).to_be_visible()
                wrongs += 1
            make(guest, press, step["move"])
            expect(why).to_have_count(0)
        elif step["seat"] is not None:
            press(page.locator("[data-do=go-on]"))
    return wrongs


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_all_five_lessons(come: Come, device: str) -> None:
    """In French, one after the other from the list; then all are marked as done, and a game can begin."""
    guest = come(locale="fr-FR", **(PHONE if device == "phone" else {}))
    press: Press = Locator.tap if device == "phone" else Locator.click
    page = guest.page
    guest.go("/learn")
    expect(page.get_by_text("faite", exact=True)).to_have_count(0)
    press(page.get_by_role("link", name=re.compile("^Commencer")).first)
    wrongs = 0
    for number in range(1, LESSONS + 1):
        wrongs += play_lesson(guest, press, number, "fr")
        if number < LESSONS:
            press(page.locator("[data-do=next-lesson]"))
            page.wait_for_url(f"**/learn/{number + 1}")
    assert wrongs >= LESSONS
    expect(page.get_by_text("Vous savez jouer. À l’abordage\u202f!")).to_be_visible()
    press(page.get_by_role("button", name="Jouer contre des bots"))
    guest.until(lambda: bool(guest.open), "a game starts")
    guest.go("/learn")
    expect(page.get_by_text("faite", exact=True)).to_have_count(LESSONS)


def test_a_lesson_in_english(come: Come) -> None:
    """What to do is shown to who asks for it."""
    guest = come()
    guest.go("/learn")
    guest.page.get_by_role("link", name="Begin, Defend, or tie").click()
    script = script_of(guest, 3, "en")
    first = script["steps"][0]
    make(guest, Locator.click, "+")
    expect(guest.page.locator(".coach").get_by_role("alert")).to_have_text(first["wrong"]["any"])
    guest.button("Show me").click()
    expect(guest.page.locator(".coach .say")).to_have_text(script["steps"][1]["say"])
    guest.page.reload()
    assert play_lesson(guest, Locator.click, 3, "en") == 2
    expect(guest.page.get_by_role("link", name="Next lesson")).to_be_focused()
