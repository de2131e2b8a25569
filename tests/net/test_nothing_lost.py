"""Nothing is lost: servers killed under load, full disks, and starts with many tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.net.kills import kill_often, quick_node
from tests.net.zygote import zygote

KILLS = 52


def test_killed_at_any_moment_a_server_loses_nothing(tmp_path: Path) -> None:
    """Each kill: what was acknowledged stands in the log, once; what people were told stands there too."""
    with zygote() as mother:
        tally = asyncio.run(kill_often(quick_node(mother, tmp_path), tmp_path, KILLS, seed=5))
    print(tally)
    assert tally.kills >= KILLS
    assert tally.ledger.moves > KILLS
    assert tally.ledger.over
