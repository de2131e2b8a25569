"""The games there are, by name. A game's code is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.game import Game

if TYPE_CHECKING:
    from corsaires.games.korsar.game import Korsar
    from corsaires.games.les_corsaires.game import LesCorsaires

GAMES: Final = {
    "korsar": "corsaires.games.korsar.game:Korsar",
    "les-corsaires": "corsaires.games.les_corsaires.game:LesCorsaires",
}


def game_class(name: str) -> type[Game]:
    """The class of a game; raises InvalidSetup."""
    if name not in list(GAMES):
        raise InvalidSetup("game", f"there is no game {shown(name)}; there are {', '.join(GAMES)}")
    module, _, attribute = GAMES[name].partition(":")
    found: type[Game] = getattr(import_module(module), attribute)
    return found


@overload
def load(name: Literal["korsar"], /, **choices: Any) -> Korsar: ...
@overload
def load(name: Literal["les-corsaires"], /, **choices: Any) -> LesCorsaires: ...
@overload
def load(name: str, /, **choices: Any) -> Game: ...
def load(name: str, /, **choices: Any) -> Game:
    """A game with its seats and rules chosen; raises InvalidSetup.

    korsar: seats, teams, edition, and any facet of the edition as a house rule (`partner_admiral=False`).
    les-corsaires: seats, chart, variant, equal_fleets.
    """
    return game_class(name).load(**choices)
