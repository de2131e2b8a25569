"""The report and the tables of the terminal: whole pages, in both languages, whatever was played."""

from __future__ import annotations

import re
import string
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from corsaires.arena.pictures import Scale, log_scale, scale, whole_scale
from corsaires.arena.report import report, write_report
from corsaires.arena.statistics import ladder
from corsaires.arena.terminal import NAME, shortened, show
from corsaires.arena.words import Words, texts
from tests.arena.played import Fleet, played, table

WRONG_FRENCH = re.compile(r"(?<!\u202f)[:;?»%]|«(?!\u202f)|'|!|\.\.\.")
WRONG_ENGLISH = re.compile(r"[\u00a0\u202f’«»!]|\s[:;?%]|\.\.\.")
VOID = {"meta", "wbr", "col", "br"}

LONG = "ma_flotte.robots:Corsaire@20000"
FIVE = Fleet(
    {"amiral@20000": 250, "capitaine@20ms": 120, LONG: 60, "matelot": 0, "mousse": -150},
    milliseconds={"amiral@20000": 104, "matelot": 0.2},
    faults={LONG: "IllegalMove: R3 on 6 <K-PLAY-4>"},
    luck=0.6,
)
TWO = Fleet({"amiral": 100, "matelot": 0})


class Page(HTMLParser):
    """A page read strictly: every element closed in its order; its text and its addresses kept."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.said: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        assert tag not in ("script", "img", "link", "iframe", "object")
        for name, value in attrs:
            assert not name.startswith("on")
            if name in ("href", "src", "action", "xlink:href"):
                self.addresses.append(value or "")
            if name == "id":
                self.ids.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.said).split())


def spaced(text: str) -> str:
    """With ordinary spaces, as one writes a test."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def crashed_only() -> pa.Table:
    rows = played(TWO, 3).to_pylist()
    said = {"fault_side": 0, "scores": [], "plies": 0}
    return table([{**row, **said, "fault": f"{row['bots'][0]} at ply {row['deal']}: crashed"} for row in rows])


def never_moved() -> pa.Table:
    nothing = {"moves": [0, 0], "cpu_seconds": [0.0, 0.0], "slowest_seconds": [0.0, 0.0], "scores": [0, 0], "plies": 0}
    return table([{**row, **nothing} for row in played(TWO, 3).to_pylist()])


TABLES = {
    "nothing": table([]),
    "one game": played(TWO, 1).slice(0, 1),
    "one deal": played(TWO, 1),
    "one pairing": played(TWO, 30),
    "won everything": played(Fleet({"amiral": 9000, "matelot": 0}), 30),
    "lone against itself": table([{**row, "others": row["lone"]} for row in played(TWO, 5).to_pylist()]),
    "only faults": crashed_only(),
    "nobody moved": never_moved(),
    "five bots": played(FIVE, 30),
    "four seats": played(FIVE, 5, "korsar 4"),
    "several setups": pa.concat_tables(
        [played(FIVE, 5), played(TWO, 5, "korsar 4 teams"), played(TWO, 5, "les-corsaires 3 narrows")]
    ),
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", list(TABLES))
def test_a_whole_page_that_needs_nothing_else(name: str, language: str) -> None:
    text = report(TABLES[name], Words(language))
    page = Page(text)
    assert "://" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert all(address.removeprefix("#") in page.ids and address.startswith("#") for address in page.addresses)
    assert not re.search(r"\b(nan|inf|None)\b", page.text)
    assert f'<html lang="{language}">' in text


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", list(TABLES))
def test_the_terminal_shows_every_table(name: str, language: str) -> None:
    console = Console(file=StringIO(), width=80)
    show(TABLES[name], console, language)
    assert isinstance(console.file, StringIO)
    said = console.file.getvalue()
    assert said.strip()
    ladders = {rating.setup for rating in ladder(TABLES[name])}  # each says what its figures are
    about = Words(language).about_ladder("matelot")
    assert " ".join(said.split()).count(" ".join(about.split())) == len(ladders)
    if name in ("five bots", "four seats"):
        assert Words(language)("pairings.faults") in said  # nothing is cut off at 80 columns
    assert not re.search(r"\b(nan|inf|None)\b", said)


def test_the_file_is_written(tmp_path: Path) -> None:
    path = tmp_path / "rapport.html"
    write_report(TABLES["one pairing"], path, "fr")
    assert path.read_text("utf-8") == report(TABLES["one pairing"], Words("fr"))


def test_the_page_tells_the_same_each_time() -> None:
    assert report(TABLES["five bots"], Words("fr")) == report(TABLES["five bots"], Words("fr"))


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(lambda name: name != "matelot"))
def test_names_and_faults_are_only_ever_text(name: str) -> None:
    fault = f"</li>{name}"
    rows = played(Fleet({name: 0, "matelot": 0}), 1).to_pylist()
    page = Page(report(table([*rows[:1], {**rows[1], "fault": fault, "fault_side": 0}]), Words("en")))
    assert " ".join(name.split()) in page.text
    assert " ".join(fault.split()) in page.text


