"""A game looked at again, move by move: forwards, backwards, from a link."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.guests import Guest
from tests.net.nodes import Node
from tests.net.player import Player

GAMES: dict[str, dict[str, Any]] = {
    "korsar": {"game": "korsar", "seats": 5},
    "teams": {"game": "korsar", "seats": 4, "teams": True},
}

# Once the page is at this move and the sea is laid out: the names in the scene, what is below it, and the move itself.
SHOWN = """async (ply) => {
  const now = () => document.querySelector("[aria-current=step]");
  const frame = () => new Promise(requestAnimationFrame);
  while (now()?.dataset.ply !== String(ply)) await frame();
  await frame();
  await frame();
  const words = (where) => document.querySelector(where)?.textContent ?? "";
  const named = [...document.querySelectorAll(".scene-room [aria-label]")].filter((each) => !each.closest("[inert]"));
  const labels = named.map((each) => each.getAttribute("aria-label")).join("\\n");
  return [words(".scene-room .hands"), words(".replay > footer"), now().textContent, labels];
}"""


async def _played(url: str, choices: dict[str, Any]) -> str:
    player = await Player.come(url)
    try:
        table = await player.open_table(**choices)
        await player.sit(0)
        for seat in range(1, choices["seats"]):
            await player.wish("bot", seat=seat, bot="mousse")
        await player.wish("start")
        rng = random.Random(4)
        await player.play_on(rng)
        return table
    finally:
        await player.close()


@pytest.fixture(scope="module")
def finished(node: Node) -> dict[str, str]:
    """A game of each kind that is over, by its name."""
    with ThreadPoolExecutor(1) as thread:  # the browser has the event loop of this one
        return {
            name: thread.submit(lambda choices=choices: asyncio.run(_played(node.url, choices))).result()  # type: ignore[misc]
            for name, choices in GAMES.items()
        }


def replay_of(guest: Guest, table: str) -> dict[str, Any]:
    found: dict[str, Any] = guest.page.evaluate(
        "async (path) => (await fetch(path)).json()", f"/api/tables/{table}/replay"
    )
    return found


def look(guest: Guest, table: str, ply: int | None = None) -> list[str]:
    """Open the replay, at a move or at the start; what it shows."""
    guest.go(f"/replay/{table}" + ("" if ply is None else f"#{ply}"))
    expect(guest.page.locator(".scene-room .scene").first).to_be_visible()
    guest.page.wait_for_load_state("networkidle")
    return shown(guest, ply or 0)


def shown(guest: Guest, ply: int) -> list[str]:
    texts: list[str] = guest.page.evaluate(SHOWN, ply)
    return texts


@pytest.mark.parametrize("name", ["korsar"])
def test_a_game_forwards_and_backwards(come: Come, finished: dict[str, str], name: str) -> None:
    """By keys: every move shows the same on the way back, from the end, and from its link."""
    guest = come()
    table = finished[name]
    first = look(guest, table)
    replay = replay_of(guest, table)
    length = len(replay["updates"])
    keyboard = guest.page.keyboard
    forwards = [first]
    for ply in range(1, length + 1):
        keyboard.press("ArrowRight")
        forwards.append(shown(guest, ply))
    assert len({text[2] for text in forwards}) == length + 1
    assert guest.page.url.endswith(f"#{length}")
    wrong = []
    for ply in range(length - 1, -1, -1):
        keyboard.press("ArrowLeft")
        if (back := shown(guest, ply)) != forwards[ply]:
            wrong += [(ply, one, other) for one, other in zip(forwards[ply], back, strict=True) if one != other]
    assert wrong == []
    keyboard.press("End")
    assert shown(guest, length) == forwards[length]
    keyboard.press("Home")
    assert shown(guest, 0) == first
    middle = length // 2
    assert look(come(), table, middle) == forwards[middle]


@pytest.mark.parametrize("name", ["korsar", "teams"])
def test_all_hands_are_open_after_the_end(come: Come, finished: dict[str, str], name: str) -> None:
    """Also for somebody who was not there."""
    guest = come()
    look(guest, finished[name])
    hands = replay_of(guest, finished[name])["hands"]
    region = guest.page.get_by_role("region", name="All hands")
    for ply in (0, len(hands) // 2, len(hands) - 1):
        guest.page.locator(f"[data-ply='{ply}']").click()
        shown(guest, ply)
        expect(region.locator(".hand")).to_have_count(len(hands[ply]))
        for seat, cards in enumerate(hands[ply]):
            expect(region.locator(".hand").nth(seat).get_by_role("img")).to_have_count(len(cards))


def test_during_a_game_one_sees_ones_own_hand(come: Come) -> None:
    guest, spectator = come(), come()
    table = guest.against_bots(3)
    guest.play_on(guest.by_mouse, random.Random(2), 4)
    guest.await_turn()
    hand = guest.you["hand"]
    for somebody in (guest, spectator):
        look(somebody, table)
        somebody.page.keyboard.press("End")
        shown(somebody, len(replay_of(somebody, table)["updates"]))
        expect(somebody.page.get_by_role("region", name="All hands")).to_have_count(0)
        expect(somebody.button("Play on from here")).to_have_count(0)
    own = guest.page.get_by_role("region", name="Your hand, as it was")
    expect(own.locator(".hand")).to_have_count(1)
    expect(own.locator(".cards").get_by_role("img")).to_have_count(len(hand))
    expect(spectator.page.locator(".hands")).to_have_count(0)
