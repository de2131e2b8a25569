"""Who is there: the guests with a connection to a table, at any of the nodes."""

from __future__ import annotations

from collections import Counter


class Presence:
    def __init__(self, silent: int) -> None:
        self._silent = silent  # ms without a sign of life, after which a node's people are gone
        self._here: dict[str, Counter[str]] = {}  # by table: connections of each guest
        self._there: dict[str, dict[str, set[str]]] = {}  # by node and table
        self._heard: dict[str, int] = {}  # when a node last gave a sign of life

    def come(self, table: str, guest: str) -> bool:
        """Whether this changed who is here."""
        here = self._here.setdefault(table, Counter())
        here[guest] += 1
        return here[guest] == 1

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

    def here(self, table: str) -> list[str]:
        """Those at this node."""
        return list(self._here.get(table, ()))

    def tables(self) -> list[str]:
        """Where somebody is, at this node."""
        return list(self._here)

    def heard(self, node: str, now: int) -> bool:
        """A sign of life; whether the node was not known to be there."""
        known = node in self._heard
        self._heard[node] = now
        return not known

    def told(self, node: str, table: str, guests: list[str]) -> None:
        """Who is at a table of another node."""
        there = self._there.setdefault(node, {})
        if guests:
            there[table] = set(guests)
        else:
            there.pop(table, None)

    def forget_silent(self, now: int) -> set[str]:
        """Drop the people of nodes that have fallen silent; the tables that this changes."""
        changed: set[str] = set()
        for node in [node for node, heard in self._heard.items() if heard + self._silent < now]:
            del self._heard[node]
            changed |= self._there.pop(node, {}).keys()
        return changed
