"""Small positions with one right answer, made by hand from the rules: a bot finds it, whatever its chance."""

from __future__ import annotations

import tomllib
from collections import Counter
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from corsaires.bots import bot_names, load_bot
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table as KorsarTable
from corsaires.games.les_corsaires.chart import read_chart
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.table import Table as LesCorsairesTable
from tests.les_corsaires.tables import at

HERE: Final = Path(__file__).parent
TRIED: Final = HERE.parent / "les_corsaires" / "tried.toml"
GAMES: Final = ("korsar", "les-corsaires")
# The players who are asked, as load_bot names them.
BOTS: Final = ("matelot", "capitaine@400", "amiral@400") if COMPILED else ("matelot",)
SEEDS: Final = 3 if COMPILED else 2
ENOUGH: Final = 22  # positions of a game
ENOUGH_ALIKE: Final = 2  # positions of a theme
# What the positions of a game are about; the first of each are what a bot must have learned before all else.
THEMES: Final = {
    "korsar": (
        "uncontested galleon",  # take it
        "lost fight",  # do not feed it
        "captain last",  # pirates are spent first
        "admiral for a big galleon",  # keep it until then
        "stranded galleon",  # none in hand at the end
        "bigger prize",
        "leaders decide",
        "won fight",
        "right pirate",
        "last card",
        "last draw",
        "partner",
    ),
    "les-corsaires": (
        "line of fire",  # sail out of it
        "hold fire",  # that sinks your own
        "free port",  # take it
        "arrival port",
        "gun to bear",
        "wind",
        "fire",
        "home port",
    ),
}

Position = dict[str, Any]


def positions(game: str) -> list[Position]:
    found: list[Position] = tomllib.loads((HERE / "tactics" / f"{game}.toml").read_text("utf-8"))["position"]
    return found


def theme_of(game: str, position: Position) -> str:
    """What a position is about; raises ValueError."""
    theme: str = position.get("theme", "")
    if theme not in THEMES[game]:
        themes = ", ".join(THEMES[game])
        raise ValueError(f"{game}, {position['name']!r}: no theme {theme!r}; there are {themes}")
    return theme


# --- a position at a table ---

DECK: Final = "G2,G3,G4,y2,r2,b2,g2,y3,r3,b3,g3,G5,y2,r2,b2,g2"


def korsar_table(position: Position) -> KorsarTable:
    seats, teams = position.get("seats", 2), position.get("teams", False)
    hands = "|".join([position["hand"], *position.get("others", ["G3,y1,g2,b1"])])
    booty = "|".join(position.get("booty", "-" * (seats // 2 if teams else seats)))
    sea, deck = position.get("sea", "-"), position.get("deck", DECK)
    text = f"turn:0 barred:- laid:9 deck:{deck} hands:{hands} sea:{sea} booty:{booty}"
    return Korsar.load(seats=seats, teams=teams).set_up(text)


@cache
def les_corsaires(seats: int, variant: str | None) -> LesCorsaires:
    """On the chart as tried: the positions do not change when the default chart does."""
    chart = read_chart(TRIED.read_text("utf-8"), "tried", TRIED.name)
    return LesCorsaires.load(seats=seats, variant=variant, chart=chart)


def les_corsaires_table(position: Position) -> LesCorsairesTable:
    game = les_corsaires(position.get("seats", 4), position.get("variant"))
    phase, wind, die = position.get("phase", "sailing"), position.get("wind", "Y3"), position.get("die", "-")
    table = at(game, position["ships"], phase="sailing" if phase == "wind" else phase, wind=wind, die=die)
    text = table.position().replace("phase:sailing", f"phase:{phase}")
    fields = dict(field.split(":", 1) for field in text.split(" "))
    fields |= {name: str(position[name]) for name in ("to_move", "scores", "arrived") if name in position}
    return game.set_up(" ".join(f"{name}:{value}" for name, value in fields.items()))


def table_of(game: str, position: Position) -> KorsarTable | LesCorsairesTable:
    return korsar_table(position) if game == "korsar" else les_corsaires_table(position)


# --- the tests ---

EVERY: Final = [(game, position) for game in GAMES for position in positions(game)]
every_position = pytest.mark.parametrize(
    ("game", "position"), EVERY, ids=[f"{game}-{position['name']}".replace(" ", "-") for game, position in EVERY]
)


def fits(move: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(move, pattern) for pattern in patterns)


@every_position
@pytest.mark.parametrize("bot", BOTS)
def test_it_finds_the_answer(bot: str, game: str, position: Position) -> None:
    level = bot.partition("@")[0]
    names = bot_names(game)
    weakest = position.get("from", "matelot")
    if weakest not in names[: names.index(level) + 1]:
        pytest.skip(f"for {weakest} and above")
    view, player = table_of(game, position).view(0, options=False), load_bot(game, bot)
    for seed in range(SEEDS):
        move = player.think(view, seed).move
        assert not fits(move, position.get("wrong", [])), position["why"]
        assert fits(move, position.get("right", ["*"])), f"{move}: {position['why']}"


@every_position
def test_a_position_is_sound(game: str, position: Position) -> None:
    """Its answers are legal, some other move is too, and its rules exist."""
    moves = table_of(game, position).moves()
    answers = [*position.get("right", []), *position.get("wrong", [])]
    assert answers
    assert all(any(fnmatchcase(move, answer) for move in moves) for answer in answers)
    assert not all(fits(move, answers) for move in moves)
    assert position["why"].endswith(".")
    assert position["rules"]
    rules = (HERE.parents[1] / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    assert all(f"- {rule} " in rules for rule in position["rules"])


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_positions(game: str) -> None:
    names = [position["name"] for position in positions(game)]
    assert len(names) == len(set(names)) >= ENOUGH


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_has_positions(game: str) -> None:
    """What bots are asked for is not lost when positions are taken out, and no position is about something else."""
    count = Counter(theme_of(game, position) for position in positions(game))
    assert {theme: count[theme] for theme in THEMES[game] if count[theme] < ENOUGH_ALIKE} == {}


@pytest.mark.parametrize("theme", ["captains last", ""])
def test_an_unknown_theme_is_refused(theme: str) -> None:
    with pytest.raises(ValueError, match=f"korsar, 'x': no theme '{theme}'; there are uncontested galleon, lost fight"):
        theme_of("korsar", {"name": "x", "theme": theme})
