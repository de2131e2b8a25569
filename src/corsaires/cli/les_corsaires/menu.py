"""The moves of a seat, grouped and worded with their outcome. They are read off the view's options: no rule is here."""

from __future__ import annotations

from typing import NamedTuple

from corsaires.cli.language import Words
from corsaires.games.kernel.words import capitalized
from corsaires.games.les_corsaires.events import Fired, FiredAt
from corsaires.games.les_corsaires.grid import distance, point_named
from corsaires.games.les_corsaires.pieces import SHIP_OF
from corsaires.games.les_corsaires.survey import Course, Gun
from corsaires.games.les_corsaires.telling import Voice, tell_course, tell_shots, voyage_end
from corsaires.games.les_corsaires.view import Ship, View


class Note(NamedTuple):
    """What a colour of the die would do."""

    colour: str
    chance: str
    said: str
    own: bool  # it would sink a ship of the shooter's


class Choice(NamedTuple):
    move: str  # several moves in a row have spaces between them
    said: str
    written: str  # as on the screen; empty for several moves
    notes: tuple[Note, ...] = ()


class Group(NamedTuple):
    title: str
    choices: tuple[Choice, ...]
    ship: str | None = None


def groups(view: View, voice: Voice, words: Words, *, returning: bool = False) -> list[Group]:
    """The moves of the moment; `returning` is the variant in which merchants sail back (C-VAR-1)."""
    match view.open.phase:
        case "placing":
            return _placing(view, voice, words)
        case "sailing":
            return [_sailing(ship, view, voice, returning=returning) for ship in ships_to_move(view)]
        case "firing":
            return _firing(view, voice)
        case _:
            return [Group("", tuple(_simple(move, view, voice) for move in moves_of(view)))]


def moves_of(view: View) -> tuple[str, ...]:
    return view.options.moves if view.options else ()


def _simple(move: str, view: View, voice: Voice) -> Choice:
    wind = voice.wind(*view.open.wind) if view.open.wind else ""
    return Choice(move, voice.say(f"option.{move}", wind=wind), move)


# --- placing ---


def _placing(view: View, voice: Voice, words: Words) -> list[Group]:
    """All that is left at once, or the next ship's berths; any other ship can be typed."""
    moves = moves_of(view)
    waiting = list(dict.fromkeys(move.partition("@")[0] for move in moves))
    together = Choice(" ".join(_in_order(view, waiting)), words("les_corsaires.place_all"), "")
    berths = [move for move in moves if move.startswith(f"{waiting[0]}@")]
    choices = [
        Choice(move, voice.say("option.place", ship=voice.ship(waiting[0]), point=move.partition("@")[2]), move)
        for move in berths
    ]
    return [Group("", (together,)), Group("", tuple(choices), waiting[0])]


def _in_order(view: View, waiting: list[str]) -> list[str]:
    """Ship by ship, each in the berth that is nearest to the open sea in front of its port."""
    left = list(moves_of(view))
    placed = []
    for ship in waiting:
        best = min((move for move in left if move.startswith(f"{ship}@")), key=lambda move: _offing(view, move))
        left = [move for move in left if not move.endswith(best[best.index("@") :])]
        placed.append(best)
    return placed


def _offing(view: View, move: str) -> int:
    """How far a berth is from the hub of its port's battery."""
    point = point_named(move.partition("@")[2])
    assert point is not None
    return distance(point, view.chart.batteries[f"{move[0]}H"])


# --- sailing ---


def ships_to_move(view: View) -> list[Ship]:
    """The ships of the seat on turn that have not sailed yet."""
    return [
        ship for ship in view.open.ships if ship.seat == view.open.turn and ship.fate == "afloat" and not ship.moved
    ]


def courses_of(ship: str, view: View) -> dict[int, Course]:
    return view.options.ships.get(ship, {}) if view.options else {}


def _sailing(ship: Ship, view: View, voice: Voice, *, returning: bool) -> Group:
    choices = []
    for direction, course in courses_of(ship.name, view).items():
        if course.move is not None:
            port = voyage_end(ship.name, course.end, view.chart, outward=ship.outward, returning=returning)
            choices.append(Choice(course.move, tell_course(direction, course, voice, port), course.move))
    return Group("", tuple(choices), ship.name)


# --- firing ---


def _firing(view: View, voice: Voice) -> list[Group]:
    guns = view.options.guns if view.options else {}
    found = [_gun(name, gun, voice) for name, gun in guns.items()]
    armed = [group for group in found if group.choices]
    key = "option.end_silent" if armed else "option.end" if _has_fired(view) else "option.end_nobody"
    return [*armed, Group("", (Choice("end", voice.say(key), "end"),))]


def _has_fired(view: View) -> bool:
    return bool(view.open.story) and isinstance(view.open.story[-1], Fired | FiredAt)


def _gun(name: str, gun: Gun, voice: Voice) -> Group:
    assert voice.you is not None
    aims = [
        Choice(move, voice.say("option.aim", target=voice.victim(target, voice.you)), move)
        for target, move in gun.targets.items()
        if move is not None
    ]
    if gun.move is not None:
        aims.append(Choice(gun.move, voice.say("option.fire"), gun.move, _notes(gun, voice)))
    return Group(capitalized(voice.gun(name)), tuple(aims), name if name in SHIP_OF else None)


def _notes(gun: Gun, voice: Voice) -> tuple[Note, ...]:
    assert voice.you is not None
    said = tell_shots(gun, voice, voice.you)
    return tuple(
        Note(colour, voice.say("option.chance", n=gun.shots[colour].chance), text, bool(gun.shots[colour].own))
        for colour, text in said.items()
        if gun.shots[colour].chance
    )
