"""What sets two moves of Les Corsaires apart: turns to port, lines of fire, hits of the six faces, points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from corsaires.bots.les_corsaires.judgement import leg_of, threat_of
from corsaires.bots.les_corsaires.voyages import FACES, NEVER, Floats, Lore, lore_of, voyages
from corsaires.games.kernel.layout import copied
from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.grid import DIRECTIONS
from corsaires.games.les_corsaires.pieces import FLEET_SIZE, GUNS, N_GUNS, N_SHIPS, SHIPS, WARSHIPS
from corsaires.games.les_corsaires.rules import (
    END,
    FIRST_AIM,
    FIRST_FIRE,
    FIRST_PLACE,
    FIRST_SAIL,
    KEEP,
    MERCHANT_ARRIVES,
    PREMIUMS,
    WIND,
    can_be_hit,
    fleet_of,
    gunner,
    is_goal,
    is_merchant,
    manned,
    owner_of,
    put,
    shot_at,
    shots_of,
)
from corsaires.games.les_corsaires.state import (
    AFLOAT,
    CHART,
    EXPERIENCED,
    FREE_PORT,
    MAX_POINTS,
    NOBODY,
    VERY_YOUNG,
    Charts,
    States,
)
from corsaires.games.les_corsaires.telling import Voice
from corsaires.games.les_corsaires.view import View
from corsaires.review.words import Words

SMALL: Final = 0.005  # a chance not worth a word


class Look(NamedTuple):
    """What lies open, and how to speak of it."""

    states: States
    charts: Charts
    lore: Lore
    turns: Floats  # to port, by leg, bow and point
    points: Any  # their names, by number
    voice: Voice
    words: Words

    @property
    def seat(self) -> int:
        return int(self.states["turn"][0])


def compare(
    view: View, moves: tuple[str, str], written: tuple[str, str], words: Words, names: Sequence[str]
) -> tuple[str, str]:
    """A clause for each of two moves: what it does."""
    variant = int(view.sight["variant"][0])
    look = Look(
        copied(view.sight),
        view.charts,
        lore_of(view.charts, variant)[0],
        _turns(view.charts.tobytes(), variant),
        view.notation.points,
        Voice(words.language, names[: int(view.sight["seats"][0])]),
        words,
    )
    first, second = (clause(look, view.notation.read(move), text) for move, text in zip(moves, written, strict=True))
    return first, second


@lru_cache(maxsize=4)
def _turns(charts: bytes, variant: int) -> Floats:
    return voyages(np.frombuffer(charts, CHART)[0], variant)[0]


def clause(look: Look, move: int, text: str) -> str:
    words = look.words
    if move >= FIRST_PLACE:
        ship, point = divmod(move - FIRST_PLACE, MAX_POINTS)
        return _berth(look, ship, point, text)
    if move >= FIRST_AIM:
        gun, target = divmod(move - FIRST_AIM, N_SHIPS)
        ships, shooter = look.voice.ship(SHIPS[target]), look.voice.gun(GUNS[gun])
        return words("les_corsaires.aims", move=text, gun=shooter, ships=ships)
    if move >= FIRST_FIRE:
        return _fire(look, move - FIRST_FIRE, text)
    if move >= FIRST_SAIL:
        ship, direction = divmod(move - FIRST_SAIL, len(DIRECTIONS))
        return _sail(look, ship, direction + 1, text)
    if move in (WIND, KEEP):
        return _wind(look, move, text)
    return words("les_corsaires.ends" if move == END else "les_corsaires.throws", move=text)


# --- sailing ---


def _berth(look: Look, ship: int, point: int, text: str) -> str:
    if not is_merchant(ship):
        return look.words("les_corsaires.berth", move=text, point=look.points[point])
    turns = look.turns[leg_of(look.states[0], ship), int(look.charts["seaward"][0, fleet_of(ship)]), point]
    return look.words("les_corsaires.berth_turns", move=text, point=look.points[point], turns=told_turns(look, turns))


def _sail(look: Look, ship: int, direction: int, text: str) -> str:
    point, said = end_of(look, ship, direction), {"move": text, "ship": look.voice.ship(SHIPS[ship])}
    said["point"] = look.points[point]
    moved = point != int(look.states["point"][0, ship])
    if not is_merchant(ship):
        return _warship(look, ship, direction, point, said)
    if moved and is_goal(look.states[0], look.charts[0], ship, point) and not _half_way(look, ship):
        return look.words("les_corsaires.arrives", points=_worth(look), **said)
    turns = told_turns(look, turns_to_go(look, ship, direction, point))
    return look.words("les_corsaires.nearer", turns=turns, danger=danger(look, ship, point), **said)


def end_of(look: Look, ship: int, direction: int) -> int:
    """The point that a course leads to."""
    _, sailed, _ = engine.course(look.states, 0, look.charts, ship, direction)
    point = int(look.states["point"][0, ship])
    for _ in range(sailed):
        point = int(look.charts["next"][0, point, direction])
    return point


def turns_to_go(look: Look, ship: int, bow: int, point: int) -> float:
    """The turns that a merchant's voyage may be expected to take from a point on."""
    leg = leg_of(look.states[0], ship)
    if _half_way(look, ship) and is_goal(look.states[0], look.charts[0], ship, point):
        leg += 1
    return float(look.turns[leg, bow, point])


