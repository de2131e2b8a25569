"""`corsaires arena` as people run it: whole, interrupted, on Ray, refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np
import pyarrow.parquet as pq
import pytest

from corsaires.arena import fleet
from corsaires.arena.match import Played
from corsaires.arena.plan import Fixture, Plan
from corsaires.arena.run import Progress, run
from corsaires.arena.store import InUse, NotWritten, OtherPlan, Store
from corsaires.cli import arena
from corsaires.cli.language import Words
from corsaires.cli.main import main
from corsaires.games.catalog import load
from corsaires.records.replay import parse, verify
from tests.arena.crew import NOTES

ROOT: Final = Path(__file__).parents[2]
STEADY, HALTS = "tests.arena.crew:Steady", "tests.arena.crew:Halts"
CHOICES: Final = ("--seats", "2", "--bots", f"{STEADY},{HALTS}", "--games", "7", "--patience", "600", "--seed", "5")
TIMED: Final = ("cpu_seconds", "slowest_seconds")
LONG: Final = 600.0  # seconds that a loaded machine may need


def command(out: Path | None, *options: str) -> list[str]:
    place = () if out is None else ("--out", str(out))
    return [sys.executable, "-W", "error", "-m", "corsaires.cli.main", "arena", *options, *place]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "CORSAIRES_COMPILED": "0", **more}


def ran(out: Path | None, *options: str, language: str = "en", here: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(out, *options, "--lang", language),
        cwd=here,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
    )


def results(out: Path) -> list[dict[str, Any]]:
    """Every game, without what no two runs have in common."""
    return [
        {key: row[key] for key in row if key not in TIMED} for row in pq.read_table(out / "results.parquet").to_pylist()
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed, one game at a time."""
    out = tmp_path_factory.mktemp("arena") / "whole"
    done = ran(out, *CHOICES, "--jobs", "1", "--records")
    assert (done.returncode, "Results:" in done.stdout) == (0, True), done.stderr
    assert "nothing was played" not in done.stdout
    return out


def test_a_run_leaves_its_plan_its_games_and_a_report(whole: Path) -> None:
    assert {path.name for path in whole.iterdir()} == {"run.json", "results.parquet", "records.parquet", "report.html"}
    assert json.loads((whole / "run.json").read_text())["bots"] == [STEADY, HALTS]
    rows = results(whole)
    assert [(row["deal"], row["rotation"]) for row in rows] == [(deal, side) for deal in range(4) for side in range(2)]
    for row in rows:
        assert (row["setup"], row["lone"], row["others"]) == ("korsar 2", STEADY, HALTS)
        assert row["bots"] == ([STEADY, HALTS] if row["rotation"] == 0 else [HALTS, STEADY])
        assert (row["fault"], sum(row["shares"]), row["plies"]) == (None, 1.0, sum(row["moves"]))


def test_its_records_fit_its_results(whole: Path) -> None:
    records = {(row["deal"], row["rotation"]): row for row in pq.read_table(whole / "records.parquet").to_pylist()}
    assert len(records) == 8
    for row in results(whole):
        kept = records[row["deal"], row["rotation"]]
        record = parse(kept["record"])
        assert verify(record) == ["moves", "result", "number"]
        assert (record["result"]["scores"], len(record["moves"])) == (row["scores"], row["plies"])
        assert kept["bots"] == row["bots"]
    assert records[0, 0]["record"] != records[0, 1]["record"]
    first, second = (json.loads(records[0, rotation]["record"])["deal"] for rotation in (0, 1))
    assert first == second


