"""Bad input: each a clear error that names what is wrong, and nothing changed."""

import contextlib
import json
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corsaires
from corsaires.games.kernel.fair import Fair
from corsaires.games.kernel.rng import seeded
from corsaires.games.korsar.cards import FULL_DECK
from corsaires.records.replay import parse, verify
from tests.korsar.tables import korsar


def cards(seats: int = 3) -> tuple[list[list[str]], list[str]]:
    return [list(FULL_DECK[6 * seat : 6 * seat + 6]) for seat in range(seats)], list(FULL_DECK[6 * seats :])


@pytest.mark.parametrize(
    ("choices", "key", "reason"),
    [
        ({"seats": 7}, "seats", "2, 3, 4 or 5 can play each for themselves, not 7"),
        ({"seats": 7, "teams": True}, "seats", "4, 6 or 8 can play in teams of two, not 7"),
        ({"seats": 3, "teams": True}, "seats", "4, 6 or 8 can play in teams of two, not 3"),
        ({"seats": 6}, "seats", "6 play in teams"),
        ({"seats": "4"}, "seats", "not '4'"),
        ({"seats": True}, "seats", "not True"),
        ({"seats": 4, "teams": 1}, "teams", "true or false"),
        ({"edition": "mine"}, "edition", "there are lutin-ludique, philibert-2002, tilsit-2005"),
        ({"edition": "../editions/tilsit-2005"}, "edition", "no edition"),
        ({"colour": "red"}, "colour", "the facets are starts"),
    ],
    ids=count(),
)
def test_a_game_that_cannot_be(choices: dict[str, Any], key: str, reason: str) -> None:
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        corsaires.load("korsar", **choices)
    assert refusal.value.key == key
    assert reason in str(refusal.value)


def test_a_game_that_does_not_exist() -> None:
    with pytest.raises(corsaires.InvalidSetup, match="no game 'chess'"):
        corsaires.load("chess")


def test_a_deal_of_77_cards() -> None:
    hands, deck = cards()
    with pytest.raises(corsaires.InvalidSetup, match=r"all 78 cards .* not 77"):
        korsar(3).deal(hands=hands, deck=deck[:-1])


def test_a_second_admiral() -> None:
    hands, deck = cards()
    deck[deck.index("gC")] = "A"
    with pytest.raises(corsaires.InvalidSetup, match="A is there 2 times instead of 1"):
        korsar(3).deal(hands=hands, deck=deck)


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda hands, deck: hands.pop(), "hands"),
        (lambda hands, deck: hands[1].append(deck.pop()), "hands[1]"),
        (lambda hands, deck: hands[2].__setitem__(0, "G9"), "hands[2]"),
        (lambda hands, deck: deck.__setitem__(0, None), "deck"),
        (lambda hands, deck: deck.__setitem__(0, ["A"]), "deck"),
    ],
    ids=count(),
)
def test_other_deals_that_cannot_be(change: Any, key: str) -> None:
    hands, deck = cards()
    change(hands, deck)
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        korsar(3).deal(hands=hands, deck=deck)
    assert refusal.value.key == key


def test_hands_and_deck_go_together() -> None:
    with pytest.raises(corsaires.InvalidSetup, match="hands together with deck"):
        korsar(3).deal(hands=cards()[0])


@pytest.mark.parametrize("first", [3, -1, "0", 1.0, True])
def test_a_first_seat_that_is_none(first: Any) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="must be a seat, 0 to 2"):
        korsar(3).deal(seed=1, first=first)


@pytest.mark.parametrize(
    "names", [["A", "B"], ["A", "B", ""], ["A", "B", 3], ["A", "B", "\x1b[31m"], ["A", "B", "x" * 41], 5]
)
def test_names_that_do_not_fit(names: Any) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="must be 3 names"):
        korsar(3).deal(seed=1, names=names)


@pytest.mark.parametrize("seat", [4, -1, "1", 1.5, True])
def test_a_view_for_no_seat(seat: Any) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="must be 0 to 2"):
        korsar(3).deal(seed=1).view(seat)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no card ''"),
        ("r5@1", "no card 'r5'"),
        ("R3@1", "no card 'R3'"),
        ("r3", "r3 is played on a galleon"),
        ("r3@0", "numbered 1 to 25"),
        ("r3@26", "numbered 1 to 25"),
        ("r3@01", "numbered 1 to 25"),
        ("r3@1\n", "numbered 1 to 25"),
        ("r3@¹", "numbered 1 to 25"),
        ("-r3@1", "names no galleon"),
        ("G3@1", "laid, not played"),
        ("++", "no card"),
        ("x" * 1_000_000, "1,000,002 characters"),
        (None, "a move is a text, not None"),
        (7, "a move is a text, not 7"),
        (["+"], "a move is a text"),
    ],
    ids=count(),
)
def test_texts_that_are_no_move(text: Any, reason: str) -> None:
    table = korsar(3).deal(seed=1)
    before = table.position()
    with pytest.raises(corsaires.InvalidMove) as refusal:
        table.play(text)
    assert reason in str(refusal.value)
    assert len(str(refusal.value)) < 400
    assert table.position() == before
    assert table.history == ()


@pytest.mark.parametrize("seed", [True, 1.5, "7", 10**5000], ids=count())
def test_seeds_that_are_none(seed: Any) -> None:
    with pytest.raises(corsaires.InvalidSetup, match="a whole number of at most 256 bits"):
        korsar(3).deal(seed=seed)


