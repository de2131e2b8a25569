"""The lessons: every move that is asked for is legal, every wrong one that has words too, and what is said is true."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from corsaires.games.catalog import GAMES
from corsaires.games.kernel.errors import IllegalMove
from corsaires.games.kernel.game import Table
from corsaires.games.les_corsaires.chart import DEFAULT, FREE, load_chart
from corsaires.games.les_corsaires.grid import DIRECTIONS, ahead, name_of
from corsaires.protocol.chart import chart_shape
from corsaires.protocol.shapes import encode_open, encode_you
from corsaires.server.lessons import file_of
from corsaires.server.rehearsed import ANY, LEARNER, Lesson, Step, lessons, rivals, script, seen
from corsaires.tables.opening import BIRDS
from tests.server.serving import Served, serving

ALL = [(game, number) for game in GAMES for number in range(1, len(lessons(game)) + 1)]
RULE = re.compile(r"^- ([KC]-[A-Z]+-\d+) ", re.MULTILINE)
CHART = load_chart(DEFAULT)
RULES = Path(__file__).parents[2] / "docs" / "rules"
LONGEST = 240  # letters that fit beside the table of a phone


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), limits=False) as server:
        yield server


def played(lesson: Lesson) -> Iterator[tuple[Step, Table]]:
    """Every step with the table as it stands when it is said."""
    table = lesson.table()
    for step in lesson.step:
        yield step, table
        if step.move is not None:
            table.redo(step.move)


def asked(step: Step) -> str:
    """The move of a step as its player makes it, without what the dice give."""
    return (step.move or "").partition("=")[0]


def why(table: Table, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        table.copy().play(move)
    return refused.value.rule


@pytest.mark.parametrize("game", GAMES)
def test_there_are_five(game: str) -> None:
    assert len(lessons(game)) == 5


@pytest.mark.parametrize(("game", "number"), ALL)
def test_a_lesson_can_be_played_and_ends_once(game: str, number: int) -> None:
    lesson = lessons(game)[number - 1]
    steps = list(played(lesson))
    assert [step.move is None for step, _ in steps] == [False] * (len(steps) - 1) + [True]
    wanted = [step for step, table in played(lesson) if table.turn == LEARNER and step.move]
    assert len(wanted) >= 2
    assert all(step.fr for step in wanted), "the learner must be told what to do"
    assert lesson.step[-1].fr


@pytest.mark.parametrize(("game", "number"), ALL)
def test_a_wrong_move_that_has_words_is_a_legal_one(game: str, number: int) -> None:
    for step, table in played(lessons(game)[number - 1]):
        legal = table.moves()
        assert set(step.wrong) - {ANY} <= set(legal) - {asked(step)}
        assert not step.wrong or table.turn == LEARNER
        if table.turn == LEARNER and step.move:
            assert ANY in step.wrong or set(legal) == {asked(step), *step.wrong}


@pytest.mark.parametrize("number", range(1, 6))
def test_the_story_before_a_lesson_gives_its_scores(number: int) -> None:
    lesson = lessons("les-corsaires")[number - 1]
    table = lesson.table()
    scores = [0] * lesson.seats
    for arrival in lesson.story(table):
        scores[arrival.seat] += arrival.points
    assert tuple(scores) == table.scores
    assert set(lesson.arrived) == {ship.name for ship in ships(table) if ship.fate == "arrived"}


@pytest.mark.parametrize(("game", "number"), ALL)
def test_a_lesson_names_its_rules(game: str, number: int) -> None:
    named = lessons(game)[number - 1].teaches()
    assert len(named) >= 3
    assert set(named) <= set(RULE.findall((RULES / f"{game}.md").read_text("utf-8")))


Claim = Callable[[Any, Any], bool]

EITHER: dict[str, Claim] = {
    "refused": lambda table, said: all(why(table, move) == rule for move, rule in said.items()),
    "turn": lambda table, said: table.turn == said,
    "winners": lambda table, said: list(table.winners) == said,
}
CARDS: dict[str, Claim] = {
    "deck": lambda table, said: table.view(LEARNER).open.deck == said,
    "discards": lambda table, said: len(table.view(LEARNER).open.discards) == said,
    "gold": lambda table, said: list(table.scores) == said,
    "hand": lambda table, said: sorted(table.view(LEARNER).hand or ()) == sorted(said),
    "leads": lambda table, said: {str(one.galleon): one.leads for one in sea(table)}.items() >= said.items(),
    "forces": lambda table, said: {str(one.galleon): list(one.forces) for one in sea(table)}.items() >= said.items(),
    "tied": lambda table, said: [one.galleon for one in sea(table) if one.leads is None] == said,
    "scores": lambda table, said: table.over and list(table.scores) == said,
}
BOARD: dict[str, Claim] = {
    "phase": lambda table, said: table.view(None).open.phase == said,
    "wind": lambda table, said: list(table.view(None).open.wind) == said,
    "at": lambda table, said: {ship.name: ship.point for ship in ships(table)}.items() >= said.items(),
    "fates": lambda table, said: {ship.name: ship.fate for ship in ships(table)}.items() >= said.items(),
    "ends": lambda table, said: all(course(table, move).end == point for move, point in said.items()),
    "figures": lambda table, said: all(course(table, move).figure == figure for move, figure in said.items()),
    "unused": lambda table, said: all(course(table, move).unused == left for move, left in said.items()),
    "targets": lambda table, said: [move for move in table.moves() if "!" in move] == said,
    "shots": lambda table, said: {gun: sunk(table, gun) for gun in said} == said,
    "chances": lambda table, said: all(chances(table, gun).items() >= faces.items() for gun, faces in said.items()),
    "covers": lambda table, said: all(set(points) <= covered(gun) for gun, points in said.items()),
    "clear": lambda table, said: not any(set(points) & covered(gun) for gun, points in said.items()),
    "free": lambda table, said: (
        set(said) <= {name_of(point) for point, ground in CHART.board.items() if ground == FREE}
    ),
    "scores": lambda table, said: not table.over and list(table.scores) == said,
    "final": lambda table, said: table.over and list(table.scores) == said,
}
CLAIMS = {"korsar": EITHER | CARDS, "les-corsaires": EITHER | BOARD}


def sea(table: Table) -> Any:
    return table.view(None).open.sea


def ships(table: Table) -> Any:
    return table.view(None).open.ships


def course(table: Table, move: str) -> Any:
    """What a ship would do that took this course."""
    ship, _, direction = move.partition(":")
    return table.view(LEARNER).options.ships[ship][int(direction)]


def gun(table: Table, move: str) -> Any:
    return table.view(LEARNER).options.guns[move.rstrip("!")]


def sunk(table: Table, move: str) -> dict[str, list[str]]:
    """What a gun would sink, by colour: enemies first."""
    return {colour: [*shot.enemies, *shot.own] for colour, shot in gun(table, move).shots.items()}


def chances(table: Table, move: str) -> dict[str, int]:
    return {colour: shot.chance for colour, shot in gun(table, move).shots.items()}


def covered(battery: str) -> set[str]:
    hub = CHART.batteries[battery]
    return {name_of(point) for point in (hub, *(ahead(hub, direction) for direction in DIRECTIONS))}


@pytest.mark.parametrize(("game", "number"), ALL)
def test_what_is_said_is_true(game: str, number: int) -> None:
    claims = 0
    for at, (step, table) in enumerate(played(lessons(game)[number - 1]), 1):
        for name, said in step.so.items():
            assert CLAIMS[game][name](table, said), f"{game}, lesson {number}, step {at}: {name} is not {said}"
            claims += 1
        assert step.so or not step.fr, f"{game}, lesson {number}, step {at} says what nothing proves"
    assert claims >= 5


@pytest.mark.parametrize(("game", "number"), ALL)
def test_both_languages_say_as_much_and_in_few_words(game: str, number: int) -> None:
    lesson = lessons(game)[number - 1]
    texts = [lesson.title, lesson.about, *({"fr": step.fr, "en": step.en} for step in lesson.step)]
    texts += [text for step in lesson.step for text in step.wrong.values()]
    for text in texts:
        assert set(text) == {"fr", "en"}
        assert bool(text["fr"]) == bool(text["en"])
        assert max(map(len, text.values())) <= LONGEST
        assert not re.search(r" [:;!?»]|« ", text["fr"]), f"a plain space where a narrow one stands: {text['fr']}"
        assert {bird for bird in BIRDS if bird in text["fr"] + text["en"]} <= set(rivals(lesson))
        assert re.findall(r"\d+", text["fr"]) == re.findall(r"\d+", text["en"]), text


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "number"), ALL)
def test_what_was_written_down_is_what_the_engine_plays(game: str, number: int, language: str) -> None:
    fresh = "run python -m corsaires.server.rehearsed"
    assert file_of(game, number, language).read_bytes() == script(game, number, language), fresh


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("game", "number"), ALL)
def test_a_script_is_what_a_table_would_tell(served: Served, game: str, number: int, language: str) -> None:
    with served.client() as client:
        told = client.get(f"/api/lessons/{game}/{number}?lang={language}").json()
    lesson = lessons(game)[number - 1]
    chart = told["table"].pop("chart")
    assert chart == (msgspec.to_builtins(chart_shape(load_chart(lesson.chart))) if lesson.chart else None)
    written = json.loads(script(game, number, language))
    assert written["table"].pop("chart") is None
    assert told == written
    assert told["title"] == lesson.title[language]
    assert told["table"]["type"] == "table"
    assert [sitter["name"] for sitter in told["table"]["seats"]["seats"]][1:] == list(rivals(lesson))
    assert [step["move"] for step in told["steps"]] == [asked(step) or None for step in lesson.step]
    assert told["rules"] == lesson.teaches()
    assert [step["seat"] is None for step in told["steps"]] == [step.move is None for step in lesson.step]
    versions = [step["update"]["version"] for step in told["steps"] if step["update"]]
    assert versions == list(range(2, len(versions) + 2))
    end = lesson.table()
    for step in lesson.step:
        if step.move:
            end.redo(step.move)
    last = [step["update"] for step in told["steps"] if step["update"]][-1]
    view = seen(end)
    assert last["you"] == json.loads(encode_you(view))
    assert last["open"] == json.loads(encode_open(view))


def test_the_list_of_lessons_and_what_there_is_not(served: Served) -> None:
    with served.client() as client:
        listed = client.get("/api/lessons?lang=fr").json()
        assert [(each["game"], each["number"]) for each in listed] == ALL
        assert [each["title"] for each in listed] == [lessons(game)[n - 1].title["fr"] for game, n in ALL]
        for path in ("korsar/6", "les-corsaires/6", "chess/1", "..%2fkorsar/1"):
            assert client.get(f"/api/lessons/{path}").status_code == 404
        assert client.get("/api/lessons/korsar/0").status_code == 400
