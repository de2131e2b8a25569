"""Les Corsaires in the browser: whole games by mouse, keys and touch, at one device, for everybody."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import complaints_of
from tests.browser.conftest import Come, Finished
from tests.browser.guests import Guest
from tests.browser.sailors import POND, await_turn, by_keys, by_pressing, homeward, play_on
from tests.browser.test_replay import replay_of
from tests.browser.test_whole_games import PHONE

SEA: Final[dict[str, Any]] = {"game": "les-corsaires", "chart": POND}
SMALL: Final = {"width": 1100, "height": 600}  # the least that is laid out as on a desk, and the quickest drawn
COLOURS: Final = {"r": "red", "b": "blue", "g": "green", "y": "yellow"}
DIRECTIONS: Final = ["", "north-east", "east", "south-east", "south-west", "west", "north-west"]


def expect_the_end(guest: Guest) -> None:
    """Who won, the scores that the server gave, dice found to be fair, and the way on."""
    page = guest.page
    expect(page.locator("[data-end]")).to_be_visible()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    totals = page.locator("[data-end] .total").all_inner_texts()
    assert sorted(map(int, totals)) == sorted(guest.open["scores"])
    expect(page.locator("[data-end] li.win")).to_have_count(len(guest.open["winners"]))
    expect(page.get_by_role("heading", name="The dice were fair")).to_be_visible()
    counted = page.locator("[data-fair=true] dd").last.inner_text()
    same, every = re.findall(r"\d+", counted)
    assert int(same) == int(every) > 2  # a throw for the start of each, and a wind
    expect(page.locator("[data-do=rematch]")).to_be_visible()


class Inspector:
    """Looks at every phase once, and at the end: what axe-core complains of, what is said of the ships."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.seen: set[str] = set()
        self.wrong: list[str] = []

    def __call__(self) -> None:
        phase = self.guest.open["phase"]
        if phase == "firing" and not any("!" in move for move in self.guest.you["options"]["moves"]):
            phase = "at rest"
        if phase not in self.seen:
            self.seen.add(phase)
            self.look(phase)

    def look(self, where: str) -> None:
        expect(self.guest.page.locator("[data-thrown], [data-herald]")).to_have_count(0)  # they come and go
        self.wrong += complaints_of(self.guest.page, where)
        if where == "sailing":
            expect_spoken_ships(self.guest)


def expect_spoken_ships(guest: Guest) -> None:
    """Every own ship is told as "Red merchant 1, c7, bow south-east, can reach d8, e9"; each course says what it is."""
    ships = {ship["name"]: ship for ship in guest.open["ships"]}
    for name, courses in guest.you["options"]["ships"].items():
        ship = ships[name]
        if ship["seat"] not in guest.mine or ship["moved"]:
            continue
        ends = [course["end"] for course in courses.values() if course["move"] and course["way"]]
        reach = f"can reach {', '.join(dict.fromkeys(ends))}" if ends else "can only turn on the spot"
        kind = "merchant" if name[1] == "M" else "warship"
        said = f"{COLOURS[name[0]]} {kind} {name[2]}, {ship['point']}, bow {DIRECTIONS[ship['bow']]}"
        parts = [said.capitalize(), *(["on its way back home"] if ship["outward"] else []), reach]
        button = guest.page.locator(f"[data-chip={name}]")
        expect(button).to_have_accessible_name(", ".join(parts))
    chosen = guest.page.locator("[data-chip][aria-pressed=true]").get_attribute("data-chip")
    for direction, course in guest.you["options"]["ships"][chosen].items():
        said = f"Course {direction}, {DIRECTIONS[int(direction)]}, "
        if course["move"] and course["way"]:
            said += f"Course {direction}, sail {len(course['way'])}, {course['end']}"
        button = guest.page.locator(f"[data-course='{direction}']")
        expect(button).to_have_accessible_name(re.compile(f"^{said}"))


def listen(guest: Guest) -> list[str]:
    """What the page says to screen readers from now on."""
    heard: list[str] = []

    def hear(said: str) -> None:
        heard.append(said)

    guest.page.expose_function("heard", hear)
    live = guest.page.locator("main [data-announced]")
    expect(live).to_have_attribute("aria-live", "polite")
    live.evaluate(
        "(region) => new MutationObserver(() => heard(region.textContent)).observe(region,"
        " { childList: true, characterData: true, subtree: true })"
    )
    return heard


def expect_told(guest: Guest, heard: list[str]) -> None:
    """What I did and what the others did was said in words."""
    others = [sitter["name"] for sitter in guest.seats["seats"] if not sitter["mine"]]
    assert any(said.startswith(("You place", "You throw")) for said in heard)
    for name in others:
        assert any(name in said for said in heard), name
    assert any(re.search(r"^Sailing: \w+ (merchant|warship) \d to [a-z]\d+|stays at|turns to", said) for said in heard)


