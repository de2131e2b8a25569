"""Whole games in a terminal, as a person plays them."""

from __future__ import annotations

import io
import json
import os
import re
import resource
import signal
import string
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import corsaires as api
from corsaires.bots import bot_names
from corsaires.cli.language import LANGUAGES, TEXTS, Words, called, chosen_language
from corsaires.cli.records import free_names
from tests.cli.terminals import CTRL_C, at_terminal, corsaires

ALWAYS_THE_FIRST_MOVE = "1\n" * 3_000
CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"
ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def kept_records(data: Path) -> list[Path]:
    return sorted((data / "corsaires" / "records").glob("korsar-*.json"))


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return record


# --- whole games ---


@pytest.mark.parametrize(
    ("language", "table", "spoken"),
    [
        ("fr", ("--seats", "2"), "Fin de la partie"),
        ("en", ("--seats", "2"), "The game is over"),
        ("fr", ("--seats", "5", "--edition", "philibert-2002"), "Fin de la partie"),
        ("en", ("--seats", "8", "--teams"), "The game is over"),
        ("en", ("--seats", "4", "--teams", "--edition", "lutin-ludique"), "The game is over"),
    ],
)
def test_a_person_plays_a_whole_game_against_bots(
    language: str, table: tuple[str, ...], spoken: str, tmp_path: Path
) -> None:
    options = ("play", "korsar", *table, "--seed", "11", "--lang", language, "--bots", "random")
    ran = corsaires(*options, data=tmp_path, typed=ALWAYS_THE_FIRST_MOVE)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert spoken in ran.stdout
    [path] = kept_records(tmp_path)
    assert str(path) in ran.stdout
    replayed = api.replay(read(path))
    assert replayed.over


def test_everybody_at_one_device_plays_to_the_end(tmp_path: Path) -> None:
    options = (
        "play",
        "korsar",
        "--seats",
        "3",
        "--people",
        "3",
        "--names",
        "Ann,Bob,Cy",
        "--seed",
        "2",
        "--lang",
        "en",
    )
    with at_terminal(*options, data=tmp_path) as keyboard:
        keyboard.play("1", "The game is over", people=("Ann", "Bob", "Cy"))
        assert keyboard.finish() == 0
    [path] = kept_records(tmp_path)
    assert read(path)["names"] == ["Ann", "Bob", "Cy"]
    assert api.replay(read(path)).over


def test_bots_alone_just_tell_the_game_and_the_same_seed_the_same_game(tmp_path: Path) -> None:
    options = ("play", "korsar", "--people", "0", "--seed", "3", "--lang", "fr", "--bots", "random")
    first = corsaires(*options, data=tmp_path / "1")
    again = corsaires(*options, data=tmp_path / "2")
    assert first.returncode == 0, first.stderr
    assert "Votre main" not in first.stdout
    moves = [read(path)["moves"] for data in ("1", "2") for path in kept_records(tmp_path / data)]
    assert moves[0] == moves[1]
    assert first.stdout.splitlines()[:-4] == again.stdout.splitlines()[:-4]
    assert first.stdout.startswith("Les robots jouent")


def test_the_scores_are_broken_down(tmp_path: Path) -> None:
    options = ("play", "korsar", "--seats", "2", "--people", "0", "--names", "Ann,Bob", "--seed", "11", "--lang", "en")
    ran = corsaires(*options, data=tmp_path)
    result = read(kept_records(tmp_path)[0])["result"]
    rows = re.findall(r"^[★ ] (Ann|Bob) +(\d+) +(\d+) +(−?\d+) +(−?\d+) *$", ran.stdout, re.MULTILINE)
    assert len(rows) == 2
    assert not re.search(r"Ann −?\d", ran.stdout)  # said once, in the table
    for name, _, won, left, score in rows:
        assert int(won) + int(left.replace("−", "-")) == int(score.replace("−", "-"))
        assert int(score.replace("−", "-")) == result["scores"][("Ann", "Bob").index(name)]


# --- what can be typed ---


