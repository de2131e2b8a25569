"""A run of the arena from its plan to its table; what an earlier run has played is not played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from corsaires.arena.match import Played, Row
from corsaires.arena.plan import Contest, Fixture, Plan
from corsaires.arena.store import Store

PlayAll = Callable[[Iterator[Fixture]], Iterator[Played]]


class Progress(NamedTuple):
    done: int
    total: int


class Verdict(NamedTuple):
    """What a sequential test found, and after how many deals."""

    contest: Contest
    found: str
    deals: int


class Tally:
    """How far every contest has come.

    A sequential test looks at the deals in their order, whichever end first, so that its verdict depends on neither
    the number of processes nor on interruptions.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._tables = {text: at for at, text in enumerate(plan.texts)}
        self._played: dict[Contest, dict[tuple[int, int], float]] = {contest: {} for contest in plan.contests()}
        self._shares: dict[Contest, list[float]] = {contest: [] for contest in plan.contests()}
        self.verdicts: dict[Contest, Verdict] = {}

    def add(self, row: Row) -> None:
        contest = self._contest(row)
        self._played[contest][row["deal"], row["rotation"]] = row["shares"][row["rotation"]]
        if self._plan.sprt is not None:
            self._test(contest, *self._plan.sprt)

    def _test(self, contest: Contest, elo0: float, elo1: float) -> None:
        from corsaires.arena.statistics import sprt

        played, shares, sides = self._played[contest], self._shares[contest], self._plan.table(contest).sides
        while contest not in self.verdicts and all((len(shares), side) in played for side in range(sides)):
            shares.append(sum(played[len(shares), side] for side in range(sides)) / sides)
            found = sprt(np.array(shares), sides, elo0, elo1)
            if found != "undecided":
                self.verdicts[contest] = Verdict(contest, found, len(shares))

    def missing(self) -> Iterator[Fixture]:
        """The games still to play; what has been decided meanwhile is left out."""
        for fixture in self._plan.fixtures():
            contest, deal, rotation = fixture
            if contest not in self.verdicts and (deal, rotation) not in self._played[contest]:
                yield fixture

    def counts(self, row: Row) -> bool:
        """Whether a game belongs to the results: those after a verdict do not."""
        return bool(row["deal"] < self._deals(self._contest(row)))

    def stopped(self) -> set[tuple[str, str, str]]:
        """The pairings with deals that nobody needs to play: their setup, lone bot and others."""
        early = (one.contest for one in self.verdicts.values() if one.deals < self._plan.deals(one.contest))
        return {(self._plan.texts[contest.table], contest.lone, contest.others) for contest in early}

    def progress(self) -> Progress:
        totals = {contest: self._deals(contest) * self._plan.table(contest).sides for contest in self._played}
        done = sum(min(len(played), totals[contest]) for contest, played in self._played.items())
        return Progress(done, sum(totals.values()))

    def _deals(self, contest: Contest) -> int:
        verdict = self.verdicts.get(contest)
        return self._plan.deals(contest) if verdict is None else verdict.deals

    def _contest(self, row: Row) -> Contest:
        return Contest(self._tables[row["setup"]], row["lone"], row["others"])


def run(plan: Plan, store: Store, play_all: PlayAll, tell: Callable[[Progress, Played | None], None]) -> Tally:
    """Play what is missing; when nothing is, the store has its results."""
    tally = _tally(plan, store)
    tell(tally.progress(), None)
    for played in play_all(tally.missing()):
        store.add(played)
        tally.add(played.row)
        tell(tally.progress(), played)
    store.write()
    if not store.complete and next(tally.missing(), None) is None:
        tally = _tally(plan, store)  # of what is there: a part may have been removed meanwhile
        if next(tally.missing(), None) is None:
            store.finish(tally.counts)
    return tally


def _tally(plan: Plan, store: Store) -> Tally:
    """How far the games have come that the store has."""
    tally = Tally(plan)
    for row in store.table().select(["setup", "lone", "others", "deal", "rotation", "shares"]).to_pylist():
        tally.add(row)
    return tally
