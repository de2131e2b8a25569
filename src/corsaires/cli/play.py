"""`corsaires play`: people and bots at one table, in one terminal."""

from __future__ import annotations

import argparse
import os
import random
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corsaires.bots import BadAnswer, IllegalAnswer, load_bot, searches
from corsaires.cli.adviser import Adviser
from corsaires.cli.choices import PACE, Choices, check_resume, read_choices, read_pace
from corsaires.cli.games import Face, face_of
from corsaires.cli.hints import Hints
from corsaires.cli.language import GONE, UsageError, Words, called, whole_number, why_failed
from corsaires.cli.records import RESUME, place_for, read_unfinished, save
from corsaires.cli.signals import Stopped, told_to_stop

if TYPE_CHECKING:
    from corsaires.cli.terminal import Terminal
    from corsaires.games.kernel.game import Game, Table

INTERRUPTED = 130
BROKEN_PIPE = 141
COMMITMENT_SHOWN = 16  # figures of a commitment that one can compare by eye

LEAVE = ("q", "quit", "exit", "quitter")
STORY = ("h", "log", "histoire")
MENU = ("m", "menu")
HELP = ("?", "help", "aide")
HINT = ("hint", "conseil")


class Leave(Exception):
    """A person leaves the table."""


def run(args: argparse.Namespace, words: Words) -> int:
    os.environ.setdefault("CORSAIRES_COMPILED", "0")  # at the pace of people nothing is worth compiling
    sys.path.append(os.getcwd())  # where people have bots of their own
    if args.resume is not None:
        return _go_on(args, words)
    choices = read_choices(args, words)
    pace = _pace(choices.pace)
    table = _deal(choices)
    play = _sit_down(table, choices.game, choices.names, (choices.people, choices.bot), words, pace)
    play.chance.seed(choices.seed)
    return play.to_the_end(place_for(args.record, args.game, words))


def _go_on(args: argparse.Namespace, words: Words) -> int:
    """A game that was left goes on, and its record goes back where it was unless another place is named."""
    check_resume(args, words)
    record, game = read_unfinished(args.resume, vars(args).get("bots"), words)
    people, bot = record[RESUME]["people"], record[RESUME]["bots"]
    pace = _pace(read_pace(args.pace, words))
    play = _sit_down(game.redeal(record), game, record["names"], (people, bot), words, pace)
    play.chance.seed(f"{record.get('proof')} {len(record['moves'])}")
    play.catch_up(record["moves"])
    path = Path(args.resume) if args.record is None else place_for(args.record, game.name, words)
    return play.to_the_end(path, instead=args.record is None)


def _pace(asked: float | None) -> float:
    if asked is not None:
        return asked
    return PACE if sys.stdin.isatty() and sys.stdout.isatty() else 0.0


def _deal(choices: Choices) -> Table:
    deal: Any = choices.game.deal  # `first` is an option of the games that have a first seat to name
    first = {} if choices.first is None else {"first": choices.first}
    table: Table = deal(seed=choices.seed, names=choices.names, **first)
    return table


