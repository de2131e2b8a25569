"""Bad input over real sockets: nothing breaks, nothing changes, and everybody else plays on."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from corsaires.protocol import messages as m
from corsaires.server.socket import BAD_MESSAGES, MOST_BAD, NO_GUEST, TOO_MANY
from corsaires.server.wishes import decode
from tests.net.mutations import KINDS, Mutator
from tests.net.nodes import Node, sqlite_node, started
from tests.net.player import Player
from tests.net.rawsocket import BINARY, CLOSE, CONTINUED, PING, PONG, TEXT, RawSocket, frame, request

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


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with started(sqlite_node(tmp_path_factory.mktemp("bad"), CORSAIRES_LOG_LEVEL="info")) as (running,):
        yield running


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Node]:
    """A server of one test's own: all tests come from one address, and share what it may ask for."""
    with started(sqlite_node(tmp_path, CORSAIRES_LIMITS="on")) as (running,):
        yield running


def no_fault(node: Node) -> None:
    assert node.process is not None
    assert node.process.poll() is None
    assert [line for line in node.log if '"fault"' in line or "Traceback" in line or "failed" in line] == []


def log_of(node: Node) -> dict[str, list[Any]]:
    """Every row of every table."""
    with sqlite3.connect(f"file:{node.directory}/tables.sqlite?mode=ro", uri=True) as database:
        rows = database.execute("SELECT * FROM log ORDER BY tid, seq").fetchall()
    database.close()
    tables: dict[str, list[Any]] = {}
    for row in rows:
        tables.setdefault(row[0], []).append(row)
    return tables


# --- a great many messages ---


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


async def two_at_a_table(host: Player, other: Player, choices: dict[str, Any]) -> str:
    table = await host.open_table(**choices)
    await other.watch(table)
    await host.sit(0)
    await other.sit(1)
    await host.wish("start")
    await other.wait(lambda: other.now.get("open") is not None)
    return table


async def a_finished_game(one: Player, other: Player) -> str:
    table = await two_at_a_table(one, other, {"game": "korsar", "seats": 2})
    rng = random.Random(4)
    await asyncio.gather(one.play_on(rng), other.play_on(rng))
    return table


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


# --- frames that are none ---

TORN = {
    "invalid UTF-8": (frame(b'{"type":"ping","id":"\xc3\x28"}'), 1007),
    "a reserved bit": (frame(b"{}", reserved=0x40), 1002),
    "a reserved opcode": (frame(b"{}", 3), 1002),
    "an unknown control frame": (frame(b"", 11), 1002),
    "not masked": (frame(b'{"type":"ping"}', masked=False), 1002),
    "too large": (frame(b" " * (64 * 1024 + 1)), 1009),
    "too large in pieces": (
        frame(b" " * 40_000, fin=False) + frame(b" " * 40_000, CONTINUED),
        1009,
    ),
    "very large by its own word": (b"\x81\xff" + (2**62).to_bytes(8, "big") + b"\0\0\0\0", 1009),
    "a size with its highest bit": (b"\x81\xff" + b"\xff" * 8 + b"\0\0\0\0", 1009),
    "a piece of nothing": (frame(b"{}", CONTINUED), 1002),
    "a message within another": (frame(b"{", fin=False) + frame(b"{}"), 1002),
    "a long ping": (frame(b"x" * 126, PING), 1002),
    "a ping in pieces": (frame(b"x", PING, fin=False), 1002),
    "a close with half a code": (frame(b"\x03", CLOSE), 1002),
    "a close with a code that there is not": (frame(b"\x00\x05", CLOSE), 1002),
    "a close with bad words": (frame(b"\x03\xe8\xff\xff", CLOSE), 1007),
    "pieces without end": (frame(b"", fin=False) + frame(b"", CONTINUED, fin=False) * 2_000, 1009),
}


@pytest.mark.parametrize("kind", TORN)
def test_a_torn_frame_closes_its_connection_with_the_code_for_it(node: Node, kind: str) -> None:
    data, code = TORN[kind]
    asyncio.run(closes_with(node, data, code))
    no_fault(node)


async def closes_with(node: Node, data: bytes, code: int) -> None:
    guest = await Player.come(node.url)
    for begun in (b"", frame(b'{"type":"ping","id":"a"}')):  # as the first that comes, and behind something good
        connection = await RawSocket.connect(node.port, guest.cookie)
        connection.write(begun + data)
        while await connection.message() is not None:
            pass
        assert connection.closed == code
        await connection.close()
    await guest.wish("ping")
    await guest.close()


