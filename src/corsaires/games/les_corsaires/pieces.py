"""Fleets, ships and guns, and their names."""

from __future__ import annotations

from typing import Final

FLEETS: Final = ("red", "blue", "green", "yellow")  # C-FLT-1; clockwise from the north-west (C-FLT-2)
LETTERS: Final = "rbgy"
N_FLEETS: Final = 4
FLEET_SIZE: Final = 4  # two warships, then two merchants
N_SHIPS: Final = N_FLEETS * FLEET_SIZE
WARSHIPS: Final = 2  # of a fleet

SHIPS: Final = tuple(f"{letter}{kind}{n}" for letter in LETTERS for kind in "GM" for n in (1, 2))
SHIP_OF: Final = {name: ship for ship, name in enumerate(SHIPS)}

# Guns: the warships' (fleet by fleet), then the batteries' (home, arrival).
N_WARSHIPS: Final = N_FLEETS * WARSHIPS
N_GUNS: Final = N_WARSHIPS + 2 * N_FLEETS
BATTERIES: Final = tuple(f"{letter}{port}" for letter in LETTERS for port in "HA")
GUNS: Final = (*(name for name in SHIPS if name[1] == "G"), *BATTERIES)
GUN_OF: Final = {name: gun for gun, name in enumerate(GUNS)}

COLOURS: Final = "YBR"  # of the coloured die, in the order of the winds: light, medium, strong
WINDS: Final = ("light", "medium", "strong")

# Who plays which fleet (C-FLT-2).
OWNERS: Final = {2: (0, 0, 1, 1), 3: (0, 0, 1, 2), 4: (0, 1, 2, 3)}
