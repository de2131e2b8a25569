"""The lessons: every move that is asked for is legal, every wrong one that has words too, and what is said is true."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from corsaires.games.kernel.errors import IllegalMove
from corsaires.games.korsar.table import Table
from corsaires.server.lessons import file_of
from corsaires.server.rehearsed import ANY, LEARNER, Lesson, Step, lessons, rivals, script
from corsaires.tables.opening import BIRDS
from tests.server.serving import Served, serving

NUMBERS = range(1, len(lessons()) + 1)
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
            table.play(step.move)


def why(table: Table, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        table.copy().play(move)
    return refused.value.rule


def test_there_are_five() -> None:
    assert len(lessons()) == 5


@pytest.mark.parametrize("number", NUMBERS)
def test_a_lesson_can_be_played_and_ends_once(number: int) -> None:
    lesson = lessons()[number - 1]
    steps = list(played(lesson))
    assert [step.move is None for step, _ in steps] == [False] * (len(steps) - 1) + [True]
    asked = [step for step, table in played(lesson) if table.turn == LEARNER and step.move]
    assert len(asked) >= 2
    assert all(step.fr for step in asked), "the learner must be told what to do"
    assert lesson.step[-1].fr


@pytest.mark.parametrize("number", NUMBERS)
def test_a_wrong_move_that_has_words_is_a_legal_one(number: int) -> None:
    for step, table in played(lessons()[number - 1]):
        legal = table.moves()
        assert set(step.wrong) - {ANY} <= set(legal) - {step.move}
        assert not step.wrong or table.turn == LEARNER
        if table.turn == LEARNER and step.move:
            assert ANY in step.wrong or set(legal) == {step.move, *step.wrong}


CLAIMS: dict[str, Callable[[Table, Any], bool]] = {
    "deck": lambda table, said: table.view(LEARNER).open.deck == said,
    "discards": lambda table, said: len(table.view(LEARNER).open.discards) == said,
    "gold": lambda table, said: list(table.scores) == said,
    "hand": lambda table, said: sorted(table.view(LEARNER).hand or ()) == sorted(said),
    "leads": lambda table, said: {str(one.galleon): one.leads for one in sea(table)}.items() >= said.items(),
    "forces": lambda table, said: {str(one.galleon): list(one.forces) for one in sea(table)}.items() >= said.items(),
    "tied": lambda table, said: [one.galleon for one in sea(table) if one.leads is None] == said,
    "refused": lambda table, said: all(why(table, move) == rule for move, rule in said.items()),
    "scores": lambda table, said: table.over and list(table.scores) == said,
    "winners": lambda table, said: list(table.winners) == said,
}


def sea(table: Table) -> Any:
    return table.view(None).open.sea


@pytest.mark.parametrize("number", NUMBERS)
def test_what_is_said_is_true(number: int) -> None:
    claims = 0
    for at, (step, table) in enumerate(played(lessons()[number - 1]), 1):
        for name, said in step.so.items():
            assert CLAIMS[name](table, said), f"lesson {number}, step {at}: {name} is not {said}"
            claims += 1
        assert step.so or not step.fr, f"lesson {number}, step {at} says what nothing proves"
    assert claims >= 5


@pytest.mark.parametrize("number", NUMBERS)
def test_both_languages_say_as_much_and_in_few_words(number: int) -> None:
    lesson = lessons()[number - 1]
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
@pytest.mark.parametrize("number", NUMBERS)
def test_what_was_written_down_is_what_the_engine_plays(number: int, language: str) -> None:
    fresh = "run python -m corsaires.server.rehearsed"
    assert file_of(number, language).read_bytes() == script(number, language), fresh


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("number", NUMBERS)
def test_a_script_is_what_a_table_would_tell(served: Served, number: int, language: str) -> None:
    with served.client() as client:
        told = client.get(f"/api/lessons/{number}?lang={language}").json()
    lesson = lessons()[number - 1]
    assert told == json.loads(script(number, language))
    assert told["title"] == lesson.title[language]
    assert told["table"]["type"] == "table"
    assert [sitter["name"] for sitter in told["table"]["seats"]["seats"]][1:] == list(rivals(lesson))
    assert [step["move"] for step in told["steps"]] == [step.move for step in lesson.step]
    assert [step["seat"] is None for step in told["steps"]] == [step.move is None for step in lesson.step]
    versions = [step["update"]["version"] for step in told["steps"] if step["update"]]
    assert versions == list(range(2, len(versions) + 2))
    end = lesson.table()
    for step in lesson.step:
        if step.move:
            end.play(step.move)
    last = told["steps"][-2]["update"]
    assert last["you"]["hand"] == list(end.view(LEARNER).hand or ())
    assert last["open"]["over"] == end.over


def test_the_list_of_lessons_and_what_there_is_not(served: Served) -> None:
    with served.client() as client:
        listed = client.get("/api/lessons?lang=fr").json()
        assert [each["number"] for each in listed] == list(NUMBERS)
        assert listed[0]["title"] == lessons()[0].title["fr"]
        assert client.get(f"/api/lessons/{len(lessons()) + 1}").status_code == 404
        assert client.get("/api/lessons/0").status_code == 400
