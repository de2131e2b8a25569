"""The benchmarks run and say what they promise; how fast anything is, no test can know."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bench import ablation, latency, steadiness, thinking

from corsaires.cli import bench
from corsaires.cli.language import Words
from corsaires.cli.main import main
from corsaires.games.catalog import load
from corsaires.games.kernel.jit import COMPILED

ROOT = Path(__file__).parents[1]
MODULES = (
    "ablation",
    "contest",
    "envs",
    "latency",
    "machine",
    "open_spiel",
    "ours",
    "rl_card",
    "search",
    "server",
    "steadiness",
    "wire",
    "__main__",
)


def run(*words: str) -> int:
    return main(["bench", *words])


def test_the_engine_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "CALLS", 10)
    assert run("engine", "--game", "korsar", "--seats", "4", "--teams", "--games", "3", "--rounds", "2", "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert {key: figures[key] for key in ("game", "seats", "teams", "edition", "games", "rounds")} == {
        "game": "korsar",
        "seats": 4,
        "teams": True,
        "edition": "tilsit-2005",
        "games": 3,
        "rounds": 2,
    }
    assert 2 * 3 * 80 < figures["moves"] < 2 * 3 * 200
    assert figures["moves_per_cpu_second"] >= figures["moves_per_cpu_second_median"] > 0
    assert figures["games_per_cpu_second"] >= figures["games_per_cpu_second_median"] > 0
    for name in ("play", "view", "view_with_options"):
        assert 0 < figures[f"{name}_microseconds"] < 100_000
    starts = [figures[f"{name}_seconds"] for name in ("compile_cold", "load_warm", "import_numba")]
    if COMPILED:
        cold, warm, _ = starts
        assert 0 < warm < cold
        assert min(starts) > 0
    else:
        assert starts == [None, None, None]


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("en", ("korsar, 2 players, tilsit-2005", "moves per CPU second", "not compiled")),
        ("fr", ("korsar, 2 joueurs, tilsit-2005", "coups par seconde de processeur", "non compilé")),
    ],
    ids=["en", "fr"],
)
def test_the_figures_are_drawn(
    language: str, spoken: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "start_times", lambda game: {"compile_cold_seconds": None})
    monkeypatch.setattr(bench, "CALLS", 10)
    assert run("engine", "--seats", "2", "--games", "2", "--rounds", "1", "--lang", language) == 0
    shown = capsys.readouterr().out
    for text in spoken:
        assert text in shown


def test_every_figure_has_words() -> None:
    named = ("playouts", "api_times", "start_times")
    source = "".join(inspect.getsource(getattr(bench, function)) for function in named)
    for figure in re.findall(r'"(\w+)": |"(\w+_seconds)"', source):
        for language in ("fr", "en"):
            assert Words(language)(f"bench.{''.join(figure)}")


@pytest.mark.parametrize(("seats", "teams"), [(2, False), (5, False), (4, True), (8, True)])
def test_calls_are_timed_at_a_busy_table(seats: int, teams: bool) -> None:
    table = bench.busy_table(load("korsar", seats=seats, teams=teams))
    sea = table.view(None).open.sea
    assert len(sea) == bench.GALLEONS_AT_SEA
    assert all(sum(force > 0 for force in galleon.forces) == 2 for galleon in sea)
    assert set(table.view(None).open.in_hand) == {6}


def test_ctrl_c_is_no_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "playouts", interrupt)
    assert run("engine", "--json") == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (("--games", "0"), "'0' is not a whole number, 1 or more"),
        (("--game", "chess"), "choose korsar"),
        (("--seats", "7"), "K-SET-1"),
        (("--edition", "tilsit-1066"), "tilsit-2005"),
        (("--game", "les-corsaires", "--teams"), "--teams is not an option of les-corsaires"),
    ],
    ids=["games", "game", "seats", "edition", "teams"],
)
def test_what_cannot_be_measured_is_refused(
    options: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("engine", *options, "--lang", "en") == 2
    assert hint in capsys.readouterr().err
    assert run("engine", *options, "--lang", "fr") == 2
    assert "choose" not in capsys.readouterr().err


@pytest.mark.parametrize("module", MODULES)
def test_the_modules_import_without_the_peers(module: str) -> None:
    importlib.import_module(f"bench.{module}")


def test_latency_counts_the_answers_of_one_seat(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(latency, "TABLES", (("korsar", {"seats": 4, "teams": True}),))
    monkeypatch.setattr(sys, "argv", ["latency", "--games", "2", "--bots", "mousse,amiral@1"])
    assert latency.main() == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:4] for line in lines] == [["korsar", "4", "teams", bot] for bot in ("mousse", "amiral@1")]
    for line in lines:
        count, *figures = map(float, line.split()[4:])
        assert 30 < count < 90
        assert all(figures[at] <= figures[at + 1] for at in (0, 1, 3, 4))
    assert latency.spread(tuple(range(1, 201))) == (100.5, 198, 200)


def test_an_ablation_says_what_each_part_is_worth_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def told(*words: str) -> list[str]:
        monkeypatch.setattr(sys, "argv", ["ablation", "--tables", "korsar-2", "--jobs", "1", *words])
        assert ablation.main() == 0
        return capsys.readouterr().out.splitlines()[1:]

    once = told("--out", str(tmp_path), "--iterations", "5", "--deals", "1")
    assert [line.split()[:2] for line in once] == [["korsar-2", part] for part in ("search", "deals", "models")]
    assert all(line.endswith(" 1") for line in once)
    assert told("--out", str(tmp_path), "--iterations", "5", "--deals", "1") == once
    assert all(line.endswith(" 2") for line in told("--out", str(tmp_path), "--iterations", "5", "--deals", "2"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--tables", "korsar-2,chess"), "there is no chess; choose from korsar-2"),
        (("--deals", "0"), "1 or more"),
        (("--tables", "korsar-2", "--iterations", "6"), "name another directory"),
    ],
)
def test_an_ablation_that_cannot_be_is_refused(
    words: tuple[str, ...],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    from corsaires.arena.store import Store

    Store(ablation.plan_of("korsar-2", 5, 1), tmp_path / "korsar-2").close()
    monkeypatch.setattr(sys, "argv", ["ablation", "--out", str(tmp_path), *words])
    with pytest.raises(SystemExit):
        ablation.main()
    assert why in capsys.readouterr().err


def test_a_slope_of_several_tables_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = ROOT / "docs" / "measured"
    two, four = (sorted(measured.glob(f"korsar-{seats}-thinking-*"))[:2] for seats in (2, 4))
    for runs, ended in ((two, 0), (four, 0), ([two[0], four[1]], 2)):
        monkeypatch.setattr(sys, "argv", ["thinking", *map(str, runs)])
        assert thinking.main() == ended
        told = capsys.readouterr()
        assert ("Elo a doubling" in told.out, "at one table" in told.err) == (ended == 0, ended == 2)


def test_steadiness_is_told_for_every_curiosity_and_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(steadiness, "STEPS", (4, 16))
    monkeypatch.setattr(sys, "argv", ["steadiness", "--positions", "2", "--curiosity", "0.1", "1"])
    assert steadiness.main() == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines] == [["0.1", "4"], ["0.1", "16"], ["1", "4"], ["1", "16"]]
    assert all(0.0 < float(line.split()[2]) < 0.5 for line in lines)


@pytest.mark.parametrize("words", [("--positions", "0"), ("--curiosity", "0.1", "-1"), ("--seats", "6")])
def test_steadiness_that_cannot_be_is_refused(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["steadiness", *words])
    with pytest.raises(SystemExit):
        steadiness.main()
    assert words[0] in capsys.readouterr().err


def test_help_comes_without_the_peers_and_without_numba() -> None:
    code = "import sys, corsaires.cli.bench; sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'rich')))"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    assert subprocess.run([sys.executable, "-c", code], env=env, check=False).returncode == 0
    told = subprocess.run([sys.executable, "-m", "bench", "--help"], cwd=ROOT, env=env, capture_output=True, check=True)
    assert b"--quick" in told.stdout
