"""A position as one line of text, for tests, perft files and puzzles.

    phase:sailing turn:1 wind:Y3 die:- to_move:bG1,bM1 guns:bG1,bH opening:0 throws:- idle:3 progress:0 arrived:1
    scores:90,0,0,0 out:- ships:rG1=c3/4,rG2=sunk,rM1=arrived,rM2=d5/2*,…

(one line in truth). A ship afloat is written with its point and bow, and a star once it has reached its outward port
(C-VAR-1). `guns` are those that have not fired in this turn. `throws` is, while the players throw for the start, who
still may, the highest throw and who threw it: `0,2/5/0`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.les_corsaires.notation import Notation
from corsaires.games.les_corsaires.pieces import COLOURS, GUN_OF, GUNS, SHIP_OF, SHIPS
from corsaires.games.les_corsaires.rules import owner_of, put
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    FIRING,
    LAND,
    PLACING,
    SAILING,
    STARTING,
    VERY_YOUNG,
    WAITING,
    WINDING,
    Charts,
    States,
)

FATES: Final = ("waiting", "afloat", "sunk", "arrived", "removed")
PHASES: Final = ("placing", "starting", "wind", "sailing", "firing")
FIELDS: Final = (
    "phase", "turn", "wind", "die", "to_move", "guns", "opening", "throws", "idle", "progress", "arrived", "scores",
    "out", "ships",
)  # fmt: skip


def write_position(states: States, notation: Notation) -> str:
    state = states[0]
    seats = int(state.seats)
    throws = f"{_members(state.contenders)}/{state.best}/{_members(state.leaders)}"
    values = {
        "phase": "over" if state.over else PHASES[state.phase],
        "turn": str(state.turn),
        "wind": f"{COLOURS[state.wind]}{state.towards}" if state.towards else "-",
        "die": str(state.die) if state.die else "-",
        "to_move": _members(state.to_move, SHIPS),
        "guns": _members(state.may_fire, GUNS),
        "opening": str(state.opening),
        "throws": throws if state.phase == STARTING else "-",
        "idle": str(state.idle),
        "progress": str(state.progress),
        "arrived": str(state.arrived),
        "scores": ",".join(map(str, state.score.tolist()[:seats])),
        "out": _members(state.eliminated),
        "ships": ",".join(_ship(states, ship, notation) for ship in range(len(SHIPS))),
    }
    return " ".join(f"{field}:{values[field]}" for field in FIELDS)


def _members(bits: int, names: Iterable[str] | None = None) -> str:
    named = names or map(str, range(8))
    return ",".join(name for at, name in enumerate(named) if int(bits) & 1 << at) or "-"


def _ship(states: States, ship: int, notation: Notation) -> str:
    fate = int(states["fate"][0, ship])
    if fate != AFLOAT:
        return f"{SHIPS[ship]}={FATES[fate]}"
    outward = "*" if states["outward"][0, ship] else ""
    point = notation.points[int(states["point"][0, ship])]
    return f"{SHIPS[ship]}={point}/{states['bow'][0, ship]}{outward}"


def read_position(text: str, states: States, charts: Charts, notation: Notation) -> None:
    """Fill an empty table from a position text; raises InvalidSetup with the field and the reason."""
    values = _fields(text)
    seats = int(states["seats"][0])
    state = states[0]
    state.phase = _one_of("phase", values["phase"], PHASES)
    state.turn = _number("turn", values["turn"], seats - 1)
    _read_wind(states, values)
    state.to_move = _set("to_move", values["to_move"], SHIP_OF)
    state.may_fire = _set("guns", values["guns"], GUN_OF)
    for field, most in (("opening", 1), ("idle", 999), ("progress", 1), ("arrived", 8)):
        states[field] = _number(field, values[field], most)
    _read_throws(states, values["throws"], seats)
    scores = values["scores"].split(",")
    if len(scores) != seats:
        raise InvalidSetup("scores", f"must be {seats} numbers, not {len(scores)}")
    states["score"][0, :seats] = [_number("scores", score, 9999) for score in scores]
    state.eliminated = _set("out", values["out"], {str(seat): seat for seat in range(seats)})
    _read_ships(states, charts, values["ships"], notation)
    _check_turn(states)
    _check_weather(states, charts)
    _check_throws(states)


def _check_turn(states: States) -> None:
    """The ships to move are those that can, in the phase for it."""
    state = states[0]
    phase, turn, to_move = int(state.phase), int(state.turn), int(state.to_move)
    placing = phase == PLACING
    able = 0
    for ship in range(len(SHIPS)):
        if owner_of(state, ship) == turn and state.fate[ship] == (WAITING if placing else AFLOAT):
            able |= 1 << ship
    whole = placing or phase == WINDING
    if to_move & ~able or (whole and to_move != able) or (to_move == 0) != (phase in (STARTING, FIRING)):
        raise InvalidSetup("to_move", f"does not fit the phase {PHASES[phase]} and the ships of seat {turn}")
    if int(state.eliminated) & 1 << turn:
        raise InvalidSetup("turn", f"seat {turn} is eliminated")


def _check_weather(states: States, charts: Charts) -> None:
    """Of wind and die a variant has one: the wind from the game's first throw on, the die after that of each turn."""
    state = states[0]
    young, under_way = state.variant == VERY_YOUNG, state.phase in (SAILING, FIRING)
    if state.opening and state.phase != WINDING:
        raise InvalidSetup("opening", "must be 0 but before the first throw of the wind")
    blows = not young and (under_way or (state.phase == WINDING and not state.opening))
    for field, known, wanted in (("wind", state.towards, blows), ("die", state.die, young and under_way)):
        if bool(known) != wanted:
            rule = "must be known" if wanted else "must be -"
            raise InvalidSetup(field, f"{rule} in the phase {PHASES[state.phase]} of this variant")
    if blows and not charts[0].thrown[state.wind]:
        raise InvalidSetup("wind", f"cannot be {COLOURS[state.wind]}: the die of this chart does not have it")


