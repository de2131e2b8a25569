"""Every page: in both languages, by day and night, for everybody; what spectators and screen readers get."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import complaints_of
from tests.browser.chromium import launched
from tests.browser.conftest import DESK, Come
from tests.browser.guests import Guest
from tests.browser.test_attention import BELL
from tests.browser.test_whole_games import PHONE
from tests.net.nodes import Node

PAGES = ("/", "/new", "/rules", "/games", "/learn", "/workshop")
MISSING = re.compile(r"undefined|null|NaN|\[object|\bfunction\b|=>|\{\w*\}")
PLAIN_SPACE = re.compile("[ \u00a0][:;!?»]|«[ \u00a0]")  # where French has narrow ones


def screens(come: Come, **options: Any) -> Iterator[tuple[str, Guest]]:
    """Every screen in turn: the pages, a table that waits, the big screen, a table with a card chosen."""
    guest = come(**options)
    for path in PAGES:
        guest.go(path)
        expect(guest.page.get_by_role("main")).to_be_visible()
        guest.page.wait_for_load_state("networkidle")
        yield path, guest
    guest.enter(guest.open_table(seats=4, teams=True))
    yield "waiting", guest
    table = seated(guest, seats=5)
    guest.go(f"/tv/{table}")
    expect(guest.page.get_by_role("main")).to_be_visible()
    yield "big screen", guest
    guest.enter(table)
    guest.await_turn()
    expect(guest.page.locator("[data-card]")).to_have_count(len(guest.you["hand"]))
    guest.page.keyboard.press("1")
    expect(guest.page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
    yield "playing", guest


def seated(guest: Guest, seats: int) -> str:
    """At a table with bots, in whatever language; its id."""
    table = guest.open_table(seats=seats)
    guest.enter(table)
    guest.page.locator("[data-do=sit]").first.click()
    guest.until(lambda: guest.mine == [0], "a seat is taken")
    for seat in range(1, seats):
        guest.page.locator("select").first.select_option("matelot")
        guest.until(lambda seat=seat: bool(guest.seats["seats"][seat]["name"]), "a bot sits")  # type: ignore[misc]
    guest.page.locator("[data-do=start]").click()
    guest.until(lambda: bool(guest.open), "the game starts")
    return table


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_word_is_missing(come: Come, language: str) -> None:
    wrong: list[str] = []
    for screen, guest in screens(come, locale=language):
        page = guest.page
        assert page.locator("html").get_attribute("lang") == language, screen
        text = page.locator("body").inner_text()
        labels = page.evaluate(
            "() => [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')].flatMap((each) =>"
            " ['aria-label', 'title', 'alt', 'placeholder'].map((name) => each.getAttribute(name) ?? ''))"
        )
        assert text.strip(), screen
        for said in [*text.splitlines(), *labels]:
            if MISSING.search(said) or (language == "fr" and PLAIN_SPACE.search(said)):
                wrong.append(f"{screen}: {said!r}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_page_is_as_wide_as_a_phone(come: Come, language: str) -> None:
    wide = {
        screen: width
        for screen, guest in screens(come, locale=language, **PHONE)
        if (width := guest.page.evaluate("() => document.documentElement.scrollWidth")) > PHONE["viewport"]["width"]
    }
    assert wide == {}


def test_a_language_is_chosen_and_kept(come: Come) -> None:
    guest = come()
    guest.go("/")
    expect(guest.button("Play now")).to_be_enabled()
    guest.button("FR", exact=True).click()
    expect(guest.button("Jouer")).to_be_visible()
    guest.page.reload()
    expect(guest.page.locator("html")).to_have_attribute("lang", "fr")
    expect(guest.button("Jouer")).to_be_visible()


@pytest.mark.parametrize("lamp", ["light", "dark"])
def test_everybody_can_use_it(come: Come, lamp: str) -> None:
    """axe-core finds nothing to complain of."""
    wrong: list[str] = []
    for screen, guest in screens(come, color_scheme=lamp):
        wrong += complaints_of(guest.page, screen)
    assert not wrong, "\n".join(wrong)


def test_a_spectator_sees_no_hand(come: Come) -> None:
    player, spectator = come(), come()
    table = player.against_bots(4)
    spectator.enter(table)
    rng = random.Random(7)
    player.play_on(player.by_mouse, rng, 3)
    spectator.until(lambda: spectator.version == player.version, "the moves are seen")
    expect(spectator.page.locator("[data-card]")).to_have_count(0)
    views = [message["you"] for message in spectator.told if message.get("you")]
    assert len(views) > 3
    assert all(view["hand"] is None and view["partner_hand"] is None and view["options"] is None for view in views)


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_moves_are_announced(come: Come, device: str) -> None:
    """What others do and what one does oneself is told to screen readers, in words."""
    guest = come(**(PHONE if device == "phone" else {"viewport": DESK}))
    guest.against_bots(2)
    live = guest.page.locator("[data-announced]")
    expect(live).to_have_attribute("aria-live", "polite")
    heard: list[str] = []

    def hear(said: str) -> None:
        heard.append(said)

    guest.page.expose_function("heard", hear)
    live.evaluate(
        "(region) => new MutationObserver(() => heard(region.textContent)).observe(region,"
        " { childList: true, characterData: true, subtree: true })"
    )
    guest.await_turn()
    guest.by_mouse("+")
    bot = guest.seats["seats"][1]["name"]
    guest.until(lambda: any("You draw" in said for said in heard), "the own move is announced")
    guest.until(lambda: any(bot in said for said in heard), "the bot's move is announced")


def test_the_address_of_a_neighbour(node: Node, browser: Browser, complaints: list[str]) -> None:
    """Plain http in the home network is no secure context: playing, the fair deal and copying the link work."""
    neighbour = launched(browser.browser_type, "--host-resolver-rules=MAP table.test 127.0.0.1")
    try:
        context = neighbour.new_context(locale="en-GB", viewport=DESK, reduced_motion="reduce")
        guest = Guest(context, f"http://table.test:{node.port}", complaints)
        guest.go("/")
        assert guest.page.evaluate("() => isSecureContext") is False
        expect(guest.button("Play now")).to_be_enabled()
        for offered in (BELL, "Install Corsaires"):  # only in secure contexts
            expect(guest.button(offered)).to_have_count(0)
        guest.enter(guest.open_table(seats=5))
        guest.button("Copy the link").click()
        expect(guest.page.get_by_text("Link copied.")).to_be_visible()
        guest.sit(0)
        chat = guest.page.get_by_label("Write to the table")
        chat.press("Control+V")
        expect(chat).to_have_value(guest.page.url)
        guest.fill_and_start()
        guest.play_on(guest.by_mouse, random.Random(8))
        expect(guest.page.locator("[data-fair=true]")).to_contain_text("78 of 78")
    finally:
        neighbour.close()
    assert complaints == []
