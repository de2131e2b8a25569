"""Moves and cards as text: `+` draw, `G6` lay, `r3@4` `rC@4` `A@4` play on galleon 4, `-r3` discard."""

from __future__ import annotations

from typing import Final

from corsaires.games.kernel.errors import InvalidMove, shown
from corsaires.games.korsar.cards import CODES, FIRST_PIRATE, KIND_OF, KINDS, N_GALLEONS
from corsaires.games.korsar.rules import DISCARD, DRAW, LAY, STRIDE

_TEXT_OF: Final = {
    DRAW: "+",
    **{kind * STRIDE + LAY: CODES[kind] for kind in range(FIRST_PIRATE)},
    **{
        kind * STRIDE + galleon: f"{CODES[kind]}@{galleon}"
        for kind in range(FIRST_PIRATE, KINDS)
        for galleon in range(1, N_GALLEONS + 1)
    },
    **{kind * STRIDE + DISCARD: f"-{CODES[kind]}" for kind in range(KINDS)},
}
_MOVE_OF: Final = {text: move for move, text in _TEXT_OF.items()}

FORMS: Final = "write + to draw, G6 to lay, r3@4 to play red 3 on galleon 4, -r3 to discard"


def write_move(move: int) -> str:
    return _TEXT_OF[move]


def read_move(text: str) -> int:
    """The move that a text stands for, legal or not; raises InvalidMove."""
    move = _MOVE_OF.get(text) if isinstance(text, str) else None
    if move is None:
        raise InvalidMove(f"{_what_is_wrong(text)}; {FORMS}")
    return move


def _what_is_wrong(text: object) -> str:
    if not isinstance(text, str):
        return f"a move is a text, not {shown(text)}"
    card, at, galleon = text.removeprefix("-").partition("@")
    if card not in KIND_OF:
        return f"{shown(text)} is not a move: there is no card {shown(card)}"
    if not at:
        return f"{shown(text)} is not a move: {card} is played on a galleon"
    if text.startswith("-"):
        return f"{shown(text)} is not a move: a discard names no galleon"
    if KIND_OF[card] < FIRST_PIRATE:
        return f"{shown(text)} is not a move: a galleon is laid, not played on another"
    return f"{shown(text)} is not a move: galleons are numbered 1 to {N_GALLEONS}, not {shown(galleon)}"
