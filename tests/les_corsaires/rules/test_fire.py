"""C-GUN, C-END: fire, points and the end."""

import pytest

import corsaires
from corsaires.games.les_corsaires.chart import name_of
from corsaires.games.les_corsaires.events import Eliminated, Ended, Fired
from corsaires.games.les_corsaires.grid import Point
from corsaires.games.les_corsaires.table import Table
from tests.les_corsaires.rules.test_board import refused
from tests.les_corsaires.tables import at, give, on_open_sea


def fates(table: Table) -> dict[str, str]:
    return {ship.name: ship.fate for ship in table.view(None).open.ships}


def test_c_gun_1_after_sailing_each_once_and_only_at_an_enemy_in_reach() -> None:
    """C-GUN-1: none must."""
    game = on_open_sea()
    table = at(game, "rG1=n8/2 rG2=f8/2 bM1=n9/1 bG1=a20/4")
    assert refused(table, "rG1!") == "C-GUN-1"
    table = at(game, "rG1=n8/2 rG2=f8/2 bM1=n9/1 bG1=a20/4", phase="firing")
    assert table.moves() == ["rG1!", "end"]
    assert refused(table, "rG2!") == "C-GUN-1"
    assert refused(table, "bG1!") == "C-GUN-1"
    give(table, "rG1!", "R")
    assert table.moves() == ["end"]


@pytest.mark.parametrize(
    ("colour", "points"),
    [("Y", {"n9"}), ("B", {"n10", "m10", "o10"}), ("R", {"n11", "m11", "o11"})],
    ids=["Y", "B", "R"],
)
def test_c_gun_2_where_a_warships_shot_falls(colour: str, points: set[str]) -> None:
    """C-GUN-2: along its bow: yellow d; blue 2d, d+l, d+r; red 3d, 2d+l, 2d+r. Land and ships do not stop it."""
    table = at(on_open_sea(), "rG1=n8/2 bM1=n9/1 bG1=a20/4", phase="firing")
    (fired,) = give(table, "rG1!", colour)
    assert isinstance(fired, Fired)
    assert set(fired.shots) == points


def test_c_gun_2_points_off_the_board_are_lost() -> None:
    """C-GUN-2: and a shot may pass over the edge to fall on the board again."""
    table = at(on_open_sea(), "rG1=c21/3 bM1=e21/1 bG1=a1/3", phase="firing")
    (fired,) = give(table, "rG1!", "B")
    assert isinstance(fired, Fired)
    assert set(fired.shots) <= {"e21", "d20", "e20", "d21"}
    assert "bM1" in fired.sunk


def test_c_gun_3_every_ship_there_is_sunk_ones_own_too() -> None:
    """C-GUN-3: a shot that sinks the shooter's own merchant; one in a free port is spared."""
    game = on_open_sea()
    table = at(game, "rG1=n8/2 rM1=n10/1 bM1=m10/1 bM2=o10/1 bG1=a20/4", phase="firing")
    options = table.view(0).options
    assert options is not None
    blue = options.guns["rG1"].shots["B"]
    (fired,) = give(table, "rG1!", "B")
    assert isinstance(fired, Fired)
    assert set(fired.sunk) == {*blue.enemies, *blue.own}
    assert "rM1" in blue.own
    free = name_of(game.chart.points("F")[0])
    column = int(free[1:])
    table = at(game, f"rG1={free[0]}{column + 3}/5 bM1={free}/1 bM2={free[0]}{column + 2}/1 bG1=a20/4", phase="firing")
    (fired,) = give(table, "rG1!", "R")
    assert isinstance(fired, Fired)
    assert free in fired.shots
    assert fates(table)["bM1"] == "afloat"


def test_c_gun_4_a_battery_sinks_all_its_points_with_yellow_and_misses_else() -> None:
    """C-GUN-4: its own fleet's too."""
    game = on_open_sea()
    hub = game.chart.batteries["rH"]
    near = name_of(hub._replace(x=hub.x + 2))
    ships = f"rG1=n8/2 rM1={name_of(hub)}/3 bM1={near}/1 bG1=a20/4"
    for colour, sunk in (("Y", {"rM1", "bM1"}), ("B", set()), ("R", set())):
        (fired,) = give(at(game, ships, phase="firing"), "rH!", colour)
        assert isinstance(fired, Fired)
        assert set(fired.sunk) == sunk


def test_c_end_1_premiums_by_order_of_arrival() -> None:
    """C-END-1: 50, and 40, 30, 15 more for the first three."""
    game = on_open_sea(2)
    red, blue = game.chart.points("R")[0], game.chart.points("B")[0]
    got = []
    table = at(
        game,
        f"rG1=a3/3 rM1={beside(red, -1)}/3 rM2={beside(red, 1)}/4 bM1={beside(blue, -1)}/3 bM2={beside(blue, 1)}/4 "
        "gG1=a10/4 gM1=a11/4",
        wind="R3",
    )
    for ship, bow in (("rM1", 3), ("bM1", 3), ("rM2", 4), ("bM2", 4)):
        before = table.scores[0]
        table.play(f"{ship}:{bow}")
        got.append(table.scores[0] - before)
    assert got == [90, 80, 65, 50]


