"""The search measured: iterations a CPU-second beside OpenSpiel's, and players with a part of amiral taken away.

The players take part in the arena: `corsaires arena --bots amiral@400,bench.search:NoSearch`. In
`bench.ablation` each of them meets amiral.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from statistics import median
from typing import Any, Final, NamedTuple

import numpy as np

from corsaires.bots import Budget, Thought, load_bot
from corsaires.bots.korsar.admiralty import ask
from corsaires.bots.korsar.problem import OWN_EYES, RANDOM_GAMES
from corsaires.bots.les_corsaires.model import unfitted_model
from corsaires.bots.search.problem import guess, list_moves
from corsaires.bots.search.thinker import Thinker, luck_of
from corsaires.bots.search.tree import MOST_MOVES, Manner, grow, new_tree, plant
from corsaires.games.korsar.game import Korsar

PLAIN: Final = Manner(curiosity=0.7, heat=1.0, trust=1.0)
ITERATIONS: Final = 20_000
SEED: Final = 1


# --- speed ---


class Speed(NamedTuple):
    name: str
    best: float  # iterations a CPU-second
    median: float


def speeds(rounds: int, iterations: int = ITERATIONS) -> list[Speed]:
    """From the opening, in turns, the same search in every round; OpenSpiel's on hearts if it is installed."""
    searches: dict[str, Callable[[int], None]] = {
        "Korsar, four players, random games": _ours(4, iterations, random_games=True),
        "Korsar, four players, amiral": _ours(4, iterations),
        "Korsar, two players, amiral": _ours(2, iterations),
    }
    with suppress(ImportError):
        searches["OpenSpiel C++ ISMCTSBot, hearts, random games"] = _hearts(iterations // 10)
    counts = {name: iterations // 10 if name.startswith("OpenSpiel") else iterations for name in searches}
    found: dict[str, list[float]] = {name: [] for name in searches}
    for _ in range(rounds):
        for name, search in searches.items():
            began = time.process_time()
            search(SEED)
            found[name].append(counts[name] / (time.process_time() - began))
    return [Speed(name, max(each), median(each)) for name, each in found.items()]


def _ours(seats: int, iterations: int, random_games: bool = False) -> Callable[[int], None]:
    question = ask("amiral", Korsar.load(seats=seats).deal(seed=1).view(0, options=False))
    if random_games:
        question = question._replace(aids=question.aids._replace(leaf=RANDOM_GAMES), manner=PLAIN)
    tree = new_tree(2 * iterations)  # a line may add several nodes

    def search(seed: int, count: int = iterations) -> None:
        plant(tree, luck_of(seed))
        grow(tree, question.states, question.sights, question.aids, question.manner, count)

    search(0, 10)
    return search


def _hearts(iterations: int) -> Callable[[int], None]:
    """Raises ImportError when OpenSpiel is not installed."""
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]  # installed for `make bench` alone

    state = pyspiel.load_game("hearts").new_initial_state()
    rng = np.random.default_rng(1)
    while state.is_chance_node():
        state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))

    def search(seed: int) -> None:
        bot = pyspiel.ISMCTSBot(
            seed,
            pyspiel.RandomRolloutEvaluator(1, seed),
            2.0,
            iterations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
            False,
            False,
        )
        bot.step(state)

    return search


# --- amiral with a part taken away ---


def amiral_at(view: Any) -> Thinker:
    """The amiral of the game that is played here."""
    bot: Any = load_bot("korsar" if hasattr(view, "hand") else "les-corsaires", "amiral").bot
    thinker: Thinker = bot
    return thinker


class NoSearch:
    """The best move at first sight, by all that amiral has learned."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        question = amiral_at(view).ask(view)
        if hasattr(question.aids, "mind"):
            mind = question.aids.mind
            question = question._replace(aids=question.aids._replace(mind=mind._replace(glance=mind.models)))
        moves, values = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES)
        count = list_moves(question.sights, 0, question.aids, moves)
        guess(question.sights, 0, question.aids, moves, count, values)
        return Thought(question.write(int(moves[np.argmax(values[:count])])))


class NoModel:
    """The search without what was learned: random games to the end, or the points to hope for counted by hand."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        question = amiral_at(view).ask(view)
        aids = question.aids
        if hasattr(aids, "leaf"):  # without a first sight of moves there is more to be curious about
            plain = question._replace(aids=aids._replace(leaf=RANDOM_GAMES), manner=PLAIN)
            return Thinker(lambda _: plain).think(view, budget, seed)
        by_hand = question._replace(aids=aids._replace(model=unfitted_model()))
        return Thinker(lambda _: by_hand).think(view, budget, seed)


class FirstHand:
    """The search of Korsar that looks at a move of others with the first hand imagined for them alone."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        question = amiral_at(view).ask(view)
        once = question._replace(manner=question.manner._replace(anew=False))
        return Thinker(lambda _: once).think(view, budget, seed)


class OwnEyes:
    """The search of Korsar that weighs what a side may expect by that side's own sight alone."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        question = amiral_at(view).ask(view)
        own = question._replace(aids=question.aids._replace(leaf=OWN_EYES))
        return Thinker(lambda _: own).think(view, budget, seed)


class OneDeal:
    """The search with all its iterations in the one deal, or the one run of dice, that it imagined first."""

    def think(self, view: Any, budget: Budget, seed: int) -> Thought:
        return Thinker(amiral_at(view).ask, step=0).think(view, budget, seed)
