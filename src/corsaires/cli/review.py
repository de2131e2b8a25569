"""`corsaires review RECORD`: a finished game looked over by a bot, as a table, as JSON, as a picture."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from corsaires.cli.faults import fault
from corsaires.cli.language import UsageError, Words, why_failed
from corsaires.cli.records import FAILED, Record, read_record

if TYPE_CHECKING:
    from rich.table import Table

    from corsaires.bots import Budget, Player, Thought
    from corsaires.review.review import Ply, Progress, Review
    from corsaires.review.words import Words as ReviewWords

BOT: Final = "amiral"
BUDGET: Final = "100ms"
INTERRUPTED: Final = 130
PICTURE: Final = ".svg"
NAME: Final = 10  # letters of a name over a column


def run(args: argparse.Namespace, words: Words) -> int:
    """`corsaires review RECORD`; raises UsageError before anything is thought about."""
    from corsaires.games.kernel.errors import InvalidRecord, SealedRecord

    _check_plot(args.plot, words)
    sys.path.append(os.getcwd())  # where people have bots of their own
    record: Record | None = None
    try:
        record = read_record(args.file, words, compiled=True)
        reviewed = _review(record, args.bot, words)
    except SealedRecord:
        return _fail(words("review.unfinished", file=args.file))
    except InvalidRecord as error:
        return _fail(words("record.invalid", file=args.file, why=fault(error, record, words)))
    except KeyboardInterrupt:
        print(words("review.stopped"), file=sys.stderr)
        return INTERRUPTED
    if args.plot is not None:
        _plot(reviewed, args.plot, words)
    if args.json:
        from corsaires.review.page import write

        json.dump(write(reviewed), sys.stdout, ensure_ascii=False, indent=1)
        print()
    else:
        show(reviewed, words)
    return 0


def _review(record: Record, bot: str | None, words: Words) -> Review:
    from corsaires.records.replay import read_game
    from corsaires.review.review import review

    game = read_game(record).name
    player = _player(game, bot, words)
    if ":" in player.name:
        player = player._replace(bot=Brought(game, player, words))
    with _bar(words("review.coming", bot=player.name), words("review.thinking", bot=player.name)) as tell:
        return review(record, player, tell)


class Brought:
    """A bot of the user's own, whose failure is a line; raises UsageError."""

    def __init__(self, game: str, player: Player, words: Words) -> None:
        self._game, self._player, self._words = game, player, words

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        from corsaires.bots import BadAnswer, answer_of

        try:
            return answer_of(self._game, self._player, view, seed)
        except BadAnswer as error:
            raise UsageError(self._words("usage.bot_failed", bot=self._player.name, why=error)) from None


def _player(game: str, asked: str | None, words: Words) -> Player:
    """The bot asked for; else the amiral, or the strongest that the game has. Raises Unplayable."""
    from corsaires.bots import bot_names, load_bot

    if asked is not None:
        return load_bot(game, asked)
    names = bot_names(game)
    if BOT in names:
        return load_bot(game, f"{BOT}@{BUDGET}")
    print(words("review.no_amiral", bot=names[-1]), file=sys.stderr)
    return load_bot(game, names[-1])


@contextmanager
def _bar(coming: str, thinking: str) -> Iterator[Progress]:
    """A bar of progress; the first move may have to wait for the compiler, and says so."""
    from rich import progress as bars
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False)
    columns = (
        bars.TextColumn("{task.description}", markup=False),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(coming, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=thinking if done else coming)

        yield tell


# --- the picture ---


def _check_plot(file: str | None, words: Words) -> None:
    """Raises UsageError now rather than after the review."""
    if file is None:
        return
    path = Path(file)
    if path.suffix.lower() != PICTURE:
        raise UsageError(words("usage.plot_svg", file=file, other=path.with_suffix(PICTURE)))
    if path.exists() or path.is_symlink():
        raise UsageError(words("usage.plot_exists", file=file))
    if not path.parent.is_dir():
        raise UsageError(words("usage.unwritable", file=file, why=words("errno.ENOENT")))


def _plot(reviewed: Review, file: str, words: Words) -> None:
    from corsaires.review.plot import draw

    try:
        with Path(file).open("x", encoding="utf-8") as out:  # never over another file
            out.write(draw(reviewed, words.language))
    except FileExistsError:
        raise UsageError(words("usage.plot_exists", file=file)) from None
    except OSError as error:
        raise UsageError(words("usage.unwritable", file=file, why=why_failed(error, words))) from None
    print(words("review.drawn", file=file), file=sys.stderr)


# --- the table ---


def show(reviewed: Review, words: Words) -> None:
    """Every move with the chances to win, then each side's play, then the turning points and why."""
    from rich.padding import Padding

    from corsaires.cli.terminal import new_console
    from corsaires.review.plot import headline
    from corsaires.review.words import Words as ReviewWords

    console, said = new_console(), ReviewWords(words.language)
    console.print(_moves(reviewed, words, said))
    if not reviewed.has_figures:
        console.print(said("page.no_figures", bot=reviewed.bot))
        return
    console.print(words("review.sights"), style="dim")
    console.print()
    for side in range(reviewed.sides):
        console.print(_play(reviewed, side, words, said))
    console.print()
    console.print(words("review.turning"), style="bold")
    if not reviewed.turning:
        console.print(said("page.no_turn"))
    for point in reviewed.turning:
        console.print(headline(point, reviewed.plies[point.ply - 1], reviewed.names, said), style="bold")
        console.print(Padding(point.reason[words.language], (0, 0, 0, 3), expand=False))


def _moves(reviewed: Review, words: Words, said: ReviewWords) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from corsaires.review.reasons import written

    turning = {point.ply for point in reviewed.turning}
    grid = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for key in ("number", "player", "move", "best"):
        grid.add_column(words(f"review.{key}"), justify="right" if key == "number" else "left", no_wrap=True)
    for name in (words("review.loss"), *map(reviewed.side_name, range(reviewed.sides))):
        grid.add_column(name, justify="right", max_width=NAME, no_wrap=True, overflow="ellipsis")
    for ply in reviewed.plies:
        best = "" if ply.best == ply.move.partition("=")[0] else written(ply.best, words.language)
        grid.add_row(
            str(ply.number),
            reviewed.names[ply.seat],
            written(ply.move, words.language),
            best,
            _loss(ply, said),
            *(said.percent(share) for share in ply.before),
            style="bold" if ply.number in turning else "",
        )
    return grid


def _loss(ply: Ply, said: ReviewWords) -> str:
    if ply.loss is None:
        return "?" if ply.before else ""
    return f"\u2212{said.percent(ply.loss)}" if round(100 * ply.loss) else ""


def _play(reviewed: Review, side: int, words: Words, said: ReviewWords) -> str:
    """How a side played: how often as the bot would have, and what a move lost on average."""
    own = [ply for ply in reviewed.plies if ply.side == side]
    same = sum(ply.move.partition("=")[0] == ply.best for ply in own)
    return words(
        "review.play",
        who=reviewed.side_name(side),
        moves=len(own),
        same=said.percent(same / max(1, len(own))),
        loss=said.decimal(100 * _mean([ply.loss for ply in own if ply.loss is not None])),
        bot=reviewed.bot,
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def _fail(line: str) -> int:
    print(f"corsaires: {line}", file=sys.stderr)
    return FAILED
