"""Charts are data: loaded, checked, plotted and drawn."""

from __future__ import annotations

import contextlib
import itertools
import random
import re
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corsaires
from corsaires.games.les_corsaires import chart as charts
from corsaires.games.les_corsaires import chart_text, pieces, state
from corsaires.games.les_corsaires.chart import InvalidChart, chart_from_bytes, chart_ids, load_chart, read_chart
from corsaires.games.les_corsaires.chart_check import MAX_BERTHS, voyage
from corsaires.games.les_corsaires.drawing import draw_chart
from corsaires.games.les_corsaires.grid import DIRECTIONS, Point, ahead, hexagon, mirrored
from corsaires.games.les_corsaires.plotted import EVERY_MERCHANT, EVERY_SHIP, plotted, point_numbers
from corsaires.games.les_corsaires.rules import FIRST_PLACE, MAX_MOVES

PACKAGE = Path(charts.__file__).parents[2]
BUILT_IN = chart_ids()
GOOD = (Path(__file__).parent / "tried.toml").read_text("utf-8")

CHARTS = {name: load_chart(name) for name in BUILT_IN}


# --- the charts of the package ---


def test_there_are_two_charts_and_they_differ_in_everything() -> None:
    crossing, narrows = CHARTS["crossing"], CHARTS["narrows"]
    assert crossing.columns != narrows.columns
    assert crossing.rows != narrows.rows
    assert crossing.roses != narrows.roses
    assert crossing.fire != narrows.fire
    assert sorted(crossing.faces) != sorted(narrows.faces)
    assert crossing.sha256 != narrows.sha256


def test_the_roses_of_the_default_chart_are_those_of_the_rules() -> None:
    """C-WND-3."""
    for stronger, wind in enumerate(pieces.WINDS):
        assert CHARTS["crossing"].roses[wind]["merchant"] == tuple(n + stronger for n in (3, 2, 1, 0, 1, 2))
        assert CHARTS["crossing"].roses[wind]["warship"] == tuple(n + stronger for n in (4, 3, 2, 1, 2, 3))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_chart_has_ports_batteries_and_equal_voyages(name: str) -> None:
    """C-MAP-2, C-MAP-4, C-MAP-5."""
    chart = CHARTS[name]
    assert len({voyage(chart.board, letter) for letter in pieces.LETTERS}) == 1
    assert len(chart.points(charts.FREE)) == 2
    assert len(chart.points(charts.ROSE)) >= 7
    for hub in chart.batteries.values():
        assert len([point for point in hexagon(hub) if point in chart.board]) == 7
    for language in ("fr", "en"):
        assert chart.name[language]
        assert chart.about[language]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_chart_is_the_same_from_every_corner(name: str) -> None:
    chart = CHARTS[name]
    width = 2 * chart.columns - 1
    for upside, swapped in ((False, "bryg"), (True, "ygbr")):
        other = {**dict(zip("rbgy", swapped, strict=True)), **dict(zip("RBGY", swapped.upper(), strict=True))}
        for point, ground in chart.board.items():
            assert chart.board[mirrored(point, chart.rows, width, upside=upside)] == other.get(ground, ground)
        for gun, hub in chart.batteries.items():
            twin = chart.batteries[other[gun[0]] + gun[1]]
            assert mirrored(hub, chart.rows, width, upside=upside) == twin


@pytest.mark.parametrize("name", BUILT_IN)
def test_random_games_end_on_a_built_in_chart(name: str) -> None:
    for seats in (2, 3, 4):
        table = corsaires.load("les-corsaires", seats=seats, chart=name).deal(seed=seats)
        chance = random.Random(seats)
        while not table.over:
            table.play(chance.choice(table.moves()))


