"""Bots: players that choose a move from a view, and from nothing else."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from traceback import walk_tb
from typing import Any, Final

from corsaires.bots.bot import Bot, Budget, Player, Ranked, Thought, Unplayable, read_budget
from corsaires.games.kernel.errors import InvalidSetup, shown

__all__ = [
    "BadAnswer",
    "Bot",
    "Budget",
    "IllegalAnswer",
    "Player",
    "Ranked",
    "Thought",
    "Unplayable",
    "answer_of",
    "bot_names",
    "load_bot",
    "searches",
    "told",
]

GAMES: Final = {"korsar": "corsaires.bots.korsar", "les-corsaires": "corsaires.bots.les_corsaires"}

# How long a level thinks when nobody says otherwise; those not named need no time.
BUDGETS: Final = {"capitaine": Budget(milliseconds=200.0), "amiral": Budget(milliseconds=1000.0)}


NAMES: Final = ("random", "mousse", "matelot", "capitaine", "amiral")
LONGEST: Final = 200  # letters of what an exception says


def bot_names(game: str) -> tuple[str, ...]:
    """The bots of a game, the weakest first; raises InvalidSetup."""
    _package(game)
    return NAMES


def load_bot(game: str, text: str) -> Player:
    """The bot that a text names, as `amiral`, `amiral@20000`, `amiral@100ms` or `module:Class`; raises InvalidSetup."""
    name, at, budget = text.partition("@")
    thinking = read_budget(budget) if at else BUDGETS.get(name, Budget())
    if ":" in name:
        return Player(text, _brought(name), thinking)
    package = _package(game)
    if name not in NAMES:
        why = f"{game} has no bot {shown(name)}; it has {', '.join(NAMES)}, or bring your own as module:Class"
        raise Unplayable("unknown", why, bot=name, choices=NAMES)
    return Player(text, _made(package, name), thinking)


class BadAnswer(Exception):
    """A bot gave no answer, or none that can be played; the text says why, as an exception is written."""


class IllegalAnswer(BadAnswer):
    """It answered with what is no legal move; `move` shows that."""

    @property
    def move(self) -> str:
        return str(self.args[0])

    def __str__(self) -> str:
        return f"IllegalMove: {self.move}"


def answer_of(game: str, player: Player, view: Any, seed: int) -> Thought:
    """What a bot answers, which may be anybody's; raises BadAnswer."""
    try:
        thought = player.think(view, seed)
    except (Exception, SystemExit) as error:
        raise BadAnswer(told(error, type(player.bot).__module__)) from error
    if not isinstance(thought, Thought):
        raise BadAnswer(f"TypeError: {shown(thought)}")
    if thought.move not in import_module(f"{_package(game)}.moves").legal_texts(view):
        raise IllegalAnswer(shown(thought.move))
    return thought


def told(error: BaseException, module: str) -> str:
    """An exception in a line, with the file and the line where a module, or others of its package, came upon it."""
    try:
        said = (str(error).splitlines() or [""])[0]
    except Exception:  # anybody's exception, and what it says of itself is code too
        said = ""
    said = said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
    package = module.partition(".")[0]
    places = [
        f"{Path(frame.f_code.co_filename).name}:{line}"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] == package
    ]
    what = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return f"{what} – {places[-1]}" if places else what


def searches(text: str) -> bool:
    """Whether the bot that a text names takes its time, or may since it is a user's own; it wants compiled rules."""
    return ":" in text or text.partition("@")[0] in BUDGETS


def _package(game: str) -> str:
    if game not in GAMES:
        raise InvalidSetup("game", f"there are no bots for {shown(game)}; there are for {', '.join(GAMES)}")
    return GAMES[game]


def _made(package: str, name: str) -> Bot:
    """A bot of a game; only what it needs is imported."""
    bot: Bot
    if name == "random":
        from corsaires.bots.uniform import Uniform

        bot = Uniform(import_module(f"{package}.moves").legal_texts)
    elif name in BUDGETS:
        bot = getattr(import_module(f"{package}.admiralty"), name)()
    else:
        bot = import_module(f"{package}.matelot").Heuristic(name)
    return bot


def _brought(name: str) -> Bot:
    """A bot of the user's own: `module:Class`, made without arguments."""
    module, _, kind = name.partition(":")
    try:
        bot = getattr(import_module(module), kind)()
    except (Exception, SystemExit) as error:
        why = told(error, module)
        raise Unplayable("broken", f"{shown(name)} cannot be loaded: {why}", bot=name, why=why) from error
    if not callable(getattr(bot, "think", None)):
        why = f"{shown(name)} is no bot: it has no method think(view, budget, seed)"
        raise Unplayable("thoughtless", why, bot=name)
    made: Bot = bot
    return made
