"""The conformance kit on every form of play of Les Corsaires."""

import json
import random

import pytest

import corsaires
from corsaires.games.kernel.rng import seeded
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.grid import name_of
from corsaires.games.les_corsaires.pieces import SHIPS
from corsaires.games.les_corsaires.table import Table
from corsaires.records.replay import verify
from tests import conformance
from tests.les_corsaires.tables import EVERY_GAME, IDS, les_corsaires, play_out

every_game = pytest.mark.parametrize(("seats", "variant"), EVERY_GAME, ids=IDS)
TEXTS = [
    *(f"{ship}:{direction}" for ship in SHIPS for direction in range(1, 7)),
    *(f"{gun}!" for gun in ("rG1", "bG2", "rH", "yA")),
    *(f"{gun}!{ship}" for gun in ("rG1", "gH") for ship in SHIPS[:6]),
    "rM1@a1", "yG2@a1", "start", "wind", "keep", "die", "end",
]  # fmt: skip


@every_game
def test_conformance(seats: int, variant: str | None) -> None:
    """Replay, moves and refusals, positions; nothing is hidden but the dice to come, and they are."""
    game = les_corsaires(seats, variant)
    rng = random.Random(f"{seats} {variant}")

    def other_dice(table: Table, seat: int | None, rng: random.Random) -> Table:
        return game.determinize(table.view(seat), seeded(rng.randrange(1000)))

    for ply, table in enumerate(play_out(game.deal(seed=seats), rng)):
        if ply % 90 == 0 or table.over:
            conformance.check_replay(table, game)
            conformance.check_moves(
                table, game, [*rng.sample(TEXTS, 8), *rng.sample(table.moves(), min(4, len(table.moves())))]
            )
            if not table.over:
                conformance.check_position(table, game)
                seat = rng.choice([None, *range(seats)])
                shown = conformance.plain(table.view(seat))
                assert conformance.plain(other_dice(table, seat, rng).view(seat)) == shown
    assert verify(table.record()) == ["moves", "result", "number"]


@every_game
def test_a_table_read_back_goes_on_with_its_own_dice(seats: int, variant: str | None) -> None:
    """A game broken off and resumed is still the one that its proof proves."""
    table = les_corsaires(seats, variant).deal(seed=3)
    rng = random.Random(3)
    for _, _ in zip(range(60), play_out(table, rng), strict=False):
        pass
    again = corsaires.replay(json.loads(json.dumps(table.unsealed())))
    while not again.over:
        again.play(rng.choice(again.moves()))
    assert verify(again.record())[-1] == "number"


def test_a_table_set_up_keeps_its_position_in_the_record() -> None:
    game = les_corsaires(2)
    (*_, table) = (now.copy() for _, now in zip(range(70), play_out(game.deal(seed=5), random.Random(5)), strict=False))
    again = game.set_up(table.position())
    again.play(again.moves()[0])
    assert corsaires.replay(again.record()).position() == again.position()


def test_the_position_of_a_finished_game_is_not_set_up() -> None:
    """C-END-3"""
    game = les_corsaires(2, "very-young")
    for _ in play_out(table := game.deal(seed=4), random.Random(4)):
        pass
    with pytest.raises(corsaires.InvalidSetup, match="not 'over'"):
        game.set_up(table.position())


@every_game
def test_ships_are_conserved(seats: int, variant: str | None) -> None:
    """C-MAP-1, C-FLT-1: sixteen ships, one a point, none on land; what is gone stays gone."""
    game = les_corsaires(seats, variant)
    gone: set[str] = set()
    for table in play_out(game.deal(seed=9), random.Random(9)):
        ships = table.view(None, options=False).open.ships
        points = [ship.point for ship in ships if ship.fate == "afloat"]
        assert len(ships) == 16
        assert None not in points
        assert len(points) == len(set(points))
        land = {name for name, ground in grounds(game).items() if ground in "#O"}
        assert not land & set(points)
        now = {ship.name for ship in ships if ship.fate in ("sunk", "arrived", "removed")}
        assert gone <= now
        gone = now


def grounds(game: LesCorsaires) -> dict[str, str]:
    return {name_of(point): ground for point, ground in game.chart.board.items()}


def test_given_dice_are_used_in_order_and_must_be_on_the_die() -> None:
    """C-FLT-4"""
    game = les_corsaires(2)
    table = game.deal(dice=["4", "2", "Y3"])
    while table.view(None).open.phase == "placing":
        table.play(table.moves()[0])
    for move in ("start", "start", "wind"):
        table.play(move)
    assert table.history[-3:] == ("start=4", "start=2", "wind=Y3")
    for dice, reason in ((["7"], "not on the die"), ([], "no more results")):
        table = game.deal(dice=dice)
        while table.view(None).open.phase == "placing":
            table.play(table.moves()[0])
        before = table.position()
        with pytest.raises(corsaires.InvalidSetup, match=reason):
            table.play("start")
        assert table.position() == before


def test_too_many_given_dice_are_an_error_at_the_end() -> None:
    """C-END-3: the move that would end the game is refused, and nothing has changed."""
    game = les_corsaires(2, "very-young")
    for _ in play_out(table := game.deal(seed=4), random.Random(4)):
        pass
    results = [move.partition("=")[2] for move in table.history if "=" in move]
    for given, fits in ((results, True), ([*results, "3"], False)):
        again = game.deal(dice=given)
        for move in table.history[:-1]:
            again.play(move.partition("=")[0])
        if fits:
            again.play("end")
            assert again.record()["result"] == table.record()["result"]
        else:
            before = again.position()
            with pytest.raises(corsaires.InvalidSetup, match="1 results too many"):
                again.play("end")
            assert again.position() == before
