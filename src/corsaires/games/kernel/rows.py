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


@rule
def padded(width: int) -> int:
    """The next multiple of LANES."""
    return (width + LANES - 1) // LANES * LANES


@rule
def add_rows(out: Floats, by: Floats, rows: Floats, count: int, width: int) -> None:
    """Add to `out` so many rows, each times its number of `by`.

    The rows stand one after the other and are as long as `width`, a multiple of LANES; close together, they stay in the
    processor's nearest memory. `out` is none of the others.
    """
    if len(out) < width or len(by) < count or len(rows) < count * width or width % LANES != 0:
        raise IndexError("rows beyond what there is")
    first = 0
    while first < width:  # as many registers side by side as there are sums for: who adds to one need not wait
        if width - first > 2 * LANES:
            three(out, first, by, rows, width, count)
            first += 3 * LANES
        elif width - first > LANES:
            two(out, first, by, rows, width, count)
            first += 2 * LANES
        else:
            one(out, first, by, rows, width, count)
            first += LANES


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.errors import TypingError
    from numba.extending import intrinsic

    NUMBERS: Final = ir.VectorType(ir.FloatType(), LANES)
    INT: Final = ir.IntType(64)
    AT_ONCE: Final = INT.width // LANES  # registers of numbers that are looked through at once: a bit for each number

    def _adder(registers: int) -> Any:
        """Code that adds rows to the sums in so many registers."""

        @intrinsic  # type: ignore[untyped-decorator]  # Numba ships no types
        def add(_context: Any, out: Any, first: Any, by: Any, rows: Any, width: Any, count: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
                return _added(context, builder, signature, args, registers)

            for array in (out, by, rows):
                if (array.dtype, array.ndim, array.layout) != (types.float32, 1, "C"):
                    raise TypingError(f"one row of float32 without gaps is wanted, not {array}")
            return types.void(out, types.int64, by, rows, types.int64, types.int64), generate

        return add

    def _added(context: Any, builder: Any, signature: Any, args: Any, registers: int) -> Any:
        out, by, rows = (context.make_array(signature.args[n])(context, builder, args[n]).data for n in (0, 2, 3))
        first, width, count = args[1], args[4], args[5]
        places = [_place(builder, out, builder.add(first, INT(LANES * n))) for n in range(registers)]
        sums = [cgutils.alloca_once_value(builder, builder.load(place, align=4)) for place in places]
        with cgutils.for_range_slice(builder, INT(0), count, INT(AT_ONCE * LANES), INT) as (block, _):
            left = cgutils.alloca_once_value(builder, _not_zero(builder, by, block, count))
            with cgutils.for_range(builder, builder.ctpop(builder.load(left))):
                bits = builder.load(left)
                i = builder.add(block, builder.cttz(bits, ir.IntType(1)(1)))
                builder.store(builder.and_(bits, builder.sub(bits, INT(1))), left)
                times = _in_all_lanes(builder, builder.load(builder.gep(by, [i])), NUMBERS)
                start = builder.add(builder.mul(i, width), first)
                for n, total in enumerate(sums):
                    row = builder.load(_place(builder, rows, builder.add(start, INT(LANES * n))), align=4)
                    builder.store(builder.fadd(builder.load(total), builder.fmul(times, row)), total)
        for place, total in zip(places, sums, strict=True):
            builder.store(builder.load(total), place, align=4)
        return context.get_dummy_value()

    def _not_zero(builder: Any, by: Any, block: Any, count: Any) -> Any:
        """Which of the numbers from here on are not zero, a bit for each: without a jump that nobody can foretell."""
        bits, numbers, zeros = cgutils.alloca_once(builder, INT), cgutils.alloca_once(builder, NUMBERS), NUMBERS(None)
        builder.store(INT(0), bits)
        for n in range(AT_ONCE):
            start = builder.add(block, INT(n * LANES))
            place, left = _place(builder, by, start), builder.sub(count, start)
            with builder.if_then(builder.icmp_signed(">", left, INT(0))):
                with builder.if_else(builder.icmp_signed(">=", left, INT(LANES))) as (whole, last):
                    with whole:
                        builder.store(builder.load(place, align=4), numbers)
                    with last:  # there may be no more memory behind it
                        builder.store(_first(builder, place, left), numbers)
                found = builder.bitcast(builder.fcmp_unordered("!=", builder.load(numbers), zeros), ir.IntType(LANES))
                found = builder.shl(builder.zext(found, INT), INT(n * LANES))
                builder.store(builder.or_(builder.load(bits), found), bits)
        return builder.load(bits)

    def _first(builder: Any, place: Any, count: Any) -> Any:
        """The first numbers of a register, and zeros for the rest."""
        lane = ir.IntType(32)
        order = ir.Constant(ir.VectorType(lane, LANES), list(range(LANES)))
        inside = builder.icmp_signed("<", order, _in_all_lanes(builder, builder.trunc(count, lane), order.type))
        kind = ir.FunctionType(NUMBERS, [place.type, inside.type, NUMBERS])
        load = cgutils.get_or_insert_function(builder.module, kind, f"llvm.masked.load.v{LANES}f32.p0")
        return builder.call(load, [place, inside, NUMBERS(None)])

    def _place(builder: Any, array: Any, at: Any) -> Any:
        return builder.bitcast(builder.gep(array, [at]), NUMBERS.as_pointer())

    def _in_all_lanes(builder: Any, number: Any, lanes: Any) -> Any:
        nothing, zero = ir.Constant(lanes, ir.Undefined), ir.Constant(ir.IntType(32), 0)
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), None)
        return builder.shuffle_vector(builder.insert_element(nothing, number, zero), nothing, everywhere)

else:

    def _adder(registers: int) -> Any:
        def add(out: Floats, first: int, by: Floats, rows: Floats, width: int, count: int) -> None:
            lanes = LANES * registers
            for i in range(count):
                if by[i] != 0.0:
                    row = i * width + first
                    out[first : first + lanes] += by[i] * rows[row : row + lanes]

        return add


one, two, three = _adder(1), _adder(2), _adder(3)
