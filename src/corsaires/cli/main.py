"""`corsaires`: the commands and their options. What carries them out is imported when it is asked for."""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from types import ModuleType
from typing import IO, Any, NoReturn

from corsaires import __version__
from corsaires.bots import bot_names
from corsaires.cli.choices import PACE
from corsaires.cli.games import ENTRIES, setup_of
from corsaires.cli.language import GONE, LANGUAGES, UsageError, Words, chosen_language, whole_number, why_refused
from corsaires.games.kernel.errors import InvalidSetup

PLAY = "corsaires.cli.play:run"
GAMES_OF_A_BENCHMARK = 20_000
ROUNDS_OF_A_BENCHMARK = 7
GAMES_OF_AN_ARENA = 200
PATIENCE_OF_AN_ARENA = 30  # seconds
PORT_OF_A_SERVER = 8321  # as server/settings.py has it


class Formatter(argparse.HelpFormatter):
    """Help in the language of the reader."""

    def __init__(self, prog: str, words: Words) -> None:
        super().__init__(prog, max_help_position=30)
        self.words = words

    def add_usage(
        self, usage: str | None, actions: Iterable[argparse.Action], groups: Iterable[Any], prefix: str | None = None
    ) -> None:
        super().add_usage(usage, actions, groups, prefix or self.words("help.usage"))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Lines stay lines, so that a list can be read."""
        return "\n".join(super(Formatter, self)._fill_text(line, width, indent) for line in text.splitlines())


class Parser(argparse.ArgumentParser):
    """A parser whose every complaint is one line in the language of the reader."""

    def __init__(self, prog: str, description: str, words: Words) -> None:
        super().__init__(
            prog=prog,
            description=description,
            formatter_class=lambda prog: Formatter(prog, words),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        self.words = words
        self._negative_number_matcher = re.compile(r"-\.?\d")  # what starts so is a value: --sprt -10,10
        self._positionals.title = words("help.arguments")
        self.options = self.add_argument_group(words("help.options"))
        self.options.add_argument("-h", "--help", action="help", help=words("help.help"))
        self.options.add_argument(
            "--lang", metavar="|".join(LANGUAGES), default=argparse.SUPPRESS, help=words("help.lang")
        )

    def error(self, message: str) -> NoReturn:
        """Only ever of what is missing: the rest comes as an ArgumentError."""
        missing = message.rpartition(": ")[2]
        raise UsageError(self.words("usage.missing", what=missing, command=self.prog))


def main(argv: Sequence[str] | None = None) -> int:
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(chosen_language(arguments, os.environ))
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        _never_choke_on(stream)
    try:
        code = _carry_out(arguments, words)
        sys.stdout.flush()
    except UsageError as error:
        print(f"corsaires: {error}", file=sys.stderr)
        return 2
    except InvalidSetup as error:
        print(f"corsaires: {why_refused(error, words)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        if error.errno not in GONE:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code


def _never_choke_on(stream: IO[str]) -> None:
    """A character that the terminal cannot show must not end a game."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _carry_out(arguments: Sequence[str], words: Words) -> int:
    parser = build_parser(words)
    try:
        args, unknown = parser.parse_known_args(arguments)
    except argparse.ArgumentError as error:
        raise UsageError(_complaint(error, words)) from None
    if unknown:
        raise UsageError(words("usage.unknown", what=" ".join(unknown), command=args.help_of.prog))
    if args.lang is not None and args.lang not in LANGUAGES:
        raise UsageError(words("usage.lang", lang=args.lang, choices=words.either(LANGUAGES)))
    if args.version:
        print(f"corsaires {__version__}")
        return 0
    if "run" not in args and args.resume is not None:
        args.run = PLAY
    if "run" not in args:
        args.help_of.print_help()
        return 0
    module, _, function = args.run.partition(":")
    code: int = getattr(_imported(module), function)(args, words)
    return code


def _imported(module: str) -> ModuleType:
    """A module with all that it needs. It stays, so there is nothing to collect: looking for that takes time."""
    gc.disable()
    try:
        return import_module(module)
    finally:
        gc.enable()


