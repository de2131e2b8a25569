"""What happens at the table, what could happen, and why something may not, in words: the texts are `texts/*.toml`.

Names are one a seat. The reader, if they sit at the table, is addressed as *you*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import ClassVar, Final, assert_never

from corsaires.games.kernel.words import Speaker, Texts, capitalized
from corsaires.games.les_corsaires.chart import FREE, LAND, ROSE, Chart, name_of, point_named
from corsaires.games.les_corsaires.events import (
    Arrived,
    DieThrown,
    Eliminated,
    Ended,
    Event,
    Fired,
    FiredAt,
    Placed,
    ReachedPort,
    Sailed,
    Starts,
    ThrewForStart,
    TurnEnded,
    WindKept,
    WindThrown,
)
from corsaires.games.les_corsaires.grid import ahead
from corsaires.games.les_corsaires.pieces import COLOURS, LETTERS, OWNERS, SHIP_OF
from corsaires.games.les_corsaires.survey import Barred, Course, Gun, Shot

texts: Final = Texts(Path(__file__).parent / "texts")


# --- names ---


@dataclass(frozen=True, slots=True)
class Voice(Speaker):
    """Who speaks of whom: a language, a name for each seat, and the seat of the reader."""

    texts: ClassVar[Texts] = texts
    language: str
    names: Sequence[str]
    you: int | None = None

    def owner(self, piece: str) -> int:
        """The seat that a ship or a battery belongs to (C-FLT-2)."""
        return OWNERS[len(self.names)][LETTERS.index(piece[0])]

    def fleets(self, seat: int) -> str:
        """The letters of a seat's fleets, as moves are written with them."""
        return "".join(letter for letter in LETTERS if self.owner(letter) == seat)

    def bare(self, ship: str) -> str:
        """« marchand rouge 1 », "red merchant 1"."""
        return self.say(f"ship.bare_{ship[1]}", colour=self.say(f"colour.{ship[0]}"), number=ship[2])

    def ship(self, ship: str) -> str:
        """« le marchand rouge 1 », "red merchant 1"."""
        return self.say("ship.full", ship=self.bare(ship))

    def victim(self, ship: str, shooter: int) -> str:
        """A ship under fire: the reader's and the shooter's own are called so."""
        owner = self.owner(ship)
        if owner == shooter:
            return self.say("ship.your_own" if owner == self.you else "ship.own", ship=self.bare(ship))
        return self.say("ship.yours" if owner == self.you else "ship.full", ship=self.bare(ship))

    def short(self, ship: str) -> str:
        """A ship in a list of one player's: without its colour, unless they have two fleets."""
        key = "short_coloured" if len(self.fleets(self.owner(ship))) > 1 else "short"
        return self.say(f"ship.{key}_{ship[1]}", colour=self.say(f"colour.{ship[0]}"), number=ship[2])

    def gun(self, gun: str) -> str:
        """A warship, or « la batterie du port d’arrivée rouge »."""
        if gun in SHIP_OF:
            return self.ship(gun)
        return self.say(f"battery.{gun[1]}", colour=self.say(f"colour.{gun[0]}"))

    def tag(self, ship: str) -> str:
        """A ship as on the board: the letter of its fleet, its class and number."""
        return fleet_letter(ship[0], self.language) + ship[1:]

    def direction(self, towards: int) -> str:
        return self.say(f"direction.{towards}")

    def wind(self, force: str, towards: int) -> str:
        """« vent moyen vers le 3, sud-est »."""
        wind = self.say(f"wind.{force}")
        return self.say("wind.blows", wind=wind, towards=towards, direction=self.direction(towards))

    def list_of(self, things: Iterable[str]) -> str:
        """« un, deux et trois »."""
        *others, last = things
        return self.say("people.and", one=", ".join(others), other=last) if others else last


def fleet_letter(fleet: str, language: str) -> str:
    """The letter that stands for a fleet beside its colour."""
    return texts(language)[f"letter.{fleet}"]


# --- where the ships were ---