def test_a_refusal_names_its_rule_and_then_explains_it(tmp_path: Path) -> None:
    typed = "r1@9\n?\n? k-pir-2\n? K-NONE-1\n?\n999\nhello\nh\nq\n"
    options = ("play", "korsar", "--seats", "2", "--first", "A", "--seed", "4", "--bots", "random")
    english = corsaires(*options, "--lang", "en", data=tmp_path / "en", typed=typed)
    french = corsaires(*options, "--lang", "fr", data=tmp_path / "fr", typed=typed)
    assert english.returncode == french.returncode == 0
    for ran in (english, french):
        assert re.search(r"\(K-(TURN-1|PIR-1)\)", ran.stdout)
        assert re.search(r"^K-(TURN-1|PIR-1)  \w", ran.stdout, re.MULTILINE)
        assert re.search(r"^K-PIR-2  \w", ran.stdout, re.MULTILINE)
    assert "There is no rule 'K-NONE-1' here" in english.stdout
    assert "Instead of a number" in english.stdout
    assert "There is no move 999" in english.stdout
    assert "'hello' is not a move" in english.stdout
    assert "Nothing has been played yet." in english.stdout
    assert "« hello » n’est pas un coup".replace(" ", "\u202f", 1).replace(" »", "\u202f»") in french.stdout
    assert "À la place d’un numéro" in french.stdout


def position(hands: tuple[tuple[str, ...], ...], sea: str, used: tuple[str, ...]) -> str:
    """A position with these hands and this sea; the other cards are the deck."""
    from corsaires.games.korsar.cards import FULL_DECK

    left = Counter(FULL_DECK) - Counter([*used, *(card for hand in hands for card in hand)])
    deck, held = ",".join(left.elements()), "|".join(map(",".join, hands))
    booty = "|".join("-" * len(hands))
    laid = sea.count("=")
    return f"turn:0 barred:- laid:{laid} deck:{deck} hands:{held} sea:{sea} booty:{booty}"


def korsar_at(language: str, text: str, names: tuple[str, ...]) -> tuple[Any, Any]:
    """A face and the view of the seat to move."""
    from corsaires.cli.korsar.face import face
    from corsaires.games.korsar.game import Korsar

    game = Korsar.load(seats=len(names))
    return face(game, names, Words(language)), game.set_up(text).view(0)


def two_at_sea() -> str:
    hands = (("G6", "y3", "r2", "gC"), ("b3", "A"))
    return position(hands, "1=G3/1/-;2=G5/0/0b2,1y2", ("G3", "G5", "b2", "y2"))


def test_a_card_without_its_galleon_is_asked_for_it() -> None:
    english, view = korsar_at("en", two_at_sea(), ("Ann", "Bob"))
    french, _ = korsar_at("fr", two_at_sea(), ("Ann", "Bob"))
    for typed in ("y3", "Y 3", "y3 "):
        assert english.hint(typed, view) == "yellow 3: on which galleon? Write y3@1."
    assert french.hint("J 3", view).replace("\u202f", " ") == "jaune 3 : sur quel galion ? Écrivez j3@1."
    assert english.hint("y3@99", view) == "There is no galleon no. 99 at sea."
    assert french.hint("j3@99", view) == "Il n’y a pas de galion n°\u00a099 en mer."
    assert english.hint("gC", view).endswith("no galleon at sea will take it now.")
    assert english.hint("b4", view) == "You do not have this card: blue 4."
    assert english.hint("hello", view) is None


def drawn(language: str, text: str, names: tuple[str, ...], **console: Any) -> str:
    shown, view = korsar_at(language, text, names)
    out = Console(file=io.StringIO(), **console)
    shown.draw(out, view, [f"Sentence {number}." for number in range(9)])
    said = out.file
    assert isinstance(said, io.StringIO)
    return said.getvalue()


def test_moves_are_written_with_the_letters_of_the_screen() -> None:
    assert "j3@1" in drawn("fr", two_at_sea(), ("Ann", "Bob"), width=100)
    assert "y3@1" in drawn("en", two_at_sea(), ("Ann", "Bob"), width=100)