def _complaint(error: argparse.ArgumentError, words: Words) -> str:
    """What argparse has to say, in the language of the reader."""
    choice = re.fullmatch(r"invalid choice: '(.*)' \(choose from (.*)\)", error.message)
    if choice is not None:
        return words("usage.choice", what=choice[1], choices=words.either(choice[2].replace("'", "").split(", ")))
    if error.message.startswith("expected"):
        return words("usage.no_value", option=error.argument_name)
    return words("usage.bad_value", option=error.argument_name, why=error.message)


def build_parser(words: Words) -> Parser:
    parser = Parser("corsaires", words("help.corsaires"), words)
    parser.options.add_argument("--version", action="store_true", help=words("help.version"))
    parser.set_defaults(help_of=parser, lang=None, resume=None, record=None, pace=None)
    commands = _choices(parser, "command")
    _add_serve(_add(commands, parser, "serve"))
    _add_play(_add(commands, parser, "play"))
    _add_record(_add(commands, parser, "record"))
    _add_review(_add(commands, parser, "review"))
    _add_chart(_add(commands, parser, "chart"))
    _add_arena(_add(commands, parser, "arena"))
    _add_bench(_add(commands, parser, "bench"))
    return parser


def _choices(parser: Parser, kind: str) -> argparse._SubParsersAction[Parser]:
    return parser.add_subparsers(
        title=parser.words(f"help.{kind}s"), metavar=parser.words(f"help.{kind}"), parser_class=Parser, prog=parser.prog
    )


def _add(commands: argparse._SubParsersAction[Parser], above: Parser, name: str) -> Parser:
    words = above.words
    key = f"help.{above.prog.removeprefix('corsaires').strip().replace(' ', '_')}_{name}".replace("._", ".")
    added = commands.add_parser(name, help=words(key), prog=f"{above.prog} {name}", description=words(key), words=words)
    added.set_defaults(help_of=added)
    return added


def _add_serve(parser: Parser) -> None:
    words = parser.words
    parser.set_defaults(run="corsaires.cli.serve:run", open=None)
    option = parser.options.add_argument
    option("--host", metavar=words("help.address"), help=words("help.serve_host"))
    option("--port", metavar="N", help=words("help.serve_port", default=PORT_OF_A_SERVER))
    option("--database", metavar=words("help.serve_file"), help=words("help.serve_database"))
    option("--open", action="store_true", default=None, help=words("help.serve_open"))
    option("--no-open", action="store_false", dest="open", help=words("help.serve_no_open"))


def _add_play(parser: Parser) -> None:
    games = _choices(parser, "game")
    _add_resume(parser)
    for game, entry in ENTRIES.items():
        play, words = _add(games, parser, game), parser.words
        play.set_defaults(game=game, run=PLAY)
        option = play.options.add_argument
        option("--seats", metavar="N", help=words("help.seats", default=setup_of(game).SEATS))
        setup_of(game).add_options(play, words)
        option("--people", metavar="N", help=words("help.people"))
        bots = "|".join(bot_names(game))
        option("--bots", metavar=bots, default=entry.bot, help=words("help.bots", default=entry.bot))
        option("--names", metavar='"Ann,Bob"', help=words("help.names"))
        first = words("help.first") if entry.first else argparse.SUPPRESS
        option("--first", metavar=words("help.seat"), help=first)
        option("--seed", metavar="N", help=words("help.seed"))
        _add_resume(play)


def _add_resume(parser: Parser) -> None:
    """What can be asked for with a new game and with one that goes on, before the game's name or after it."""
    words = parser.words

    def option(name: str, metavar: str, said: str) -> None:
        parser.options.add_argument(name, metavar=words(metavar), default=argparse.SUPPRESS, help=said)

    option("--record", "help.file", words("help.record_file"))
    option("--pace", "help.seconds", words("help.pace", default=words.figure(PACE)))
    option("--resume", "help.file", words("help.resume"))


def _add_record(parser: Parser) -> None:
    commands = _choices(parser, "command")
    for name in ("verify", "tell"):
        command = _add(commands, parser, name)
        command.set_defaults(run=f"corsaires.cli.records:{name}")
        command.add_argument("file", metavar=parser.words("help.file"), help=parser.words("help.a_record"))


def _add_review(parser: Parser) -> None:
    words = parser.words
    parser.set_defaults(run="corsaires.cli.review:run")
    parser.add_argument("file", metavar=words("help.file"), help=words("help.a_record"))
    option = parser.options.add_argument
    option("--bot", metavar=words("help.bot"), help=words("help.review_bot"))
    option("--json", action="store_true", help=words("help.json"))
    option("--plot", metavar=words("help.file"), help=words("help.plot"))


