"""C-WND, C-MOV: wind and sailing."""

from itertools import count

import pytest

from corsaires.games.les_corsaires.events import Arrived, Sailed, WindKept, WindThrown
from corsaires.games.les_corsaires.survey import Barred, Course
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.rules.test_board import place_all, refused
from tests.les_corsaires.tables import at, courses_of, give, on_open_sea

OTHERS = "bG1=a20/4 bM1=a19/4"


def course(table: Table, ship: str, direction: int) -> Course:
    return courses_of(table, ship)[direction]


def open_sea(ship: str, bow: int, wind: str = "Y3") -> Table:
    """One ship in the middle of open water."""
    rest = "" if ship == "rG1" else "rG1=q2/1"
    return at(on_open_sea(), f"{ship}=f6/{bow} {rest} {OTHERS}", wind=wind)


def test_c_wnd_1_two_dice_give_force_and_direction() -> None:
    """C-WND-1: red strong, blue medium, yellow light; the ordinary die is where it blows to."""
    table = on_open_sea(2).deal(dice=["4", "2"])
    place_all(table)
    for _ in range(2):
        table.play("start")
    for result, event in (
        ("R5", WindThrown(0, "strong", 5)),
        ("B1", WindThrown(0, "medium", 1)),
        ("Y6", WindThrown(0, "light", 6)),
    ):
        assert give(table.copy(), "wind", result) == (event,)


def test_c_wnd_2_the_first_player_throws_then_each_keeps_or_throws() -> None:
    """C-WND-2: decided before the throw."""
    table = on_open_sea(2).deal(dice=["4", "2"])
    place_all(table)
    for _ in range(2):
        table.play("start")
    assert table.moves() == ["wind"]
    assert refused(table, "keep") == "C-WND-2"
    give(table, "wind", "B4")
    assert refused(table, "wind") == "C-WND-2"
    while table.turn == 0:
        table.play("end" if "end" in table.moves() else table.moves()[0])
    assert table.moves() == ["wind", "keep"]
    assert table.play("keep") == (WindKept(1, "medium", 4),)


@pytest.mark.parametrize(
    ("wind", "figures"),
    [
        ("Y3", {"M": (3, 2, 1, 0, 1, 2), "G": (4, 3, 2, 1, 2, 3)}),
        ("B3", {"M": (4, 3, 2, 1, 2, 3), "G": (5, 4, 3, 2, 3, 4)}),
        ("R3", {"M": (5, 4, 3, 2, 3, 4), "G": (6, 5, 4, 3, 4, 5)}),
    ],
    ids=["light", "medium", "strong"],
)
def test_c_wnd_3_the_rose(wind: str, figures: dict[str, tuple[int, ...]]) -> None:
    """C-WND-3: figures by sixths of a circle off the wind, the same on both sides."""
    for ship, kind in (("rM1", "M"), ("rG1", "G")):
        for sixth, figure in enumerate(figures[kind]):
            direction = (2 + sixth) % 6 + 1
            assert course(open_sea(ship, direction, wind), ship, direction).figure == figure


def test_the_three_ships_of_the_leaflet() -> None:
    """C-WND-3, C-MOV-2: light wind towards 3. A on course 3, B on course 5, C turning from 5 to 4."""
    for bow, direction, merchant, warship in ((3, 3, 3, 4), (5, 5, 1, 2), (5, 4, 1, 2)):
        for ship, sails in (("rM1", merchant), ("rG1", warship)):
            table = open_sea(ship, bow)
            (sailed,) = table.play(f"{ship}:{direction}")
            assert isinstance(sailed, Sailed)
            assert (len(sailed.way), sailed.turned, sailed.unused) == (sails, bow != direction, 0)


def test_c_mov_1_every_ship_moves_once_in_any_order() -> None:
    """C-MOV-1: one with figure 0 has been moved by its own ply."""
    table = at(on_open_sea(), f"rG1=f6/3 rM1=l8/6 {OTHERS}")
    assert refused(table, "end") == "C-MOV-1"
    assert refused(table, "bG1:4") == "C-FLT-2"
    assert "rM1:6" in table.moves()  # against the wind, figure 0
    table.play("rM1:6")
    assert refused(table, "rM1:3") == "C-MOV-1"
    table.play("rG1:3")
    assert table.moves() == ["end"]
    table = at(on_open_sea(), f"rG1=f6/3 rM1=l8/6 {OTHERS}")
    table.play("rG1:3")
    assert not {move for move in table.moves() if move.startswith("rG1")}


