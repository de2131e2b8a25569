"""What the command line knows of each game before it is loaded. A new game is a line here and a package beside it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from corsaires.cli.language import Words

if TYPE_CHECKING:
    from rich.console import Console

    from corsaires.games.kernel.errors import IllegalMove
    from corsaires.games.kernel.game import Game


@dataclass(frozen=True, slots=True)
class Entry:
    """A game on the command line."""

    setup: str  # the module that offers its options and loads it; light
    face: str  # the module that shows it
    bot: str  # the one that plays unless another is asked for
    first: bool = True  # whether somebody can be named to start


ENTRIES: Final = {
    "korsar": Entry("corsaires.cli.korsar.setup", "corsaires.cli.korsar.face", "matelot"),
    "les-corsaires": Entry(
        "corsaires.cli.les_corsaires.setup",
        "corsaires.cli.les_corsaires.face",
        "matelot",
        first=False,
    ),
}


class Setup(Protocol):
    """The options of a game."""

    SEATS: int  # unless another number is asked for
    add_options: Callable[[argparse.ArgumentParser, Words], None]
    load: Callable[[argparse.Namespace, Words], Game]  # raises UsageError
    first_seat: Callable[[int, Game, Words], int]  # checks who is named to start, where that is; raises UsageError


class Face(Protocol):
    """How a game looks and speaks in a terminal; every face derives from it. A view is what `table.view` gives."""

    def same_side(self, seat: int, other: int) -> bool: ...

    def draw(self, console: Console, view: Any, news: Sequence[str]) -> None:
        """The whole table as a seat sees it, with its moves."""

    def moves(self, view: Any) -> list[str]:
        """The moves in the order of their numbers on the screen; several in a row have spaces between them."""

    def understood(self, text: str) -> str:
        """A typed move as the notation writes it."""

    def private(self, view: Any) -> str | None:
        """What the last move showed to this view's side alone."""

    def story(self, events: Sequence[Any], you: int | None, known: Mapping[int, str], since: int = 0) -> list[str]:
        """The events from a place on, in words; `known` is what the reader's side knows of them beyond the public."""

    def refusal(self, error: IllegalMove, view: Any) -> str: ...

    def not_a_move(self, text: str) -> str: ...

    def rule(self, number: str) -> str | None:
        """What a rule says; None if there is no such rule."""

    def draw_end(self, console: Console, view: Any, you: int | None) -> None:
        """The scores and who has won."""

    # --- what a face may leave as it is ---

    def title(self) -> str:
        """The game and its rules, above a game that is told."""
        return ""

    def draw_menu(self, console: Console, view: Any) -> None:
        """Every move with all that is said of it, where the whole table had no room for that."""
        self.draw(console, view, ())

    def help(self) -> str:
        """The aim, the marks on the screen, how a move is written."""
        return ""

    def rules(self, start: str) -> list[str]:
        """The numbers of the rules that start so."""
        return []

    def reason(self, rule: str) -> str | None:
        """Why a rule forbids a move, in general; None if there are no words for it."""
        return None

    def hint(self, text: str, view: Any) -> str | None:
        """What to say of a text that is nearly a move; None if it is not."""
        return None


def setup_of(game: str) -> Setup:
    module: Any = import_module(ENTRIES[game].setup)
    found: Setup = module
    return found


def face_of(game: Game, names: Sequence[str], words: Words) -> Face:
    found: Face = import_module(ENTRIES[game.name].face).face(game, names, words)
    return found
