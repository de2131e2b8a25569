"""The small fast generator."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corsaires.games.kernel.rng import below, seeded


def sfc32(seed: int, n: int) -> list[int]:
    """The published generator, in plain arithmetic."""
    a, b, c, counter = 0, seed & 0xFFFFFFFF, seed >> 32, 1
    words = []
    for _ in range(12 + n):
        word = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) | (c >> 11)) + word) % 2**32
        words.append(word)
    return words[12:]


@given(st.integers(0, 2**63 - 1))
def test_it_is_sfc32(seed: int) -> None:
    rng = seeded(seed)
    assert [below(rng, 2**31) for _ in range(50)] == [word >> 1 for word in sfc32(seed, 50)]


@pytest.mark.parametrize("n", [2, 3, 6, 78])
def test_it_is_even(n: int) -> None:
    rng, draws = seeded(n), 60_000
    counts = np.bincount([below(rng, n) for _ in range(draws)], minlength=n)
    assert counts.min() > 0
    assert ((counts - draws / n) ** 2 / (draws / n)).sum() < n + 6 * (2 * n) ** 0.5


def test_seeds_differ() -> None:
    assert len({tuple(below(rng, 1000) for _ in range(5)) for rng in map(seeded, range(2000))}) == 2000
