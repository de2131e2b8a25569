"""Where tables, guests and chat are kept: one file on this machine, or PostgreSQL for several nodes; and the word that
nodes send each other."""

from __future__ import annotations

from pathlib import Path

from corsaires.store.bus import Bus, NoBus, open_bus
from corsaires.store.log import Conflict, Entry, Guest, Line, Row, Store, StoreDown, Unusable

__all__ = [
    "Bus",
    "Conflict",
    "Entry",
    "Guest",
    "Line",
    "NoBus",
    "Row",
    "Store",
    "StoreDown",
    "Unusable",
    "open_bus",
    "open_store",
]


async def open_store(url: str | Path) -> Store:
    """Open a store by its address: `postgresql://…`, `sqlite:///file` or the path of a file. Raises Unusable."""
    text = str(url)
    if text.startswith(("postgresql://", "postgres://")):
        from corsaires.store.postgres import PostgresStore

        return await PostgresStore.open(text)
    from corsaires.store.sqlite import SqliteStore

    return await SqliteStore.open(Path(text.removeprefix("sqlite:///")))
