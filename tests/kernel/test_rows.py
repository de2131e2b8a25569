"""Rows added up: many numbers at a time give what one after the other does, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corsaires.games.kernel.jit import COMPILED
from corsaires.games.kernel.rows import LANES, Floats, add_rows, padded


def one_after_the_other(out: Floats, by: Floats, rows: Floats) -> Floats:
    for times, row in zip(by, rows, strict=True):
        if times != 0.0:
            out = out + times * row
    return out


@given(st.integers(0, 2**32), st.integers(0, 9), st.integers(0, 200))
def test_rows_are_added_to_the_last_bit(seed: int, registers: int, count: int) -> None:
    rng, width = np.random.default_rng(seed), registers * LANES
    rows = rng.normal(size=(count + LANES, width)).astype(np.float32)
    by = (rng.normal(size=count + LANES) * rng.integers(0, 2, count + LANES)).astype(np.float32)
    before = rng.normal(size=width + LANES).astype(np.float32)
    out = before.copy()
    add_rows(out, by, rows.ravel(), count, width)
    assert np.array_equal(out[:width], one_after_the_other(before[:width], by[:count], rows[:count]))
    assert np.array_equal(out[width:], before[width:])  # and nothing beyond


def test_a_row_times_zero_is_left_out_whatever_it_holds() -> None:
    by = np.array([0.0, -0.0, 1.0, np.nan], np.float32)
    rows = np.full((4, LANES), np.inf, np.float32)
    rows[2] = -0.0
    out = np.full(LANES, -0.0, np.float32)
    add_rows(out, by, rows.ravel(), 3, LANES)
    assert (out == 0.0).all()
    assert np.signbit(out).all()
    add_rows(out, by, rows.ravel(), 4, LANES)
    assert np.isnan(out).all()


@pytest.mark.parametrize(("width", "room"), [(0, 0), (1, LANES), (LANES, LANES), (LANES + 1, 2 * LANES)])
def test_padded(width: int, room: int) -> None:
    assert padded(width) == room


@pytest.mark.parametrize(
    ("sums", "times", "rows", "width"), [(16, 2, 64, 32), (32, 1, 64, 32), (32, 2, 63, 32), (32, 2, 64, 24)]
)
def test_rows_beyond_what_there_is_are_refused(sums: int, times: int, rows: int, width: int) -> None:
    out = np.zeros(sums, np.float32)
    with pytest.raises(IndexError):
        add_rows(out, np.ones(times, np.float32), np.ones(rows, np.float32), 2, width)
    assert not out.any()


@pytest.mark.skipif(not COMPILED, reason="compiled code alone depends on how numbers lie in memory")
def test_numbers_that_lie_otherwise_are_refused() -> None:
    out, by, rows = (np.zeros(LANES, np.float32) for _ in range(3))
    for wrong in (
        (out, by, rows.astype(np.float64), 1, LANES),
        (out, np.zeros(4, np.float32)[::2], rows, 1, LANES),
    ):
        with pytest.raises(Exception, match="No implementation"):
            add_rows(*wrong)
