"""What people say at the table, and who does not hear it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Come
from tests.browser.guests import Guest


def says(guest: Guest, text: str) -> None:
    guest.page.get_by_label("Write to the table").fill(text)
    guest.page.keyboard.press("Enter")


def line(guest: Guest, text: str) -> Locator:
    spoken = guest.page.get_by_role("list", name="Talk").get_by_role("listitem")
    return spoken.filter(has_text=re.compile(re.escape(text) + "$"))


def test_somebody_is_muted_and_heard_again(come: Come) -> None:
    """Also after the page was loaded again."""
    anne, ben = come(), come()
    table = anne.open_table(seats=2)
    for seat, guest in enumerate((anne, ben)):
        guest.enter(table)
        guest.sit(seat)
    name = ben.seats["seats"][1]["name"]
    says(ben, "Ahoy")
    expect(line(anne, "Ahoy")).to_be_visible()

    mute, unmute = anne.button(f"Mute {name}"), anne.button(f"Hear {name} again")
    mute.click()
    expect(unmute).to_have_attribute("aria-pressed", "true")
    says(ben, "Boo")
    says(anne, "Is anybody there?")
    expect(line(ben, "Is anybody there?")).to_be_visible()  # muting is one-sided
    expect(line(anne, "Is anybody there?")).to_be_visible()
    expect(line(anne, "Boo")).to_have_count(0)

    anne.page.reload()
    expect(unmute).to_have_attribute("aria-pressed", "true")
    says(ben, "Hello?")
    expect(line(ben, "Hello?")).to_be_visible()
    unmute.click()
    expect(mute).to_have_attribute("aria-pressed", "false")
    says(ben, "Sorry")
    expect(line(anne, "Sorry")).to_be_visible()
    for text in ("Boo", "Hello?"):
        expect(line(anne, text)).to_have_count(0)
