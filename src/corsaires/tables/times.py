"""How long this node waits for what. Seconds for what it does again and again, ms for what the log's time decides."""

from __future__ import annotations

from typing import NamedTuple


class Times(NamedTuple):
    sweep: float = 0.25  # s between two looks at the deadlines
    pulse: float = 1.0  # s between two signs of life
    poll: float = 0.5  # s between two looks at the log while the bus is down
    look: float = 2.0  # s, and while it is up: what it carries may get lost, with a node too
    idle: float = 60.0  # s after which a desk that nobody watches is put away
    lapse: int = 3_000  # ms without a sign of life, after which nobody was there and clocks stood still
    grace: int = 3_000  # ms beyond its pause after which another process may move for a bot
    delay: int = 30_000  # ms that spectators are behind, where the table wants it so
    silent: int = 8_000  # ms without a sign of life of a node, after which its people are gone
    listed: int = 86_400_000  # ms that the lobby shows a table at which nobody is
