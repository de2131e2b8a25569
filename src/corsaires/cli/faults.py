"""What does not fit in a record, in the language of the reader. The engine's own reasons are for programmers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from corsaires.cli.language import FALLBACK, Words

if TYPE_CHECKING:
    from corsaires.games.kernel.errors import InvalidRecord

KNOWN: Final = ("record", "format", "game", "seats", "teams", "edition", "facets", "names", "first", "deal", "moves")
SHOWN: Final = 40  # characters of a text that a line repeats


def fault(error: InvalidRecord, record: Mapping[str, Any] | None, words: Words) -> str:
    """What is wrong, and where."""
    move = re.fullmatch(r"moves\[(\d+)\]", error.path)
    if record is not None and move is not None:
        return _move(record, int(move[1]), words)
    if record is not None and error.path == "result":
        return _result(record, words)
    return f"{words(f'fault.{_key(error)}')} ({_where(error, words)})."


def _key(error: InvalidRecord) -> str:
    section = re.split(r"[.\[]", error.path)[0]
    if section == "proof" or "proof" in error.reason:
        return "proof"
    return section if section in KNOWN else "record"


def _where(error: InvalidRecord, words: Words) -> str:
    """The place in the file, for whoever looks there; the engine says more of it, but only in one language."""
    return f"{error.path}: {error.reason}" if words.language == FALLBACK else error.path


def _move(record: Mapping[str, Any], place: int, words: Words) -> str:
    """The move that cannot be made, counted from 1 as people count."""
    from corsaires.cli.games import face_of
    from corsaires.games.kernel.errors import IllegalMove, InvalidMove
    from corsaires.games.kernel.record import names_in
    from corsaires.records.replay import read_game

    game = read_game(record)
    table = game.redeal(record)
    *before, move = record["moves"][: place + 1]
    for made in before:
        table.redo(made)
    said = {"number": place + 1, "move": str(move)[:SHOWN]}
    try:
        table.redo(move)
    except IllegalMove as error:
        reason = face_of(game, names_in(record, game.seats), words).reason(error.rule) or error.reason
        return words("fault.illegal", reason=reason, rule=error.rule, **said)
    except InvalidMove:
        pass
    return words("fault.not_a_move", **said)


def _result(record: Mapping[str, Any], words: Words) -> str:
    """What the record says that everybody scored, and what they did score."""
    from corsaires.games.kernel.record import names_in
    from corsaires.records.replay import read_game, replay

    game = read_game(record)
    true = replay({**record, "result": None}).record()["result"]
    written = record["result"].get("scores") if isinstance(record.get("result"), dict) else None
    if true is None:
        return words("fault.no_end")
    if not isinstance(written, list) or len(written) != game.sides or written == true["scores"]:
        return words("fault.result")
    names = names_in(record, game.seats)
    return words("fault.scores", written=_scores(written, names), true=_scores(true["scores"], names))


def _scores(scores: Sequence[object], names: Sequence[str]) -> str:
    share = len(names) // len(scores)
    sides = (" + ".join(names[at : at + share]) for at in range(0, len(names), share))
    return ", ".join(f"{side} {str(score)[:SHOWN]}" for side, score in zip(sides, scores, strict=True))
