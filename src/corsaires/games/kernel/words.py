"""What the tellings of every game have in common: texts in files, names as subjects and owners, the reader as *you*."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar


class Texts:
    """The texts of a game, a file a language; called with a language, every text by its dotted key."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._read: dict[str, Mapping[str, str]] = {}
        self._verbs: dict[tuple[str, str], Mapping[str, str]] = {}

    def __call__(self, language: str) -> Mapping[str, str]:
        if language not in self._read:
            content = tomllib.loads((self._directory / f"{language}.toml").read_text("utf-8"))
            self._read[language] = dict(_flattened("", content))
        return self._read[language]

    def verbs(self, language: str, form: str) -> Mapping[str, str]:
        """Every verb in one form: of one, of you, of many."""
        if (language, form) not in self._verbs:
            ending = "." + form
            self._verbs[language, form] = {
                key.removeprefix("verbs.").removesuffix(ending): verb
                for key, verb in self(language).items()
                if key.startswith("verbs.") and key.endswith(ending)
            }
        return self._verbs[language, form]


def _flattened(prefix: str, part: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    for key, value in part.items():
        if isinstance(value, dict):
            yield from _flattened(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value


@dataclass(frozen=True, slots=True)
class Worded:
    """Texts in one language; a part of the program has its own."""

    language: str
    texts: ClassVar[Texts]

    def __call__(self, key: str, **values: object) -> str:
        return self.texts(self.language)[key].format_map(values)

    def is_one(self, number: int) -> bool:
        """Whether so many take the singular; in French nought does."""
        return number == 1 or (number == 0 and self.language == "fr")


class Speaker:
    """Who speaks of whom: a language, a name for each seat, and the seat of the reader."""

    __slots__ = ()
    texts: ClassVar[Texts]
    language: str
    names: Sequence[str]
    you: int | None

    def say(self, key: str, **values: object) -> str:
        return self.texts(self.language)[key].format_map(values)

    def player(self, seat: int) -> dict[str, str]:
        """A player as the subject of a sentence: the name and every verb."""
        if seat == self.you:
            return self.subject(self.say("people.you"), self.say("people.You"), "you")
        return self.subject(self.names[seat], self.names[seat], "one")

    def subject(self, who: str, start: str, form: str) -> dict[str, str]:
        return {"who": who, "Who": start, **self.texts.verbs(self.language, form)}

    def of(self, seat: int) -> str:
        """« de Théo », « d’Anne », "Théo's"."""
        name = self.names[seat]
        return self.say("of.elided" if elides(name) else "of.name", name=name)

    def all_of(self, people: Iterable[str]) -> str:
        first, *rest = people
        for other in rest:
            first = self.say("people.and", one=first, other=other)
        return first


def elides(name: str) -> bool:
    """Whether « de » loses its e before this name: before a vowel or a mute h, but not before a single letter."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name.casefold()) if letter.isalpha())
    return len(name) > 1 and re.match(r"[aeiouhœæ]|y[^aeiou]", plain) is not None


def capitalized(text: str) -> str:
    """With a capital at the start, the rest as it is."""
    return text[:1].upper() + text[1:]
