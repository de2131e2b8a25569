"""A game written down (`corsaires-record/1`), as plain data; `corsaires.records` reads it back."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from corsaires.games.kernel.errors import InvalidRecord, InvalidSetup, shown
from corsaires.games.kernel.fair import sealed
from corsaires.games.kernel.game import FORMAT, Record

LONGEST_NAME: Final = 40
SEATS: Final = "ABCDEFGH"  # where they have no names


@dataclass(frozen=True, slots=True)
class Origin:
    """How a table came about, as its record tells it."""

    setup: Record
    first: int | None  # the seat that starts, if it is known before the first move
    names: tuple[str, ...] | None
    deal: Record | None  # the cards; None for a table set up from a position, and for a game without cards
    proof: Record | None


def write_record(origin: Origin, moves: Sequence[str], result: Record | None, *, unsealed: bool) -> Record:
    """The record of a table; `unsealed` puts in what is secret until the end."""
    record = {
        "format": FORMAT,
        **origin.setup,
        **({} if origin.names is None else {"names": list(origin.names)}),
        "first": origin.first,
        "deal": origin.deal if unsealed else None,
        "moves": list(moves),
        "result": result,
        "proof": origin.proof if unsealed else sealed(origin.proof),
    }
    return copy.deepcopy(record)  # whoever gets it may do with it what they like


def check_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...] | None:
    """A name for each seat, or none at all; raises InvalidSetup."""
    if names is None:
        return None
    if not isinstance(names, list | tuple) or len(names) != seats or not all(map(is_name, names)):
        raise InvalidSetup("names", f"must be {seats} names of 1 to {LONGEST_NAME} letters, not {shown(names)}")
    return tuple(names)


def names_in(record: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """The names of a record, or letters."""
    return tuple(record.get("names") or SEATS[:seats])


def is_name(name: object) -> bool:
    """A name can be shown anywhere: no control characters, not too long, not blank."""
    return isinstance(name, str) and name.isprintable() and bool(name.strip()) and len(name) <= LONGEST_NAME


def recorded_proof(record: Mapping[str, Any]) -> Record | None:
    """The proof that a record carries, to be checked later; raises InvalidRecord."""
    proof = record.get("proof")
    if proof is not None and not isinstance(proof, dict):
        raise InvalidRecord("proof", "must be an object, or null where chance was given")
    return copy.deepcopy(proof)