def test_no_size_of_a_chart_stands_in_the_code() -> None:
    """Charts are data: the numbers of the default chart's columns, rows and points are nobody's business."""
    for source in PACKAGE.rglob("*.py"):
        if "les_corsaires" not in str(source):
            continue
        code = re.sub(r'"""[\s\S]*?"""|"[^"\n]*"|\'[^\'\n]*\'|#.*', "", source.read_text("utf-8"))
        assert not re.search(r"(?<![\w.])(21|17|349)(?![\w.])", code), source


def test_an_unknown_chart_is_refused_with_those_there_are() -> None:
    with pytest.raises(corsaires.InvalidSetup, match="crossing, narrows"):
        load_chart("../charts/crossing")


def test_another_chart_is_one_new_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(CHARTS["narrows"].text, "utf-8")
    assert chart_ids(tmp_path) == ["mine"]
    assert load_chart("mine", tmp_path).board == CHARTS["narrows"].board


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_any_editor_will_do(prefix: bytes, end: bytes) -> None:
    content = prefix + GOOD.encode().replace(b"\n", end)
    assert chart_from_bytes(content, "tried", "tried.toml").board == read_chart(GOOD, "tried", "tried.toml").board
    with pytest.raises(InvalidChart) as refusal:
        chart_from_bytes(content.replace(b'rH = "c3"', b'rH = "a1"'), "tried", "tried.toml")
    assert refusal.value.line == line_of('rH = "c3"')


# --- bad charts ---


def line_of(text: str, content: str = GOOD) -> int:
    """The number of the line that holds a text."""
    return content[: content.index(text)].count("\n") + 1


def refused(content: str) -> InvalidChart:
    with pytest.raises(InvalidChart) as refusal:
        read_chart(content, "mine", "mine.toml")
    for language in ("fr", "en"):
        told = refusal.value.reason_in(language)
        assert "{" not in told
        assert "\n" not in told
        assert len(told) < 300
    return refusal.value


ROW_A = "r r r . . . . G G . . . Y Y . . . . b b b"
ROW_D = " . . . . . . . . . . . . . . . . . . . .\n. . . . . . . . . . # . . . . . . . . . ."
LAST = "y y y . . . . B B . . . R R . . . . g g g"

ROW_P = " y y . . . . . . . . . . . . . . . . g g"
SHUT_BY_LAND = " y y . . . . # # # . . . . . . . . . g g\ny y y . . . # B B # . . R R . . . . g g g"
SHUT_BY_GREEN = " y y . . . . g g g . . . . . . . . . g g\ny y y . . . g B B g . . R R . . . . g g g"
ROWS_AT_FREE_PORT = """\
 . . . . . . . . . O O . . . . . . . . .
. . . . # F . . . O O O . . . F # . . . .
 . . . . . . . . . O O . . . . . . . . ."""
BEHIND_RED = """\
 . . . . # # . . . O O . . . . . . . . .
. . . . # F r . . O O O . . . F # . . . .
 . . . . # # . . . O O . . . . . . . . ."""

FIGURES = "merchant = [3, 2, 1, 0, 1, 2]"
STRONG = """\
[rose.strong]
warship = [6, 5, 4, 3, 4, 5]
merchant = [5, 4, 3, 2, 3, 4]
"""

