"""How a page draws attention: its tab, sounds, notifications and motion, each as its reader wants it."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.guests import Guest, two_at_a_table

BELL = "Tell me when it is my turn"
SOUND = "Sound"
COUNT_TONES = """
window.tones = 0;
const tone = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.tones += 1;
  return tone.call(this);
};
"""
WATCH_MOTION = """
window.moved = new Set();
const saw = (kind, of) => window.moved.add(`${kind} of ${of.tagName} ${of.getAttribute("class")}`);
for (const kind of ["animationstart", "transitionrun"]) addEventListener(kind, ({ target }) => saw(kind, target), true);
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  saw("animate", this);
  return animate.apply(this, how);
};
"""
NOTIFIED = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, tag }) => [title, body, tag]);
}"""
LOOK_AWAY = "() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"


def by_turn(come: Come) -> tuple[Guest, Guest]:
    """Two people at a table: who is to move, and the other."""
    one, other = come(), come()
    two_at_a_table(one, other)
    return (one, other) if one.my_turn else (other, one)


def draws(mover: Guest, other: Guest) -> None:
    mover.await_turn()
    mover.by_mouse("+")
    other.until(lambda: other.version == mover.version, "both see it")


def settled(page: Page) -> None:
    """What was told has been shown."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def tones(guest: Guest) -> int:
    settled(guest.page)
    return int(guest.page.evaluate("() => window.tones"))


def test_the_tab_says_whose_turn_it_is(come: Come) -> None:
    mover, other = by_turn(come)
    for _ in range(2):
        for guest, title, icon in ((mover, "● Your turn. Corsaires", "icon-turn"), (other, "Corsaires", "icon")):
            expect(guest.page).to_have_title(title)
            expect(guest.page.locator("link[rel=icon]")).to_have_attribute("href", f"/{icon}.svg")
        draws(mover, other)
        mover, other = other, mover
    mover.page.get_by_role("link", name="Corsaires").click()
    expect(mover.page).to_have_title("Corsaires")


def test_sounds_are_off_until_they_are_switched_on(come: Come) -> None:
    guest = come()
    guest.context.add_init_script(COUNT_TONES)
    guest.against_bots(2)
    sound = guest.button(SOUND, exact=True)
    expect(sound).to_have_attribute("aria-pressed", "false")
    rng = random.Random(1)
    guest.play_on(guest.by_mouse, rng, 2)
    guest.await_turn()
    assert tones(guest) == 0
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    first = tones(guest)
    assert first > 0  # as it will sound
    guest.by_mouse(guest.choose_move(rng))
    guest.await_turn()
    assert tones(guest) > first
    guest.page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    guest.await_turn()
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    before = tones(guest)
    guest.by_mouse(guest.choose_move(rng))
    guest.await_turn()
    assert tones(guest) == before


def test_a_turn_is_notified_to_who_looks_elsewhere(come: Come) -> None:
    mover, other = by_turn(come)
    other.context.grant_permissions(["notifications"])
    bell = other.button(BELL)
    expect(bell).to_have_attribute("aria-pressed", "false")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "true")
    draws(mover, other)
    expect(other.page).to_have_title(re.compile("^●"))
    assert other.page.evaluate(NOTIFIED) == []  # they see it
    other.page.evaluate(LOOK_AWAY)
    draws(other, mover)
    draws(mover, other)
    path = other.page.url.removeprefix(other.url)
    other.until(lambda: other.page.evaluate(NOTIFIED) == [["Corsaires", "Your turn.", path]], "the turn is notified")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")


def test_a_browser_that_allows_no_notifications_says_so(come: Come) -> None:
    guest = come()
    guest.context.grant_permissions(["clipboard-read"])  # that, and nothing else
    guest.go("/")
    bell = guest.button(BELL)
    bell.click()
    expect(guest.page.get_by_text("does not allow this site notifications")).to_be_visible()
    expect(bell).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_it_still(come: Come, wish: str) -> None:
    guest = come(reduced_motion=wish)
    guest.context.add_init_script(WATCH_MOTION)
    guest.against_bots(4)
    guest.play_on(guest.by_mouse, random.Random(2), 6)
    settled(guest.page)
    moved = guest.page.evaluate("() => [...window.moved]")
    if wish == "reduce":
        assert moved == []
    else:
        assert {each.split()[0] for each in moved} >= {"animate", "transitionrun"}
