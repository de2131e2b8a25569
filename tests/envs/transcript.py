"""Some steps of small batches as digests, to be the same compiled or not: `python -m tests.envs.transcript`."""

from __future__ import annotations

import hashlib

from corsaires.envs.batch import Batch
from corsaires.envs.learner import LearnerVectorEnv
from corsaires.games.kernel.jit import COMPILED
from tests.envs.tables import SOME_TABLES

STEPS = 60


def transcript() -> list[str]:
    lines = []
    for game, choices in SOME_TABLES:
        batch = Batch(game, 2, **choices)
        shown, seen = batch.reset(seed=9), hashlib.sha256()
        for _ in range(STEPS):
            shown = batch.step(batch.random_actions())
            for array in shown:
                seen.update(array.tobytes())
        lines.append(f"{game} {choices} {seen.hexdigest()[:16]}")
    envs = LearnerVectorEnv("korsar", 2, bots="matelot", seats=2)
    observed, _ = envs.reset(seed=9)
    for _ in range(STEPS // 3):
        observed, *_ = envs.step(observed["action_mask"].argmax(axis=1))
    return [*lines, hashlib.sha256(observed["observation"].tobytes()).hexdigest()[:16]]


if __name__ == "__main__":
    print("compiled" if COMPILED else "uncompiled", *transcript(), sep="\n")
