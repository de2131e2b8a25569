"""Bad input: each a clear error that names what is wrong, and nothing changed."""

import contextlib
import json
import random
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corsaires
from corsaires.games.kernel.fair import Fair
from corsaires.games.kernel.rng import seeded
from corsaires.games.les_corsaires.chart import read_chart
from corsaires.records.replay import verify
from tests.korsar.test_bad_input import JSON, places
from tests.les_corsaires.tables import OPEN_SEA, at, les_corsaires, on_open_sea, play_out

SAILING = "phase:sailing turn:0 wind:Y3 die:- to_move:rG1,rM1"
GOOD = at(on_open_sea(2), "rG1=n8/2 rM1=l8/2 gG1=f8/2 gM1=d8/2").position()


@pytest.mark.parametrize(
    ("choices", "key", "reason"),
    [
        ({"seats": 5}, "seats", "2, 3 or 4 can play, not 5"),
        ({"variant": "easy"}, "variant", "experienced, very-young, or none"),
        ({"equal_fleets": 1}, "equal_fleets", "true or false"),
        ({"chart": "atlantis"}, "chart", "there is no chart 'atlantis'"),
        ({"chart": 5}, "chart", "there is no chart 5"),
        ({"teams": True}, "teams", "is not a choice"),
    ],
    ids=count(),
)
def test_a_game_that_cannot_be(choices: dict[str, Any], key: str, reason: str) -> None:
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        corsaires.load("les-corsaires", **choices)
    assert refusal.value.key == key
    assert reason in refusal.value.reason


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a move"),
        ("rX1:3", "no ship 'rX1'"),
        ("rG1:7", "no direction '7'"),
        ("rG1@z99", "no point 'z99'"),
        ("rM1!", "no gun 'rM1'"),
        ("rG1!xx", "no ship 'xx'"),
        ("wind=Y3", "the dice are the table's to throw"),
        ("x" * 1_000_000, "1,000,002 characters"),
        (None, "a move is a text"),
    ],
    ids=count(),
)
def test_texts_that_are_no_move(text: Any, reason: str) -> None:
    table = on_open_sea().deal(seed=1)
    before = table.position()
    with pytest.raises(corsaires.InvalidMove) as refusal:
        table.play(text)
    assert reason in str(refusal.value)
    assert len(str(refusal.value)) < 400
    assert table.position() == before


def test_a_move_for_anothers_ship() -> None:
    """C-FLT-2"""
    table = on_open_sea(2).set_up(GOOD)
    with pytest.raises(corsaires.IllegalMove) as refusal:
        table.play("gG1:2")
    assert refusal.value.rule == "C-FLT-2"
    assert table.position() == GOOD


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("phase:sailing", "phase:resting", "phase"),
        ("turn:0", "turn:2", "turn"),
        ("wind:Y3", "wind:Z3", "wind"),
        ("die:-", "die:7", "die"),
        ("die:-", "die:0", "die"),
        ("to_move:rG1,rM1", "to_move:xx", "to_move"),
        ("throws:-", "throws:0/1", "throws"),
        ("scores:0,0", "scores:0", "scores"),
        ("rG1=n8/2", "rG1=n8/7", "ships"),
        ("rG1=n8/2", "rG1=n99/2", "ships"),
        ("rG1=n8/2", "rG1=l8/2", "ships"),
        ("rG1=n8/2", "rG1=i10/2", "ships"),
        ("rG2=sunk,", "", "ships"),
        ("phase:sailing ", "", "position"),
        ("to_move:rG1,rM1", "to_move:rG1,gG1", "to_move"),
        ("to_move:rG1,rM1", "to_move:-", "to_move"),
        ("phase:sailing", "phase:firing", "to_move"),
        ("phase:sailing", "phase:placing", "to_move"),
        ("wind:Y3", "wind:-", "wind"),
        ("out:-", "out:0", "turn"),
        ("rG2=sunk", "rG2=sunk,rG2=waiting", "ships"),
        (
            "phase:sailing turn:0 wind:Y3 die:- to_move:rG1,rM1",
            "phase:starting turn:0 wind:- die:- to_move:-",
            "throws",
        ),
        ("phase:sailing turn:0 wind:Y3", "phase:wind turn:0 wind:-", "wind"),
        (
            "phase:sailing turn:0 wind:Y3 die:- to_move:rG1,rM1",
            "phase:starting turn:0 wind:Y3 die:- to_move:-",
            "wind",
        ),
        ("die:-", "die:3", "die"),
        ("opening:0", "opening:1", "opening"),
    ],
    ids=count(),
)
def test_positions_that_cannot_be(old: str, new: str, key: str) -> None:
    assert old in GOOD
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        on_open_sea(2).set_up(GOOD.replace(old, new))
    assert refusal.value.key == key


def test_a_wind_that_the_die_of_the_chart_does_not_have() -> None:
    """C-WND-1"""
    dry = read_chart(OPEN_SEA.text.replace('"blue", "blue"', '"red", "red"'), "dry", "dry.toml")
    assert "blue" not in dry.faces
    les_corsaires(2, chart=OPEN_SEA).set_up(GOOD.replace("wind:Y3", "wind:B3"))
    les_corsaires(2, chart=dry).set_up(GOOD)
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        les_corsaires(2, chart=dry).set_up(GOOD.replace("wind:Y3", "wind:B3"))
    assert refusal.value.key == "wind"


