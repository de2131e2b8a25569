"""Playing Les Corsaires: which move, and how it is made by mouse, touch or keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator

from tests.browser import helm
from tests.browser.guests import Guest
from tests.browser.helm import Press
from tests.net.ear import Message

POND: Final = (Path(__file__).parent / "pond.toml").read_text("utf-8")  # a chart for short games


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
    before = guest.version
    helm.by_pressing(guest.page, press, move, _button(guest, move))
    guest.until(lambda: guest.version > before, f"{move} is made")


def by_keys(guest: Guest, move: str) -> None:
    """A move by keys alone."""
    before = guest.version
    helm.by_keys(guest.page, move, _button(guest, move))
    guest.until(lambda: guest.version > before, f"{move} is made")


def play_on(guest: Guest, make: Callable[[str], None], rng: random.Random, look: Callable[[], None]) -> set[str]:
    """Play one's turns until the end, looking before each move; the phases played."""
    phases: set[str] = set()
    while await_turn(guest):
        phases.add(guest.open["phase"])
        look()
        make(homeward(guest.table, guest.now, rng))
    return phases


def _button(guest: Guest, move: str) -> Locator:
    """The button of a move without a ship: the big one ends the turn where no gun could fire."""
    guns: dict[str, Any] = guest.you["options"]["guns"]
    may_fire = any(gun["move"] or any(gun["targets"].values()) for gun in guns.values())
    big = move == "start" or (move == "end" and not may_fire)
    return guest.page.locator(f"[data-do='{'go' if big else move}']")
