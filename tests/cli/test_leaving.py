"""Games that are left, by their player or by whatever ends the process, and go on."""

from __future__ import annotations

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest

import corsaires as api
from corsaires.cli.language import LANGUAGES
from tests.cli.terminals import (
    CLEAR_ALL,
    CTRL_C,
    at_terminal,
    corsaires,
    kept_records,
    read,
)

START = ("play", "korsar", "--seats", "2", "--first", "1", "--seed", "4", "--lang", "en", "--pace", "0")


@pytest.mark.parametrize(
    ("keys", "code"),
    [(("q\n", "y\n"), 0), (("\x04",), 0), ((CTRL_C, CTRL_C), 130), ((CTRL_C, "oui\n"), 0), (("q\n", "\x04"), 0)],
    ids=["q", "ctrl-d", "ctrl-c", "ctrl-c and yes", "q and ctrl-d"],
)
def test_a_game_that_was_left_can_go_on(keys: tuple[str, ...], code: int, tmp_path: Path) -> None:
    with at_terminal(*START, "--bots", "random", data=tmp_path) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        keyboard.wait_for("Your move:")
        for key in keys[:-1]:
            keyboard.type(key)
            keyboard.wait_for("Leave? y/n")
        keyboard.type(keys[-1])
        assert keyboard.finish() == code
    assert "Traceback" not in keyboard.shown
    assert "Unfinished game" in keyboard.shown
    [path] = kept_records(tmp_path)
    record = read(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert record["result"] is None
    assert len(record["moves"]) == 2
    assert api.replay(record).history == ("+", *record["moves"][1:])
    with at_terminal("play", "--resume", str(path), "--lang", "en", "--pace", "0", data=tmp_path) as keyboard:
        screen = keyboard.wait_for("Your move:")
        assert "You draw: " in screen  # who left still knows what they drew
        assert "Since your last turn" in screen
        keyboard.type("1\n")
        keyboard.play("1", "The game is over")
        assert keyboard.finish() == 0
    assert kept_records(tmp_path) == [path]
    whole = read(path)
    assert whole["moves"][:2] == record["moves"]
    assert whole["deal"] == record["deal"]
    assert "resume" not in whole
    assert api.replay(whole).over


def test_a_bot_of_ones_own_plays_and_plays_on(tmp_path: Path) -> None:
    """A file alone does not say what code is run: who goes on names the bot again."""
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    own = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    ran = corsaires(*START, "--bots", "mine:Drawer", data=tmp_path, typed="1\nq\n", env=own)
    assert (ran.returncode, "mine:Drawer comes aboard" in ran.stdout) == (0, True), ran.stderr
    [path] = kept_records(tmp_path)
    assert read(path)["moves"] == ["+", "+"]
    (tmp_path / "made").unlink()
    refused = corsaires("play", "--resume", str(path), "--lang", "en", data=tmp_path, env=own)
    assert refused.returncode == 2
    assert refused.stderr.endswith(f": corsaires play korsar --resume {path} --bots mine:Drawer\n")
    assert not (tmp_path / "made").exists()
    options = ("play", "korsar", "--resume", str(path), "--bots", "mine:Drawer", "--lang", "en")
    ran = corsaires(*options, data=tmp_path, typed="1\nq\n", env=own)
    assert ran.returncode == 0, ran.stderr
    assert read(path)["moves"] == ["+", "+", "+", "+"]


MINE = """
from pathlib import Path
from corsaires.bots import Thought

class Drawer:
    def __init__(self):
        Path(__file__).with_name("made").touch()

    def think(self, view, budget, seed):
        return Thought("+")
"""


def test_a_bot_of_ones_own_that_fails_is_stood_in_for(tmp_path: Path) -> None:
    """And one is told why, and where."""
    for bot, why in (
        ("Wreck", r"does not answer \(ValueError: the bot is wrecked – bots\.py:\d+\)"),
        ("Parrot", "answered 'G99', which is no legal move"),
    ):
        ran = corsaires(*START, "--bots", f"tests.review.bots:{bot}", data=tmp_path, typed="1\nq\n")
        assert ran.returncode == 0, ran.stderr
        assert re.search(rf"{why}; matelot plays in its place\.", " ".join(ran.stdout.split()))


@pytest.mark.parametrize(
    ("language", "prompt", "said"),
    [
        ("en", "Your move:", "no legal move; matelot plays"),
        ("fr", "Votre coup", "pas un coup permis\u202f; matelot joue"),
    ],
)
def test_a_faulty_bot_is_told_of_on_the_screen_once_for_every_reason(
    language: str, prompt: str, said: str, tmp_path: Path
) -> None:
    """A screen that is cleared for the next move would wipe out what was only printed before it."""
    (tmp_path / "mine.py").write_text(CHEAT, "utf-8")
    own = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    start = [language if argument == "en" else argument for argument in START]
    with at_terminal(*start, "--bots", "mine:Cheat", data=tmp_path, columns=160, env=own) as keyboard:
        keyboard.wait_for(prompt)
        screens = []
        for _ in range(3):
            keyboard.type("1\n")
            screens.append(keyboard.wait_for(prompt).rpartition(CLEAR_ALL[:4])[2])
        keyboard.type("q\n")
        keyboard.wait_for("?" if language == "fr" else "Leave")
        keyboard.type("y\n")
        assert keyboard.finish() == 0
    assert [re.findall("'xyz.'", screen) for screen in screens] == [["'xyz1'"], [], ["'xyz2'"]]
    assert [said in screen for screen in screens] == [True, False, True]


CHEAT = """
from corsaires.bots import Thought

class Cheat:
    def think(self, view, budget, seed):
        return Thought("xyz1" if len(view.open.story) < 5 else "xyz2")
"""


def test_a_bot_that_never_answers_is_left_with_ctrl_c_and_the_game_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ASLEEP, "utf-8")
    own = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    with at_terminal(*START, "--bots", "mine:Asleep", data=tmp_path, env=own) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        keyboard.wait_for("Ctrl-C leaves.")
        keyboard.type(CTRL_C)
        assert keyboard.finish() == 130
    assert "Unfinished game" in keyboard.shown
    [path] = kept_records(tmp_path)
    assert read(path)["moves"] == ["+"]


