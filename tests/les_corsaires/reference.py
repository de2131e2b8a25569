"""Les Corsaires, slowly and plainly: a reference written from the numbered rules alone, used only as a test oracle.

Every rule's code names its rule (C-...). Nothing is cached and nothing is clever: each question (is this way free,
whom could this gun hit, who is left) is answered from the ships on the board each time it is asked, so a test may
also set ships, wind and phase by hand.

Points: 'c7' is row c from the top, column 7. Inside, a point is (character, line) in the chart's rows, so that one
step east is two characters. Ships: rG1 rG2 warships, rM1 rM2 merchants, ...; batteries: rH home, rA arrival port.
Moves: 'rM1@a2' place, 'start', 'wind' 'keep' 'die', 'rM1:4' sail (staying: its own bow), 'rG1!' 'rH!' fire
(very young: 'rG1!bM2'), 'end'.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[int, int]

FLEETS = "rbgy"  # C-FLT-1, clockwise from the north-west: C-FLT-2
KINDS = ("G1", "G2", "M1", "M2")  # C-FLT-1
FLEETS_OF_SEATS = {2: ("rb", "gy"), 3: ("rb", "g", "y"), 4: ("r", "b", "g", "y")}  # C-FLT-2
STEPS: dict[int, Point] = {1: (1, -1), 2: (2, 0), 3: (1, 1), 4: (-1, 1), 5: (-2, 0), 6: (-1, -1)}  # C-MAP-1
LAND, FREE_PORT, OFF_BOARD = "#O", "F", " "
DIE = ("1", "2", "3", "4", "5", "6")
VARIANTS = (None, "experienced", "very-young")  # C-VAR-3: one at a time
ARRIVAL_POINTS, PREMIUMS, WARSHIP_POINTS = 50, (40, 30, 15), 25  # C-END-1, C-END-2
IDLE_ROUNDS = 40  # C-END-5
YOUNG_RANGE, YOUNG_HIT = 3, "6"  # C-VAR-2


@dataclass(frozen=True)
class Chart:
    """A board as data: whatever the leaflet's lost pictures would show."""

    rows: tuple[str, ...]  # a point at every second character, odd rows indented by one space
    seaward: dict[str, int]  # by fleet: the bow of a ship just placed
    batteries: dict[str, str]  # 'rH': 'c3', the hub
    roses: dict[str, dict[str, tuple[int, ...]]]  # colour, G or M: figures by sixths of a circle clockwise off the wind
    fire: dict[str, tuple[str, ...]]  # colour: ways from the ship to each point hit; d bow, l and r its neighbours
    faces: tuple[str, ...]  # of the coloured die

    def letter(self, point: Point) -> str:
        """What is drawn on this point; a blank off the board."""
        x, y = point
        on_the_page = 0 <= y < len(self.rows) and 0 <= x < len(self.rows[y])
        return self.rows[y][x] if on_the_page else OFF_BOARD

    def points(self) -> list[Point]:
        return [(x, y) for y, row in enumerate(self.rows) for x, letter in enumerate(row) if letter != OFF_BOARD]


def name_of(point: Point) -> str:
    x, y = point
    return f"{chr(ord('a') + y)}{x // 2 + 1}"


def point_of(name: str) -> Point:
    y = ord(name[0]) - ord("a")
    return 2 * (int(name[1:]) - 1) + y % 2, y


def neighbour(point: Point, direction: int) -> Point:
    """The next point in this direction, on the board or off it. Directions beyond 1 to 6 go on round the circle."""
    dx, dy = STEPS[(direction - 1) % 6 + 1]  # C-MAP-1
    return point[0] + dx, point[1] + dy