BAD = [
    # what is replaced, by what, the text whose line is named, the key, the reason
    # sections and keys
    ("[die]", "[dice]", "[dice]", "dice", "not a section"),
    ("[name]", 'title = "x"\n[name]', 'title = "x"', "title", "not a section"),
    ("[seaward]\nred = 3", "[seaward]\norange = 1\nred = 3", "orange", "seaward.orange", "red, blue, green, yellow"),
    ("[rose.light]\nwarship", "[rose.light]\nboat = 1\nwarship", "boat", "rose.light.boat", "warship, merchant"),
    ("[rose.light]", "[rose.calm]", "[rose.calm]", "rose.calm", "light, medium, strong"),
    (STRONG, "[rose]\nstrong = 3\n", "strong = 3", "rose.strong", "must be a section"),
    ("red = 3\n", "", "[seaward]", "seaward.red", "red = 3"),
    ('yA = "b13"\n', "", "[batteries]", "batteries.yA", 'yA = "c3"'),
    ("merchant = [4, 3, 2, 1, 2, 3]\n", "", "[rose.medium]", "rose.medium.merchant", "is missing"),
    ('faces = ["red", "red", "blue", "blue", "yellow", "yellow"]', "", "[die]", "die.faces", "is missing"),
    ("[chart]\nboard", "[chart]\nasymmetric", "[chart]", "chart.board", "is missing"),
    ('en = "The crossing"\n', "", "[name]", "name.en", "is missing"),
    # not TOML
    ("[die]", "[die", "[die", "", "not TOML"),
    ("red = 3", "red = ", "red = ", "", "not TOML"),
    ("red = 3", "red = 3\nred = 4", "red = 4", "", "not TOML"),
    ("red = 3", "red = " + "[" * 5_000, "", "", "not TOML"),
    # texts
    ('en = "The crossing"', "en = 7", "en = 7", "name.en", "text of one line"),
    ('en = "The crossing"', 'en = " "', 'en = " "', "name.en", "text of one line"),
    ('en = "The crossing"', 'en = "a\\u0007b"', 'en = "a', "name.en", "text of one line"),
    ('en = "The crossing"', f'en = "{"x" * 61}"', 'en = "xx', "name.en", "60 characters"),
    # the board
    (ROW_A, ROW_A[2:], ROW_A[2:], "chart.board", "row a has 20 points and must have 21"),
    (LAST, f"{LAST}\n" * 11, "board =", "chart.board", "3 to 26 rows, not 27"),
    (LAST, LAST[:-2], "y y y . . . . B", "chart.board", "row q has 20 points and must have 21"),
    (LAST, f" {LAST}", LAST, "chart.board", "row q must begin at the margin"),
    ("\n r r . .", "\nr r . .", "r r . . . . . .", "chart.board", "row b must begin with one space"),
    (LAST, "y  y y . . . . B B . . . R R . . . . g g g", "y  y", "chart.board", "one space between points"),
    (LAST, LAST.replace(".", "~", 1), "~", "chart.board", "'~'"),
    (LAST, LAST.replace("y y", "yy .", 1), "yy", "chart.board", "'yy'"),
    (LAST, LAST.replace(". ", "\t", 1), "\t", "chart.board", "has 20 points"),
    ('[chart]\n', "[chart]\nasymmetric = 1\n", "asymmetric", "chart.asymmetric", "true or false"),
    ('[chart]\n', '[chart]\nasymmetric = "true"\n', "asymmetric", "chart.asymmetric", "true or false"),
    # ports
    ("r r r . . . . G G", ". . . . . . . G G", "board =", "chart.board", "3 berths (r) and needs 4 to 60"),
    ("R R", ". .", "board =", "chart.board", "arrival port of the red fleet is missing"),
    (ROW_D, f" {'# ' * 20}\n{'# ' * 21}", "# F", "chart.board", "no ship can get to i6 (F), i16 (F), o2 (y), o20"),
    (f"{ROW_P}\n{LAST}", SHUT_BY_LAND, "y y y . . . # B", "chart.board", "no ship can get to q8 (B), q9 (B)"),
    (f"{ROW_P}\n{LAST}", SHUT_BY_GREEN, "y y y . . . g B", "chart.board", "the blue fleet cannot get from its home"),
    (ROWS_AT_FREE_PORT, BEHIND_RED, "# F r", "chart.board", "of the blue fleet cannot get to the free port i6"),
    ("B B . . . R R", "B B . . R R .", "board =", "chart.board", "voyages differ (r 17, b 18, g 18, y 18 points)"),
    # the seaward directions
    ("red = 3", "red = 0", "red = 0", "seaward.red", "a number from 1"),
    ("red = 3", "red = 7", "red = 7", "seaward.red", "not 7"),
    ("red = 3", "red = true", "red = true", "seaward.red", "not True"),
    ("red = 3", 'red = "3"', 'red = "3"', "seaward.red", "not '3'"),
    ("red = 3", f"red = 0x{'f' * 5_000}", "red = 0x", "seaward.red", "very large"),
    ("red = 3", "red = 1", "red = 1", "seaward.red", "two points of open sea"),
    ("red = 3", "red = 5", "red = 5", "seaward.red", "two points of open sea"),
    # batteries
    ('rH = "c3"', "rH = 3", "rH = 3", "batteries.rH", "a point like"),
    ('rH = "c3"', 'rH = "3c"', 'rH = "3c"', "batteries.rH", "a point like"),
    ('rH = "c3"', 'rH = ["c3"]', 'rH = ["c3"]', "batteries.rH", "a point like"),
    ('rH = "c3"', 'rH = "z3"', 'rH = "z3"', "batteries.rH", "z3 is not a point of this board"),
    ('rH = "c3"', 'rH = "b21"', 'rH = "b21"', "batteries.rH", "b21 is not a point of this board"),
    ('rH = "c3"', 'rH = "a3"', 'rH = "a3"', "batteries.rH", "5 points, and a battery covers 7"),
    ('rH = "c3"', 'rH = "b1"', 'rH = "b1"', "batteries.rH", "7"),
    ('rH = "c3"', 'rH = "c1"', 'rH = "c1"', "batteries.rH", "4 points, and a battery covers 7"),
    ('gA = "b8"', 'gA = "b13"', 'gA = "b13"', "batteries.gA", "5 steps from the nearest G"),
    # roses
    (FIGURES, "merchant = [3, 2, 1, 0, 1]", "1, 0, 1]", "rose.light.merchant", "has 5 figures"),
    (FIGURES, "merchant = 3", "merchant = 3", "rose.light.merchant", "six figures"),
    (FIGURES, "merchant = [3, 2, 1, 0, 1, -1]", "-1]", "rose.light.merchant", "0 to 12, not -1"),
    (FIGURES, "merchant = [13, 2, 1, 0, 1, 2]", "13,", "rose.light.merchant", "not 13"),
    (FIGURES, "merchant = [3.0, 2, 1, 0, 1, 2]", "3.0", "rose.light.merchant", "whole number"),
    (FIGURES, "merchant = [true, 2, 1, 0, 1, 2]", "[true", "rose.light.merchant", "not True"),
    # shots
    ('yellow = ["d"]', "yellow = []", "yellow = []", "fire.yellow", "1 to 8 shots"),
    ('yellow = ["d"]', 'yellow = "d"', 'yellow = "d"', "fire.yellow", "1 to 8 shots"),
    ('yellow = ["d"]', f"yellow = {['d'] * 9}", "yellow = ['d'", "fire.yellow", "1 to 8 shots"),
    ('yellow = ["d"]', 'yellow = ["x"]', 'yellow = ["x"]', "fire.yellow", "not 'x'"),
    ('yellow = ["d"]', 'yellow = [""]', 'yellow = [""]', "fire.yellow", "1 to 6 steps"),
    ('yellow = ["d"]', 'yellow = ["ddddddd"]', 'yellow = ["dd', "fire.yellow", "1 to 6 steps"),
    ('yellow = ["d"]', "yellow = [1]", "yellow = [1]", "fire.yellow", "not 1"),
    # the die
    ('faces = ["red", ', "faces = [", "faces", "die.faces", "must be six faces"),
    ('faces = ["red", ', 'faces = ["green", ', "faces", "die.faces", "not 'green'"),
    ('faces = ["red", ', "faces = [1, ", "faces", "die.faces", "not 1"),
    ('faces = ["red", ', 'faces = [["red"], ', "faces", "die.faces", "one of yellow, blue, red"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "where", "key", "reason"), BAD, ids=itertools.count())
