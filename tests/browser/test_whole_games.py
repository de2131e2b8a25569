"""Whole games in the browser: by mouse, by keyboard, by touch, among friends, in teams, at one device."""

from __future__ import annotations

import random
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.guests import Guest

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def play_now(guest: Guest) -> None:
    """From the start page, against as many bots as can be."""
    guest.hurry_bots()
    guest.go("/")
    guest.page.get_by_role("group", name="bots").get_by_role("button", name="4").click()


def expect_the_end(guest: Guest) -> None:
    """The page of the end: the scores that the server gave, and a deal found to be fair."""
    page = guest.page
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    expect(page.get_by_role("heading", name="The deal was fair")).to_be_visible()
    expect(page.locator("[data-fair=true]")).to_contain_text("78 of 78")
    totals = page.locator(".total").all_inner_texts()
    assert [int(total) for total in totals] == sorted(guest.open["scores"], reverse=True)


def test_a_game_against_bots_by_mouse(come: Come) -> None:
    """From the start page with one click; cards move as for everybody. Afterwards it is among the games to replay."""
    guest = come(reduced_motion="no-preference")
    play_now(guest)
    guest.button("Play now").click()
    guest.page.wait_for_url("**/t/*")
    guest.until(lambda: bool(guest.open), "the game starts")
    assert guest.play_on(guest.by_mouse, random.Random(1)) > 10
    expect_the_end(guest)
    guest.go("/games")
    guest.page.get_by_role("link", name="Replay", exact=True).click()
    guest.page.wait_for_url(f"**/replay/{guest.table['table']}*")
    expect(guest.page.get_by_role("heading", name="Replay")).to_be_visible()


def test_a_game_by_keyboard_alone(come: Come) -> None:
    guest = come()
    guest.hurry_bots()
    guest.go("/")
    now = guest.button("Play now")
    expect(now).to_be_enabled()
    for _ in range(30):
        guest.page.keyboard.press("Tab")
        if now.evaluate("button => button === document.activeElement"):
            break
    guest.page.keyboard.press("Enter")
    guest.until(lambda: bool(guest.open), "the game starts")
    assert guest.play_on(guest.by_keyboard, random.Random(2)) > 10
    expect_the_end(guest)


def test_a_game_by_touch_on_a_phone(come: Come) -> None:
    guest = come(**PHONE)
    play_now(guest)
    guest.button("Play now").tap()
    guest.until(lambda: bool(guest.open), "the game starts")
    assert guest.play_on(guest.by_touch, random.Random(3)) > 10
    expect_the_end(guest)


def test_four_friends_at_one_table(come: Come) -> None:
    """Two clicks open it, the link brings the others; each sees the own hand and nobody else's."""
    host = come()
    host.hurry_bots()
    host.go("/")
    host.button("Open the table and invite").click()
    host.until(lambda: host.mine == [0], "the host sits")
    link = host.page.get_by_label("The link of your table").input_value()
    friends = [host, *(come() for _ in range(3))]
    for seat, friend in enumerate(friends[1:], 1):
        friend.page.goto(link)
        friend.until(lambda friend=friend: bool(friend.table), "the table is shown")  # type: ignore[misc]
        friend.sit(seat)
    host.button("Start", exact=True).click()
    rng = random.Random(4)
    for friend in friends:
        friend.until(lambda friend=friend: bool(friend.open), "the game starts")  # type: ignore[misc]
    while not host.over:
        turn = host.open["turn"]
        friend = friends[turn]
        friend.until(lambda friend=friend: friend.version >= host.version, "all see the same")  # type: ignore[misc]
        friend.by_mouse(friend.choose_move(rng))
        host.until(lambda friend=friend: host.version >= friend.version, "all see the same")  # type: ignore[misc]
    for friend in friends:
        friend.until(lambda friend=friend: friend.over, "the game is over")  # type: ignore[misc]
        expect_the_end(friend)


def test_a_team_game_of_eight(come: Come) -> None:
    """Two partners and six bots; each partner sees the other's hand, and nobody else does."""
    one, other = come(), come(**PHONE)
    table = one.open_table(seats=8, teams=True)
    one.enter(table)
    one.sit(0)
    other.enter(table)
    other.sit(1)
    one.fill_and_start()
    other.until(lambda: bool(other.open), "the game starts")
    rng = random.Random(5)
    partners = {0: one, 1: other}
    hands = {seat: partner.page.get_by_role("group", name=re.compile("hand$")) for seat, partner in partners.items()}
    for seat, partner in partners.items():
        expect(hands[seat]).to_have_count(2)
        name = re.escape(partner.seats["seats"][seat ^ 1]["name"])
        shown = partner.page.get_by_role("group", name=re.compile(f"^{name}’s? hand$"))
        expect(shown.get_by_role("img")).to_have_count(len(partners[seat ^ 1].you["hand"]))
    while not one.over:
        turn = one.open["turn"]
        if turn not in partners:
            one.until(lambda: one.over or one.open["turn"] in partners, "the bots play")
            continue
        partner, companion = partners[turn], partners[turn ^ 1]
        partner.until(lambda p=partner: p.version >= one.version, "both see the same")  # type: ignore[misc]
        if partner.await_turn():
            (partner.by_touch if partner is other else partner.by_mouse)(partner.choose_move(rng))
        companion.until(lambda p=partner, c=companion: c.version >= p.version, "both see the same")  # type: ignore[misc]
    other.until(lambda: other.over, "the game is over")
    expect_the_end(one)
    expect_the_end(other)


def test_a_hot_seat_hides_every_hand(come: Come) -> None:
    """Two at one device: no card shows until its player asks for the hand."""
    guest = come()
    guest.enter(guest.open_table(seats=2))
    guest.sit(0)
    guest.sit(1)
    guest.button("Start", exact=True).click()
    guest.until(lambda: bool(guest.open), "the game starts")
    rng = random.Random(6)
    for _ in range(12):
        show = guest.button("Show my hand")
        expect(show).to_be_visible()
        assert guest.you.get("hand") is None
        expect(guest.page.locator("[data-card]")).to_have_count(0)
        show.click()
        guest.await_turn()
        assert guest.you["seat"] == guest.open["turn"]
        expect(guest.hand()).to_have_count(len(guest.you["hand"]))
        guest.by_mouse(guest.choose_move(rng))
