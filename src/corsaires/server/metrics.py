"""What is counted, for Prometheus. Whoever does something counts it: `metrics.errors.inc()`."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

EVERY: Final = 0.5  # seconds between two looks at the event loop
SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class Moves(Collector):
    """Moves that are durable, by game. One is counted with every move: a labelled counter takes ten times as long."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._counts: dict[str, int] = {}
        registry.register(self)

    def count(self, game: str) -> None:
        self._counts[game] = self._counts.get(game, 0) + 1

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily("corsaires_moves", "Moves that are durable.", labels=["game"])
        for game, count in self._counts.items():
            family.add_metric([game], count)
        yield family


class Durations(Collector):
    """How long something took, as a histogram; as quick to add to, for the same reason."""

    def __init__(self, name: str, text: str, registry: CollectorRegistry) -> None:
        self._name, self._text = name, text
        self._counts = [0] * (len(SECONDS) + 1)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*map(str, SECONDS), "+Inf"]
        buckets = list(zip(bounds, map(float, accumulate(self._counts)), strict=True))
        yield HistogramMetricFamily(self._name, self._text, buckets=buckets, sum_value=self._sum)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.connections = Gauge("corsaires_connections", "WebSockets open now.", registry=registry)
        self.moves = Moves(registry)
        self.refused = Counter("corsaires_refused", "What was refused, by reason.", ["code"], registry=registry)
        self.errors = Counter("corsaires_errors", "Faults of our own.", registry=registry)
        self.commit_seconds = Durations(
            "corsaires_commit_seconds", "From rows that are checked until they are durable.", registry
        )
        self.loop_lag_seconds = Durations("corsaires_loop_lag_seconds", "How late the event loop was.", registry)
        self.tables_loaded = Gauge("corsaires_tables_loaded", "Tables in memory.", registry=registry)
        self.bots_thinking = Gauge("corsaires_bots_thinking", "Bots at work.", registry=registry)
        self.bus_up = Gauge("corsaires_bus_up", "1 while the other nodes can be told.", registry=registry)

    def page(self) -> bytes:
        return generate_latest(self.registry)


async def watch_the_loop(metrics: Metrics) -> None:
    """Measure how late the event loop is, for ever."""
    while True:
        asked = time.monotonic()
        await asyncio.sleep(EVERY)
        metrics.loop_lag_seconds.observe(max(0.0, time.monotonic() - asked - EVERY))
