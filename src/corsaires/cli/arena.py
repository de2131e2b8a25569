"""`corsaires arena`: bots play each other, with a bar of progress, and the results as a table and a report."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from corsaires.bots import bot_names
from corsaires.cli.games import ENTRIES, setup_of
from corsaires.cli.language import UsageError, Words, whole_number, why_failed
from corsaires.cli.signals import asked_to_stop

if TYPE_CHECKING:
    from rich.console import Console

    from corsaires.arena.match import Played
    from corsaires.arena.plan import Plan
    from corsaires.arena.run import PlayAll, Progress, Tally, Verdict
    from corsaires.arena.store import Store
    from corsaires.games.kernel.game import Game

REPORT: Final = "report.html"
NEEDED: Final = ("pyarrow", "scipy")  # the extra `arena`
RAY: Final = "ray"
DIRECTORY: Final = "arena"  # of the results of all games
OPTIONS: Final = {"facets": "house", "options": "equal-fleets"}  # choices with another name here
FAILED: Final = 1
LOOKING_BACK: Final = 600.0  # seconds that the time left is judged by


def run(args: argparse.Namespace, words: Words) -> int:
    """`corsaires arena`; raises UsageError and InvalidSetup before anything is played."""
    if any(find_spec(name) is None for name in NEEDED):
        raise UsageError(words("usage.arena_extra"))
    sys.path.append(os.getcwd())  # where people have bots of their own
    from corsaires.arena.plan import check_plan

    plan = read_plan(args, words)
    check_plan(plan)
    _check_place(args.on, words)
    args.out = args.out or str(Path(DIRECTORY, args.game))
    with _opened(plan, Path(args.out), words) as store, asked_to_stop() as asked:
        return _play(plan, store, args, asked, words)


def _play(plan: Plan, store: Store, args: argparse.Namespace, asked: Callable[[], int], words: Words) -> int:
    from corsaires.arena.crew import CrewLost
    from corsaires.arena.match import CODE
    from corsaires.arena.run import run as play
    from corsaires.cli.terminal import new_console

    here = args.on is None or args.on == RAY  # a cluster has a version of its own
    if here and not store.complete and store.has_other_code(CODE):
        print(words("arena.other_code", directory=store.directory), file=sys.stderr)
    try:
        with progress_bar(words) as tell:
            tally = play(plan, store, _players(plan, args, asked), tell)
    except CrewLost as error:
        print(words(f"arena.{error.kind}", how=error), file=sys.stderr)
        return FAILED
    console = new_console(markup=True)
    _show(plan, store, tally, console, words)
    if store.complete:
        if not store.added:
            _say(console, words("arena.nothing", n=words.figure(tally.progress().done)))
        _say(console, words("arena.done", directory=args.out, report=Path(args.out) / REPORT))
        return 0
    done, total = tally.progress()
    _say(console, words("arena.stopped", done=done, total=total, directory=args.out))
    return asked() or FAILED


def _show(plan: Plan, store: Store, tally: Tally, console: Console, words: Words) -> None:
    """The results so far in the terminal; when that is all of them, as a report too."""
    from corsaires.arena.report import write_report
    from corsaires.arena.terminal import show

    table, stopped = store.table(), tally.stopped()
    show(table, console, words.language, stopped)
    for verdict in tally.verdicts.values():
        _say(console, _decided(plan, verdict, words))
    if store.complete:
        write_report(table, store.directory / REPORT, words.language, stopped)


def _decided(plan: Plan, verdict: Verdict, words: Words) -> str:
    contest, (low, high) = verdict.contest, plan.sprt or (0.0, 0.0)
    found, other = (high, low) if verdict.found == "accepted" else (low, high)
    return words(
        "arena.decided" if verdict.deals < plan.deals(contest) else "arena.decided_last",
        setup=plan.texts[contest.table],
        lone=contest.lone,
        others=contest.others,
        deals=verdict.deals,
        found=f"{found:+g}",
        other=f"{other:+g}",
    )


def _say(console: Console, line: str) -> None:
    """A line that a terminal may break but we do not: it holds a path."""
    console.print(line, markup=False, soft_wrap=True)


def _players(plan: Plan, args: argparse.Namespace, asked: Callable[[], int]) -> PlayAll:
    """Who plays the games: processes of this machine, or a Ray cluster."""

    def stopped() -> bool:
        return asked() != 0

    if args.on is None:
        from corsaires.arena import crew

        return lambda fixtures: crew.play_all(plan, fixtures, args.jobs, stopped)
    from corsaires.arena import fleet

    return lambda fixtures: fleet.play_all(plan, fixtures, args.on, args.jobs, stopped)


def _check_place(on: str | None, words: Words) -> None:
    if on is None:
        return
    if on != RAY and not on.startswith(f"{RAY}://"):
        raise UsageError(words("usage.arena_on", on=on))
    if find_spec(RAY) is None:
        raise UsageError(words("usage.arena_ray"))


@contextmanager
def _opened(plan: Plan, directory: Path, words: Words) -> Iterator[Store]:
    """The directory of the run; raises UsageError, also where something cannot be read or written there later."""
    from corsaires.arena.store import NotRead, NotWritten

    try:
        with closing(_open(plan, directory, words)) as store:
            yield store
    except NotRead as error:
        raise UsageError(words("usage.arena_not_read", file=error.file)) from None
    except NotWritten as error:
        why = why_failed(error.error, words)
        raise UsageError(words("usage.arena_not_written", file=error.file, why=why)) from None


def _open(plan: Plan, directory: Path, words: Words) -> Store:
    from corsaires.arena.store import InUse, OtherPlan, Store

    try:
        return Store(plan, directory)
    except OtherPlan as error:
        if not error.choices:
            raise UsageError(words("usage.arena_foreign", directory=directory)) from None
        options = ", ".join(f"--{OPTIONS.get(choice, choice)}" for choice in error.choices)
        raise UsageError(words("usage.arena_other", directory=directory, options=options)) from None
    except InUse:
        raise UsageError(words("usage.arena_in_use", directory=directory)) from None
    except FileExistsError:
        raise UsageError(words("usage.unwritable", file=directory, why=words("errno.ENOTDIR"))) from None
    except OSError as error:
        raise UsageError(words("usage.unwritable", file=directory, why=why_failed(error, words))) from None


# --- what is played ---


def read_plan(args: argparse.Namespace, words: Words) -> Plan:
    """What the options come to; raises UsageError."""
    from corsaires.arena.plan import Plan

    if args.game not in ENTRIES:
        raise UsageError(words("usage.choice", what=args.game, choices=words.either(list(ENTRIES))))
    bots = bot_names(args.game) if args.bots is None else tuple(filter(None, map(str.strip, args.bots.split(","))))
    sprt = None if args.sprt is None else _sprt(args.sprt, words)
    seed, patience = _seed(args.seed, words), _patience(args, words)
    return Plan(_tables(args, words), bots, args.games, seed, patience, args.records, sprt, args.alone)


def _tables(args: argparse.Namespace, words: Words) -> tuple[Game, ...]:
    """The game at every number of seats asked for."""
    ours = _options(args.game, words)
    for game in ENTRIES:
        for option, default in _options(game, words).items():
            if option not in ours and getattr(args, option) != default:
                raise UsageError(words("usage.not_of_game", option=f"--{option.replace('_', '-')}", game=args.game))
    seats = [None] if args.seats is None else [text.strip() for text in args.seats.split(",")]
    load = setup_of(args.game).load
    return tuple(load(argparse.Namespace(**{**vars(args), "seats": number}), words) for number in seats)


def _options(game: str, words: Words) -> dict[str, Any]:
    """A game's own options with their defaults."""
    parser = argparse.ArgumentParser(add_help=False)
    setup_of(game).add_options(parser, words)
    return vars(parser.parse_args([]))


