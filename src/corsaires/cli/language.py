"""The language of the command line, and its own texts: `texts/*.toml`. The games have texts of their own."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from errno import EIO, EPIPE, errorcode
from functools import cache
from pathlib import Path
from typing import Final

from corsaires.bots import Unplayable
from corsaires.games.kernel.errors import InvalidSetup

LANGUAGES: Final = ("fr", "en")
FALLBACK: Final = "en"
GONE: Final = (EPIPE, EIO)  # whoever read our output has left, or the terminal is closed
LONGEST_NUMBER: Final = 18  # digits
FRENCH_FIGURES: Final = str.maketrans(",.", "\u202f,")
COMMAND: Final = "corsaires"
TEXTS: Final = Path(__file__).parent / "texts"


class UsageError(Exception):
    """A command that cannot be carried out as it was given: one line that says what is wrong and what to do."""


@cache
def texts(language: str) -> Mapping[str, str]:
    """Every text of a language, by section and key."""
    import tomllib

    content = tomllib.loads((TEXTS / f"{language}.toml").read_text("utf-8"))
    return {f"{section}.{key}": text for section, part in content.items() for key, text in part.items()}


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language."""

    language: str

    def __call__(self, key: str, **values: object) -> str:
        return texts(self.language)[key].format_map(values)

    def count(self, key: str, number: int) -> str:
        """« 1 carte », « 3 cartes »: the text for one or for several. In French nought is singular."""
        one = number == 1 or (number == 0 and self.language == "fr")
        return self(f"{key}_{'one' if one else 'many'}", n=number)

    def figure(self, number: float) -> str:
        """« 0,7 », "0.7"."""
        return f"{number:,}".translate(FRENCH_FIGURES) if self.language == "fr" else f"{number:,}"

    def either(self, choices: Sequence[object]) -> str:
        """« 2, 3 ou 4 »."""
        *others, last = map(str, choices)
        return f"{', '.join(others)} {self('common.or')} {last}" if others else last


def why_failed(error: OSError, words: Words) -> str:
    """Why the system refuses to read or write, in the language of the reader as far as we have words for it."""
    key = f"errno.{errorcode.get(error.errno or 0, '')}"
    return texts(words.language).get(key) or error.strerror or str(error)


def why_refused(error: InvalidSetup, words: Words) -> str:
    """Why a game cannot be set up, in the language of the reader where we have words for it."""
    if not isinstance(error, Unplayable):
        return words("usage.setup", why=error)
    choices = {key: words.either(value) for key, value in error.values.items() if isinstance(value, tuple)}
    return words(f"unplayable.{error.kind}", **{**error.values, **choices})


def called() -> str:
    """Our command as it can be typed again: by its path where the shell would not find it."""
    path = sys.argv[0]
    return shlex.quote(path) if Path(path).name == COMMAND and shutil.which(COMMAND) is None else COMMAND


def whole_number(text: str) -> int | None:
    """The number that a text stands for, if it is one and not absurdly long."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def chosen_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language asked for with --lang, else that of the locale."""
    for at, argument in enumerate(arguments):
        following = arguments[at + 1] if at + 1 < len(arguments) else ""
        asked = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and asked in LANGUAGES:
            return asked
    return locale_language(environment)


def locale_language(environment: Mapping[str, str]) -> str:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable):
            language = value[:2].lower()
            return language if language in LANGUAGES else FALLBACK
    return FALLBACK