def test_a_bad_chart_is_refused_with_file_line_key_and_reason(
    old: str, new: str, where: str, key: str, reason: str
) -> None:
    assert old in GOOD
    content = GOOD.replace(old, new, 1)
    error = refused(content)
    assert reason in error.reason
    assert error.key == f"mine.toml, line {error.line}{key and f': {key}'}"
    assert error.place == key
    if where:
        assert error.line == line_of(where, content)


def test_a_board_may_be_written_in_other_ways_and_its_rows_are_still_found() -> None:
    broken = LAST.replace("R", "?", 1)
    content = GOOD.replace(LAST, broken)
    on_the_first_line = content.replace('board = """\n', 'board = """')
    for text in (content, on_the_first_line):
        assert refused(text).line == line_of(broken, text)
    flat = re.sub(r'"""([\s\S]*?)"""', lambda found: '"' + found[1].strip("\n").replace("\n", "\\n") + '"', content)
    assert refused(flat).line == line_of("board =", flat)


def test_a_board_is_text() -> None:
    for wrong in ("7", '["r r r", "b b b"]', "true"):
        error = refused(re.sub(r'"""[\s\S]*?"""', wrong, GOOD))
        assert (error.problem, error.line) == ("board_type", line_of("board ="))


def test_keys_may_be_dotted_quoted_or_inline() -> None:
    dotted = GOOD.replace("[seaward]", "").replace("[name]", "seaward.red = 9\n[name]", 1)
    dotted = dotted.replace("red = 3\nblue = 4\ngreen = 6\nyellow = 1\n", "")
    dotted = dotted.replace(
        "seaward.red = 9", 'seaward.blue = 4\nseaward.green = 6\nseaward.yellow = 1\n"seaward".red = 9'
    )
    assert refused(dotted).line == line_of('"seaward".red', dotted)
    inline = GOOD.replace("[seaward]\nred = 3\nblue = 4\ngreen = 6\nyellow = 1\n", "")
    inline = "seaward = {red = 3, blue = 4, green = 6, yellow = 0}\n" + inline
    error = refused(inline)
    assert (error.line, error.place) == (1, "seaward.yellow")


