"""Sets of small numbers as the bits of an integer: bit g is set when g is in the set."""

from __future__ import annotations

from typing import Any

from corsaires.games.kernel.jit import COMPILED


def size(bits: int) -> int:
    """How many numbers are in the set."""
    return int(bits).bit_count()


def first(bits: int) -> int:
    """The smallest number in a set that is not empty."""
    return (int(bits) & -int(bits)).bit_length() - 1


if COMPILED:
    from numba import types
    from numba.extending import intrinsic, overload

    @intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
    def _ctpop(_context: Any, _bits: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
    def _cttz(_context: Any, _bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @overload(size)  # type: ignore[untyped-decorator]  # Numba ships no types
    def _size(bits: Any) -> Any:
        def implementation(bits: Any) -> Any:
            return _ctpop(bits)

        return implementation

    @overload(first)  # type: ignore[untyped-decorator]  # Numba ships no types
    def _first(bits: Any) -> Any:
        def implementation(bits: Any) -> Any:
            return _cttz(bits)

        return implementation
