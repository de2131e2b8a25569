"""Sets of small numbers as bits."""

from hypothesis import given
from hypothesis import strategies as st

from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import rule


@rule
def size_and_first(members: int) -> tuple[int, int]:
    return bits.size(members), bits.first(members)


@given(st.sets(st.integers(0, 30), min_size=1))
def test_size_and_first_compiled_and_plain(members: set[int]) -> None:
    number = sum(1 << member for member in members)
    assert size_and_first(number) == (len(members), min(members))
    assert (bits.size(number), bits.first(number)) == (len(members), min(members))