def test_a_whole_section_that_is_missing_is_asked_for_at_the_end() -> None:
    content = GOOD[: GOOD.index("[die]")]
    error = refused(content)
    assert error.place == "die.faces"
    assert error.line == len(content.rstrip().split("\n"))
    assert "under [die]" in error.reason


def test_what_is_not_a_chart_file_at_all_is_refused() -> None:
    for content, line, problem in (
        (b"", 1, "missing"),
        (b"\n\xff", 2, "not_utf8"),
        (GOOD.encode("utf-16"), 1, "not_utf8"),
        (b"#\n" * 40_000, 32_769, "too_long"),
        (b"\x00", 1, "not_toml"),
        (b"[" * 65_000, 1, "not_toml"),
        (b"a." * 32_000, 1, "not_toml"),
        (b"a." * 32_000 + b"a = 1", 1, "not_toml"),
        (b"[" + b"a." * 32_000 + b"a]", 1, "not_toml"),
        (b'# """\n"" = """\n""", \'"\' = {' + b'a."=".' * 10_000 + b"a = 1}", 3, "not_toml"),
        (b"a = " + b"9" * 60_000, 1, "not_toml"),
    ):
        with pytest.raises(InvalidChart) as refusal:
            chart_from_bytes(content, "mine", "mine.toml")
        assert (refusal.value.line, refusal.value.problem) == (line, problem)
        assert len(str(refusal.value)) < 300


def board_of(columns: int, rows: int) -> str:
    sea = "\n".join(" " * (row % 2) + " ".join("." * (columns - row % 2)) for row in range(rows))
    return re.sub(r'"""[\s\S]*?"""', f'"""\n{sea}\n"""', GOOD)


