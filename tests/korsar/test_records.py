"""Records: replay, verification, and what a tampered one betrays."""

import json
import random
from itertools import count
from typing import Any

import pytest

import corsaires
from corsaires.games.kernel.fair import Fair
from corsaires.games.korsar.table import Table
from corsaires.records.replay import verify
from tests.korsar.tables import at, at_random, korsar, play_out


def finished(**deal: Any) -> Table:
    table = korsar(3).deal(**deal)
    for _ in play_out(table, at_random(random.Random(1))):
        pass
    return table


def test_the_format_of_a_record() -> None:
    record = finished(seed=7, names=["Ann", "Bob", "Chloé"]).record()
    assert list(record) == [
        "format", "game", "edition", "facets", "seats", "teams", "names", "first", "deal", "moves", "result", "proof",
    ]  # fmt: skip
    assert record["format"] == "corsaires-record/1"
    assert json.loads(json.dumps(record)) == record


@pytest.mark.parametrize("deal", [{"seed": 7}, {"seed": 7, "first": 2}, {"fair": Fair.new("t")}, {}])
def test_a_finished_record_verifies(deal: dict[str, Any]) -> None:
    record = finished(**deal).record()
    assert verify(record) == ["moves", "result", "number" if "seed" in deal else "secret seed"]


def test_with_a_nonce_from_every_seat_the_deal_is_fair() -> None:
    """Without nonces the keeper could have tried seeds until one pleased, so that is not called fair."""
    fair = Fair.new("t").with_nonces([bytes([n]) * 16 for n in range(3)])
    assert verify(finished(fair=fair).record())[-1] == "fair deal"
    record = finished(fair=fair).record()
    record["proof"]["nonces"].pop()
    with pytest.raises(corsaires.InvalidRecord, match="a list of 3"):
        verify(record)


def test_a_record_is_the_readers_own() -> None:
    """Whatever is done to a record that was handed out, the table does not notice."""
    for table in (finished(seed=7, names=["A", "B", "C"]), korsar(3).deal(fair=Fair.new("t"))):
        for write in (table.record, table.unsealed):
            before, record = json.dumps(table.unsealed()), write()
            for value in record.values():
                if hasattr(value, "clear"):
                    value.clear()
            assert json.dumps(table.unsealed()) == before


def test_a_secret_seed_is_not_printed() -> None:
    fair = Fair.new("t")
    assert fair.seed.hex() not in repr(fair)
    assert repr(fair.seed) not in repr(fair)


def test_a_finished_game_from_a_position_says_so() -> None:
    table = at(korsar(2), "r1|y1", deck="-")
    table.play("-r1")
    with pytest.raises(corsaires.SealedRecord, match="set up from a position"):
        corsaires.replay(table.record())


def test_a_chosen_deal_has_no_proof() -> None:
    dealt = korsar(3).deal(seed=7).unsealed()["deal"]
    assert verify(finished(**dealt).record())[-1] == "no proof"


def swap_cards(record: dict[str, Any]) -> None:
    """Two cards of the deck that nobody drew change places."""
    deck = record["deal"]["deck"]
    at = next(i for i in range(len(deck) - 1) if deck[i] != deck[i + 1])
    deck[at], deck[at + 1] = deck[at + 1], deck[at]


@pytest.mark.parametrize(
    ("tamper", "path"),
    [
        (lambda r: r["proof"].__setitem__("seed", "00" * 32), "proof.commitment"),
        (lambda r: r["proof"].__setitem__("seed", "xy"), "proof.seed"),
        (lambda r: r["proof"].__setitem__("table", "u"), "proof.commitment"),
        (lambda r: r["proof"]["nonces"].__setitem__(0, "11" * 16), "deal"),
        (lambda r: r["proof"]["nonces"].__setitem__(0, "11"), "proof.nonces[0]"),
        (lambda r: r["proof"].__setitem__("nonces", None), "proof.nonces"),
        (lambda r: r["proof"].__setitem__("table", 3), "proof.table"),
        (lambda r: r["proof"].__setitem__("setup", None), "proof.setup"),
        (lambda r: r["proof"]["setup"].__setitem__("seats", 4), "proof.commitment"),
        (lambda r: r["proof"].__setitem__("commitment", "0"), "proof.commitment"),
        (lambda r: r["result"]["scores"].__setitem__(0, 99), "result"),
        (lambda r: r.__setitem__("result", None), "result"),
        (lambda r: r.__setitem__("proof", 3), "proof"),
        (lambda r: r["moves"].pop(), "result"),
        (lambda r: r["moves"].append("+"), None),
    ],
    ids=count(),
)
def test_what_a_tampered_record_betrays(tamper: Any, path: str | None) -> None:
    fair = Fair.new("t").with_nonces([bytes(16)] * 3)
    record = finished(fair=fair).record()
    ply = len(record["moves"])
    tamper(record)
    with pytest.raises(corsaires.InvalidRecord) as refusal:
        verify(record)
    assert refusal.value.path == (path or f"moves[{ply}]")


def test_another_deal_than_the_proofs_is_found_out() -> None:
    """Even one that the same moves can be played on."""
    record = finished(seed=7).record()
    other = korsar(3).deal(seed=7, first=record["first"])
    assert verify(record)
    record["proof"]["number"] = 8
    with pytest.raises(corsaires.InvalidRecord, match="not what the proof's seed leads to"):
        verify(record)
    assert other.turn == record["first"]


def test_facets_in_a_record_win_over_the_editions_file() -> None:
    table = korsar(3, edition="tilsit-2005", spoils="pile").deal(seed=2)
    for _ in play_out(table, at_random(random.Random(2))):
        pass
    record = table.record() | {"edition": "an edition that is not here"}
    assert corsaires.replay(record).view(None).open.piles == table.view(None).open.piles