def test_names_are_no_markup_in_the_terminal() -> None:
    console = Console(file=StringIO(), width=100)
    show(played(Fleet({"[bold]x": 0, "matelot": 0}), 2), console, "en")
    assert isinstance(console.file, StringIO)
    assert "[bold]x" in console.file.getvalue()


# --- what is said ---


def test_the_report_says_who_leads() -> None:
    sure = spaced(Page(report(played(Fleet({"amiral": 250, "matelot": 0}), 200), Words("fr"))).text)
    assert "Il est plus fort que matelot au seuil de 95 % (p < 0,0001)." in sure
    unsure = Page(report(played(Fleet({"a": 0, "b": 0}), 30), Words("en"))).text
    assert "The games do not decide yet between" in unsure


def test_a_bot_alone_is_named_so() -> None:
    said = Page(report(TABLES["four seats"], Words("en"))).text
    assert "alone among 3 of the bot in the column. A fair share is 25%." in said
    assert "matelot among 3 × mousse" in said


def test_setups_are_named() -> None:
    said = spaced(Page(report(TABLES["several setups"], Words("fr"))).text)
    for title in ("Korsar, 2 joueurs", "Korsar, 4 joueurs, par équipes de deux", "Les Corsaires, 3 joueurs, narrows"):
        assert title in said


def test_faults_are_told_once_with_their_deals() -> None:
    said = Page(report(TABLES["only faults"], Words("en"))).text
    assert "6 games lost so, in Korsar, 2 players, deals 0, 1, 2" not in said  # two bots sat on side 0
    assert "amiral: crashed" in said
    assert "3 games lost so, in Korsar, 2 players, deals 0, 1, 2" in said
    assert "No game without a fault to show." in said
    assert "No bot failed." in Page(report(TABLES["one pairing"], Words("en"))).text


def test_games_that_do_not_count_yet_are_told() -> None:
    said = Page(report(TABLES["one game"], Words("en"))).text
    assert "1 game does not count yet" in said
    assert "there is nothing to compare" in said


def test_who_is_never_alone_has_no_row_in_the_matrix() -> None:
    rows = [row for row in TABLES["four seats"].to_pylist() if row["lone"] == "matelot"]
    (matrix,) = re.findall(r'<table class="matrix".*?</table>', report(table(rows), Words("en")))
    assert (matrix.count('scope="row"'), matrix.count('scope="col"')) == (1, 4)
    assert "not played" not in matrix


def test_the_terminal_names_faults_only_where_there_are_some() -> None:
    for name, some in (("four seats", True), ("one pairing", False)):
        console = Console(file=StringIO(), width=80)
        show(TABLES[name], console, "en")
        assert isinstance(console.file, StringIO)
        assert ("Faults" in console.file.getvalue()) == some


def test_colour_never_speaks_alone() -> None:
    """Every shaded cell of the matrix has its figure, its interval and a sign."""
    cells = re.findall(r'<td class="[wl]\d".*?</td>', report(TABLES["five bots"], Words("en")))
    assert len(cells) > 10
    assert all(re.search(r"<b>\d+%</b><small><i>[▲▼≈]</i>\d+–\d+</small>", cell) for cell in cells)


def test_a_table_that_is_too_wide_moves_by_the_keyboard_too() -> None:
    said = report(TABLES["five bots"], Words("en"))
    for title, kind in (("Who beats whom", "matrix"), ("Every pairing", "pairings")):
        held = f'<div class="scroll" role="region" tabindex="0" aria-label="{title}"><table class="{kind}"'
        assert said.count(held) == 1


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_name_is_one_line_of_the_terminal(language: str) -> None:
    console = Console(file=StringIO(), width=80)
    show(TABLES["five bots"], console, language)
    assert isinstance(console.file, StringIO)
    pairings, ladder = console.file.getvalue().split("Elo", 2)[1:]
    lines = [line for line in pairings.splitlines() if re.search(r" 30 ", line)]
    assert len(lines) == 10
    assert all(re.match(r" \S+ +\S+ +30 ", line) for line in lines)
    assert sum("ma_…" in line and "@20000" in line for line in lines) == 4
    assert LONG in ladder  # where there is room


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "M"])), st.integers(NAME, 40))
def test_a_long_name_loses_its_middle(name: str, width: int) -> None:
    short = shortened(name, width)
    assert cell_len(short) == min(cell_len(name), width)
    assert short == name or "…" in short


def test_a_shortened_name_keeps_its_end() -> None:
    assert shortened("mine:Greedy@20ms", 16) == "mine:Greedy@20ms"
    assert shortened("mine:Greedy@20ms", 13) == "mine…edy@20ms"