def test_without_colour_a_card_has_edges() -> None:
    plain = drawn("en", two_at_sea(), ("Ann", "Bob"), width=100)
    assert "[galleon 6] [Y 3] [R 2] [G Henry Morgan]" in plain
    assert "[B 2]" in plain


def test_captain_and_admiral_are_no_letters() -> None:
    sea = "1=G3/1/0y1,0yC,1b1;2=G4/1/1A"
    text = position((("G6", "r2"), ("b3",)), sea, ("G3", "G4", "y1", "yC", "b1", "A"))
    assert "[Y 1 ⚔]" in drawn("en", text, ("Ann", "Bob"), width=100)
    assert "[⚓]" in drawn("en", text, ("Ann", "Bob"), width=100)
    out = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors="replace"), width=100)
    shown, view = korsar_at("en", text, ("Ann", "Bob"))
    shown.draw(out, view, [])
    out.file.seek(0)
    said = out.file.read()
    assert "[Y 1 capt]" in said
    assert "[adm]" in said


BUSY = (
    ("y1", "y2", "r1", "r2", "b1", "b2", "g1", "g2", "G2"),
    ("y3", "G3"),
    ("r3",),
    ("b3", "A"),
    ("g3",),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 20), (120, 40), (80, 60)])
def test_the_table_fits_the_window(width: int, height: int, language: str) -> None:
    """Title, sides, sea, hand, moves and the prompt below them."""
    sea = "1=G4/0/1y4,2b4;2=G5/1/-;3=G6/2/0r4,1g4;4=G7/3/2y4,3r3"
    text = position(BUSY, sea, ("G4", "G5", "G6", "G7", "y4", "b4", "r4", "g4", "y4", "r3"))
    names = ("Ann", "Inès", "Goéland", "Théo", "Maud")
    size = {"width": width, "height": height, "force_terminal": True, "color_system": "truecolor"}
    screen = ANSI.sub("", drawn(language, text, names, **size))
    lines = screen.splitlines()
    assert len(lines) < height
    assert max(map(cell_len, lines)) <= width
    said = Words(language)
    for number in (1, 2, 3, 4):
        assert said("korsar.galleon", number=number, galleon="").strip() in screen
    assert said("korsar.hand") in screen
    _, view = korsar_at(language, text, names)
    shown, _ = korsar_at(language, text, names)
    assert re.search(rf"\b{len(shown.moves(view))}\b", screen)
    out = Console(file=io.StringIO(), width=width, height=height)
    shown.draw_menu(out, view)
    assert isinstance(out.file, io.StringIO)
    assert " → " in out.file.getvalue()


def test_help_tells_the_aim_and_the_marks(tmp_path: Path) -> None:
    options = ("play", "korsar", "--seats", "2", "--first", "1", "--seed", "4")
    for language, aim, asked in (("en", "The aim: ", "help"), ("fr", "Le but", "aide")):
        typed = f"?\n{asked}\n? K-PIR\nm\nq\n"
        ran = corsaires(*options, "--lang", language, data=tmp_path, typed=typed)
        assert ran.stdout.count(aim) == 2
        assert "★" in ran.stdout
        for number in (1, 2, 3, 4, 5):
            assert f"K-PIR-{number}  " in ran.stdout


def test_the_deal_is_announced_before_the_first_card(tmp_path: Path) -> None:
    ran = corsaires("play", "korsar", "--seats", "2", "--lang", "en", data=tmp_path, typed=ALWAYS_THE_FIRST_MOVE)
    [path] = kept_records(tmp_path)
    [announced] = set(re.findall(r"The deal is sealed: (\w+)…", ran.stdout))
    assert read(path)["proof"]["commitment"].startswith(announced)
    assert f"corsaires record verify {path}" in ran.stdout
    assert read(path)["names"] == ["Player", "Inès"]


