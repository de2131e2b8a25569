"""Playing Les Corsaires: which move, and how it is made by mouse or touch."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.guests import Guest
from tests.net.ear import Message

Press = Callable[[Locator], None]


def homeward(table: Message, you: Message, rng: random.Random) -> str:
    """A move that brings the end nearer: merchants make for their port, every gun fires."""
    options = you["options"]
    moves: list[str] = options["moves"]
    fires = [move for move in moves if "!" in move]
    sails = [move for move in moves if ":" in move]
    if fires or not sails:
        return rng.choice(fires or moves)
    points = table["chart"]["points"]
    spots = {point["name"]: (point["x"] / 2, point["row"] * sqrt(0.75)) for point in points}
    ports = [(point["fleet"][0], spots[point["name"]]) for point in points if point["ground"] == "arrival"]

    def left(move: str) -> tuple[bool, float]:
        ship, course = move.split(":")
        x, y = spots[options["ships"][ship][course]["end"]]
        merchant = ship[1] == "M"
        far = min((x - u) ** 2 + (y - v) ** 2 for fleet, (u, v) in ports if fleet == ship[0])
        return not merchant, far if merchant else rng.random()

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


def play_on(guest: Guest, make: Callable[[str], None], rng: random.Random, until: Callable[[], bool]) -> set[str]:
    """Play one's turns until the end, or until something is so; the phases played."""
    phases: set[str] = set()
    while not until() and await_turn(guest):
        phases.add(guest.open["phase"])
        make(homeward(guest.table, guest.you, rng))
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
