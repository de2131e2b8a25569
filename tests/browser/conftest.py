"""A server, a browser, and people at it. A test fails when a console says anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize

from corsaires.server.settings import WEB
from tests.browser.chromium import chromium
from tests.browser.finished import finish
from tests.browser.guests import Guest
from tests.net.nodes import Node, sqlite_node, started

Come = Callable[..., Guest]
Finished = Callable[[str], str]

DESK: Final[ViewportSize] = {"width": 1280, "height": 800}


# Playwright keeps an event loop running in its thread, in which other tests could not run theirs: no longer than this
# package.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def node(tmp_path_factory: pytest.TempPathFactory, compiled: None) -> Iterator[Node]:
    """A server that tests share, each with guests and tables of its own."""
    assert (WEB / "index.html").is_file(), "the web client is not built: make web"
    directory = tmp_path_factory.mktemp("browser")
    with started(sqlite_node(directory)) as (server,):
        yield server


@pytest.fixture(scope="package")
def finished(node: Node) -> Finished:
    """The table of a game of a kind (see finished.GAMES) that is over."""
    return cache(partial(finish, node.url))


@pytest.fixture
def frail(tmp_path: Path, compiled: None) -> Iterator[Node]:
    """A server of one test's own, to be killed."""
    with started(sqlite_node(tmp_path)) as (server,):
        yield server


@pytest.fixture
def complaints() -> list[str]:
    """What consoles and pages complained of."""
    return []


@pytest.fixture
def come(browser: Browser, node: Node, complaints: list[str]) -> Iterator[Come]:
    """Somebody new at a browser of their own, on a page of the shared server or of another."""
    contexts: list[BrowserContext] = []

    def newcomer(server: Node | None = None, **options: Any) -> Guest:
        usual = {"locale": "en-GB", "viewport": DESK, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(30_000)
        contexts.append(context)
        return Guest(context, (server or node).url, complaints)

    yield newcomer
    for context in contexts:
        context.close()
    assert complaints == []
