"""Two ways to play, pitted against each other: what the duels of both games share."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.bots.search.tree import NONE, Tree
from corsaires.games.kernel.jit import rule

NORMAL_95: Final = 1.96
MATELOT: Final = -1  # iterations of a player that does not search
TELL: Final = 10  # deals between two lines of progress

Shares = npt.NDArray[np.float64]


@rule
def most_tried(tree: Tree) -> int:
    visits, chosen = -1, 0
    edge = int(tree.nodes[0].edge)
    while edge != NONE:
        each = tree.edges[edge]
        if each.visits > visits:
            visits, chosen = each.visits, int(each.move)
        edge = int(each.next)
    return chosen


def told(shares: Shares) -> str:
    return f"{shares.mean():.3f} ± {NORMAL_95 * shares.std(ddof=1) / len(shares) ** 0.5:.3f}"


def summed(shares: list[float], leads: list[float]) -> str:
    return f"{told(np.array(shares))}, a lead of {told(np.array(leads))}"


def fight(title: str, deals: int, duel: Callable[[int], tuple[float, float, int]]) -> None:
    """Play deals, each from every side, and tell the first player's share of the win; Ctrl-C tells what there is.

    A duel gives that share, by how much the first player led, and how many decisions it made. The lead tells more from
    fewer deals.
    """
    shares: list[float] = []
    leads: list[float] = []
    decisions, began = 0, 0.0
    try:
        for deal in range(deals):
            share, lead, made = duel(deal)
            if deal == 0:
                began = time.thread_time()  # the first also compiles
            else:
                decisions += made
            shares.append(share)
            leads.append(lead)
            if (deal + 1) % TELL == 0:
                print(f"{deal + 1} of {deals}: {summed(shares, leads)}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    if len(shares) < 2:
        raise SystemExit("stopped before there was anything to tell")
    spent = 1000 * (time.thread_time() - began) / max(1, decisions)
    each = f"{summed(shares, leads)} over {len(shares)} deals"
    print(f"{title}: {each}, {spent:.2f} ms of both a decision of the first", flush=True)