def test_interrupted_and_resumed_is_as_if_uninterrupted(whole: Path, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a game; and the second part is played by two processes."""
    notes, out = tmp_path / "notes", tmp_path / "out"
    notes.mkdir()
    running = subprocess.Popen(
        command(out, *CHOICES, "--jobs", "1", "--records", "--lang", "en"),
        cwd=ROOT,
        env=environment(**{NOTES: str(notes)}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    until = time.monotonic() + LONG
    while not (notes / "halted").exists():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: everybody in the foreground hears it
    said, errors = running.communicate(timeout=LONG)
    assert running.returncode == 130, errors
    assert "Traceback" not in errors
    done = sum(pq.read_table(part).num_rows for part in out.glob("part-*.parquet"))
    assert 0 < done < 8
    assert f"Stopped: {done} of 8 games are kept in {out}. The same command goes on." in said
    assert not (out / "results.parquet").exists()

    resumed = ran(out, *CHOICES, "--jobs", "2", "--records")
    assert resumed.returncode == 0, resumed.stderr
    assert results(out) == results(whole)
    assert len(pq.read_table(out / "records.parquet")) == 8
    assert not list(out.glob("*-0*.parquet"))


def test_ray_and_local_give_the_same(whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = ran(out, *CHOICES, "--jobs", "2", "--on", "ray", "--records")
    assert done.returncode == 0, done.stderr
    assert results(out) == results(whole)


def test_a_complete_run_is_shown_again_without_playing(whole: Path) -> None:
    before = (whole / "results.parquet").stat().st_mtime_ns
    done = ran(whole, *CHOICES, "--records", language="fr")
    assert (done.returncode, "Résultats" in done.stdout) == (0, True), done.stderr
    assert (whole / "results.parquet").stat().st_mtime_ns == before
    said = "Les 8 parties étaient déjà là\u202f: rien n’a été joué. Un autre --out rejoue tout, un plus grand --games "
    assert f"{said}continue." in done.stdout
    said = "All 8 games were there already: nothing was played. Another --out plays anew, more --games go on."
    assert said in ran(whole, *CHOICES, "--records").stdout


def test_a_crashing_bot_has_its_line_and_the_run_goes_on(tmp_path: Path) -> None:
    crashes, out = "tests.arena.crew:Crashes", tmp_path / "out"
    done = ran(out, "--seats", "2", "--bots", f"{STEADY},{crashes}", "--games", "4", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    line = f"{crashes} at ply 0: raised ZeroDivisionError: too clever by half – crew.py:"
    assert done.stderr.count("too clever by half") == 1
    rows = results(out)
    assert [row["shares"][row["rotation"]] for row in rows] == [1.0] * 4
    assert any(row["fault"].startswith(line) for row in rows)
    assert "raised ZeroDivisionError: too clever by half" in (out / "report.html").read_text("utf-8")
    french = ran(out, "--seats", "2", "--bots", f"{STEADY},{crashes}", "--games", "4", language="fr")
    assert french.returncode == 0, french.stderr
    said = (out / "report.html").read_text("utf-8")
    assert ("a levé ZeroDivisionError: too clever by half" in said, "raised" in said) == (True, False)


def test_a_pairing_that_is_decided_is_stopped_and_the_report_says_so(tmp_path: Path) -> None:
    crashes, out = "tests.arena.crew:Crashes", tmp_path / "out"
    choices = ("--seats", "2", "--bots", f"{STEADY},{crashes}", "--games", "60", "--sprt", "-10,10")
    done = ran(out, *choices, "--jobs", "1", "--patience", "600")
    assert done.returncode == 0, done.stderr
    assert len(results(out)) == 40
    assert f"korsar 2, {STEADY} – {crashes}: stopped early, after 20 deals: rather +10 Elo than -10." in done.stdout
    assert "stopped early" in (out / "report.html").read_text("utf-8")


def test_a_pairing_that_its_last_deal_decides_was_not_stopped_early(tmp_path: Path) -> None:
    crashes, out = "tests.arena.crew:Crashes", tmp_path / "out"
    choices = ("--seats", "2", "--bots", f"{STEADY},{crashes}", "--games", "40", "--sprt=-10,10")
    done = ran(out, *choices, "--jobs", "1", "--patience", "600")
    assert done.returncode == 0, done.stderr
    assert f"korsar 2, {STEADY} – {crashes}: decided by the last of 20 deals: rather +10 Elo than -10." in done.stdout
    assert "SPRT" not in done.stdout
    assert "stopped early" not in (out / "report.html").read_text("utf-8")


# --- what is written ---


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


PLAN: Final = Plan((load("korsar", seats=2),), ("a", "b"), 8, 1, 30.0, records=True)


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


def test_a_cluster_without_processors_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("RAY_USAGE_STATS_ENABLED", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"):
        monkeypatch.setenv(name, "0")
    play_all, until = fleet.play_all, time.monotonic() + LONG / 10

    def without(plan: Plan, fixtures: Any, address: str, jobs: int, stopped: Any) -> Any:
        return play_all(plan, fixtures, address, 0, lambda: stopped() or time.monotonic() > until)

    monkeypatch.setattr(fleet, "play_all", without)
    options = ("--seats", "2", "--bots", "random,matelot", "--games", "2", "--out", str(tmp_path / "out"))
    assert main(["arena", *options, "--on", "ray", "--lang", "fr"]) == 1
    assert "la grappe Ray n’a pas de processeur pour jouer (0 CPU)" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "said"), [("en", "come aboard"), ("fr", "montent à bord")])
def test_the_bar_says_what_takes_time_at_first(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    for before, shown in ((0, True), (8, False)):
        with arena.progress_bar(Words(language)) as tell:
            tell(Progress(before, 8), None)
        assert (said in capsys.readouterr().err) == shown


def test_every_game_has_a_directory_of_its_own(tmp_path: Path) -> None:
    for game in ("korsar", "les-corsaires"):
        options = ("--game", game, "--seats", "2", "--bots", "random,mousse", "--games", "2", "--jobs", "1")
        done = ran(None, *options, here=tmp_path)
        assert done.returncode == 0, done.stderr
        assert f"Results: arena/{game}; report: arena/{game}/report.html" in done.stdout
        assert len(results(tmp_path / "arena" / game)) == 2


# --- refused ---


def refused(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["arena", *options]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--seats", "2", "--games", "6"), "(--games)"),
        (("--seats", "2", "--games", "8", "--seed", "6"), "(--games, --seed)"),
        (("--seats", "2", "--seed", "6"), "(--seed)"),
        (("--seats", "2", "--bots", "random,matelot@9"), "(--bots)"),
        (("--seats", "3"), "(--seats)"),
        (("--seats", "2,3"), "(--seats)"),
        (("--seats", "2", "--edition", "philibert-2002"), "(--edition, --house)"),
        (("--seats", "2", "--sprt", "0,30", "--records"), "(--records, --sprt)"),
        (("--seats", "2", "--sprt", "-10,10"), "(--sprt)"),
        (("--seats", "2", "--sprt=-10,10"), "(--sprt)"),
        (("--seats", "2", "--alone", "matelot"), "(--alone)"),
    ],
)
def test_another_choice_in_the_same_directory_is_refused(
    options: Sequence[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(Plan((load("korsar", seats=2),), ("random", "matelot"), 7, 5, 30.0), tmp_path).close()
    same = ("--bots", "random,matelot", "--games", "7", "--seed", "5", "--out", str(tmp_path), "--lang", "en")
    said = refused(capsys, *same, *options)
    assert said == (
        f"corsaires: {tmp_path} belongs to a run with other choices {why}: give the same ones, or another --out.\n"
    )


def test_one_alone_belongs_to_the_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(Plan((load("korsar", seats=3),), ("random", "matelot"), 7, 5, 30.0, alone="matelot"), tmp_path).close()
    same = ("--seats", "3", "--bots", "random,matelot", "--games", "7", "--seed", "5", "--out", str(tmp_path))
    assert "(--alone)" in refused(capsys, *same)
    assert "(--alone)" in refused(capsys, *same, "--alone", "random")


def test_a_directory_with_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.json").write_text("{")
    assert "holds a run.json that is none of ours" in refused(capsys, "--out", str(tmp_path), "--lang", "en")
    assert "n’est pas des nôtres" in refused(capsys, "--out", str(tmp_path), "--lang", "fr")


@pytest.mark.parametrize("under", [False, True])
def test_a_file_is_no_directory(under: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes"
    file.touch()
    out = file / "more" if under else file
    options = ("--bots", "random,matelot", "--out", str(out))
    assert refused(capsys, *options, "--lang", "en") == f"corsaires: cannot write {out} (it is not a directory).\n"
    assert "(ce n’est pas un dossier)" in refused(capsys, *options, "--lang", "fr")
    assert file.is_file()


def test_two_runs_in_one_directory_are_refused(tmp_path: Path) -> None:
    plan = Plan((load("korsar", seats=2),), ("random", "matelot"), 7, 5, 30.0)
    first = Store(plan, tmp_path)
    with pytest.raises(InUse):
        Store(plan, tmp_path)
    first.close()
    Store(plan, tmp_path).close()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--bots", "matelot,admiral"), "there is no bot 'admiral': choose random"),
        (("--bots", "matelot,matelot@soon"), "'soon' is no time to think"),
        (("--bots", "matelot,no.such:Bot"), "the bot 'no.such:Bot' cannot be loaded (ModuleNotFoundError"),
        (("--bots", "matelot,pathlib:Path"), "'pathlib:Path' is no bot: it has no method think"),
        (("--bots", "matelot,matelot"), "'matelot' is there twice."),
        (("--bots", "matelot"), "name two or more"),
        (("--bots", "matelot,random", "--alone", "mousse"), "'mousse' is none of the bots"),
        (("--game", "chess"), "there is no 'chess': choose korsar or les-corsaires."),
        (("--seats", "9"), "9 cannot play each for themselves"),
        (("--chart", "narrows"), "--chart is not an option of korsar."),
        (("--game", "les-corsaires", "--teams"), "--teams is not an option of les-corsaires."),
        (("--games", "0"), "--games: '0' is not a whole number, 1 or more."),
        (("--seed", "x"), "'x' is not a whole number"),
        (("--patience", "0"), "'0' is not a time: give for instance --patience 30."),
        (("--sprt", "30"), "'30' are not two differences in strength"),
        (("--sprt", "30,0"), "'30,0' are not two differences in strength"),
        (("--sprt", "-10,-20"), "'-10,-20' are not two differences in strength"),
        (("--on", "the moon"), "'the moon' is no place to play: give --on ray, or --on ray://host:port."),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    options: Sequence[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert why in refused(capsys, "--lang", "en", "--out", str(out), *options)
    assert not out.exists()


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("matelot,admiral", "il n’y a pas de robot « admiral » : choisissez random"),
        ("matelot,matelot@soon", "« soon » n’est pas un temps de réflexion"),
        ("matelot,no.such:Bot", "le robot « no.such:Bot » ne peut pas être chargé (ModuleNotFoundError"),
        ("matelot", "nommez-en deux ou plus"),
    ],
)
def test_bots_are_refused_in_the_language_of_the_reader(
    bots: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, "--lang", "fr", "--bots", bots).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("missing", "options", "why"),
    [
        ("pyarrow", (), "pip install 'corsaires[arena]'"),
        ("scipy", (), "pip install 'corsaires[arena]'"),
        ("ray", ("--on", "ray"), "pip install 'corsaires[arena,ray]'"),
    ],
)
def test_what_is_not_installed_is_said(
    missing: str, options: Sequence[str], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "find_spec", lambda name: None if name == missing else name)
    assert why in refused(capsys, "--lang", "en", *options)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Let bots play each other", "--sprt ELO,ELO", "processor time", "--teams", "--chart")),
        ("fr", ("Faire jouer des robots entre eux", "--sprt ELO,ELO", "temps de processeur", "--teams", "--chart")),
    ],
)
def test_the_help(language: str, said: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--help", "--lang", language])
    shown = " ".join(capsys.readouterr().out.split())
    for words in said:
        assert words in shown


# --- stopping early ---


def decided(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """A sequential test that decides after so many deals, if the lone bot has won them all."""
    stub: Any = ModuleType("corsaires.arena.statistics")

    def sprt(shares: Any, sides: int, elo0: float, elo1: float) -> str:
        assert (sides, elo0, elo1) == (2, 0.0, 30.0)
        assert isinstance(shares, np.ndarray)
        return "accepted" if len(shares) >= after and shares.all() else "undecided"

    stub.sprt = sprt
    monkeypatch.setitem(sys.modules, stub.__name__, stub)


def row(fixture: Fixture) -> dict[str, Any]:
    names = {
        "setup": "korsar 2",
        "seats": 2,
        "sides": 2,
        "lone": fixture.contest.lone,
        "others": fixture.contest.others,
    }
    won = fixture.contest.lone == "a"  # every game
    return {
        **names,
        "deal": fixture.deal,
        "rotation": fixture.rotation,
        "shares": [float((side == fixture.rotation) == won) for side in range(2)],
    }


@pytest.mark.parametrize("ahead", [1, 2, 7, 50])
def test_a_verdict_stops_its_pairing_alike_whatever_the_order(
    ahead: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are played ahead of the verdict and end in another order; the results are the same."""
    decided(monkeypatch, after=6)
    plan = Plan((load("korsar", seats=2),), ("a", "b", "c"), 40, 1, 30.0, sprt=(0.0, 30.0))
    played = []

    def play_all(fixtures: Any) -> Any:
        waiting: list[Fixture] = []
        while True:
            while len(waiting) < ahead and (fixture := next(fixtures, None)):
                waiting.append(fixture)
            if not waiting:
                return
            played.append(waiting.pop())
            yield Played(row(played[-1]))

    store = Store(plan, tmp_path)
    tally = run(plan, store, play_all, lambda progress, game: None)
    kept = [(one["lone"], one["others"], one["deal"], one["rotation"]) for one in store.table().to_pylist()]
    store.close()
    sizes = {("a", "b"): 6, ("a", "c"): 6, ("b", "c"): 20}
    assert kept == [
        (*names, deal, side) for names, deals in sizes.items() for deal in range(deals) for side in range(2)
    ]
    assert [(one.contest.lone, one.found, one.deals) for one in tally.verdicts.values()] == [("a", "accepted", 6)] * 2
    assert tally.progress() == (64, 64)
    assert len(played) == 64 or ahead > 1
