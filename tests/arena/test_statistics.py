"""Shares, ratings and tests: what must hold of any games, and what simulations of known strength must find."""

from __future__ import annotations

from itertools import combinations
from math import inf, isfinite

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from corsaires.arena.statistics import (
    ANCHOR,
    ELO,
    elo,
    fit,
    interval,
    ladder,
    p_value,
    pairings,
    share_at,
    slope,
    sprt,
    standings,
)
from tests.arena.played import Fleet, played, table

Floats = NDArray[np.float64]
SIDES = st.integers(2, 8)


@st.composite
def results(draw: st.DrawFn) -> tuple[Floats, int]:
    """The shares of some deals, each a mean over the seatings, and the number of sides."""
    sides = draw(SIDES)
    won = draw(st.lists(st.integers(0, 2 * sides), min_size=1, max_size=60))
    return np.array(won) / (2 * sides), sides


def luck(share: float, deals: int, sides: int, generator: np.random.Generator) -> Floats:
    """Shares of deals whose games have nothing to do with each other."""
    return generator.binomial(sides, share, deals) / sides


def clustered(share: float, deals: int, generator: np.random.Generator) -> Floats:
    """Shares of deals of two games that mostly end alike, as if the deal decided."""
    first = generator.random(deals) < share
    second = np.where(generator.random(deals) < 0.8, first, generator.random(deals) < share)
    return (first + second.astype(np.float64)) / 2


# --- one pairing ---


@given(results())
def test_an_interval_holds_its_share(found: tuple[Floats, int]) -> None:
    shares, sides = found
    low, high = interval(shares, sides)
    assert 0 <= low <= shares.mean() <= high <= 1
    assert low < high


@given(results())
def test_an_interval_is_what_the_test_does_not_reject(found: tuple[Floats, int]) -> None:
    shares, sides = found
    low, high = interval(shares, sides)
    probability = p_value(shares, sides)
    assert 0 <= probability <= 1
    if abs(probability - 0.05) > 1e-9:
        assert (probability > 0.05) == (low < 1 / sides < high)


@given(results())
def test_the_other_side_sees_the_mirror_image(found: tuple[Floats, int]) -> None:
    shares, _ = found
    low, high = interval(shares, 2)
    assert interval(1 - shares, 2) == pytest.approx((1 - high, 1 - low))
    assert p_value(1 - shares, 2) == pytest.approx(p_value(shares, 2))


@given(results())
def test_more_deals_say_more(found: tuple[Floats, int]) -> None:
    shares, sides = found
    (low, high), (nearer_low, nearer_high) = interval(shares, sides), interval(np.tile(shares, 4), sides)
    assert nearer_high - nearer_low < high - low


@given(SIDES, st.integers(1, 100))
def test_an_even_result_is_nought(sides: int, deals: int) -> None:
    shares = np.full(deals, 1 / sides)
    assert p_value(shares, sides) == pytest.approx(1)
    assert elo(1 / sides, sides) == pytest.approx(0, abs=1e-9)


@given(st.floats(-1500, 1500), SIDES)
def test_elo_and_share_are_two_names_of_one_thing(rating: float, sides: int) -> None:
    assert elo(share_at(rating, sides), sides) == pytest.approx(rating, abs=1e-6)


def test_elo_as_it_is_known() -> None:
    assert share_at(200, 2) == pytest.approx(0.76, abs=0.001)
    assert (elo(0.0, 2), elo(1.0, 4)) == (-inf, inf)


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("share", [0.25, 0.5, 0.9, 0.98])
@pytest.mark.parametrize("deals", [10, 40, 300])
def test_intervals_cover(share: float, deals: int, sides: int) -> None:
    generator = np.random.default_rng(7)
    found = [interval(luck(share, deals, sides, generator), sides) for _ in range(600)]
    assert np.mean([low <= share <= high for low, high in found]) > 0.92


def test_intervals_cover_when_the_deal_decides() -> None:
    """The games of a deal that end alike count for less than twice; counted as games, they would cover 85 %."""
    generator = np.random.default_rng(8)
    found = [interval(clustered(0.6, 100, generator), 2) for _ in range(1000)]
    assert np.mean([low <= 0.6 <= high for low, high in found]) > 0.93


