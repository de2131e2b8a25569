"""Why one move rather than another, in a sentence: the two moves, the figures that differ, the rule and the galleon
or the ship. Everything said is worked out from what the seat sees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from corsaires.bots.bot import Thought
from corsaires.games.kernel.record import SEATS
from corsaires.games.korsar.telling import colour_letter
from corsaires.games.korsar.view import View as KorsarView
from corsaires.review import korsar, les_corsaires
from corsaires.review.words import Words

KORSAR_CARD: Final = re.compile(r"(-?)([yrbg])([1-4C].*)")
FEW_TRIES: Final = 4  # times the tries: a move that had fewer was not looked at closely
MOST_TOLD: Final = 8  # moves between two turns


def reason(
    view: Any,
    thought: Thought,
    other: str,
    language: str,
    names: Sequence[str] = SEATS,
    *,
    spoken: bool = False,
) -> str:
    """Why the move of a thought rather than another, from the sight of the seat that this view belongs to.

    Moves are named as they are written; those of Korsar, where they are `spoken`, as people say them.
    """
    words, moves = Words(language), (thought.move, other)
    if spoken and isinstance(view, KorsarView):
        why = korsar.said(view, moves, words, names)
    else:
        compare = korsar.compare if isinstance(view, KorsarView) else les_corsaires.compare
        best, rest = (written(move, language) for move in moves)
        first, second = compare(view, moves, (best, rest), words, names)
        why = words("reason.why", best=best, other=rest, first=first, second=second)
    win = _win(thought, other, words)
    return f"{why} {win}" if win else why


def _win(thought: Thought, other: str, words: Words) -> str:
    """How often each wins; nothing if the bot gives no figures."""
    weighed = {each.move: each for each in thought.ranked}
    if other not in weighed or thought.move not in weighed:
        return ""
    best, rest = weighed[thought.move], weighed[other]
    ahead = round(100 * best.value) - round(100 * rest.value)
    few = ahead < 0 and FEW_TRIES * rest.visits <= best.visits  # a figure that the bot itself does not rely on
    key = "reason.wins" if ahead > 0 else "reason.unsure" if few else "reason.equal"
    tries = {"many": best.visits, "few": rest.visits} if few else {}
    return words(key, best=words.percent(best.value), other=words.percent(rest.value), **tries)


def rival(thought: Thought, moves: Sequence[str]) -> str | None:
    """The move to compare a bot's with: its second choice; if it has none, another move of the same card or ship."""
    weighed = [each.move for each in thought.ranked if each.move != thought.move]
    if weighed:
        return weighed[0]
    piece = re.split("[@:!]", thought.move)[0]
    others = [move for move in moves if move != thought.move and " " not in move]
    return next((move for move in others if move.startswith(piece)), others[0] if others else None)


def tide(moves: Sequence[tuple[str, str]], language: str) -> str:
    """What happened between two turns of a side: who played what."""
    words = Words(language)
    told = [words("tide.move", who=who, move=move) for who, move in moves]
    said = ", ".join(told if len(told) <= MOST_TOLD else [*told[: MOST_TOLD - 1], "…"])
    return words("tide.since", moves=said)


def written(move: str, language: str) -> str:
    """A move as the screen writes it, in Korsar with the letters of the reader's colours."""
    card = KORSAR_CARD.fullmatch(move)
    if card is None:
        return move
    return f"{card[1]}{colour_letter(card[2], language).lower()}{card[3]}"