ASLEEP = """
import threading

class Asleep:
    def think(self, view, budget, seed):
        threading.Event().wait()
"""


def test_who_does_not_want_to_leave_plays_on(tmp_path: Path) -> None:
    with at_terminal(*START, "--bots", "random", data=tmp_path) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        for key in ("q\n", CTRL_C):
            keyboard.wait_for("Your move:")
            keyboard.type(key)
            keyboard.wait_for("Leave? y/n")
            keyboard.type("n\n")
        keyboard.wait_for("Your move:")
        keyboard.type("\x04")
        assert keyboard.finish() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["term", "hup"])
def test_a_signal_that_stops_us_keeps_the_game(number: signal.Signals, tmp_path: Path) -> None:
    with at_terminal(*START, "--bots", "random", data=tmp_path) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        keyboard.wait_for("Your move:")
        keyboard.process.send_signal(number)
        assert keyboard.finish() == 128 + number
    assert "--resume" in keyboard.shown
    assert len(read(kept_records(tmp_path)[0])["moves"]) == 2


def test_a_terminal_that_is_closed_keeps_the_game(tmp_path: Path) -> None:
    with at_terminal(*START, "--bots", "random", data=tmp_path) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        keyboard.wait_for("Your move:")
        keyboard.hang_up()
    assert len(read(kept_records(tmp_path)[0])["moves"]) == 2


def test_a_game_without_a_move_is_not_kept(tmp_path: Path) -> None:
    ran = corsaires(*START, data=tmp_path, typed="q\n")
    assert ran.returncode == 0
    assert kept_records(tmp_path) == []


def unfinished(tmp_path: Path) -> Path:
    corsaires(*START, "--bots", "random", data=tmp_path, typed="1\nq\n")
    [path] = kept_records(tmp_path)
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_cannot_go_on_is_refused(language: str, tmp_path: Path) -> None:
    path = unfinished(tmp_path)
    record = read(path)
    broken: dict[str, tuple[dict[str, Any], str]] = {
        "sealed": ({**record, "deal": None}, "" if language == "fr" else "without the deal"),
        "alone": ({key: record[key] for key in record if key != "resume"}, "corsaires play"),
        "people": ({**record, "resume": {"people": 9, "bots": "random"}}, "corsaires play"),
        "bots": ({**record, "resume": {"people": 1, "bots": "chess"}}, "corsaires play"),
        "moves": ({**record, "moves": ["+", "hello"]}, "hello"),
    }
    for name, (content, hint) in broken.items():
        wrong = tmp_path / f"{name}.json"
        wrong.write_text(json.dumps(content), "utf-8")
        ran = corsaires("play", "--resume", str(wrong), "--lang", language, data=tmp_path, typed="q\n")
        assert ran.returncode == 2
        assert hint in ran.stderr
        assert ran.stderr.count("\n") == 1
    for options, hint in ((("--seats", "3"), "--seats"), (("--names", "Ann"), "--names")):
        ran = corsaires("play", "korsar", "--resume", str(path), *options, "--lang", language, data=tmp_path)
        assert ran.returncode == 2
        assert hint in ran.stderr


def test_the_end_of_the_input_leaves_cleanly(tmp_path: Path) -> None:
    ran = corsaires("play", "korsar", "--seed", "1", "--lang", "en", "--bots", "random", data=tmp_path, typed="1\n")
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert len(kept_records(tmp_path)) == 1