def _half_way(look: Look, ship: int) -> bool:
    """Whether the arrival port is but half the voyage for this merchant (C-VAR-1)."""
    return bool(look.states["variant"][0] == EXPERIENCED and not look.states["outward"][0, ship])


def _worth(look: Look) -> int:
    """The points of the next merchant to arrive (C-END-1)."""
    arrived = int(look.states["arrived"][0])
    return MERCHANT_ARRIVES + (PREMIUMS[arrived] if arrived < len(PREMIUMS) else 0)


def told_turns(look: Look, turns: float) -> str:
    if turns >= NEVER:
        return look.words("les_corsaires.never")
    return look.words("les_corsaires.turns", n=look.words.decimal(turns))


def _warship(look: Look, ship: int, direction: int, point: int, said: dict[str, str]) -> str:
    there = look._replace(states=copied(look.states))
    put(there.states[0], ship, point)
    there.states[0].bow[ship] = direction
    gun = fleet_of(ship) * WARSHIPS + ship % FLEET_SIZE
    enemies, _ = hits(there, gun)
    risk = danger(look, ship, point)
    if enemies:
        return look.words("les_corsaires.aimed", danger=risk, shots=told_hits(look, enemies), **said)
    prey = prey_of(there, gun, point)
    if prey is None:
        return look.words("les_corsaires.cruises", danger=risk, **said)
    steps, chance = steps_to(look, point, prey), _threat(there, gun, prey)
    return look.words(
        "les_corsaires.nears" if chance < SMALL else "les_corsaires.chases",
        prey=look.voice.ship(SHIPS[prey]),
        steps=look.words(f"les_corsaires.steps_{'one' if steps == 1 else 'many'}", n=steps),
        chance=look.words.percent(chance),
        danger=risk,
        **said,
    )


def prey_of(look: Look, gun: int, point: int) -> int | None:
    """The enemy merchant at sea that a warship is likeliest to hit in its next turn; the nearest among equals."""
    prey = [
        ship
        for ship in range(N_SHIPS)
        if is_merchant(ship) and look.states["fate"][0, ship] == AFLOAT and owner_of(look.states[0], ship) != look.seat
    ]
    return max(prey, key=lambda ship: (_threat(look, gun, ship), -steps_to(look, point, ship)), default=None)


def _threat(look: Look, gun: int, target: int) -> float:
    return threat_of(look.states[0], look.lore, gun, int(look.states["point"][0, target]))


def steps_to(look: Look, point: int, ship: int) -> int:
    return int(look.lore.steps[point, int(look.states["point"][0, ship])])


# --- the wind ---


