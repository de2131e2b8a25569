"""The short way of the WebSocket, and that everything else still goes the long one."""

from __future__ import annotations

import gc
import os
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from corsaires.server import wire
from corsaires.server.wire import EXTENSION, Wire, framed, is_whole
from tests.server.serving import serving

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Says everything back, the short way; `bye` closes."""
    await receive()
    await send({"type": "websocket.accept"})
    wire: Wire = scope["extensions"][EXTENSION]
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        if text == "bye":
            wire.shut(4000)
        wire.push(b"binary" if text is None else text.encode())


def masked(opcode: int, payload: bytes, *, fin: bool = True, key: bytes = b"\x01\x02\x03\x04") -> bytes:
    size = len(payload)
    if size < 126:
        head = bytes((fin << 7 | opcode, 0x80 | size))
    elif size < 65_536:
        head = bytes((fin << 7 | opcode, 0xFE)) + size.to_bytes(2)
    else:
        head = bytes((fin << 7 | opcode, 0xFF)) + size.to_bytes(8)
    return head + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))


class Peer:
    """A client that sends what it likes."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.file = self.socket.makefile("rb")
        assert b" 101 " in self.file.readline()
        while self.file.readline() != b"\r\n":
            pass

    def send(self, *parts: bytes) -> None:
        for part in parts:
            self.socket.sendall(part)

    def hear(self) -> tuple[int, bytes]:
        first, size = self.file.read(2)
        if size >= 126:
            size = int.from_bytes(self.file.read(2 if size == 126 else 8))
        return first & 0x0F, self.file.read(size)

    def close(self) -> None:
        self.file.close()
        self.socket.close()


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with serving(tmp_path, socket=echo) as served:
        yield served.port


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 5_000, 60_000])
def test_texts_of_every_size(port: int, size: int) -> None:
    with closing(Peer(port)) as peer:
        for _ in range(3):
            peer.send(masked(TEXT, b"x" * size))
            assert peer.hear() == (TEXT, b"x" * size)


def test_texts_come_in_pieces_in_heaps_and_between_other_frames(port: int) -> None:
    with closing(Peer(port)) as peer:
        peer.send(masked(TEXT, "é".encode()))
        assert peer.hear() == (TEXT, "é".encode())
        peer.send(b"".join(masked(TEXT, b"%d" % n) for n in range(40)))
        assert [peer.hear()[1] for _ in range(40)] == [b"%d" % n for n in range(40)]
        peer.send(masked(PING, b"sign") + masked(TEXT, b"after"))
        assert {peer.hear(), peer.hear()} == {(PONG, b"sign"), (TEXT, b"after")}
        peer.send(masked(BINARY, b"\x00\xff"))
        assert peer.hear() == (TEXT, b"binary")
        peer.send(masked(TEXT, b"one ", fin=False), masked(0, b"whole"))
        assert peer.hear() == (TEXT, b"one whole")
        whole = masked(TEXT, b"cut in two")
        peer.send(whole[:5], whole[5:], masked(TEXT, b"next"))
        assert peer.hear() == (TEXT, b"cut in two")
        assert peer.hear() == (TEXT, b"next")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (masked(TEXT, b"\xff\xfe"), 1007),
        (b"\x81\x02ab", 1002),  # without a mask
        (masked(3, b""), 1002),
        (masked(0, b"of nothing"), 1002),
        (b"\x81\xff" + (2**20).to_bytes(8) + b"\0\0\0\0", 1009),
    ],
    ids=["not UTF-8", "no mask", "no such opcode", "no beginning", "too large"],
)
def test_what_breaks_the_protocol_is_answered_with_its_code(port: int, sent: bytes, code: int) -> None:
    with closing(Peer(port)) as peer:
        peer.send(masked(TEXT, b"well"))
        assert peer.hear() == (TEXT, b"well")
        peer.send(sent)
        opcode, payload = peer.hear()
        assert (opcode, int.from_bytes(payload[:2])) == (CLOSE, code)