def distance(a: Point, b: Point) -> int:
    """Steps from a to b over anything: each changed line also gives one character aside."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dy + max(0, dx - dy) // 2


TRIED = Chart(
    rows=(
        "r r r . . . . G G . . . Y Y . . . . b b b",
        " r r . . . . . . . . . . . . . . . . b b",
        ". r . . . . . . . . . . . . . . . . . b .",
        " . . . . . . . . . . . . . . . . . . . .",
        ". . . . . . . . . . # . . . . . . . . . .",
        " . . . . # # . . . . . . . . # # . . . .",
        ". . . . . . . . . . . . . . . . . . . . .",
        " . . . . . . . . . O O . . . . . . . . .",
        ". . . . # F . . . O O O . . . F # . . . .",
        " . . . . . . . . . O O . . . . . . . . .",
        ". . . . . . . . . . . . . . . . . . . . .",
        " . . . . # # . . . . . . . . # # . . . .",
        ". . . . . . . . . . # . . . . . . . . . .",
        " . . . . . . . . . . . . . . . . . . . .",
        ". y . . . . . . . . . . . . . . . . . g .",
        " y y . . . . . . . . . . . . . . . . g g",
        "y y y . . . . B B . . . R R . . . . g g g",
    ),
    seaward={"r": 3, "b": 4, "g": 6, "y": 1},
    batteries={"rH": "c3", "bH": "c19", "gH": "o19", "yH": "o3", "rA": "p13", "bA": "p8", "gA": "b8", "yA": "b13"},
    roses={  # C-WND-3: medium adds 1, strong 2
        "Y": {"G": (4, 3, 2, 1, 2, 3), "M": (3, 2, 1, 0, 1, 2)},
        "B": {"G": (5, 4, 3, 2, 3, 4), "M": (4, 3, 2, 1, 2, 3)},
        "R": {"G": (6, 5, 4, 3, 4, 5), "M": (5, 4, 3, 2, 3, 4)},
    },
    fire={"Y": ("d",), "B": ("dd", "dl", "dr"), "R": ("ddd", "ddl", "ddr")},  # C-GUN-2
    faces=("Y", "Y", "B", "B", "R", "R"),  # C-WND-1
)


@dataclass
class Ship:
    """One ship. Its point is None unless it is afloat; its bow is None before it is placed."""

    name: str
    point: str | None = None
    bow: int | None = None
    fate: str = "waiting"  # then afloat, then sunk, arrived or removed
    outbound: bool = True  # until it has reached its arrival port

    @property
    def fleet(self) -> str:
        return self.name[0]

    @property
    def merchant(self) -> bool:
        return self.name[1] == "M"

    @property
    def afloat(self) -> bool:
        return self.fate == "afloat"

    def heading(self) -> tuple[Point, int]:
        """The point and the bow of a ship afloat."""
        assert self.point is not None
        assert self.bow is not None
        return point_of(self.point), self.bow

    def leave(self, fate: str) -> None:
        self.point, self.fate = None, fate


class Reference:
    """One game of Les Corsaires."""

    def __init__(self, chart: Chart, seats: int, variant: str | None = None, equal_fleets: bool = False) -> None:
        if seats not in FLEETS_OF_SEATS or variant not in VARIANTS:
            raise ValueError(f"no game for {seats} seats, variant {variant}")
        self.chart = chart
        self.seats = seats
        self.variant = variant
        self.equal_fleets = equal_fleets
        self.ships: dict[str, Ship] = {fleet + kind: Ship(fleet + kind) for fleet in FLEETS for kind in KINDS}
        self.phase = "place"  # then start, then in each turn wind and sail
        self.turn: int | None = 0  # C-FLT-3: players place in seat order
        self.reason: str | None = None
        self.contenders: list[int] = list(range(seats))  # who throws for the start, and what they threw
        self.throws: dict[int, int] = {}
        self.wind: str | None = None
        self.die: int | None = None
        self.moved: set[str] = set()
        self.fired: set[str] = set()
        self.banked = [0] * seats
        self.arrivals = 0  # merchants that have scored, in the whole game
        self.eliminated: set[int] = set()
        self.eventful = False  # a ship sunk, or a merchant in port, this turn
        self.idle_turns = 0

    # -- questions: players, points, end ---------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.turn is None

    def fleets(self, seat: int) -> str:
        return FLEETS_OF_SEATS[self.seats][seat]

    def owner(self, name: str) -> int:
        """The seat of a ship or battery."""  # C-FLT-2, C-MAP-5
        return next(seat for seat in range(self.seats) if name[0] in self.fleets(seat))

    def fleet_ships(self, seat: int) -> list[Ship]:
        return [ship for ship in self.ships.values() if ship.fleet in self.fleets(seat)]

    def warships(self, seat: int) -> list[Ship]:
        return [ship for ship in self.fleet_ships(seat) if ship.afloat and not ship.merchant]

    def players_left(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.eliminated]

    @property
    def idle_rounds(self) -> int:
        """Whole rounds in a row without event. A player leaves only after a sinking, so the round never changes."""
        return self.idle_turns // max(1, len(self.players_left()))  # C-END-5

    @property
    def scores(self) -> list[int]:
        """The points banked by arrivals; once over, with warships and the doubling of equal fleets."""
        if not self.over:
            return list(self.banked)
        return [
            (self.banked[seat] + WARSHIP_POINTS * len(self.warships(seat))) * self._doubling(seat)  # C-END-2
            for seat in range(self.seats)
        ]

    def _doubling(self, seat: int) -> int:
        return 2 if self.equal_fleets and self.seats == 3 and len(self.fleets(seat)) == 1 else 1  # C-FLT-2, option

    @property
    def winners(self) -> list[int]:
        """Best of those not eliminated, or of all if all are; equal scores share."""  # C-END-6, C-END-4
        if not self.over:
            return []
        scores = self.scores
        ranked = self.players_left() or list(range(self.seats))
        return [seat for seat in ranked if scores[seat] == max(scores[rival] for rival in ranked)]

    # -- questions: the board --------------------------------------------------------------------------------------

    def ship_on(self, name: str) -> Ship | None:
        return next((ship for ship in self.ships.values() if ship.point == name), None)  # C-MAP-1: one ship a point

    def _berths(self, fleet: str) -> list[str]:
        """The free points of a home port."""
        berths = [name_of(point) for point in self.chart.points() if self.chart.letter(point) == fleet]
        return [berth for berth in berths if self.ship_on(berth) is None]

    def _free(self, ship: Ship, point: Point) -> bool:
        """May this ship sail on to this point (and so across it)?"""  # C-MOV-4
        letter = self.chart.letter(point)
        if letter == OFF_BOARD or letter in LAND or self.ship_on(name_of(point)) is not None:
            return False  # C-MAP-3, C-MAP-1
        if letter == FREE_PORT:
            return ship.merchant  # C-MAP-4
        if letter in FLEETS.upper():
            return letter == ship.fleet.upper() and ship.merchant  # C-MOV-6: arrival ports
        return letter not in FLEETS or letter == ship.fleet  # C-MOV-6: home ports

    def _makes_port(self, ship: Ship, point: Point) -> bool:
        """Is this the point where the rest of the figure is waived?"""
        port = ship.fleet.upper() if ship.outbound else ship.fleet  # C-MOV-6; C-VAR-1: home after that
        return ship.merchant and self.chart.letter(point) == port

    def figure(self, ship: Ship, direction: int) -> int:
        """The points a ship must sail in this direction, before any turn is paid."""
        if self.variant == "very-young":
            assert self.die is not None
            return self.die  # C-VAR-2
        assert self.wind is not None
        colour, blows_to = self.wind[0], int(self.wind[1])
        return self.chart.roses[colour][ship.name[1]][(direction - blows_to) % 6]  # C-WND-3

    def _sail(self, ship: Ship, direction: int, points: int) -> tuple[tuple[str, ...], int]:
        """The way as far as it is free, and how many of the points are left unused."""
        here, _ = ship.heading()
        way: list[str] = []
        while len(way) < points:
            here = neighbour(here, direction)
            if not self._free(ship, here):
                break
            way.append(name_of(here))
            if self._makes_port(ship, here):
                return tuple(way), 0  # C-MOV-6, C-VAR-1: the rest is waived
        return tuple(way), points - len(way)

    def endings(self, ship: str) -> dict[int, tuple[str, ...]]:
        """For a ship that may move now: every legal direction, and the points it would sail."""
        if not self._may_move(ship):
            raise ValueError(f"{ship} may not move now")
        mover = self.ships[ship]
        _, bow = mover.heading()
        choices: dict[int, tuple[tuple[str, ...], int]] = {}
        for direction in STEPS:
            figure = self.figure(mover, direction)
            if direction == bow:
                choices[direction] = self._sail(mover, direction, figure)  # C-MOV-2, C-MOV-5
            elif figure > 0:  # C-MOV-5: a direction of figure 0 cannot be turned to
                choices[direction] = self._sail(mover, direction, figure - 1)  # C-MOV-2: turning costs 1
        least = min(unused for _, unused in choices.values())  # C-MOV-3: 0 if any whole figure fits; else C-MOV-4
        stuck = least > 0 and all(not way for way, _ in choices.values())  # C-MOV-5: not where a whole move exists
        return {
            direction: way
            for direction, (way, unused) in choices.items()
            if unused == least or (stuck and direction == bow)  # C-MOV-4: the stuck ship may also stay
        }

    def _to_move(self) -> list[str]:
        """The ships that the player to act has still to move, in this turn."""  # C-MOV-1
        assert self.turn is not None
        return [ship.name for ship in self.fleet_ships(self.turn) if ship.afloat and ship.name not in self.moved]

    def _may_move(self, ship: str) -> bool:
        return not self.over and self.phase == "sail" and ship in self._to_move()

    # -- questions: fire -------------------------------------------------------------------------------------------

    def guns(self, seat: int) -> list[str]:
        """The warships and batteries of a player; those of an eliminated one are silent."""  # C-GUN-1, C-MAP-5
        batteries = [battery for battery in self.chart.batteries if self.owner(battery) == seat]
        return [] if seat in self.eliminated else [*(ship.name for ship in self.warships(seat)), *batteries]

    def falls_on(self, gun: str, colour: str) -> list[Point]:
        """The points where a shot falls if the coloured die shows this. Some may be land or off the board."""
        if gun in self.chart.batteries:
            hub = point_of(self.chart.batteries[gun])
            seven = [hub, *(neighbour(hub, direction) for direction in STEPS)]  # C-MAP-5
            return seven if colour == "Y" else []  # C-GUN-4
        start, bow = self.ships[gun].heading()
        bearing = {"l": bow - 1, "d": bow, "r": bow + 1}
        points = []
        for way in self.chart.fire[colour]:  # C-GUN-2: nothing stops a shot, not even a way off the board and back
            here = start
            for step in way:
                here = neighbour(here, bearing[step])
            points.append(here)
        return points

    def victims(self, points: Sequence[Point]) -> list[Ship]:
        """Every ship on these points that a shot can sink."""  # C-GUN-3; C-MAP-4: none in a free port
        targets = [
            self.ship_on(name_of(point)) for point in points if self.chart.letter(point) not in (FREE_PORT, OFF_BOARD)
        ]
        return [ship for ship in targets if ship is not None]

    def _young_range(self, gun: str) -> list[Point]:
        """The points (of a battery: those with ships) that a gun reaches when the players are very young."""  # C-VAR-2
        if gun in self.chart.batteries:
            hub = point_of(self.chart.batteries[gun])
            standing = [point_of(ship.point) for ship in self.ships.values() if ship.point is not None]
            return [point for point in standing if distance(hub, point) <= YOUNG_RANGE]
        start, bow = self.ships[gun].heading()
        ahead = [start]
        for _ in range(YOUNG_RANGE):
            ahead.append(neighbour(ahead[-1], bow))
        return ahead[1:]

    def shots(self) -> list[str]:
        """What the player to act may fire, once all their ships have moved."""  # C-GUN-1
        assert self.turn is not None
        shots: list[str] = []
        for gun in self.guns(self.turn):
            if gun in self.fired:
                continue
            if self.variant == "very-young":
                in_range = self._young_range(gun)
            else:
                in_range = [point for colour in set(self.chart.faces) for point in self.falls_on(gun, colour)]
            enemies = {ship.name for ship in self.victims(in_range) if self.owner(ship.name) != self.turn}
            if self.variant == "very-young":
                shots += [f"{gun}!{enemy}" for enemy in sorted(enemies)]  # C-VAR-2: one named enemy
            elif enemies:
                shots.append(f"{gun}!")
        return shots

    # -- moves -----------------------------------------------------------------------------------------------------

    def moves(self) -> list[str]:
        """Each legal move once, without results."""
        if self.turn is None:
            return []
        if self.phase == "place":  # C-FLT-3: any free berth of the ship's own home port
            waiting = [ship for ship in self.fleet_ships(self.turn) if ship.fate == "waiting"]
            return [f"{ship.name}@{berth}" for ship in waiting for berth in self._berths(ship.fleet)]
        if self.phase == "start":
            return ["start"]  # C-FLT-4
        if self.phase == "wind":
            if self.variant == "very-young":
                return ["die"]  # C-VAR-2: once a turn, compulsory
            return ["wind"] if self.wind is None else ["wind", "keep"]  # C-WND-2
        to_move = self._to_move()
        if to_move:
            return [f"{ship}:{direction}" for ship in to_move for direction in self.endings(ship)]
        return [*self.shots(), "end"]  # C-GUN-1: after sailing, and none must

    def chances(self, move: str) -> list[str]:
        """What the dice may give this legal move, equally likely; nothing for a move without dice."""
        if move not in self.moves():
            raise ValueError(f"illegal move {move!r}")
        if move in ("start", "die"):
            return list(DIE)  # C-FLT-4, C-VAR-2
        if move == "wind":
            return [face + pip for face in self.chart.faces for pip in DIE]  # C-WND-1
        if "!" in move:
            return list(DIE) if self.variant == "very-young" else list(self.chart.faces)  # C-VAR-2, C-GUN-2, C-GUN-4
        return []

    def play(self, move: str, result: str | None = None) -> None:
        chances = self.chances(move)
        if (result not in chances) if chances else (result is not None):
            raise ValueError(f"{move!r} cannot give {result!r}")
        if "@" in move:
            ship, berth = move.split("@")
            self._place(ship, berth)
        elif ":" in move:
            ship, direction = move.split(":")
            self._move(ship, int(direction))
        elif "!" in move:
            assert result is not None
            gun, target = move.split("!")
            self._fire(gun, target, result)
        elif move == "start":
            assert result is not None
            self._throw_for_start(int(result))
        elif move == "end":
            self._end_turn()
        else:  # wind, keep, die
            self.wind = result if move == "wind" else self.wind  # C-WND-2: the throw stands
            self.die = int(result) if move == "die" and result is not None else None
            self.phase = "sail"

    def _place(self, name: str, point: str) -> None:
        assert self.turn is not None
        ship = self.ships[name]
        ship.point, ship.bow, ship.fate = point, self.chart.seaward[ship.fleet], "afloat"  # C-FLT-3
        if all(other.afloat for other in self.fleet_ships(self.turn)):
            self.turn += 1
        if self.turn == self.seats:
            self.phase, self.turn = "start", 0

    def _throw_for_start(self, result: int) -> None:
        assert self.turn is not None
        self.throws[self.turn] = result  # C-FLT-4
        if len(self.throws) == len(self.contenders):
            self.contenders = [seat for seat in self.contenders if self.throws[seat] == max(self.throws.values())]
            self.throws = {}  # only those tied throw again
        if len(self.contenders) == 1:
            self._begin_turn(self.contenders[0])
        else:
            self.turn = next(seat for seat in self.contenders if seat not in self.throws)

    def _begin_turn(self, seat: int) -> None:
        self.turn, self.phase = seat, "wind"
        self.die, self.moved, self.fired, self.eventful = None, set(), set(), False

    def _move(self, name: str, direction: int) -> None:
        way = self.endings(name)[direction]
        ship = self.ships[name]
        ship.bow = direction
        self.moved.add(name)
        if not way:
            return  # C-MOV-5, or stuck
        ship.point = way[-1]
        if not self._makes_port(ship, point_of(ship.point)):
            return
        self.eventful = True  # C-END-5: arrived, or at its outward port
        outward, ship.outbound = ship.outbound, False
        if outward and self.variant == "experienced":
            return  # C-VAR-1: it stops there, and has still to come back
        ship.leave("arrived")  # C-MOV-6; C-VAR-1: returned
        premium = PREMIUMS[self.arrivals] if self.arrivals < len(PREMIUMS) else 0
        self.banked[self.owner(name)] += ARRIVAL_POINTS + premium  # C-END-1
        self.arrivals += 1

    def _fire(self, gun: str, target: str, result: str) -> None:
        self.fired.add(gun)  # C-GUN-1: each once
        if self.variant == "very-young":
            sunk = [self.ships[target]] if result == YOUNG_HIT else []  # C-VAR-2
        else:
            sunk = self.victims(self.falls_on(gun, result))  # C-GUN-2 to C-GUN-4, one's own included
        for ship in sunk:
            ship.leave("sunk")
            self.eventful = True  # C-END-5

    def _end_turn(self) -> None:
        assert self.turn is not None
        for seat in self.players_left():
            if not self.warships(seat):  # C-END-4: checked for every player; their merchants leave the board
                self.eliminated.add(seat)
                for ship in self.fleet_ships(seat):
                    if ship.afloat:
                        ship.leave("removed")
        self.idle_turns = 0 if self.eventful else self.idle_turns + 1
        left = self.players_left()
        if not any(ship.merchant and ship.afloat for ship in self.ships.values()):
            self._finish("C-END-3")  # also when no player is left, for then no merchant is: the order of C-END-3
        elif not left or self.idle_rounds >= IDLE_ROUNDS:
            self._finish("C-END-5")
        else:  # C-FLT-4: clockwise, passing over the eliminated
            clockwise = [(self.turn + step) % self.seats for step in range(1, self.seats + 1)]
            self._begin_turn(next(seat for seat in clockwise if seat in left))

    def _finish(self, reason: str) -> None:
        self.turn, self.reason = None, reason


# -- self-check ----------------------------------------------------------------------------------------------------


def check_position(game: Reference) -> list[str]:
    """Check what must hold in every position, and give its moves."""
    assert len(game.ships) == 16
    standing = [ship.point for ship in game.ships.values() if ship.point is not None]
    assert len(standing) == len(set(standing)), "one ship a point"
    for ship in game.ships.values():
        assert ship.fate in ("waiting", "afloat", "sunk", "arrived", "removed")
        assert (ship.point is not None) == ship.afloat
        if ship.point is not None:
            letter = game.chart.letter(point_of(ship.point))
            assert letter not in ("#", "O", OFF_BOARD), "no ship on land or off the board"
            assert letter not in FLEETS + FLEETS.upper() or letter.lower() == ship.fleet, "no ship in a strange port"
            assert ship.merchant or letter not in (FREE_PORT, ship.fleet.upper()), "no warship in such a port"
    moves = game.moves()
    assert bool(moves) != game.over, "always a move until the end"
    assert len(moves) == len(set(moves)), "each move once"
    assert bool(game.winners) == game.over
    assert (game.reason is not None) == game.over
    return moves


def homing(game: Reference, moves: Sequence[str]) -> str:
    """The sailing move of the first ship in the list that brings it nearest to the port it is bound for."""
    ship = game.ships[moves[0].split(":")[0]]
    port = ship.fleet.upper() if ship.outbound else ship.fleet
    goals = [point for point in game.chart.points() if game.chart.letter(point) == port]
    assert ship.point is not None
    ends = {direction: [ship.point, *way][-1] for direction, way in game.endings(ship.name).items()}
    nearest = min(ends, key=lambda direction: min(distance(point_of(ends[direction]), goal) for goal in goals))
    return f"{ship.name}:{nearest}"


def random_game(rng: random.Random, seats: int, variant: str | None, equal_fleets: bool) -> Reference:
    """Play a random game to its end, checking every position. The taste for sailing to port varies by game."""
    game = Reference(TRIED, seats, variant, equal_fleets)
    homing_rate = rng.random()
    while moves := check_position(game):
        rng.shuffle(moves)
        move = homing(game, moves) if ":" in moves[0] and rng.random() < homing_rate else moves[0]
        chances = game.chances(move)
        game.play(move, rng.choice(chances) if chances else None)
    return game


def check_worked_example() -> None:
    """The leaflet's ships A, B and C, on open sea: light wind blowing to 3."""  # C-WND-3, C-MOV-2
    for kind, figures in {"M1": (3, 1, 1), "G1": (4, 2, 2)}.items():
        for (bow, direction), figure in zip([(3, 3), (5, 5), (5, 4)], figures, strict=True):
            game = Reference(TRIED, 4)
            game.phase, game.wind = "sail", "Y3"
            game.ships["r" + kind] = Ship("r" + kind, "b5", bow, "afloat")
            assert len(game.endings("r" + kind)[direction]) == figure


if __name__ == "__main__":
    check_worked_example()
    games: list[Reference] = []
    for table_seats in FLEETS_OF_SEATS:
        for table_variant in VARIANTS:
            for table_equal in (False, True):
                for seed in range(12):
                    table_rng = random.Random(f"{table_seats} {table_variant} {table_equal} {seed}")
                    games.append(random_game(table_rng, table_seats, table_variant, table_equal))
    reasons = {reason: sum(game.reason == reason for game in games) for reason in ("C-END-3", "C-END-5")}
    landed, out = sum(game.arrivals for game in games), sum(len(game.eliminated) for game in games)
    print(f"{len(games)} random games, always a move; ended by {reasons}; {landed} arrivals, {out} eliminated")
