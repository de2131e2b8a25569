"""The big screen in the middle of the room."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come

TV = {"viewport": {"width": 1280, "height": 720}}


def test_the_big_screen_in_french(come: Come) -> None:
    host, screen = come(), come(**TV, locale="fr-FR")
    table = host.against_bots(4)
    screen.go(f"/tv/{table}")
    screen.until(lambda: bool(screen.open), "the game is shown")
    host.await_turn()
    host.by_mouse("+")
    host.await_turn()
    screen.until(lambda: screen.version == host.version, "the screen follows")
    turn = host.seats["seats"][host.open["turn"]]["name"]
    expect(screen.page.locator(".turn[aria-live]")).to_have_text(f"À {turn}")
    expect(screen.page.locator("footer .deck")).to_have_text(f"{host.open['deck']} à piocher")
