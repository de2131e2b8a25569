"""The lessons of Korsar, played through: `python -m corsaires.server.rehearsed` writes what the server sends of them.

A lesson is a position, the moves from it, and what is said before each; whoever learns sits in seat 0. It is sent as
what a real table would tell its player: a `table`, then an `update` a move. So a client needs no rules for it either.
It is written down once, since setting up a position compiles rules that no table needs.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final

import msgspec

from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table
from corsaires.protocol import messages as m
from corsaires.protocol.shapes import encode_events, encode_open, encode_you
from corsaires.server.lessons import DIRECTORY, file_of
from corsaires.server.telling import NO_CLOCK, encode
from corsaires.server.words import LANGUAGES
from corsaires.tables.choices import Choices
from corsaires.tables.opening import BIRDS
from corsaires.tables.sitting import PLAYING

LEARNER: Final = 0
ANY: Final = "any"  # what is said of a wrong move that has no words of its own
RIVALS: Final = "matelot"
FIRST: Final = 1  # version
YOU: Final = {"fr": "Vous", "en": "You"}

Both = dict[str, str]  # by language


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said, and the move that follows: the learner's, asked for, or another's. The last step has none."""

    fr: str = ""
    en: str = ""
    move: str | None = None
    wrong: dict[str, Both] = {}  # what to say of another move; it must be one that the rules allow
    so: dict[str, Any] = {}  # what is true of the table when this is said, for whoever checks the lesson


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: int
    position: str
    title: Both
    about: Both
    step: list[Step]

    def table(self) -> Table:
        return Korsar.load(seats=self.seats).set_up(self.position)


class Said(msgspec.Struct):
    """A step as it is sent."""

    say: str
    seat: int | None  # who moves next; None: the lesson ends
    move: str | None
    wrong: dict[str, str]
    update: msgspec.Raw | None  # what the move leads to


class Script(msgspec.Struct):
    """A whole lesson as it is sent, in one language."""

    number: int
    title: str
    about: str
    table: msgspec.Raw
    steps: list[Said]


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons, in their order."""
    paths = sorted(DIRECTORY.glob("*.toml"))
    return tuple(msgspec.convert(tomllib.loads(path.read_text("utf-8")), Lesson) for path in paths)


@cache
def script(number: int, language: str) -> bytes:
    """A lesson played through, as JSON; raises IndexError."""
    lesson = lessons()[number - 1]
    table = lesson.table()
    opening = msgspec.Raw(_opening(lesson, table, number, language))
    steps = [_said(step, table, version, language) for version, step in enumerate(lesson.step, FIRST)]
    return encode(Script(number, lesson.title[language], lesson.about[language], opening, steps))


def _said(step: Step, table: Table, version: int, language: str) -> Said:
    """A step; its move is made at the table."""
    seat = table.turn if step.move is not None else None
    wrong = {move: text[language] for move, text in step.wrong.items()}
    update = None if step.move is None else msgspec.Raw(_update(table, step.move, version + 1))
    return Said(getattr(step, language), seat, step.move, wrong, update)


def rivals(lesson: Lesson) -> tuple[str, ...]:
    """Who plays against the learner."""
    return BIRDS[: lesson.seats - 1]


def _opening(lesson: Lesson, table: Table, number: int, language: str) -> bytes:
    view = table.view(LEARNER)
    names = [YOU[language], *rivals(lesson)]
    sitters = [
        m.Sitter(name, None if seat == LEARNER else RIVALS, seat == LEARNER, True, False, False)
        for seat, name in enumerate(names)
    ]
    name = f"lesson-{number}"
    return encode(
        m.Table(
            table=name,
            choices=Choices(seats=lesson.seats, spectators="none", hints="never"),
            setup=Korsar.load(seats=lesson.seats).setup(),
            commitment="",
            chart=None,
            version=FIRST,
            seats=m.Seats(name, 0, PLAYING, sitters, LEARNER, False, None, None),
            open=msgspec.Raw(encode_open(view)),
            you=msgspec.Raw(encode_you(view)),
            story=msgspec.Raw(b"[]"),
            time=NO_CLOCK,
            reach=None,
            hot=False,
            late=False,
        )
    )


def _update(table: Table, move: str, version: int) -> bytes:
    seat = table.turn
    assert seat is not None
    events = table.play(move)
    view = table.view(LEARNER)
    return encode(
        m.Update(
            version=version,
            seat=seat,
            move=move,
            events=msgspec.Raw(encode_events(events)),
            open=msgspec.Raw(encode_open(view)),
            time=NO_CLOCK,
            stood_in=False,
            you=msgspec.Raw(encode_you(view)),
            reach=None,
            id=None,
        )
    )


def write() -> None:
    """Every lesson in every language, beside its source."""
    for number in range(1, len(lessons()) + 1):
        for language in LANGUAGES:
            file_of(number, language).write_bytes(script(number, language))


if __name__ == "__main__":
    write()
