"""Whole games written out to the last detail, for comparing the rules compiled, uncompiled and bounds-checked."""

from __future__ import annotations

import hashlib
import random

from corsaires.games.kernel.jit import COMPILED
from corsaires.games.kernel.rng import seeded
from tests.conformance import plain
from tests.korsar.tables import EVERY_GAME, eager, korsar, play_out


def transcript() -> list[str]:
    """A line a game: every position and view of it, samples of what its seats cannot see, and random playouts."""
    lines = []
    for edition, seats, teams in EVERY_GAME:
        game = korsar(seats, teams, edition)
        rng = random.Random(f"{edition} {seats} {teams}")
        seen = hashlib.sha256()
        for ply, table in enumerate(play_out(game.deal(seed=seats), eager(rng))):
            seen.update(repr((table.position(), table.moves(), table.scores, table.winners)).encode())
            if ply % 10 == 0 or table.over:
                view = table.view(rng.choice([None, *range(seats)]))
                seen.update(repr(plain(view)).encode())
                if not table.over:
                    seen.update(repr(plain(game.set_up(table.position()).view(view.seat))).encode())
                seen.update(game.determinize(view, seeded(ply)).position().encode())
        lines.append(f"{edition} {seats} {teams} {seen.hexdigest()} {game.simulate(4, seats)}")
    return lines


if __name__ == "__main__":
    print("compiled" if COMPILED else "uncompiled")
    print("\n".join(transcript()))