def _check_throws(states: States) -> None:
    state = states[0]
    if state.phase != STARTING:
        return
    if not int(state.contenders) & 1 << int(state.turn) or bool(state.leaders) != bool(state.best):
        raise InvalidSetup("throws", "must name the seat whose turn it is, and who threw the highest if somebody did")


def _fields(text: str) -> dict[str, str]:
    parts = [part.partition(":") for part in text.split()] if isinstance(text, str) else []
    if tuple(name for name, _, _ in parts) != FIELDS:
        raise InvalidSetup("position", f"must be the fields {' '.join(FIELDS)} in this order, not {shown(text)}")
    return {name: value for name, _, value in parts}


def _one_of(field: str, value: str, choices: tuple[str, ...]) -> int:
    if value not in choices:
        raise InvalidSetup(field, f"must be one of {', '.join(choices)}, not {shown(value)}")
    return choices.index(value)


def _number(field: str, value: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", value) or int(value) > most:
        raise InvalidSetup(field, f"must be a number up to {most}, not {shown(value)}")
    return int(value)


def _set(field: str, value: str, members: Mapping[str, int]) -> int:
    found = 0
    for name in [] if value == "-" else value.split(","):
        if name not in members:
            raise InvalidSetup(field, f"there is no {shown(name)}")
        found |= 1 << members[name]
    return found


def _read_wind(states: States, values: Mapping[str, str]) -> None:
    wind = re.fullmatch(f"([{COLOURS}])([1-6])", values["wind"])
    if wind is None and values["wind"] != "-":
        raise InvalidSetup("wind", f"must be a colour and a direction like Y3, or -, not {shown(values['wind'])}")
    states["wind"] = COLOURS.index(wind[1]) if wind else 0
    states["towards"] = int(wind[2]) if wind else 0
    if not re.fullmatch("[1-6]|-", values["die"]):
        raise InvalidSetup("die", f"must be a number from 1 to 6, or -, not {shown(values['die'])}")
    states["die"] = 0 if values["die"] == "-" else int(values["die"])


def _read_throws(states: States, value: str, seats: int) -> None:
    members = {str(seat): seat for seat in range(seats)}
    parts = ["-", "0", "-"] if value == "-" else value.split("/")
    if len(parts) != 3:  # noqa: PLR2004  # who may throw, the best, who threw it
        raise InvalidSetup("throws", f"must be like 0,2/5/0, or -, not {shown(value)}")
    states["contenders"] = _set("throws", parts[0], members)
    states["best"] = _number("throws", parts[1], 6)
    states["leaders"] = _set("throws", parts[2], members)


def _read_ships(states: States, charts: Charts, value: str, notation: Notation) -> None:
    numbers = {name: number for number, name in notation.points.items()}
    written = dict(part.partition("=")[::2] for part in value.split(","))
    if list(written) != list(SHIPS) or len(value.split(",")) != len(SHIPS):
        raise InvalidSetup("ships", f"must be all sixteen ships, {SHIPS[0]} to {SHIPS[-1]}, in order")
    for name, where in written.items():
        ship = SHIP_OF[name]
        if where in FATES and where != "afloat":
            states["fate"][0, ship] = FATES.index(where)
            continue
        afloat = re.fullmatch(r"([a-z][0-9]+)/([1-6])(\*?)", where)
        if afloat is None or afloat[1] not in numbers:
            raise InvalidSetup("ships", f"{name} must be at a point with its bow, like c3/4, not {shown(where)}")
        point = numbers[afloat[1]]
        if charts["ground"][0, point] == LAND or states["ship_at"][0, point] >= 0:
            raise InvalidSetup("ships", f"{name} cannot be at {afloat[1]}: it is land or taken")
        put(states[0], ship, point)
        states["fate"][0, ship] = AFLOAT
        states["bow"][0, ship] = int(afloat[2])
        states["outward"][0, ship] = bool(afloat[3])
