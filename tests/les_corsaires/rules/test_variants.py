"""C-VAR: the variants."""

import pytest

import corsaires
from corsaires.games.les_corsaires.chart import name_of
from corsaires.games.les_corsaires.events import Arrived, FiredAt, ReachedPort
from tests.les_corsaires.rules.test_board import place_all, refused
from tests.les_corsaires.rules.test_fire import beside, fates
from tests.les_corsaires.tables import at, give, on_open_sea


def test_c_var_1_there_and_back() -> None:
    """C-VAR-1: it stops at its first point of the port, stays on the board, and scores on its return."""
    game = on_open_sea(2, "experienced")
    port = game.chart.points("R")[0]
    table = at(game, f"rG1=a3/3 rM1={beside(port, -1)}/3 gG1=a10/4 gM1=a11/4", wind="R3")
    events = table.play("rM1:3")
    assert events[-1] == ReachedPort(0, "rM1", name_of(port))
    ship = table.view(None).open.ships[2]
    assert (ship.point, ship.bow, ship.fate, ship.outward) == (name_of(port), 3, "afloat", True)
    assert table.scores == (0, 0)
    berth = game.chart.points("r")[-1]
    outside = name_of(berth._replace(row=berth.row + 1, x=berth.x + 1))
    home = at(game, f"rG1=a1/3 rM1={outside}/6* gG1=a10/4 gM1=a11/4", wind="R6")
    assert home.play("rM1:6")[-1] == Arrived(0, "rM1", 1, 90)


def test_c_var_1_before_the_outward_port_home_is_no_goal() -> None:
    """C-VAR-1"""
    game = on_open_sea(2, "experienced")
    berth = game.chart.points("r")[-1]
    outside = name_of(berth._replace(row=berth.row + 1, x=berth.x + 1))
    table = at(game, f"rG1=a1/3 rM1={outside}/6 gG1=a10/4 gM1=a11/4", wind="R6")
    move = next(move for move in table.moves() if move.startswith("rM1"))
    table.play(move)
    assert fates(table)["rM1"] == "afloat"


def test_c_var_2_the_very_young_throw_one_die() -> None:
    """C-VAR-2: once a turn, compulsory: the figure of every ship in every direction; turning costs 1."""
    game = on_open_sea(2, "very-young")
    table = game.deal(dice=["4", "2"])
    place_all(table)
    for _ in range(2):
        table.play("start")
    assert table.moves() == ["die"]
    assert refused(table, "wind") == "C-VAR-2"
    table = at(game, "rG1=n8/2 rM1=l8/2 gG1=a10/4 gM1=a11/4", wind="-", die="4")
    options = table.view(0).options
    assert options is not None
    for ship in ("rG1", "rM1"):
        assert [options.ships[ship][direction].figure for direction in range(1, 7)] == [3, 4, 3, 3, 3, 3]


def test_c_var_2_guns_of_the_very_young() -> None:
    """C-VAR-2: straight ahead within 3 points, a battery within 3 of its hub; a 6 sinks the named enemy alone."""
    game = on_open_sea(2, "very-young")
    hub = game.chart.batteries["rH"]
    table = at(
        game,
        f"rG1=n8/2 gM1=n11/1 gM2=n12/1 rM1=n9/2 yM1={name_of(hub._replace(x=hub.x + 6))}/1 gG1=a10/4",
        phase="firing",
        wind="-",
        die="4",
    )
    assert "rG1!gM1" in table.moves()  # over its own merchant
    assert "rG1!gM2" not in table.moves()  # four points off
    assert "rH!yM1" in table.moves()
    assert refused(table, "rG1!") == "C-VAR-2"
    missed = table.copy()
    assert give(missed, "rG1!gM1", "5") == (FiredAt(0, "rG1", "gM1", 5, False),)
    assert fates(missed)["gM1"] == "afloat"
    give(table, "rG1!gM1", "6")
    assert fates(table)["gM1"] == "sunk"
    assert fates(table)["rM1"] == "afloat"
    assert not {move for move in table.moves() if move.startswith("rG1!")}


def test_c_var_3_one_variant_at_a_time() -> None:
    """C-VAR-3"""
    for variant in ("both", ["experienced", "very-young"], "very young"):
        with pytest.raises(corsaires.InvalidSetup, match="experienced, very-young, or none"):
            corsaires.load("les-corsaires", variant=variant)