def test_a_message_in_pieces_and_byte_by_byte_is_whole_in_the_end(node: Node) -> None:
    asyncio.run(in_pieces(node))
    no_fault(node)


async def in_pieces(node: Node) -> None:
    guest = await Player.come(node.url)
    connection = await RawSocket.connect(node.port, guest.cookie)
    text = b'{"type":"ping","id":"in pieces"}'
    pieces = [text[n : n + 5] for n in range(0, len(text), 5)]
    connection.write(frame(pieces[0], fin=False) + frame(b"here?", PING))
    for piece in pieces[1:-1]:
        connection.write(frame(piece, CONTINUED, fin=False))
    connection.write(frame(pieces[-1], CONTINUED))
    assert await connection.frame() == (PONG, b"here?")
    assert (await connection.message())["id"] == "in pieces"
    for byte in frame(text) + frame(text, BINARY):
        connection.write(bytes([byte]))
        await connection.writer.drain()
    assert [(await connection.message())["id"] for _ in range(2)] == ["in pieces", "in pieces"]
    await connection.close()
    await guest.close()


# --- too much ---


def test_many_connections_of_one_address_share_a_limit(limited: Node) -> None:
    """No connection asks too much by itself; together they do."""
    asyncio.run(crowded(limited))
    no_fault(limited)


async def crowded(node: Node) -> None:
    guest = await Player.come(node.url)
    crowd = [await RawSocket.connect(node.port, guest.cookie) for _ in range(70)]
    ping = frame(b'{"type":"ping","id":"x"}')
    for connection in crowd:
        connection.write(ping * 75)
    answers = Counter[str]()
    for connection in crowd:
        for _ in range(75):
            message = await connection.message()
            if message is None:
                assert connection.closed == TOO_MANY
                break
            answers[message.get("code", message["type"])] += 1
    assert answers["too-many"] > 0
    assert answers["done"] >= 4_000
    for connection in crowd:
        await connection.close()
    await guest.close()


def test_a_flood_is_refused_and_then_closed(limited: Node) -> None:
    asyncio.run(flooded(limited))
    no_fault(limited)


async def flooded(node: Node) -> None:
    calm, guest = await Player.come(node.url), await Player.come(node.url)
    connection = await RawSocket.connect(node.port, guest.cookie)
    ping = frame(b'{"type":"ping","id":"x"}')
    connection.write(ping * 1_000)
    answers = Counter[str]()
    while (message := await connection.message()) is not None:
        answers[message.get("code", message["type"])] += 1
    assert connection.closed == TOO_MANY
    assert answers["done"] < 200
    assert answers["too-many"] >= 40
    await connection.close()
    for _ in range(5):
        await calm.wish("ping")  # the others are not held up
    again = await RawSocket.connect(node.port, guest.cookie)
    again.wish(type="ping", id="back")
    assert (await again.message())["id"] == "back"
    again.wish(type="nothing of ours", id="mine")
    for _ in range(MOST_BAD - 1):
        again.write(frame(b"?"))
    refused = list(iter_messages(await again.until_done("never")))
    assert [message["code"] for message in refused] == ["not-understood"] * MOST_BAD
    assert [message["id"] for message in refused] == ["mine"] + [None] * (MOST_BAD - 1)
    assert again.closed == BAD_MESSAGES
    await again.close()
    await calm.close()
    await guest.close()


def iter_messages(heard: list[Any]) -> Iterator[Any]:
    return (message for message in heard if message["type"] == "refused")


def test_who_does_not_read_is_dropped_and_sees_everything_when_back(node: Node) -> None:
    asyncio.run(slow_reader(node))
    no_fault(node)


