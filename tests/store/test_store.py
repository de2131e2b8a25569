"""What every store promises, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corsaires.store import Conflict, Entry, Guest, Line, Row, Store, StoreDown, Unusable, open_store
from tests.store.tools import entry, move, on

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200)
WHOLE = st.integers(0, 2**53)


# --- tables ---


def test_rows_come_back_as_they_were(url: str) -> None:
    rows = [
        Row(0, 5, "setup", None, '{"game":"korsar","names":["Zoé","\\u0000","😀"]}'),
        Row(1, 6, "seat", 0, "anne", "a", None),
        Row(2, 2**53, "move", 3, "r2@1", "ack", 0),
    ]

    async def play(store: Store) -> None:
        assert await store.rows("t") == []
        await store.append("t", rows[:1], None)
        await store.append("t", rows[1:], entry())
        assert await store.rows("t") == rows
        assert await store.rows("t", 0) == rows[1:]
        assert await store.rows("t", 2) == []
        assert await store.rows("other") == []

    on(url, play)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(WHOLE, TEXTS, st.none() | WHOLE.map(lambda n: n % 9), TEXTS, st.none() | TEXTS), max_size=5))
def test_any_text_is_kept(url: str, parts: list[tuple[int, str, int | None, str, str | None]]) -> None:
    rows = [Row(seq, at, kind, seat, text, ack, at) for seq, (at, kind, seat, text, ack) in enumerate(parts)]
    name = json.dumps(parts)
    summary = "".join(row.text for row in rows)

    async def play(store: Store) -> None:
        if not await store.rows(name):
            await store.append(name, rows, Entry("playing", True, None, False, summary, 1), [summary])
        assert await store.rows(name) == rows
        assert await store.entry(name) == Entry("playing", True, None, False, summary, 1)
        assert name in dict(await store.tables_of(summary, 1000))

    on(url, play)


@pytest.mark.parametrize("text", ["cut\0short", "half a \ud800 pair"])
def test_a_text_that_cannot_be_kept_is_refused_alone(url: str, text: str) -> None:
    async def play(store: Store) -> None:
        appends = [store.append(f"t{n}", [move(0, text if n == 3 else "+")], entry()) for n in range(6)]
        answers = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(answer) for n, answer in enumerate(answers) if n != 3] == [type(None)] * 5
        assert isinstance(answers[3], ValueError)
        assert await store.heads(f"t{n}" for n in range(6)) == {f"t{n}": 0 for n in range(6) if n != 3}
        for work in (
            store.say("t", Line(0, 1, "g", None, "all", text)),
            store.add_guest(Guest("g", text, "fr"), b"token"),
            store.rename("g", text, "fr"),
        ):
            with pytest.raises(ValueError, match=r"NUL|surrogates"):
                await work

    on(url, play)


def test_a_taken_seq_is_a_conflict_and_nothing_is_written(url: str) -> None:
    async def play(store: Store) -> None:
        await store.append("t", [move(0), move(1)], entry(1), ["anne"])
        with pytest.raises(Conflict):
            await store.append("t", [move(1, "A@1")], entry(2), ["bob"])
        with pytest.raises(Conflict):
            await store.append("t", [move(2), move(1), move(3)], entry(3), ["bob"])
        assert await store.rows("t") == [move(0), move(1)]
        assert await store.entry("t") == entry(1)
        assert await store.tables_of("bob", 9) == []
        await store.append("t", [move(2)], None)
        assert await store.heads(["t"]) == {"t": 2}

    on(url, play)


def test_a_conflict_does_not_fail_its_neighbours(url: str) -> None:
    """Of a crowd that is written together, those fail that are at fault; each of the others is there, whole."""
    guilty = {3, 40, 41, 77}

    async def play(store: Store) -> None:
        for n in guilty:
            await store.append(f"t{n}", [move(1, "taken")], entry(1))
        appends = [store.append(f"t{n}", [move(0), move(1), move(2)], entry(2), [f"g{n}"]) for n in range(100)]
        answers = await asyncio.gather(*appends, return_exceptions=True)
        for n, answer in enumerate(answers):
            rows = await store.rows(f"t{n}")
            if n in guilty:
                assert isinstance(answer, Conflict)
                assert (rows, await store.entry(f"t{n}")) == ([move(1, "taken")], entry(1))
                assert await store.tables_of(f"g{n}", 9) == []
            else:
                assert answer is None
                assert (rows, await store.entry(f"t{n}")) == ([move(0), move(1), move(2)], entry(2))

    on(url, play)


def test_the_same_seq_twice_at_once_lands_once(url: str) -> None:
    async def play(store: Store) -> None:
        appends = [store.append("t", [move(0, f"by {n}")], entry(n), [f"g{n}"]) for n in range(20)]
        answers = await asyncio.gather(*appends, return_exceptions=True)
        (winner,) = (n for n, answer in enumerate(answers) if answer is None)
        assert [type(answer) for n, answer in enumerate(answers) if n != winner] == [Conflict] * 19
        assert await store.rows("t") == [move(0, f"by {winner}")]
        assert await store.entry("t") == entry(winner)

    on(url, play)


def test_a_cancelled_append_harms_nobody(url: str) -> None:
    async def play(store: Store) -> None:
        tasks = [asyncio.create_task(store.append(f"t{n}", [move(0)], None)) for n in range(10)]
        await asyncio.sleep(0)
        tasks[4].cancel()
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert [answer for n, answer in enumerate(answers) if n != 4] == [None] * 9
        assert isinstance(answers[4], asyncio.CancelledError)

    on(url, play)


def test_an_entry_is_replaced_or_left(url: str) -> None:
    async def play(store: Store) -> None:
        assert await store.entry("t") is None
        await store.append("t", [move(0)], entry(1, due=7))
        await store.append("t", [move(1)], None)
        assert await store.entry("t") == entry(1, due=7)
        await store.append("t", [], entry(2, listed=False, minute=False, state="over"))
        assert await store.entry("t") == entry(2, listed=False, minute=False, state="over")
        assert await store.heads(["t"]) == {"t": 1}

    on(url, play)


def test_tables_are_the_listed_ones_newest_first(url: str) -> None:
    async def play(store: Store) -> None:
        for at, (state, listed) in enumerate([("waiting", True), ("waiting", False), ("playing", True)] * 3):
            await store.append(f"t{at}", [move(0)], entry(at, state=state, listed=listed))
        assert [name for name, _ in await store.tables("waiting", 9)] == ["t6", "t3", "t0"]
        assert await store.tables("waiting", 2) == [
            ("t6", entry(6, state="waiting")),
            ("t3", entry(3, state="waiting")),
        ]
        assert await store.tables("over", 9) == []

    on(url, play)


def test_people_are_replaced_or_left(url: str) -> None:
    async def names(store: Store, guest: str) -> list[str]:
        return [name for name, _ in await store.tables_of(guest, 9)]

    async def play(store: Store) -> None:
        await store.append("a", [move(0)], entry(1), ["anne", "bob", "anne"])
        await store.append("b", [move(0)], entry(2), ["anne"])
        assert await names(store, "anne") == ["b", "a"]
        assert [name for name, _ in await store.tables_of("anne", 1)] == ["b"]
        await store.append("a", [move(1)], entry(3))
        assert await names(store, "anne") == ["a", "b"]
        await store.append("a", [move(2)], None, ["bob", "carl"])
        assert [await names(store, guest) for guest in ("anne", "bob", "carl")] == [["b"], ["a"], ["a"]]
        await store.append("a", [], None, [])
        assert [await names(store, guest) for guest in ("anne", "bob", "carl")] == [["b"], [], []]

    on(url, play)


def test_heads(url: str) -> None:
    async def play(store: Store) -> None:
        await store.append("a", [move(0), move(1)], None)
        await store.append("b", [move(0)], None)
        assert await store.heads(["a", "b", "c"]) == {"a": 1, "b": 0}
        assert await store.heads([]) == {}

    on(url, play)


# --- time ---


def test_the_time(url: str) -> None:
    async def play(store: Store) -> None:
        before = await store.now()
        assert abs(store.clock() - before) < 5_000
        assert before <= await store.now()
        assert before > 1_700_000_000_000

    on(url, play)


def test_due_are_the_played_ones_longest_first(url: str) -> None:
    async def play(store: Store) -> None:
        now = await store.now()
        for n, (state, due) in enumerate(
            [("playing", now - 10), ("playing", now - 30), ("playing", now + 60_000), ("playing", None), ("over", 5)]
        ):
            await store.append(f"t{n}", [move(0)], entry(state=state, due=due, listed=False))
        await store.append("long", [move(0)], entry(due=1, minute=False))
        assert await store.due(9) == ["long", "t1", "t0"]
        assert await store.due(1) == ["long"]
        await store.append("long", [move(1)], entry(due=now + 60_000))
        assert await store.due(9) == ["t1", "t0"]

    on(url, play)


def test_time_without_any_node_does_not_count_for_minutes(url: str) -> None:
    async def play(store: Store) -> None:
        now = await store.now()
        assert await store.pulse(3_000_000) == 0
        entries = {
            "minutes": entry(due=now),
            "days": entry(due=now, minute=False),
            "over": entry(due=now, state="over"),
            "untimed": entry(),
        }
        for name, one in entries.items():
            await store.append(name, [move(0)], one)
        assert await store.pulse(3_000_000) == 0
        while (gap := await store.pulse(0)) == 0:  # two pulses may fall in one millisecond
            pass
        assert 0 < gap < 60_000
        assert await store.entry("minutes") == entry(due=now + gap)
        for name in ("days", "over", "untimed"):
            assert await store.entry(name) == entries[name]

    on(url, play)


# --- chat ---


def test_lines_are_numbered(url: str) -> None:
    async def play(store: Store) -> None:
        lines = [
            Line(n, 10 * n, f"g{n}", n % 3 or None, "team" if n % 2 else "all", f"« Ohé, {n} ! »") for n in range(1, 8)
        ]
        assert [await store.say("t", line._replace(n=0)) for line in lines] == [1, 2, 3, 4, 5, 6, 7]
        assert await store.say("u", lines[0]) == 1
        assert await store.lines("t", 0, 100) == lines
        assert await store.lines("t", 2, 3) == lines[2:5]
        assert await store.last_lines("t", 3) == lines[4:]
        assert await store.lines("v", 0, 9) == await store.last_lines("v", 9) == []

    on(url, play)


def test_lines_said_at_once_get_different_numbers(url: str) -> None:
    async def play(store: Store) -> None:
        said = [store.say("t", Line(0, 1, "g", None, "all", f"{n}")) for n in range(30)]
        numbers = await asyncio.gather(*said)
        assert sorted(numbers) == list(range(1, 31))
        assert {line.n: line.text for line in await store.lines("t", 0, 99)} == {
            n: f"{at}" for at, n in enumerate(numbers)
        }

    on(url, play)


# --- guests ---


def test_guests_and_tokens(url: str) -> None:
    async def play(store: Store) -> None:
        anne, bob = Guest("a", "Anne", "fr"), Guest("b", "Bob", "en")
        await store.add_guest(anne, b"1")
        await store.add_guest(bob, b"2")
        await store.add_token("a", b"3")
        assert [await store.guest_of(token) for token in (b"1", b"2", b"3", b"4")] == [anne, bob, anne, None]
        await store.rename("a", "Zoé 😀", "en")
        assert await store.guest_of(b"3") == Guest("a", "Zoé 😀", "en")
        assert await store.guests(["a", "b", "c"]) == {"a": Guest("a", "Zoé 😀", "en"), "b": bob}
        assert await store.guests([]) == {}
        with pytest.raises(Conflict):
            await store.add_guest(Guest("c", "Carl", "en"), b"1")
        assert await store.guests(["c"]) == {}
        with pytest.raises(Conflict):
            await store.add_guest(anne, b"5")
        with pytest.raises(Conflict):
            await store.add_token("b", b"1")
        assert await store.guest_of(b"1") == Guest("a", "Zoé 😀", "en")

    on(url, play)


def test_a_link_is_claimed_once(url: str) -> None:
    async def play(store: Store) -> None:
        await store.add_link(b"link", "anne", await store.now() + 600_000)
        answers = await asyncio.gather(*(store.claim(b"link") for _ in range(20)))
        assert sorted(answers, key=str) == [*[None] * 19, "anne"]
        assert await store.claim(b"link") is None
        assert await store.claim(b"other") is None

    on(url, play)


def test_a_link_is_not_claimed_after_its_time(url: str) -> None:
    async def play(store: Store) -> None:
        now = await store.now()
        await store.add_link(b"late", "anne", now - 1)
        await store.add_link(b"early", "bob", now + 600_000)
        assert await store.claim(b"late") is None
        assert await store.claim(b"early") == "bob"

    on(url, play)


def test_mutes(url: str) -> None:
    async def play(store: Store) -> None:
        await store.mute("a", "b", True)
        await store.mute("a", "b", True)
        await store.mute("a", "c", True)
        assert (await store.muted("a"), await store.muted("b")) == ({"b", "c"}, set())
        await store.mute("a", "b", False)
        await store.mute("a", "d", False)
        assert await store.muted("a") == {"c"}

    on(url, play)


# --- the end ---


def test_what_waits_is_written_before_the_end(url: str) -> None:
    async def play() -> None:
        store = await open_store(url)
        appends = [asyncio.create_task(store.append(f"t{n}", [move(0)], None)) for n in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*appends)
        assert not store.ready()
        for work in (store.append("t", [move(0)], None), store.rows("t"), store.muted("a")):
            with pytest.raises(StoreDown):
                await work
        await store.close()
        store = await open_store(url)
        assert store.ready()
        assert len(await store.heads(f"t{n}" for n in range(50))) == 50
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    "address", ["postgresql://127.0.0.1:1/none", "postgresql://?host=/nowhere", "/proc/corsaires.db", "/dev/null/x.db"]
)
def test_what_cannot_be_opened_is_said(address: str) -> None:
    with pytest.raises(Unusable) as caught:
        asyncio.run(open_store(address))
    assert caught.value.why == "unreachable"
