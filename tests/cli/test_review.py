"""`corsaires review` and the hint in a game, as a person asks for them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rich.console import Console

import corsaires as api
from corsaires.arena.store import RECORD_ROWS
from corsaires.cli.hints import Hints
from corsaires.cli.language import Words
from corsaires.review.page import read
from tests.cli.terminals import CTRL_C, at_terminal, corsaires
from tests.review.games import korsar_record

ORACLE = "tests.review.bots:Oracle"
SLOW = "tests.review.bots:Slow"
WRECK = "tests.review.bots:Wreck"
PARROT = "tests.review.bots:Parrot"
HARBOUR_MASTER = "tests.review.bots:HarbourMaster"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return kept(korsar_record(names=("Anne", "Théo")), tmp_path)


def kept(record: dict[str, Any], directory: Path) -> Path:
    path = directory / "game.json"
    path.write_text(json.dumps(record), "utf-8")
    return path


# --- review ---


@pytest.mark.parametrize(("language", "spoken"), [("fr", "Tournants"), ("en", "Turning points")])
def test_a_game_is_reviewed_in_words_and_drawn(language: str, spoken: str, record: Path, tmp_path: Path) -> None:
    picture = tmp_path / "plot.svg"
    options = ("--bot", ORACLE, "--plot", str(picture), "--lang", language)
    ran = corsaires("review", str(record), *options, data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert spoken in ran.stdout
    assert "Théo" in ran.stdout
    assert "{" not in ran.stdout
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_game_of_the_arena_is_reviewed_by_its_number(record: Path, tmp_path: Path) -> None:
    file, game = tmp_path / "records.parquet", {"setup": "korsar 2", "lone": "a", "others": "b", "deal": 0}
    rows = [{**game, "rotation": rotation, "record": record.read_text("utf-8")} for rotation in range(2)]
    pq.write_table(pa.Table.from_pylist(rows, schema=RECORD_ROWS), file)
    ran = corsaires("review", f"{file}#2", "--bot", ORACLE, "--json", data=tmp_path)
    assert read(json.loads(ran.stdout)).names == ("Anne", "Théo"), ran.stderr
    asked = corsaires("review", str(file), "--bot", ORACLE, "--lang", "en", data=tmp_path)
    assert (asked.returncode, "holds 2 games: choose one" in asked.stderr) == (2, True)


def test_a_review_as_json_reads_back(record: Path, tmp_path: Path) -> None:
    ran = corsaires("review", str(record), "--bot", ORACLE, "--json", data=tmp_path)
    reviewed = read(json.loads(ran.stdout))
    assert reviewed.bot == ORACLE
    assert len(reviewed.plies) == len(json.loads(record.read_text("utf-8"))["moves"])


def test_a_bot_without_figures_says_so(record: Path, tmp_path: Path) -> None:
    ran = corsaires("review", str(record), "--bot", "matelot", "--lang", "en", data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "matelot gives no figures" in ran.stdout


def test_what_cannot_be_reviewed_is_said_in_a_line(record: Path, tmp_path: Path) -> None:
    table = api.load("korsar", seats=2).deal(seed=1)
    table.play("+")
    sealed, left, broken = tmp_path / "sealed.json", tmp_path / "left.json", tmp_path / "broken.json"
    sealed.write_text(json.dumps(table.record()), "utf-8")
    left.write_text(json.dumps(table.unsealed()), "utf-8")
    broken.write_text("{", "utf-8")
    drawn = tmp_path / "drawn.svg"
    drawn.touch()
    bot = ("--bot", ORACLE)
    for code, arguments, said in (
        (1, (str(sealed), *bot), "only a finished one can be reviewed"),
        (1, (str(left), *bot), "only a finished one can be reviewed"),
        (1, (str(broken), *bot), "does not fit"),
        (2, (str(tmp_path / "none.json"), *bot), "cannot read"),
        (2, (str(record), "--bot", "hasty"), "there is no bot 'hasty': choose random"),
        (2, (str(record), "--bot", "matelot@soon"), "'soon' is no time to think"),
        (2, (str(record), "--bot", WRECK), f"the bot '{WRECK}' failed (ValueError: the bot is wrecked – bots.py:"),
        (2, (str(record), "--bot", PARROT), f"the bot '{PARROT}' failed (IllegalMove: 'G99')."),
        (2, (str(record), "--bot", "no.such:Bot"), "cannot be loaded (ModuleNotFoundError: No module named 'no')"),
        (2, (str(record), *bot, "--plot", str(drawn)), "already exists"),
        (2, (str(record), *bot, "--plot", str(tmp_path / "plot.png")), f"--plot {tmp_path / 'plot.svg'}."),
        (2, (str(record), *bot, "--plot", str(record)), "which is SVG"),
        (2, (str(record), *bot, "--plot", str(tmp_path / "no" / "plot.svg")), "cannot write"),
        (2, (), "is missing"),
    ):
        ran = corsaires("review", *arguments, "--lang", "en", data=tmp_path)
        assert ran.returncode == code, ran.stderr
        assert said in ran.stderr
        assert ran.stderr.count("\n") == 1
        assert ran.stdout == ""


def test_ctrl_c_stops_a_review(record: Path, tmp_path: Path) -> None:
    with at_terminal("review", str(record), "--bot", SLOW, "--lang", "en", data=tmp_path) as keyboard:
        keyboard.wait_for("looks the game over")
        keyboard.type(CTRL_C)
        keyboard.wait_for("Stopped")
        assert keyboard.finish() == 130
        assert "Traceback" not in keyboard.shown


# --- hints ---


def asked(hints: Hints, language: str) -> str:
    """What a hint shows to somebody who has drawn a hand of six cards."""
    table: Any = api.load("korsar", seats=2).deal(seed=1)
    return shown(hints, table, table.moves(), language)


def shown(hints: Hints, table: Any, numbered: list[str], language: str) -> str:
    console = Console(file=io.StringIO(), width=200)
    view, names = table.view(table.turn), ("Ann", "Bo")
    hints.give(view, names, console, Words(language), numbered=numbered, legal=table.moves())
    out = console.file
    assert isinstance(out, io.StringIO)
    return out.getvalue()


def test_a_hint_names_a_move_and_why() -> None:
    hints = Hints("korsar", ORACLE)
    try:
        english, french = asked(hints, "en"), asked(hints, "fr")
    finally:
        hints.close()
    assert f"{ORACLE} comes aboard" in english
    assert f"{ORACLE} would play + (number 1)." in english
    assert "+ rather than " in english
    assert "to win" in english
    assert f"{ORACLE} réfléchit" in french  # it is aboard already
    assert "+ plutôt que " in french


def test_a_hint_compares_a_ship_with_itself_though_the_screen_numbers_those_of_another() -> None:
    table: Any = api.load("les-corsaires", seats=4).deal(seed=1)
    hints = Hints("les-corsaires", HARBOUR_MASTER)
    try:
        told = shown(hints, table, [move for move in table.moves() if move.startswith("rG1")], "en")
    finally:
        hints.close()
    assert f"{HARBOUR_MASTER} would play rM1@a4.\n" in told  # without a number
    assert "rM1@a4 rather than rM1@a1: " in told
    assert told.count("turns from port (C-FLT-3)") == 2


def test_a_bot_that_fails_gives_no_hint_and_the_game_goes_on() -> None:
    for bot in (WRECK, "nowhere:Nobody"):
        hints = Hints("korsar", bot)
        try:
            assert "No hint: the bot cannot be asked" in asked(hints, "en")
        finally:
            hints.close()


@pytest.mark.parametrize(
    ("language", "word", "said"),
    [("en", "hint", "There is only one move: start."), ("fr", "conseil", "Il n’y a qu’un coup\u202f: start.")],
)
def test_a_person_can_ask_for_a_hint(language: str, word: str, said: str, tmp_path: Path) -> None:
    """All ships placed at once, the die for the start is the only move."""
    typed = f"1\n{word}\nq\n"
    ran = corsaires("play", "les-corsaires", "--seats", "2", "--lang", language, data=tmp_path, typed=typed)
    assert ran.returncode == 0, ran.stderr
    assert said in ran.stdout


@pytest.mark.parametrize(
    ("language", "spoken"), [("fr", "Revoir une partie finie"), ("en", "Look over a finished game")]
)
def test_the_command_has_help(language: str, spoken: str, tmp_path: Path) -> None:
    ran = corsaires("review", "--help", "--lang", language, data=tmp_path)
    assert spoken in ran.stdout
    assert "--plot" in ran.stdout
