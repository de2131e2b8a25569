"""A bot at fault loses its game with a line that says why, and the run goes on."""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from errno import ENOMEM
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from corsaires.arena import crew, match
from corsaires.arena.crew import CrewLost, Hand, finished, play_all, play_one
from corsaires.arena.match import Ledger, Played, play
from corsaires.arena.plan import Contest, Fixture, Plan
from corsaires.arena.words import Words
from corsaires.bots import Budget, Player
from corsaires.games.catalog import load
from tests.arena.crew import ENDED, NOTES, Steady

STEADY = "tests.arena.crew:Steady"
PATIENCE = 1.0


def arena(*bots: str, seats: int = 2, patience: float = PATIENCE, teams: bool = False) -> Plan:
    return Plan((load("korsar", seats=seats, teams=teams),), (STEADY, *bots), 2, 1, patience)


def played_by(bot: str, patience: float = PATIENCE, seats: int = 2, rotation: int = 1) -> Played:
    """A game of this bot, alone among steady ones, in this process."""
    return play(arena(bot, seats=seats, patience=patience), Fixture(Contest(0, bot, STEADY), 0, rotation), Ledger())


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    """No test's patience ends over the compiler."""
    assert played_by("random", patience=600.0).row["fault"] is None


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that start quickly."""
    monkeypatch.setenv("CORSAIRES_COMPILED", "0")


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Errs", "made an impossible move: -A (K-"),
        ("Crashes", "raised ZeroDivisionError: too clever by half – crew.py:"),
        ("Leaves", "raised SystemExit: enough – crew.py:"),
        ("Cheats", "made an impossible move: "),
        ("Mumbles", "answered '"),
        ("Broods@20ms", "a budget of 20ms allows 80 ms"),
        ("Delegates@20ms", "a budget of 20ms allows 80 ms"),
        ("Sleeps", "gave no answer within 1 s"),
        ("Stammers", "gave no answer within 1 s"),
        ("Chokes", "raised Unspeakable – crew.py:"),
    ],
)
def test_a_bot_at_fault_loses(bot: str, why: str) -> None:
    name = f"tests.arena.crew:{bot}"
    row = played_by(name).row
    assert re.match(f"{name} at ply [12]: ", row["fault"])  # of two seats' first moves
    assert why in row["fault"]
    assert (row["fault_side"], row["shares"], row["bots"]) == (1, [1.0, 0.0], [STEADY, name])
    assert row["plies"] == sum(row["moves"]) <= 2
    english, french = (Words(language).fault(row["fault"]) for language in ("en", "fr"))
    assert english == row["fault"]
    assert french.startswith(f"{name}, coup ")
    assert not re.search("raised|allow|gave|thought|made|answered|cannot", french)


@pytest.mark.parametrize(
    ("name", "english", "french"),
    [
        (
            "admiral",
            "korsar has no bot 'admiral'; it has random, ",
            "korsar n’a pas de robot «\u202fadmiral\u202f»\u202f: ",
        ),
        ("matelot@soon", "a budget is a number of iterations", "un budget est un nombre d’itérations"),
        (
            "tests.arena.crew:Missing",
            "'tests.arena.crew:Missing' cannot be loaded: AttributeError",
            "«\u202ftests.arena.crew:Missing\u202f» ne peut pas être chargé",
        ),
        (
            "tests.arena.crew:Balks",
            "cannot be loaded: ValueError: no wind – crew.py:",
            "ne peut pas être chargé\u202f: ValueError: no wind – crew.py:",
        ),
        ("no.such:Bot", "'no.such:Bot' cannot be loaded: Module", "«\u202fno.such:Bot\u202f» ne peut pas être chargé"),
        ("pathlib:Path", "'pathlib:Path' is no bot", "«\u202fpathlib:Path\u202f» n’est pas un robot"),
    ],
)
def test_a_bot_that_does_not_come_aboard_loses(name: str, english: str, french: str) -> None:
    row = played_by(name).row
    assert (row["fault_side"], row["shares"], row["plies"]) == (1, [1.0, 0.0], 0)
    assert row["fault"].startswith(f"{name} coming aboard: bot: ")
    assert english in row["fault"]
    told = Words("fr").fault(row["fault"])
    assert told.startswith(f"{name}, en montant à bord\u202f: ")
    assert french in told


def test_the_record_says_what_ended_the_game() -> None:
    bot = "tests.arena.crew:Crashes"
    plan = replace(arena(bot), records=True)
    for lone in (bot, "random"):
        played = play(plan, Fixture(Contest(0, lone, STEADY), 0, 1), Ledger())
        assert played.record is not None
        assert json.loads(played.record).get("fault") == played.row["fault"]
        assert (played.row["fault"] is None) == (lone == "random")


def test_the_other_sides_share_the_win() -> None:
    row = played_by("tests.arena.crew:Crashes", seats=4, rotation=2).row
    assert (row["fault_side"], row["shares"]) == (2, [1 / 3, 1 / 3, 0.0, 1 / 3])


def test_a_good_game_has_no_fault() -> None:
    row = played_by("tests.arena.crew:Halts").row
    assert (row["fault"], row["fault_side"], sum(row["shares"])) == (None, None, 1.0)
    assert row["plies"] == sum(row["moves"]) > 80
    assert all(0 < slowest <= cpu for slowest, cpu in zip(row["slowest_seconds"], row["cpu_seconds"], strict=True))


def test_a_budget_in_iterations_has_only_the_clock_against_it() -> None:
    assert played_by("tests.arena.crew:Broods@20").row["fault"] is None


def test_in_teams_a_bot_plays_both_partners() -> None:
    table = load("korsar", seats=4, teams=True)
    bots = (STEADY, "random")
    row = play(Plan((table,), bots, 2, 1, 30.0), Fixture(Contest(0, *bots), 0, 0), Ledger()).row
    assert (row["seats"], row["sides"], row["bots"]) == (4, 2, list(bots))
    assert abs(row["moves"][0] - row["moves"][1]) <= 2


def test_a_watched_ledger_never_shows_a_time_that_is_past() -> None:
    """Or whoever watches would end a process that has only just begun a game."""
    ledger, switching = Ledger(), sys.getswitchinterval()
    ledger.clear()

    def clear_often() -> None:
        for _ in range(20_000):
            ledger.clear()

    clearing = threading.Thread(target=clear_often)
    sys.setswitchinterval(1e-6)
    try:
        clearing.start()
        earliest = inf
        while clearing.is_alive():
            earliest = min(earliest, ledger.until)
    finally:
        sys.setswitchinterval(switching)
    assert earliest == inf


@pytest.mark.parametrize(("name", "answers"), [("capitaine", True), ("mine:Slow", False)])
def test_a_bot_of_ours_is_given_time_to_compile(name: str, answers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts: list[bool] = []

    class Slow(Steady):
        def think(self, view: Any, budget: Budget, seed: int) -> Any:
            if not thoughts:
                time.sleep(0.5)  # more than ten times the patience
            thoughts.append(True)
            return super().think(view, budget, seed)

    monkeypatch.setattr(match, "load_bot", lambda game, text: Player(name, Slow(), Budget()))
    match.warm_up(arena(name, patience=0.03), Fixture(Contest(0, name, STEADY), 0, 0), 0, Ledger())
    assert (len(thoughts) > 1) == answers


# --- in processes ---


def games(plan: Plan, bot: str) -> Iterator[Fixture]:
    return (fixture for fixture in plan.fixtures() if bot in fixture.contest)


def never() -> bool:
    return False


@pytest.mark.usefixtures("uncompiled")
def test_a_bot_that_no_alarm_wakes_loses_and_its_process_is_replaced() -> None:
    stone, crashes = "tests.arena.crew:Stone", "tests.arena.crew:Crashes"
    plan = arena(stone, crashes, patience=0.2)
    fixtures = iter([Fixture(Contest(0, stone, STEADY), 0, 0), Fixture(Contest(0, crashes, STEADY), 0, 0)])
    found = [played.row for played in play_all(plan, fixtures, 1, never)]
    assert [row["lone"] for row in found] == [stone, crashes]
    assert found[0]["fault"].startswith(f"{stone} coming aboard: ")  # it is asked for a first thought there
    assert found[0]["fault"].endswith(": gave no answer within 0.2 s")
    assert [row["shares"] for row in found] == [[0.0, 1.0], [0.0, 1.0]]


@pytest.mark.usefixtures("uncompiled")
def test_an_answer_just_before_the_end_of_its_process_is_no_fault_of_the_next_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = arena("random", patience=60.0)
    first, second = list(plan.fixtures())
    hand = Hand(plan)
    try:
        hand.begin(first)
        assert hand.pipe.poll(60)
        with monkeypatch.context() as late:  # the clock runs out as the answer comes
            late.setattr(hand.pipe, "poll", lambda: False)
            late.setattr(hand, "_ledger", SimpleNamespace(until=0.0))
            hand.watch()
        assert [played.row["fault"] for played in finished([hand])] == [None]
        hand.begin(second)
        found: list[Played] = []
        while not found:
            found += finished([hand])
    finally:
        hand.dismiss()
    assert [(played.row["rotation"], played.row["fault"], played.deaths) for played in found] == [(1, None, 1)]


@pytest.mark.usefixtures("uncompiled")
def test_a_bot_that_ends_its_process_twice_loses() -> None:
    ends = "tests.arena.crew:Ends"
    plan = arena(ends)
    found = list(play_all(plan, games(plan, ends), 2, never))
    assert {played.row["rotation"]: played.row["fault_side"] for played in found} == {0: 1, 1: 0}
    for played in found:
        assert played.deaths == 2
        assert played.row["fault"].endswith(f": ended its process 2 times (code {ENDED})")


@pytest.mark.usefixtures("uncompiled")
def test_a_game_whose_process_dies_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NOTES, str(tmp_path))
    once = "tests.arena.crew:EndsOnce"
    plan = arena(once, patience=60.0)
    fixture = Fixture(Contest(0, once, STEADY), 0, 0)
    (played,) = play_all(plan, iter([fixture]), 1, never)
    assert (played.deaths, played.row["fault"]) == (1, None)
    again = play_one(plan, fixture)
    assert again.deaths == 0
    timed = ("cpu_seconds", "slowest_seconds")
    assert all(played.row[key] == again.row[key] for key in again.row if key not in timed)


def test_a_process_that_cannot_be_started_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(kind: type) -> Any:
        raise OSError(ENOMEM, "no memory")

    monkeypatch.setattr(crew, "RawValue", full)
    plan = arena("random")
    with pytest.raises(CrewLost, match="no memory"):
        list(play_all(plan, plan.fixtures(), 1, never))


@pytest.mark.usefixtures("uncompiled")
def test_who_is_asked_to_stop_stops_at_once() -> None:
    sleeps = "tests.arena.crew:Sleeps"
    plan = arena(sleeps, patience=600.0)
    started = time.monotonic()
    assert list(play_all(plan, games(plan, sleeps), 1, lambda: time.monotonic() > started + 0.1)) == []
    assert time.monotonic() < started + 60
