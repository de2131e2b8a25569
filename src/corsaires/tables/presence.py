"""Who is there: the guests with a connection to a table, at any of the nodes."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

SILENT: Final = 8_000  # ms without a sign of life, after which a node's people are gone


class Presence:
    def __init__(self) -> None:
        self._here: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by table: connections of each guest
        self._there: dict[str, dict[str, set[str]]] = {}  # by node and table
        self._heard: dict[str, int] = {}  # when a node last gave a sign of life

    def come(self, table: str, guest: str) -> bool:
        """Whether this changed who is here."""
        self._here[table][guest] += 1
        return self._here[table][guest] == 1

    def go(self, table: str, guest: str) -> bool:
        """Whether this changed who is here."""
        here = self._here[table]
        here[guest] -= 1
        if here[guest] > 0:
            return False
        del here[guest]
        if not here:
            del self._here[table]
        return True

    def at(self, table: str) -> set[str]:
        present = set(self._here.get(table, ()))
        for tables in self._there.values():
            present |= tables.get(table, set())
        return present

    def here(self) -> dict[str, list[str]]:
        """Everybody at this node, by table."""
        return {table: list(guests) for table, guests in self._here.items()}

    def heard(self, node: str, now: int) -> None:
        self._heard[node] = now

    def told(self, node: str, table: str, guests: list[str]) -> None:
        """Who is at a table of another node."""
        self._there.setdefault(node, {})[table] = set(guests)

    def forget_silent(self, now: int) -> set[str]:
        """Drop the people of nodes that have fallen silent; the tables that this changes."""
        silent = [node for node, heard in self._heard.items() if heard + SILENT < now]
        changed: set[str] = set()
        for node in silent:
            del self._heard[node]
            changed |= self._there.pop(node, {}).keys()
        return changed
