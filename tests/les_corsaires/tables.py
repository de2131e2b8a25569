"""Tables to test with: every form of play, positions written briefly, and games played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import corsaires
from corsaires.games.les_corsaires.chart import read_chart
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.pieces import GUNS, OWNERS, SHIPS
from corsaires.games.les_corsaires.survey import Course
from corsaires.games.les_corsaires.table import Table

EVERY_GAME = tuple((seats, variant) for seats in OWNERS for variant in VARIANTS)
OPEN_SEA = read_chart((Path(__file__).parent / "open-sea.toml").read_text("utf-8"), "open-sea", "open-sea.toml")
IDS = [f"{seats}-{variant or 'standard'}" for seats, variant in EVERY_GAME]


def les_corsaires(seats: int = 4, variant: str | None = None, **choices: Any) -> LesCorsaires:
    return corsaires.load("les-corsaires", seats=seats, variant=variant, **choices)


def on_open_sea(seats: int = 4, variant: str | None = None, **choices: Any) -> LesCorsaires:
    """On a chart of open water, so that a way is barred only where a test bars it."""
    return les_corsaires(seats, variant, chart=OPEN_SEA, **choices)


def at(
    game: LesCorsaires, ships: str, *, phase: str = "sailing", turn: int = 0, wind: str = "Y3", die: str = "-"
) -> Table:
    """A position in the middle of a turn: the ships named as `rG1=c3/4`, every other one sunk.

    All the ships of the seat to move are still to sail (in the phase `sailing`), and none of its guns has fired.
    """
    placed = dict(ship.split("=") for ship in ships.split())
    owners = OWNERS[game.seats]
    afloat = [name for name, where in placed.items() if "/" in where]
    to_move = [name for name in SHIPS if name in afloat and owners["rbgy".index(name[0])] == turn]
    guns = [gun for gun in GUNS if owners["rbgy".index(gun[0])] == turn]
    written = ",".join(f"{name}={placed.get(name, 'sunk')}" for name in SHIPS)
    waiting = ",".join(to_move) if phase in ("sailing", "wind") else "-"
    scores = ",".join("0" for _ in range(game.seats))
    return game.set_up(
        f"phase:{phase} turn:{turn} wind:{wind} die:{die} to_move:{waiting} "
        f"guns:{','.join(guns)} opening:0 throws:- idle:0 progress:0 arrived:0 scores:{scores} out:- ships:{written}"
    )


def play_out(table: Table, rng: random.Random) -> Iterator[Table]:
    """The table before every move and at the end of a game of random moves."""
    while not table.over:
        yield table
        table.play(rng.choice(table.moves()))
    yield table


def courses_of(table: Table, ship: str) -> dict[int, Course]:
    """What a ship of the seat to move could do."""
    options = table.view(table.turn).options
    assert options is not None
    return options.ships[ship]


def give(table: Table, move: str, result: str) -> tuple[Any, ...]:
    """Make a move with a given throw."""
    return table.redo(f"{move}={result}")
