"""What the games of an arena prove: shares of the win with intervals, ratings, tests.

The unit is a deal, never a game: the share of the win that the lone bot has on average over all seatings of one deal.
Two deals of even luck are added wherever a hundred per cent would make an estimate infinite or sure of itself.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from math import inf, log, log10, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import stats

PRIOR: Final = 2.0  # deals of even luck
CONFIDENCE: Final = 0.95
ERROR: Final = 0.05  # of either kind, in a sequential test
LEAST_DEALS: Final = 20  # before a sequential test decides
ELO: Final = 400 / log(10)  # Elo a unit of the logistic scale
ANCHOR: Final = "matelot"
RESAMPLES: Final = 1000
SEED: Final = 1
LONGEST_STEP, MOST_STEPS, CLOSE = 2.0, 50, 1e-9  # of Newton's method

Floats = NDArray[np.float64]
Row = dict[str, Any]  # a game
Stopped = Set[tuple[str, str, str]]  # pairings that a sequential test ended early: their setup, lone bot and others


class Pairing(NamedTuple):
    """One bot alone among others of one kind, with its share of each deal that was played in every seating."""

    setup: str
    sides: int
    lone: str
    others: str
    deals: NDArray[np.int64]
    shares: Floats
    games: int
    cpu_ms_per_move: float  # the lone bot's
    faults: int  # games that ended by a fault, whoever's


class Standing(NamedTuple):
    """How one bot fares alone among others of one kind."""

    setup: str
    lone: str
    others: str
    games: int
    deals: int
    share: float
    low: float
    high: float
    elo: float  # infinite at a share of nought or all
    elo_low: float
    elo_high: float
    p_value: float  # of so much luck, were the two equally strong
    cpu_ms_per_move: float
    faults: int


class Rating(NamedTuple):
    """A bot's place on the ladder of one setup."""

    setup: str
    bot: str
    elo: float
    low: float
    high: float
    deals: int


# --- from games to deals ---


def pairings(table: pa.Table) -> list[Pairing]:
    """Every pairing of the table; a deal with a seating still to play is left out."""
    rows: dict[tuple[str, str, str], list[Row]] = {}
    columns = ["setup", "lone", "others", "sides", "deal", "rotation", "shares", "moves", "cpu_seconds", "fault"]
    for row in table.select(columns).to_pylist():
        rows.setdefault((row["setup"], row["lone"], row["others"]), []).append(row)
    return [_pairing(*names, played) for names, played in rows.items()]


def _pairing(setup: str, lone: str, others: str, rows: list[Row]) -> Pairing:
    sides = rows[0]["sides"]
    whole: dict[int, dict[int, Row]] = {}
    for row in rows:
        whole.setdefault(row["deal"], {})[row["rotation"]] = row
    deals = {deal: games for deal, games in sorted(whole.items()) if len(games) == sides}
    games = [(at, game) for seatings in deals.values() for at, game in seatings.items()]
    moves = sum(game["moves"][at] for at, game in games)
    seconds = sum(game["cpu_seconds"][at] for at, game in games)
    return Pairing(
        setup=setup,
        sides=sides,
        lone=lone,
        others=others,
        deals=np.array(list(deals), np.int64),
        shares=np.array([sum(game["shares"][at] for at, game in one.items()) / sides for one in deals.values()]),
        games=len(games),
        cpu_ms_per_move=1000 * seconds / moves if moves else 0.0,
        faults=sum(game["fault"] is not None for _, game in games),
    )


# --- one pairing ---


def standings(table: pa.Table) -> list[Standing]:
    """Every pairing with a whole deal, in the order of the table."""
    return [standing(pairing) for pairing in pairings(table) if len(pairing.deals)]


def standing(pairing: Pairing) -> Standing:
    sides, share = pairing.sides, float(pairing.shares.mean())
    low, high = interval(pairing.shares, sides)
    return Standing(
        setup=pairing.setup,
        lone=pairing.lone,
        others=pairing.others,
        games=pairing.games,
        deals=len(pairing.deals),
        share=share,
        low=low,
        high=high,
        elo=elo(share, sides),
        elo_low=elo(low, sides),
        elo_high=elo(high, sides),
        p_value=p_value(pairing.shares, sides),
        cpu_ms_per_move=pairing.cpu_ms_per_move,
        faults=pairing.faults,
    )