@pytest.mark.parametrize(
    ("columns", "rows", "reason"),
    [
        (2, 3, "rows of 3 to 40 points, not 2"),
        (41, 3, "not 41"),
        (3, 2, "3 to 26 rows, not 2"),
        (3, 27, "not 27"),
        (40, 21, "799 is the most"),
        (3, 3, "0 berths (r)"),
        (30, 26, "0 berths (r)"),
    ],
)
def test_a_board_has_a_size_that_can_be_played(columns: int, rows: int, reason: str) -> None:
    error = refused(board_of(columns, rows))
    assert reason in error.reason
    assert error.line == line_of("board =")


def test_voyages_may_differ_if_the_chart_says_so() -> None:
    moved = GOOD.replace("B B . . . R R", "B B . . R R .")
    assert refused(moved).problem == "voyages"
    chart = read_chart(moved.replace("[chart]", "[chart]\nasymmetric = true"), "mine", "mine.toml")
    assert [voyage(chart.board, letter) for letter in "rbgy"] == [17, 18, 18, 18]
    assert refused(moved.replace("[chart]", "[chart]\nasymmetric = false")).problem == "voyages"


@pytest.mark.parametrize("free_ports", [0, 1, 5])
def test_there_may_be_any_number_of_free_ports(free_ports: int) -> None:
    content = GOOD.replace("F", ".").replace(LAST, LAST.replace(".", "F", free_ports))
    assert len(read_chart(content, "mine", "mine.toml").points(charts.FREE)) == free_ports


def test_every_placement_fits_in_the_list_of_moves() -> None:
    """Two fleets of a player at most."""
    assert 2 * pieces.FLEET_SIZE * MAX_BERTHS < MAX_MOVES
    assert FIRST_PLACE > 0


def test_every_problem_is_told_in_both_languages_with_the_same_values() -> None:
    problems = tomllib.loads(chart_text.PROBLEMS.read_text("utf-8"))
    words = problems.pop("words")
    for problem, told in (problems | words).items():
        assert list(told) == ["en", "fr"], problem
        assert len({tuple(sorted(set(re.findall(r"{(\w+)}", text)))) for text in told.values()}) == 1, problem
        assert not re.search(r" [:;!?»]|« ", told["fr"]), problem
    sources = "".join(
        (Path(charts.__file__).parent / f"chart{part}.py").read_text() for part in ("", "_text", "_check")
    )
    for problem in problems:
        assert f'"{problem}"' in sources or problem.startswith("spaces_"), problem


lines = st.sampled_from([line for line in GOOD.splitlines() if line])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_chart_with_anything_wrong_is_refused_and_never_trips(data: st.DataObject) -> None:
    """Lines lost, doubled, swapped or changed."""
    content = GOOD.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        changed = data.draw(st.one_of(st.just(""), lines, st.text("rbgyRBGY#OF. =[]{}\"'0123456789-d,\t", max_size=45)))
        content[at] = changed
    with contextlib.suppress(InvalidChart):
        plotted(read_chart("\n".join(content), "mine", "mine.toml"))


