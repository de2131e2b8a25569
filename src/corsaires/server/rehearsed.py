"""The lessons, played through: `python -m corsaires.server.rehearsed` writes what the server sends of them.

A lesson is a position, the moves from it, and what is said before each; whoever learns sits in seat 0. It is sent as
what a real table would tell its player: a `table`, then an `update` a move. So a client needs no rules for it either.
Moves stand as in a record, with what the dice gave (`wind=Y3`): in a lesson they always give that.
It is written down once, since setting up a position compiles rules that no table needs.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final

import msgspec

from corsaires.games.catalog import GAMES, load
from corsaires.games.kernel.game import Game, Table
from corsaires.games.les_corsaires.events import Arrived
from corsaires.games.les_corsaires.rules import MERCHANT_ARRIVES, PREMIUMS
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
    rule: str | None = None  # the number of the rule that this teaches
    move: str | None = None
    wrong: dict[str, Both] = {}  # what to say of another move; it must be one that the rules allow
    so: dict[str, Any] = {}  # what is true of the table when this is said, for whoever checks the lesson


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: int
    position: str
    title: Both
    about: Both
    step: list[Step]
    chart: str | None = None  # Les Corsaires
    arrived: list[str] = []  # Les Corsaires: the merchants that are in when the lesson starts, in their order

    def rules(self) -> Game:
        chart = {} if self.chart is None else {"chart": self.chart}
        return load(self.game, seats=self.seats, **chart)

    def table(self) -> Table:
        return self.rules().set_up(self.position)

    def story(self, table: Table) -> list[Arrived]:
        """What is told of the game before the position."""
        owners = {ship.name: ship.seat for ship in seen(table).open.ships} if self.arrived else {}
        return [
            Arrived(owners[ship], ship, place, MERCHANT_ARRIVES + PREMIUMS[place - 1])
            for place, ship in enumerate(self.arrived, 1)
        ]

    def teaches(self) -> list[str]:
        """The numbers of its rules, in their order."""
        return list(dict.fromkeys(step.rule for step in self.step if step.rule))


class Said(msgspec.Struct):
    """A step as it is sent."""

    say: str
    rule: str | None
    seat: int | None  # who moves next; None: the lesson ends
    move: str | None  # without what the dice give
    wrong: dict[str, str]
    update: msgspec.Raw | None  # what the move leads to


class Script(msgspec.Struct):
    """A whole lesson as it is sent, in one language."""

    game: str
    number: int
    title: str
    about: str
    rules: list[str]
    table: msgspec.Raw
    steps: list[Said]


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """All lessons of a game, in their order."""
    paths = sorted((DIRECTORY / game).glob("*.toml"), key=lambda path: int(path.stem))
    read = (tomllib.loads(path.read_text("utf-8")) for path in paths)
    return tuple(msgspec.convert({"game": game, **lesson}, Lesson) for lesson in read)


@cache
def script(game: str, number: int, language: str) -> bytes:
    """A lesson played through, as JSON; raises IndexError."""
    lesson = lessons(game)[number - 1]
    table = lesson.table()
    opening = msgspec.Raw(_opening(lesson, table, number, language))
    steps = [_said(step, table, version, language) for version, step in enumerate(lesson.step, FIRST)]
    title, about = lesson.title[language], lesson.about[language]
    return encode(Script(game, number, title, about, lesson.teaches(), opening, steps))


def _said(step: Step, table: Table, version: int, language: str) -> Said:
    """A step; its move is made at the table."""
    seat = table.turn if step.move is not None else None
    wrong = {move: text[language] for move, text in step.wrong.items()}
    say = getattr(step, language)
    if step.move is None:
        return Said(say, step.rule, seat, None, wrong, None)
    update = msgspec.Raw(_update(table, step.move, version + 1))
    return Said(say, step.rule, seat, step.move.partition("=")[0], wrong, update)


def seen(table: Table) -> Any:
    """The learner's view: as at a real table, what could be done stands in it only on turn."""
    return table.view(LEARNER, options=table.turn == LEARNER)


def rivals(lesson: Lesson) -> tuple[str, ...]:
    """Who plays against the learner."""
    return BIRDS[: lesson.seats - 1]


def _opening(lesson: Lesson, table: Table, number: int, language: str) -> bytes:
    view = seen(table)
    names = [YOU[language], *rivals(lesson)]
    sitters = [
        m.Sitter(name, None if seat == LEARNER else RIVALS, seat == LEARNER, True, False, False)
        for seat, name in enumerate(names)
    ]
    name = f"{lesson.game}-lesson-{number}"
    return encode(
        m.Table(
            table=name,
            choices=Choices(game=lesson.game, seats=lesson.seats, chart=lesson.chart, spectators="none", hints="never"),
            setup=lesson.rules().setup(),
            commitment="",
            chart=None,
            version=FIRST,
            seats=m.Seats(name, 0, PLAYING, sitters, LEARNER, False, None, None),
            open=msgspec.Raw(encode_open(view)),
            you=msgspec.Raw(encode_you(view)),
            story=msgspec.Raw(encode_events(lesson.story(table))),
            time=NO_CLOCK,
            reach=None,
            hot=False,
            late=False,
        )
    )


def _update(table: Table, move: str, version: int) -> bytes:
    seat = table.turn
    assert seat is not None
    events = table.redo(move)
    view = seen(table)
    return encode(
        m.Update(
            version=version,
            seat=seat,
            move=table.history[-1],
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
    for game in GAMES:
        for number in range(1, len(lessons(game)) + 1):
            for language in LANGUAGES:
                file_of(game, number, language).write_bytes(script(game, number, language))


if __name__ == "__main__":
    write()