def test_c_mov_2_turning_costs_one_of_the_new_direction() -> None:
    """C-MOV-2: by any angle, once, before sailing."""
    for direction, points in ((3, 4), (4, 2), (2, 2), (5, 1), (1, 1), (6, 0)):
        assert course(open_sea("rG1", 3), "rG1", direction).figure == points


def test_c_mov_3_the_whole_figure_is_used_even_at_the_edge() -> None:
    """C-MOV-3: a course that cannot use it is refused while another can."""
    table = at(on_open_sea(), f"rG1=m21/2 {OTHERS}", wind="R2")
    assert course(table, "rG1", 2).unused == 6
    assert course(table, "rG1", 2).barred == Barred("edge", None, None)
    assert refused(table, "rG1:2") == "C-MOV-4"
    assert all(course(table, "rG1", int(move[-1])).unused == 0 for move in table.moves())


def test_c_mov_4_where_no_course_is_whole_the_least_unused_are_legal() -> None:
    """C-MOV-4: a ship boxed in by others; one that cannot sail a point may also stay."""
    ring = "rG2=m8/1 rM1=m9/1 rM2=n7/1 gG1=n9/1 gG2=o8/1 gM1=o9/1"
    table = at(on_open_sea(), f"rG1=n8/3 {ring} {OTHERS}", wind="R3")
    legal = [move for move in table.moves() if move.startswith("rG1")]
    unused = {int(move[-1]): course(table, "rG1", int(move[-1])).unused for move in legal}
    least = min(course(table, "rG1", direction).unused for direction in range(1, 7))
    assert {direction for direction, left in unused.items() if left == least} | {3} == set(unused)
    table.play("rG1:3")
    assert table.view(None).open.ships[0].point == "n8"
    assert table.view(None).open.ships[0].bow == 3
    boxed = at(on_open_sea(), f"rG1=n8/3 {ring} {OTHERS}", wind="R3")
    assert course(boxed, "rG1", 3).barred == Barred("ship", "o9", "gM1")


def test_c_mov_4_the_order_of_ships_is_free() -> None:
    """C-MOV-4: even an order that makes one of them short."""
    table = at(on_open_sea(), f"rG1=f6/3 rG2=g7/3 {OTHERS}", wind="Y3")
    assert course(table, "rG1", 3).unused == 4
    table.play("rG2:3")
    assert course(table, "rG1", 3).unused == 0


def test_c_mov_5_a_figure_of_nought() -> None:
    """C-MOV-5: it cannot be turned to; a figure of 1 spent on turning is a whole move on the spot."""
    table = open_sea("rM1", 3)
    assert refused(table, "rM1:6") == "C-MOV-5"
    (sailed,) = table.play("rM1:5")
    assert isinstance(sailed, Sailed)
    assert (sailed.way, sailed.turned, sailed.unused) == ((), True, 0)


@pytest.mark.parametrize(("ship", "arrives"), [("rM1", True), ("rG1", False), ("bM1", False)], ids=count())
def test_c_mov_6_a_merchant_arrives_at_the_first_point_of_its_port(ship: str, arrives: bool) -> None:
    """C-MOV-6: the rest of its figure is waived; no other ship may enter."""
    game = on_open_sea(2)  # red and blue are one player's
    port = game.chart.points("R")[0]
    north = f"{chr(97 + port.row - 1)}{port.x // 2 + port.row % 2}"  # its neighbour to the north-west
    keeper = "rG2=a3/3" if ship != "rG2" else ""
    table = at(game, f"{ship}={north}/3 {keeper} gG1=a10/4 gM1=a11/4", wind="R3")
    if not arrives:
        assert course(table, ship, 3).barred is not None
        assert course(table, ship, 3).way == ()
        return
    sailed, arrived = table.play("rM1:3")
    assert isinstance(sailed, Sailed)
    assert (len(sailed.way), sailed.unused) == (1, 0)
    assert arrived == Arrived(0, "rM1", 1, 90)
    assert table.view(None).open.ships[2].point is None


def test_what_a_ship_could_do_is_told_off_turn_too() -> None:
    """C-MOV-1: a ship that has moved has no course left; one off turn is told as things stand."""
    table = at(on_open_sea(), f"rG1=f6/3 rM1=l8/3 {OTHERS}")
    table.play("rG1:3")
    assert {found.refused for found in courses_of(table, "rG1").values()} == {"C-MOV-1"}
    options = table.view(1).options
    assert options is not None
    assert options.moves == ()
    assert options.ships["bG1"][4].move == "bG1:4"