@dataclass
class Sea:
    """Where the ships are after the events told so far, to say what barred a way."""

    chart: Chart | None = None
    points: dict[str, str] = field(default_factory=dict)
    outward: set[str] = field(default_factory=set)

    def tell(self, event: Event) -> None:
        match event:
            case Placed(_, ship, point):
                self.points[ship] = point
            case Sailed(_, ship, start, _, _, way):
                self.points[ship] = (start, *way)[-1]
            case ReachedPort(_, ship):
                self.outward.add(ship)
            case Arrived(_, ship):
                self._gone((ship,))
            case Fired(sunk=sunk):
                self._gone(sunk)
            case FiredAt(target=target, sunk=True):
                self._gone((target,))
            case Eliminated(_, removed):
                self._gone(removed)

    def _gone(self, ships: Iterable[str]) -> None:
        for ship in ships:
            self.points.pop(ship, None)

    def barred(self, event: Sailed) -> Barred | None:
        """What stood in a ship's way beyond its end; None if it cannot be told."""
        end = point_named((event.start, *event.way)[-1])
        if self.chart is None or end is None:
            return None
        beyond = ahead(end, event.direction)
        if beyond not in self.chart.board:
            return Barred("edge", None, None)
        name, letter = name_of(beyond), self.chart.board[beyond]
        for ship, point in self.points.items():
            if point == name:
                return Barred("ship", name, ship)
        what = ground_of(letter)
        return None if what is None else Barred(what, name, None)


def ground_of(letter: str) -> str | None:
    """What a point of a chart is, by its letter; None for open sea."""
    if letter in LAND + ROSE:
        return "land"
    if letter == FREE:
        return "free port"
    if letter in LETTERS:
        return "home"
    return "arrival" if letter.lower() in LETTERS else None


# --- events ---


def tell(event: Event, voice: Voice, sea: Sea | None = None) -> str:
    """An event in a sentence or two; `sea` is what was there before it."""
    match event:
        case Placed(seat, ship, point):
            return voice.say("event.placed", ship=voice.ship(ship), point=point, **voice.player(seat))
        case ThrewForStart(seat, die):
            return voice.say("event.threw_for_start", die=die, **voice.player(seat))
        case Starts(seat):
            return voice.say("event.starts", **voice.player(seat))
        case WindThrown(seat, force, towards):
            return voice.say("event.wind_thrown", wind=voice.wind(force, towards), **voice.player(seat))
        case WindKept(seat, force, towards):
            return voice.say("event.wind_kept", wind=voice.wind(force, towards), **voice.player(seat))
        case DieThrown(seat, die):
            return voice.say("event.die", die=die, **voice.player(seat))
        case TurnEnded(seat):
            return voice.say("event.turn_ended", **voice.player(seat))
        case Eliminated(seat, removed):
            key = "event.eliminated_with" if removed else "event.eliminated"
            ships = voice.list_of(map(voice.ship, removed)) if removed else ""
            return voice.say(key, ships=ships, **voice.player(seat))
        case Ended():
            return _ended(event, voice)
        case _:
            return _tell_of_ships(event, voice, sea or Sea())


def _tell_of_ships(event: Sailed | ReachedPort | Arrived | Fired | FiredAt, voice: Voice, sea: Sea) -> str:
    match event:
        case Sailed():
            return _sailed(event, voice, sea)
        case ReachedPort(_, ship, point):
            return voice.say("event.reached", Ship=capitalized(voice.ship(ship)), point=point)
        case Arrived(_, ship, place, points):
            key = "event.returned" if ship in sea.outward else "event.arrived"
            said = {"Ship": capitalized(voice.ship(ship)), "place": voice.say(f"place.{place}")}
            return voice.say(key, points=points, **said)
        case Fired(seat, gun, colour, _, sunk):
            said = {"gun": voice.gun(gun), "face": voice.say(f"face.{colour}"), "result": _result(sunk, seat, voice)}
            return voice.say("event.fired", **said, **voice.player(seat))
        case FiredAt(seat, gun, target, die, sunk):
            said = {"gun": voice.gun(gun), "target": voice.victim(target, seat)}
            result = _result((target,) if sunk else (), seat, voice)
            return voice.say("event.fired_at", die=die, result=result, **said, **voice.player(seat))
        case _:
            assert_never(event)


def _sailed(event: Sailed, voice: Voice, sea: Sea) -> str:
    sailed = len(event.way)
    moved = "sailed" if sailed else "turned" if event.turned else "stayed"
    key = f"event.{moved}{'_short' if event.unused else ''}{'_turning' if sailed and event.turned else ''}"
    return voice.say(
        key,
        Ship=capitalized(voice.ship(event.ship)),
        sailed=sailed,
        figure=sailed + event.unused,
        towards=event.direction,
        point=(event.start, *event.way)[-1],
        barred=tell_barred(sea.barred(event), voice),
    )


