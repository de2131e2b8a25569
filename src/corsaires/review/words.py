"""The texts and figures of reviews and hints in French and English: `texts/*.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from corsaires.games.kernel.words import Texts

texts: Final = Texts(Path(__file__).parent / "texts")


@dataclass(frozen=True, slots=True)
class Words:
    """The texts in one language."""

    language: str

    def __call__(self, key: str, **values: object) -> str:
        return texts(self.language)[key].format_map(values)

    def percent(self, share: float) -> str:
        """« 62 % », "62%"."""
        return self("figures.percent", n=round(100 * share))

    def decimal(self, number: float) -> str:
        """« 4,2 », "4.2"."""
        return f"{number:.1f}".replace(".", self("figures.point"))
