"""What the arena writes: full disks, parts that go and come back, runs that take more games."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from corsaires.arena.match import CODE, Played, names_at
from corsaires.arena.plan import Contest, Fixture, Plan
from corsaires.arena.run import run
from corsaires.arena.store import RECORD_ROWS, NoSuchGame, NotWritten, OtherPlan, Store, record_in
from corsaires.games.catalog import load
from corsaires.games.kernel.record import is_name
from tests.arena.runs import CHOICES, LONG, PLAN, ROOT, command, environment, ran, refused, results, row


@pytest.mark.skipif(sys.platform == "win32", reason="no limits on files there")
@pytest.mark.parametrize(
    ("room", "language", "said"),
    [
        (5_000, "en", "cannot write {out}/part-00001.parquet (the file would be too large). What was written before is "
         "kept: make sure that there is room and that you may write there, and run the same "
         "command again; it goes on."),
        (9_000, "fr", "impossible d’écrire {out}/report.html (le fichier serait trop grand). Ce qui était déjà écrit "
         "est gardé : faites qu’il y ait de la place et que vous puissiez y écrire, puis relancez la même "
         "commande ; elle reprend."),
    ],
)  # fmt: skip
def test_a_disk_without_room_is_said_in_a_line_and_the_run_goes_on_later(
    room: int, language: str, said: str, whole: Path, tmp_path: Path
) -> None:
    """Files that may not grow, as on a full disk: less than a part takes, then less than the report does."""
    import resource

    out = tmp_path / "out"
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    full = subprocess.run(
        command(out, *CHOICES, "--jobs", "1", "--lang", language),
        cwd=ROOT,
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, most)),
    )
    assert full.returncode == 2, full.stderr
    assert "Traceback" not in full.stderr
    assert full.stderr.replace("\u202f", " ").splitlines()[-1] == f"corsaires: {said.format(out=out)}"
    assert {path.name for path in out.iterdir()} <= {"run.json", "results.parquet"}
    later = ran(out, *CHOICES, "--jobs", "1")
    assert later.returncode == 0, later.stderr
    assert results(out) == results(whole)
    assert {path.name for path in out.iterdir()} == {"run.json", "results.parquet", "report.html"}


def kept_by(out: Path, games: int = 8, plan: Plan = PLAN) -> list[Fixture]:
    """Let a run play so many games, a part each; what it played."""
    played = []

    def play_all(fixtures: Any) -> Any:
        for fixture in islice(fixtures, games):
            played.append(fixture)
            yield Played(row(fixture), f"{fixture} of run {out.stat().st_mtime_ns}")
            store.write()

    with closing(Store(plan, out)) as store:
        run(plan, store, play_all, lambda progress, game: None)
    return played


def finished_games(out: Path) -> list[tuple[int, int]]:
    """The games of the results; each has one record."""
    games, records = (
        [(one["deal"], one["rotation"]) for one in pq.read_table(out / f"{name}.parquet").to_pylist()]
        for name in ("results", "records")
    )
    assert sorted(records) == sorted(games)
    assert not list(out.glob("*-0*.parquet"))
    return games


ALL: Final = [(deal, side) for deal in range(4) for side in range(2)]


@pytest.mark.parametrize("gone", [(1,), (3,), (5,), (2, 3, 5), (4, 5), (1, 2, 3, 4, 5)])
@pytest.mark.parametrize("kinds", [("part",), ("part", "records"), ("records",)])
def test_games_whose_part_is_gone_are_played_again(
    gone: tuple[int, ...], kinds: tuple[str, ...], tmp_path: Path
) -> None:
    before = kept_by(tmp_path, 5)
    for number in gone:
        for kind in kinds:
            (tmp_path / f"{kind}-{number:05}.parquet").unlink()
    again = kept_by(tmp_path)
    missing = [before[number - 1] for number in gone]
    assert again == missing + [fixture for fixture in PLAN.fixtures() if fixture not in before]
    assert finished_games(tmp_path) == ALL


def test_a_relative_directory_may_have_a_colon_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Written, resumed and read: Arrow would take such a name for an address."""
    monkeypatch.chdir(tmp_path)
    out = Path("out-mine:Greedy")
    assert (len(kept_by(out, 3)), len(kept_by(out))) == (3, 5)
    assert finished_games(tmp_path / out) == ALL
    with closing(Store(PLAN, out)) as store:
        assert store.table().num_rows == len(ALL)
    assert "of run" in record_in(out / "records.parquet", 1)
    assert len(kept_by(out, plan=replace(PLAN, games=10))) == 2