def _add_chart(parser: Parser) -> None:
    commands, words = _choices(parser, "command"), parser.words
    for name in ("check", "draw"):
        command = _add(commands, parser, name)
        command.set_defaults(run=f"corsaires.cli.charts:{name}")
        command.add_argument("chart", nargs="?", metavar=words("help.chart_file"), help=words("help.a_chart"))
        if name == "draw":
            command.options.add_argument("--out", metavar=words("help.file"), help=words("help.out"))


def _add_arena(parser: Parser) -> None:
    words, games, patience = parser.words, GAMES_OF_AN_ARENA, PATIENCE_OF_AN_ARENA
    parser.set_defaults(run="corsaires.cli.arena:run")
    option = parser.options.add_argument
    option("--game", metavar="|".join(ENTRIES), default=next(iter(ENTRIES)), help=words("help.arena_game"))
    option("--seats", metavar="N,N…", help=words("help.arena_seats"))
    option("--bots", metavar=words("help.arena_bot"), help=words("help.arena_bots"))
    option("--alone", metavar=words("help.bot"), help=words("help.arena_alone"))
    option("--games", metavar="N", type=_number(words), default=games, help=words("help.arena_games", default=games))
    option("--jobs", metavar="N", type=_number(words), default=os.cpu_count() or 1, help=words("help.arena_jobs"))
    option("--seed", metavar="N", default="1", help=words("help.arena_seed"))
    option("--out", metavar=words("help.directory"), help=words("help.arena_out"))
    option("--sprt", metavar="ELO,ELO", help=words("help.arena_sprt"))
    option("--records", action="store_true", help=words("help.arena_records"))
    option(
        "--patience",
        metavar=words("help.seconds"),
        default=str(patience),
        help=words("help.arena_patience", default=patience),
    )
    option("--on", metavar="ray|ray://…", help=words("help.arena_on"))
    for game in ENTRIES:
        setup_of(game).add_options(parser, words)


def _add_bench(parser: Parser) -> None:
    commands = _choices(parser, "command")
    _add_bench_engine(_add(commands, parser, "engine"))
    _add_bench_server(_add(commands, parser, "server"))


def _add_bench_server(command: Parser) -> None:
    words = command.words
    command.set_defaults(run="corsaires.cli.bench_server:run")
    option = command.options.add_argument
    option("--game", metavar="|".join(ENTRIES), default=next(iter(ENTRIES)), help=words("help.bench_game"))
    option("--seats", metavar="N", default="4", help=words("help.seats", default=4))
    option("--players", metavar="N", default="400", help=words("help.load_players", default=400))
    option("--rate", metavar=words("help.load_moves"), default="max", help=words("help.load_rate"))
    option("--seconds", metavar="N", default="10", help=words("help.load_seconds", default=10))
    option("--idle", metavar="N", default="0", help=words("help.load_idle"))
    option("--url", metavar="http://127.0.0.1:…", help=words("help.load_url"))
    option("--json", action="store_true", help=words("help.json"))


def _add_bench_engine(command: Parser) -> None:
    words = command.words
    command.set_defaults(run="corsaires.cli.bench:run")
    option = command.options.add_argument
    option("--game", metavar="|".join(ENTRIES), default=next(iter(ENTRIES)), help=words("help.bench_game"))
    option("--seats", metavar="N", help=words("help.bench_seats"))
    option("--teams", action="store_true", help=words("help.teams"))
    option("--edition", metavar="ID", help=words("help.bench_edition"))
    option("--games", metavar="N", type=_number(words), default=GAMES_OF_A_BENCHMARK, help=words("help.games_count"))
    option("--rounds", metavar="N", type=_number(words), default=ROUNDS_OF_A_BENCHMARK, help=words("help.rounds"))
    option("--json", action="store_true", help=words("help.json"))


def _number(words: Words) -> Callable[[str], int]:
    def number(text: str) -> int:
        value = whole_number(text)
        if not value:
            raise argparse.ArgumentTypeError(words("usage.number", text=text))
        return value

    return number


if __name__ == "__main__":
    sys.exit(main())
