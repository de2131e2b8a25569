"""Learn two-player Korsar by playing against oneself: PPO in plain numpy on a batch of games, then a match with a bot.

    python -m examples.learn_korsar --lessons 300 --seed 1 --curve curve.json

The match is 2,000 games against *mousse*, the learner in either seat by lot, always its best action.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from corsaires.envs.batch import Batch
from corsaires.envs.learner import LearnerVectorEnv
from examples.scorer import FACTS, FEATURES, HIDDEN, Choices, Floats, Ints, Net, best, choices_of, drawn, softmax

STEPS: Final = 64  # of every game between two lessons
KEPT: Final = 0.97  # of what is learnt later, in what is learnt now (lambda)
CLIP: Final = 0.2
RATE: Final = 2e-3
SPREAD: Final = 0.01  # what it is worth to try everything, at first
LESSONS: Final = 2  # from the same games
LOOKS: Final = 24  # small matches on the way
GOLD: Final = 20.0  # a margin that is as good as a win


class Past(NamedTuple):
    """One step of all games."""

    choices: Choices
    taken: Ints  # places of the choices made
    chances: Floats  # how likely they were
    values: Floats
    turns: Ints
    rewards: Floats
    over: npt.NDArray[np.bool_]


class Learner:
    def __init__(self, games: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.batch = Batch("korsar", games, seats=2, reward="margin")
        self.policy, self.critic = Net(FEATURES, HIDDEN, self.rng), Net(FACTS, HIDDEN // 2, self.rng)
        self._shown = self.batch.reset(seed=seed)

    def play(self) -> list[Past]:
        """Some steps of every game, against oneself."""
        past = []
        for _ in range(STEPS):
            shown = self._shown
            choices = choices_of(self.batch.coding, shown.observations, shown.masks)
            chances = softmax(self.policy(choices.features)[0], choices)
            taken, turns = drawn(chances, choices, self.rng), shown.turns.copy()
            values, _ = self.critic(choices.facts)
            self._shown = self.batch.step(choices.actions[taken])
            rewards, over = np.tanh(self._shown.rewards / GOLD), self._shown.over.copy()
            past.append(Past(choices, taken, chances[taken], values, turns, rewards, over))
        return past

    def learn(self, past: list[Past], left: float) -> None:
        """Make what turned out better than expected likelier; `left`: the part of the lessons that is to come."""
        gains, aims = advantages(past)
        scale = gains.std() + 1e-6
        for _ in range(LESSONS):
            for at in self.rng.permutation(len(gains)).tolist():
                self._lesson(past[at], gains[at] / scale, aims[at], left)

    def _lesson(self, step: Past, gains: Floats, aims: Floats, left: float) -> None:
        choices, games = step.choices, len(gains)
        scores, hidden = self.policy(choices.features)
        chances = softmax(scores, choices)
        ratio = chances[step.taken] / step.chances
        free = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = (gains * ratio * free)[choices.rows]
        slopes = chances * pull
        slopes[step.taken] -= gains * ratio * free
        logs = np.log(chances + 1e-8)
        mean = np.add.reduceat(chances * logs, choices.starts)[choices.rows]
        slopes += SPREAD * left * chances * (logs - mean)
        self.policy.learn(choices.features, hidden, slopes / games, RATE * left)
        values, inner = self.critic(choices.facts)
        self.critic.learn(choices.facts, inner, (values - aims) / games, RATE * left)

    def act(self, observations: npt.NDArray[Any], masks: npt.NDArray[Any]) -> Ints:
        """The best action at every table."""
        choices = choices_of(self.batch.coding, observations, masks)
        return choices.actions[best(self.policy(choices.features)[0], choices)]


def advantages(past: list[Past]) -> tuple[Floats, Floats]:
    """How much better than expected every choice turned out, and what should have been expected.

    Two players act in turn, so a player's next choice comes two steps later; what the other's step ends pays both.
    """
    last, games = len(past) - 2, np.arange(len(past[0].turns))
    gains = np.zeros((len(past), len(games)), np.float32)
    for t in range(last - 1, -1, -1):
        step, reply = past[t], past[t + 1]
        paid = np.where(step.over, step.rewards[games, step.turns], reply.rewards[games, step.turns])
        ended = step.over | reply.over
        ahead = past[t + 2].values + KEPT * (gains[t + 2] if t + 2 < last else 0.0)
        gains[t] = np.where(ended, paid, ahead) - step.values
    kept = gains[:last]
    return kept, kept + np.stack([step.values for step in past[:last]])


# --- the match ---


def match(learner: Learner, bot: str, games: int, seed: int) -> tuple[float, float]:
    """The learner's share of the wins against a bot, and the lower bound of that with 95 % certainty.

    Every table plays as many games, so that short ones do not count more than long ones.
    """
    tables = min(250, games)
    envs = LearnerVectorEnv("korsar", tables, bots=bot, seats=2)
    each = games // tables
    shares: list[list[float]] = [[] for _ in range(tables)]
    observed, _ = envs.reset(seed=seed)
    while min(map(len, shares)) < each:
        observed, rewards, over, _, _ = envs.step(learner.act(observed["observation"], observed["action_mask"]))
        for table in np.flatnonzero(over).tolist():
            shares[table].append((float(rewards[table]) + 1.0) / 2.0)
    envs.close()
    won = np.array([share[:each] for share in shares])
    return float(won.mean()), float(won.mean() - 1.96 * won.std() / won.size**0.5)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m examples.learn_korsar", description=__doc__)
    parser.add_argument("--lessons", type=int, default=300, help=f"each from {STEPS} steps of every game")
    parser.add_argument("--games", type=int, default=512, help="at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="mousse", help="to play the match against")
    parser.add_argument("--match", type=int, default=2000, help="games of the match")
    parser.add_argument("--curve", type=Path, help="write what small matches gave on the way to this file")
    args = parser.parse_args()
    learner, curve = Learner(args.games, args.seed), []
    spent, steps = 0.0, 0
    for lesson in range(args.lessons):
        if lesson % max(1, args.lessons // LOOKS) == 0:
            share, _ = match(learner, args.bot, 250, seed=args.seed + 1)
            curve.append({"minutes": round(spent, 2), "steps": steps, "share": share})
            print(f"{spent:5.2f} minutes, {steps:>11,} steps: {share:.1%} against {args.bot}", flush=True)
        start = time.process_time()
        learner.learn(learner.play(), 1.0 - lesson / args.lessons)
        spent += (time.process_time() - start) / 60.0
        steps += STEPS * args.games
    share, bound = match(learner, args.bot, args.match, seed=args.seed + 2)
    print(f"{args.match} games against {args.bot}: {share:.1%}, at least {bound:.1%} with 95 % certainty")
    curve.append({"minutes": round(spent, 2), "steps": steps, "share": share, "bound": bound, "games": args.match})
    if args.curve is not None:
        args.curve.write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
