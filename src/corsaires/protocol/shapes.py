"""What is sent of a view: named field by field, never stripped down. The types come from the games' own NamedTuples.

A view goes in two parts: `open`, the same for everybody and encoded once, and `you`, one seat's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Annotated, Any, Final, get_args

import msgspec

from corsaires.games.kernel.game import Table
from corsaires.games.kernel.jit import COMPILED
from corsaires.games.korsar import events as korsar_events
from corsaires.games.korsar import view as korsar
from corsaires.games.korsar.table import Table as KorsarTable
from corsaires.games.les_corsaires import events as les_corsaires_events
from corsaires.games.les_corsaires import view as les_corsaires
from corsaires.protocol.korsar import written
from corsaires.protocol.mould import Kind, Shape, filler, fillers, part, shape, union

__all__ = [
    "KorsarEvent",
    "KorsarOpen",
    "KorsarYou",
    "LesCorsairesEvent",
    "LesCorsairesOpen",
    "LesCorsairesYou",
    "RawEvents",
    "RawOpen",
    "RawYou",
    "encode_events",
    "encode_open",
    "encode_own",
    "encode_parts",
    "encode_you",
    "shape",
]

Event = korsar_events.Event | les_corsaires_events.Event
View = korsar.View | les_corsaires.View
Own = korsar.Own | les_corsaires.Own

_KORSAR: Final = {"tag_field": "game", "tag": "korsar"}
_LES_CORSAIRES: Final = {"tag_field": "game", "tag": "les-corsaires"}

KorsarOpen: Final[Shape] = part(
    korsar.Open,
    "KorsarOpen",
    (
        "turn",
        "over",
        "deck",
        "in_hand",
        "sea",
        "discards",
        "piles",
        "removed",
        "forecast",
        "scores",
        "winners",
        "reason",
    ),
    **_KORSAR,
)
KorsarYou: Final[Shape] = part(
    korsar.View, "KorsarYou", ("seat", "hand", "partner_hand", "drawn", "booty", "options"), **_KORSAR
)
LesCorsairesOpen: Final[Shape] = part(
    les_corsaires.Open,
    "LesCorsairesOpen",
    (
        "turn",
        "over",
        "phase",
        "wind",
        "die",
        "ships",
        "arrived",
        "eliminated",
        "scores",
        "winners",
        "reason",
    ),
    **_LES_CORSAIRES,
)
LesCorsairesYou: Final[Shape] = part(les_corsaires.View, "LesCorsairesYou", ("seat", "options"), **_LES_CORSAIRES)

_KORSAR_EVENTS: Final = fillers(get_args(korsar_events.Event))
_LES_CORSAIRES_EVENTS: Final = fillers(get_args(les_corsaires_events.Event))
EVENTS: Final = {**_KORSAR_EVENTS, **_LES_CORSAIRES_EVENTS}

KorsarEvent: Final[Any] = union(shape(kind) for kind in _KORSAR_EVENTS)
LesCorsairesEvent: Final[Any] = union(shape(kind) for kind in _LES_CORSAIRES_EVENTS)

# Parts that are encoded already, as fields of a message; `$ref` names what the schema has in their place.
RawOpen = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Open"})]
RawYou = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/You"})]
RawEvents = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/Events"})]

Filler = Callable[[Any], msgspec.Struct]
_OPEN: Final[dict[Kind, Filler]] = {
    korsar.View: filler(korsar.Open, KorsarOpen),
    les_corsaires.View: filler(les_corsaires.Open, LesCorsairesOpen),
}
_YOU: Final[dict[Kind, Filler]] = {
    korsar.View: filler(korsar.View, KorsarYou),
    les_corsaires.View: filler(les_corsaires.View, LesCorsairesYou),
}
_OWN: Final[dict[Kind, Filler]] = {
    korsar.Own: filler(korsar.Own, KorsarYou),
    les_corsaires.Own: filler(les_corsaires.Own, LesCorsairesYou),
}
OWNS: Final = 16_384  # that are remembered: most hands are as they were before a move
_encode: Final = msgspec.json.Encoder().encode


def encode_open(view: View) -> bytes:
    """The part of a view that is the same for everybody, without its story."""
    return _encode(_OPEN[type(view)](view.open))


def encode_you(view: View) -> bytes:
    """The part of a view that is one seat's own, or a spectator's."""
    return _encode(_YOU[type(view)](view))


@lru_cache(OWNS, typed=True)
def encode_own(own: Own) -> bytes:
    """The part of a view that is one seat's own, without options."""
    return _encode(_OWN[type(own)](own))


def encode_parts(table: Table, asking: int | None) -> tuple[bytes, dict[int | None, bytes]]:
    """`open` of a table, and `you` by seat (None: a spectator's): that of the seat to move at least, with options if it
    is the one that asks for them. The others are `encode_own`.
    """
    if COMPILED and isinstance(table, KorsarTable) and not table.over:
        return written(table, asking)
    turn = table.turn
    view = table.view(turn, options=asking is not None)
    return encode_open(view), {turn: encode_you(view)}


def encode_events(events: Iterable[Event]) -> bytes:
    """What happened: of one move, or a whole story."""
    return _encode([EVENTS[type(event)](event) for event in events])
