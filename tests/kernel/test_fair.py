"""The fair deal, checked by a second account of it that shares no code with the first."""

import hashlib
import json
import struct
from collections.abc import Iterator

import pytest

import corsaires
from corsaires.games.kernel.fair import Fair, Stream, key_of_number
from tests.korsar.tables import FORMS, korsar

ORDER = (
    [f"G{v}" for v, n in zip(range(2, 9), (5, 6, 5, 5, 2, 1, 1), strict=True) for _ in range(n)]
    + [f"{c}{v}" for c in "yrbg" for v, n in zip(range(1, 5), (2, 4, 4, 2), strict=True) for _ in range(n)]
    + ["yC", "rC", "bC", "gC", "A"]
)


def deal_again(key: bytes, seats: int, sides: int) -> tuple[list[str], int]:
    """The design's algorithm in ten lines: all 78 cards in order, and the first side."""
    digests = (hashlib.sha256(key + struct.pack(">I", i)).digest() for i in range(1000))
    words: Iterator[int] = (word for digest in digests for word in struct.unpack(">8I", digest))

    def below(n: int) -> int:
        return next(word for word in words if word < 2**32 - 2**32 % n) % n

    cards = list(ORDER)
    for i in range(77, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards, below(sides)


@pytest.mark.parametrize(("seats", "teams"), FORMS)
@pytest.mark.parametrize("seed", [0, 7, 2**70, -3])
def test_a_numbered_deal(seats: int, teams: bool, seed: int) -> None:
    game = korsar(seats, teams)
    record = game.deal(seed=seed).unsealed()
    cards, side = deal_again(hashlib.sha256(f"corsaires:{seed}".encode()).digest(), seats, game.sides)
    assert [card for hand in record["deal"]["hands"] for card in hand] + record["deal"]["deck"] == cards
    assert record["first"] == side * (2 if teams else 1)


def test_a_fair_deal() -> None:
    game = korsar(3)
    fair = Fair(bytes(range(32)), "table-42").with_nonces([bytes([n] * 16) for n in range(3)])
    terms = game.terms()
    canonical = json.dumps(terms, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    assert fair.commitment(terms) == hashlib.sha256(bytes(range(32)) + b"table-42" + canonical).hexdigest()
    record = game.deal(fair=fair).unsealed()
    nonces = b"".join(bytes([n] * 16) for n in range(3))
    cards, side = deal_again(hashlib.sha256(bytes(range(32)) + b"table-42" + nonces).digest(), 3, 3)
    assert [card for hand in record["deal"]["hands"] for card in hand] + record["deal"]["deck"] == cards
    assert record["first"] == side
    assert record["proof"]["commitment"] == fair.commitment(terms)


def test_an_unfinished_record_shows_the_commitment_and_nothing_else_of_the_proof() -> None:
    table = korsar(3).deal(fair=Fair.new("t"))
    sealed = table.record()
    assert sealed["proof"].keys() == {"commitment"}
    assert sealed["deal"] is None
    secret = table.unsealed()["proof"]["seed"]
    assert secret not in json.dumps(sealed)
    assert korsar(3).deal(seed=7).record()["proof"] is None  # its number would give the deal away


def test_the_stream_has_no_bias() -> None:
    """A word at or above the last whole multiple of n is thrown away."""
    stream = Stream(key_of_number(1))
    counts = [0] * 6
    for _ in range(12_000):
        counts[stream.below(6)] += 1
    assert all(1800 < count < 2200 for count in counts)


def test_without_a_seed_every_deal_is_secret_and_new() -> None:
    deals = {json.dumps(korsar(3).deal().unsealed()["deal"]) for _ in range(20)}
    assert len(deals) == 20


def test_ways_to_deal_do_not_mix() -> None:
    with pytest.raises(corsaires.InvalidSetup, match="takes one of"):
        korsar(3).deal(seed=1, fair=Fair.new("t"))
    with pytest.raises(corsaires.InvalidSetup, match="whole number"):
        korsar(3).deal(seed="7")  # type: ignore[arg-type]  # what a careless caller might do
