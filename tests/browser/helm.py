"""A move of Les Corsaires on the page, by mouse, touch or keys; `button` makes a move that has no ship or gun."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

Press = Callable[..., None]

TABS = 80  # at most, to any button


def by_pressing(page: Page, press: Press, move: str, button: Locator) -> None:
    if "@" in move:
        ship, point = move.split("@")
        _choose(page.locator(f"[data-chip={ship}]"), press)
        press(page.locator(f"[data-berth={point}]"))
    elif ":" in move:
        ship, course = move.split(":")
        _choose(page.locator(f"[data-chip={ship}]"), press)
        _choose(page.locator(f"[data-course='{course}']"), press)
        press(page.locator("[data-do=go]"))
    elif "!" in move:
        gun, target = move.split("!")
        _choose(page.locator(f"[data-gun={gun}]"), press)
        if target:
            _choose(page.locator(f"[data-target={target}]"), press)
        press(page.locator("[data-do=go]"))
    else:
        press(button)


def by_keys(page: Page, move: str, button: Locator) -> None:
    keyboard = page.keyboard
    if "@" in move:
        ship, point = move.split("@")
        _next_until(page, page.locator(f"[data-chip={ship}]"))
        _tab_to(page, page.locator(f"[data-berth={point}]"))
        keyboard.press("Enter")
    elif ":" in move:
        ship, course = move.split(":")
        _next_until(page, page.locator(f"[data-chip={ship}]"))
        keyboard.press(course)
        expect(page.locator(f"[data-course='{course}']")).to_have_attribute("aria-pressed", "true")
        keyboard.press("Enter")
    elif "!" in move:
        gun, target = move.split("!")
        _next_until(page, page.locator(f"[data-gun={gun}]"))
        aim = page.locator(f"[data-target={target}]")
        if target and aim.get_attribute("aria-pressed") != "true":
            _tab_to(page, aim)
            keyboard.press("Enter")
        keyboard.press("f")
    else:
        expect(button).to_be_enabled()
        keyboard.press({"keep": "k", "end": "e"}.get(move, "w"))


def _choose(button: Locator, press: Press) -> None:
    button.wait_for()
    if button.get_attribute("aria-pressed") != "true":
        press(button)
    expect(button).to_have_attribute("aria-pressed", "true")


def _next_until(page: Page, button: Locator) -> None:
    """N, until this one is chosen."""
    button.wait_for()
    others = page.locator("[data-chip], [data-gun]").count()
    for _ in range(others + 1):
        if button.get_attribute("aria-pressed") == "true":
            return
        page.keyboard.press("n")
    expect(button).to_have_attribute("aria-pressed", "true")


def _tab_to(page: Page, button: Locator) -> None:
    for _ in range(TABS):
        if button.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(button).to_be_focused()
