"""The bots of Korsar, by name. Each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from corsaires.bots.bot import Bot


def _random() -> Bot:
    from corsaires.bots.korsar.moves import legal_texts
    from corsaires.bots.uniform import Uniform

    return Uniform(legal_texts)


def _heuristic(name: str) -> Bot:
    from corsaires.bots.korsar.matelot import Heuristic

    return Heuristic(name)


def _thinker(name: str) -> Bot:
    from corsaires.bots.korsar import admiralty

    bot: Bot = getattr(admiralty, name)()
    return bot


BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": _random,
    "mousse": partial(_heuristic, "mousse"),
    "matelot": partial(_heuristic, "matelot"),
    "capitaine": partial(_thinker, "capitaine"),
    "amiral": partial(_thinker, "amiral"),
}
