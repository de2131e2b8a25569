"""`corsaires play`: people and bots at one table, in one terminal."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corsaires.cli.games import ENTRIES, Face, face_of, setup_of
from corsaires.cli.language import UsageError, Words, whole_number
from corsaires.cli.records import place_for, save

if TYPE_CHECKING:
    from corsaires.cli.terminal import Terminal
    from corsaires.games.kernel.game import Game, Table

LETTERS = "ABCDEFGH"  # the seats
PACE = 0.7  # seconds, when somebody watches
SLOWEST = 60.0
INTERRUPTED = 130


class Leave(Exception):
    """A person leaves the table."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the options come to."""

    game: Game
    people: int
    names: tuple[str, ...] | None  # None: nobody has been given a name
    first: int | None
    seed: int | None
    bot: str
    pace: float | None


def run(args: argparse.Namespace, words: Words) -> int:
    os.environ.setdefault("CORSAIRES_COMPILED", "0")  # at the pace of people nothing is worth compiling
    choices = read_choices(args, words)
    path = place_for(args.record, args.game, words)
    from corsaires.bots import load_bot
    from corsaires.cli.terminal import Terminal, new_console

    table = _deal(choices)
    console = new_console()
    pace = choices.pace if choices.pace is not None else PACE if console.is_terminal and sys.stdin.isatty() else 0.0
    seats = range(choices.game.seats)
    names = choices.names or tuple(LETTERS[: choices.game.seats])
    play = Play(
        table,
        face_of(choices.game, names, words),
        words,
        Terminal(console, pace),
        names,
        frozenset(seats[: choices.people]),
        {seat: load_bot(choices.game.name, choices.bot) for seat in seats[choices.people :]},
        _chance(choices.seed),
    )
    return play.to_the_end(path)


def _deal(choices: Choices) -> Table:
    deal: Any = choices.game.deal  # `first` is an option of the games that have a first seat to name
    table: Table = deal(seed=choices.seed, first=choices.first, names=choices.names)
    return table


def _chance(seed: int | None) -> random.Random:
    """The bots' own chance, the same again for the same seed."""
    return random.Random(seed)


# --- the options ---


def read_choices(args: argparse.Namespace, words: Words) -> Choices:
    """Check every option; raises UsageError."""
    setup = setup_of(args.game)
    game = setup.load(args, words)
    people = _people(args.people, game.seats, words)
    names = None if args.names is None else _names(args.names, people, game.seats, words)
    bots = ENTRIES[args.game].bots
    if args.bots not in bots:
        raise UsageError(words("usage.bots", bots=args.bots, choices=words.either(bots)))
    first = None if args.first is None else setup.first_seat(_seat(args.first, names, game.seats, words), game, words)
    return Choices(game, people, names, first, _seed(args.seed, words), args.bots, _pace(args.pace, words))


def _people(text: str | None, seats: int, words: Words) -> int:
    if text is None:
        return 1
    people = whole_number(text)
    if people is None or people > seats:
        raise UsageError(words("usage.people", people=text, seats=seats))
    return people


