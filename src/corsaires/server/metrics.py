"""What is counted, for Prometheus. Whoever does something counts it: `metrics.moves.inc()`."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

EVERY: Final = 0.5  # seconds between two looks at the event loop
SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
CONTENT_TYPE: Final = CONTENT_TYPE_LATEST


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self.connections = Gauge("corsaires_connections", "WebSockets open now.", registry=registry)
        self.moves = Counter("corsaires_moves", "Moves that are durable.", ["game"], registry=registry)
        self.refused = Counter("corsaires_refused", "What was refused, by reason.", ["code"], registry=registry)
        self.errors = Counter("corsaires_errors", "Faults of our own.", registry=registry)
        self.commit_seconds = Histogram(
            "corsaires_commit_seconds",
            "From rows that are checked until they are durable.",
            buckets=SECONDS,
            registry=registry,
        )
        self.loop_lag_seconds = Histogram(
            "corsaires_loop_lag_seconds", "How late the event loop was.", buckets=SECONDS, registry=registry
        )
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
