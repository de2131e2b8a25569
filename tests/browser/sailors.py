"""Playing Les Corsaires: which move, and how it is made by mouse, touch or keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.guests import Guest
from tests.net.ear import Message

Press = Callable[[Locator], None]

POND: Final = (Path(__file__).parent / "pond.toml").read_text("utf-8")  # a chart for short games
TABS = 80  # at most, to any button


def homeward(table: Message, now: Message, rng: random.Random) -> str:
    """A move that brings the end nearer: merchants make for their port, every gun fires."""
    options = now["you"]["options"]
    moves: list[str] = options["moves"]
    fires = [move for move in moves if "!" in move]
    sails = [move for move in moves if ":" in move]
    if fires or not sails:
        return rng.choice(fires or moves)
    points = table["chart"]["points"]
    spots = {point["name"]: (point["x"] / 2, point["row"] * sqrt(0.75)) for point in points}
    back = {ship["name"] for ship in now["open"]["ships"] if ship["outward"]}

    def left(move: str) -> tuple[bool, float]:
        ship, course = move.split(":")
        if ship[1] != "M":
            return True, rng.random()
        ground = "home" if ship in back else "arrival"
        ports = [each["name"] for each in points if each["ground"] == ground and each["fleet"][0] == ship[0]]
        x, y = spots[options["ships"][ship][course]["end"]]
        return False, min((x - u) ** 2 + (y - v) ** 2 for u, v in map(spots.__getitem__, ports))

    return min(sails, key=left)


def await_turn(guest: Guest) -> bool:
    """Until something can be done; False when the game is over."""

    def ready() -> bool:
        options = guest.you.get("options") or {}
        return guest.over or (guest.my_turn and guest.you["seat"] == guest.open["turn"] and bool(options.get("moves")))

    guest.until(ready, "it is my turn")
    return not guest.over


def by_pressing(guest: Guest, press: Press, move: str) -> None:
    """A move by mouse or touch."""
    before, page = guest.version, guest.page
    if "@" in move:
        ship, point = move.split("@")
        _chosen(page.locator(f"[data-chip={ship}]"), press)
        press(page.locator(f"[data-berth={point}]"))
    elif ":" in move:
        ship, course = move.split(":")
        _chosen(page.locator(f"[data-chip={ship}]"), press)
        _chosen(page.locator(f"[data-course='{course}']"), press)
        press(page.locator("[data-do=go]"))
    elif "!" in move:
        gun, target = move.split("!")
        _chosen(page.locator(f"[data-gun={gun}]"), press)
        if target:
            _chosen(page.locator(f"[data-target={target}]"), press)
        press(page.locator("[data-do=go]"))
    else:
        press(page.locator(f"[data-do={_button(guest, move)}]"))
    guest.until(lambda: guest.version > before, f"{move} is made")


def by_keys(guest: Guest, move: str) -> None:
    """A move by keys alone."""
    before, page = guest.version, guest.page
    keyboard = page.keyboard
    if "@" in move:
        ship, point = move.split("@")
        _next_until(guest, page.locator(f"[data-chip={ship}]"))
        _tab_to(guest, page.locator(f"[data-berth={point}]"))
        keyboard.press("Enter")
    elif ":" in move:
        ship, course = move.split(":")
        _next_until(guest, page.locator(f"[data-chip={ship}]"))
        keyboard.press(course)
        expect(page.locator(f"[data-course='{course}']")).to_have_attribute("aria-pressed", "true")
        keyboard.press("Enter")
    elif "!" in move:
        gun, target = move.split("!")
        _next_until(guest, page.locator(f"[data-gun={gun}]"))
        aim = page.locator(f"[data-target={target}]")
        if target and aim.get_attribute("aria-pressed") != "true":
            _tab_to(guest, aim)
            keyboard.press("Enter")
        keyboard.press("f")
    else:
        expect(page.locator(f"[data-do={_button(guest, move)}]")).to_be_enabled()
        keyboard.press({"keep": "k", "end": "e"}.get(move, "w"))
    guest.until(lambda: guest.version > before, f"{move} is made")


def play_on(guest: Guest, make: Callable[[str], None], rng: random.Random, look: Callable[[], None]) -> set[str]:
    """Play one's turns until the end, looking before each move; the phases played."""
    phases: set[str] = set()
    while await_turn(guest):
        phases.add(guest.open["phase"])
        look()
        make(homeward(guest.table, guest.now, rng))
    return phases


def _button(guest: Guest, move: str) -> str:
    """The button of a move without a ship: the big one ends the turn where no gun could fire."""
    guns: dict[str, Any] = guest.you["options"]["guns"]
    may_fire = any(gun["move"] or any(gun["targets"].values()) for gun in guns.values())
    return "go" if move == "start" or (move == "end" and not may_fire) else move


def _chosen(button: Locator, press: Press) -> None:
    if button.get_attribute("aria-pressed") != "true":
        press(button)
        expect(button).to_have_attribute("aria-pressed", "true")


def _next_until(guest: Guest, button: Locator) -> None:
    """N, until this one is chosen."""
    button.wait_for()
    others = guest.page.locator("[data-chip], [data-gun]").count()
    for _ in range(others + 1):
        if button.get_attribute("aria-pressed") == "true":
            return
        guest.page.keyboard.press("n")
    expect(button).to_have_attribute("aria-pressed", "true")


def _tab_to(guest: Guest, button: Locator) -> None:
    for _ in range(TABS):
        if button.evaluate("each => each === document.activeElement"):
            return
        guest.page.keyboard.press("Tab")
    expect(button).to_be_focused()
