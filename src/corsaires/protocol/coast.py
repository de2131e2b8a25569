"""The coasts of a chart of Les Corsaires, for a client that draws it."""

from __future__ import annotations

from typing import Final

import msgspec

from corsaires.games.les_corsaires.coast import Coast
from corsaires.protocol.mould import Shape, filler, shape

LesCorsairesCoast: Final[Shape] = shape(Coast)
_filled: Final = filler(Coast, LesCorsairesCoast)


def encode_coast(coast: Coast) -> bytes:
    return msgspec.json.encode(_filled(coast))
