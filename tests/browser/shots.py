"""Pictures of the main screens: python -m tests.browser.shots [DIRECTORY] (make shots)."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, expect

from tests.browser.chromium import chromium
from tests.browser.guests import Guest
from tests.browser.positions import TABLE, position, told
from tests.browser.prompter import Prompter
from tests.net.nodes import Node, sqlite_node, started

SCREENS = {"phone": (360, 640), "desk": (1440, 900), "large": (1920, 1080)}
TABLES = {"2-seats": (2, False, 4), "4-seats": (4, False, 6), "5-seats": (5, False, 12), "8-seats": (8, True, 5)}
Lamp = Literal["light", "dark"]

PAGES = {"start": "/", "new-table": "/new", "rules": "/rules", "learn": "/learn", "games": "/games"} | {
    "rules-sea": "/rules/les-corsaires",
    "lesson-sea": "/learn/les-corsaires/3",
}


class Photographer:
    """Takes pictures of one screen, lamp and language, into a directory."""

    def __init__(self, browser: Browser, node: Node, directory: Path, screen: str, lamp: Lamp, language: str) -> None:
        width, height = SCREENS[screen]
        self._context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=lamp, locale=language, reduced_motion="reduce"
        )
        self._node = node
        self._named = directory, f"{screen}-{lamp}-{language}"

    def guest(self) -> Guest:
        return Guest(self._context, self._node.url, [])

    def shoot(self, guest: Guest, name: str) -> None:
        directory, kind = self._named
        guest.page.wait_for_load_state("networkidle")
        guest.page.screenshot(path=directory / f"{name}-{kind}.png")
        print(directory / f"{name}-{kind}.png")

    def pages(self) -> None:
        guest = self.guest()
        for name, path in PAGES.items():
            guest.go(path)
            expect(guest.page.get_by_role("heading", level=1)).to_be_visible()
            self.shoot(guest, name)
        guest.enter(guest.open_table(seats=4))
        self.shoot(guest, "waiting")
        guest.page.close()

    def tables(self) -> None:
        for name, (seats, teams, battles) in TABLES.items():
            guest = self.guest()
            prompter = Prompter(guest.page)
            where = position(seats, battles, random.Random(seats), teams=teams)
            prompter.tell(told(where, 1, reader=where.table.turn, names=SHORT))
            guest.go(f"/t/{TABLE}")
            expect(guest.page.locator("[data-card]").first).to_be_visible()
            self.shoot(guest, name)
            guest.page.keyboard.press("3")
            self.shoot(guest, f"{name}-chosen")
            guest.page.close()

    def end(self) -> None:
        guest = self.guest()
        guest.against_bots(5)
        guest.play_on(guest.by_mouse, random.Random(1))
        expect(guest.page.locator("[data-fair=true]")).to_be_visible()
        self.shoot(guest, "end")
        guest.page.close()


LIGHTS: Final[tuple[tuple[Lamp, str], ...]] = (("light", "en-GB"), ("dark", "fr"))
SHORT = ("Inès", "Marcus", "Jeanne", "Tom", "Awa", "Léo", "Nour", "Hugo")


def main(directory: str = "shots") -> None:
    """All of them."""
    into = Path(directory)
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, started(sqlite_node(Path(data))) as (node,), chromium() as browser:
        for screen in SCREENS:
            for lamp, language in LIGHTS:
                photographer = Photographer(browser, node, into, screen, lamp, language)
                photographer.pages()
                photographer.tables()
                if lamp == "light":
                    photographer.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
