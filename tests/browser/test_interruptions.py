"""Whatever happens in the middle of a game, it goes on by itself."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.guests import Guest, two_at_a_table
from tests.browser.wire import wire
from tests.net.nodes import Node

OFFLINE = "Not connected"
AWAY = re.compile("[Ww]hile you were away")


def test_a_page_loaded_again(come: Come) -> None:
    guest = come()
    guest.against_bots(4)
    rng = random.Random(1)
    guest.play_on(guest.by_mouse, rng, 3)
    guest.await_turn()
    hand, version = guest.you["hand"], guest.version
    guest.page.reload()
    guest.until(lambda: guest.told[-1]["type"] != "welcome" and guest.version == version, "the table is shown again")
    expect(guest.hand()).to_have_count(len(hand))
    assert guest.you["hand"] == hand
    assert guest.play_on(guest.by_mouse, rng, 3) == 3


def test_a_lost_network(come: Come, node: Node) -> None:
    """One of two players is cut off while the other and the bots play on: told so, then what was missed."""
    with wire(node.port) as cable:
        away, there = come(), come()
        away.url = cable.url
        two_at_a_table(away, there, seats=4)
        rng = random.Random(2)
        away.until(lambda: away.open["turn"] in (0, 1), "the bots play")
        if away.my_turn:
            away.by_mouse(away.choose_move(rng))
        there.until(lambda: there.my_turn and there.version >= away.version, "it is the other's turn")
        away.may_be_cut_off = True
        before = away.version
        cable.cut()
        expect(away.page.get_by_text(OFFLINE)).to_be_visible()
        there.by_mouse(there.choose_move(rng))
        there.until(lambda: there.open["turn"] == 0, "the bots play")
        cable.mend()
        away.until(lambda: away.version == there.version > before, "all is told")
        expect(away.page.get_by_text(AWAY)).to_be_visible()
        expect(away.page.get_by_text(OFFLINE)).to_have_count(0)
        away.by_mouse(away.choose_move(rng))


def test_a_page_closed_meanwhile(come: Come) -> None:
    """Who comes back is told how many moves they missed, and the log shows from where on."""
    away, there = come(), come()
    table = two_at_a_table(away, there, seats=4)
    rng = random.Random(4)
    away.until(lambda: away.open["turn"] in (0, 1), "the bots play")
    if away.my_turn:
        away.by_mouse(away.choose_move(rng))
    there.until(lambda: there.my_turn and there.version >= away.version, "it is the other's turn")
    away.go("/rules")
    before = len(there.told)
    there.by_mouse(there.choose_move(rng))
    there.until(lambda: there.open["turn"] == 0, "the bots play")
    missed = [message for message in there.told[before:] if message["type"] == "update"]
    assert len(missed) == 3
    away.enter(table)
    expect(away.page.get_by_role("status").filter(has_text="While you were away: 3 moves.")).to_be_visible()
    first = away.page.locator("li[data-away]")
    expect(first).to_have_attribute("data-away", "While you were away")
    expect(first).to_contain_text(there.seats["seats"][1]["name"])
    away.by_mouse(away.choose_move(rng))


def test_a_server_killed_and_started_again(come: Come, frail: Node) -> None:
    """A move made while nobody hears is made once the server is back."""
    guest = come(frail)
    guest.against_bots(4)
    rng = random.Random(3)
    guest.play_on(guest.by_mouse, rng, 3)
    guest.await_turn()
    guest.may_be_cut_off = True
    before, hand = guest.version, guest.you["hand"]
    frail.kill()
    expect(guest.page.get_by_text(OFFLINE)).to_be_visible()
    guest.button(re.compile("^Draw")).click()
    frail.start()
    guest.until(lambda: guest.version > before, "the move is made")
    guest.await_turn()
    expect(guest.page.get_by_text(OFFLINE)).to_have_count(0)
    assert len(guest.you["hand"]) == len(hand) + 1
    assert guest.play_on(guest.by_mouse, rng, 3) == 3


def two_with_galleons(come: Come) -> tuple[Guest, Guest]:
    """Two people at a table, who have drawn until both can do something else; the one to move first."""
    one, other = come(), come()
    two_at_a_table(one, other)
    while True:
        mover, answerer = (one, other) if one.my_turn else (other, one)
        mover.await_turn()
        if all(any(card.startswith("G") for card in guest.you["hand"]) for guest in (one, other)):
            return mover, answerer
        mover.by_mouse("+")
        answerer.until(lambda m=mover, a=answerer: a.version == m.version, "both see it")  # type: ignore[misc]


def lay(guest: Guest) -> None:
    guest.await_turn()
    guest.by_mouse(next(move for move in guest.moves() if move.startswith("G")))


def test_a_move_taken_back(come: Come) -> None:
    """Freely, as long as nobody has played since; the hand is as it was."""
    mover, answerer = two_with_galleons(come)
    hand = mover.you["hand"]
    lay(mover)
    expect(mover.hand()).to_have_count(len(hand) - 1)
    mover.button("Undo").click()
    mover.until(lambda: mover.my_turn and mover.you["hand"] == hand, "the move is taken back")
    expect(mover.hand()).to_have_count(len(hand))
    answerer.until(lambda: answerer.version == mover.version, "both see it")
    lay(mover)


def test_a_move_taken_back_with_consent(come: Come) -> None:
    """After an answer the other is asked, and both see the position as it was."""
    mover, answerer = two_with_galleons(come)
    hand = mover.you["hand"]
    lay(mover)
    answerer.until(lambda: answerer.version == mover.version, "both see it")
    lay(answerer)
    mover.await_turn()
    mover.button("Ask to take back").click()
    expect(mover.page.get_by_role("status").filter(has_text="You have asked")).to_be_visible()
    answerer.page.get_by_role("alertdialog").get_by_role("button", name="Fine").click()
    mover.until(lambda: mover.my_turn and mover.you["hand"] == hand, "the moves are taken back")
    expect(mover.hand()).to_have_count(len(hand))
    answerer.until(lambda: answerer.version == mover.version, "both see it")
    lay(mover)
