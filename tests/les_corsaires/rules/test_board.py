"""C-MAP, C-FLT: the board and the fleets."""

import pytest

import corsaires
from corsaires.games.les_corsaires.chart import name_of, voyage
from corsaires.games.les_corsaires.events import Starts, ThrewForStart
from corsaires.games.les_corsaires.grid import hexagon
from corsaires.games.les_corsaires.pieces import SHIPS
from corsaires.games.les_corsaires.survey import Barred
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.tables import at, courses_of, give, les_corsaires, on_open_sea


def refused(table: Table, move: str) -> str:
    """The rule that forbids a move."""
    before = table.position()
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play(move)
    assert table.position() == before
    return refusal.value.rule


def place_all(table: Table) -> None:
    while table.view(None).open.phase == "placing":
        table.play(table.moves()[0])


def test_c_map_1_six_directions_clockwise_from_north_east() -> None:
    """C-MAP-1: one ship a point."""
    game = on_open_sea()
    ends = {}
    for direction in range(1, 7):
        table = at(game, f"rG1=f6/{direction} rG2=q1/1 bG1=a20/4 bM1=a19/4", wind=f"Y{direction}")
        table.play(f"rG1:{direction}")
        ends[direction] = table.view(None).open.ships[0].point
    assert ends == {1: "b8", 2: "f10", 3: "j8", 4: "j4", 5: "f2", 6: "b4"}
    table = game.deal(seed=1)
    table.play("rG1@a1")
    assert refused(table, "rG2@a1") == "C-MAP-1"


def test_c_map_2_every_fleet_has_the_same_shortest_voyage() -> None:
    """C-MAP-2: four home ports in the corners, arrival ports on the far side."""
    chart = les_corsaires().chart
    assert len({voyage(chart.board, letter) for letter in "rbgy"}) == 1
    middle = max(point.row for point in chart.board) / 2
    for letter in "rbgy":
        home, arrival = chart.points(letter)[0], chart.points(letter.upper())[0]
        assert (home.row - middle) * (arrival.row - middle) < 0


def test_c_map_3_land_is_not_entered_nor_crossed() -> None:
    """C-MAP-3"""
    game = les_corsaires()
    land = next(name_of(point) for point, ground in game.chart.board.items() if ground == "#")
    table = game.deal(seed=1)
    position = f"rM1={land}/1"
    with pytest.raises(corsaires.InvalidSetup, match="land or taken"):
        at(game, position)
    assert table.view(None).open.phase == "placing"


def test_c_map_4_free_ports_are_closed_to_warships_and_safe() -> None:
    """C-MAP-4: a merchant may enter, a warship neither enters nor crosses, and nobody fires at a ship in one."""
    game = on_open_sea()
    free = game.chart.points("F")[0]
    west = f"{chr(97 + free.row)}{free.x // 2 + 2}"  # one point east of it
    table = at(game, f"rM1={west}/5 rG1={chr(97 + free.row + 2)}{free.x // 2 + 1}/6 bG1=a20/4 bM1=a19/4", wind="Y5")
    assert name_of(free) in courses_of(table, "rM1")[5].way
    guarded = at(game, f"rG1={west}/5 bM1={name_of(free)}/1 bG1=a20/4", phase="firing")
    assert "rG1!" not in guarded.moves()
    warship = at(game, f"rG1={west}/5 bM1=a19/4 bG1=a20/4", wind="Y5")
    assert courses_of(warship, "rG1")[5].barred == Barred("free port", name_of(free), None)


def test_c_map_5_a_battery_covers_seven_points_and_stays_its_players() -> None:
    """C-MAP-5: even when the fleet is gone, until that player is eliminated."""
    game = on_open_sea(2)
    assert all(len(hexagon(hub)) == 7 for hub in game.chart.batteries.values())
    hub = name_of(game.chart.batteries["rH"])
    table = at(
        game, f"bG1=a20/4 gM1={hub}/1 gG1=q20/6", phase="firing"
    )  # the red fleet is gone, blue is the same player's
    assert "rH!" in table.moves()


