"""The chart workshop: a chart of another size and other figures is drawn, checked, saved, opened, played to its end."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import Locator, expect

from corsaires.games.les_corsaires.chart import Chart, load_chart, point_named, read_chart
from tests.browser.conftest import Come
from tests.browser.guests import Guest
from tests.net.player import Player

GOOD = "Nothing to object to"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
STEP = 48  # units of the drawing
ROW = STEP * 3**0.5 / 2
EDGE = 0.93 * STEP + 18  # from the first point to the corner of the frame


def come_to_work(guest: Guest) -> Locator:
    """The board of the chart to begin with, once it is checked."""
    guest.hurry_bots()
    guest.go("/workshop")
    expect(guest.page.get_by_text(GOOD)).to_be_visible()
    return guest.page.get_by_role("application")


def spot(board: Locator, name: str) -> tuple[float, float]:
    """Where a point is on the screen."""
    board.scroll_into_view_if_needed()
    point, box = point_named(name), board.bounding_box()
    assert point is not None
    assert box is not None
    units = float(board.locator("svg").first.get_attribute("viewBox").split()[2])  # type: ignore[union-attr]
    scale = box["width"] / units
    return box["x"] + (point.x * STEP / 2 + EDGE) * scale, box["y"] + (point.row * ROW + EDGE) * scale


def saved(guest: Guest, path: Path) -> Chart:
    with guest.page.expect_download() as download:
        guest.button("Save as TOML").click()
    download.value.save_as(path)
    return read_chart(path.read_text("utf-8"), "own", path.name)


def test_a_chart_is_made_and_played_to_its_end(come: Come, tmp_path: Path) -> None:
    guest = come()
    page = guest.page
    board = come_to_work(guest)
    columns, rows = page.get_by_label("Points in a row"), page.get_by_role("spinbutton", name="Rows")
    for name in ("crossing", "narrows"):
        page.get_by_label("Start from").select_option(name)
        expect(columns).to_have_value(str(load_chart(name).columns))
    columns.fill("17")
    rows.fill("12")
    rows.blur()
    expect(page.get_by_text(GOOD)).to_be_visible()
    page.get_by_role("button", name="Land", exact=True).click()
    page.mouse.click(*spot(board, "f16"))
    board.press("ArrowDown")
    board.press("Space")
    page.get_by_label("Light, Warship, 0°").fill("4")
    page.get_by_label("Strong, Merchant, 180°").fill("2")
    page.get_by_role("button", name="blue: 2").click()
    page.get_by_role("checkbox", name="2 ahead, 1 to the left").click()
    expect(page.get_by_role("button", name="blue: 3")).to_be_visible()
    page.get_by_label("Face 2").select_option("red")
    page.get_by_label("In English").first.fill("The wide narrows")
    expect(page.get_by_text(GOOD)).to_be_visible()

    file = tmp_path / "wide.toml"
    chart = saved(guest, file)
    assert (chart.columns, chart.rows) == (17, 12)
    assert {name: chart.board[point] for name in ("f16", "g16") if (point := point_named(name))} == {
        "f16": "#",
        "g16": "#",
    }
    assert chart.roses["light"]["warship"] == (4, 3, 2, 1, 2, 3)
    assert chart.roses["strong"]["merchant"] == (5, 3, 2, 2, 2, 3)
    assert chart.fire["blue"] == ("dd", "ddd", "ddl")
    assert chart.faces == ("red", "red", "blue", "yellow", "yellow", "yellow")
    assert chart.name["en"] == "The wide narrows"

    guest.button("Play this chart").click()
    page.wait_for_url("**/t/*")
    guest.until(lambda: bool(guest.open), "the game starts")
    played = guest.table["chart"]
    assert (played["columns"], played["rows"], played["faces"]) == (17, 12, list(chart.faces))
    assert played["fire"]["blue"] == ["dd", "ddd", "ddl"]
    cookie = next(each for each in guest.context.cookies() if each.get("name") == "corsaires").get("value", "")
    with ThreadPoolExecutor(1) as elsewhere:  # this thread has a loop of the browser's
        elsewhere.submit(asyncio.run, play_to_the_end(guest.url, cookie, guest.table["table"])).result()
    guest.until(lambda: guest.over, "the page sees the end")


async def play_to_the_end(url: str, cookie: str, table: str) -> None:
    """Random moves of the same guest from another device."""
    device = Player(url)
    device.http.cookies.set("corsaires", cookie)
    await device.connect()
    await device.watch(table)
    await device.play_on(random.Random(7))
    assert device.over
    await device.close()


def test_mistakes_are_told_and_shown(come: Come, tmp_path: Path) -> None:
    guest = come()
    page = guest.page
    board = come_to_work(guest)
    play = guest.button("Play this chart")
    expect(play).to_be_enabled()
    page.keyboard.press("b")
    page.mouse.click(*spot(board, "a1"))
    mistake = page.get_by_role("listitem").filter(has_text="batteries.rH")
    expect(mistake).to_contain_text("a battery covers 7")
    expect(play).to_be_disabled()
    page.get_by_label("Out to sea, Red").select_option("6")
    away = page.get_by_role("listitem").filter(has_text="seaward.red")
    expect(away).to_contain_text("open sea")
    away.get_by_role("button", name="Show me").click()
    expect(page.get_by_label("Out to sea, Red")).to_be_focused()
    mistake.get_by_role("button", name="Show me").click()
    expect(board).to_be_focused()
    page.reload()  # the draft is kept
    expect(mistake).to_be_visible()
    page.get_by_role("button", name="FR", exact=True).click()
    expect(mistake).to_contain_text("une batterie en couvre 7")
    page.get_by_role("button", name="EN", exact=True).click()

    other = tmp_path / "crossing.toml"
    other.write_text(load_chart("crossing").text, "utf-8")
    page.get_by_label("Open…").set_input_files(other)
    expect(page.get_by_label("Points in a row")).to_have_value("21")
    expect(page.get_by_text(GOOD)).to_be_visible()
    assert saved(guest, tmp_path / "again.toml").board == load_chart("crossing").board
    other.write_text("[chart]\nboard = 3\n", "utf-8")
    page.get_by_label("Open…").set_input_files(other)
    expect(page.get_by_role("alert")).to_contain_text("name.fr")
    expect(page.get_by_label("Points in a row")).to_have_value("21")
    guest.button("Undo").click()
    expect(page.get_by_label("Points in a row")).to_have_value("15")


def test_a_finger_paints_on_a_phone(come: Come, tmp_path: Path) -> None:
    guest = come(**PHONE)
    board = come_to_work(guest)
    guest.page.get_by_role("button", name="Free port").tap()
    guest.page.touchscreen.tap(*spot(board, "c6"))
    expect(guest.page.get_by_text("c6: free port")).to_be_visible()
    expect(guest.page.get_by_text(GOOD)).to_be_visible()
    chart = saved(guest, tmp_path / "free.toml")
    assert [point for point in chart.points("F") if point not in load_chart("narrows").points("F")] == [
        point_named("c6")
    ]
