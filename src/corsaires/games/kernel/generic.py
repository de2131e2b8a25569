"""Rules that every game supplies in its own way: the record type of the first argument says which game's is meant.

A compiled function that is handed other functions is compiled anew in every process; one that asks for a rule by the
type of its records is kept in the cache, once for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numpy as np

from corsaires.games.kernel.jit import COMPILED

F = TypeVar("F", bound=Callable[..., Any])

_SUPPLIED: dict[tuple[str, Any], Callable[..., Any]] = {}


def generic(stub: F) -> F:
    """A rule by its name and its arguments, the first of which is an array of records."""

    @wraps(stub)
    def chosen(states: Any, *rest: Any) -> Any:
        return _SUPPLIED[stub.__name__, states.dtype](states, *rest)

    if COMPILED:
        from numba import from_dtype
        from numba.extending import overload

        @overload(chosen, strict=False)  # type: ignore[untyped-decorator]  # Numba ships no types
        def _choose(states: Any, *rest: Any) -> Any:
            for (name, dtype), rule in _SUPPLIED.items():
                if name == stub.__name__ and from_dtype(dtype) == states.dtype:
                    return rule.py_func  # type: ignore[attr-defined]  # of a compiled rule
            return None

    return chosen  # type: ignore[return-value]  # the same arguments as the stub


def supply(dtype: np.dtype[Any], *rules: Callable[..., Any]) -> None:
    """These are the rules, under their own names, of the game whose states are records of this type."""
    for rule in rules:
        _SUPPLIED[rule.__name__, dtype] = rule
