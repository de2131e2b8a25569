"""A bot that thinks for a terminal game in a process of its own.

The game itself runs uncompiled, as it starts sooner so; a search wants compiled rules. A question holds a view, so
the process knows what the asker sees and nothing else. It reads questions from its input and writes thoughts to its
output; it starts with the first question and stays for the next ones.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from corsaires.bots import BadAnswer, Thought
from corsaires.cli.language import Words

if TYPE_CHECKING:
    from rich.console import Console


class Adviser:
    def __init__(self, game: str, bot: str) -> None:
        self.game = game
        self.bot = bot
        self._process: subprocess.Popen[bytes] | None = None

    def think(self, view: Any, seed: int, *, closely: bool = False) -> Thought:
        """What the bot would play, if asked with a closer look at its second choice; raises BadAnswer."""
        if self._process is None:
            self._process = _start()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            pickle.dump((self.game, self.bot, view._replace(options=None), seed, closely), process.stdin)
            process.stdin.flush()
            answer: Thought | BadAnswer = pickle.load(process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.close()
            raise BadAnswer(f"{type(error).__name__}: {error}") from None
        if isinstance(answer, BadAnswer):
            raise answer
        return answer

    @contextmanager
    def waiting(self, console: Console, words: Words, *, hint: bool) -> Iterator[None]:
        """A line while the bot thinks, of a hint or of a move of its own, and what Ctrl-C does.

        Where lines stay, only for a hint and the first time, when its search is loaded or even compiled.
        """
        line = words("adviser.coming" if self._process is None else "adviser.thinking", bot=self.bot)
        line = f"{line} {words('adviser.no_hint' if hint else 'adviser.leave')}"
        if console.is_terminal and not console.is_dumb_terminal:
            with console.status(line):
                yield
        else:
            if hint or self._process is None:
                console.print(line)
            yield

    def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "CORSAIRES_COMPILED": "1"},
        start_new_session=True,  # Ctrl-C is for the game, not for its adviser
    )


# --- the process ---


def serve() -> None:
    """Answer until the input ends; a bot that cannot be loaded or fails is answered too."""
    from corsaires.bots import answer_of, load_bot
    from corsaires.games.kernel.errors import InvalidSetup

    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing but answers may go there
    while True:
        try:
            game, bot, view, seed, closely = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            player = load_bot(game, bot)
            answer: object = answer_of(game, player.closely() if closely else player, view, seed)
        except InvalidSetup as error:
            answer = BadAnswer(str(error))
        except BadAnswer as error:
            answer = error
        pickle.dump(answer, out)
        out.flush()


if __name__ == "__main__":
    serve()
