"""The figures of the pages, as `python -m tests.browser.figures` measures them.

The suite runs beside other tests, so here only what does not hang on their load is bounded: how long tasks take is for
`make perf`, alone on the machine.
"""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.conftest import DESK, Come
from tests.browser.figures import at_a_table, first_paint, scripts_of_the_table
from tests.net.nodes import Node

SHIFT = 0.01  # in all: a word that grows longer counts a little, a battle or a hand that jumps far more


def test_the_table_page_is_small() -> None:
    assert 20_000 < scripts_of_the_table() < 120_000


def test_the_start_page_is_painted_within_a_second(browser: Browser, node: Node, come: Come) -> None:
    come().go("/")  # the server has been asked once
    assert min(first_paint(browser, node.url)[0] for _ in range(4)) < 1000


def test_nothing_shifts_while_playing(browser: Browser, node: Node) -> None:
    context = browser.new_context(viewport=DESK, locale="en-GB")
    shifts, _ = at_a_table(context, node.url, 3)
    context.close()
    assert sum(value for value, _ in shifts) < SHIFT, shifts
