"""`corsaires bench server`: it stays on this machine and within bounds, and counts what it says it counts."""

from __future__ import annotations

import json

import pytest

from corsaires.cli.language import Words
from corsaires.cli.load.client import TEXT, WebSocket, frame
from corsaires.cli.load.tables import Options, View, decode_view, offered
from corsaires.cli.main import main


def run(*words: str) -> int:
    return main(["bench", "server", *words])


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.1.4:8321",
        "http://example.com:80",
        "http://127.0.0.1.example.com:80",
        "http://0.0.0.0:8321",
        "http://[2001:db8::1]:8321",
        "https://127.0.0.1:8321",
        "http://127.0.0.1",
        "http://127.0.0.1:99999",
        "http://user@127.0.0.1:8321",
        "http://127.0.0.1:8321/elsewhere",
        "ftp://127.0.0.1:21",
        "127.0.0.1:8321",
        "",
    ],
)
def test_load_is_for_this_machine_alone(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--url", url, "--lang", "en") == 2
    assert "is not a server of this machine" in capsys.readouterr().err
    assert run("--url", url, "--lang", "fr") == 2
    assert "n’est pas un serveur de cette machine" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (("--players", "3"), "do not fill tables of 4"),
        (("--players", "0"), "do not fill tables"),
        (("--players", "20004"), "--players must be a whole number, 0 to 20000"),
        (("--players", "-4"), "--players must be"),
        (("--players", "20000", "--idle", "1"), "--idle must be a whole number, 0 to 0"),
        (("--rate", "0"), "--rate must be a whole number, 1 to 20000"),
        (("--rate", "fast"), "'fast'"),
        (("--seconds", "601"), "--seconds must be a whole number, 1 to 600"),
        (("--seats", "9"), "--seats must be"),
        (("--game", "chess"), "choose korsar"),
    ],
)
def test_load_has_bounds(options: tuple[str, ...], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*options, "--lang", "en") == 2
    assert hint in capsys.readouterr().err
    assert run(*options, "--lang", "fr") == 2
    assert "must" not in capsys.readouterr().err


def test_a_server_that_is_not_there_is_no_crash(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--url", "http://127.0.0.1:1", "--players", "4", "--lang", "en") == 1
    assert "The measurement failed" in capsys.readouterr().err


def test_a_small_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--players", "8", "--seconds", "2", "--rate", "20", "--idle", "4", "--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["people"] == 8
    assert figures["tables"] == 2
    assert 0 < figures["moves"] <= 41
    assert figures["latency_p50_milliseconds"] <= figures["latency_p99_milliseconds"]
    assert figures["server_cpu_microseconds"] > 0
    for name in figures:
        for language in ("fr", "en"):
            assert Words(language)(f"bench.{name}")


# --- the small client ---


class Listener(WebSocket):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []
        self._shaking = False

    def hear(self, message: bytes) -> None:
        self.heard.append(message)


def framed(text: bytes) -> bytes:
    """As a server sends it: a client's frame without its mask."""
    sent = frame(TEXT, text)
    head = len(sent) - len(text) - 4
    return bytes((sent[0], sent[1] & 0x7F)) + sent[2:head] + text


@pytest.mark.parametrize("cut", [1, 2, 3, 5, 100, 70_000, 10**6])
def test_messages_come_whole_however_they_are_cut(cut: int) -> None:
    texts = [b"a", b"b" * 125, b"c" * 126, b"", b"d" * 65_535, b"e" * 65_536]
    stream = b"".join(map(framed, texts))
    listener = Listener()
    for at in range(0, len(stream), cut):
        listener.data_received(stream[at : at + cut])
    assert listener.heard == texts


def test_moves_are_those_that_are_offered() -> None:
    message = b"""{"type":"update","version":7,"you":{"game":"korsar","options":{
        "draw":{"kind":"Allowed","move":"+","after":null},
        "lay":{"G2":{"kind":"Allowed","move":"G2","after":null}},
        "play":{"r1":{"1":{"kind":"Refused","refused":"K-PIR-2","by":1},"2":{"kind":"Allowed","move":"r1@2","after":{}}}},
        "discard":{"r1":{"kind":"Refused","refused":"K-TURN-3","by":null}}}}}"""
    view: View = decode_view(message)
    assert view.version == 7
    assert view.you is not None
    assert view.you.options is not None
    assert offered(view.you.options) == ["+", "G2", "r1@2"]
    assert offered(Options(moves=["wind", "keep"])) == ["wind", "keep"]
