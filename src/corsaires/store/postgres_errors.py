"""What an error of PostgreSQL's, or of the way to it, says to the caller."""

from __future__ import annotations

from typing import Final

import asyncpg

from corsaires.store.log import Conflict, StoreDown

LOST: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
# Whatever passes: resources, deadlocks, a node that has become a replica.
PASSING: Final = (
    asyncpg.InsufficientResourcesError,
    asyncpg.TransactionRollbackError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.LockNotAvailableError,
)


def lost(error: Exception) -> bool:
    """Whether the connection is of no use any more."""
    return isinstance(error, LOST) and not isinstance(error, ValueError)


def meaning(error: Exception, *, unsure: bool = False) -> Exception:
    """`unsure`: what was asked for may have been done before the connection broke."""
    if isinstance(error, asyncpg.UniqueViolationError):
        return Conflict(str(error))
    if isinstance(error, asyncpg.DiskFullError):
        return StoreDown("full", str(error))
    if lost(error):
        return StoreDown("down", str(error) or type(error).__name__, unsure=unsure)
    if isinstance(error, PASSING):
        return StoreDown("down", str(error))
    if isinstance(error, asyncpg.PostgresError) and (error.sqlstate or "").startswith("22"):
        return ValueError(str(error))
    return error
