"""Records as files: verified and told."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import corsaires as api
from corsaires.cli.main import main
from tests.cli.terminals import COMMAND, corsaires, environment


def played(*, seats: int = 3, teams: bool = False, **deal: Any) -> Any:
    table: Any = api.load("korsar", seats=seats, teams=teams).deal(**deal)
    chance = random.Random(5)
    while not table.over:
        table.play(chance.choice(table.moves()))
    return table


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(played(seed=9, names=["Anne", "Bo", "Théo"]).record()), "utf-8")
    return path


def test_a_good_record_is_verified(record: Path, tmp_path: Path) -> None:
    english = corsaires("record", "verify", str(record), "--lang", "en", data=tmp_path)
    french = corsaires("record", "verify", str(record), "--lang", "fr", data=tmp_path)
    assert english.returncode == french.returncode == 0
    assert "lead to this result" in english.stdout
    assert "The deal is that of the number given." in english.stdout
    assert "mènent bien à ce résultat" in french.stdout


def test_a_fair_deal_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "fair.json"
    path.write_text(json.dumps(played().record()), "utf-8")
    ran = corsaires("record", "verify", str(path), "--lang", "en", data=tmp_path)
    assert "secret seed" in ran.stdout


def test_a_deal_without_a_proof_is_not_said_to_be_chosen(record: Path, tmp_path: Path) -> None:
    content = json.loads(record.read_text("utf-8"))
    record.write_text(json.dumps({**content, "proof": None}), "utf-8")
    ran = corsaires("record", "verify", str(record), "--lang", "en", data=tmp_path)
    assert "nobody can tell" in ran.stdout


def test_what_does_not_fit_is_said_in_words(record: Path, tmp_path: Path) -> None:
    content = json.loads(record.read_text("utf-8"))
    wrong_scores = {**content["result"], "scores": [99, *content["result"]["scores"][1:]]}
    moves = content["moves"]
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"result": wrong_scores}, "il dit Anne 99, Bo ", "it says Anne 99, Bo "),
        ({"moves": ["-G9", *moves[1:]]}, "le coup 1 (", "move 1 ("),
        (
            {"moves": [*moves[:4], "A@25", *moves[5:]]},
            "le coup 5 (A@25) n’est pas permis",
            "move 5 (A@25) is not allowed",
        ),
        ({"deal": {"hands": [], "deck": []}}, "les cartes données", "the cards dealt"),
        ({"seats": 7}, "le nombre de places", "the number of seats"),
        ({"proof": {"number": 8, "setup": {}}}, "preuve", "proof"),
    ]
    for change, french, english in cases:
        record.write_text(json.dumps({**content, **change}), "utf-8")
        for language, said in (("fr", french), ("en", english)):
            ran = corsaires("record", "verify", str(record), "--lang", language, data=tmp_path)
            assert ran.returncode == 1
            assert said in ran.stderr
            assert "{" not in ran.stderr


def test_a_record_that_does_not_fit_is_said_where(record: Path, tmp_path: Path) -> None:
    content = json.loads(record.read_text("utf-8"))
    content["result"]["scores"][0] += 1
    record.write_text(json.dumps(content), "utf-8")
    for command in ("verify", "tell"):
        ran = corsaires("record", command, str(record), "--lang", "en", data=tmp_path)
        assert ran.returncode == 1
        assert "result" in ran.stderr
        assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b"\xff\xfe", b'{"format": "corsaires-record/1"}'])
def test_what_is_not_a_record_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    for command in ("verify", "tell"):
        ran = corsaires("record", command, str(path), data=tmp_path)
        assert ran.returncode == 1
        assert "Traceback" not in ran.stderr


def test_a_sealed_record_cannot_be_verified_or_told(tmp_path: Path) -> None:
    table = api.load("korsar", seats=2).deal(seed=1)
    table.play("+")
    path = tmp_path / "sealed.json"
    path.write_text(json.dumps(table.record()), "utf-8")
    for command in ("verify", "tell"):
        ran = corsaires("record", command, str(path), "--lang", "en", data=tmp_path)
        assert ran.returncode == 1
        assert "unfinished" in ran.stderr


def test_an_unfinished_game_with_its_deal_is_told_but_not_verified(tmp_path: Path) -> None:
    table = api.load("korsar", seats=2).deal(seed=1, names=["Ann", "Bob"])
    table.play("+")
    path = tmp_path / "left.json"
    path.write_text(json.dumps(table.unsealed()), "utf-8")
    told = corsaires("record", "tell", str(path), "--lang", "en", data=tmp_path)
    assert told.returncode == 0
    assert "draws a card." in told.stdout
    assert "The game is not over." in told.stdout
    ran = corsaires("record", "verify", str(path), "--lang", "fr", data=tmp_path)
    assert ran.returncode == 1
    assert "inachevée" in ran.stderr


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Here a bot was at fault and lost. mine:Hasty at ply 1: gave no answer within 2 s"),
        ("fr", "Ici, un robot est en faute et perd. mine:Hasty, coup 1\u202f: n’a pas répondu en 2\u202fs"),
    ],
)
def test_a_game_that_ended_by_a_fault_says_whose(language: str, said: str, tmp_path: Path) -> None:
    table = api.load("korsar", seats=2).deal(seed=1)
    table.play("+")
    path = tmp_path / "fault.json"
    fault = "mine:Hasty at ply 1: gave no answer within 2 s"
    path.write_text(json.dumps({**table.unsealed(), "fault": fault}), "utf-8")
    told = corsaires("record", "tell", str(path), "--lang", language, data=tmp_path, env={"COLUMNS": "200"})
    assert (told.returncode, told.stdout.splitlines()[-1]) == (0, said)


def test_what_a_file_says_of_a_fault_cannot_do_anything_to_the_terminal(tmp_path: Path) -> None:
    table = api.load("korsar", seats=2).deal(seed=1)
    path = tmp_path / "fault.json"
    for fault in ("\x1b[2J[bold]\n" + "x" * 5000, 7, None):
        path.write_text(json.dumps({**table.unsealed(), "fault": fault}), "utf-8")
        told = corsaires("record", "tell", str(path), "--lang", "en", data=tmp_path, env={"COLUMNS": "2000"})
        assert told.returncode == 0
        assert "\x1b" not in told.stdout
        assert ("?[2J[bold]?xx" in told.stdout) == isinstance(fault, str)
        assert ("The game is not over." in told.stdout) != isinstance(fault, str)
        assert len(told.stdout) < 1500


@pytest.mark.parametrize(
    ("language", "missing", "folder"), [("fr", "introuvable", "dossier"), ("en", "not found", "directory")]
)
def test_what_the_system_refuses_is_said_in_the_readers_language(
    language: str, missing: str, folder: str, tmp_path: Path
) -> None:
    for path, said in ((tmp_path / "none.json", missing), (tmp_path, folder)):
        ran = corsaires("record", "tell", str(path), "--lang", language, data=tmp_path)
        assert said in ran.stderr


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    for arguments in ((str(tmp_path / "none.json"),), (str(tmp_path),), ()):
        ran = corsaires("record", "tell", *arguments, data=tmp_path)
        assert ran.returncode == 2
        assert ran.stderr.count("\n") == 1


def test_a_game_is_told_in_words(record: Path, tmp_path: Path) -> None:
    english = corsaires("record", "tell", str(record), "--lang", "en", data=tmp_path, env={"COLUMNS": "200"})
    french = corsaires("record", "tell", str(record), "--lang", "fr", data=tmp_path, env={"COLUMNS": "200"})
    assert english.returncode == french.returncode == 0
    moves = len(json.loads(record.read_text("utf-8"))["moves"])
    assert len(english.stdout.splitlines()) > moves
    assert "Anne lays a galleon of" in english.stdout
    assert english.stdout.startswith("Alto Korsar (Tilsit, 2005) · 3 players\nAnne, Bo, Théo\n")
    assert "d’Anne" in french.stdout
    assert "Fin de la partie" in french.stdout


def test_a_game_without_names_is_told_by_letters(tmp_path: Path) -> None:
    path = tmp_path / "teams.json"
    path.write_text(json.dumps(played(seats=4, teams=True, seed=1).record()), "utf-8")
    ran = corsaires("record", "tell", "-", "--lang", "en", data=tmp_path, typed=path.read_text("utf-8"))
    assert ran.returncode == 0
    assert "A and B take" in ran.stdout


def test_who_stops_reading_ends_the_telling_and_nothing_is_said_of_it(record: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "record", "tell", str(record), "--lang", "en"]
    environs = environment(tmp_path)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environs) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (141, b"")


# --- games of the arena ---


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games in a file."""
    out = tmp_path_factory.mktemp("arena") / "out"
    choices = ["--game", "korsar", "--seats", "4", "--teams", "--bots", "matelot,mousse", "--games", "2", "--jobs", "1"]
    ran = corsaires("arena", *choices, "--records", "--out", str(out), "--lang", "en", data=out.parent)
    assert ran.returncode == 0, ran.stderr
    return out / "records.parquet"


