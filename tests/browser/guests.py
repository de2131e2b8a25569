"""Somebody at a browser: a page, what the server told it, and the console, which must stay silent."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Position, Route, WebSocket, expect

from tests.net.ear import Ear, Message

PATIENCE: Final = 60.0  # seconds
# What Chromium itself writes while nothing can be reached.
CUT_OFF: Final = re.compile(r"net::ERR_|WebSocket connection to|status of 50[234]")
CORNER: Final[Position] = {"x": 7, "y": 24}  # of a card in the hand: the next one may cover the rest

expect.set_options(timeout=30_000)


class Guest(Ear):
    """One person's page. Locators are by role and name, as a screen reader finds them."""

    def __init__(self, context: BrowserContext, url: str, complaints: list[str]) -> None:
        super().__init__()
        self.context = context
        self.url = url
        self.may_be_cut_off = False  # from now on the browser may write that it reaches nobody
        self.told: list[Message] = []
        self._complaints = complaints
        self.page: Page = context.new_page()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: complaints.append(f"page error: {error}"))
        self.page.on("websocket", self._connected)

    # --- what the page hears and says ---

    def _said(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if not (self.may_be_cut_off and CUT_OFF.search(message.text)):
            self._complaints.append(f"console {message.type}: {message.text}")

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._heard(json.loads(text)))

    def _heard(self, message: Message) -> None:
        self.told.append(message)
        self.take_in(message)

    def until(self, so: Callable[[], bool], what: str) -> None:
        """Wait until something is so."""
        end = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < end, f"{what}: not within {PATIENCE:.0f} s"
            self.page.wait_for_timeout(10)  # lets events come in

    # --- the state of the game, as told ---

    @property
    def version(self) -> int:
        return int(self.now.get("version", 0))

    @property
    def open(self) -> Message:
        return self.now.get("open") or {}

    @property
    def you(self) -> Message:
        return self.now.get("you") or {}

    @property
    def over(self) -> bool:
        return bool(self.open.get("over"))

    @property
    def mine(self) -> list[int]:
        return [seat for seat, sitter in enumerate(self.seats["seats"]) if sitter["mine"]] if self.seats else []

    @property
    def my_turn(self) -> bool:
        return self.open.get("turn") in self.mine

    def moves(self) -> list[str]:
        """What the server says may be played, in its order."""
        options = self.you.get("options")
        if not options:
            return []
        plays = [option for on in options["play"].values() for option in on.values()]
        all_of_them = [options["draw"], *options["lay"].values(), *plays, *options["discard"].values()]
        return [option["move"] for option in all_of_them if option["kind"] == "Allowed"]

    # --- going about ---

    def go(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def hurry_bots(self) -> None:
        """Tables opened from this page get bots that do not pause."""

        def without_pause(route: Route) -> None:
            route.continue_(post_data=json.dumps({**(route.request.post_data_json or {}), "pace": 0}))

        self.page.route("**/api/tables", without_pause)

    def open_table(self, **choices: Any) -> str:
        """A table by REST, with this guest as host; its id."""
        if not self.page.url.startswith(self.url):
            self.go("/")
        table: str = self.page.evaluate(
            """async (choices) => {
              await fetch("/api/me");
              const [method, body, headers] = ["POST", JSON.stringify(choices), { "content-type": "application/json" }];
              const answer = await fetch("/api/tables", { method, body, headers });
              return (await answer.json()).table;
            }""",
            {"game": "korsar", "pace": 0, **choices},
        )
        return table

    def enter(self, table: str) -> None:
        """Go to a table and wait until it is shown."""
        self.go(f"/t/{table}")
        self.until(lambda: self.table.get("table") == table, "the table is shown")

    def sit(self, seat: int) -> None:
        """Take a seat in the waiting room."""
        self.page.get_by_role("listitem").filter(
            has=self.page.get_by_text(f"Seat {seat + 1}", exact=False)
        ).get_by_role("button", name=re.compile("Sit here|Play here too")).click()
        self.until(lambda: seat in self.mine, f"seat {seat} is taken")

    def fill_and_start(self) -> None:
        fill = self.button("Fill with bots")
        if fill.count():
            fill.click()
        self.button("Start", exact=True).click()
        self.until(lambda: bool(self.open), "the game starts")

    def against_bots(self, seats: int, **choices: Any) -> str:
        """A new table with bots on all other seats, started; its id."""
        table = self.open_table(seats=seats, **choices)
        self.enter(table)
        self.sit(0)
        self.fill_and_start()
        return table

    # --- playing ---

    def hand(self) -> Locator:
        """The cards of the hand."""
        return self.page.get_by_role("group", name="Your hand").get_by_role("button")

    def await_turn(self) -> bool:
        """Until it is my turn with my hand shown; False when the game is over."""
        self.until(lambda: self.over or (self.my_turn and bool(self.moves())), "it is my turn")
        return not self.over

    def choose_move(self, rng: random.Random) -> str:
        """Any move, more often one that brings the end nearer."""
        moves = self.moves()
        fights = [move for move in moves if "@" in move]
        lays = [move for move in moves if move.startswith("G")]
        draw = [move for move in moves if move == "+"]
        for kind, chance in ((fights, 0.4), (lays, 0.5), (draw, 1.0)):
            if kind and rng.random() < chance:
                return rng.choice(kind)
        return rng.choice(moves)

    def by_mouse(self, move: str) -> None:
        self._by(Locator.click, move)

    def by_touch(self, move: str) -> None:
        self._by(Locator.tap, move)

    def _by(self, press: Callable[..., None], move: str) -> None:
        before = self.version
        if move == "+":
            press(self.button(re.compile("^Draw")))
        else:
            card, _, galleon = move.removeprefix("-").partition("@")
            press(self.page.locator(f"[data-card='{card}']").first, position=CORNER)
            if move.startswith("-"):
                press(self.button("Discard", exact=True))
            elif not galleon:
                press(self.button("Lay out to sea"))
            else:
                self._on_galleon(press, card, galleon, before)
        self.until(lambda: self.version > before, f"{move} is made")

    def _on_galleon(self, press: Callable[..., None], card: str, galleon: str, before: int) -> None:
        on = self.you["options"]["play"][card].values()
        play = self.button(re.compile("^Play"))
        if sum(option["kind"] == "Allowed" for option in on) > 1:  # the only one is chosen by itself
            press(self.page.locator(f"[data-galleon='{galleon}']").first)
            self.until(lambda: self.version > before or play.is_enabled(), f"galleon {galleon} is chosen")
        if self.version == before:
            press(play)

    def by_keyboard(self, move: str) -> None:
        """A move of the same kind and card by keys alone; on which galleon, the arrows decide."""
        before, keyboard = self.version, self.page.keyboard
        expect(self.page.locator("[data-card]")).to_have_count(len(self.you["hand"]))
        if move == "+":
            keyboard.press("p")
        else:
            card, _, galleon = move.removeprefix("-").partition("@")
            at = self.you["hand"].index(card)
            keyboard.press("1")
            for _ in range(at):
                keyboard.press("ArrowRight")
            expect(self.hand().nth(at)).to_have_attribute("aria-pressed", "true")
            if galleon:
                keyboard.press("ArrowUp")
            keyboard.press("d" if move.startswith("-") else "Enter")
        self.until(lambda: self.version > before, f"{move} is made")

    def play_on(self, make: Callable[[str], None], rng: random.Random, most: int = 1000) -> int:
        """Play one's turns until the end, or so many; how many they were."""
        turns = 0
        while turns < most and self.await_turn():
            make(self.choose_move(rng))
            turns += 1
        return turns


def two_at_a_table(one: Guest, other: Guest, **choices: Any) -> str:
    """Both sit down, bots take what seats are left, and the game starts; its table."""
    table = one.open_table(**{"seats": 2, **choices})
    for seat, guest in enumerate((one, other)):
        guest.enter(table)
        guest.sit(seat)
    one.fill_and_start()
    other.until(lambda: bool(other.open), "the game starts")
    return table