@pytest.mark.parametrize(("language", "mark", "note"), [("fr", "arrêtée tôt", "étroits"), ("en", "early", "narrow")])
def test_a_pairing_that_was_stopped_early_says_so(language: str, mark: str, note: str) -> None:
    games, stopped = TABLES["several setups"], frozenset({("korsar 4 teams", "amiral", "matelot")})
    words, console = Words(language), Console(file=StringIO(), width=200)
    narrow = f"<span>* {words('sprt.narrow')}</span>"
    for said, expected in ((report(games, words, stopped), 1), (report(games, words), 0)):
        assert said.count(narrow) == expected
        assert len(re.findall(r"<small><i>[▲▼≈]</i>\d+–\d+\*</small>", said)) == 2 * expected  # from either side
        assert said.count(f"<small>* {words('sprt.stopped')}</small>") == expected
        assert said.count(words("sprt.note")) == expected
    assert mark in words("sprt.stopped")
    assert note in words("sprt.note")
    assert note.removesuffix("s") in words("sprt.narrow")
    show(games, console, language, stopped)
    assert isinstance(console.file, StringIO)
    assert len(re.findall(r"amiral +matelot +\* 5 ", console.file.getvalue())) == 1
    assert console.file.getvalue().count("SPRT") == 1


# --- texts and figures ---


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    french, english = texts("fr"), texts("en")
    assert french.keys() == english.keys()
    for key, text in french.items():
        assert _placeholders(text) == _placeholders(english[key]), key


def test_typography() -> None:
    assert [key for key, text in texts("fr").items() if WRONG_FRENCH.search(text)] == []
    assert [key for key, text in texts("en").items() if WRONG_ENGLISH.search(text)] == []


def test_figures() -> None:
    french, english = Words("fr"), Words("en")
    assert [spaced(french.time(ms)) for ms in (0.043, 3.21, 104, 1200, 95_000, 7_200_000)] == [
        "0,04 ms",
        "3,2 ms",
        "104 ms",
        "1,2 s",
        "1,6 min",
        "2,0 h",
    ]
    assert [english.elo(elo) for elo in (212.4, -48.0, 0.2, float("inf"))] == ["+212", "−48", "±0", "+∞"]
    assert [spaced(english.probability(p)) for p in (0.5, 0.04, 0.0004, 1e-9)] == [
        "0.500",
        "0.040",
        "0.0004",
        "< 0.0001",
    ]
    assert (spaced(french.percent(0.7132)), english.percent(0.7132)) == ("71,3 %", "71.3%")
    assert [spaced(french.power(ms)) for ms in (0.01, 1.0, 100.0, 10_000.0)] == ["0,01 ms", "1 ms", "100 ms", "10 s"]


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("mine:Slow@20ms at ply 3: thought for 95 ms; a budget of 20ms allows 80 ms",
         "mine:Slow@20ms, coup 3 : a réfléchi 95 ms ; un budget de 20 ms permet 80 ms"),
        ("answered 'R3', not a Thought with a move", "a répondu « R3 », et non par un Thought avec un coup"),
        ("answered None, not a Thought with a move", "a répondu None, et non par un Thought avec un coup"),
        ("made an impossible move: 'it's' is no move of this game",
         "a joué un coup impossible : « it's » n’est pas un coup de ce jeu"),
        ("bot: 'mine:Slow' cannot be loaded: ValueError: 'x'",
         "le robot « mine:Slow » ne peut pas être chargé : ValueError: 'x'"),
        ("gave no answer within 30 s", "n’a pas répondu en 30 s"),
    ],
)  # fmt: skip
def test_faults_are_told_in_french_with_its_spaces_and_quotes(kept: str, said: str) -> None:
    told = Words("fr").fault(kept)
    assert told.replace("\u202f", " ") == said
    assert not re.search(r"\d ?m?s\b|« | »", told.partition("coup")[2] or told)
    assert Words("en").fault(kept) == kept


# --- scales ---


@given(st.lists(st.floats(-1e4, 1e4), min_size=1))
def test_a_scale_holds_its_values_and_few_ticks(values: list[float]) -> None:
    over = scale(values, margin=0.05)
    assert all(0 <= over.at(value) <= 100 for value in values)
    assert all(over.low - 1e-6 <= tick <= over.high + 1e-6 for tick in over.ticks())
    assert len(over.ticks()) <= 8
    assert all(tick == int(tick) for tick in over.ticks())


@given(st.lists(st.floats(0, 1e6)))
def test_a_logarithmic_scale_has_ticks(values: list[float]) -> None:
    over = log_scale(values)
    assert 1 <= len(over.ticks()) <= 6
    assert over.low < over.high


@given(st.lists(st.integers(-100, 1000), min_size=1))
def test_a_histogram_has_room_for_its_bars(values: list[int]) -> None:
    over = whole_scale(values)
    assert over.low < min(values) <= max(values) < over.high
    assert isinstance(over, Scale)


@given(st.lists(st.integers(-100, 1000), min_size=1))
def test_whole_numbers_have_whole_ticks(values: list[int]) -> None:
    ticks = whole_scale(values).ticks()
    assert 1 <= len(ticks) <= 8
    assert all(tick.is_integer() for tick in ticks)


def test_ticks_that_were_rounded() -> None:
    assert whole_scale([119, 131]).ticks() == [120, 125, 130]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
