"""The games there are, by name. A game's code is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.game import Game

GAMES: Final = {"korsar": "corsaires.games.korsar.game:Korsar"}


def game_class(name: str) -> type[Game]:
    """The class of a game; raises InvalidSetup."""
    if name not in GAMES:
        raise InvalidSetup("game", f"there is no game {shown(name)}; there is {', '.join(GAMES)}")
    module, _, attribute = GAMES[name].partition(":")
    found: type[Game] = getattr(import_module(module), attribute)
    return found


def load(name: str, **choices: Any) -> Game:
    """A game with its seats and rules chosen; raises InvalidSetup."""
    return game_class(name).load(**choices)