# --- the record that the rules read ---


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_plotted_record_is_the_chart_point_by_point(name: str) -> None:
    chart = CHARTS[name]
    [record] = plotted(chart)
    numbers = point_numbers(chart)
    assert record["points"] == len(chart.board) == max(numbers.values())
    open_to = {charts.SEA: EVERY_SHIP, charts.FREE: EVERY_MERCHANT, charts.LAND: 0, charts.ROSE: 0}
    ground = {charts.SEA: state.SEA, charts.FREE: state.FREE_PORT, charts.LAND: state.LAND, charts.ROSE: state.LAND}
    for fleet, letter in enumerate(pieces.LETTERS):
        ground |= {letter: state.HOME + fleet, letter.upper(): state.ARRIVAL + fleet}
        open_to |= {letter: 0b11 << 2 * fleet, letter.upper(): 0b10 << 2 * fleet}
    for point, number in numbers.items():
        assert Point(record["row"][number], record["x"][number]) == point
        assert record["at"][point.row + state.PAD, point.x + 2 * state.PAD] == number
        assert record["ground"][number] == ground[chart.board[point]]
        assert record["open_to"][number] == open_to[chart.board[point]]
        around = [numbers.get(ahead(point, direction), state.OFF_BOARD) for direction in DIRECTIONS]
        assert list(record["next"][number]) == [state.OFF_BOARD, *around]
    assert np.count_nonzero(record["at"]) == len(chart.board)
    assert not record["next"][0].any()
    assert record["open_to"][0] == 0


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_plotted_record_has_the_chart_s_figures(name: str) -> None:
    chart = CHARTS[name]
    [record] = plotted(chart)
    numbers = point_numbers(chart)
    assert [chart.faces[n] for n in range(6)] == [charts.COLOURS[face] for face in record["faces"]]
    assert list(record["hub"]) == [numbers[chart.batteries[gun]] for gun in pieces.BATTERIES]
    assert list(record["seaward"]) == [chart.seaward[fleet] for fleet in pieces.FLEETS]
    for wind, roses in enumerate(chart.roses.values()):
        assert record["figure"][wind].tolist() == [list(roses["warship"]), list(roses["merchant"])]
    for colour, shots in enumerate(chart.fire[colour] for colour in charts.COLOURS):
        assert record["shots"][colour] == len(shots)
        assert record["thrown"][colour] == (charts.COLOURS[colour] in chart.faces)
        for bow in DIRECTIONS:
            fallen = [charts.shot_point(Point(10, 10), bow, shot) for shot in shots]
            there = zip(record["shot_row"][colour, bow], record["shot_x"][colour, bow], strict=True)
            assert [Point(10 + row, 10 + x) for row, x in there][: len(shots)] == fallen


def test_a_red_shot_falls_three_ahead_and_beside() -> None:
    """C-GUN-2, bow to the east."""
    fallen = [charts.shot_point(Point(4, 4), 2, shot) for shot in CHARTS["crossing"].fire["red"]]
    assert fallen == [Point(4, 10), Point(3, 9), Point(5, 9)]


# --- the drawing ---

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_drawing_shows_the_whole_chart(name: str, language: str) -> None:
    chart = CHARTS[name]
    drawn = draw_chart(chart, language)
    root = ET.fromstring(drawn)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert root.findtext(f"{SVG}title") == chart.name[language]
    assert chart.name[language] in texts
    for letter in [*pieces.LETTERS, *pieces.LETTERS.upper()]:
        key = letter in pieces.LETTERS  # it stands once more, in the key
        rows = 2 * ("a" <= letter < chr(ord("a") + chart.rows))  # the frame's letters are the same letters
        assert texts.count(letter) == len(chart.points(letter)) + key + rows
    for column in range(7, chart.columns + 1):
        assert texts.count(str(column)) == 2
    for direction in DIRECTIONS:
        assert texts.count(str(direction)) == 3
    for gun in pieces.BATTERIES:
        assert gun in texts


def test_a_drawing_is_light_and_needs_nothing_from_elsewhere() -> None:
    for chart in CHARTS.values():
        drawn = draw_chart(chart)
        assert len(drawn) < 130_000
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script|<image|@import|@font-face|href", drawn)
        assert draw_chart(chart) == drawn


def test_what_a_chart_says_cannot_break_its_drawing() -> None:
    content = GOOD.replace("The crossing", "<b>&amp; ]]></b>")
    root = ET.fromstring(draw_chart(read_chart(content, "mine", "mine.toml"), "en"))
    assert root.findtext(f"{SVG}title") == "<b>&amp; ]]></b>"


@pytest.mark.parametrize("without", ["O", "O F", "O F #"])
def test_a_chart_without_islands_is_drawn_too(without: str) -> None:
    """The compass then stands below the board."""
    rows = GOOD
    for letter in without.split():
        rows = re.sub(r'"""[\s\S]*?"""', lambda found, letter=letter: found[0].replace(letter, "."), rows)  # type: ignore[misc]
    drawn = draw_chart(read_chart(rows, "mine", "mine.toml"), "en")
    assert "The six directions" in drawn
    ET.fromstring(drawn)
