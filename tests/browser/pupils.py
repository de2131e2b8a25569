"""Moves at the table of a lesson, by pressing (mouse or touch) or by keys. No server tells what happens there."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import helm
from tests.browser.guests import CORNER
from tests.browser.helm import Press

Make = Callable[[Page, str], None]


def by(press: Press) -> dict[str, Make]:
    """How moves of each game are made, by clicks or taps."""
    return {
        "korsar": lambda page, move: card_by(page, press, move),
        "les-corsaires": lambda page, move: ship_by(page, press, move),
    }


def card_by(page: Page, press: Press, move: str) -> None:
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


def ship_by(page: Page, press: Press, move: str) -> None:
    helm.by_pressing(page, press, move, _button(page, move))


def _button(page: Page, move: str) -> Locator:
    """The big button ends a turn when no gun could fire."""
    return (
        page.locator("[data-do=end]").or_(page.locator("[data-do=go]")).last
        if move == "end"
        else page.locator(f"[data-do='{move}']")
    )


# --- by keys ---


def card_by_keys(page: Page, move: str) -> None:
    keyboard = page.keyboard
    if move == "+":
        expect(page.locator("[data-do=draw]")).to_be_enabled()
        keyboard.press("p")
        return
    card, _, galleon = move.removeprefix("-").partition("@")
    hand = page.locator(".hand [data-card]")
    hand.first.wait_for()
    at = [each.get_attribute("data-card") for each in hand.all()].index(card)
    keyboard.press(str(at + 1))
    expect(hand.nth(at)).to_have_attribute("aria-pressed", "true")
    if move.startswith("-"):
        keyboard.press("d")
        return
    if galleon and page.locator("[data-do=play]").is_disabled():
        keyboard.press("ArrowUp")
    keyboard.press("Enter")


def ship_by_keys(page: Page, move: str) -> None:
    helm.by_keys(page, move, _button(page, move))


KEYS: dict[str, Make] = {"korsar": card_by_keys, "les-corsaires": ship_by_keys}
