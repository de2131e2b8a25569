"""The texts and figures of reviews and hints in French and English: `texts/*.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from corsaires.games.kernel.words import Texts, Worded

texts: Final = Texts(Path(__file__).parent / "texts")


class Words(Worded):
    """The texts and figures in one language."""

    texts = texts

    def percent(self, share: float) -> str:
        """« 62 % », "62%"."""
        return self("figures.percent", n=round(100 * share))

    def decimal(self, number: float) -> str:
        """« 4,2 », "4.2"."""
        return f"{number:.1f}".replace(".", self("figures.point"))