def _seed(text: str, words: Words) -> int:
    seed = whole_number(text)
    if seed is None:
        raise UsageError(words("usage.seed", seed=text))
    return seed


def _patience(args: argparse.Namespace, words: Words) -> float:
    seconds = _figure(args.patience)
    if seconds is None or seconds <= 0:
        raise UsageError(words("usage.arena_patience", patience=args.patience))
    return seconds


def _sprt(text: str, words: Words) -> tuple[float, float]:
    low, _, high = text.partition(",")
    elo0, elo1 = _figure(low), _figure(high)
    if elo0 is None or elo1 is None or elo0 >= elo1:
        raise UsageError(words("usage.arena_sprt", sprt=text))
    return elo0, elo1


def _figure(text: str) -> float | None:
    try:
        figure = float(text)
    except ValueError:
        return None
    return figure if abs(figure) < float("inf") else None


# --- while it plays ---


@contextmanager
def progress_bar(words: Words) -> Iterator[Callable[[Progress, Played | None], None]]:
    """A bar of progress with what it is to be told of every game; the first fault of each bot is said at once."""
    from rich import progress as bars
    from rich.console import Console

    from corsaires.arena.words import Words as ArenaWords

    class Rate(bars.ProgressColumn):
        """Games a second, or a minute when they take long."""

        def render(self, task: bars.Task) -> str:
            speed = task.speed or 0.0
            key, rate = ("arena.per_second", speed) if speed >= 1 else ("arena.per_minute", 60 * speed)
            return words(key, n=words.figure(round(rate, 1)))

    console = Console(stderr=True, highlight=False, markup=False)
    columns = (
        bars.TextColumn("{task.description}", markup=False),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        Rate(),
        bars.TimeRemainingColumn(elapsed_when_finished=True),
    )
    at_fault: set[str] = set()
    say = ArenaWords(words.language)
    with bars.Progress(*columns, console=console, speed_estimate_period=LOOKING_BACK) as bar:
        task = bar.add_task("", total=None)

        def tell(progress: Progress, played: Played | None) -> None:
            coming = played is None and progress.done < progress.total
            said = words("arena.coming") if coming else ""
            bar.update(task, completed=progress.done, total=progress.total, description=said)
            if played is None:
                return
            row = played.row
            where = {key: row[key] for key in ("setup", "lone", "others", "deal", "rotation")}
            if row["fault"] is not None and row["bots"][row["fault_side"]] not in at_fault:
                at_fault.add(row["bots"][row["fault_side"]])
                bar.console.print(words("arena.fault", fault=say.fault(row["fault"]), **where), soft_wrap=True)
            elif played.deaths and row["fault"] is None:
                bar.console.print(words("arena.died", **where), soft_wrap=True)

        yield tell