def elo(share: float, sides: int) -> float:
    """By how much a bot that has this share alone among others is rated above them."""
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share * (sides - 1) / (1 - share))


def share_at(elo: float, sides: int) -> float:
    """The share of the win that a bot rated so much above all others may expect."""
    return float(1 / (1 + (sides - 1) * 10 ** (-elo / 400)))


def interval(shares: Floats, sides: int) -> tuple[float, float]:
    """95 % over deals: the shares that `p_value` would not reject (Wilson's interval)."""
    share, weight = float(shares.mean()), _effective_games(shares, sides)
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(shares) + PRIOR - 1))
    middle = (share + reach**2 / (2 * weight)) / (1 + reach**2 / weight)
    half = reach * sqrt(share * (1 - share) / weight + (reach / (2 * weight)) ** 2) / (1 + reach**2 / weight)
    return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))


def p_value(shares: Floats, sides: int) -> float:
    """How probable a share at least so far from the fair one is, were the bots equally strong: a test over deals."""
    fair = 1 / sides
    distance = (float(shares.mean()) - fair) / sqrt(fair * (1 - fair) / _effective_games(shares, sides))
    return float(2 * stats.t.sf(abs(distance), len(shares) + PRIOR - 1))


def _effective_games(shares: Floats, sides: int) -> float:
    """The number of unrelated games that would tell as much as these deals."""
    mean, variance = _moments(shares, sides)
    return len(shares) * mean * (1 - mean) / variance


def _moments(shares: Floats, sides: int) -> tuple[float, float]:
    """The mean share of a deal and its variance, with the deals of even luck."""
    fair, number = 1 / sides, len(shares) + PRIOR
    mean = (float(shares.sum()) + PRIOR * fair) / number
    return mean, (float(((shares - mean) ** 2).sum()) + PRIOR * fair * (1 - fair)) / number


# --- all pairings of a setup ---


def ladder(table: pa.Table) -> list[Rating]:
    """The bots of each setup, the strongest first: Bradley–Terry ratings, with 95 % intervals by bootstrap over deals.

    The matelot stands at nought where it plays, else the mean does.
    """
    found: dict[str, list[Pairing]] = {}
    for pairing in sorted(pairings(table), key=lambda one: one[:4]):
        if len(pairing.deals) and pairing.lone != pairing.others:
            found.setdefault(pairing.setup, []).append(pairing)
    return [rating for setup, played in found.items() for rating in _rated(setup, played)]


def anchor_of(ratings: Sequence[Rating]) -> str | None:
    """The bot at nought; None if the mean is."""
    return next((rating.bot for rating in ratings if rating.bot == ANCHOR), None)


def _rated(setup: str, played: list[Pairing]) -> list[Rating]:
    bots = sorted({bot for pairing in played for bot in (pairing.lone, pairing.others)})
    # The difference of ratings that decides each pairing.
    design = np.array([[(bot == one.lone) - float(bot == one.others) for bot in bots] for one in played])
    sides = played[0].sides
    anchor = np.array([bot == ANCHOR or ANCHOR not in bots for bot in bots])

    def anchored(won: Floats, lost: Floats) -> Floats:
        strengths = fit(design, won, lost, sides) * ELO
        return np.asarray(strengths - strengths[..., anchor].mean(axis=-1, keepdims=True))

    ratings, samples = anchored(*_results(played, sides)), anchored(*_resampled(played, sides))
    lows, highs = np.quantile(samples, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], axis=0)
    rows = [
        Rating(setup, bot, float(ratings[at]), float(lows[at]), float(highs[at]), _deals_of(bot, played))
        for at, bot in enumerate(bots)
    ]
    return sorted(rows, key=lambda row: -row.elo)


def _deals_of(bot: str, played: list[Pairing]) -> int:
    return sum(len(pairing.deals) for pairing in played if bot in (pairing.lone, pairing.others))


