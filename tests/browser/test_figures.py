"""The figures of the pages, as `python -m tests.browser.figures` measures them.

The suite runs beside other tests, so here only what does not hang on their load is bounded: how long tasks take is for
`make perf`, alone on the machine.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import DESK, Come
from tests.browser.figures import at_a_table, first_paint, scripts_of_the_table
from tests.browser.test_whole_games import PHONE
from tests.net.nodes import Node


def test_the_table_page_is_small() -> None:
    assert 20_000 < scripts_of_the_table() < 120_000


def test_the_start_page_is_painted_within_a_second(browser: Browser, node: Node, come: Come) -> None:
    come().go("/")  # the server has been asked once
    assert min(first_paint(browser, node.url)[0] for _ in range(4)) < 1000


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_nothing_shifts_while_playing(browser: Browser, node: Node, device: str) -> None:
    options: dict[str, Any] = PHONE if device == "phone" else {"viewport": DESK}
    context = browser.new_context(locale="en-GB", **options)
    shifts, _ = at_a_table(context, node.url, 6, touch=device == "phone")
    context.close()
    assert shifts == []
