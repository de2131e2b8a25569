"""A great many bad messages over real sockets: nothing breaks, nothing changes, and everybody else plays on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from typing import Any

import msgspec

from corsaires.protocol import messages as m
from corsaires.server.hearing import BAD_MESSAGES, MOST_BAD
from corsaires.server.wishes import decode
from tests.net.mutations import KINDS, Mutator
from tests.net.nodes import Node, no_fault
from tests.net.player import Player, a_finished_game, two_at_a_table
from tests.net.rawsocket import BINARY, TEXT, RawSocket, frame

MESSAGES = 200_000
AT_ONCE = 80  # messages before an answer is waited for
PAUSE = 0.05  # seconds that an honest player thinks
SLOWEST = 10.0  # seconds that an honest player's move may take, on a machine with much else to do
SEATED = (
    "move",
    "show",
    "hide",
    "options",
    "sit",
    "kick",
    "host",
    "start",
    "bot",
    "answer",
    "takeback",
    "stand",
    "back",
)
STRANGERS = tuple(KINDS)


def log_of(node: Node) -> dict[str, list[Any]]:
    """Every row of every table."""
    with sqlite3.connect(f"file:{node.directory}/tables.sqlite?mode=ro", uri=True) as database:
        rows = database.execute("SELECT * FROM log ORDER BY tid, seq").fetchall()
    database.close()
    tables: dict[str, list[Any]] = {}
    for row in rows:
        tables.setdefault(row[0], []).append(row)
    return tables


def test_nothing_that_is_sent_does_harm(node: Node) -> None:
    """200,000 messages that nobody should send, to tables that others watch, while others play."""
    asyncio.run(attacked(node))
    no_fault(node)


async def attacked(node: Node) -> None:
    honest = [await Player.come(node.url) for _ in range(4)]
    attackers = [await Player.come(node.url) for _ in range(4)]
    begun = await two_at_a_table(honest[0], honest[1], {"game": "korsar", "seats": 2})
    await honest[0].play_on(random.Random(1), until=lambda: len(honest[0].seen) > 12 or honest[0].turn == 1)
    at_sea = await two_at_a_table(honest[2], attackers[2], {"game": "les-corsaires", "seats": 2})
    over = await a_finished_game(honest[2], honest[3])
    waits = await two_at_a_table(honest[2], attackers[3], {"game": "korsar", "seats": 2, "first": 1})
    legal = frozenset(attackers[3].moves())
    tables = (begun, over, at_sea, waits)
    before, shown = log_of(node), await shown_to(honest, tables)
    for player, table in zip(honest, tables, strict=True):
        await player.watch(table)
        player.seen.clear()
    tasks = [
        *(strike(node, attackers[n], Mutator(n, STRANGERS, tables), tables[n], MESSAGES * 3 // 10) for n in range(2)),
        strike(node, attackers[2], Mutator(2, SEATED, tables), at_sea, MESSAGES // 5),
        strike(node, attackers[3], Mutator(3, SEATED, tables), waits, MESSAGES // 5, legal),
    ]
    players = [await Player.come(node.url) for _ in range(2)]
    ended = asyncio.Event()
    playing = asyncio.create_task(plays_on(players, ended))
    counts = await asyncio.gather(*tasks)
    ended.set()
    slowest, made = await playing
    assert sum(counts) >= MESSAGES
    assert slowest < SLOWEST
    assert made > 100
    told = [[said["type"] for said in player.seen] for player in honest]
    assert told[:2] == [[], []]
    assert {*told[2], *told[3]} <= {"seats"}  # those who sit there came and went
    assert await shown_to(honest, tables) == shown
    after = log_of(node)
    assert {table: after[table] for table in tables} == {table: before[table] for table in tables}
    for player in (*honest, *attackers, *players):
        await player.close()


async def shown_to(people: list[Player], tables: tuple[str, ...]) -> list[Any]:
    """What each table looks like to each of them, and in public."""
    found: list[Any] = []
    for person in people:
        for table in tables:
            shown = await person.watch(table)
            shown["seats"]["seats"] = [{**sitter, "here": None} for sitter in shown["seats"]["seats"]]
            public = [await person.http.get(f"/api/tables/{table}{part}") for part in ("", "/record")]
            found.append((shown, [(answer.status_code, answer.json()) for answer in public]))
        await person.wish("leave")
    return found


async def plays_on(players: list[Player], ended: asyncio.Event) -> tuple[float, int]:
    """Two who play game after game; the longest that a move took, and how many they made."""
    slowest, made, rng = 0.0, 0, random.Random(8)
    while not ended.is_set():
        await two_at_a_table(players[0], players[1], {"game": "korsar", "seats": 2})
        while not players[0].over and not ended.is_set():
            turn = players[0].turn
            assert turn is not None
            mover = players[turn]
            begun = time.monotonic()
            await mover.move(rng.choice(mover.moves()))
            version = mover.now["version"]
            await heard(players[1 - turn], version)
            slowest, made = max(slowest, time.monotonic() - begun), made + 1
            await asyncio.sleep(PAUSE)
    return slowest, made


async def heard(player: Player, version: int) -> None:
    await player.wait(lambda: player.now["version"] == version)


def is_harmless(text: bytes, legal: frozenset[str], *, seated: bool) -> tuple[bool, bool, str | None]:
    """Whether a message does not do what its sender may do; whether it can be read; the id it is answered with."""
    try:
        wish = decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True, False, None
    match wish:
        case m.Move():
            return wish.text not in legal, True, wish.id
        case m.Stand():
            return not seated or wish.seat != 1, True, wish.id
        case m.Say() | m.Review():
            return not seated and isinstance(wish, m.Say), True, wish.id
    return True, True, wish.id


async def strike(
    node: Node, who: Player, mutate: Mutator, table: str, messages: int, legal: frozenset[str] = frozenset()
) -> int:
    """Send so many bad messages, with a new connection whenever one is closed; how many were answered for."""
    seated, sent = mutate.kinds is SEATED, 0
    while sent < messages:
        connection = await RawSocket.connect(node.port, who.cookie)
        connection.wish(type="watch", id="come", table=table)
        bad = 0
        while connection.is_open() and sent < messages:
            texts, ids, unread = list[bytes](), Counter[str](), 0
            while len(texts) < AT_ONCE and bad + unread < MOST_BAD:
                text = mutate()
                fine, read, name = is_harmless(text, legal, seated=seated)
                if not fine:
                    continue
                texts.append(text)
                unread += not read
                ids.update([name] if name is not None else [])
            connection.write(b"".join(frame(text, opcode_for(text, mutate.rng)) for text in texts))
            connection.wish(type="ping", id="fence")
            await answered(connection, ids, unread)
            bad, sent = bad + unread, sent + len(texts)
            if not connection.is_open():
                assert (connection.closed, bad) == (BAD_MESSAGES, MOST_BAD)
        if connection.is_open():
            await deadly(connection, mutate.rng)
        await connection.close()
    return sent


def opcode_for(text: bytes, rng: random.Random) -> int:
    try:
        text.decode()
    except UnicodeDecodeError:
        return BINARY
    return BINARY if rng.random() < 0.05 else TEXT


async def answered(connection: RawSocket, ids: Counter[str], unread: int) -> None:
    """Every message is refused or granted by its id; what cannot be read is said so."""
    heard = await connection.until_done("fence")
    answers = [message for message in heard if message["type"] in ("done", "refused")]
    codes = Counter(message["code"] for message in answers if message["type"] == "refused")
    assert codes["fault"] == 0, [message for message in answers if message.get("code") == "fault"]
    assert codes["not-understood"] == unread
    missing = ids - Counter(message["id"] for message in answers)
    assert not missing, missing


async def deadly(connection: RawSocket, rng: random.Random) -> None:
    """What ends a connection at once."""
    data, code = rng.choice(((frame(b'{"type":"\xff"}'), 1007), (frame(b" " * 70_000), 1009), (frame(b"", 3), 1002)))
    connection.write(data)
    while await connection.message() is not None:
        pass
    assert connection.closed == code