def test_a_closed_connection_takes_nothing_more(port: int) -> None:
    with closing(Peer(port)) as peer:
        peer.send(masked(TEXT, b"bye"))
        assert peer.hear() == (CLOSE, (4000).to_bytes(2))
        peer.send(masked(TEXT, b"still there?"), masked(CLOSE, (4000).to_bytes(2)))
        assert peer.file.read() == b""


def test_a_connection_that_has_ended_is_gone_without_the_collector_of_cycles(port: int) -> None:
    gc.collect()
    before = wires()
    gc.disable()
    try:
        with closing(Peer(port)) as peer:
            peer.send(masked(TEXT, b"here"))
            assert peer.hear() == (TEXT, b"here")
            assert len(wires() - before) == 1
        until = time.monotonic() + 30
        while wires() - before:
            assert time.monotonic() < until
    finally:
        gc.enable()


def wires() -> set[int]:
    return {id(each) for each in gc.get_objects() if isinstance(each, Wire)}


def test_texts_are_handed_over_in_order_also_those_that_have_to_wait(tmp_path: Path) -> None:
    """One who listens, and takes every third text only when it is received."""
    heard: list[bytes] = []

    async def listening(scope: Any, receive: Any, send: Any) -> None:
        def hear(text: bytes) -> bool:
            if len(text) % 3 == 0:
                return False
            heard.append(text)
            return True

        await receive()
        await send({"type": "websocket.accept"})
        wire: Wire = scope["extensions"][EXTENSION]
        wire.listen(hear)
        while (message := await receive())["type"] == "websocket.receive":
            heard.append(message["text"].encode())
            if message["text"] == "the end":
                wire.push(b"all of it")

    with serving(tmp_path, socket=listening) as served, closing(Peer(served.port)) as peer:
        sent = [b"x" * size for size in range(1, 60)]
        for number, text in enumerate(sent):
            frame = masked(TEXT, text)
            peer.send(*([frame[:3], frame[3:]] if number % 7 == 0 else [frame]))
        peer.send(masked(TEXT, b"the e", fin=False), masked(0, b"nd"))
        assert peer.hear() == (TEXT, b"all of it")
        assert heard == [*sent, b"the end"]


def test_a_handshake_that_is_refused_ends_in_silence(tmp_path: Path) -> None:
    wrong: list[Any] = []
    with serving(tmp_path, socket=echo) as served:
        served.loop.set_exception_handler(lambda loop, context: wrong.append(context))
        with socket.create_connection(("127.0.0.1", served.port), timeout=30) as peer:
            lines = ["GET /ws HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade", "", ""]
            peer.sendall("\r\n".join(lines).encode())
            with peer.makefile("rb") as file:
                assert file.read().startswith(b"HTTP/1.1 400 ")
        until = time.monotonic() + 30
        while served.server.server_state.connections:  # until it has been parted with
            assert time.monotonic() < until
    assert wrong == []


def test_who_lives_but_does_not_read_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less waits than a slow reader may have waiting; the sign of life that was asked for never comes."""
    monkeypatch.setattr(wire, "PATIENCE", 0.1)
    ended = threading.Event()

    async def talkative(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        out: Wire = scope["extensions"][EXTENSION]
        out.ping_interval = out.ping_timeout = 0.1
        out.start_keepalive()
        while not out.transport.get_write_buffer_size():
            out.push(b"x" * 60_000)
        while (await receive())["type"] == "websocket.receive":
            pass
        ended.set()

    with serving(tmp_path, socket=talkative) as served, closing(Peer(served.port)):
        assert ended.wait(30)


def test_frames() -> None:
    assert framed(b"a") == b"\x81\x01a"
    assert framed(b"a" * 126)[:4] == b"\x81\x7e\x00\x7e"
    assert framed(b"a" * 65_536)[:10] == b"\x81\x7f" + (65_536).to_bytes(8)
    two = masked(TEXT, b"one") + masked(PING, b"x" * 200)
    assert is_whole(two)
    assert is_whole(masked(TEXT, b"x" * 70_000))
    assert not any(is_whole(two[:cut]) for cut in range(1, len(two)) if cut != 9)
    assert not is_whole(masked(TEXT, b"half", fin=False))
