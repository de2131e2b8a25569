"""What a run of the arena plays: every pairing of bots on the same deals, each from every side of the table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Final, NamedTuple

from corsaires.bots import Unplayable, load_bot
from corsaires.games.catalog import game_class
from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.game import Game, Record

PAIR: Final = 2  # sides of a table where one bot meets another
FORMAT: Final = "corsaires-arena/1"


class Contest(NamedTuple):
    """One bot alone among others of one kind, at one of the plan's tables."""

    table: int
    lone: str
    others: str


class Fixture(NamedTuple):
    """A game to be played: a deal of a contest, with the lone bot on one side. Sides count from 0."""

    contest: Contest
    deal: int
    rotation: int  # the side of the lone bot


@dataclass(frozen=True)
class Plan:
    """Every choice that the results of a run depend on."""

    tables: tuple[Game, ...]
    bots: tuple[str, ...]
    games: int  # of each contest, rounded up to whole deals
    seed: int
    patience: float  # seconds by the clock that a move may take, whatever the budget
    records: bool = False
    sprt: tuple[float, float] | None = None
    alone: str | None = None  # the only bot that is ever the lone one; None: every bot is

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Each table in a line."""
        return tuple(map(table_text, self.tables))

    def contests(self) -> Iterator[Contest]:
        """Between two sides a pair of bots meets once; among more sides each of the two is alone once.

        Where one bot alone is asked for, it meets each of the others, and they do not meet.
        """
        for at, table in enumerate(self.tables):
            meetings = combinations if table.sides == PAIR and self.alone is None else permutations
            for lone, others in meetings(self.bots, 2):
                if self.alone in (None, lone):
                    yield Contest(at, lone, others)

    def fixtures(self) -> Iterator[Fixture]:
        """Every game, deal by deal, so that whenever a run stops all contests have come equally far."""
        contests = list(self.contests())
        for deal in range(max(map(self.deals, contests))):
            for contest in contests:
                if deal < self.deals(contest):
                    for rotation in range(self.table(contest).sides):
                        yield Fixture(contest, deal, rotation)

    def table(self, contest: Contest) -> Game:
        return self.tables[contest.table]

    def deals(self, contest: Contest) -> int:
        return -(-self.games // self.table(contest).sides)

    def as_dict(self) -> Record:
        """The plan as plain data."""
        return {
            "format": FORMAT,
            "tables": [table.setup() for table in self.tables],
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "patience": self.patience,
            "records": self.records,
            "sprt": None if self.sprt is None else list(self.sprt),
            **({} if self.alone is None else {"alone": self.alone}),
        }


def check_plan(plan: Plan) -> None:
    """Refuse what nobody can play, before anything is; raises InvalidSetup. One bot that cannot loses its games."""
    for key, names in (("bots", plan.bots), ("seats", plan.texts)):
        for name in names:
            if names.count(name) > 1:
                raise Unplayable("twice", f"{shown(name)} is there twice", key=key, name=name)
    if len(plan.bots) < PAIR:
        raise Unplayable("too_few", "must be two or more", key="bots")
    if plan.alone not in (None, *plan.bots):
        raise Unplayable("alone", f"{shown(plan.alone)} is none of the bots", key="alone", bot=plan.alone)
    absent = [why for bot in plan.bots if (why := _why_absent(plan.tables[0].name, bot))]
    if len(absent) == len(plan.bots):
        raise absent[0]


def _why_absent(game: str, bot: str) -> InvalidSetup | None:
    try:
        load_bot(game, bot)
    except InvalidSetup as error:
        return error
    return None


# --- chance ---


def deal_seed(plan: Plan, deal: int) -> int:
    return _hashed(plan.seed, "deal", deal)


def thought_seed(plan: Plan, fixture: Fixture, ply: int) -> int:
    return _hashed(plan.seed, "thought", fixture.deal, fixture.rotation, ply)


def _hashed(*parts: object) -> int:
    """A number of 63 bits, the same on every machine and in every order of play."""
    digest = hashlib.sha256("corsaires arena:{}".format(":".join(map(str, parts))).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


# --- in a line ---


def table_text(table: Game) -> str:
    """`korsar 4 teams`, `les-corsaires 2 experienced`: the game, its seats, and what is not as usual."""
    setup, kind = table.setup(), game_class(table.name)
    seats = {"seats": table.seats, **({"teams": True} if setup["teams"] else {})}
    usual = kind.load(**seats).setup()
    said = [table.name, str(table.seats), *(["teams"] if setup["teams"] else [])]
    if setup.get("edition") != usual.get("edition"):
        said.append(setup["edition"])
        usual = kind.load(**seats, edition=setup["edition"]).setup()
    if setup.get("chart") != usual.get("chart"):
        said.append(setup["chart"]["id"])
    if setup.get("variant"):
        said.append(setup["variant"])
    for section in ("facets", "options"):
        points = setup.get(section, {})
        said += [f"{key}={points[key]}".lower() for key in points if points[key] != usual[section][key]]
    return " ".join(said)