def _names(text: str, people: int, seats: int, words: Words) -> tuple[str, ...]:
    """A name for each person, or for every seat; seats without one go by their letter."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) not in (people, seats):
        counts = words.either(sorted({people or seats, seats}))
        raise UsageError(words("usage.names_count", names=len(names), counts=counts))
    if not all(name and name.isprintable() for name in names):
        raise UsageError(words("usage.names_empty"))
    names += tuple(LETTERS[len(names) : seats])
    if len({name.casefold() for name in names}) < seats:
        raise UsageError(words("usage.names_twice"))
    return names


def _seat(text: str, names: Sequence[str] | None, seats: int, words: Words) -> int:
    """A seat by its letter or by the name of who sits there."""
    called = [*(names or ()), *LETTERS[:seats]]
    matches = [at % seats for at, name in enumerate(called) if name.casefold() == text.strip().casefold()]
    if not matches:
        raise UsageError(words("usage.first", first=text, choices=words.either(names or LETTERS[:seats])))
    return matches[0]


def _seed(text: str | None, words: Words) -> int | None:
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        raise UsageError(words("usage.seed", seed=text)) from None


def _pace(text: str | None, words: Words) -> float | None:
    if text is None:
        return None
    try:
        pace = float(text.replace(",", "."))
    except ValueError:
        pace = -1
    if not 0 <= pace <= SLOWEST:
        raise UsageError(words("usage.pace", pace=text, most=int(SLOWEST)))
    return pace


# --- the game ---


@dataclass
class Play:
    """A table being played. A person's cards are on the screen only while it is theirs."""

    table: Table
    face: Face
    words: Words
    terminal: Terminal
    names: Sequence[str]
    people: frozenset[int]
    bots: dict[int, Any]
    chance: random.Random
    events: list[Any] = field(default_factory=list)  # the public story so far
    seen: dict[int, int] = field(default_factory=dict)  # how much of the story a seat had seen at its last turn
    secrets: dict[int, tuple[int, str]] = field(default_factory=dict)  # what a seat's side alone knows of an event
    at_screen: int | None = None  # the person whose cards may be on the screen

    def to_the_end(self, path: Path) -> int:
        code = 0
        try:
            while not self.table.over:
                self._turn()
            self._end()
        except (Leave, EOFError):
            self.terminal.console.print(self.words("play.left"))
        except KeyboardInterrupt:
            self.terminal.console.print()
            self.terminal.console.print(self.words("play.left"))
            code = INTERRUPTED
        except BrokenPipeError:
            save(self.table.record(), path)
            raise
        return self._keep(path, code)

    def _keep(self, path: Path, code: int) -> int:
        try:
            kept = save(self.table.record(), path)
        except OSError as error:
            self._print(self.words("play.not_kept", file=path, why=error.strerror))
            return code or 1
        self._print(self.words("play.kept" if self.table.over else "play.kept_sealed", file=kept))
        return code

    def _print(self, line: str) -> None:
        """A line that a terminal may break but we do not: it holds a path."""
        self.terminal.console.print(line, soft_wrap=True)

    def _turn(self) -> None:
        seat = self.table.turn
        assert seat is not None
        if seat in self.people:
            self._hand_over_to(seat)
            self._person_moves(seat)
        else:
            self._make_move(seat, self.bots[seat].choose(self.table.view(seat), self.chance))
            self.terminal.wait()

    # --- a person ---

    def _hand_over_to(self, seat: int) -> None:
        """Between people the screen shows nobody's cards, until the next one says that they are there."""
        alone = all(self.face.same_side(seat, other) for other in self.people)
        if not alone and (self.at_screen is None or not self.face.same_side(seat, self.at_screen)):
            self.terminal.ask(self.words("play.hand_over", name=self.names[seat]))
        self.at_screen = seat

    def _hide_cards(self) -> None:
        """The screen no longer belongs to anybody."""
        self.at_screen = None
        self.terminal.clear(all_of_it=True)

    def _person_moves(self, seat: int) -> None:
        view = self.table.view(seat)
        since = self.seen.get(seat, 0)
        self._show(seat, view, since)
        text = self._choose(seat, view, since)
        self.seen[seat] = len(self.events)
        self._make_move(seat, text)

    def _show(self, seat: int, view: Any, since: int) -> None:
        self.terminal.clear(all_of_it=len(self.people) > 1)
        self.face.draw(self.terminal.console, view, self._story(seat, since))

    def _story(self, seat: int, since: int = 0) -> list[str]:
        """What has happened, in words for this seat."""
        return self.face.story(self.events, seat, self._known(seat), since)

    def _known(self, seat: int) -> dict[int, str]:
        """What this seat's side knows of past events beyond what everybody does."""
        return {place: card for place, (who, card) in self.secrets.items() if self.face.same_side(seat, who)}

    def _choose(self, seat: int, view: Any, since: int) -> str:
        """A legal move from the person in this seat, who may ask for other things first."""
        refused: str | None = None
        while True:
            typed = self.terminal.ask(self.words("play.prompt"))
            command, _, about = typed.partition(" ")
            if not typed:
                self._show(seat, view, since)
            elif command.lower() in ("q", "quit", "exit"):
                raise Leave
            elif command.lower() in ("h", "log"):
                self._tell_all(seat)
            elif command.startswith("?"):
                self._explain((about or command[1:]).strip(), refused)
                refused = None
            else:
                move, refused = self._understand(typed, view)
                if move is not None:
                    return move

    def _understand(self, typed: str, view: Any) -> tuple[str | None, str | None]:
        """The move that was typed; or none, and the rule that forbids it if there is one."""
        from corsaires.games.kernel.errors import IllegalMove, InvalidMove

        moves = self.face.moves(view)
        if typed.isdecimal():
            number = whole_number(typed) or 0
            if 1 <= number <= len(moves):
                return moves[number - 1], None
            self.terminal.console.print(self.words("play.no_number", number=typed, last=len(moves)))
            return None, None
        move = self.face.understood(typed)
        if move in moves:
            return move, None
        try:
            self.table.copy().play(move)
        except InvalidMove:
            self.terminal.console.print(self.face.not_a_move(typed))
            return None, None
        except IllegalMove as error:
            self.terminal.console.print(f"{self.face.refusal(error, view)} ({error.rule})")
            self.terminal.console.print(self.words("play.why"), style="dim")
            return None, error.rule
        return move, None

    def _explain(self, rule: str, refused: str | None) -> None:
        number = rule.upper() or refused
        if number is None:
            self.terminal.console.print(self.words("play.help"))
            return
        said = self.face.rule(number)
        if said is None:
            self.terminal.console.print(self.words("play.no_rule", rule=rule))
        else:
            self.terminal.console.print(f"{number}  {said}")

    def _tell_all(self, seat: int) -> None:
        for sentence in self._story(seat) or [self.words("play.nothing_yet")]:
            self.terminal.console.print(sentence)

    # --- moving ---

    def _make_move(self, seat: int, text: str) -> None:
        told = len(self.events)
        self.events += self.table.play(text)
        if any(self.face.same_side(seat, person) for person in self.people):
            secret = self.face.private(self.table.view(seat, options=False))
            if secret is not None:
                self.secrets[told] = (seat, secret)
        if seat in self.people:
            self._hand_back(seat, told)
        else:
            self._tell_everybody(told)

    def _hand_back(self, seat: int, told: int) -> None:
        """Show a person what their move did; if others share the screen, only for as long as they look."""
        stays = self.table.turn in self.people and self.face.same_side(seat, self.table.turn or 0)
        shared = not stays and not all(self.face.same_side(seat, other) for other in self.people)
        if shared and told in self.secrets:
            [sentence, *_] = self._story(seat, told)
            self.terminal.console.print(sentence)
            self.terminal.ask(self.words("play.hide"))
        if shared:
            self._hide_cards()
        self._tell_everybody(told)

    def _tell_everybody(self, told: int) -> None:
        """The latest events, as whoever is at the screen may hear them."""
        alone = self._only_person()
        latest = self.face.story(self.events, None, {}, told) if alone is None else self._story(alone, told)
        for sentence in latest:
            self.terminal.console.print(sentence)

    def _only_person(self) -> int | None:
        """The one person at the table, if there is just one."""
        return next(iter(self.people)) if len(self.people) == 1 else None

    def _end(self) -> None:
        self.terminal.console.print()
        self.face.draw_end(self.terminal.console, self.table.view(None), self._only_person())