@pytest.mark.parametrize("typed", ["R3@1", "r 3 @ 1", "r3@1"])
def test_a_move_may_be_typed_with_capitals_and_spaces(typed: str) -> None:
    from corsaires.cli.korsar.face import face
    from corsaires.games.korsar.game import Korsar

    shown = face(Korsar.load(seats=2), "AB", Words("fr"))
    assert shown.understood(typed) == "r3@1"
    assert shown.understood("j3@1") == "y3@1"
    assert shown.understood("V2@1") == "g2@1"
    assert shown.understood("rc@12") == "rC@12"
    assert shown.understood("a@3") == "A@3"
    assert shown.understood("G3") == "G3"
    assert shown.understood("-V2") == "-g2"
    assert shown.understood("nothing") == "nothing"


# --- leaving ---


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
        ("Wreck", r"ValueError: the bot is wrecked – bots\.py:\d+"),
        ("Parrot", "IllegalMove: 'G99'"),
    ):
        ran = corsaires(*START, "--bots", f"tests.review.bots:{bot}", data=tmp_path, typed="1\nq\n")
        assert ran.returncode == 0, ran.stderr
        said = rf"could not be asked \({why}\); matelot plays this move\."
        assert re.search(said, " ".join(ran.stdout.split()))


def test_a_bot_that_never_answers_is_left_with_ctrl_c_and_the_game_is_kept(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ASLEEP, "utf-8")
    own = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    with at_terminal(*START, "--bots", "mine:Asleep", data=tmp_path, env=own) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        keyboard.wait_for("Ctrl-C stops.")
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


# --- nobody sees another's cards ---


def test_hot_seat_never_shows_a_hand_to_another_person(tmp_path: Path) -> None:
    """Whenever the screen changes hands it has just been cleared, and only the hand of whoever took it is shown."""
    game = api.load("korsar", seats=3)
    table = game.deal(seed=8, first=0, names=("Ann", "Bob", "Cy"))
    options = (
        "play",
        "korsar",
        "--seats",
        "3",
        "--people",
        "2",
        "--names",
        "Ann,Bob,Cy",
        "--seed",
        "8",
        "--first",
        "A",
    )
    with at_terminal(*options, "--lang", "en", "--pace", "0", "--bots", "random", data=tmp_path) as keyboard:
        for name in ("Ann", "Bob", "Ann", "Bob"):
            handed = keyboard.wait_for(f"{name} to play.")
            visible = handed.rpartition(CLEAR_ALL)[2] if CLEAR_ALL in handed else handed
            assert "Your hand" not in visible
            keyboard.type(f"{name}\n")
            screen = keyboard.wait_for("Your move:")
            assert screen.count("Your hand") == 1
            assert CLEAR_ALL in screen
            keyboard.type("1\n")  # a draw: its card is shown to whoever drew it, then hidden
            drew = keyboard.wait_for("hide your cards:")
            assert "You draw: " in drew
            keyboard.type("\n")
        keyboard.wait_for("Ann to play.")
        keyboard.type(CTRL_C)
        keyboard.finish()
    [path] = kept_records(tmp_path)
    _check_hands(keyboard.shown, table, read(path)["moves"])


def _check_hands(shown: str, table: Any, moves: list[str]) -> None:
    """Every hand that was shown is that of the person who had taken the screen, and so is every card named as drawn."""
    screens = ANSI.sub("", shown).replace("\r", "").split(" to play.")
    hands = [re.search(r"Your hand +(.*)", screen) for screen in screens]
    drawn = [re.search(r"You draw: (.*)\.", screen.rpartition("Your move:")[2]) for screen in screens]
    seen = [(hand[1].split("\n")[0], card[1]) for hand, card in zip(hands, drawn, strict=True) if hand and card]
    expected = []
    for move in moves:
        seat = table.turn
        before = table.view(seat)
        table.play(move)
        if seat in (0, 1):
            expected.append((before.hand, table.view(seat).drawn))
    from corsaires.games.korsar.telling import card_name, colour_letter, leader_name

    def on_screen(card: str) -> str:
        if card[0] == "G":
            return f"galleon {card[1:]}"
        if card == "A":
            return leader_name(card, "en")
        rank = leader_name(card, "en") if card[1] == "C" else card[1:]
        return f"{colour_letter(card[0], 'en')} {rank}"

    assert len(seen) == len(expected) == 4
    for (hand, card), (true_hand, true_card) in zip(seen, expected, strict=True):
        assert hand.replace("\u00a0", " ").split() == " ".join(map(on_screen, true_hand)).split()
        assert card == card_name(true_card, "en")