@pytest.mark.parametrize(
    "fair",
    [
        "x",
        Fair(b"x", "t"),
        Fair(bytes(32), "t", (bytes(16),)),
        Fair(bytes(32), "t", (b"",) * 3),
        Fair(bytes(32), "\ud800"),
    ],
    ids=count(),
)
def test_fair_deals_that_are_none(fair: Any) -> None:
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        korsar(3).deal(fair=fair)
    assert refusal.value.key == "fair"


def test_a_view_of_another_game_cannot_be_sampled() -> None:
    for view in (None, korsar(4).deal(seed=1).view(0), korsar(4, teams=True).deal(seed=1).view(0)):
        with pytest.raises(corsaires.InvalidSetup, match="by the same rules"):
            korsar(3).determinize(view, seeded(1))  # type: ignore[arg-type]  # what a careless caller might do


def test_the_game_is_named_first() -> None:
    with pytest.raises(corsaires.InvalidSetup, match="the facets are starts"):
        corsaires.load("korsar", name="x")


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    table = korsar(3).deal(seed=1)
    while not table.over:
        table.play(table.moves()[-1])
    return table.record()


def test_a_record_cut_in_half(record: dict[str, Any]) -> None:
    text = json.dumps(record)
    with pytest.raises(corsaires.InvalidRecord, match="not complete JSON"):
        parse(text[: len(text) // 2])
    with pytest.raises(corsaires.InvalidRecord, match="before the end of the game"):
        verify({**record, "moves": record["moves"][: len(record["moves"]) // 2], "result": None})


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        ({"format": "corsaires-record/9"}, "format", "corsaires-record/1"),
        ({"game": "chess"}, "game", "must be one of korsar"),
        ({"game": ["korsar"]}, "game", "must be one of korsar"),
        ({"seats": 7}, "seats", "not 7"),
        ({"seats": "3"}, "seats", "a whole number"),
        ({"teams": None}, "teams", "true or false"),
        ({"edition": None}, "edition", "a text"),
        ({"facets": {}}, "facets.starts", "missing"),
        ({"facets": {"starts": "dice"}}, "facets.starts", "lot"),
        ({"first": None}, "first", "seat that started"),
        ({"first": 5}, "first", "must be a seat"),
        ({"deal": {"hands": []}}, "deal", "hands and deck"),
        ({"deal": {"hands": [], "deck": []}}, "deal.hands", "3 hands"),
        ({"moves": "+"}, "moves", "list of the moves"),
        ({"moves": ["+", "zz"]}, "moves[1]", "no card 'zz'"),
        ({"moves": ["+", "-A"]}, "moves[1]", "K-TURN-"),
        ({"result": {"scores": [0, 0, 0], "winners": [0], "reason": "K-END-1"}}, "result", "the moves lead to"),
        ({"names": ["A"]}, "names", "must be 3 names"),
        ({"first": True}, "first", "must be a seat"),
        ({"proof": 5}, "proof", "must be an object"),
        ({"facets": {1: 2}}, "facets.1", "no such facet"),
    ],
    ids=count(),
)
def test_records_that_do_not_fit(record: dict[str, Any], change: dict[str, Any], path: str, reason: str) -> None:
    with pytest.raises(corsaires.InvalidRecord) as refusal:
        corsaires.replay({**record, **change})
    assert refusal.value.path == path
    assert reason in refusal.value.reason


@pytest.mark.parametrize("nothing", [None, [], 5, "x"], ids=count())
def test_what_is_no_record(nothing: Any) -> None:
    for read in (verify, corsaires.replay):
        with pytest.raises(corsaires.InvalidRecord, match="must be an object"):
            read(nothing)


@pytest.mark.parametrize("text", ["", "[]", "null", "7", "[" * 100_000, '{"a":', "\x00"], ids=count())
def test_texts_that_are_no_record(text: str) -> None:
    with pytest.raises(corsaires.InvalidRecord):
        parse(text)


def test_a_sealed_record_is_not_replayed() -> None:
    table = korsar(3).deal(seed=1)
    table.play("+")
    with pytest.raises(corsaires.SealedRecord, match="before the end"):
        corsaires.replay(table.record())
    with pytest.raises(corsaires.SealedRecord, match="unfinished"):
        verify(table.record())


TEXT = st.text(st.characters(exclude_categories=()), max_size=4)  # half characters too
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, inner in inside for place in places(inner, (*path, key)))]


@settings(max_examples=400)
@given(data=st.data())
def test_a_record_changed_anywhere_is_read_or_refused_with_a_reason(
    record: dict[str, Any], data: st.DataObject
) -> None:
    changed = json.loads(json.dumps(record))
    *path, last = data.draw(st.sampled_from(places(record)[1:]))
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


@given(st.text(max_size=12) | st.from_regex(r"-?[yrbgGA][0-9C]?(@[0-9]{1,2})?", fullmatch=True))
def test_any_text_is_a_move_or_refused_with_a_reason(text: str) -> None:
    table = korsar(3).deal(seed=1)
    before = table.position()
    try:
        table.play(text)
    except (corsaires.InvalidMove, corsaires.IllegalMove):
        assert table.position() == before
    else:
        assert table.history == (text,)
