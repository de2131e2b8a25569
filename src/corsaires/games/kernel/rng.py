"""A small fast random generator for simulations (sfc32): the same numbers compiled or not.

Deals that people play come from `fair.py`, never from here.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.jit import rule

Rng = npt.NDArray[np.int64]

WORD = 0xFFFFFFFF


@rule
def below(rng: Rng, n: int) -> int:
    """A random integer in [0, n)."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + counter) & WORD
    rng[3] = (counter + 1) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    return int((word * n) >> 32)


@rule
def reseed(rng: Rng, seed: int) -> None:
    """Start again from a seed of up to 63 bits."""
    rng[0] = 0
    rng[1] = seed & WORD
    rng[2] = (seed >> 32) & WORD
    rng[3] = 1
    for _ in range(12):
        below(rng, 1)


def seeded(seed: int) -> Rng:
    rng = np.zeros(4, np.int64)
    reseed(rng, seed & 0x7FFFFFFFFFFFFFFF)
    return rng
