"""The terminal: what it can show, clearing it, and reading a line from whoever sits at it."""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from errno import EPIPE
from typing import Final, TextIO, cast

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

NARROWEST = 40
BREATH = 0.4  # seconds: an Enter that comes sooner was meant for the line before
CLEAR = "\x1b[2J\x1b[H"
CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"  # what has scrolled away as well
NO_BREAK = "\u202f\u00a0"  # rich would break a line at these spaces too,
HELD = "\uf8fe\uf8ff"  # so that while it does they are signs of the same width that are no space
HOLD: Final = str.maketrans(NO_BREAK, HELD)
RELEASE: Final = str.maketrans(HELD, NO_BREAK)


class PlainOut:
    """The output of a terminal that cannot show every letter: accents and signs give way to what it can show."""

    SIGNS: Final = str.maketrans("’«»→←↗↘↙↖−×·…★▸•↻↩▒⌂◎◇✓–\u202f\u00a0", '\'"">' + "<1346-x.~*>*@<#^o%+-  ")

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.encoding = out.encoding
        self.isatty = out.isatty
        self.fileno = out.fileno
        self.flush = out.flush

    def write(self, text: str) -> int:
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            text = unicodedata.normalize("NFD", text.translate(self.SIGNS)).encode("ascii", "ignore").decode()
        return self.out.write(text)


class OurConsole(Console):
    @property
    def size(self) -> ConsoleDimensions:
        """As wide and as high as the window is now, but never too narrow to draw in."""
        width, height = super().size
        return ConsoleDimensions(max(width, NARROWEST), height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Whatever is printed, its parts too; no line is broken at a no-break space."""
        for segment in super().render(held(renderable), options):
            yield segment._replace(text=segment.text.translate(RELEASE))

    def on_broken_pipe(self) -> None:
        """Leave it to whoever carries out the command: there may be a game to keep."""
        raise BrokenPipeError(EPIPE, os.strerror(EPIPE))


def held(renderable: RenderableType) -> RenderableType:
    """The same, with its no-break spaces held; only texts have any of their own."""
    if isinstance(renderable, str):
        return renderable.translate(HOLD)
    if isinstance(renderable, Text):
        renderable = renderable.copy()
        renderable.plain = renderable.plain.translate(HOLD)
    return renderable


def new_console(*, markup: bool = False) -> Console:
    out = sys.stdout if sys.stdout.encoding.lower().startswith("utf") else cast(TextIO, PlainOut(sys.stdout))
    return OurConsole(file=out, highlight=False, markup=markup, emoji=False)


def drop_typed_ahead() -> None:
    """Forget the keys that were pressed before there was a question."""
    if not sys.stdin.isatty():
        return
    try:
        import termios
    except ImportError:  # not every system has it
        return
    with suppress(termios.error):  # the terminal may have been closed: reading will tell
        termios.tcflush(sys.stdin, termios.TCIFLUSH)


@dataclass
class Terminal:
    console: Console
    pace: float  # seconds that a bot's move stays before the next
    clock: Callable[[], float] = time.monotonic

    @property
    def cleared(self) -> bool:
        """Whether the screen can be cleared: not when the output goes to a file or a very simple terminal."""
        return self.console.is_terminal and not self.console.is_dumb_terminal

    @property
    def at_keyboard(self) -> bool:
        """Whether somebody types, rather than a file or another program."""
        return sys.stdin.isatty()

    def clear(self, *, all_of_it: bool = False) -> None:
        if self.cleared:
            self.console.file.write(CLEAR_ALL if all_of_it else CLEAR)
            self.console.file.flush()
        elif all_of_it and self.console.is_terminal:
            self.console.print("\n" * self.console.height)

    def ask(self, prompt: str) -> str:
        """A line from the keyboard, without spaces around it; raises EOFError when there is no more."""
        drop_typed_ahead()
        self.console.print(prompt, end=" ", style="bold")
        self.console.file.flush()
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise EOFError
        if not self.at_keyboard:  # a keyboard echoes what is typed, a pipe does not
            self.console.print(line.rstrip("\n"))
        return unicodedata.normalize("NFC", line).strip()

    def hand_over(self, prompt: str, name: str, otherwise: str) -> None:
        """Wait until this person says that they are there: by their name, or by an Enter that is no slip."""
        while True:
            asked = self.clock()
            answer = self.ask(prompt)
            if answer.casefold() == name.casefold():
                return
            if answer:
                self.console.print(otherwise)
            elif self.clock() - asked >= BREATH:
                return

    def wait(self) -> None:
        if self.pace:
            self.console.file.flush()
            time.sleep(self.pace)
