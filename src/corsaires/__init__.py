"""Corsaires: two pirate games, their rules and a table to play them at.

Importing this imports nothing heavy: each name is looked up when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corsaires.games.catalog import load as load
    from corsaires.games.kernel.errors import CorsairesError as CorsairesError
    from corsaires.games.kernel.errors import IllegalMove as IllegalMove
    from corsaires.games.kernel.errors import InvalidMove as InvalidMove
    from corsaires.games.kernel.errors import InvalidRecord as InvalidRecord
    from corsaires.games.kernel.errors import InvalidSetup as InvalidSetup
    from corsaires.games.kernel.errors import SealedRecord as SealedRecord
    from corsaires.games.kernel.fair import Fair as Fair
    from corsaires.records.replay import replay as replay

__version__ = "0.1.0"

_HOME = {
    "load": "corsaires.games.catalog",
    "replay": "corsaires.records.replay",
    "Fair": "corsaires.games.kernel.fair",
    "CorsairesError": "corsaires.games.kernel.errors",
    "IllegalMove": "corsaires.games.kernel.errors",
    "InvalidMove": "corsaires.games.kernel.errors",
    "InvalidRecord": "corsaires.games.kernel.errors",
    "InvalidSetup": "corsaires.games.kernel.errors",
    "SealedRecord": "corsaires.games.kernel.errors",
}
__all__ = [
    "CorsairesError",
    "Fair",
    "IllegalMove",
    "InvalidMove",
    "InvalidRecord",
    "InvalidSetup",
    "SealedRecord",
    "__version__",
    "load",
    "replay",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'corsaires' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