@pytest.mark.parametrize(("number", "names"), [(1, "matelot A, matelot B, mousse C, mousse D"), (2, "mousse A, ")])
def test_a_game_of_the_arena_is_told_by_its_number(arena: Path, number: int, names: str, tmp_path: Path) -> None:
    told = corsaires("record", "tell", f"{arena}#{number}", "--lang", "en", data=tmp_path)
    assert told.stdout.splitlines()[1].startswith(names), told.stderr
    verified = corsaires("record", "verify", f"{arena}#{number}", "--lang", "en", data=tmp_path)
    assert (verified.returncode, "lead to this result" in verified.stdout) == (0, True)


@pytest.mark.parametrize("number", ["", "#", "#0", "#3", "#-1", "#two", "#²", "#" + "9" * 5000])
def test_which_of_its_games_is_asked(arena: Path, number: str, tmp_path: Path) -> None:
    ran = corsaires("record", "tell", f"{arena}{number}", "--lang", "fr", data=tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"contient 2 parties\u202f: choisissez-en une par son numéro, par exemple {arena}#1." in ran.stderr


def test_no_game_of_the_arena_was_left_to_be_resumed(arena: Path, tmp_path: Path) -> None:
    for number in ("", "#1"):
        ran = corsaires("play", "--resume", f"{arena}{number}", "--lang", "en", data=tmp_path)
        assert (ran.returncode, "is not a game that was left in corsaires play." in ran.stderr) == (2, True)


def test_without_the_parts_of_the_arena_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("corsaires.cli.records.find_spec", lambda name: None)
    assert main(["record", "tell", "records.parquet#1", "--lang", "en"]) == 2
    assert "corsaires[arena]" in capsys.readouterr().err


def test_a_file_without_games_is_said_to_have_none(arena: Path, tmp_path: Path) -> None:
    (tmp_path / "torn.parquet").write_bytes(arena.read_bytes()[:100])
    for file, why in (
        (f"{arena.parent / 'results.parquet'}#1", "is no file of recorded games"),
        (f"{tmp_path / 'torn.parquet'}#1", "is no file of recorded games"),
        (f"{tmp_path / 'none.parquet'}#1", "(not found)"),
    ):
        ran = corsaires("record", "tell", file, "--lang", "en", data=tmp_path)
        assert (ran.returncode, why in ran.stderr) == (2, True), ran.stderr
