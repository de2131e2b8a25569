"""The coasts of a chart of Les Corsaires, for a client that draws it."""

from __future__ import annotations

import msgspec

from corsaires.games.les_corsaires.coast import Coast, Spot


class LesCorsairesPort(msgspec.Struct, frozen=True):
    """Where the sign of a port stands."""

    at: Spot
    tall: bool  # at the side of the board, where there is no room for a wide sign


class LesCorsairesCoast(msgspec.Struct, frozen=True):
    """What is drawn of the land, in units of 48 a step of the grid, from the first point of row a."""

    lines: dict[str, str]  # closed lines as SVG paths, the farthest from land first
    hills: list[Spot]
    woods: list[Spot]
    ports: dict[str, LesCorsairesPort]  # r to y home, R to Y arrival
    flags: list[Spot]  # of the free ports
    rose: Spot | None  # the middle of its island, if a rose has room there
    radius: int  # of the rose


def encode_coast(coast: Coast) -> bytes:
    sent = LesCorsairesCoast(
        lines=coast.lines,
        hills=list(coast.hills),
        woods=list(coast.woods),
        ports={letter: LesCorsairesPort(port.at, port.tall) for letter, port in coast.ports.items()},
        flags=list(coast.flags),
        rose=coast.rose,
        radius=coast.radius,
    )
    return msgspec.json.encode(sent)
