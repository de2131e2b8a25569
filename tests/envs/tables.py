"""The tables that the environments are tested at: every edition, form of play and variant, in turn."""

from __future__ import annotations

from typing import Any

from tests.korsar import tables as korsar
from tests.les_corsaires import tables as les_corsaires

Table = tuple[str, dict[str, Any]]

KORSAR: tuple[Table, ...] = tuple(
    ("korsar", {"seats": seats, "teams": teams, "edition": edition}) for edition, seats, teams in korsar.EVERY_GAME
)
LES_CORSAIRES: tuple[Table, ...] = tuple(
    ("les-corsaires", {"seats": seats, "variant": variant}) for seats, variant in les_corsaires.EVERY_GAME
)
NARROWS: Table = ("les-corsaires", {"seats": 3, "chart": "narrows", "equal_fleets": True})
EVERY_TABLE = (*KORSAR, *LES_CORSAIRES, NARROWS)
SOME_TABLES = (KORSAR[0], KORSAR[9], KORSAR[18], LES_CORSAIRES[0], LES_CORSAIRES[8], NARROWS)


def name_of(table: Table) -> str:
    return "-".join(str(value) for value in (table[0], *table[1].values()))
