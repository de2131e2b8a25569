"""Databases of older versions are brought up to date with all they hold; newer ones are left alone.

`dumps/` holds databases as they were written by each version, all of the same content.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from corsaires.store import Entry, Guest, Line, Row, Store, Unusable, migrations, open_store
from tests.store.tools import on

DUMPS = Path(__file__).parent / "dumps"
HOME = Path(migrations.__file__).parent / "schema"
ROWS = [Row(0, 5, "setup", None, '{"game":"korsar"}'), Row(1, 6, "move", 2, "r2@1", "ack", 60_000)]
ENTRY = Entry("playing", True, 4_000, True, '{"names":["Zoé"]}', 7)


async def write(store: Store) -> None:
    """What a dump holds; how the next version's is made."""
    await store.append("t", ROWS, ENTRY, ["anne", "bob"])
    await store.say("t", Line(0, 8, "anne", 0, "all", "« Ohé ! »"))
    await store.add_guest(Guest("anne", "Anne", "fr"), b"token")
    await store.add_link(b"link", "anne", 2**53)
    await store.mute("anne", "bob", True)
    await store.pulse(1_000)


async def read(store: Store) -> None:
    assert await store.rows("t") == ROWS
    assert await store.entry("t") == ENTRY
    assert await store.tables("playing", 9) == await store.tables_of("bob", 9) == [("t", ENTRY)]
    assert await store.due(9) == ["t"]
    assert await store.last_lines("t", 9) == [Line(1, 8, "anne", 0, "all", "« Ohé ! »")]
    assert await store.guest_of(b"token") == Guest("anne", "Anne", "fr")
    assert await store.muted("anne") == {"bob"}
    assert await store.claim(b"link") == "anne"
    assert await store.pulse(1_000) > 0


def execute(url: str, sql: str) -> None:
    """As it stands, past the store."""

    async def run() -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(sql)
        await connection.close()

    if url.startswith("postgresql"):
        asyncio.run(run())
    else:
        with closing(sqlite3.connect(url)) as connection:
            connection.executescript(sql)


def dump(url: str, version: int) -> str:
    dialect = "postgres" if url.startswith("postgresql") else "sqlite"
    return (DUMPS / f"{dialect}-{version}.sql").read_text("utf-8")


@pytest.mark.parametrize("version", range(1, len(migrations.steps("sqlite")) + 1))
def test_a_database_of_every_version_is_brought_up_to_date(url: str, version: int) -> None:
    execute(url, dump(url, version))
    on(url, read)


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes the program one version newer, by a step of this SQL."""

    def change(sql: str) -> None:
        for dialect in ("sqlite", "postgres"):
            directory = tmp_path / "schema" / dialect
            directory.mkdir(parents=True, exist_ok=True)
            known = [file.read_text("utf-8") for file in sorted((HOME / dialect).iterdir(), key=number)]
            for at, step in enumerate([*known, sql], start=1):
                (directory / f"{at}.sql").write_text(step, "utf-8")
        monkeypatch.setattr(migrations, "SCHEMA", tmp_path / "schema")

    return change


def number(file: Path) -> int:
    return int(file.stem)


def test_the_next_step_keeps_all_and_the_old_program_refuses_it(
    url: str, next_version: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    on(url, write)
    next_version("CREATE TABLE flags (id TEXT); UPDATE guests SET name = name || '!'; DROP INDEX seats_tid")

    async def look(store: Store) -> None:
        assert await store.rows("t") == ROWS
        assert await store.guest_of(b"token") == Guest("anne", "Anne!", "fr")

    on(url, look)
    on(url, look)
    monkeypatch.setattr(migrations, "SCHEMA", HOME)
    for _ in range(2):  # and the refusal holds no lock
        with pytest.raises(Unusable, match=r"update Corsaires") as caught:
            asyncio.run(open_store(url))
        assert caught.value.why == "newer"
    execute(url, "INSERT INTO flags VALUES ('Jolly Roger')")


def test_a_step_that_fails_changes_nothing(
    url: str, next_version: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    on(url, write)
    next_version("DELETE FROM log; DROP TABLE mutes; CREATE TABLE guests (id TEXT)")
    with pytest.raises(Unusable):
        asyncio.run(open_store(url))
    monkeypatch.setattr(migrations, "SCHEMA", HOME)

    async def look(store: Store) -> None:
        assert await store.rows("t") == ROWS
        assert await store.muted("anne") == {"bob"}

    on(url, look)