def _result(sunk: Sequence[str], shooter: int, voice: Voice) -> str:
    """What a shot sank, the enemies first."""
    if not sunk:
        return voice.say("result.missed")
    enemies_first = sorted(sunk, key=lambda ship: voice.owner(ship) == shooter)
    ships = voice.list_of(voice.victim(ship, shooter) for ship in enemies_first)
    return voice.say("result.one" if len(sunk) == 1 else "result.many", ships=ships)


def _ended(event: Ended, voice: Voice) -> str:
    reason = event.reason if event.reason == "C-END-3" else "idle" if any(event.warships) else "nobody"
    scores = ", ".join(_score(event, seat, voice) for seat in ranking(event))
    said = {"reason": voice.say(f"end.{reason}"), "scores": capitalized(scores)}
    return voice.say("event.ended", winners=tell_winners(event, voice), **said)


def ranking(event: Ended) -> list[int]:
    """The seats from the first to the last: those who are out behind all others (C-END-4)."""
    return sorted(range(len(event.scores)), key=lambda seat: (not event.warships[seat], -event.scores[seat]))


def _score(event: Ended, seat: int, voice: Voice) -> str:
    warships = event.warships[seat]
    form = {0: "none", 1: "one"}.get(warships, "many")
    who = voice.player(seat)["who"]
    return voice.say(f"end.score_{form}", who=who, score=event.scores[seat], warships=warships)


def tell_winners(event: Ended, voice: Voice) -> str:
    first, *others = sorted(event.winners, key=lambda seat: seat != voice.you)
    if not others:
        return voice.say("end.winner", **voice.player(first))
    rest = voice.list_of(voice.player(seat)["who"] for seat in others)
    return voice.say("end.shared", others=rest, **voice.player(first))


# --- stories ---


def tell_story(events: Iterable[Event], voice: Voice, chart: Chart | None = None, since: int = 0) -> list[str]:
    """A story from the deal on, a sentence an event; the events before `since` are known but not told."""
    sea = Sea(chart)
    sentences = []
    for place, event in enumerate(events):
        if place >= since:
            sentences.append(tell(event, voice, sea))
        sea.tell(event)
    return sentences


def tell_turns(events: Sequence[Event], voice: Voice, chart: Chart | None = None, since: int = 0) -> list[str]:
    """A story from an event on, a paragraph a turn: all the sailing of a turn in one sentence, its end in none."""
    latest = list(zip(events[since:], tell_story(events, voice, chart, since), strict=True))
    paragraphs = [" ".join(_sentences(list(turn), voice)) for _, turn in groupby(latest, lambda told: _turn(told[0]))]
    return [paragraph for paragraph in paragraphs if paragraph]


def _turn(event: Event) -> object:
    """What events have in common that are told together."""
    if isinstance(event, ThrewForStart | Starts):
        return "start"
    if isinstance(event, Ended | Eliminated):
        return event
    return isinstance(event, Placed), event.seat


def _sentences(turn: Sequence[tuple[Event, str]], voice: Voice) -> Iterator[str]:
    for kind, group in groupby(turn, lambda told: type(told[0])):
        run = list(group)
        if kind is TurnEnded:
            continue
        if kind in (Placed, Sailed) and len(run) > 1:
            yield _briefly([event for event, _ in run], voice)
        else:
            yield from (sentence for _, sentence in run)


def _briefly(events: Sequence[Event], voice: Voice) -> str:
    """Ships placed or sailed one after the other."""
    first = events[0]
    if isinstance(first, Placed):
        placed = [event for event in events if isinstance(event, Placed)]
        ships = [voice.say("brief.placed_at", ship=voice.short(event.ship), point=event.point) for event in placed]
        return voice.say("brief.placed", ships=", ".join(ships), **voice.player(first.seat))
    ships = [_brief_sail(event, voice) for event in events if isinstance(event, Sailed)]
    return voice.say("brief.sailed", ships=", ".join(ships))


def _brief_sail(event: Sailed, voice: Voice) -> str:
    sailed = len(event.way)
    moved = "to_short" if event.unused else "to"
    key = moved if sailed else "turned" if event.turned else "stayed"
    return voice.say(
        f"brief.{key}",
        ship=voice.short(event.ship),
        point=(event.start, *event.way)[-1],
        towards=event.direction,
        sailed=sailed,
        figure=sailed + event.unused,
    )