def test_partners_at_one_device_need_not_hide_from_each_other(tmp_path: Path) -> None:
    options = ("play", "korsar", "--seats", "4", "--teams", "--people", "2", "--names", "Ann,Bob", "--first", "A")
    ran = corsaires(*options, "--seed", "8", "--lang", "en", "--bots", "random", data=tmp_path, typed="1\n1\nq\n")
    assert "Pass the screen" not in ran.stdout
    assert "Bob's hand" in ran.stdout
    assert "Ann's hand" in ran.stdout


def test_several_people_need_a_screen_that_can_be_cleared(tmp_path: Path) -> None:
    options = ("play", "korsar", "--people", "2", "--seed", "8")
    for language, spoken in (("en", "several people"), ("fr", "plusieurs personnes")):
        ran = corsaires(*options, "--lang", language, data=tmp_path, typed=ALWAYS_THE_FIRST_MOVE)
        assert ran.returncode == 2
        assert ran.stdout == ""
        assert spoken in ran.stderr
    with at_terminal(*options, "--lang", "en", data=tmp_path, env={"TERM": "dumb"}) as keyboard:
        assert keyboard.finish() == 2
    assert kept_records(tmp_path) == []


def test_a_key_too_many_does_not_hand_the_screen_over(tmp_path: Path) -> None:
    """Keys pressed before a question are forgotten; other text than the next person's name is refused."""
    options = (
        "play",
        "korsar",
        "--seats",
        "2",
        "--people",
        "2",
        "--names",
        "Ann,Bob",
        "--first",
        "Ann",
        "--lang",
        "en",
    )
    with at_terminal(*options, "--seed", "8", data=tmp_path) as keyboard:
        keyboard.wait_for("press Enter:")
        keyboard.type("Bob\n")
        assert "It takes Enter, or the name of who plays next: Ann." in keyboard.wait_for("press Enter:")
        keyboard.type("ann\n")
        keyboard.wait_for("Your move:")
        keyboard.type("1\n\n\n\n1\n1\n")
        keyboard.wait_for("hide your cards:")
        keyboard.type("\n\n\n")
        shown = keyboard.wait_for("Bob, press Enter:")
        keyboard.type("\x04")
        assert keyboard.finish() == 0
    assert "Your turn, Bob" not in shown
    assert len(read(kept_records(tmp_path)[0])["moves"]) == 1


def test_an_enter_that_comes_at_once_is_a_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    from corsaires.cli.terminal import BREATH, Terminal

    typed = iter(["\n", "hello\n", "\n", "\n"])
    times = iter([0.0, BREATH / 2, 1.0, 2.0, 2.0 + BREATH / 2, 3.0, 4.0])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(typed), raising=False)
    console = Console(file=io.StringIO())
    Terminal(console, 0, clock=lambda: next(times)).hand_over("Ann:", "Ann", "no")
    assert next(typed, None) is None
    assert next(times, None) is None


# --- terminals ---


def test_no_colour_and_simple_terminals_get_plain_text(tmp_path: Path) -> None:
    options = ("play", "korsar", "--seed", "1", "--lang", "en", "--bots", "random", "--pace", "0")
    for number, env in enumerate(({"TERM": "dumb"}, {"NO_COLOR": "1"})):
        with at_terminal(*options, data=tmp_path / str(number), env=env) as keyboard:
            keyboard.wait_for("Your move:")
            keyboard.type("\x04")
            assert keyboard.finish() == 0
        codes = set(ANSI.findall(keyboard.shown))
        assert not any(re.search(r"\[(\d+;)*(3|4)[0-9]", code) for code in codes)
        if env.get("TERM") == "dumb":
            assert not codes


def test_a_pipe_gets_no_escape_codes(tmp_path: Path) -> None:
    ran = corsaires("play", "korsar", "--seed", "1", "--bots", "random", data=tmp_path, typed="1\nq\n")
    assert "\x1b" not in ran.stdout


