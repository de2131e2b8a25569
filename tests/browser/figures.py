"""How fast and how still the pages are, measured in a real browser: python -m tests.browser.figures."""

from __future__ import annotations

import gzip
import random
import re
import tempfile
from math import cos, pi, sin
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator

from corsaires.server.settings import WEB
from tests.browser.chromium import chromium
from tests.browser.guests import Guest
from tests.browser.sailors import await_turn, by_pressing, homeward
from tests.net.nodes import Node, sqlite_node, started

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SLOWED = 4  # times, as a phone's processor beside a desk's
PACE = 700  # ms between the moves of bots: what moves later than 500 ms after a click counts as a shift

WATCH = """() => {
  window.shifts = [];
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const at = entry.sources.map(({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName);
      window.shifts.push([entry.value, at.join(", ")]);
    }
  }).observe({ type: "layout-shift" });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.tasks.push(entry.duration);
  }).observe({ type: "longtask" });
}"""

SETTLING = 12  # movements of the finger until the ship is in the hand
DRAGGED = 240
ROUND = 80  # movements to all sides
FRAMES = """() => {
  window.frames_ = [];
  let before = performance.now();
  const next = (now) => {
    window.frames_.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => { before = now; requestAnimationFrame(next); });
}"""


def scripts_of_the_table() -> int:
    """Bytes, packed, of all JavaScript that the page of a table loads: its own chunk and what that imports."""
    assets = WEB / "assets"
    wanted = re.findall(r"assets/([\w.-]+\.js)", (WEB / "index.html").read_text("utf-8"))
    wanted += [path.name for path in assets.glob("TablePage-*.js")]
    loaded: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name in loaded:
            continue
        loaded.add(name)
        text = (assets / name).read_text("utf-8")
        wanted += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text)
    return sum(len(gzip.compress((assets / name).read_bytes(), mtime=0)) for name in loaded)


def first_paint(browser: Browser, url: str) -> tuple[float, float]:
    """ms until a browser that knows nothing yet paints the start page, and until its button can be pressed."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    page.goto(url)
    page.get_by_role("button", name="Play now").and_(page.locator(":enabled")).wait_for()
    usable = float(page.evaluate("() => performance.now()"))
    [painted] = page.evaluate("() => performance.getEntriesByName('first-contentful-paint').map((e) => e.startTime)")
    context.close()
    return float(painted), usable


def at_a_table(
    context: BrowserContext, url: str, turns: int, slowed: int = 1, *, touch: bool = False
) -> tuple[list[Any], list[float]]:
    """Play some turns with bots that take their time; the shifts of the page, and its tasks over 50 ms."""
    guest = Guest(context, url, [])
    guest.against_bots(4, pace=PACE)
    guest.await_turn()
    page = guest.page
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(WATCH)
    guest.play_on(guest.by_touch if touch else guest.by_mouse, random.Random(9), turns)
    return page.evaluate("() => window.shifts"), page.evaluate("() => window.tasks")


def dragging(context: BrowserContext, url: str, slowed: int = 1) -> list[float]:
    """ms between frames while a finger drags a ship of Les Corsaires around, over all its courses."""
    guest = Guest(context, url, [])
    guest.against_bots(2, game="les-corsaires", chart="crossing")
    rng = random.Random(9)
    while await_turn(guest) and guest.open["phase"] != "sailing":
        by_pressing(guest, Locator.tap, homeward(guest.table, guest.now, rng))
    page = guest.page
    chip = page.locator("[data-chip][aria-pressed=true]")
    ship = page.locator(f"[data-ship={chip.get_attribute('data-chip')}] .hull")
    page.wait_for_timeout(3000)  # the dice have gone, the chart stands still
    box = ship.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})

    def finger(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", x, y)
    for n in range(SETTLING):
        finger("touchMove", x + n * 2, y)
    page.locator(".holder").wait_for()
    page.evaluate(FRAMES)
    for n in range(DRAGGED):
        turn = 2 * pi * n / ROUND
        finger("touchMove", x + 70 * cos(turn), y + 70 * sin(turn))
    frames: list[float] = page.evaluate("() => window.frames_")
    finger("touchMove", x, y)
    finger("touchEnd")
    return frames


def _measure(browser: Browser, node: Node) -> None:
    print(f"JavaScript of the table page: {scripts_of_the_table() / 1000:.1f} kB packed (120 at most)")
    paints = [first_paint(browser, node.url) for _ in range(5)]
    painted, usable = (sorted(times)[2] for times in zip(*paints, strict=True))
    print(f"start page, cold: first paint after {painted:.0f} ms (1000 at most), usable after {usable:.0f} ms")
    for slowed in (1, SLOWED):
        context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
        shifts, tasks = at_a_table(context, node.url, 6, slowed)
        context.close()
        moved = ", ".join(sorted({where for _, where in shifts})) or "nothing"
        print(f"six turns, {slowed} times slowed:")
        print(f"  layout shift {sum(value for value, _ in shifts):.4f} (none at most): {moved}")
        print(f"  {len(tasks)} tasks over 50 ms (none at most), the longest {max(tasks, default=0):.0f} ms")
    for slowed in (1, SLOWED):
        context = browser.new_context(**PHONE, locale="en-GB")
        frames = sorted(dragging(context, node.url, slowed))
        context.close()
        late = frames[len(frames) * 95 // 100]
        print(f"a ship dragged on a phone, {slowed} times slowed:")
        print(f"  {1000 * len(frames) / sum(frames):.0f} frames a second, 95 of 100 within {late:.0f} ms (17 at most)")


def main() -> None:
    with tempfile.TemporaryDirectory() as data, started(sqlite_node(Path(data))) as (node,), chromium() as browser:
        _measure(browser, node)


if __name__ == "__main__":
    main()
