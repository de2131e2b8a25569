"""The server's own texts, and the language of whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from corsaires.games.kernel.words import Texts, Worded

LANGUAGES: Final = ("fr", "en")
FALLBACK: Final = "en"
LONGEST: Final = 200  # characters of an Accept-Language that are read

texts: Final = Texts(Path(__file__).parent / "texts")


@dataclass(frozen=True, slots=True)
class Words(Worded):
    """The server's texts in one language."""

    texts: ClassVar[Texts] = texts


def preferred(accepted: str) -> str:
    """The language of ours that an Accept-Language likes best."""
    liked = sorted(_liked(accepted[:LONGEST]), key=lambda choice: -choice[1])
    return next((language for language, weight in liked if weight > 0), FALLBACK)


def _liked(accepted: str) -> Iterator[tuple[str, float]]:
    for choice in accepted.split(","):
        name, _, quality = choice.partition(";")
        language = name.strip().lower().partition("-")[0]
        if language in LANGUAGES:
            yield language, _weight(quality.strip())


def _weight(quality: str) -> float:
    digits = quality.removeprefix("q=")
    try:
        return float(digits) if digits else 1.0
    except ValueError:
        return 0.0
