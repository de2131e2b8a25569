"""Rows of weights added up, many numbers at a time: what small fitted models spend their time on.

A compiler keeps a sum in memory, for all it knows a row may lie in the same place. Here it is said that it stays in a
register while the rows are added: half the time, and the same sums to the last bit.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel.jit import COMPILED, rule

LANES: Final = 16  # numbers at a time: one register of the widest, two or four of others

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]


@rule
def padded(width: int) -> int:
    """The next multiple of LANES."""
    return (width + LANES - 1) // LANES * LANES


@rule
def add_rows(out: Floats, by: Floats, rows: Floats, count: int, width: int, room: Places) -> None:
    """Add to `out` so many rows, each times its number of `by`.

    The rows stand one after the other and are as long as `width`, a multiple of LANES; close together, they stay in the
    processor's nearest memory. In `room` there is a place for each. `out` is none of the others.
    """
    if len(out) < width or len(rows) < count * width or width % LANES != 0:
        raise IndexError("rows beyond what there is")
    chosen = 0
    for i in range(count):  # without a jump that nobody can foretell
        room[chosen] = i
        chosen += by[i] != 0.0
    first = 0
    while first < width:  # as many registers side by side as there are sums for: who adds to one need not wait
        if width - first > 2 * LANES:
            three(out, first, by, rows, width, room, chosen)
            first += 3 * LANES
        elif width - first > LANES:
            two(out, first, by, rows, width, room, chosen)
            first += 2 * LANES
        else:
            one(out, first, by, rows, width, room, chosen)
            first += LANES


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    def _adder(registers: int) -> Any:
        """Code that adds rows to the sums in so many registers."""

        @intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
        def add(_context: Any, out: Any, first: Any, by: Any, rows: Any, width: Any, room: Any, chosen: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return _added(context, builder, signature, args, registers)

            for array, kind in ((out, types.float32), (by, types.float32), (rows, types.float32), (room, types.int64)):
                if (array.dtype, array.ndim, array.layout) != (kind, 1, "C"):
                    raise TypingError(f"one row of {kind} without gaps is wanted, not {array}")
            return types.void(out, types.int64, by, rows, types.int64, room, types.int64), generate

        return add

    def _added(context: Any, builder: Any, signature: Any, args: Any, registers: int) -> Any:
        lanes = ir.VectorType(ir.FloatType(), LANES)
        out, by, rows, room = (context.make_array(signature.args[n])(context, builder, args[n]) for n in (0, 2, 3, 5))
        width, chosen = args[4], args[6]
        firsts = [builder.add(args[1], args[1].type(LANES * n)) for n in range(registers)]
        places = [builder.bitcast(builder.gep(out.data, [first]), lanes.as_pointer()) for first in firsts]
        sums = [cgutils.alloca_once_value(builder, builder.load(place, align=4)) for place in places]
        with cgutils.for_range(builder, chosen) as loop:
            i = builder.load(builder.gep(room.data, [loop.index]))
            times = _in_all_lanes(builder, builder.load(builder.gep(by.data, [i])), lanes)
            row = builder.gep(rows.data, [builder.mul(i, width)])
            for first, total in zip(firsts, sums, strict=True):
                part = builder.bitcast(builder.gep(row, [first]), lanes.as_pointer())
                added = builder.fmul(times, builder.load(part, align=4))
                builder.store(builder.fadd(builder.load(total), added), total)
        for place, total in zip(places, sums, strict=True):
            builder.store(builder.load(total), place, align=4)
        return context.get_dummy_value()

    def _in_all_lanes(builder: Any, number: Any, lanes: Any) -> Any:
        nothing, zero = ir.Constant(lanes, ir.Undefined), ir.Constant(ir.IntType(32), 0)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
        return builder.shuffle_vector(builder.insert_element(nothing, number, zero), nothing, everywhere)

else:

    def _adder(registers: int) -> Any:
        def add(out: Floats, first: int, by: Floats, rows: Floats, width: int, room: Places, chosen: int) -> None:
            lanes = LANES * registers
            for i in room[:chosen]:
                row = i * width + first
                out[first : first + lanes] += by[i] * rows[row : row + lanes]

        return add


one, two, three = _adder(1), _adder(2), _adder(3)
