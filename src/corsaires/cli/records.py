"""Records as files: kept whole or not at all, verified, told in words."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corsaires.bots import load_bot
from corsaires.cli.faults import fault
from corsaires.cli.language import UsageError, Words, called, whole_number, why_failed
from corsaires.games.kernel.errors import InvalidSetup

if TYPE_CHECKING:
    from corsaires.games.kernel.errors import InvalidRecord
    from corsaires.games.kernel.game import Game

Record = Mapping[str, Any]

FAILED = 1
OF_MANY = re.compile(r"(.+\.parquet)(?:#(.*))?")  # a file of the arena's games, and the number of one
LONGEST_FAULT = 1000  # letters that are told of what ended a game: any file may say anything
RESUME = "resume"  # beside an unfinished record: who plays on


# --- keeping ---


def place_for(file: str | None, game: str, words: Words) -> Path:
    """Where the record of a new game will go; raises UsageError now rather than after the game."""
    if file is None:
        directory = records_directory()
        path = next(free_names(directory / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}.json"))
        make = True
    else:
        path, make = Path(file), False
        if path.exists() or path.is_symlink():
            raise UsageError(words("usage.record_exists", file=file))
    try:
        if make:
            path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        why = why_failed(error, words)
        raise UsageError(words("usage.record_unwritable", directory=path.parent, why=why)) from None
    return path


def records_directory() -> Path:
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "corsaires" / "records"


def free_names(path: Path) -> Iterator[Path]:
    """The path itself, then `name-2.json`, `name-3.json` and so on, as far as they are free."""
    number = 1
    while True:
        candidate = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        if not candidate.exists():
            yield candidate
        number += 1


def save(record: Record, path: Path, *, instead: bool = False, private: bool = False) -> Path:
    """Write a record whole or not at all; where it went. It never replaces a file, except its own: `instead`."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".record-", suffix=".json")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(record, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o600 if private else 0o644)
        if instead:
            os.replace(temporary, path)
            return path
        return _publish(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _publish(temporary: str, path: Path) -> Path:
    for free in free_names(path):
        try:
            os.link(temporary, free)  # unlike a rename, it fails if the name has been taken meanwhile
        except FileExistsError:
            continue
        except OSError:  # a file system without links
            os.rename(temporary, free)
        return free
    raise AssertionError("there is always another name")


# --- reading ---


def verify(args: argparse.Namespace, words: Words) -> int:
    """`corsaires record verify FILE`."""
    from corsaires.games.kernel.errors import InvalidRecord, SealedRecord

    record: Record | None = None
    try:
        record = read_record(args.file, words)
        from corsaires.records.replay import verify as check

        if record.get("deal") is not None and record.get("result") is None:
            return _fail(words("record.unfinished", file=args.file))
        found = check(record)
    except SealedRecord:
        return _fail(words("record.sealed", file=args.file))
    except InvalidRecord as error:
        return _invalid(error, record, args.file, words)
    print(words("record.fits", moves=len(record["moves"])))
    print(words(f"record.{found[-1].replace(' ', '_')}"))
    return 0


def tell(args: argparse.Namespace, words: Words) -> int:
    """`corsaires record tell FILE`: of a game that is not over, what everybody could see."""
    from corsaires.games.kernel.errors import InvalidRecord, SealedRecord

    record: Record | None = None
    try:
        record = read_record(args.file, words)
        from corsaires.records.replay import read_game, replay

        game, table = read_game(record), replay(record)
    except SealedRecord:
        return _fail(words("record.sealed", file=args.file))
    except InvalidRecord as error:
        return _invalid(error, record, args.file, words)
    from corsaires.cli.games import face_of
    from corsaires.cli.terminal import new_console
    from corsaires.games.kernel.record import names_in

    names = names_in(record, game.seats)
    face = face_of(game, names, words)
    console = new_console()
    view = table.view(None)
    for line in filter(None, (face.title(), ", ".join(names))):
        console.print(line, style="bold")
    console.print()
    for sentence in face.story(view.open.story, None, {}):
        console.print(sentence)
    console.print()
    if table.over:
        face.draw_end(console, view, None)
    else:
        console.print(_at_fault(record, words) or words("record.goes_on"))
    return 0


def _at_fault(record: Record, words: Words) -> str | None:
    """Which bot lost a game of the arena before its end, and why, if one did."""
    from corsaires.arena.words import FAULT
    from corsaires.arena.words import Words as ArenaWords

    text = record.get(FAULT)
    if not isinstance(text, str):
        return None
    plain = "".join(character if character.isprintable() else "?" for character in text[:LONGEST_FAULT])
    return words("record.at_fault", fault=ArenaWords(words.language).fault(plain))


def read_unfinished(file: str, bots: str | None, words: Words) -> tuple[Record, Game]:
    """A game that was left in the middle, with what it takes to go on; raises UsageError and Unplayable.

    A bot that is not ours is loaded only if it was asked for: a file is not to say what code we run.
    """
    from corsaires.games.kernel.errors import InvalidRecord, SealedRecord

    if OF_MANY.fullmatch(file):
        raise UsageError(words("usage.resume", file=file))
    record: Record | None = None
    try:
        record = read_record(file, words)
        from corsaires.records.replay import read_game, replay

        game, table = read_game(record), replay(record)
    except SealedRecord:
        raise UsageError(words("record.sealed", file=file)) from None
    except InvalidRecord as error:
        raise UsageError(words("record.invalid", file=file, why=fault(error, record, words))) from None
    if table.over:
        raise UsageError(words("usage.resume_over", file=file))
    asked = _bots(record)
    if ":" in asked and bots != asked:
        named = {"command": called(), "file": shlex.quote(file), "bots": shlex.quote(asked)}
        raise UsageError(words("usage.resume_bots", game=game.name, **named))
    if ":" in asked:
        load_bot(game.name, asked)
    if not _can_go_on(record, game):
        raise UsageError(words("usage.resume", file=file))
    return record, game


def _can_go_on(record: Record, game: Game) -> bool:
    resume = record.get(RESUME)
    return (
        isinstance(resume, dict)
        and type(resume.get("people")) is int
        and 0 <= resume["people"] <= game.seats
        and _plays(game.name, _bots(record))
        and bool(record.get("names"))
    )


def _bots(record: Record) -> str:
    """Who plays on; nobody if that is not said."""
    resume = record.get(RESUME)
    bots = resume.get("bots") if isinstance(resume, dict) else None
    return bots if isinstance(bots, str) else ""


def _plays(game: str, bot: str) -> bool:
    try:
        return bool(load_bot(game, bot))
    except InvalidSetup:
        return False


def read_record(file: str, words: Words, *, compiled: bool = False) -> Record:
    """A record from its file; raises UsageError or InvalidRecord."""
    if not compiled:
        os.environ.setdefault("CORSAIRES_COMPILED", "0")  # a game or two is quicker told than compiled
    from corsaires.records.replay import parse

    if many := OF_MANY.fullmatch(file):
        return parse(_of_the_arena(many[1], many[2] or "", words))
    try:
        return parse(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise UsageError(words("usage.unreadable", file=file, why=why_failed(error, words))) from None


def _of_the_arena(file: str, number: str, words: Words) -> str:
    """One of the many games in a file of the arena; raises UsageError."""
    if find_spec("pyarrow") is None:
        raise UsageError(words("usage.arena_extra"))
    from corsaires.arena.store import NoSuchGame, NotRead, record_in

    try:
        return record_in(Path(file), whole_number(number) or 0)
    except NoSuchGame as error:
        if error.games == 0:
            raise UsageError(words("usage.no_games", file=file)) from None
        games = words.count("usage.games", error.games)
        raise UsageError(words("usage.which_game", file=file, games=games)) from None
    except NotRead as error:
        cause = error.__cause__
        if isinstance(cause, OSError) and cause.errno is not None:
            raise UsageError(words("usage.unreadable", file=file, why=why_failed(cause, words))) from None
        raise UsageError(words("usage.no_games", file=file)) from None


def _invalid(error: InvalidRecord, record: Record | None, file: str, words: Words) -> int:
    return _fail(words("record.invalid", file=file, why=fault(error, record, words)))


def _fail(line: str) -> int:
    print(f"corsaires: {line}", file=sys.stderr)
    return FAILED
