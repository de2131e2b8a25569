"""Bots: players that choose a move from a view, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from corsaires.bots.bot import Bot
from corsaires.games.kernel.errors import InvalidSetup, shown

__all__ = ["Bot", "bot_names", "load_bot"]

GAMES: Final = {"korsar": "corsaires.bots.korsar", "les-corsaires": "corsaires.bots.les_corsaires"}


def bot_names(game: str) -> tuple[str, ...]:
    """The bots of a game, the weakest first; raises InvalidSetup."""
    return tuple(_bots(game))


def load_bot(game: str, name: str) -> Bot:
    """A bot of a game by its name; raises InvalidSetup."""
    bots = _bots(game)
    if name not in bots:
        raise InvalidSetup("bot", f"{game} has no bot {shown(name)}; it has {', '.join(bots)}")
    return bots[name]()


def _bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    if game not in GAMES:
        raise InvalidSetup("game", f"there are no bots for {shown(game)}; there are for {', '.join(GAMES)}")
    bots: Mapping[str, Callable[[], Bot]] = import_module(GAMES[game]).BOTS
    return bots
