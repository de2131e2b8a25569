"""The bots of Les Corsaires, by name. Each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from corsaires.bots.bot import Bot


def _random() -> Bot:
    from corsaires.bots.les_corsaires.moves import legal_texts
    from corsaires.bots.uniform import Uniform

    return Uniform(legal_texts)


def _matelot() -> Bot:
    from corsaires.bots.les_corsaires.matelot import Matelot

    return Matelot()


def _capitaine() -> Bot:
    from corsaires.bots.les_corsaires.admiralty import capitaine

    return capitaine()


def _amiral() -> Bot:
    from corsaires.bots.les_corsaires.admiralty import amiral

    return amiral()


BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "random": _random,
    "matelot": _matelot,
    "capitaine": _capitaine,
    "amiral": _amiral,
}
