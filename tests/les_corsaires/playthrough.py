"""Golden playthroughs: a whole game that a person can read, with the choices of the seat to move on the way.

`python -m tests.les_corsaires.playthrough` writes them anew; the tests compare. Ships mostly sail towards their ports,
so that games are short and have everything in them.
"""

from __future__ import annotations

import random
from pathlib import Path

from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.grid import distance, point_named
from corsaires.games.les_corsaires.survey import Course, Gun
from corsaires.games.les_corsaires.table import Table
from corsaires.games.les_corsaires.telling import Voice, tell_story
from tests.les_corsaires.tables import EVERY_GAME, IDS, on_open_sea

FILES = Path(__file__).parent / "playthroughs"
NAMES = ("Anne", "Bob", "Chloé", "Théo")
EVERY = 40  # plies between two looks at the choices


def games() -> dict[str, LesCorsaires]:
    return {name: on_open_sea(seats, variant) for name, (seats, variant) in zip(IDS, EVERY_GAME, strict=True)}


def homing(table: Table, rng: random.Random) -> str:
    """A move that brings a merchant nearer to its port, if there is one; a shot, if it sinks no ship of one's own."""
    view = table.view(table.turn)
    assert view.options is not None
    moves = table.moves()
    ways = [(gain(table, move), move) for move in moves if ":" in move and move[1] == "M"]
    if ways and rng.random() < 0.9:
        return max(ways)[1]
    shots = [gun.move for gun in view.options.guns.values() if gun.move and not any(s.own for s in gun.shots.values())]
    aims = [move for gun in view.options.guns.values() for move in gun.targets.values() if move]
    return rng.choice(shots or aims or moves)


def gain(table: Table, move: str) -> int:
    """How much nearer a merchant comes to its goal."""
    view = table.view(table.turn)
    assert view.options is not None
    name, direction = move.split(":")
    ship = next(ship for ship in view.open.ships if ship.name == name)
    goals = view.chart.points(name[0] if ship.outward else name[0].upper())
    start, end = point_named(ship.point or ""), point_named(view.options.ships[name][int(direction)].end)
    assert start is not None
    assert end is not None
    return min(distance(start, goal) for goal in goals) - min(distance(end, goal) for goal in goals)


def playthrough(game: LesCorsaires) -> str:
    names = NAMES[: game.seats]
    table, rng = game.deal(seed=11, names=names), random.Random(11)
    lines = [f"{ {key: value for key, value in game.setup().items() if key != 'chart'} }", ""]
    while not table.over:
        if len(table.history) % EVERY == 0:
            lines += looks(table)
        lines += step(table, homing(table, rng), names)
    lines += [f"   position {table.position()}", f"result: {table.record()['result']}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def step(table: Table, move: str, names: tuple[str, ...]) -> list[str]:
    assert table.turn is not None
    who = names[table.turn]
    new = len(table.play(move))
    lines = [f"{len(table.history)}. {who}: {table.history[-1]}"]
    view = table.view(None)
    for language in ("en", "fr"):
        voice = Voice(language, names)
        lines += [f"   {said}" for said in tell_story(view.open.story, voice, view.chart)[-new:]]
    return lines


def looks(table: Table) -> list[str]:
    assert table.turn is not None
    options = table.view(table.turn).options
    assert options is not None
    lines = ["", f"   position {table.position()}", f"   moves    {' '.join(options.moves)}"]
    for name, courses in options.ships.items():
        lines.append(f"   {name}      {'; '.join(f'{d} {course(c)}' for d, c in courses.items())}")
    return [*lines, *(f"   {name}      {gun(found)}" for name, found in options.guns.items()), ""]


def course(course: Course) -> str:
    short = f" of {course.figure}" if course.unused else ""
    barred = f" barred by {' '.join(filter(None, course.barred))}" if course.barred else ""
    return f"{len(course.way)}{short} to {course.end}{barred}{f' no:{course.refused}' if course.refused else ''}"


def gun(gun: Gun) -> str:
    shots = [
        f"{colour} {' '.join(shot.points)} sinks {shot.enemies} own {shot.own}" for colour, shot in gun.shots.items()
    ]
    return "; ".join([*shots, *(f"{ship} {move}" for ship, move in gun.targets.items())])


def main() -> None:
    for name, game in games().items():
        (FILES / f"{name}.txt").write_text(playthrough(game), "utf-8")


if __name__ == "__main__":
    main()