def _results(played: list[Pairing], sides: int) -> tuple[Floats, Floats]:
    """What the lone bot of each pairing won and lost, in deals, those of even luck included."""
    won = np.array([pairing.shares.sum() for pairing in played])
    number = np.array([len(pairing.shares) for pairing in played])
    return won + PRIOR / sides, number - won + PRIOR * (sides - 1) / sides


def _resampled(played: list[Pairing], sides: int) -> tuple[Floats, Floats]:
    """The results with each deal weighed anew at random (Rubin's bootstrap), alike in all pairings that share it."""
    generator = np.random.default_rng(SEED)
    deals = np.unique(np.concatenate([pairing.deals for pairing in played]))
    shares = np.full((len(deals), len(played)), np.nan)
    for at, pairing in enumerate(played):
        shares[np.searchsorted(deals, pairing.deals), at] = pairing.shares
    was_played, shares = ~np.isnan(shares), np.nan_to_num(shares)
    weights = generator.exponential(size=(RESAMPLES, len(deals)))
    won, number = weights @ shares, weights @ was_played
    even_won = generator.gamma(PRIOR / sides, size=won.shape)
    even_lost = generator.gamma(PRIOR * (sides - 1) / sides, size=won.shape)
    return won + even_won, number - won + even_lost


def fit(design: Floats, won: Floats, lost: Floats, sides: int) -> Floats:
    """The strengths, on the logistic scale, that make these results most likely; a lone bot wins against all others.

    Newton's method, on many sets of results at once if there are many rows. Strengths add up to nought; so they do in
    each group of bots that never met another group.
    """
    number = won + lost
    strengths = np.zeros((*won.shape[:-1], design.shape[1]))
    for _ in range(MOST_STEPS):
        shares = 1 / (1 + (sides - 1) * np.exp(-strengths @ design.T))
        slope = (won - number * shares) @ design
        curve = design.T @ ((number * shares * (1 - shares))[..., None] * design)
        step = (np.linalg.pinv(curve, hermitian=True) @ slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        strengths += step / np.maximum(1.0, longest / LONGEST_STEP)
        if longest.max() < CLOSE:
            break
    return strengths


# --- stopping early, and what thinking brings ---


def sprt(shares: Floats, sides: int, elo0: float, elo1: float) -> str:
    """Whether the lone bot is elo1 rather than elo0 stronger: "accepted", "rejected", or "undecided" so far.

    Wald's sequential test on the mean share of a deal, taken as normal; either error at most 5 %.
    """
    if len(shares) < LEAST_DEALS:
        return "undecided"
    share0, share1 = share_at(elo0, sides), share_at(elo1, sides)
    _, variance = _moments(shares, sides)
    evidence = (share1 - share0) * float((shares - (share0 + share1) / 2).sum()) / variance
    bound = log((1 - ERROR) / ERROR)
    return "accepted" if evidence >= bound else "rejected" if evidence <= -bound else "undecided"


def slope(steps: Sequence[float], shares: Sequence[Floats], sides: int = 2) -> tuple[float, float, float]:
    """Elo a doubling and its 95 % interval, from the base-2 logarithm of the iterations and the shares at each step.

    A weighted regression. Steps that scatter about the line more than their deals explain widen the interval.
    """
    if len(set(steps)) <= 1:
        raise ValueError("a slope needs two different steps")
    moments = [(*_moments(found, sides), len(found) + PRIOR) for found in shares]
    heights = np.array([elo(mean, sides) for mean, _, _ in moments])
    errors = np.array([ELO * sqrt(variance / number) / (mean * (1 - mean)) for mean, variance, number in moments])
    x, weights = np.asarray(steps, np.float64), errors**-2
    away = x - np.average(x, weights=weights)
    spread = float((weights * away**2).sum())
    rise = float((weights * away * heights).sum()) / spread
    rest = heights - np.average(heights, weights=weights) - rise * away
    scatter = float((weights * rest**2).sum()) / max(1, len(x) - 2)
    level, free = (1 + CONFIDENCE) / 2, len(x) - 2
    quantile = float(stats.t.ppf(level, free) if scatter > 1.0 and free > 0 else stats.norm.ppf(level))
    half = quantile * sqrt(max(1.0, scatter) / spread)
    return rise, rise - half, rise + half