def test_a_part_that_comes_back_doubles_no_game(tmp_path: Path) -> None:
    kept_by(tmp_path, 5)
    (tmp_path / "part-00002.parquet").rename(tmp_path / "aside")
    kept_by(tmp_path, 2)
    (tmp_path / "aside").rename(tmp_path / "part-00002.parquet")
    with closing(Store(PLAN, tmp_path)) as store:
        assert store.table().num_rows == 6
    kept_by(tmp_path)
    assert finished_games(tmp_path) == ALL


def test_a_part_that_is_removed_meanwhile_leaves_the_run_unfinished(tmp_path: Path) -> None:
    def play_all(fixtures: Any) -> Any:
        for fixture in fixtures:
            yield Played(row(fixture), "")
            store.write()
        (tmp_path / "part-00003.parquet").unlink()

    with closing(Store(PLAN, tmp_path)) as store:
        assert run(PLAN, store, play_all, lambda progress, game: None).progress() == (7, 8)
        assert not store.complete
    assert [fixture[1:] for fixture in kept_by(tmp_path)] == [(1, 0)]
    assert finished_games(tmp_path) == ALL


HALF: Final = replace(PLAN, games=4)


@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("games", [0, 1, 3, 4])
def test_a_run_goes_on_with_more_games_as_if_it_had_begun_so(games: int, records: bool, tmp_path: Path) -> None:
    """Whether it was complete or not."""
    half, full = (replace(plan, records=records) for plan in (HALF, PLAN))
    once, twice = tmp_path / "once", tmp_path / "twice"
    kept_by(once, plan=full)
    first = kept_by(twice, games, half)
    assert (twice / "results.parquet").exists() == (games == 4)
    assert [*first, *kept_by(twice, plan=full)] == list(full.fixtures())
    for name in ("run.json", "results.parquet"):
        assert (twice / name).read_bytes() == (once / name).read_bytes()
    assert {path.name for path in twice.iterdir()} == {path.name for path in once.iterdir()}
    assert not records or finished_games(twice) == ALL
    assert kept_by(twice, plan=full) == []
    with pytest.raises(OtherPlan, match="games"):
        Store(half, twice)