def test_a_game_of_the_experienced_by_mouse(come: Come) -> None:
    """Two at the table, each with two fleets; merchants sail there and back. Nobody is shut out."""
    guest = come(viewport=SMALL, color_scheme="light")
    guest.against_bots(2, **SEA, variant="experienced")
    heard, inspector = listen(guest), Inspector(guest)
    phases = play_on(guest, lambda move: by_pressing(guest, Locator.click, move), random.Random(3), inspector)
    assert {"placing", "wind", "sailing"} <= phases
    expect_told(guest, heard)
    expect_the_end(guest)
    inspector.look("the end")
    assert inspector.wrong == []
    guest.page.locator("[data-do=look]").click()
    expect(guest.page.locator("[data-end]")).to_have_count(0)


def test_a_game_of_three_by_keys_alone(come: Come) -> None:
    guest = come(viewport=SMALL)
    guest.against_bots(3, **SEA)
    phases = play_on(guest, lambda move: by_keys(guest, move), random.Random(1), lambda: None)
    assert {"placing", "wind", "sailing"} <= phases
    expect_the_end(guest)


def test_a_game_of_the_very_young_by_touch_on_a_phone(come: Come) -> None:
    """Four at the table, by night. Nobody is shut out."""
    guest = come(**PHONE, color_scheme="dark")
    guest.against_bots(4, **SEA, variant="very-young")
    inspector = Inspector(guest)
    phases = play_on(guest, lambda move: by_pressing(guest, Locator.tap, move), random.Random(3), inspector)
    assert {"placing", "wind", "sailing"} <= phases
    assert {ship["seat"] for ship in guest.open["ships"]} == {0, 1, 2, 3}
    expect_the_end(guest)
    inspector.look("the end")
    assert inspector.wrong == []


def test_a_hot_seat(come: Come) -> None:
    """Nothing is hidden at sea: at one device the seat to move is simply shown."""
    guest = come(viewport=SMALL)
    guest.enter(guest.open_table(seats=2, **SEA))
    guest.sit(0)
    guest.sit(1)
    guest.button("Start", exact=True).click()
    guest.until(lambda: bool(guest.open), "the game starts")
    rng = random.Random(6)
    sailed: set[int] = set()
    while sailed != {0, 1}:
        assert await_turn(guest)
        expect(guest.button("Show my hand")).to_have_count(0)
        move, turn = homeward(guest.table, guest.now, rng), guest.open["turn"]
        fleets = {ship["name"] for ship in guest.open["ships"] if ship["seat"] == turn and ship["point"]}
        if ":" in move:
            sailed.add(turn)
            chips = guest.page.locator("[data-chip]")
            assert {chip.get_attribute("data-chip") for chip in chips.all()} == fleets
        by_pressing(guest, Locator.click, move)


def test_a_hint_is_said_in_words(come: Come) -> None:
    """By a key; the reason names no move in notation either."""
    guest = come(viewport=SMALL)
    guest.against_bots(4, **SEA)
    rng = random.Random(5)
    while await_turn(guest) and guest.open["phase"] != "sailing":
        by_pressing(guest, Locator.click, homeward(guest.table, guest.now, rng))
    guest.page.keyboard.press("h")
    advice = guest.page.locator("[data-advice]")
    expect(advice).to_contain_text(
        re.compile(r"The admiral advises: sail red (warship|merchant) \d on course \d"), timeout=120_000
    )
    ship, course = (advice.get_attribute("data-advice") or "").split(":")
    expect(guest.page.locator(f"[data-chip={ship}]")).to_have_attribute("aria-pressed", "true")
    expect(guest.page.locator(f"[data-course='{course}']")).to_have_attribute("aria-pressed", "true")
    expect(advice).not_to_contain_text(re.compile(r"[rbgy][GM]\d[:@!]"))


def before_a_shot(guest: Guest, table: str) -> None:
    """Play on from a moment of a finished game when a gun is about to be fired, in the seat that fires it."""
    guest.go("/")
    updates = replay_of(guest, table)["updates"]
    ply = next(n for n, update in enumerate(updates) if "!" in update["move"])
    path = guest.page.evaluate(
        """async ([table, wish]) => {
          const [method, headers] = ["POST", { "content-type": "application/json" }];
          const answer = await fetch(`/api/tables/${table}/branch`, { method, headers, body: JSON.stringify(wish) });
          return (await answer.json()).path;
        }""",
        [table, {"ply": ply, "seat": updates[ply]["seat"], "bot": "mousse"}],
    )
    guest.go(path)
    guest.until(lambda: bool(guest.open), "the game goes on")
    assert await_turn(guest)
    assert guest.open["phase"] == "firing"


