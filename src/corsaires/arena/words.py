"""The texts and figures of the arena in French and English: `texts/*.toml`."""

from __future__ import annotations

import re
from functools import cache
from math import floor, isinf, log10
from pathlib import Path
from typing import Final

from corsaires.games.kernel.words import Texts, Worded

texts: Final = Texts(Path(__file__).parent / "texts")

FRENCH_FIGURES: Final = str.maketrans(",.", "\u202f,")
SURE_DIGITS: Final = 4  # of a probability; a smaller one is only said to be smaller
SECONDS: Final = 1000  # milliseconds from which seconds read better
MINUTE, HOUR = 60, 3600
KEPT: Final = "en"  # the language of the results
FAULT: Final = "fault"  # beside a record: what ended the game before its end
QUOTED: Final = ("answer", "bot", "budget", "move")  # of a fault: what French writes in its own way
FEW: Final = 10  # below, a decimal is worth its place


@cache
def _faults() -> dict[str, re.Pattern[str]]:
    """How each kind of fault is written in the results."""
    kinds = {key.removeprefix("fault."): text for key, text in texts(KEPT).items() if key.startswith("fault.")}
    return {kind: re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.*?)", re.escape(text))) for kind, text in kinds.items()}


def _reason(rule: str, language: str) -> str | None:
    from corsaires.games.korsar import telling as korsar
    from corsaires.games.les_corsaires import telling as les_corsaires

    texts = korsar.texts if rule.startswith("K") else les_corsaires.texts
    return texts(language).get(f"reason.{rule}")


def _in_french(text: str) -> str:
    """`'+'` as « + » with its quotes, `20ms` as 20 ms with a narrow space."""
    if quoted := re.fullmatch("'(.*)'", text):
        return f"«\u202f{quoted[1]}\u202f»"
    return re.sub(r"^(\d+)ms$", "\\1\u202fms", text)


class Words(Worded):
    """The texts and figures in one language."""

    texts = texts

    def count(self, key: str, number: int) -> str:
        """« 1 partie », « 3 parties »: the text for one or for several. In French nought is singular."""
        return self(f"{key}_{'one' if self.is_one(number) else 'many'}", n=self.figure(number))

    def figure(self, number: float, digits: int = 0) -> str:
        """« 12 345,7 », "12,345.7"; with a real minus."""
        text = f"{number:,.{digits}f}".replace("-", "\u2212")
        return text.translate(FRENCH_FIGURES) if self.language == "fr" else text

    def percent(self, share: float, digits: int = 1) -> str:
        return self("figures.percent", n=self.figure(100 * share, digits))

    def between(self, low: str, high: str) -> str:
        return self("figures.between", low=low, high=high)

    def elo(self, elo: float) -> str:
        """« +212 », « −48 », « ±0 »."""
        sign = "+" if elo > 0 else "\u2212"
        if isinf(elo):
            return f"{sign}\u221e"
        return f"{sign}{self.figure(abs(round(elo)))}" if round(elo) else "\u00b10"

    def probability(self, p_value: float) -> str:
        if p_value < 10**-SURE_DIGITS:
            return f"<\u00a0{self.figure(10**-SURE_DIGITS, SURE_DIGITS)}"
        return self.figure(p_value, SURE_DIGITS if p_value < 10 ** (1 - SURE_DIGITS) else SURE_DIGITS - 1)

    def time(self, milliseconds: float) -> str:
        """« 0,04 ms », « 12 ms », « 1,2 s », « 3 min », « 2,5 h »."""
        seconds = milliseconds / 1000
        if milliseconds < SECONDS:
            small = 2 if milliseconds < 1 else 1 if milliseconds < FEW else 0
            return f"{self.figure(milliseconds, small)}\u00a0ms"
        for unit, size in (("s", 1), ("min", MINUTE)):
            if seconds < size * 60:
                return f"{self.figure(seconds / size, 1 if seconds / size < FEW else 0)}\u00a0{unit}"
        return f"{self.figure(seconds / HOUR, 1)}\u00a0h"

    def power(self, milliseconds: float) -> str:
        """A power of ten as a time: « 0,1 ms », « 10 ms », « 1 s »."""
        number, unit = (milliseconds, "ms") if milliseconds < SECONDS else (milliseconds / 1000, "s")
        return f"{self.figure(number, max(0, -floor(log10(number) + 0.5)))}\u00a0{unit}"

    def fault(self, text: str) -> str:
        """A fault of a bot, which results keep in English, in our language as far as we have words for it."""
        for kind, pattern in _faults().items():
            if found := pattern.fullmatch(text):
                return self(f"fault.{kind}", **self._said(found.groupdict()))
        return text

    def _said(self, values: dict[str, str]) -> dict[str, str]:
        if "fault" in values:
            return {**values, "fault": self.fault(values["fault"])}
        if self.language == KEPT:
            return values
        said = {key: _in_french(text) if key in QUOTED else text for key, text in values.items()}
        if "rule" in values:
            said["reason"] = _reason(values["rule"], self.language) or values["reason"]
        return said

    def about_ladder(self, anchor: str | None) -> str:
        """What a ladder shows; the anchor is the bot at 0, if there is one."""
        origin = self("ladder.origin_mean") if anchor is None else self("ladder.origin_anchor", anchor=anchor)
        return self("ladder.about", origin=origin)

    def setup(self, setup: str, seats: int, sides: int) -> str:
        """« korsar 4 teams » as a heading: « Korsar, 4 joueurs, par équipes »."""
        game, *more = setup.split()
        rest = [word for word in more if word not in (str(seats), "teams")]
        name = texts(self.language).get(f"games.{game}", game)
        teams = [self("setup.teams")] if sides < seats else []
        return ", ".join([name, self.count("setup.players", seats), *teams, *rest])
