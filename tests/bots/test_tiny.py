"""The search on tiny games of known values: everybody plays for themselves, dice are weighed, hands are known."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import pytest

from corsaires.bots.search.thinker import Found, gathered
from corsaires.bots.search.tree import Manner, grow, new_tree, plant
from corsaires.games.kernel.jit import COMPILED
from tests.bots.tiny import SHARE, Tiny, of_two

ITERATIONS: Final = 4000 if COMPILED else 1500
NEAR: Final = 0.05
PLAIN: Final = Manner(curiosity=1.0, heat=2.0, trust=1.0)
IN_THEIR_PLACE: Final = PLAIN._replace(anew=True)
MANNERS: Final = {
    "plain": PLAIN,
    "certain": PLAIN._replace(certain=True),
    "patient": PLAIN._replace(patient=True),
    "certain and patient": PLAIN._replace(certain=True, patient=True),
    "anew": IN_THEIR_PLACE,
}


class Known(NamedTuple):
    """A game, and what is to be found in it."""

    game: Tiny
    best: int  # move
    worth: tuple[float, ...]  # to every side, if everybody plays for themselves


# The second side picks the least of a row: a friend would pick the 1.0, chance the first row.
REPLIES: Final = [[0.8, 0.7, 0.1], [0.5, 0.6, 0.4], [0.0, 1.0, 0.3]]
# Then the first side picks again, the greatest: the best rows are worth 0.2, 0.6 and 0.3.
ANSWERS: Final = [
    [[0.9, 0.8, 0.7], [0.2, 0.1, 0.2], [1.0, 0.9, 1.0]],
    [[0.1, 0.0, 0.6], [0.7, 0.2, 0.0], [0.0, 0.8, 0.1]],
    [[0.3, 0.3, 0.2], [0.8, 0.9, 0.9], [0.3, 0.0, 0.1]],
]
# Of three sides, one after the other. The last picks its 0.8 and 0.9, of those the second side its 0.7 and 0.9; the
# first side is left with 0.5 and 0.1, and would rather have had any other line.
THREE: Final = [
    [[[0.9, 0.9, 0.0], [0.5, 0.7, 0.8]], [[0.8, 0.2, 0.9], [1.0, 1.0, 0.3]]],
    [[[0.1, 0.9, 0.8], [1.0, 0.2, 0.1]], [[0.7, 0.4, 0.9], [1.0, 1.0, 0.2]]],
]
OPEN: Final = {
    "the other side replies": Known(of_two(REPLIES, (0, 1)), 1, (0.4, 0.6)),
    "the second side thinks": Known(of_two((1 - np.array(REPLIES)).tolist(), (1, 0)), 1, (0.6, 0.4)),
    "a side moves again": Known(of_two(ANSWERS, (0, 1, 0)), 1, (0.6, 0.4)),
    "both moves of a turn": Known(of_two(REPLIES, (0, 0)), 2, (1.0, 0.0)),
    "three sides": Known(Tiny(np.array(THREE).reshape(1, 2, 1, 2, 1, 2, 1, 3), (0, 1, 2)), 0, (0.5, 0.7, 0.8)),
}

# A die of two faces after the first move; the other side, who sees it, replies. Its least, face by face, are 1.0 and
# 0.0 (mean 0.5), 0.7 and 0.5 (0.6), 0.2 and 0.6 (0.4). The best face is the first move's. Who replied without a look at
# the die could do no better than 0.75, 0.7 and 0.8 on the mean: then the last would be best.
THROWN: Final = [
    [[1.0, 1.0, 1.0], [0.5, 0.9, 0.0]],
    [[0.7, 0.9, 0.8], [0.9, 0.5, 0.6]],
    [[0.2, 1.0, 1.0], [1.0, 0.6, 1.0]],
]
FIRST: Final = np.array(THROWN).reshape(1, 3, 2, 3, 1)
DICE: Final = Known(Tiny(np.stack([FIRST, 1.0 - FIRST], axis=-1), (0, 1)), 1, (0.6, 0.4))

# One of two hands, unseen by who moves first. The first move is safe; after the other whoever moves next, and knows
# the hand, takes all by the right one of two moves.
SAFE_OR_NOT: Final = np.array([[[0.4, 0.4], [0.0, 1.0]], [[0.4, 0.4], [1.0, 0.0]]]).reshape(2, 2, 1, 2, 1)
BOTH: Final = np.stack([SAFE_OR_NOT, 1.0 - SAFE_OR_NOT], axis=-1)
THEY_KNOW: Final = Known(Tiny(BOTH, (0, 1), is_honest=True), 0, (0.4, 0.6))
WILL_KNOW: Final = Known(Tiny(BOTH[..., ::-1], (0, 0), draw=1, is_honest=True), 1, (1.0, 0.0))


def searched(game: Tiny, manner: Manner, seed: int = 1) -> Found:
    question, tree = game.question(manner), new_tree(200)
    plant(tree, seed)
    grow(tree, question.states, question.sights, question.aids, manner, ITERATIONS)
    return gathered(tree, question.sides)


def most_tried(found: Found) -> int:
    return max(found.moves, key=lambda move: found.moves[move][0])


def check(known: Known, manner: Manner) -> None:
    found = searched(known.game, manner)
    mover = known.game.movers[0]
    assert most_tried(found) == known.best
    visits, rewards, shares, _ = found.moves[known.best]
    assert rewards / visits == pytest.approx(known.worth[mover], abs=NEAR)
    assert shares / visits == pytest.approx(SHARE * known.worth[mover], abs=NEAR)
    assert [each / found.iterations for each in found.sums] == pytest.approx(
        [SHARE * worth for worth in known.worth], abs=NEAR
    )


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("name", OPEN)
def test_every_side_plays_for_itself(name: str, manner: str) -> None:
    check(OPEN[name], MANNERS[manner])


@pytest.mark.parametrize("manner", MANNERS)
def test_what_dice_may_give_is_weighed_and_they_are_seen(manner: str) -> None:
    check(DICE, MANNERS[manner])


@pytest.mark.parametrize("known", [THEY_KNOW, WILL_KNOW], ids=["the others' own", "one's own once drawn"])
def test_a_hand_is_known_to_who_holds_it(known: Known) -> None:
    """To a search that looks at moves anew; one that does not takes the hands for one cloud."""
    check(known, IN_THEIR_PLACE)
    assert most_tried(searched(known.game, PLAIN)) != known.best


@pytest.mark.parametrize("manner", MANNERS)
def test_tries_add_up(manner: str) -> None:
    """Every iteration tries one move of the root, but the first where that only weighs it."""
    found = searched(DICE.game, MANNERS[manner])
    assert found.iterations == ITERATIONS
    assert sum(visits for visits, *_ in found.moves.values()) == ITERATIONS - (not MANNERS[manner].patient)