def test_equal_bots_are_rarely_called_different() -> None:
    generator = np.random.default_rng(9)
    called = [p_value(clustered(0.5, 60, generator), 2) < 0.05 for _ in range(1000)]
    assert np.mean(called) < 0.07


# --- tables ---


def test_standings_of_a_table() -> None:
    (one,) = standings(played(Fleet({"capitaine": 100, "matelot": 0}, {"capitaine": 20}), 400))
    assert (one.setup, one.lone, one.others, one.games, one.deals) == ("korsar 2", "capitaine", "matelot", 800, 400)
    assert one.low < share_at(100, 2) < one.high
    assert one.elo_low < 100 < one.elo_high
    assert one.p_value < 0.001
    assert one.cpu_ms_per_move == pytest.approx(20, rel=0.05)
    assert one.faults == 0


def test_a_bot_alone_among_three() -> None:
    found = standings(played(Fleet({"amiral": 150, "matelot": 0}), 300, "korsar 4"))
    assert [(one.lone, one.others, one.games) for one in found] == [
        ("amiral", "matelot", 1200),
        ("matelot", "amiral", 1200),
    ]
    assert found[0].elo_low < 150 < found[0].elo_high
    assert found[1].elo_low < -150 < found[1].elo_high


def test_teams_are_two_sides() -> None:
    (one,) = pairings(played(Fleet({"amiral": 150, "matelot": 0}), 5, "korsar 4 teams"))
    assert (one.sides, one.games, len(one.deals)) == (2, 10, 5)


def test_faults_are_counted() -> None:
    games = played(Fleet({"a": 0, "b": 0}, faults={"a": "crashed"}), 200)
    (one,) = standings(games)
    assert one.faults == 400 - games["fault"].null_count > 0


def test_a_deal_with_a_seating_to_play_is_left_out() -> None:
    rows = played(Fleet({"a": 0, "b": 0}), 10).to_pylist()
    (one,) = standings(table(rows[:-1]))
    assert (one.deals, one.games) == (9, 18)
    assert standings(table(rows[:1])) == []
    assert ladder(table(rows[:1])) == []


def test_a_game_recorded_twice_counts_once() -> None:
    rows = played(Fleet({"a": 0, "b": 0}), 10).to_pylist()
    assert standings(table(rows + rows[:3])) == standings(table(rows))


def test_no_games() -> None:
    assert standings(table([])) == []
    assert ladder(table([])) == []


# --- the ladder ---


@given(st.lists(st.floats(-3, 3), min_size=2, max_size=6), SIDES)
def test_the_fit_finds_the_strengths_behind_the_results(strengths: list[float], sides: int) -> None:
    pairs = list(combinations(range(len(strengths)), 2))
    design = np.array([[(bot == a) - float(bot == b) for bot in range(len(strengths))] for a, b in pairs])
    shares = np.array([share_at((strengths[a] - strengths[b]) * ELO, sides) for a, b in pairs])
    found = fit(design, 100 * shares, 100 * (1 - shares), sides)
    assert found == pytest.approx(np.array(strengths) - np.mean(strengths), abs=1e-6)


FLEET = Fleet({"amiral": 250, "capitaine": 120, "matelot": 0, "mousse": -150})


@pytest.mark.parametrize("setup", ["korsar 2", "korsar 3", "korsar 4 teams"])
def test_ratings_cover(setup: str) -> None:
    found = [rating for seed in range(15) for rating in ladder(played(FLEET, 40, setup, seed)) if rating.bot != ANCHOR]
    assert np.mean([rating.low <= FLEET.strengths[rating.bot] <= rating.high for rating in found]) > 0.88


def test_the_matelot_stands_at_nought_and_the_strongest_first() -> None:
    found = ladder(played(FLEET, 100))
    assert [rating.bot for rating in found] == ["amiral", "capitaine", "matelot", "mousse"]
    assert found[2][2:] == (0, 0, 0, 300)


def test_without_a_matelot_the_mean_stands_at_nought() -> None:
    found = ladder(played(Fleet({"a": 50, "b": 0, "c": -30}), 50))
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)


