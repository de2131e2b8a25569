"""What is sent of a view: the bytes agree with the schema and with the view, and hold nothing else."""

import json
import random
from typing import Any

import msgspec
import pytest

from corsaires.games.les_corsaires.chart import chart_ids, load_chart
from corsaires.games.les_corsaires.grid import name_of
from corsaires.protocol import shapes
from corsaires.protocol.chart import LesCorsairesChart, chart_shape
from tests.korsar import tables as korsar
from tests.korsar.swaps import swapped
from tests.les_corsaires import tables as les_corsaires

Decoders = tuple[msgspec.json.Decoder[Any], ...]
KORSAR: Decoders = tuple(
    msgspec.json.Decoder(sent) for sent in (shapes.KorsarOpen, shapes.KorsarYou, list[shapes.KorsarEvent])
)
LES_CORSAIRES: Decoders = tuple(
    msgspec.json.Decoder(sent)
    for sent in (shapes.LesCorsairesOpen, shapes.LesCorsairesYou, list[shapes.LesCorsairesEvent])
)
NEVER_SENT = {"sight", "story", "open", "setup", "chart", "charts", "notation"}


def plain(part: Any) -> Any:
    """A part of a view as JSON gives it back, written the slow way."""
    if hasattr(part, "_fields"):
        kind = {"kind": type(part).__name__} if type(part).__name__ in TAGGED else {}
        return kind | {name: plain(getattr(part, name)) for name in part._fields if name not in NEVER_SENT}
    if isinstance(part, tuple):
        return [plain(one) for one in part]
    if isinstance(part, dict):
        return {str(key): plain(one) for key, one in part.items()}
    return part


TAGGED = {kind.__name__ for kind in shapes.EVENTS} | {"Allowed", "Refused"}


def check(game: str, view: Any, decoders: Decoders) -> None:
    """Both parts of a view, and the end of its story."""
    story = view.open.story[-4:]
    sent = shapes.encode_open(view), shapes.encode_you(view), shapes.encode_events(story)
    assert [json.loads(part) for part in sent] == [
        {"game": game} | plain(view.open),
        {"game": game} | plain(view),
        plain(story),
    ]
    assert (
        tuple(msgspec.json.encode(decoder.decode(part)) for decoder, part in zip(decoders, sent, strict=True)) == sent
    )


@pytest.mark.parametrize(("edition", "seats", "teams"), korsar.EVERY_GAME, ids=korsar.IDS)
def test_korsar(edition: str, seats: int, teams: bool) -> None:
    game = korsar.korsar(seats, teams, edition)
    for table in korsar.play_out(game.deal(seed=seats), korsar.eager(random.Random(edition))):
        for seat in (None, *range(seats)):
            check("korsar", table.view(seat), KORSAR)
        check("korsar", table.view(table.turn, options=False), KORSAR)


@pytest.mark.parametrize(("seats", "variant"), les_corsaires.EVERY_GAME, ids=les_corsaires.IDS)
def test_les_corsaires(seats: int, variant: str | None) -> None:
    game, rng = les_corsaires.les_corsaires(seats, variant), random.Random(seats)
    for ply, table in enumerate(les_corsaires.play_out(game.deal(seed=seats), rng)):
        for seat in (None, *range(seats)):
            check("les-corsaires", table.view(seat, options=ply % 5 == 0), LES_CORSAIRES)


@pytest.mark.parametrize("teams", [False, True])
def test_what_a_seat_may_not_see_changes_no_byte(teams: bool) -> None:
    """K-HID-1, K-TEAM-2."""
    game, rng = korsar.korsar(4, teams), random.Random(4)
    for ply, table in enumerate(korsar.play_out(game.deal(seed=4), korsar.eager(rng))):
        if ply % 7 == 0 and not table.over:
            for seat in (None, 0, 1, 2, 3):
                view, other = table.view(seat), swapped(game, table, seat, rng).view(seat)
                assert shapes.encode_open(other) == shapes.encode_open(view)
                assert shapes.encode_you(other) == shapes.encode_you(view)
                assert shapes.encode_events(other.open.story) == shapes.encode_events(view.open.story)


def test_what_is_sent_is_listed() -> None:
    """A new field of a view is not sent by itself."""
    for sent in (shapes.KorsarOpen, shapes.KorsarYou, shapes.LesCorsairesOpen, shapes.LesCorsairesYou):
        assert not NEVER_SENT & set(sent.__struct_fields__)


@pytest.mark.parametrize("name", chart_ids())
def test_charts(name: str) -> None:
    chart = load_chart(name)
    sent = msgspec.json.decode(msgspec.json.encode(chart_shape(chart)), type=LesCorsairesChart)
    assert [point.name for point in sent.points] == [name_of(point) for point in chart.board]
    assert {point.name for point in sent.points if (point.ground, point.fleet) == ("home", "blue")} == {
        name_of(point) for point in chart.points("b")
    }
    assert {point.name for point in sent.points if (point.ground, point.fleet) == ("arrival", "blue")} == {
        name_of(point) for point in chart.points("B")
    }
    pairs = {
        (letter, (point.ground, point.fleet)) for letter, point in zip(chart.board.values(), sent.points, strict=True)
    }
    assert len({letter for letter, _ in pairs}) == len({meant for _, meant in pairs}) == len(pairs)  # one for one
    assert sent.roses["light"]["warship"] == list(chart.roses["light"]["warship"])