def beside(port: Point, half_steps: int) -> str:
    """The point one row above a port and half a step to its side."""
    return name_of(Point(port.row - 1, port.x + half_steps))


def test_c_end_2_and_c_end_3_the_last_merchant_ends_it_and_pays_warships() -> None:
    """C-END-2, C-END-3: checked at the end of a turn, after its shots."""
    game = on_open_sea(2)
    table = at(game, f"rG1=n8/2 bG2=l8/2 rM1={beside(game.chart.points('R')[0], -1)}/3 gG1=a10/4", wind="R3")
    table.play("rM1:3")
    assert not table.over
    while "end" not in table.moves():
        table.play(table.moves()[0])
    ended = table.play("end")[-1]
    assert ended == Ended("C-END-3", (2, 1), (90 + 50, 25), (0,))
    assert refused(table, "end") == "C-END-3"


def test_c_end_4_without_a_warship_a_player_is_eliminated() -> None:
    """C-END-4: merchants at sea leave the board, batteries fall silent, scores stay, rank is last."""
    table = at(on_open_sea(), "rG1=n8/2 bG1=n9/1 bM1=c10/1 gG1=q20/6 gM1=q19/6", phase="firing")
    give(table, "rG1!", "Y")
    assert fates(table)["bM1"] == "afloat"
    events = table.play("end")
    assert Eliminated(1, ("bM1",)) in events
    assert Eliminated(3, ()) in events
    assert fates(table)["bM1"] == "removed"
    assert table.turn == 2  # blue's turn is passed over
    assert table.view(None).open.eliminated == (1, 3)


def test_c_end_4_sinking_ones_own_last_warship_counts() -> None:
    """C-END-4"""
    game = on_open_sea()
    hub = game.chart.batteries["rH"]
    near = name_of(hub._replace(x=hub.x + 2))
    table = at(game, f"rG1={name_of(hub)}/3 bM1={near}/1 bG1=a20/4 gG1=q20/6 gM1=q19/6", phase="firing")
    give(table, "rH!", "Y")
    table.play("end")
    assert 0 in table.view(None).open.eliminated


def test_c_end_5_forty_idle_rounds_end_it() -> None:
    """C-END-5: a round is one turn of every player left; one player alone goes on."""
    position = at(on_open_sea(2), "rG1=n8/2 rM1=l8/2 gG1=f8/2 gM1=d8/2", phase="firing").position()
    table = on_open_sea(2).set_up(position.replace("idle:0", "idle:79"))
    table.play("end")
    assert table.reason == "C-END-5"
    table = on_open_sea(2).set_up(position.replace("idle:0", "idle:78"))
    table.play("end")
    assert not table.over
    alone = at(on_open_sea(2), "rG1=n8/2 rM1=l8/2", phase="firing")
    alone.play("end")
    assert alone.view(None).open.eliminated == (1,)
    assert not alone.over
    assert alone.turn == 0


def test_c_end_6_the_most_points_win_among_those_left() -> None:
    """C-END-6: equal scores share the win; the eliminated rank behind, whatever the points."""
    table = at(on_open_sea(2), "rG1=n8/2 gG1=f8/2", phase="firing")
    table.play("end")
    assert (table.scores, table.winners) == ((25, 25), (0, 1))
    position = at(on_open_sea(2), "rG1=n8/2", phase="firing").position().replace("scores:0,0", "scores:0,180")
    table = on_open_sea(2).set_up(position)
    table.play("end")
    assert (table.scores, table.winners) == ((25, 180), (0,))


@pytest.mark.parametrize("text", ["wind=Z3", "wind=Y7", "wind", "keep=Y3", "end=3"])
def test_a_result_that_is_not_on_the_die(text: str) -> None:
    """C-WND-1: refused with a reason, and nothing changed."""
    table = at(on_open_sea(), "rG1=n8/2 rM1=l8/2 bG1=f8/2", phase="wind")
    before = table.position()
    with pytest.raises((corsaires.InvalidMove, corsaires.IllegalMove)):
        table.redo(text)
    assert table.position() == before


def test_every_gun_tells_where_it_would_hit() -> None:
    """C-GUN-2, C-GUN-4: also off turn and with nobody in reach; own ships are marked."""
    table = at(on_open_sea(), "rG1=n8/2 rM1=n9/1 bG1=a20/4 bM1=a19/4")
    for seat, guns in ((0, {"rG1", "rH", "rA"}), (1, {"bG1", "bH", "bA"})):
        options = table.view(seat).options
        assert options is not None
        assert set(options.guns) == guns
        assert {gun.move for gun in options.guns.values()} == {None}
    mine = table.view(0).options
    assert mine is not None
    assert mine.guns["rG1"].shots["Y"].points == ("n9",)
    assert mine.guns["rG1"].shots["Y"].own == ("rM1",)
    assert len(mine.guns["rH"].shots["Y"].points) == 7
    assert mine.guns["rH"].shots["B"].points == ()
