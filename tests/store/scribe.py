"""A process that writes until it is killed: `python -m tests.store.scribe FILE`. A line says what has returned."""

from __future__ import annotations

import asyncio
import os
import sys

from corsaires.store import Entry, Row, Store, open_store

TABLES = [f"table-{n:02}" for n in range(20)]


def rows_of(seq: int) -> list[Row]:
    """The append that begins at this seq: one to three rows, which say how many they are."""
    count = 1 + seq % 3
    return [Row(seq + n, 1, "move", None, "x" * (37 * seq % 500), f"{seq}+{count}") for n in range(count)]


async def write(store: Store, table: str) -> None:
    seq = (await store.heads([table])).get(table, -1) + 1
    while True:
        rows = rows_of(seq)
        seq += len(rows)
        await store.append(table, rows, Entry("playing", True, seq, True, f"{seq}", seq), [f"{table}-{seq}"])
        os.write(1, f"{table} {seq}\n".encode())


async def main() -> None:
    store = await open_store(sys.argv[1])
    await asyncio.gather(*(write(store, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main())