@pytest.mark.parametrize("lamp", ["light", "dark"])
def test_gunnery(come: Come, finished: Finished, lamp: str) -> None:
    """What each colour would hit is marked on the chart and told, one's own ships above all; then the gun is fired."""
    guest = come(color_scheme=lamp, **(PHONE if lamp == "dark" else {}))
    before_a_shot(guest, finished("les-corsaires"))
    page = guest.page
    guns = {name: gun for name, gun in guest.you["options"]["guns"].items() if gun["move"]}
    assert guns
    wrong: list[str] = []
    for name, gun in guns.items():
        button = page.locator(f"[data-gun={name}]")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        for colour, shot in gun["shots"].items():
            expect(page.locator(f"svg.live .zone.z-{colour}")).to_have_count(len(shot["points"]))
        own = {ship for shot in gun["shots"].values() for ship in shot["own"]}
        expect(page.locator("svg.live .danger")).to_have_count(len(own))
        for ship in {ship for shot in gun["shots"].values() for ship in shot["enemies"]}:
            kind = "merchant" if ship[1] == "M" else "warship"
            sinks = re.compile(rf"sinks [^:]*{COLOURS[ship[0]]} {kind} {ship[2]}")
            expect(button).to_have_accessible_name(sinks)
        wrong += complaints_of(page, f"{name} aims")
    assert wrong == []
    fired = next(iter(guns))
    by_pressing(guest, Locator.tap if lamp == "dark" else Locator.click, f"{fired}!")
    expect(page.locator("[data-thrown=Fired]")).to_be_visible()
    expect(page.locator(f"[data-gun={fired}]")).to_have_count(0)


WATCHED: Final = """() => {
  window.redrawn = 0;
  const watch = new MutationObserver((changes) => (window.redrawn += changes.length));
  const all = { subtree: true, childList: true, attributes: true, characterData: true };
  for (const drawing of document.querySelectorAll("svg.sheet, svg.live")) watch.observe(drawing, all);
}"""


def on_screen(guest: Guest, point: str) -> tuple[float, float]:
    """Where a point of the chart is."""
    where: list[float] = guest.page.evaluate(
        """([x, row]) => {
          const drawn = document.querySelector("svg.live");
          const at = new DOMPoint(x * 24, row * 24 * Math.sqrt(3)).matrixTransform(drawn.getScreenCTM());
          return [at.x, at.y];
        }""",
        next([each["x"], each["row"]] for each in guest.table["chart"]["points"] if each["name"] == point),
    )
    return where[0], where[1]


def test_a_ship_is_dragged_by_a_finger(come: Come) -> None:
    """To a point in reach: there it sails; elsewhere it stays. Meanwhile nothing of the chart is drawn again."""
    guest = come(**PHONE)
    guest.against_bots(2, **SEA)
    rng = random.Random(2)
    while await_turn(guest) and guest.open["phase"] != "sailing":
        by_pressing(guest, Locator.tap, homeward(guest.table, guest.now, rng))
    ship, course = next(
        (name, course)
        for name, courses in guest.you["options"]["ships"].items()
        for course in courses.values()
        if course["move"] and len(course["way"]) > 1
    )
    chip = guest.page.locator(f"[data-chip={ship}]")
    if chip.get_attribute("aria-pressed") != "true":
        chip.tap()
    start = next(each["point"] for each in guest.open["ships"] if each["name"] == ship)
    touch = guest.context.new_cdp_session(guest.page)

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(to: Callable[[], tuple[float, float]]) -> None:
        x, y = on_screen(guest, start)
        finger("touchStart", x, y)
        u, v = to()
        finger("touchMove", x + (u - x) * 0.8, y + (v - y) * 0.8)
        expect(guest.page.locator(".holder")).to_be_visible()
        guest.page.evaluate(WATCHED)
        for part in (0.1, 0.3, 0.6, 1.0):
            finger("touchMove", x + (u - x) * part, y + (v - y) * part)
            guest.page.evaluate("() => new Promise(requestAnimationFrame)")
        assert guest.page.evaluate("() => window.redrawn") == 0
        finger("touchEnd")
        expect(guest.page.locator(".holder")).to_have_count(0)

    before = guest.version
    drag(lambda: (on_screen(guest, start)[0] + 12, on_screen(guest, start)[1] + 4))
    assert guest.version == before
    drag(lambda: on_screen(guest, course["end"]))
    guest.until(lambda: guest.version > before, "the ship has sailed")
    assert guest.told[-1]["type"] != "refused"
    assert next(each["point"] for each in guest.open["ships"] if each["name"] == ship) == course["end"]
    expect(guest.page.locator(f"[data-ship={ship}]")).to_have_attribute("data-point", course["end"])
