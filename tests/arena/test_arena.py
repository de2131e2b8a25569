"""`corsaires arena` as people run it: whole, interrupted, on Ray."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from corsaires.arena import fleet
from corsaires.arena.plan import Plan
from corsaires.arena.run import Progress
from corsaires.cli import arena
from corsaires.cli.language import Words
from corsaires.cli.main import main
from corsaires.records.replay import parse, verify
from tests.arena.crew import NOTES
from tests.arena.runs import CHOICES, HALTS, LONG, ROOT, STEADY, command, environment, ran, results


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
    line = f"{crashes} at ply 1: raised ZeroDivisionError: too clever by half – crew.py:"
    assert done.stderr.count("too clever by half") == 1
    rows = results(out)
    assert [row["shares"][row["rotation"]] for row in rows] == [1.0] * 4
    assert any(row["fault"].startswith(line) for row in rows)
    assert "raised ZeroDivisionError: too clever by half" in (out / "report.html").read_text("utf-8")
    french = ran(out, "--seats", "2", "--bots", f"{STEADY},{crashes}", "--games", "4", language="fr")
    assert french.returncode == 0, french.stderr
    said = (out / "report.html").read_text("utf-8")
    assert ("a levé ZeroDivisionError: too clever by half" in said, "raised" in said) == (True, False)


def test_a_bad_name_has_its_line_and_the_run_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = ran(out, "--seats", "2", "--bots", f"{STEADY},random,admiral", "--games", "2", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("korsar has no bot 'admiral'; it has random, ") == 1
    for row in results(out):
        lost = [share for bot, share in zip(row["bots"], row["shares"], strict=True) if bot == "admiral"]
        assert lost == ([0.0] if "admiral" in row["bots"] else [])
        assert (row["fault"] is None, row["plies"] > 0) == (not lost, not lost)
    assert "korsar has no bot &#x27;admiral&#x27;" in (out / "report.html").read_text("utf-8")


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
