"""The big screen in the middle of the room: the way in, the game for all to see, the ranking."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import complaints_of
from tests.browser.conftest import Come
from tests.browser.guests import Guest
from tests.browser.sailors import await_turn, by_pressing, play_on
from tests.browser.test_whole_games import PHONE

TV = {"viewport": {"width": 1280, "height": 720}}
LOOKS = 8  # moves of a game that are compared one by one


def expect_the_code(screen: Guest, table: str, game: str, free: str) -> None:
    """How to join, in a picture and in letters; who is there."""
    page = screen.page
    expect(page.get_by_role("heading", name="Join the table")).to_be_visible()
    expect(page.get_by_text(game, exact=True)).to_be_visible()
    code = page.get_by_role("img", name=re.compile("Point your phone at the code"))
    expect(code).to_be_visible()
    assert code.evaluate("async (image) => { await image.decode(); return image.naturalWidth; }") > 0
    expect(page.get_by_text(f"/t/{table}")).to_be_visible()
    expect(page.get_by_text(free)).to_be_visible()


def expect_the_ranking(screen: Guest, player: Guest, unit: str) -> None:
    """The sides by their scores, and who won."""
    scores = player.open["scores"]
    ranking = screen.page.locator(".end li")
    expect(ranking).to_have_count(len(scores))
    shown = [text.split() for text in ranking.locator("b.num").all_inner_texts()]
    out = player.open.get("eliminated", [])
    order = sorted(range(len(scores)), key=lambda seat: (seat in out, -scores[seat]))
    assert shown == [[str(scores[seat]), unit] for seat in order]
    headline = screen.page.locator(".end h1")
    for winner in player.open["winners"]:
        expect(headline).to_contain_text(player.seats["seats"][winner]["name"])
        expect(headline).to_contain_text(f"{scores[winner]} {unit}")


# --- Korsar ---


def cards_at_sea(guest: Guest) -> int:
    """Galleons, pirates, captains and admirals that lie open."""
    return sum(1 + len(galleon["cards"]) for galleon in guest.open["sea"])


def expect_no_hand(screen: Guest) -> None:
    """Every card that is shown lies at sea."""
    expect(screen.page.locator("[data-card]")).to_have_count(0)
    expect(screen.page.get_by_role("group", name=re.compile("hand$"))).to_have_count(0)
    assert screen.page.locator("main svg.card[role=img]:visible").count() <= cards_at_sea(screen)


def expect_in_step(screen: Guest, player: Guest) -> None:
    """Whose turn it is, what happened last, how much is left to draw."""
    screen.until(lambda: screen.version == player.version, "the screen follows")
    seats = player.seats["seats"]
    moved = next((message for message in reversed(screen.told) if message["type"] == "update"), None)
    expect(screen.page.locator(".turn[aria-live]")).to_have_text(f"{seats[player.open['turn']]['name']} to play")
    if moved:
        expect(screen.page.locator("p.last")).to_contain_text(seats[moved["seat"]]["name"])
    left = player.open["deck"]
    expect(screen.page.locator("footer .deck")).to_have_text(f"{left} in the deck" if left else "deck empty")
    for seat, sitter in enumerate(seats):
        plate = screen.page.get_by_role("region", name=sitter["name"])
        expect(plate).to_contain_text(str(player.open["in_hand"][seat]))


def test_korsar_from_the_code_to_the_ranking(come: Come, complaints: list[str]) -> None:
    """Two at their phones, three bots, the screen between them; and another one in the browser of a player."""
    one, other, screen = come(**PHONE), come(**PHONE), come(**TV)
    people = (one, other)
    table = one.open_table(seats=5)
    one.enter(table)
    one.sit(0)
    screen.go(f"/tv/{table}")
    page = screen.page
    expect_the_code(screen, table, "Korsar", "4 seats are free.")
    other.enter(table)
    other.sit(1)
    expect(page.get_by_text("3 seats are free.")).to_be_visible()
    expect(page.get_by_text(other.seats["seats"][1]["name"])).to_be_visible()
    one.button("Fill with bots").tap()
    expect(page.get_by_text("Everybody is here.")).to_be_visible()

    own = Guest(one.context, one.url, complaints)  # a browser that may see a hand
    own.go(f"/tv/{table}")
    one.button("Start", exact=True).tap()
    for guest in (one, other, screen, own):
        guest.until(lambda guest=guest: bool(guest.open), "the game starts")  # type: ignore[misc]
    rng = random.Random(9)
    moves = 0
    while True:
        one.until(lambda: one.over or one.open["turn"] < len(people), "the bots play")
        if one.over:
            break
        mover = people[one.open["turn"]]
        mover.until(lambda mover=mover: mover.version >= one.version and bool(mover.moves()), "all see the same")  # type: ignore[misc]
        if moves <= LOOKS:
            for each in (screen, own):
                expect_in_step(each, one)
                expect_no_hand(each)
        mover.by_touch(mover.choose_move(rng))
        one.until(lambda mover=mover: one.version >= mover.version, "all see the same")  # type: ignore[misc]
        moves += 1
    assert moves > LOOKS
    views = [message["you"] for message in screen.told if message.get("you")]
    assert len(views) >= moves
    assert all(view["hand"] is None and view["options"] is None for view in views)
    for each in (screen, own):
        expect_the_ranking(each, one, "gold")
        expect(each.page.locator("[data-card]")).to_have_count(0)


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


# --- Les Corsaires ---


def expect_the_sea(screen: Guest, player: Guest) -> None:
    """Every ship where it is, the wind, whose turn it is, the points; nothing that could be done."""
    page, state = screen.page, player.open
    screen.until(lambda: screen.version == player.version, "the screen follows")
    for ship in state["ships"]:
        shown = page.locator(f"[data-ship={ship['name']}]")
        if ship["point"]:
            expect(shown).to_have_attribute("data-point", ship["point"])
        else:
            expect(shown).to_have_count(0)
    seats = player.seats["seats"]
    expect(page.locator("footer [aria-live]").first).to_have_text(f"{seats[state['turn']]['name']} to play")
    if state["wind"]:
        force, towards = state["wind"]
        expect(page.locator("p.blows")).to_have_text(re.compile(rf"^{force} wind, towards {towards} ", re.IGNORECASE))
    for seat, score in enumerate(state["scores"]):
        side = page.locator(f"[data-side='{seat}']")
        expect(side).to_contain_text(seats[seat]["name"])
        expect(side.locator("strong")).to_have_text(str(score))
    expect(page.locator("main").get_by_role("button")).to_have_count(0)


def test_les_corsaires_from_the_code_to_the_ranking(come: Come) -> None:
    """Somebody at a phone, bots, and the screen between them; on a small chart, for a short game."""
    phone, screen = come(**PHONE), come(**TV)
    page = screen.page
    table = phone.open_table(game="les-corsaires", seats=4, chart="narrows")
    screen.go(f"/tv/{table}")
    expect_the_code(screen, table, "Les Corsaires", "4 seats are free.")
    phone.enter(table)
    phone.sit(0)
    expect(page.get_by_text("3 seats are free.")).to_be_visible()
    expect(page.get_by_text(phone.seats["seats"][0]["name"])).to_be_visible()
    phone.fill_and_start()
    screen.until(lambda: bool(screen.open), "the game starts")
    looks = 0

    def look() -> Any:
        nonlocal looks
        looks += 1
        if (looks <= LOOKS or looks % LOOKS == 0) and await_turn(phone):
            expect_the_sea(screen, phone)

    phases = play_on(phone, lambda move: by_pressing(phone, Locator.tap, move), random.Random(4), look)
    assert {"placing", "wind", "sailing"} <= phases
    assert looks > LOOKS
    screen.until(lambda: screen.over, "the end is seen")
    expect_the_ranking(screen, phone, "points")
    told = [message["you"] for message in screen.told if message.get("you")]
    assert all(view["seat"] is None and view["options"] is None for view in told)


@pytest.mark.parametrize("lamp", ["light", "dark"])
def test_everybody_can_watch_the_sea(come: Come, lamp: str) -> None:
    """axe-core finds nothing to complain of: who joins, the first moves with their dice; by night in French."""
    language = "fr" if lamp == "dark" else "en"
    host, screen = come(), come(**TV, color_scheme=lamp, locale=language)
    table = host.open_table(game="les-corsaires", seats=2)
    screen.go(f"/tv/{table}")
    expect(screen.page.get_by_role("img").first).to_be_visible()
    wrong = complaints_of(screen.page, "the code")
    host.enter(table)
    host.sit(0)
    host.fill_and_start()
    screen.until(lambda: bool(screen.open), "the game starts")
    expect(screen.page.locator("[data-side]")).to_have_count(2)
    wrong += complaints_of(screen.page, "the placing")
    assert wrong == []