@pytest.mark.parametrize("plan", [HALF, PLAN])
@pytest.mark.parametrize("steps", range(3))
def test_a_run_that_ends_while_it_takes_more_games_loses_and_doubles_none(
    steps: int, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends before each of the changes of names; whoever comes next wants as many games as before, or more."""
    kept_by(tmp_path, plan=HALF)
    records, rename, left = pq.read_table(tmp_path / "records.parquet"), os.replace, iter(range(steps))

    def ends(*paths: Path) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        rename(*paths)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", ends)
        with pytest.raises(KeyboardInterrupt):
            Store(PLAN, tmp_path)
    assert kept_by(tmp_path, plan=plan) == list(plan.fixtures())[4:]
    found, more = (pq.read_table(tmp_path / f"{name}.parquet") for name in ("results", "records"))
    assert [(one["deal"], one["rotation"]) for one in found.to_pylist()] == ALL[: plan.games]
    assert (more.num_rows, more.slice(0, 4)) == (plan.games, records)
    kept_by(tmp_path)
    assert finished_games(tmp_path) == ALL


@pytest.mark.parametrize("file", ["run.json", "records-00001.parquet"])
def test_more_games_that_cannot_be_taken_over_leave_the_run_as_it_was(file: str, tmp_path: Path) -> None:
    kept_by(tmp_path, plan=HALF)
    obstacle = tmp_path / f".{file}.writing"
    obstacle.mkdir()
    with pytest.raises(NotWritten) as failed:
        Store(PLAN, tmp_path)
    assert failed.value.file == tmp_path / file
    obstacle.rmdir()
    assert kept_by(tmp_path, plan=HALF) == []
    assert [fixture[1:] for fixture in kept_by(tmp_path)] == ALL[4:]
    assert finished_games(tmp_path) == ALL


def test_more_games_in_the_directory_of_a_run(whole: Path, tmp_path: Path) -> None:
    """By the command, with bots."""
    fewer = ("--games", "4", "--jobs", "1", "--records")
    first = ran(tmp_path, *CHOICES, *fewer)
    assert first.returncode == 0, first.stderr
    more = ran(tmp_path, *CHOICES, "--jobs", "2", "--records")
    assert (more.returncode, "nothing was played" in more.stdout) == (0, False), more.stderr
    assert results(tmp_path) == results(whole)
    assert finished_games(tmp_path) == ALL
    again = ran(tmp_path, *CHOICES, *fewer)
    assert (again.returncode, "(--games)" in again.stderr) == (2, True)


@pytest.mark.parametrize(
    ("before", "language", "first", "last"),
    [
        (
            "another",
            "en",
            "played by another version of the rules or bots",
            "by several versions of the rules and bots",
        ),
        (
            None,
            "fr",
            "par une autre version des règles ou des robots",
            "si une même version des règles et des robots",
        ),
    ],
)
def test_games_of_another_version_are_told_of(
    before: str | None, language: str, first: str, last: str, tmp_path: Path
) -> None:
    """A run from before versions were kept may be of any."""
    fewer = ran(tmp_path, *CHOICES, "--games", "4", "--jobs", "1", language=language)
    again = ran(tmp_path, *CHOICES, "--games", "6", "--jobs", "1", language=language)
    for done in (fewer, again):
        assert (done.returncode, first in done.stderr, last in done.stdout) == (0, False, False), done.stderr
    file = tmp_path / "results.parquet"
    kept = pq.read_table(file).drop_columns("code")
    pq.write_table(kept if before is None else kept.append_column("code", pa.array([before] * len(kept))), file)
    whole = ran(tmp_path, *CHOICES, "--games", "6", "--jobs", "1", language=language)
    assert (whole.returncode, first in whole.stderr, last in whole.stdout) == (0, False, False), whole.stderr
    more = ran(tmp_path, *CHOICES, "--jobs", "1", language=language)
    assert (more.returncode, first in more.stderr) == (0, True), more.stderr
    assert last in " ".join(more.stdout.split())
    assert last in (tmp_path / "report.html").read_text("utf-8")
    assert [one["code"] for one in results(tmp_path)] == [before] * 6 + [CODE] * 2


@pytest.mark.parametrize("file", ["part-00003", "records-00003", "results", "records"])
def test_what_cannot_be_written_leaves_nothing_that_is_in_the_way(file: str, tmp_path: Path) -> None:
    obstacle = tmp_path / f".{file}.parquet.writing"
    obstacle.mkdir()
    with pytest.raises(NotWritten) as failed:
        kept_by(tmp_path)
    assert failed.value.file == tmp_path / f"{file}.parquet"
    obstacle.rmdir()
    done = 8 if file in ("results", "records") else 2
    assert len(kept_by(tmp_path)) == 8 - done
    assert finished_games(tmp_path) == ALL


def test_a_part_that_is_damaged_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = Plan((load("korsar", seats=2),), ("random", "matelot"), 2, 1, 30.0)
    Store(plan, tmp_path).close()
    part = tmp_path / "part-00001.parquet"
    part.write_bytes(b"PAR1")
    options = ("--seats", "2", "--bots", "random,matelot", "--games", "2", "--out", str(tmp_path))
    assert refused(capsys, *options, "--lang", "en").splitlines()[-1] == (
        f"corsaires: cannot read {part}; it may be damaged. Move it away, and run the same command again: its games "
        "are played again."
    )
    assert part.exists()


# --- one of many games ---


def test_a_game_has_the_same_number_in_whatever_order_the_games_ended(tmp_path: Path) -> None:
    games = [
        {
            "setup": "korsar 2",
            "lone": "a",
            "others": "b",
            "deal": deal,
            "rotation": rotation,
            "record": f"{deal}{rotation}",
        }
        for deal in (0, 1, 2, 10)
        for rotation in (0, 1)
    ]
    for seed in range(5):
        file = tmp_path / f"{seed}.parquet"
        shuffled = random.Random(seed).sample(games, len(games))
        pq.write_table(pa.Table.from_pylist(shuffled, schema=RECORD_ROWS), file)
        assert [record_in(file, number) for number in range(1, 9)] == [game["record"] for game in games]
        for number in (0, 9):
            with pytest.raises(NoSuchGame) as refused:
                record_in(file, number)
            assert refused.value.games == 8


@pytest.mark.parametrize(
    ("bots", "names"),
    [
        (("amiral@100ms", "matelot"), ["amiral@100ms A", "matelot B", "matelot C"]),
        (("my.fleet:Bold@20", "matelot"), ["Bold@20 A", "matelot B", "matelot C"]),
        (("old:Mine", "new:Mine"), ["old:Mine A", "new:Mine B", "new:Mine C"]),
        (("a:" + "Long" * 20 + "@100ms", "b"), ["Long" * 8 + "@100ms A", "b B", "b C"]),
    ],
)
def test_a_record_names_the_bots(bots: tuple[str, str], names: list[str]) -> None:
    plan = Plan((load("korsar", seats=3),), bots, 3, 1, 30.0, records=True)
    told = names_at(plan, Fixture(Contest(0, *bots), 0, 0))
    assert told == names
    assert all(map(is_name, told))


def test_a_record_names_the_bots_of_teams() -> None:
    plan = Plan((load("korsar", seats=4, teams=True),), ("x", "y"), 2, 1, 30.0, records=True)
    assert names_at(plan, Fixture(Contest(0, "x", "y"), 0, 1)) == ["y A", "y B", "x C", "x D"]
