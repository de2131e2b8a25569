"""A game looked at again, move by move: forwards, backwards, from a link; played on, and drawn."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import complaints_of
from tests.browser.conftest import Come, Finished
from tests.browser.finished import GAMES
from tests.browser.guests import Guest
from tests.browser.sailors import await_turn, by_pressing, homeward

# Once the page is at this move and the sea is laid out: the names in the scene, the ships on the chart, what is below,
# and the move itself.
SHOWN = """async (ply) => {
  const now = () => document.querySelector("[aria-current=step]");
  const frame = () => new Promise(requestAnimationFrame);
  while (now()?.dataset.ply !== String(ply)) await frame();
  await frame();
  await frame();
  const words = (where) => document.querySelector(where)?.textContent ?? "";
  const named = [...document.querySelectorAll(".scene-room :is([aria-label], .vh)")];
  const told = named.filter((each) => !each.closest("[inert]"));
  const labels = told.map((each) => each.getAttribute("aria-label") ?? each.textContent).join("\\n");
  const turned = (ship) => /rotate\\((.+?)deg/.exec(ship.querySelector(".turns").style.transform)[1];
  const bow = (ship) => ((Math.round(turned(ship)) % 360) + 360) % 360;
  const ships = [...document.querySelectorAll(".scene-room [data-ship]")];
  const stand = ships.map((ship) => [ship.dataset.ship, ship.dataset.point, bow(ship)].join());
  const trails = [...document.querySelectorAll(".scene-room :is(.track, .wreck)")];
  const tracks = trails.map((each) => each.getAttribute("class") + each.innerHTML.replace(/<!--.*?-->/g, ""));
  const where = [...stand, ...tracks].sort().join("\\n");
  const around = words(".scene-room .hands") + words(".scene-room aside");
  return [around, words(".replay > footer"), now().textContent, labels, where];
}"""


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


@pytest.mark.parametrize("name", ["korsar", "les-corsaires"])
def test_a_game_forwards_and_backwards(come: Come, finished: Finished, name: str) -> None:
    """By keys: every move shows the same on the way back, from the end, and from its link."""
    guest = come()
    table = finished(name)
    first = look(guest, table)
    replay = replay_of(guest, table)
    length = len(replay["updates"])
    keyboard = guest.page.keyboard
    forwards = [first]
    for ply in range(1, length + 1):
        keyboard.press("ArrowRight")
        forwards.append(shown(guest, ply))
    assert len({text[2] for text in forwards}) == length + 1
    if name == "les-corsaires":
        assert len({text[4] for text in forwards}) > length // 3  # the ships have moved
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
def test_all_hands_are_open_after_the_end(come: Come, finished: Finished, name: str) -> None:
    """Also for somebody who was not there."""
    guest = come()
    look(guest, finished(name))
    hands = replay_of(guest, finished(name))["hands"]
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


@pytest.mark.parametrize("name", GAMES)
def test_playing_on_from_a_move(come: Come, finished: Finished, name: str) -> None:
    """In the seat to move, with the table as it was; and a move is made there."""
    guest = come()
    ply = 12
    look(guest, finished(name), ply)
    replay = replay_of(guest, finished(name))
    then = replay["updates"][ply - 1]["open"]
    guest.button("Play on from here").click()
    expect(guest.page.get_by_text(re.compile("(deck|dice) (is the one|are those) of the game"))).to_be_visible()
    guest.page.locator("form").get_by_role("button", name="Play", exact=True).click()
    guest.page.wait_for_url("**/t/*")
    guest.until(lambda: guest.table.get("table") not in (None, finished(name)) and bool(guest.open), "a table opens")
    assert guest.mine == [then["turn"]]
    assert guest.open["turn"] == then["turn"]
    if name == "les-corsaires":
        assert guest.open["ships"] == then["ships"]
        assert await_turn(guest)
        by_pressing(guest, Locator.click, homeward(guest.table, guest.now, random.Random(1)))
    else:
        assert sorted(guest.you["hand"]) == sorted(replay["hands"][ply][then["turn"]])
        assert guest.open["sea"] == then["sea"]
        guest.await_turn()
        guest.by_mouse(guest.choose_move(random.Random(1)))


@pytest.mark.parametrize("lamp", ["light", "dark"])
@pytest.mark.parametrize("name", ["korsar", "les-corsaires"])
def test_a_picture_of_a_position(come: Come, finished: Finished, name: str, lamp: str, tmp_path: Path) -> None:
    """A drawing that opens by itself, looking as on the page: everything it refers to is in it."""
    guest = come(color_scheme=lamp)
    look(guest, finished(name))
    replay = replay_of(guest, finished(name))
    ply = len(replay["updates"]) // 2
    guest.page.locator(f"[data-ply='{ply}']").click()
    shown(guest, ply)
    with guest.page.expect_download() as download:
        guest.button("Picture").click()
    assert download.value.suggested_filename == f"corsaires-{finished(name)}-{ply}.svg"
    file = tmp_path / "position.svg"
    download.value.save_as(file)
    text = file.read_text("utf-8")
    drawn = ElementTree.fromstring(text)
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in text
    assert "<style" not in text
    assert "class=" not in re.sub(r'class="lining"', "", text)
    ids = {each.get("id") for each in drawn.iter()}
    wanted = set(re.findall(r"(?:href=\"|url\((?:&quot;)?)#([\w-]+)", text))
    assert wanted <= ids
    now = replay["updates"][ply - 1]["open"]
    if name == "korsar":
        cards = [
            each for each in drawn.iter("{http://www.w3.org/2000/svg}use") if (each.get("href") or "")[1:3] == "c-"
        ]
        assert len(cards) == sum(1 + len(galleon["cards"]) for galleon in now["sea"])
    box = [float(number) for number in (drawn.get("viewBox") or "").split()]
    page = guest.context.new_page()
    page.goto(file.as_uri())
    assert page.evaluate("() => document.documentElement.getBBox().width") >= box[2] * 0.9


@pytest.mark.parametrize("name", ["korsar", "les-corsaires"])
def test_a_film_of_the_last_moves(come: Come, finished: Finished, name: str, tmp_path: Path) -> None:
    """A moving picture from the move looked at to the end, which the browser itself can show."""
    guest = come()
    guest.go("/")
    length = len(replay_of(guest, finished(name))["updates"])
    look(guest, finished(name), length - 2)
    guest.button(re.compile("^Speed")).click()
    guest.button(re.compile("^Speed")).click()
    with guest.page.expect_download() as download:
        guest.button("Film", exact=True).click()
        expect(guest.button("Stop the film")).to_have_attribute("aria-pressed", "true")
    assert guest.page.url.endswith(f"#{length}")
    expect(guest.button("Film", exact=True)).to_have_attribute("aria-pressed", "false")
    file = tmp_path / "game.webm"
    download.value.save_as(file)
    page = guest.context.new_page()
    page.goto(file.as_uri())
    seen = page.wait_for_function("() => document.getElementsByTagName('video')[0].videoWidth")
    assert seen.json_value() == 1280


@pytest.mark.parametrize("lamp", ["light", "dark"])
def test_everybody_can_look_again(come: Come, finished: Finished, lamp: str) -> None:
    """axe-core finds nothing to complain of."""
    guest = come(color_scheme=lamp)
    wrong: list[str] = []
    for name, ply in (("teams", 12), ("les-corsaires", 60)):
        look(guest, finished(name))
        wrong += complaints_of(guest.page, f"{name} at the start")
        guest.page.locator(f"[data-ply='{ply}']").click()
        shown(guest, ply)
        guest.button("Play on from here").click()
        wrong += complaints_of(guest.page, f"{name} after {ply} moves")
    assert not wrong, "\n".join(wrong)
