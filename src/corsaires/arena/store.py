"""The directory of a run: its plan, the games played so far in numbered parts, and in the end all of them in one file.

Every file is whole or not there. A game counts as played once its row is in a part.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
Key = tuple[Any, ...]  # the values of these: which game it is

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
        "code": pa.string(),  # that played it; of runs from before it was kept, nothing
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


class NotWritten(Exception):
    """A file of the run that cannot be written; nothing of it is left, and what was written before stays."""

    def __init__(self, file: Path, error: OSError) -> None:
        super().__init__(f"{file}: {error}")
        self.file = file
        self.error = error


class NotRead(Exception):
    """A file of the run that cannot be read."""

    def __init__(self, file: Path) -> None:
        super().__init__(str(file))
        self.file = file


class NoSuchGame(Exception):
    """A file of records has so many games, and none of the number asked for."""

    def __init__(self, games: int) -> None:
        super().__init__(f"there are {games} games")
        self.games = games


class Store:
    """The games of a run on disk; raises OtherPlan and InUse, and OSError where there can be no directory.

    Whatever reads or writes games raises NotRead and NotWritten.
    """

    def __init__(self, plan: Plan, directory: Path) -> None:
        self.directory = directory
        self.added = 0  # games, since it was opened
        self._plan = plan
        self._pending: list[Played] = []
        self._written = time.monotonic()
        directory.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(directory)
        try:
            # Beyond the records too: those of a part that somebody removed must not be taken for those of another.
            self._parts = max([0, *self._files("part"), *self._files("records")])
            self._keep_plan()
        except BaseException:
            os.close(self._lock)
            raise

    def _keep_plan(self) -> None:
        path, ours = self.directory / PLAN, self._plan.as_dict()
        if not path.exists():
            self._write_plan()
            return
        try:
            theirs = json.loads(path.read_text("utf-8"))
        except ValueError:
            theirs = None
        if _asks_for_more(theirs, ours):
            self._reopen()
            self._write_plan()
            with suppress(OSError):  # it is in the way of nobody
                (self.directory / RECORDS).unlink(missing_ok=True)
        elif theirs != ours:
            raise OtherPlan(_differences(theirs, ours))

    def _write_plan(self) -> None:
        with whole(self.directory / PLAN) as temporary:
            temporary.write_text(json.dumps(self._plan.as_dict(), indent=1, ensure_ascii=False) + "\n", "utf-8")

    def _reopen(self) -> None:
        """Turn the results, if there are any, back into a part.

        The run is unfinished from the moment when they change their name. The part has its records by then, and whoever
        comes next may want more games or as many as before.
        """
        if not self.complete:
            return
        self._parts += 1
        part, records = (self.directory / f"{kind}-{self._parts:05}.parquet" for kind in ("part", "records"))
        if (self.directory / RECORDS).exists():
            with whole(records) as temporary:
                shutil.copyfile(self.directory / RECORDS, temporary)
        try:
            os.replace(self.directory / RESULTS, part)
        except OSError as error:
            raise NotWritten(part, error) from error

    def close(self) -> None:
        """Write what is pending, and let others in."""
        try:
            self.write()
        finally:
            os.close(self._lock)

    # --- games ---

    @property
    def complete(self) -> bool:
        return (self.directory / RESULTS).exists()

    def table(self) -> pa.Table:
        """Every game kept so far, a row each."""
        if self.complete:
            return _read(self.directory / RESULTS, ROWS)
        return pa.concat_tables([ROWS.empty_table(), *self._kept().values()])

    def has_other_code(self, code: str) -> bool:
        """Whether any game so far was played by another version of the rules and bots, or nobody knows which."""
        return any(each != code for each in self.table().column("code").unique().to_pylist())

    def add(self, played: Played) -> None:
        """Keep a game, on disk within some seconds."""
        self.added += 1
        self._pending.append(played)
        if time.monotonic() > self._written + SECONDS_A_PART:
            self.write()

    def write(self) -> None:
        """Write what is pending; the records first, since a row says that a game is done with.

        What cannot be written is pending no more: those games are to be played again.
        """
        pending, self._pending = self._pending, []
        if pending:
            self._parts += 1
            if self._plan.records:
                records = [{**one.row, "record": one.record} for one in pending if one.record is not None]
                self._write_part("records", records, RECORD_ROWS)
            self._write_part("part", [one.row for one in pending], ROWS)
        self._written = time.monotonic()

    def _write_part(self, kind: str, rows: list[Row], schema: pa.Schema) -> None:
        with whole(self.directory / f"{kind}-{self._parts:05}.parquet") as temporary:
            pq.write_table(pa.Table.from_pylist(rows, schema=schema), _for_arrow(temporary), compression="zstd")

    def _files(self, kind: str) -> dict[int, Path]:
        """The files of a kind by their number, in its order."""
        found = ((re.fullmatch(rf"{kind}-(\d+)\.parquet", file.name), file) for file in self.directory.iterdir())
        return dict(sorted((int(name[1]), file) for name, file in found if name))

    def _kept(self) -> dict[int, pa.Table]:
        """The games of each part that no earlier one has: a part may come back when its games were played again.

        Where records are kept, a part whose records are gone is gone too.
        """
        seen: set[Key] = set()
        kept: dict[int, pa.Table] = {}
        records = self._files("records")
        for number, file in self._files("part").items():
            if self._plan.records and number not in records:
                continue
            kept[number] = _without(seen, _read(file, ROWS))
            seen |= _keys(kept[number])
        return kept

    # --- the end ---

    def finish(self, counts: Callable[[Row], bool]) -> None:
        """Put the games that count into one file, in the order of the plan, and their records into another."""
        parts = {number: _only(table, counts) for number, table in self._kept().items()}
        records = self._files("records")
        if records:
            self._finish_records({number: records[number] for number in parts if number in records}, parts)
        table = pa.concat_tables([ROWS.empty_table(), *parts.values()])
        with whole(self.directory / RESULTS) as temporary:
            pq.write_table(self._in_order(table), _for_arrow(temporary), compression="zstd")
        with suppress(OSError):  # they are in the way of nobody
            for file in (*self._files("part").values(), *records.values()):
                file.unlink()

    def _finish_records(self, files: dict[int, Path], parts: dict[int, pa.Table]) -> None:
        """The records of just those games that are taken from the part of the same number."""
        path = self.directory / RECORDS
        with whole(path) as temporary, pq.ParquetWriter(_for_arrow(temporary), RECORD_ROWS) as writer:
            for number, file in files.items():
                writer.write_table(_within(_keys(parts[number]), _read(file, RECORD_ROWS)))

    def _in_order(self, table: pa.Table) -> pa.Table:
        rows, plan = table.select(KEY).to_pylist(), self._plan
        bots, tables = ({name: at for at, name in enumerate(names)} for names in (plan.bots, plan.texts))

        def order(at: int) -> tuple[int, ...]:
            row = rows[at]
            return tables[row["setup"]], bots[row["lone"]], bots[row["others"]], row["deal"], row["rotation"]

        return table.take(sorted(range(len(rows)), key=order))


def _asks_for_more(theirs: Any, ours: Record) -> bool:
    """Whether we want more games than another plan, and nothing else: deals depend on their number alone."""
    if not isinstance(theirs, dict) or not isinstance(theirs.get("games"), int):
        return False
    return bool(theirs["games"] < ours["games"] and {**theirs, "games": ours["games"]} == ours)


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


def _for_arrow(file: Path) -> Path:
    """The same file from the root: Arrow takes `mine:Greedy/…` for an address."""
    return file.absolute()


def _read(file: Path, schema: pa.Schema) -> pa.Table:
    try:
        with file.open("rb"):  # says what is wrong; not to be read from, for Arrow's threads would outlive it
            return pq.read_table(_for_arrow(file), schema=schema)
    except (OSError, pa.ArrowException) as error:
        raise NotRead(file) from error


def record_in(file: Path, number: int) -> str:
    """The record of a game in a file of records; raises NotRead and NoSuchGame.

    Games are counted from 1 by their table, bots, deal and rotation: in which order they ended does not matter.
    """
    games = _read(file, RECORD_ROWS)
    if not 1 <= number <= len(games):
        raise NoSuchGame(len(games))
    keys = list(map(_key, games.select(KEY).to_pylist()))
    at = sorted(range(len(keys)), key=keys.__getitem__)[number - 1]
    record = games.column("record")[at].as_py()
    if record is None:  # a file of other things
        raise NotRead(file)
    return str(record)


def _key(row: Row) -> Key:
    return tuple(row[name] for name in KEY)


def _keys(table: pa.Table) -> set[Key]:
    return set(map(_key, table.select(KEY).to_pylist()))


def _within(games: set[Key], table: pa.Table) -> pa.Table:
    return _only(table, lambda row: _key(row) in games)


def _without(games: set[Key], table: pa.Table) -> pa.Table:
    return _only(table, lambda row: _key(row) not in games)


def _only(table: pa.Table, wanted: Callable[[Row], bool]) -> pa.Table:
    return table.filter(pa.array([wanted(row) for row in table.select(KEY).to_pylist()], pa.bool_()))


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A file to write that takes this name once it is there; raises NotWritten."""
    temporary = path.with_name(f".{path.name}.writing")
    try:
        yield temporary
        with temporary.open("rb+") as written:
            os.fsync(written.fileno())  # some disks say only now that they are full
        os.replace(temporary, path)
    except OSError as error:
        raise NotWritten(path, error) from error
    finally:
        with suppress(OSError):
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