def _sit_down(
    table: Table, game: Game, names: Sequence[str], players: tuple[int, str], words: Words, pace: float
) -> Play:
    """Everybody at the table; raises UsageError when people cannot share this screen."""
    from corsaires.cli.terminal import Terminal, new_console

    people, bot = players
    seats = range(game.seats)
    player = Adviser(game.name, bot) if searches(bot) else load_bot(game.name, bot)
    play = Play(
        table,
        face_of(game, names, words),
        words,
        Terminal(new_console(), pace),
        names,
        frozenset(seats[:people]),
        dict.fromkeys(seats[people:], player),
        Hints(game.name),
        resume={"people": people, "bots": bot},
    )
    if play.shared and not (play.terminal.cleared and play.terminal.at_keyboard):
        raise UsageError(words("usage.people_need_a_screen"))
    return play


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
    hints: Hints
    chance: random.Random = field(default_factory=random.Random)  # the bots' own
    resume: Mapping[str, Any] = field(default_factory=dict)  # what it takes to go on later, beside the record
    events: list[Any] = field(default_factory=list)  # the public story so far
    seen: dict[int, int] = field(default_factory=dict)  # how much of the story a seat had seen at its last turn
    secrets: dict[int, tuple[int, str]] = field(default_factory=dict)  # what a seat's side alone knows of an event
    faults: dict[str, int] = field(default_factory=dict)  # why a bot was stood in for, and when at first
    at_screen: int | None = None  # the person whose cards may be on the screen

    @property
    def shared(self) -> bool:
        """Whether people who play against each other share the screen."""
        return any(not self.face.same_side(one, other) for one in self.people for other in self.people)

    def catch_up(self, moves: Sequence[str]) -> None:
        """Make the moves of a record, and remember what each person has seen and learnt."""
        for text in moves:
            seat = self.table.turn
            assert seat is not None
            self._remember(seat, self.table.redo(text))

    def to_the_end(self, path: Path, *, instead: bool = False) -> int:
        """Play on and keep the game, whatever ends it; `instead`: where it was kept before."""
        with told_to_stop() as be_deaf:
            try:
                code = self._until_it_ends()
                be_deaf()
            except Stopped as stopped:
                code = stopped.code
            finally:
                self.hints.close()
                for bot in self.bots.values():
                    if isinstance(bot, Adviser):
                        bot.close()
            return self._keep(path, instead, code)

    def _until_it_ends(self) -> int:
        """Play; the exit code, whatever ends it but a signal."""
        try:
            self._play()
        except (Leave, EOFError):
            return 0
        except KeyboardInterrupt:
            return INTERRUPTED
        except OSError as error:
            if error.errno not in GONE:
                raise
            return BROKEN_PIPE
        return 0

    def _play(self) -> None:
        if not self.people:
            for line in (self.words("play.watching"), *self._announced()):
                self._print(line)
        while not self.table.over:
            self._turn()
        self._end()

    def _announced(self) -> list[str]:
        """What fixed the deal before anybody saw a card, if it is a secret seed."""
        commitment = (self.table.record()["proof"] or {}).get("commitment")
        return [self.words("play.commitment", commitment=commitment[:COMMITMENT_SHOWN])] if commitment else []

    # --- keeping it ---

    def _keep(self, path: Path, instead: bool, code: int) -> int:
        """Save the game, then say where; by then the terminal may be gone."""
        lines = [] if self.table.over else ["", self.words("play.left" if self.people else "play.stopped")]
        if self.table.over or self.table.history:
            try:
                kept = self._save(path, instead)
            except OSError as error:
                lines.append(self.words("play.not_kept", file=path, why=why_failed(error, self.words)))
                code = code or 1
            else:
                over = "kept" if self.table.over else "kept_unfinished"
                argument = shlex.quote(str(kept))
                lines.append(self.words(f"play.{over}", file=kept, command=called(), argument=argument))
        if code != BROKEN_PIPE:
            with suppress(OSError):
                for line in lines:
                    self._print(line)
        return code

    def _save(self, path: Path, instead: bool) -> Path:
        """A game that is not over is kept with all its secrets, for its owner alone, so that it can go on."""
        if self.table.over:
            return save(self.table.record(), path, instead=instead)
        return save({**self.table.unsealed(), RESUME: dict(self.resume)}, path, instead=instead, private=True)

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
            self._make_move(seat, self._thought_of(seat))
            if self.table.turn != seat:  # a turn may be many moves
                self.terminal.wait()

    def _thought_of(self, seat: int) -> str:
        """The move of a bot; one that cannot be asked is stood in for."""
        view, seed, bot = self.table.view(seat, options=False), self.chance.getrandbits(63), self.bots[seat]
        if not isinstance(bot, Adviser):
            return str(bot.think(view, seed).move)
        try:
            with bot.waiting(self.terminal.console, self.words, hint=False):
                return bot.think(view, seed).move
        except BadAnswer as error:
            self._blame(bot.bot, error)
            return load_bot(bot.game, "matelot").think(view, seed).move

    def _blame(self, bot: str, error: BadAnswer) -> None:
        """Say once why a bot is stood in for; the next screen of a person tells it again."""
        key, why = ("illegal", error.move) if isinstance(error, IllegalAnswer) else ("failed", str(error))
        said = self.words(f"adviser.{key}", bot=bot, why=why)
        if said not in self.faults:
            self.faults[said] = len(self.events)
            self.terminal.console.print(said)

    # --- a person ---

    def _hand_over_to(self, seat: int) -> None:
        """Between people the screen shows nobody's cards, until the next one says that they are there."""
        if self.shared and (self.at_screen is None or not self.face.same_side(seat, self.at_screen)):
            name = self.names[seat]
            refused = self.words("play.hand_over_name", name=name)
            self.terminal.hand_over(self.words("play.hand_over", name=name), name, refused)
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
        for move in text.split(" "):
            self._make_move(seat, move)

    def _show(self, seat: int, view: Any, since: int) -> None:
        self.terminal.clear(all_of_it=len(self.people) > 1)
        news = [*(self._announced() if since == 0 else ()), *self._story(seat, since)]
        news += [said for said, place in self.faults.items() if place >= since]
        self.face.draw(self.terminal.console, view, news)

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
            typed = self._ask_for_a_move()
            command, _, about = typed.partition(" ")
            if not typed:
                self._show(seat, view, since)
            elif command.lower() in LEAVE:
                self._leave()
            elif command.lower() in STORY:
                self._tell_all(seat)
            elif command.lower() in MENU:
                self.face.draw_menu(self.terminal.console, view)
            elif command.startswith("?") or command.lower() in HELP:
                self._explain((about if command.lower() in HELP else command[1:]).strip(), refused)
                refused = None
            elif command.lower() in HINT:
                console, numbered, legal = self.terminal.console, self.face.moves(view), self.table.moves()
                self.hints.give(view, self.names, console, self.words, numbered=numbered, legal=legal)
            else:
                move, refused = self._understand(typed, view)
                if move is not None:
                    return move

    def _ask_for_a_move(self) -> str:
        """What was typed; Ctrl-C asks to leave."""
        try:
            return self.terminal.ask(self.words("play.prompt"))
        except KeyboardInterrupt:
            if not self.terminal.at_keyboard:
                raise
            self.terminal.console.print()
            return LEAVE[0]

    def _leave(self) -> None:
        """Leave, unless somebody at the keyboard thinks better of it."""
        if self.terminal.at_keyboard and self.table.history:
            answer = self.terminal.ask(self.words("play.leave"))
            if answer.casefold() not in self.words("play.yes").split():
                return
        raise Leave

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
            self.terminal.console.print(self.face.hint(typed, view) or self.face.not_a_move(typed))
            return None, None
        except IllegalMove as error:
            self.terminal.console.print(f"{self.face.refusal(error, view)} ({error.rule})")
            self.terminal.console.print(self.words("play.why"), style="dim")
            return None, error.rule
        return move, None

    def _explain(self, rule: str, refused: str | None) -> None:
        """The rule that was asked for, those that start so, the one that has just refused a move; or the help."""
        show = self.terminal.console.print
        if not rule and refused is None:
            show(self.face.help())
            show(self.words("play.help"))
            return
        number = rule.upper() or refused or ""
        said = self.face.rule(number)
        if said is not None:
            show(f"{number}  {said}")
            return
        found = self.face.rules(number)
        if not found:
            show(self.words("play.no_rule", rule=rule))
        for number in found:
            show(f"{number}  {self.face.rule(number)}")

    def _tell_all(self, seat: int) -> None:
        for sentence in self._story(seat) or [self.words("play.nothing_yet")]:
            self.terminal.console.print(sentence)

    # --- moving ---

    def _make_move(self, seat: int, text: str) -> None:
        told = len(self.events)
        self._remember(seat, self.table.play(text))
        if seat in self.people:
            self._hand_back(seat, told)
        else:
            self._tell_everybody(told)

    def _remember(self, seat: int, events: Sequence[Any]) -> None:
        """The events of a move that this seat has just made, and what its side alone learnt by it."""
        told = len(self.events)
        self.events += events
        if seat in self.people:
            self.seen[seat] = told
        if any(self.face.same_side(seat, person) for person in self.people):
            secret = self.face.private(self.table.view(seat, options=False))
            if secret is not None:
                self.secrets[told] = (seat, secret)

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