def test_even_games_give_even_ratings() -> None:
    rows = played(Fleet({"a": 0, "b": 0, "c": 0}), 30).to_pylist()
    for row in rows:
        row["shares"] = [1.0, 0.0]  # the first seat wins, whoever sits there
    assert [rating.elo for rating in ladder(table(rows))] == pytest.approx([0, 0, 0], abs=1e-6)


def test_a_bot_that_won_everything_has_a_rating_and_doubts() -> None:
    best, worst = ladder(played(Fleet({"a": 9000, "b": 0}), 50))
    assert (best.bot, worst.bot) == ("a", "b")
    assert all(isfinite(end) for end in (best.low, best.high))
    assert best.high - best.low > 100


def test_setups_have_ladders_of_their_own() -> None:
    both = pa.concat_tables([played(FLEET, 10), played(FLEET, 10, "korsar 3")])
    assert {(rating.setup, rating.bot) for rating in ladder(both)} == {
        (setup, bot) for setup in ("korsar 2", "korsar 3") for bot in FLEET.strengths
    }


def test_the_order_of_the_games_does_not_matter() -> None:
    games = played(FLEET, 10)
    shuffled = games.take(np.random.default_rng(3).permutation(games.num_rows))
    assert ladder(shuffled) == ladder(games)
    assert sorted(standings(shuffled)) == sorted(standings(games))


def test_groups_that_never_met_are_still_rated() -> None:
    apart = pa.concat_tables([played(Fleet({"a": 100, "b": 0}), 50), played(Fleet({"c": 0, "d": 0}), 50)])
    assert len(ladder(apart)) == 4


# --- stopping early ---


def decided(truth: float, sides: int, elo1: float, generator: np.random.Generator) -> str:
    """What a run decides that asks after every ten deals."""
    shares = luck(share_at(truth, sides), 5000, sides, generator)
    answers = (sprt(shares[:deals], sides, 0, elo1) for deals in range(10, len(shares) + 1, 10))
    return next((answer for answer in answers if answer != "undecided"), "undecided")


@pytest.mark.parametrize(("sides", "elo1"), [(2, 50), (4, 60)])
@pytest.mark.parametrize("stronger", [False, True])
def test_a_sequential_test_is_rarely_wrong(sides: int, elo1: float, stronger: bool) -> None:
    generator = np.random.default_rng(11)
    answers = [decided(elo1 if stronger else 0, sides, elo1, generator) for _ in range(300)]
    assert "undecided" not in answers
    assert answers.count("rejected" if stronger else "accepted") / 300 < 0.08


def test_a_few_deals_decide_nothing() -> None:
    assert sprt(np.ones(19), 2, 0, 50) == "undecided"
    assert sprt(np.ones(20), 2, 0, 50) == "accepted"
    assert sprt(np.zeros(20), 2, 0, 50) == "rejected"


@given(results())
def test_a_sequential_test_has_no_favourite(found: tuple[Floats, int]) -> None:
    shares = np.tile(found[0], 20)
    turned = {"accepted": "rejected", "rejected": "accepted", "undecided": "undecided"}
    assert sprt(1 - shares, 2, -50, 50) == turned[sprt(shares, 2, -50, 50)]


# --- what thinking brings ---


def test_a_slope_covers() -> None:
    generator, steps = np.random.default_rng(13), range(9, 16)
    found = [
        slope(steps, [luck(share_at(15 * step - 200, 4), 300, 4, generator) for step in steps], 4) for _ in range(300)
    ]
    assert np.mean([low <= 15 <= high for _, low, high in found]) > 0.91


def test_no_slope_where_nothing_changes() -> None:
    assert slope([9, 10, 11], [np.array([0.5, 1.0, 0.0, 0.5])] * 3)[0] == pytest.approx(0)


def test_steps_off_the_line_widen_the_interval() -> None:
    def width(*shares: float) -> float:
        generator = np.random.default_rng(1)
        _, low, high = slope([9, 10, 11, 12], [luck(share, 2000, 2, generator) for share in shares])
        return high - low

    assert width(0.5, 0.7, 0.5, 0.7) > 3 * width(0.5, 0.55, 0.6, 0.65)


def test_a_slope_needs_two_steps() -> None:
    with pytest.raises(ValueError, match="two different steps"):
        slope([9, 9], [np.array([0.5]), np.array([1.0])])
