"""Hints in the terminal game: what the amiral would play from the asker's own sight, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from corsaires.bots import BadAnswer
from corsaires.cli.adviser import Adviser
from corsaires.cli.language import Words

if TYPE_CHECKING:
    from rich.console import Console

BOT: Final = "amiral"


class Hints:
    def __init__(self, game: str, bot: str = BOT) -> None:
        self._adviser = Adviser(game, bot)

    def give(
        self,
        view: Any,
        names: Sequence[str],
        console: Console,
        words: Words,
        *,
        numbered: Sequence[str],
        legal: Sequence[str],
    ) -> None:
        """Show what the bot would play and why; `numbered` are the moves that the screen has numbers for, in order."""
        from corsaires.review.reasons import reason, rival, written
        from corsaires.review.shares import evened

        bot = self._adviser.bot
        if len(legal) == 1:
            console.print(words("hint.only", move=written(legal[0], words.language)))
            return
        try:
            with self._adviser.waiting(console, words, hint=True):
                thought = evened(self._adviser.think(view, seed=len(view.open.story), closely=True))
        except BadAnswer as error:
            console.print(words("hint.failed", why=error))
            return
        except KeyboardInterrupt:
            self.close()
            console.print(words("hint.none"))
            return
        move = written(thought.move, words.language)
        number = words("hint.number", n=numbered.index(thought.move) + 1) if thought.move in numbered else ""
        console.print(words("hint.would", bot=bot, move=move, number=number), style="bold")
        other = rival(thought, legal)
        if other is not None:
            console.print(reason(view, thought, other, words.language, names))
        if not thought.ranked:
            console.print(words("hint.no_figures", bot=bot), style="dim")

    def close(self) -> None:
        self._adviser.close()