async def slow_reader(node: Node) -> None:
    """A client that asks and does not read; one that sends pings and does not read the answers."""
    player = await Player.come(node.url)
    table = await player.open_table(game="les-corsaires", seats=2)
    watch = frame(json.dumps({"type": "watch", "table": table}).encode())
    for flood in (watch * 50, frame(b"x" * 100, PING) * 5_000):
        before = connections_of(node)
        reader, writer = await asyncio.open_connection(sock=narrow_socket(node.port))
        writer.write(request(node.port, Cookie=player.cookie))
        await reader.readuntil(b"welcome")
        transport: Any = writer.transport
        transport.pause_reading()
        while connections_of(node) > before or not writer.is_closing():
            try:
                writer.write(flood)
                await asyncio.wait_for(writer.drain(), 0.1)
            except TimeoutError:
                pass  # it takes no more from us
            except ConnectionError:
                break
        writer.close()
        await player.wish("ping")
    connection = await RawSocket.connect(node.port, player.cookie)
    connection.wish(type="watch", id="again", table=table)
    assert next(message["type"] for message in await connection.until_done("again")) == "table"
    await connection.close()
    await player.close()


def narrow_socket(port: int) -> socket.socket:
    """A socket with room for very little."""
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", port))
    narrow.setblocking(False)
    return narrow


def connections_of(node: Node) -> int:
    page = httpx.get(f"{node.url}/metrics", trust_env=False).text
    found = re.search(r"^corsaires_connections (\S+)$", page, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


# --- handshakes ---

Handshake = Callable[[int, str], bytes]
REFUSED: dict[str, tuple[Handshake, bytes]] = {
    "another page": (lambda port, cookie: request(port, Cookie=cookie, Origin="https://evil.example"), b"403"),
    "no page that can be": (lambda port, cookie: request(port, Cookie=cookie, Origin="null"), b"403"),
    "another site, as the browser says": (
        lambda port, cookie: request(port, Cookie=cookie, Sec_Fetch_Site="cross-site"),
        b"403",
    ),
    "no key": (lambda port, cookie: request(port, Cookie=cookie, Sec_WebSocket_Key=""), b"400"),
    "a bad key": (lambda port, cookie: request(port, Cookie=cookie, Sec_WebSocket_Key="x"), b"400"),
    "an old version": (lambda port, cookie: request(port, Cookie=cookie, Sec_WebSocket_Version="8"), b"400"),
    "a plain request": (
        lambda port, cookie: request(port, Cookie=cookie, Upgrade="", Connection="close"),
        b"404",
    ),
    "another path": (lambda port, cookie: request(port, Cookie=cookie).replace(b"/ws ", b"/wss "), b"404"),
    "no HTTP": (lambda port, cookie: b"\x16\x03\x01\x02\x00\x01" + b"\0" * 200 + b"\r\n\r\n", b"400"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_a_handshake_that_is_not_right_is_refused(node: Node, kind: str) -> None:
    asyncio.run(refused_handshake(node, *REFUSED[kind]))
    no_fault(node)


async def refused_handshake(node: Node, handshake: Handshake, status: bytes) -> None:
    guest = await Player.come(node.url)
    reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
    try:
        writer.write(handshake(node.port, guest.cookie))
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n"), 60)
    finally:
        writer.close()
    assert answer.startswith(b"HTTP/1.1 " + status), answer
    assert not [line for line in node.log if "without completing handshake" in line]
    await guest.close()


def test_headers_without_end_are_not_read_to_the_end(node: Node) -> None:
    async def endless() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(request(node.port)[:-2])
        while True:
            writer.write(b"X: " + b"y" * 60_000 + b"\r\n")
            await writer.drain()

    with pytest.raises(ConnectionError):
        asyncio.run(endless())
    no_fault(node)


@pytest.mark.parametrize("cookie", ["", "corsaires=", "corsaires=" + "A" * 43, "other=1", "corsaires=\xff" + "A" * 42])
def test_who_is_nobody_is_told_to_come_back_with_a_cookie(node: Node, cookie: str) -> None:
    async def nobody() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(request(node.port, Cookie=cookie))
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        connection = RawSocket(reader, writer)
        assert await connection.message() is None
        assert connection.closed == NO_GUEST
        await connection.close()

    asyncio.run(nobody())
    no_fault(node)


def test_a_request_that_does_not_begin_is_not_waited_for(node: Node) -> None:
    """Half a handshake, or nothing at all."""

    async def silent() -> None:
        begun = [b"", b"GET /ws HT", request(node.port)[:-4]]
        opened = [await asyncio.open_connection("127.0.0.1", node.port) for _ in begun]
        for (_, writer), data in zip(opened, begun, strict=True):
            writer.write(data)
        for reader, writer in opened:
            await asyncio.wait_for(reader.read(), 60)
            writer.close()

    asyncio.run(silent())
    no_fault(node)