@pytest.mark.parametrize(
    ("weather", "key"),
    [
        ("phase:sailing turn:0 wind:- die:4", None),
        ("phase:sailing turn:0 wind:- die:-", "die"),
        ("phase:sailing turn:0 wind:Y3 die:4", "wind"),
        ("phase:wind turn:0 wind:- die:-", None),
        ("phase:wind turn:0 wind:- die:4", "die"),
        ("phase:wind turn:0 wind:Y3 die:-", "wind"),
    ],
    ids=count(),
)
def test_the_very_young_have_a_die_and_no_wind(weather: str, key: str | None) -> None:
    """C-VAR-2"""
    game, position = on_open_sea(2, "very-young"), GOOD.replace("phase:sailing turn:0 wind:Y3 die:-", weather)
    if key is None:
        assert game.set_up(position).position() == position
        return
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        game.set_up(position)
    assert refusal.value.key == key


@pytest.mark.parametrize("dice", [5, "42", [4], {"4"}], ids=count())
def test_dice_that_are_none(dice: Any) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="a list of results"):
        les_corsaires(2).deal(dice=dice)


def test_a_view_of_another_game_cannot_be_sampled() -> None:
    for view in (None, les_corsaires(2).deal(seed=1).view(0)):
        with pytest.raises(corsaires.InvalidSetup, match="by the same rules"):
            les_corsaires(3).determinize(view, seeded(1))  # type: ignore[arg-type]  # what a careless caller might do


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    fair = Fair(bytes(range(32)), "t").with_nonces([bytes(16)] * 2)
    table = les_corsaires(2, "very-young").deal(fair=fair)
    for _ in play_out(table, random.Random(3)):
        pass
    return table.record()


def test_fair_dice_verify(record: dict[str, Any]) -> None:
    assert verify(record) == ["moves", "result", "fair deal"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"chart": None}, "chart"),
        ({"chart": {"id": "atlantis", "sha256": "0"}}, "chart"),
        ({"chart": {"id": "crossing", "sha256": "0"}}, "chart.sha256"),
        ({"chart": {"id": "mine", "toml": "x"}}, "chart"),
        ({"options": {}}, "options"),
        ({"options": {"equal_fleets": 1}}, "equal_fleets"),
        ({"variant": "easy"}, "variant"),
        ({"deal": {}}, "deal"),
        ({"proof": 5}, "proof"),
        ({"teams": True}, "teams"),
        ({"first": 1}, "first"),
        ({"chart": {"id": "mine", "toml": 5}}, "chart.toml"),
        ({"chart": {"id": "mine", "toml": "# \ud800"}}, "chart"),
        ({"chart": {"id": "mine", "toml": "#" * 3_000_000}}, "chart"),
        ({"chart": {"id": "\x1b[2J", "sha256": "0"}}, "chart"),
        ({"moves": ["rG1@a1="]}, "moves[0]"),
    ],
    ids=count(),
)
def test_records_that_do_not_fit(record: dict[str, Any], change: dict[str, Any], path: str) -> None:
    with pytest.raises(corsaires.InvalidRecord) as refusal:
        corsaires.replay({**record, **change})
    assert refusal.value.path == path


def test_a_die_that_was_changed_is_found_out(record: dict[str, Any]) -> None:
    """A losing throw for the start is another losing throw: the moves still fit, but not the proof."""
    throws = {ply: int(move[-1]) for ply, move in enumerate(record["moves"]) if move.startswith("start=")}
    best = max(throws.values())
    ply, lost = next((ply, die) for ply, die in throws.items() if die < best)
    forged = next(die for die in range(1, best) if die != lost) if best > 2 else 0
    assert forged, "the fixed game has room for a forged throw"
    moves = [*record["moves"]]
    moves[ply] = f"start={forged}"
    with pytest.raises(corsaires.InvalidRecord) as refusal:
        verify({**record, "moves": moves})
    assert refusal.value.path == f"moves[{ply}]"


def test_a_chart_of_ones_own_travels_with_the_record() -> None:
    table = on_open_sea(2).deal(seed=1)
    record = json.loads(json.dumps(table.unsealed()))
    assert record["chart"]["toml"] == on_open_sea(2).chart.text
    assert corsaires.replay(record).position() == table.position()


@settings(max_examples=120)
@given(data=st.data())
def test_a_record_changed_anywhere_is_read_or_refused_with_a_reason(
    record: dict[str, Any], data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(record)) | {"moves": record["moves"][:60], "result": None}
    *path, last = data.draw(st.sampled_from(places(changed)[1:]))
    inner = changed
    for key in path:
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[last] = data.draw(JSON)
    else:
        del inner[last]
    for read in (verify, corsaires.replay):
        with contextlib.suppress(corsaires.InvalidRecord, corsaires.SealedRecord):
            read(changed)
