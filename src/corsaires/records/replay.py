"""Records read back: a table from its record, and a check that everything in a finished record fits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from corsaires.games.catalog import GAMES, game_class
from corsaires.games.kernel.errors import IllegalMove, InvalidMove, InvalidRecord, SealedRecord, shown
from corsaires.games.kernel.game import FORMAT, Game, Table


def replay(record: Mapping[str, Any]) -> Table:
    """The table that a record leads to; raises InvalidRecord or SealedRecord."""
    table = read_game(record).redeal(record)
    moves = record.get("moves")
    if not isinstance(moves, list):
        raise InvalidRecord("moves", "must be the list of the moves")
    for ply, move in enumerate(moves):
        try:
            table.redo(move)
        except (InvalidMove, IllegalMove) as error:
            raise InvalidRecord(f"moves[{ply}]", str(error)) from None
    result = record.get("result")
    if result is not None and not same_json(result, table.record()["result"]):
        raise InvalidRecord("result", f"is {shown(result)}, but the moves lead to {shown(table.record()['result'])}")
    return table


def read_game(record: Mapping[str, Any]) -> Game:
    """The game that a record was played by; raises InvalidRecord."""
    if not isinstance(record, Mapping):
        raise InvalidRecord("record", f"must be an object, not {shown(record)}")
    if record.get("format") != FORMAT:
        raise InvalidRecord("format", f"must be {FORMAT!r}, not {shown(record.get('format'))}")
    if record.get("game") not in list(GAMES):
        raise InvalidRecord("game", f"must be one of {', '.join(GAMES)}, not {shown(record.get('game'))}")
    return game_class(record["game"]).from_record(record)


def parse(text: str | bytes) -> Mapping[str, Any]:
    """A record from the text of its file; raises InvalidRecord."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord("record", f"is not complete JSON: {error}") from None
    if not isinstance(record, dict):
        raise InvalidRecord("record", f"must be an object, not {shown(record)}")
    return record


def verify(record: Mapping[str, Any]) -> list[str]:
    """Check a finished record: what was found to fit, in order; raises InvalidRecord at what does not."""
    read_game(record)
    if record.get("deal") is None and record.get("result") is None:
        raise SealedRecord("the record is of an unfinished game; only a finished one can be verified")
    table = replay(record)
    if not table.over:
        raise InvalidRecord("moves", f"stop after {len(table.history)} before the end of the game")
    if record.get("result") is None:
        raise InvalidRecord("result", "is missing")
    return ["moves", "result", _verify_deal(record)]


def _verify_deal(record: Mapping[str, Any]) -> str:
    proof = record.get("proof")
    if proof is None:
        return "no proof"
    if not isinstance(proof, dict):
        raise InvalidRecord("proof", "must be an object, or null for a deal that was chosen")
    read_game(record).check_proof(record)
    if "number" in proof:
        return "number"
    return "fair deal" if proof["nonces"] else "secret seed"


def same_json(one: object, other: object) -> bool:
    """Whether two values are written the same, so that 1 is neither 1.0 nor true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
