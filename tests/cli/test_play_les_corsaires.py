"""Whole games of Les Corsaires in a terminal, as a person plays them."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import corsaires as api
from corsaires.cli.language import LANGUAGES, Words
from corsaires.cli.les_corsaires.board import ARROWS
from corsaires.cli.les_corsaires.face import LesCorsairesFace, face
from corsaires.games.les_corsaires.chart import load_chart, read_chart
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.table import Table
from tests.cli.terminals import ALWAYS_THE_FIRST_MOVE, at_terminal, corsaires, kept_records, read

PLAY = ("play", "les-corsaires")
NAMES = ("Ann", "Bob", "Cy", "Dee")
TRIED = read_chart(
    (Path(__file__).parents[1] / "les_corsaires" / "tried.toml").read_text("utf-8"), "tried", "tried.toml"
)


# --- whole games ---


@pytest.mark.parametrize(
    ("language", "table", "spoken"),
    [
        ("fr", ("--seats", "4"), "Fin de la partie"),
        ("en", ("--seats", "2"), "The game is over"),
        ("en", ("--seats", "3", "--equal-fleets"), "The game is over"),
        ("fr", ("--seats", "2", "--variant", "very-young"), "Fin de la partie"),
        ("en", ("--seats", "4", "--variant", "experienced"), "The game is over"),
    ],
)
def test_a_person_plays_a_whole_game_against_bots(
    language: str, table: tuple[str, ...], spoken: str, tmp_path: Path
) -> None:
    ran = corsaires(*PLAY, *table, "--seed", "3", "--lang", language, data=tmp_path, typed=ALWAYS_THE_FIRST_MOVE)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert spoken in ran.stdout
    [path] = kept_records(tmp_path, "les-corsaires")
    assert str(path) in ran.stdout
    replayed = api.replay(read(path))
    assert replayed.over


def test_everybody_at_one_device_needs_no_hiding(tmp_path: Path) -> None:
    options = ("--seats", "2", "--people", "2", "--names", "Ann,Bob", "--lang", "en", "--seed", "3")
    ran = corsaires(*PLAY, *options, data=tmp_path, typed="1\n" * 60 + "q\n")
    assert ran.returncode == 0, ran.stderr
    assert "Pass the screen" not in ran.stdout
    assert "Your turn, Ann (red and blue)" in ran.stdout
    assert "Your turn, Bob (green and yellow)" in ran.stdout


def test_bots_alone_just_tell_the_game_and_the_same_seed_the_same_game(tmp_path: Path) -> None:
    options = ("--people", "0", "--seats", "2", "--seed", "3", "--lang", "fr")
    for data in ("1", "2"):
        ran = corsaires(*PLAY, *options, data=tmp_path / data)
        assert ran.returncode == 0, ran.stderr
    moves = [read(path)["moves"] for data in ("1", "2") for path in kept_records(tmp_path / data, "les-corsaires")]
    assert moves[0] == moves[1]
    [path] = kept_records(tmp_path / "1", "les-corsaires")
    told = corsaires("record", "tell", str(path), "--lang", "en", data=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "The game is over" in told.stdout


# --- placing ---


def test_all_ships_can_be_placed_at_once(tmp_path: Path) -> None:
    ran = corsaires(*PLAY, "--seats", "2", "--seed", "3", "--lang", "en", data=tmp_path, typed="1\n")
    placed = [move for move in read(kept_records(tmp_path, "les-corsaires")[0])["moves"] if move[0] in "rb"]
    assert len(placed) == 8
    assert len({move.partition("@")[2] for move in placed}) == 8
    assert "place all the ships that are left" in ran.stdout


def test_or_one_by_one_the_next_by_number_any_other_by_name(tmp_path: Path) -> None:
    typed = "rM2@a1\n2\nRG2@A1\nrG2@d5\n1\n"
    ran = corsaires(*PLAY, "--seed", "3", "--lang", "en", data=tmp_path, typed=typed)
    placed = [move for move in read(kept_records(tmp_path, "les-corsaires")[0])["moves"] if move[0] == "r"]
    assert placed[0] == "rM2@a1"
    assert placed[1].startswith("rG1@")
    assert len(placed) == 4
    assert "There is already a ship at a1. (C-MAP-1)" in ran.stdout
    assert "Red warship 2 is placed in its home port. (C-FLT-3)" in ran.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_players_are_told_that_two_fleets_are_an_advantage(language: str, tmp_path: Path) -> None:
    plain = corsaires(*PLAY, "--seats", "3", "--lang", language, "--seed", "1", data=tmp_path / "1", typed="q\n")
    equal = corsaires(
        *PLAY, "--seats", "3", "--equal-fleets", "--lang", language, "--seed", "1", data=tmp_path / "2", typed="q\n"
    )
    assert "--equal-fleets" in plain.stdout
    assert "C-FLT-2" in plain.stdout
    assert "C-FLT-2" not in equal.stdout


# --- what can be typed ---


def test_refusals_rules_and_help(tmp_path: Path) -> None:
    typed = "end\n?\n? c-mov-4\n? C-END\n? C-NONE-1\n?\n999\nhello\nbM1@a20\nh\n1\nh\nm\nq\n"
    for language in LANGUAGES:
        ran = corsaires(*PLAY, "--seed", "4", "--lang", language, data=tmp_path / language, typed=typed)
        assert ran.returncode == 0, ran.stderr
        assert re.search(r"\(C-FLT-4\)", ran.stdout)
        assert re.search(r"^C-FLT-4  \w", ran.stdout, re.MULTILINE)
        assert re.search(r"^C-MOV-4  \w", ran.stdout, re.MULTILINE)
        assert len(re.findall(r"^C-END-\d  \w", ran.stdout, re.MULTILINE)) == 6
        assert re.search(r"\(C-FLT-2\)", ran.stdout)
        assert "hello" in ran.stdout
        assert "rM1:4" in ran.stdout
    assert "This ship is not yours: blue merchant 1." in ran.stdout


def a_face(language: str, seats: int = 4, **choices: Any) -> LesCorsairesFace:
    game = LesCorsaires.load(seats=seats, chart=TRIED, **choices)
    return face(game, NAMES[:seats], Words(language))


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("rM1:4", "rM1:4"),
        ("RM1:4", "rM1:4"),
        ("rm1 : 4", "rM1:4"),
        ("vM2:1", "gM2:1"),
        ("GG1!", "gG1!"),
        ("jg1!vm2", "yG1!gM2"),
        ("RH!", "rH!"),
        ("va!", "gA!"),
        ("rM1@A2", "rM1@a2"),
        ("Keep", "keep"),
        ("vent", "wind"),
        ("garder", "keep"),
        ("fin", "end"),
        ("dé", "die"),
        ("nothing", "nothing"),
    ],
)
def test_a_move_may_be_typed_as_it_is_shown(typed: str, move: str) -> None:
    assert a_face("fr").understood(typed) == move


# --- the screen ---


def drawn(shown: LesCorsairesFace, table: Table, width: int, height: int = 40, *, terminal: bool = True) -> str:
    """What the seat on turn sees, without colours."""
    console = Console(
        file=io.StringIO(), width=width, height=height, force_terminal=terminal, no_color=True, color_system=None,
        highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    assert table.turn is not None
    view = table.view(table.turn)
    shown.draw(console, view, shown.story(view.open.story, table.turn, {}, max(0, len(view.open.story) - 8)))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


POSITION = (
    "phase:{phase} turn:0 wind:B3 die:- to_move:{to_move} guns:rG1,rH,rA opening:0 throws:- idle:3 progress:0 "
    "arrived:1 scores:0,0,90,0 out:- ships:rG1=o17/5,rG2=sunk,rM1=g6/3,rM2=p14/3,bG1=o15/5,bG2=b19/4,bM1=l8/4,"
    "bM2=sunk,gG1=d11/5,gG2=sunk,gM1=arrived,gM2=g14/5,yG1=o14/2,yG2=d9/1,yM1=e14/1,yM2=removed"
)


def sailing(language: str) -> tuple[LesCorsairesFace, Table]:
    shown = a_face(language)
    return shown, shown.game.set_up(POSITION.format(phase="sailing", to_move="rG1,rM1"))


def test_the_board_shows_every_ship_port_and_the_wind() -> None:
    shown, table = sailing("fr")
    screen = drawn(shown, table, 100)
    for tag in ("RG1←", "RM1↘", "RM2↘", "BG1←", "BG2↙", "BM1↙", "VG1←", "VM2←", "JG1→", "JG2↗", "JM1↗"):
        assert screen.count(tag) == 1
    lines = screen.splitlines()
    rows = [line for line in lines if re.match(r"[a-q] ", line)]
    assert len(rows) == 17
    assert sum(line.count("⌂R") for line in rows) == 6
    assert sum(line.count("◎J") for line in rows) == 2
    assert sum(line.count("◇") for line in rows) == 2
    assert "Vent moyen" in screen
    assert "▒↘3▒" in screen
    assert "R•G1 × •M1 M2" in screen
    assert "V G1 ×  ✓  M2" in screen
    assert "J G1 G2 M1 –" in screen
    assert "encore 2 navires" in screen.replace("\u202f", " ")
    # the rose: with the medium wind G 5 and M 4, against it G 2 and M 1
    assert re.search(r"G5\b", screen)
    assert re.search(r"M1\b", screen)


def test_courses_are_words_where_there_is_room_and_a_table_where_not() -> None:
    shown, table = sailing("en")
    words = drawn(shown, table, 100, 44)
    assert "red warship 1, o17, bow 5 ←" in words
    assert "course 3, sail 4 to k8" in words
    assert "course 5, sail" not in words  # barred: another course uses more of the figure
    small = drawn(shown, table, 80, 30)
    assert "course 3" not in small
    assert "× BG1" in small
    assert "m: in words" in small
    pipe = drawn(shown, table, 80, 30, terminal=False)
    assert "course 3, sail 4 to k8" in pipe
    numbered = shown.moves(table.view(0))
    assert numbered == table.moves()


def test_a_shot_says_what_each_colour_would_sink() -> None:
    shown = a_face("en")
    table = shown.game.set_up(POSITION.format(phase="firing", to_move="-"))
    screen = drawn(shown, table, 100)
    assert re.search(r"blue +2/6  sinks blue warship 1\n", screen)
    assert "The red arrival battery" in screen
    assert "▲ sinks yellow warship 1 and your own red merchant 2" in screen
    assert "end without firing" in screen


def test_the_very_young_name_their_target() -> None:
    shown = a_face("fr", variant="very-young")
    position = POSITION.format(phase="firing", to_move="-").replace("wind:B3 die:-", "wind:- die:6")
    screen = drawn(shown, shown.game.set_up(position), 100).replace("\u202f", " ")
    assert "tirer sur le navire de guerre bleu 1 : un 6 le coule" in screen
    assert "Le dé" in screen


def test_a_homeward_merchant_is_marked() -> None:
    shown = a_face("en", variant="experienced")
    table = shown.game.set_up(POSITION.format(phase="sailing", to_move="rG1").replace("rM2=p14/3", "rM2=b3/6*"))
    assert "R•G1 ×  M1↩M2" in drawn(shown, table, 100)


@pytest.mark.parametrize("width", [40, 60, 70, 80, 100, 120, 160])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wider_than_the_screen(width: int, seats: int, language: str) -> None:
    shown = face(LesCorsaires.load(seats=seats), [f"Bartholomé-Alexandre {n}" for n in range(seats)], Words(language))
    table = shown.game.deal(seed=1)
    phases: set[str] = set()
    while len(phases) < 5 and len(table.history) < 150:
        assert table.turn is not None
        phase = table.view(None).open.phase
        if phase not in phases or phase == "firing":
            screen = drawn(shown, table, width)
            assert max(map(len, screen.splitlines())) <= width
        phases.add(phase)
        table.play(table.moves()[0])
    assert phases >= {"placing", "starting", "wind", "sailing"}


def test_a_screen_of_100_by_40_holds_four_ships_in_words() -> None:
    shown = a_face("fr")
    ships = "rG1=o17/5,rG2=k3/2,rM1=g6/3,rM2=p14/3"
    position = POSITION.format(phase="sailing", to_move="rG1,rG2,rM1,rM2")
    table = shown.game.set_up(position.replace("rG1=o17/5,rG2=sunk,rM1=g6/3,rM2=p14/3", ships))
    screen = drawn(shown, table, 100)
    assert "cap 3, avancer de 4" in screen
    assert len(screen.splitlines()) + 1 <= 40


def test_a_pipe_gets_no_escape_codes_and_an_old_encoding_does_not_end_the_game(tmp_path: Path) -> None:
    ran = corsaires(*PLAY, "--seed", "1", "--lang", "fr", data=tmp_path / "1", typed="1\nq\n")
    assert "\x1b" not in ran.stdout
    old = {"PYTHONIOENCODING": "ascii"}
    ran = corsaires(*PLAY, "--seed", "1", "--lang", "fr", data=tmp_path / "2", typed="1\nq\n", env=old)
    assert ran.returncode == 0, ran.stderr
    assert "A vous" in ran.stdout
    assert "####" in ran.stdout


def test_at_a_terminal(tmp_path: Path) -> None:
    with at_terminal(*PLAY, "--seed", "3", "--lang", "en", "--pace", "0", data=tmp_path) as keyboard:
        keyboard.wait_for("Your move:")
        keyboard.type("1\n")
        screen = keyboard.wait_for("Your move:")
        keyboard.type("q\n")
        keyboard.wait_for("Leave")
        keyboard.type("y\n")
        assert keyboard.finish() == 0
    assert "throw the die for the start" in screen
    assert "Traceback" not in keyboard.shown


# --- options ---

WRONG = [
    (("--seats", "5"), "2, 3"),
    (("--seats", "x"), "2, 3"),
    (("--equal-fleets",), "--seats 3"),
    (("--variant", "old"), "very-young"),
    (("--chart", "atlantis"), "crossing"),
    (("--chart", "{bad}"), "bad.toml"),
    (("--chart", "{here}"), ""),
    (("--chart", "-"), "crossing"),
    (("--first", "1"), "C-FLT-4"),
    (("--teams",), "--teams"),
    (("--people", "9"), "0"),
    (("--bots", "grandmaster"), "matelot"),
    (("--chart",), "--chart"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("options", "hint"), WRONG, ids=[" ".join(options) for options, _ in WRONG])
def test_a_wrong_option_is_one_clear_line(
    options: tuple[str, ...], hint: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from corsaires.cli.main import main

    bad = tmp_path / "bad.toml"
    bad.write_text(TRIED.text.replace(" . . . # F", " . . # F", 1), "utf-8")
    given = [option.format(bad=bad, here=tmp_path) for option in options]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        patch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert main([*PLAY, *given]) == 2
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith("corsaires: ")
    assert line.count("\n") == 1
    assert hint in line
    assert kept_records(tmp_path, "les-corsaires") == []


def test_a_chart_of_ones_own(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(load_chart("narrows").text.replace(load_chart("narrows").name["en"], "My own sea"), "utf-8")
    options = ("--chart", str(mine), "--lang", "en", "--seed", "1")
    ran = corsaires(*PLAY, *options, data=tmp_path, typed="1\nq\n")
    assert ran.returncode == 0, ran.stderr
    assert "My own sea" in ran.stdout
    [path] = kept_records(tmp_path, "les-corsaires")
    assert "My own sea" in read(path)["chart"]["toml"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_the_options_of_this_game_and_no_first(language: str, tmp_path: Path) -> None:
    ran = corsaires(*PLAY, "--help", "--lang", language, data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    for option in ("--chart", "--variant", "--equal-fleets", "--seats"):
        assert option in ran.stdout
    assert "--first" not in ran.stdout


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("width", "warship", "merchant"), [(120, "RG1↘", "RM1"), (100, "RG1↘", "RM1"), (80, "1R↘", "1r"), (50, "1R", "1r")]
)
def test_help_speaks_of_the_board_that_is_shown(
    width: int, warship: str, merchant: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    shown, table = sailing(language)
    [ships] = [line for line in shown.help().splitlines() if f" {warship} " in line]
    assert re.search(rf"; {merchant}\b", ships)
    assert ("↘" in ships) == ("↘" in warship)
    tag, bow = warship.rstrip("↘"), f"[{''.join(ARROWS.values())}]" if "↘" in warship else ""
    assert re.search(f"^[a-z] .*{tag}{bow}", drawn(shown, table, width), re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_sets_codes_apart_and_tells_the_signs_and_how_to_list_the_rules(language: str) -> None:
    said = a_face(language).help().replace("\u202f", " ")
    for code in ("rM1@a2", "wind", "keep", "rM1:4", "rG1!", "rH! rA!", "end"):
        assert re.search(rf"^  {re.escape(code)}(, \w+)?  +\w", said, re.MULTILINE)
    first = Words(language)("les_corsaires.place_1")
    for sign in ("R•G1", "×", "✓", "↩", "–", f"{first} +40", "? C ", "? C-MOV ", "? C-MOV-4 "):
        assert sign in said


def test_a_narrow_board_never_calls_a_green_ship_like_a_class() -> None:
    shown, table = sailing("en")
    screen = drawn(shown, table, 80)
    for tag in ("1G←", "2g←", "1R←", "1r↘"):
        assert screen.count(tag) == 1
    assert "1R warship · 1r merchant" in screen
    assert "G1←" not in screen