def test_c_map_6_the_default_chart_is_symmetrical() -> None:
    """C-MAP-6: left–right and top–bottom, fleets changing places."""
    board = les_corsaires().chart.board
    height, width = max(p.row for p in board), max(p.x for p in board)
    swap_sides = str.maketrans("rbgyRBGY", "brygBRYG")
    swap_ends = str.maketrans("rbgyRBGY", "ygbrYGBR")
    for point, ground in board.items():
        assert board[point._replace(x=width - point.x)] == ground.translate(swap_sides)
        assert board[point._replace(row=height - point.row)] == ground.translate(swap_ends)


def test_c_flt_1_four_fleets_of_two_warships_and_two_merchants() -> None:
    """C-FLT-1"""
    assert tuple(f"{fleet}{kind}" for fleet in "rbgy" for kind in ("G1", "G2", "M1", "M2")) == SHIPS


@pytest.mark.parametrize(
    ("seats", "fleets"), [(2, ["rb", "gy"]), (3, ["rb", "g", "y"]), (4, ["r", "b", "g", "y"])], ids=["2", "3", "4"]
)
def test_c_flt_2_who_has_which_fleets(seats: int, fleets: list[str]) -> None:
    """C-FLT-2"""
    ships = les_corsaires(seats).deal(seed=1).view(None).open.ships
    assert [
        "".join(dict.fromkeys(ship.name[0] for ship in ships if ship.seat == seat)) for seat in range(seats)
    ] == fleets


def test_c_flt_2_no_other_number_plays() -> None:
    """C-FLT-2"""
    for seats in (1, 5, "2", True):
        with pytest.raises(corsaires.InvalidSetup, match="2, 3 or 4 can play"):
            corsaires.load("les-corsaires", seats=seats)


def test_c_flt_2_equal_fleets_double_the_single_fleets() -> None:
    """C-FLT-2: the option, with three players; warships count in the total."""
    for equal, expected in ((False, (25, 25, 25)), (True, (25, 50, 50))):
        game = on_open_sea(3, equal_fleets=equal)
        table = at(game, "rG1=g6/2 gG1=g8/2 yG1=g10/2", phase="firing")
        table.play("end")
        assert table.scores == expected


def test_c_flt_3_ships_are_placed_in_their_home_port_bow_to_sea() -> None:
    """C-FLT-3: on points of their choice, in seat order, in the open."""
    table = on_open_sea(2).deal(seed=1)
    assert refused(table, "rM1@a10") == "C-FLT-3"
    assert refused(table, "gM1@q19") == "C-FLT-2"
    table.play("rM1@b1")
    table.play("bG2@a21")
    ships = {ship.name: ship for ship in table.view(1).open.ships}
    assert (ships["rM1"].point, ships["rM1"].bow) == ("b1", 3)
    assert (ships["bG2"].point, ships["bG2"].bow) == ("a21", 4)
    assert refused(table, "rM1@a1") == "C-FLT-3"
    for _ in range(6):
        assert table.turn == 0
        table.play(table.moves()[0])
    assert table.turn == 1


def test_c_flt_4_the_highest_throw_starts_and_ties_throw_again() -> None:
    """C-FLT-4: only those tied."""
    table = les_corsaires(4).deal(dice=["3", "5", "5", "1", "2", "6"])
    place_all(table)
    for _ in range(4):
        table.play("start")
    assert table.turn == 1
    table.play("start")
    assert table.turn == 2
    assert table.play("start") == (ThrewForStart(2, 6), Starts(2))
    assert table.turn == 2
    give(table, "wind", "Y1")
    while table.turn == 2:
        table.play("end" if "end" in table.moves() else table.moves()[0])
    assert table.turn == 3
