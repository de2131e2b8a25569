"""What is played: who meets whom, on which deals, with which seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from corsaires.arena.match import seating
from corsaires.arena.plan import Contest, Fixture, Plan, check_plan, deal_seed, table_text, thought_seed
from corsaires.games.catalog import load
from corsaires.games.kernel.errors import InvalidSetup
from corsaires.games.kernel.game import Game


def plan(*tables: Game, bots: tuple[str, ...] = ("random", "matelot"), games: int = 4, seed: int = 1) -> Plan:
    return Plan(tables, bots, games, seed, patience=30.0)


def test_two_sides_meet_once_on_every_deal_and_change_places() -> None:
    fixtures = list(plan(load("korsar", seats=2), bots=("a", "b", "c"), games=3).fixtures())
    assert Counter(fixture.contest for fixture in fixtures) == {
        Contest(0, lone, others): 4 for lone, others in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    assert [fixture[1:] for fixture in fixtures if fixture.contest == Contest(0, "a", "b")] == [
        (0, 0), (0, 1), (1, 0), (1, 1)
    ]  # fmt: skip


@pytest.mark.parametrize("choices", [{"seats": 3}, {"seats": 5}, {"seats": 6, "teams": True}])
def test_among_more_sides_each_bot_is_alone_on_each_side_of_every_deal(choices: dict[str, Any]) -> None:
    arena = plan(load("korsar", **choices), bots=("a", "b"), games=7)
    sides = arena.tables[0].sides
    for contest in (Contest(0, "a", "b"), Contest(0, "b", "a")):
        fixtures = [fixture for fixture in arena.fixtures() if fixture.contest == contest]
        assert len(fixtures) == -(-7 // sides) * sides
        for fixture in fixtures:
            bots = seating(arena, fixture)
            assert bots.pop(fixture.rotation) == contest.lone
            assert bots == [contest.others] * (sides - 1)
        assert Counter(fixture.rotation for fixture in fixtures) == dict.fromkeys(range(sides), -(-7 // sides))


@pytest.mark.parametrize("choices", [{"seats": 2}, {"seats": 4}, {"seats": 4, "teams": True}])
@pytest.mark.parametrize("alone", ["a", "b", "c"])
def test_a_bot_alone_meets_each_of_the_others_and_they_do_not_meet(choices: dict[str, Any], alone: str) -> None:
    arena = replace(plan(load("korsar", **choices), bots=("a", "b", "c")), alone=alone)
    assert list(arena.contests()) == [Contest(0, alone, other) for other in ("a", "b", "c") if other != alone]


def test_all_contests_come_equally_far() -> None:
    deals = [fixture.deal for fixture in plan(load("korsar", seats=2), load("korsar", seats=3), games=12).fixtures()]
    assert deals == sorted(deals)


def test_every_pairing_has_the_same_deals_and_every_thought_its_own_seed() -> None:
    arena = plan(load("korsar", seats=2), games=200)
    deals = {deal_seed(arena, deal) for deal in range(100)}
    thoughts = {
        thought_seed(arena, Fixture(Contest(0, "a", "b"), deal, rotation), ply)
        for deal in range(50) for rotation in range(2) for ply in range(100)
    }  # fmt: skip
    assert (len(deals), len(thoughts), len(deals & thoughts)) == (100, 10_000, 0)
    assert max(thoughts) < 1 << 63


def test_seeds_are_the_same_for_ever() -> None:
    """A run that was stopped goes on years later with the same numbers."""
    arena = plan(load("korsar", seats=2), seed=7)
    assert deal_seed(arena, 3) == 869_802_040_131_055_936
    assert thought_seed(arena, Fixture(Contest(0, "a", "b"), 3, 1), 20) == 354_750_933_318_582_357


@pytest.mark.parametrize(
    ("game", "choices", "text"),
    [
        ("korsar", {"seats": 2}, "korsar 2"),
        ("korsar", {"seats": 8, "teams": True}, "korsar 8 teams"),
        ("korsar", {"seats": 3, "edition": "philibert-2002"}, "korsar 3 philibert-2002"),
        ("korsar", {"seats": 3, "booty": "open"}, "korsar 3 booty=open"),
        ("les-corsaires", {"seats": 2}, "les-corsaires 2"),
        ("les-corsaires", {"seats": 4, "variant": "experienced"}, "les-corsaires 4 experienced"),
        ("les-corsaires", {"seats": 3, "chart": "narrows"}, "les-corsaires 3 narrows"),
        ("les-corsaires", {"seats": 3, "equal_fleets": True}, "les-corsaires 3 equal_fleets=true"),
    ],
)  # fmt: skip
def test_a_table_in_a_line(game: str, choices: dict[str, Any], text: str) -> None:
    assert table_text(load(game, **choices)) == text


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        (("matelot",), "bots: must be two or more"),
        (("matelot", "random", "matelot"), "bots: 'matelot' is there twice"),
        (("admiral", "matelot@soon"), "korsar has no bot 'admiral'; it has "),
        (("matelot@soon", "admiral"), "a budget is a number of iterations"),
        (("no.such:Bot", "admiral"), "'no.such:Bot' cannot be loaded: ModuleNotFoundError"),
        (("tests.arena.crew:note", "admiral"), "'tests.arena.crew:note' cannot be loaded: TypeError"),
    ],
)
def test_where_no_bot_can_play_it_is_refused_before_anything_is_played(bots: tuple[str, ...], why: str) -> None:
    with pytest.raises(InvalidSetup) as refused:
        check_plan(plan(load("korsar", seats=2), bots=bots))
    assert why in str(refused.value)


def test_one_alone_that_does_not_play_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="alone: 'amiral' is none of the bots"):
        check_plan(replace(plan(load("korsar", seats=2)), alone="amiral"))


def test_a_table_twice_is_refused() -> None:
    with pytest.raises(InvalidSetup, match="'korsar 2' is there twice"):
        check_plan(plan(load("korsar", seats=2), load("korsar", seats=2)))
