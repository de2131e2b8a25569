"""The log of a server, read behind its back."""

from __future__ import annotations

import shutil
import sqlite3
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from corsaires.store.log import Row

ROWS = "SELECT tid, seq, at, kind, seat, text, ack, remaining FROM log ORDER BY tid, seq"


def sqlite_logs(path: Path) -> dict[str, list[Row]]:
    """What a file holds that a server has died over. A copy is read, so that the next server finds it as it was."""
    with TemporaryDirectory() as directory:
        copy = Path(directory) / path.name
        for suffix in ("", "-wal"):
            if (part := path.with_name(path.name + suffix)).exists():
                shutil.copyfile(part, copy.with_name(copy.name + suffix))
        connection = sqlite3.connect(copy)
        try:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            return _by_table(connection.execute(ROWS))
        finally:
            connection.close()


def live_logs(path: Path) -> dict[str, list[Row]]:
    """What the file of a server that runs holds."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return _by_table(connection.execute(ROWS))
    finally:
        connection.close()


async def postgres_logs(url: str) -> dict[str, list[Row]]:
    connection = await asyncpg.connect(url)
    try:
        return _by_table(await connection.fetch(ROWS))
    finally:
        await connection.close()


def _by_table(rows: Any) -> dict[str, list[Row]]:
    logs: defaultdict[str, list[Row]] = defaultdict(list)
    for table, *row in rows:
        logs[table].append(Row(*row))
    return dict(logs)