def test_an_old_encoding_does_not_end_the_game(tmp_path: Path) -> None:
    options = ("play", "korsar", "--seed", "1", "--lang", "fr", "--bots", "random")
    ran = corsaires(*options, data=tmp_path, typed="1\nq\n", env={"PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0
    assert "A vous" in ran.stdout


@pytest.mark.parametrize("columns", [60, 80, 120, 160])
@pytest.mark.parametrize("table", [("--seats", "2"), ("--seats", "5"), ("--seats", "8", "--teams")])
def test_nothing_is_wider_than_the_screen(columns: int, table: tuple[str, ...], tmp_path: Path) -> None:
    names = ",".join(f"Bartholomé-Alexandre {letter}" for letter in "ABCDEFGH"[: int(table[1])])
    options = ("play", "korsar", *table, "--names", names, "--seed", "6", "--lang", "fr", "--bots", "random")
    ran = corsaires(*options, data=tmp_path, typed="2\n" * 12 + "q\n", env={"COLUMNS": str(columns)})
    assert ran.returncode == 0, ran.stderr
    widths = [len(line) for line in ran.stdout.splitlines() if str(tmp_path) not in line]
    assert max(widths) <= columns


# --- options ---


WRONG = [
    (("--seats", "7"), "7"),
    (("--seats", "6"), "--teams"),
    (("--seats", "3", "--teams"), "4, 6"),
    (("--seats", "four"), "2, 3, 4"),
    (("--edition", "tilsit-1066"), "lutin-ludique"),
    (("--house", "booty"), "booty=open"),
    (("--house", "boots=open"), "booty"),
    (("--house", "booty=closed"), "face_down"),
    (("--house", "partner_admiral=maybe"), "false"),
    (("--seed", "seven"), "--seed 7"),
    (("--people", "5"), "0"),
    (("--people", "-1"), "0"),
    (("--names", "Ann,Bob"), "4"),
    (("--names", "Ann,Bob,,Cy"), ""),
    (("--names", "Ann,Bob,Ann,Cy"), ""),
    (("--bots", "grandmaster"), "matelot"),
    (("--bots", "no.such:Bot"), "ModuleNotFoundError"),
    (("--bots", "matelot@soon"), "amiral@100ms"),
    (("--first", "Z"), "Inès"),
    (("--first", "B", "--teams"), "K-SET-4"),
    (("--pace", "soon"), "60"),
    (("--lang", "de"), "fr"),
    (("--colour",), "corsaires play korsar --help"),
    (("--seats",), "--seats"),
    (("--record", "/nowhere/at/all.json"), "/nowhere/at"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("options", "hint"), WRONG, ids=[" ".join(options) for options, _ in WRONG])
def test_a_wrong_option_is_one_clear_line(
    options: tuple[str, ...], hint: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from corsaires.cli.main import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        patch.setenv("CORSAIRES_COMPILED", os.environ.get("CORSAIRES_COMPILED", "1"))  # put back afterwards
        assert main(["play", "korsar", *options]) == 2
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith("corsaires: ")
    assert line.count("\n") == 1
    assert hint in line
    assert kept_records(tmp_path) == []


def test_a_record_never_replaces_a_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("mine")
    ran = corsaires("play", "korsar", "--people", "0", "--record", str(kept), "--lang", "en", data=tmp_path)
    assert ran.returncode == 2
    assert "already exists" in ran.stderr
    assert ran.stdout == ""
    assert kept.read_text() == "mine"
    assert next(free_names(kept)) == tmp_path / "kept-2.json"


def test_a_record_goes_where_it_is_asked_to(tmp_path: Path) -> None:
    wanted = tmp_path / "game.json"
    options = ("play", "korsar", "--people", "0", "--seed", "1", "--bots", "random", "--record", str(wanted))
    assert corsaires(*options, data=tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json"]
    assert api.replay(read(wanted)).over


def test_what_to_do_next_can_be_typed_as_it_stands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where nobody has put the command on the path of the shell, it has its own path."""
    wanted = tmp_path / "my game.json"
    options = ("play", "korsar", "--people", "0", "--seed", "1", "--bots", "random", "--record", str(wanted))
    said = corsaires(*options, "--lang", "en", data=tmp_path).stdout
    for command in ("record tell", "review", "record verify"):
        assert f"corsaires {command} '{wanted}'" in said
    monkeypatch.setattr(sys, "argv", [".venv/bin/corsaires"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert called() == ".venv/bin/corsaires"
    (tmp_path / "corsaires").touch(0o755)
    assert called() == "corsaires"


def test_house_rules_reach_the_record(tmp_path: Path) -> None:
    options = ("--house", "booty=open", "--house", "partner_admiral=false", "--people", "0", "--bots", "random")
    ran = corsaires("play", "korsar", *options, "--seed", "1", data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    facets = read(kept_records(tmp_path)[0])["facets"]
    assert facets["booty"] == "open"
    assert facets["partner_admiral"] is False


def test_house_rules_are_said(tmp_path: Path) -> None:
    options = ("play", "korsar", "--house", "booty=open", "--seed", "1", "--lang", "en")
    assert "House rules: booty=open" in corsaires(*options, data=tmp_path, typed="q\n").stdout


# --- help ---


def test_help_lists_editions_and_facets_from_the_data(tmp_path: Path) -> None:
    from corsaires.games.korsar.edition import VALUES, edition_ids, load_edition

    for language in LANGUAGES:
        said = corsaires("play", "korsar", "--help", "--lang", language, data=tmp_path).stdout
        for edition in edition_ids():
            assert edition in said
            assert load_edition(edition).name[language] in said
        for facet, values in VALUES.items():
            assert f"{facet}={'|'.join(str(value).lower() for value in values)}" in said
        assert "positional arguments" not in said


@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_help_names_every_bot_and_each_of_them_plays(game: str, tmp_path: Path) -> None:
    names = bot_names(game)
    assert "|".join(names) in corsaires("play", game, "--help", data=tmp_path).stdout
    for name in names:
        ran = corsaires("play", game, "--seed", "1", "--bots", name, data=tmp_path, typed="q\n")
        assert ran.returncode == 0, ran.stderr


def test_help_is_quick_and_imports_nothing_heavy(tmp_path: Path) -> None:
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert corsaires("--help", data=tmp_path).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.3  # of the processor: a busy machine must not fail it
    code = "import sys; from corsaires.cli.main import main; main(['play']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    assert "argparse" in modules
    assert not {"numpy", "numba", "rich"} & set(modules)


@pytest.mark.parametrize(
    "command", [(), ("play",), ("play", "korsar"), ("record",), ("record", "tell"), ("bench",), ("bench", "engine")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help(command: tuple[str, ...], language: str, tmp_path: Path) -> None:
    ran = corsaires(*command, "--help", "--lang", language, data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ("Utilisation" in ran.stdout) == (language == "fr")


def test_the_language_is_the_one_asked_for_or_that_of_the_locale() -> None:
    assert chosen_language(["play", "--lang", "fr"], {"LANG": "en_GB.UTF-8"}) == "fr"
    assert chosen_language(["--lang=en"], {"LANG": "fr_FR"}) == "en"
    assert chosen_language([], {"LANG": "fr_FR.UTF-8"}) == "fr"
    assert chosen_language([], {"LC_ALL": "de_DE", "LANG": "fr_FR"}) == "en"
    assert chosen_language([], {}) == "en"


def test_both_languages_have_the_same_texts() -> None:
    french, english = (tomllib.loads((TEXTS / f"{language}.toml").read_text("utf-8")) for language in LANGUAGES)
    assert french.keys() == english.keys()
    for section, texts in french.items():
        assert texts.keys() == english[section].keys()
        for key, text in texts.items():
            assert _placeholders(text) == _placeholders(english[section][key]), f"{section}.{key}"
            assert not re.search(r"(?<![\u202f/])[;»](?!\d)|(?<![\u202fA-Z\d])!|[^\u202f]:(?=\s)|« |'", text), (
                f"{section}.{key}"
            )


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
