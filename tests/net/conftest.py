"""Servers that run for many tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.net import services
from tests.net import town as towns
from tests.net.nodes import Node, sqlite_node, started
from tests.net.services import Postgres
from tests.net.town import Town


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with services.postgres() as server:
        yield server


@pytest.fixture(scope="session", params=["sqlite", "two-nodes"])
def town(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, compiled: None) -> Iterator[Town]:
    """Servers that all tests share: one with SQLite, two with PostgreSQL and Valkey."""
    directory = tmp_path_factory.mktemp(request.param)
    if request.param == "sqlite":
        with towns.alone(directory) as town:
            yield town
    else:
        with towns.pair(directory, request.getfixturevalue("postgres")) as town:
            yield town


@pytest.fixture(params=["sqlite", "two-nodes"])
def frail(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, compiled: None) -> Iterator[Town]:
    """Servers of one test's own, to be stopped and killed."""
    directory = tmp_path_factory.mktemp("frail")
    if request.param == "sqlite":
        with towns.alone(directory) as town:
            yield town
    else:
        with towns.pair(directory, request.getfixturevalue("postgres")) as town:
            yield town


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server for what it should never be sent."""
    with started(sqlite_node(tmp_path_factory.mktemp("bad"), CORSAIRES_LOG_LEVEL="info")) as (running,):
        yield running
