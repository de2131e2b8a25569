"""Buckets by a clock of the test's own, and who somebody is counted as."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest

from corsaires.server.caller import caller_of
from corsaires.server.limits import Bucket, Buckets, Counts, Limits, key_of, no_limits
from corsaires.server.words import preferred


def test_a_bucket_gives_so_many_at_once_and_so_many_a_second() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(now=0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(now=0.5) == 0
    assert bucket.take(now=0.5) == 0.5
    assert [bucket.take(now=1000) for _ in range(4)] == [0, 0, 0, 0.5]


def test_what_is_refused_costs_nothing() -> None:
    bucket = Bucket(rate=1, burst=2, now=0)
    assert bucket.take(5, now=0) == 3
    assert bucket.take(2, now=0) == 0


def test_memory_is_bounded() -> None:
    buckets = Buckets(rate=1, burst=1, most=10)
    for number in range(1000):
        assert buckets.take(str(number), now=0) == 0
        assert buckets.take("loud", now=0) == (0 if number == 0 else 1)
    assert len(buckets) == 10


def test_counts_come_back_to_nothing() -> None:
    counts = Counts(2)
    assert [counts.enter("a") for _ in range(3)] == [True, True, False]
    assert counts.enter("b")
    for key in "aab":
        counts.leave(key)
    assert not counts._counts


def test_without_limits_everything_goes() -> None:
    limits = no_limits()
    assert all(limits.requests.take("a") == 0 for _ in range(10_000))
    assert isinstance(limits, Limits)


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unknown", "unknown"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_address_is_counted_as_its_customer(address: str, key: str) -> None:
    assert key_of(address) == key


def scope(peer: str | None, **headers: str) -> dict[str, Any]:
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "client": peer and (peer, 1), "scheme": "http", "headers": sent}


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", "203.0.113.1", "203.0.113.1"),
        ("10.0.0.1", "198.51.100.1, 203.0.113.1", "203.0.113.1"),
        ("10.0.0.1", "203.0.113.1, 10.0.0.2", "203.0.113.1"),
        ("10.0.0.1", "203.0.113.1:4711", "203.0.113.1"),
        ("10.0.0.1", "[2001:db8::1]:4711", "2001:db8::1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        (None, "198.51.100.1", "unknown"),
    ],
)
def test_the_address_behind_proxies(peer: str | None, forwarded: str, address: str) -> None:
    assert caller_of(scope(peer, x_forwarded_for=forwarded), [ip_network("10.0.0.0/8")]).address == address


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("fr", "fr"),
        ("en-GB,fr;q=0.9", "en"),
        ("en;q=0.2, fr;q=0.8", "fr"),
        ("de,*;q=0.5", "en"),
        ("fr;q=0", "en"),
        ("fr;q=x", "en"),
        ("x" * 100_000, "en"),
    ],
)
def test_the_language_that_is_liked_best(accepted: str, language: str) -> None:
    assert preferred(accepted) == language
