"""How much one may ask for: token buckets, for each address, each guest, each connection. Memory is bounded."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import Final

BODY: Final = 16 * 1024  # bytes of a request's body
MESSAGE: Final = 64 * 1024  # bytes of a WebSocket message
REMEMBERED: Final = 20_000  # buckets of a kind


class Bucket:
    """So many at once, so many a second after that."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float | None = None) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = time.monotonic() if now is None else now

    def take(self, cost: float = 1.0, now: float | None = None) -> float:
        """0 if there was enough, and it is taken; else the seconds until there will be, and nothing is taken."""
        at = time.monotonic() if now is None else now
        left = self.left + (at - self.at) * self.rate
        left = min(left, self.burst)
        self.at = at
        if left < cost:
            self.left = left
            return (cost - left) / self.rate
        self.left = left - cost
        return 0.0


class Buckets:
    """A bucket for each key. Those not asked for the longest are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float, most: int = REMEMBERED) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1.0, now: float | None = None) -> float:
        """As `Bucket.take`."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst, now)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(cost, now)


class Counts:
    """How many of something each key has now; those with none take no room."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: dict[str, int] = {}

    def enter(self, key: str) -> bool:
        """False if there are as many as may be; else one more, until `leave`."""
        count = self._counts.get(key, 0)
        if count >= self.most:
            return False
        self._counts[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        count = self._counts.get(key, 0) - 1
        if count > 0:
            self._counts[key] = count
        else:
            self._counts.pop(key, None)


@dataclass(slots=True)
class Limits:
    """What the server allows. An address is a household or a school: it may have many players."""

    requests: Buckets = field(default_factory=lambda: Buckets(rate=50, burst=300))  # by address
    newcomers: Buckets = field(default_factory=lambda: Buckets(rate=0.5, burst=60))  # new guests, by address
    claims: Buckets = field(default_factory=lambda: Buckets(rate=0.2, burst=10))  # links tried, by address
    links: Buckets = field(default_factory=lambda: Buckets(rate=0.05, burst=10))  # links made, by guest
    names: Buckets = field(default_factory=lambda: Buckets(rate=0.2, burst=20))  # changes of name, by guest
    tables: Buckets = field(default_factory=lambda: Buckets(rate=0.2, burst=20))  # tables made, by guest
    charts: Buckets = field(default_factory=lambda: Buckets(rate=2, burst=60))  # charts checked or drawn, by guest
    talk: Buckets = field(default_factory=lambda: Buckets(rate=0.5, burst=8))  # things said, by guest
    messages: Buckets = field(default_factory=lambda: Buckets(rate=400, burst=4000))  # over WebSockets, by address
    connections: Counts = field(default_factory=lambda: Counts(500))  # WebSockets open, by address
    rate: float = 20.0  # messages a second of a connection
    burst: float = 80.0

    def connection(self) -> Bucket:
        """The bucket of a new connection."""
        return Bucket(self.rate, self.burst)


def no_limits() -> Limits:
    """For measuring: everybody may do everything."""
    all_of_it = Buckets(rate=1e12, burst=1e12, most=1)
    return Limits(*(all_of_it,) * 9, connections=Counts(1 << 40), rate=1e12, burst=1e12)


def key_of(address: str) -> str:
    """What an address is counted as: a network of IPv6 is one customer's, whatever address they choose in it."""
    try:
        known = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(IPv6Address(int(known) >> 64 << 64)) + "/64"
    return str(known)
