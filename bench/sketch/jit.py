"""The sketch's one contact with Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def rule(function: F) -> F:
    """Compiled anew in every run, which no measurement includes."""
    compiled: F = numba.njit(function, nogil=True)
    return compiled
