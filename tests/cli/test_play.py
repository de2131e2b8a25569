"""Whole games in a terminal, as a person plays them."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import corsaires as api
from corsaires.cli.language import LANGUAGES, Words
from corsaires.cli.play import HINT
from tests.cli.terminals import (
    ALWAYS_THE_FIRST_MOVE,
    ANSI,
    at_terminal,
    corsaires,
    kept_records,
    read,
)

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_name_the_hint_and_fit_80_columns(language: str) -> None:
    words = Words(language)
    for key in ("play.keys", "korsar.keys_short"):
        assert any(word in words(key).split() for word in HINT)
        assert cell_len(words(key)) <= 80


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