# --- options ---


def tell_barred(barred: Barred | None, voice: Voice) -> str:
    """« barré : terre (m14) »."""
    if barred is None:
        return voice.say("barred.unknown")
    what = barred_by(barred, voice)
    if barred.point is None:
        return voice.say("barred.by", what=what)
    return voice.say("barred.at", what=what, point=barred.point)


def barred_by(barred: Barred, voice: Voice) -> str:
    """What bars a way, alone."""
    ship = voice.ship(barred.ship) if barred.ship else ""
    return voice.say(f"barred.{barred.what.replace(' ', '_')}", ship=ship)


def tell_course(direction: int, course: Course, voice: Voice, port: str | None = None) -> str:
    """What a course would do; `port` is `arrives`, `outward` or `returns` if it ends a leg of the voyage."""
    sailed = len(course.way)
    moved = "turning" if course.turns else "straight"
    still = "on_the_spot" if course.turns else "stays"
    said = voice.say(f"course.{moved if sailed else still}", towards=direction, sailed=sailed, point=course.end)
    if course.unused:
        barred = tell_barred(course.barred, voice)
        return voice.say("course.short", course=said, sailed=sailed, figure=sailed + course.unused, barred=barred)
    return voice.say(f"course.{port}", course=said) if port else said


def voyage_end(ship: str, end: str, chart: Chart, *, outward: bool, returning: bool) -> str | None:
    """Which leg of a merchant's voyage ends at a point: `arrives`, `outward`, `returns`, or None.

    `returning` is the variant in which merchants come back (C-VAR-1), `outward` whether this one has been there.
    """
    point = point_named(end)
    letter = chart.board[point] if point is not None else ""
    if ship[1] != "M" or letter.lower() != ship[0]:
        return None
    if not returning:
        return "arrives" if letter.isupper() else None
    if letter.isupper():
        return None if outward else "outward"
    return "returns" if outward else None


def tell_shot(shot: Shot, voice: Voice, shooter: int) -> str:
    """What a colour of the die would sink."""
    ships = [voice.victim(ship, shooter) for ship in (*shot.enemies, *shot.own)]
    if ships:
        return voice.say("option.sinks", ships=voice.list_of(ships))
    return voice.say("option.nothing" if shot.points else "option.misses")


def tell_shots(gun: Gun, voice: Voice, shooter: int) -> dict[str, str]:
    """What each colour of a gun's die would sink, by the letter of the colour."""
    return {colour: tell_shot(gun.shots[colour], voice, shooter) for colour in COLOURS if colour in gun.shots}


# --- refusals ---


def reason(rule: str, language: str) -> str:
    """Why a rule forbids a move, in general."""
    return texts(language)[f"reason.{rule}"]


def refusal(rule: str, voice: Voice, *, move: str = "", phase: str = "", course: Course | None = None) -> str:
    """Why a move is refused, said to the player who tried it; `course` is what a refused course comes to."""
    piece = next((move.partition(sign)[0] for sign in "@:!" if sign in move), "")
    parts = {"point": move.partition("@")[2], "towards": move.partition(":")[2]}
    said = {name: part for name, part in parts.items() if part}
    if piece:
        said["gun"] = voice.gun(piece)
    if piece in SHIP_OF:
        said |= {"ship": voice.ship(piece), "Ship": capitalized(voice.ship(piece))}
    if course is not None and course.barred is not None:
        said["Course"] = capitalized(tell_course(int(said["towards"]), course, voice))
    # Without a move there may be nothing to name: then the reason in general.
    try:
        return voice.say(f"refusal.{_refusal_key(rule, move, phase, 'Course' in said)}", **said)
    except KeyError:
        return f"{capitalized(reason(rule, voice.language))}."


def _refusal_key(rule: str, move: str, phase: str, barred: bool) -> str:
    match rule:
        case "C-FLT-3":
            return "placed_elsewhere" if phase == "placing" else "placed_already"
        case "C-WND-2":
            return "wind_first" if move == "end" else "wind_once"
        case "C-MOV-1":
            return "ships_left" if move == "end" else "sail_once"
        case "C-MOV-4":
            return "C-MOV-4_why" if barred else rule
        case "C-GUN-1":
            return "no_target" if phase == "firing" else "fire_later"
        case _:
            return rule
