"""The directory of a run: its plan, the games played so far in numbered parts, and in the end all of them in one file.

Every file is whole or not there. A game counts as played once its row is in a part.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from corsaires.arena.match import Played, Row
from corsaires.arena.plan import Plan
from corsaires.games.kernel.game import Record

PLAN: Final = "run.json"
RESULTS: Final = "results.parquet"
RECORDS: Final = "records.parquet"

KEY: Final = ("setup", "lone", "others", "deal", "rotation")

ROWS: Final = pa.schema(
    {
        "setup": pa.string(),
        "seats": pa.int64(),
        "sides": pa.int64(),
        "lone": pa.string(),
        "others": pa.string(),
        "deal": pa.int64(),
        "rotation": pa.int64(),
        "bots": pa.list_(pa.string()),
        "scores": pa.list_(pa.int64()),
        "shares": pa.list_(pa.float64()),
        "plies": pa.int64(),
        "moves": pa.list_(pa.int64()),
        "cpu_seconds": pa.list_(pa.float64()),
        "slowest_seconds": pa.list_(pa.float64()),
        "fault": pa.string(),
        "fault_side": pa.int64(),
    }
)
RECORD_ROWS: Final = pa.schema([*(ROWS.field(name) for name in (*KEY, "bots")), pa.field("record", pa.string())])
SECONDS_A_PART: Final = 10.0


class OtherPlan(Exception):
    """The directory belongs to a run with other choices, which `choices` names, or to none of ours: none of them."""

    def __init__(self, choices: list[str]) -> None:
        super().__init__(", ".join(choices))
        self.choices = choices


class InUse(Exception):
    """Another run is at work in the directory."""


class Store:
    """The games of a run on disk; raises OtherPlan, InUse, and OSError where nothing can be written."""

    def __init__(self, plan: Plan, directory: Path) -> None:
        self.directory = directory
        self._plan = plan
        self._pending: list[Played] = []
        self._written = time.monotonic()
        directory.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(directory)
        try:
            self._keep_plan()
        except BaseException:
            os.close(self._lock)
            raise
        self._parts = max((int(file.stem.rpartition("-")[2]) for file in self._files("part")), default=0)

    def _keep_plan(self) -> None:
        path, ours = self.directory / PLAN, self._plan.as_dict()
        if not path.exists():
            with _whole(path) as temporary:
                temporary.write_text(json.dumps(ours, indent=1, ensure_ascii=False) + "\n", "utf-8")
            return
        try:
            theirs = json.loads(path.read_text("utf-8"))
        except ValueError:
            theirs = None
        if theirs != ours:
            raise OtherPlan(_differences(theirs, ours))

    def close(self) -> None:
        """Write what is pending, and let others in."""
        self.write()
        os.close(self._lock)

    # --- games ---

    @property
    def complete(self) -> bool:
        return (self.directory / RESULTS).exists()

    def table(self) -> pa.Table:
        """Every game kept so far, a row each."""
        files = [self.directory / RESULTS] if self.complete else self._files("part")
        return pa.concat_tables([ROWS.empty_table(), *(pq.read_table(file, schema=ROWS) for file in files)])

    def add(self, played: Played) -> None:
        """Keep a game, on disk within some seconds."""
        self._pending.append(played)
        if time.monotonic() > self._written + SECONDS_A_PART:
            self.write()

    def write(self) -> None:
        """Write what is pending; the records first, since a row says that a game is done with."""
        if self._pending:
            self._parts += 1
            if self._plan.records:
                records = [{**one.row, "record": one.record} for one in self._pending if one.record is not None]
                self._write_part("records", records, RECORD_ROWS)
            self._write_part("part", [one.row for one in self._pending], ROWS)
            self._pending = []
        self._written = time.monotonic()

    def _write_part(self, kind: str, rows: list[Row], schema: pa.Schema) -> None:
        with _whole(self.directory / f"{kind}-{self._parts:05}.parquet") as temporary:
            pq.write_table(pa.Table.from_pylist(rows, schema=schema), temporary, compression="zstd")

    def _files(self, kind: str) -> list[Path]:
        return sorted(self.directory.glob(f"{kind}-[0-9]*.parquet"))

    # --- the end ---

    def finish(self, counts: Callable[[Row], bool]) -> None:
        """Put the games that count into one file, in the order of the plan, and their records into another."""
        if records := self._files("records"):
            with _whole(self.directory / RECORDS) as temporary, pq.ParquetWriter(temporary, RECORD_ROWS) as writer:
                for file in records:
                    writer.write_table(_that_count(pq.read_table(file, schema=RECORD_ROWS), counts))
        table = _that_count(self.table(), counts)
        with _whole(self.directory / RESULTS) as temporary:
            pq.write_table(self._in_order(table), temporary, compression="zstd")
        for file in (*self._files("part"), *records):
            file.unlink()

    def _in_order(self, table: pa.Table) -> pa.Table:
        rows, plan = table.select(KEY).to_pylist(), self._plan
        bots, tables = ({name: at for at, name in enumerate(names)} for names in (plan.bots, plan.texts))

        def order(at: int) -> tuple[int, ...]:
            row = rows[at]
            return tables[row["setup"]], bots[row["lone"]], bots[row["others"]], row["deal"], row["rotation"]

        return table.take(sorted(range(len(rows)), key=order))


def _differences(theirs: Any, ours: Record) -> list[str]:
    """The choices that differ; those of the tables one by one."""
    if not isinstance(theirs, dict) or theirs.get("format") != ours["format"]:
        return []

    def of_tables(run: Record, key: str) -> set[str]:
        return {str(setup.get(key)) for setup in run["tables"]}

    keys = dict.fromkeys(key for run in (ours, theirs) for setup in run["tables"] for key in setup)
    found = [key for key in keys if of_tables(theirs, key) != of_tables(ours, key)]
    found += [key for key in {**ours, **theirs} if key != "tables" and theirs.get(key) != ours.get(key)]
    return found or ["seats"]  # the same tables in another order


def _that_count(table: pa.Table, counts: Callable[[Row], bool]) -> pa.Table:
    return table.filter(pa.array([counts(row) for row in table.select(KEY).to_pylist()], pa.bool_()))


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file to write that takes this name once it is there."""
    temporary = path.with_name(f".{path.name}.writing")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _locked(directory: Path) -> int:
    """The directory, for nobody else as long as it is open; raises InUse. Not every system can."""
    try:
        import fcntl
    except ImportError:
        return os.open(os.devnull, os.O_RDONLY)
    opened = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise InUse from None
    return opened
