"""Bots: players that choose a move from a view, and from nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final

from corsaires.bots.bot import Bot, Budget, Player, Ranked, Thought, read_budget
from corsaires.games.kernel.errors import InvalidSetup, shown

__all__ = ["Bot", "Budget", "Player", "Ranked", "Thought", "bot_names", "load_bot", "searches"]

GAMES: Final = {"korsar": "corsaires.bots.korsar", "les-corsaires": "corsaires.bots.les_corsaires"}

# How long a level thinks when nobody says otherwise; those not named need no time.
BUDGETS: Final = {"capitaine": Budget(milliseconds=200.0), "amiral": Budget(milliseconds=1000.0)}


def bot_names(game: str) -> tuple[str, ...]:
    """The bots of a game, the weakest first; raises InvalidSetup."""
    return tuple(_bots(game))


def load_bot(game: str, text: str) -> Player:
    """The bot that a text names, as `amiral`, `amiral@20000`, `amiral@100ms` or `module:Class`; raises InvalidSetup."""
    name, at, budget = text.partition("@")
    thinking = read_budget(budget) if at else BUDGETS.get(name, Budget())
    if ":" in name:
        return Player(text, _brought(name), thinking)
    bots = _bots(game)
    if name not in bots:
        why = f"{game} has no bot {shown(name)}; it has {', '.join(bots)}, or bring your own as module:Class"
        raise InvalidSetup("bot", why)
    return Player(text, bots[name](), thinking)


def searches(text: str) -> bool:
    """Whether the bot that a text names takes its time; it wants compiled rules then."""
    return text.partition("@")[0] in BUDGETS


def _bots(game: str) -> Mapping[str, Callable[[], Bot]]:
    if game not in GAMES:
        raise InvalidSetup("game", f"there are no bots for {shown(game)}; there are for {', '.join(GAMES)}")
    bots: Mapping[str, Callable[[], Bot]] = import_module(GAMES[game]).BOTS
    return bots


def _brought(name: str) -> Bot:
    """A bot of the user's own: `module:Class`, made without arguments."""
    module, _, kind = name.partition(":")
    try:
        bot = getattr(import_module(module), kind)()
    except (Exception, SystemExit) as error:
        raise InvalidSetup("bot", f"{shown(name)} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "think", None)):
        raise InvalidSetup("bot", f"{shown(name)} is no bot: it has no method think(view, budget, seed)")
    made: Bot = bot
    return made
