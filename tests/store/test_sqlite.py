"""The file: for one server, through kill -9 and full disks; what reads it uses its indexes."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from corsaires.store import Store, StoreDown, Unusable, open_store
from corsaires.store import sqlite as implementation
from tests.store.scribe import TABLES, rows_of
from tests.store.tools import entry, move, on

KILLS = int(os.environ.get("CORSAIRES_STORE_KILLS", "15"))


def whole(path: str) -> bool:
    with closing(sqlite3.connect(path)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))


def test_a_second_server_is_refused(sqlite_url: str) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(Unusable, match=r"another server is using corsaires\.db") as caught:
            await open_store(sqlite_url)
        assert caught.value.why == "in use"
        await store.append("t", [move(0)], None)

    on(sqlite_url, play)
    on(f"sqlite:///{sqlite_url}", Store.now)


def test_what_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear pirates, " * 1000)
    with pytest.raises(Unusable, match="cannot be opened as a database"):
        asyncio.run(open_store(path))
    assert path.read_text().startswith("Dear")


def killed(path: str, after: float) -> dict[str, int]:
    """Let a process write, kill it that long after its first word; what it said had returned, by table."""
    command = [sys.executable, "-m", "tests.store.scribe", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read()
    lines = said.decode().rpartition("\n")[0].splitlines()
    return {table: int(seq) for table, seq in (line.split() for line in lines)}


def test_nothing_that_returned_is_lost_by_kill_9(sqlite_url: str) -> None:
    """At random moments; every append is there whole or not at all, and those that returned are there."""
    chance = random.Random(5)
    acknowledged = dict.fromkeys(TABLES, 0)

    async def look(store: Store) -> None:
        for table, least in acknowledged.items():
            rows, seq = await store.rows(table), 0
            while seq < len(rows):
                expected = rows_of(seq)
                assert rows[seq : seq + len(expected)] == expected
                seq += len(expected)
            assert seq >= least
            found = await store.entry(table)
            assert (found.summary if found else "0") == f"{seq}"
            assert [name for name, _ in await store.tables_of(f"{table}-{seq}", 2)] == ([table] if seq else [])

    for _ in range(KILLS):
        acknowledged.update(killed(sqlite_url, chance.uniform(0, 0.1)))
        on(sqlite_url, look)
    assert whole(sqlite_url)
    assert sum(acknowledged.values()) > 0


def test_a_full_disk_refuses_and_goes_on_when_there_is_room(sqlite_url: str) -> None:
    async def allow(store: Any, pages: int) -> None:
        await store._execute(f"PRAGMA max_page_count = {pages}")

    async def play(store: Store) -> None:
        await store.append("t", [move(0)], entry(0))
        await allow(store, 60)
        appends = [store.append(f"t{n}", [move(0, "x" * 2_000), move(1)], entry(n)) for n in range(200)]
        answers = await asyncio.gather(*appends, return_exceptions=True)
        written = [n for n, answer in enumerate(answers) if answer is None]
        refused = [answer for answer in answers if isinstance(answer, StoreDown)]
        assert written
        assert refused
        assert len(written) + len(refused) == 200
        assert {error.why for error in refused} == {"full"}
        assert not any(error.unsure for error in refused)
        assert await store.heads(f"t{n}" for n in range(200)) == {f"t{n}": 1 for n in written}
        assert {name for name, _ in await store.tables("playing", 999)} == {"t", *(f"t{n}" for n in written)}
        await allow(store, 2**30)
        await store.append("after", [move(0)], entry(1))

    on(sqlite_url, play)
    assert whole(sqlite_url)


def test_files_that_may_not_grow_refuse_and_go_on_when_they_may(sqlite_url: str) -> None:
    command = [sys.executable, "-m", "tests.store.squeezed", sqlite_url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["refused"] == ["full"] * 20
    assert len(said["written"]) > 10
    assert said["during"] == {name: head for name, head in said["written"].items() if name != "after"}
    assert whole(sqlite_url)

    async def look(store: Store) -> None:
        assert await store.heads([*(f"t{n}" for n in range(400)), "t", "after"]) == said["written"]

    on(sqlite_url, look)


@pytest.mark.parametrize(
    ("sql", "values", "index"),
    [
        (implementation.DUE, (1, 1), "entries_due"),
        (implementation.TABLES, ("playing", 1), "entries_listed"),
        (implementation.HEADS, ("[]",), "PRIMARY KEY (tid=?)"),
        (implementation.ROWS, ("t", 1), "PRIMARY KEY (tid=? AND seq>?)"),
    ],
)
def test_nothing_is_searched_without_an_index(
    sqlite_url: str, sql: str, values: tuple[object, ...], index: str
) -> None:
    on(sqlite_url, Store.now)
    with closing(sqlite3.connect(sqlite_url)) as connection:
        plan = " / ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values))
    assert index in plan
    assert "TEMP B-TREE" not in plan
    assert "SCAN entries" not in plan
    assert "SCAN log" not in plan
