"""Whole games written out to the last detail, for comparing the rules compiled, uncompiled and bounds-checked."""

from __future__ import annotations

import hashlib
import random

from corsaires.games.kernel.jit import COMPILED
from tests.conformance import plain
from tests.les_corsaires.tables import EVERY_GAME, les_corsaires, play_out


def transcript() -> list[str]:
    """A line a game: its positions, views and moves, and random playouts."""
    lines = []
    for seats, variant in EVERY_GAME:
        game = les_corsaires(seats, variant)
        rng = random.Random(f"{seats} {variant}")
        seen = hashlib.sha256()
        for ply, table in enumerate(play_out(game.deal(seed=seats), rng)):
            seen.update(repr((table.moves(), table.scores, table.winners)).encode())
            if ply % 25 == 0 or table.over:
                view = table.view(rng.choice([None, *range(seats)]))
                seen.update(table.position().encode())
                seen.update(repr(plain((view.seat, view.open, view.options, view.sight))).encode())
        lines.append(f"{seats} {variant} {seen.hexdigest()} {game.simulate(1, seats)}")
    return lines


if __name__ == "__main__":
    print("compiled" if COMPILED else "uncompiled")
    print("\n".join(transcript()))
