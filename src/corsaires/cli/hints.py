"""Hints in the terminal game: what the amiral would play from the asker's own sight, and why."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from corsaires.cli.language import Words

if TYPE_CHECKING:
    from rich.console import Console

    from corsaires.bots import Thought

BOT: Final = "amiral"
ADVISER: Final = "corsaires.cli.adviser"


class NoHint(Exception):
    """The bot could not be asked; the text says why."""


class Hints:
    """Asks a process of its own, which is started with the first question and kept for the next ones."""

    def __init__(self, game: str, bot: str | None = None) -> None:
        from corsaires.bots import bot_names

        names = bot_names(game)
        self.game = game
        self.bot = bot or (BOT if BOT in names else names[-1])
        self._adviser: subprocess.Popen[bytes] | None = None

    def give(self, view: Any, moves: Sequence[str], names: Sequence[str], console: Console, words: Words) -> None:
        """Show what the bot would play and why; `moves` are those of the view in the order of their numbers."""
        from corsaires.review.reasons import reason, rival, written
        from corsaires.review.shares import evened

        if len(moves) == 1:
            console.print(words("hint.only", move=written(moves[0], words.language)))
            return
        try:
            with self._waiting(console, words):
                thought = evened(self._ask(view._replace(options=None), seed=len(view.open.story)))
        except NoHint as error:
            console.print(words("hint.failed", why=error))
            return
        except KeyboardInterrupt:
            self.close()
            console.print(words("hint.none"))
            return
        move = written(thought.move, words.language)
        number = words("hint.number", n=moves.index(thought.move) + 1) if thought.move in moves else ""
        console.print(words("hint.would", bot=self.bot, move=move, number=number), style="bold")
        other = rival(thought, moves)
        if other is not None:
            console.print(reason(view, thought, other, words.language, names))
        if not thought.ranked:
            console.print(words("hint.no_figures", bot=self.bot), style="dim")

    def close(self) -> None:
        """End the process, whatever it is doing."""
        adviser, self._adviser = self._adviser, None
        if adviser is not None:
            adviser.kill()
            adviser.communicate()

    @contextmanager
    def _waiting(self, console: Console, words: Words) -> Iterator[None]:
        """A line while the bot thinks; the first time its search has to be loaded, or even compiled."""
        line = words("hint.coming" if self._adviser is None else "hint.thinking", bot=self.bot)
        if console.is_terminal and not console.is_dumb_terminal:
            with console.status(line):
                yield
        else:
            console.print(line)
            yield

    def _ask(self, view: Any, seed: int) -> Thought:
        if self._adviser is None:
            self._adviser = _start()
        adviser = self._adviser
        assert adviser.stdin is not None
        assert adviser.stdout is not None
        try:
            pickle.dump((self.game, self.bot, view, seed), adviser.stdin)
            adviser.stdin.flush()
            answer: Thought | str = pickle.load(adviser.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.close()
            raise NoHint(f"{type(error).__name__}: {error}") from None
        if isinstance(answer, str):
            raise NoHint(answer)
        return answer


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", ADVISER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "CORSAIRES_COMPILED": "1"},
        start_new_session=True,  # Ctrl-C is for the game, not for its adviser
    )