def _wind(look: Look, move: int, text: str) -> str:
    """How far the merchants are from port after the best courses under this wind, or over all throws."""
    ships = [ship for ship in range(N_SHIPS) if is_merchant(ship) and look.states["to_move"][0] & 1 << ship]
    if not ships or look.states["variant"][0] == VERY_YOUNG:
        return look.words("les_corsaires.throws" if move == WIND else "les_corsaires.keeps", move=text)
    tried = look._replace(states=copied(look.states))
    if move == KEEP:
        turns, key = _best_turns(tried, ships), "les_corsaires.keeps_wind"
    else:
        turns, key = 0.0, "les_corsaires.throws_wind"
        for face in look.charts["faces"][0].tolist():
            for towards in DIRECTIONS:
                tried.states["wind"][0], tried.states["towards"][0] = face, towards
                turns += _best_turns(tried, ships) / (FACES * len(DIRECTIONS))
    return look.words(key, move=text, turns=told_turns(look, turns / len(ships)))


def _best_turns(look: Look, ships: Iterable[int]) -> float:
    total = 0.0
    for ship in ships:
        legal = engine.legal_courses(look.states, 0, look.charts, ship)
        courses = [direction for direction in DIRECTIONS if legal & 1 << direction]
        bow, point = int(look.states["bow"][0, ship]), int(look.states["point"][0, ship])
        total += min(
            (turns_to_go(look, ship, course, end_of(look, ship, course)) for course in courses),
            default=turns_to_go(look, ship, bow, point),
        )
    return total


# --- fire ---


def danger(look: Look, ship: int, point: int) -> str:
    """The enemy gun that is likeliest to hit a ship at a point before its next turn."""
    if look.charts["ground"][0, point] == FREE_PORT:
        return look.words("les_corsaires.free_port")
    found = [(threat_of(look.states[0], look.lore, gun, point), gun) for gun in enemy_guns(look)]
    chance, gun = max(found, default=(0.0, 0))
    if chance < SMALL:
        return look.words("les_corsaires.out_of_fire")
    return look.words("les_corsaires.under_fire", gun=look.voice.gun(GUNS[gun]), chance=look.words.percent(chance))


def enemy_guns(look: Look) -> list[int]:
    state = look.states[0]
    out = int(state.eliminated)
    return [
        gun
        for gun in range(N_GUNS)
        if gunner(state, gun) != look.seat and manned(state, gun) and not out & 1 << gunner(state, gun)
    ]


def _fire(look: Look, gun: int, text: str) -> str:
    enemies, own = hits(look, gun)
    shots = told_hits(look, enemies)
    if own:
        return look.words("les_corsaires.fires_both", move=text, shots=shots, own=told_hits(look, own))
    return look.words("les_corsaires.fires", move=text, shots=shots)


def hits(look: Look, gun: int) -> tuple[dict[int, int], dict[int, int]]:
    """The enemies and the own ships that a gun may sink now, each with how many faces of the die do it."""
    state, chart = look.states[0], look.charts[0]
    sunk: dict[int, int] = {}
    for colour, faces in enumerate(look.lore.faces.tolist()):
        for n in range(shots_of(chart, gun, colour)):
            point = int(shot_at(state, chart, gun, colour, n))
            if faces and state.ship_at[point] != NOBODY and can_be_hit(state, chart, point):
                ship = int(state.ship_at[point])
                sunk[ship] = sunk.get(ship, 0) + faces
    enemies = {ship: faces for ship, faces in sunk.items() if owner_of(state, ship) != look.seat}
    return enemies, {ship: faces for ship, faces in sunk.items() if ship not in enemies}


def told_hits(look: Look, sunk: dict[int, int]) -> str:
    """Ships that may be sunk, each with how many faces of the die do it."""
    if not sunk:
        return look.words("les_corsaires.nobody")
    return look.voice.list_of(_hit(look, ship, faces) for ship, faces in sunk.items())


def _hit(look: Look, ship: int, faces: int) -> str:
    key, said = (
        f"les_corsaires.hit_{'one' if faces == 1 else 'many'}",
        {"ship": look.voice.ship(SHIPS[ship]), "n": faces},
    )
    if not is_merchant(ship):
        return look.words(key, **said)
    bow, point = int(look.states["bow"][0, ship]), int(look.states["point"][0, ship])
    return look.words(f"{key}_merchant", turns=told_turns(look, turns_to_go(look, ship, bow, point)), **said)
