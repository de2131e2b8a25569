"""What comes in and what does not, and what every answer says."""

from __future__ import annotations

import json
import socket as sockets
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from corsaires.server import gate
from corsaires.server.limits import BODY, MESSAGE, Buckets, Counts
from corsaires.store import StoreDown
from tests.server.serving import PATIENCE, Served, serving

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
}


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """A WebSocket that says everything back."""
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(
        tmp_path_factory.mktemp("server"), socket=echo, limits=False, origins=frozenset({"https://play.example"})
    ) as server:
        yield server


def to_socket(served: Served, **options: Any) -> ClientConnection:
    connection: ClientConnection = connect(f"ws://127.0.0.1:{served.port}/ws", proxy=None, **options)
    return connection


# --- headers ---


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/api/me", 200),
        ("GET", "/api/games", 200),
        ("GET", "/schema", 200),
        ("GET", "/schema/openapi.json", 200),
        ("GET", "/plain.css", 200),
        ("GET", "/metrics", 200),
        ("GET", "/healthz", 200),
        ("GET", "/nothing", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/chess/rules", 400),
        ("GET", "/api/games/korsar/rules?lang=de", 400),
        ("POST", "/api/bots", 405),
        ("PATCH", "/api/me", 400),
        ("OPTIONS", "/nothing", 204),
    ],
)
def test_every_answer_has_the_headers(served: Served, method: str, path: str, status: int) -> None:
    with served.client() as client:
        answer = client.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value]
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert f"connect-src 'self' ws://127.0.0.1:{served.port}" in policy
    for never in ("unsafe", "upgrade-insecure-requests", "*"):
        assert never not in policy
    assert "strict-transport-security" not in answer.headers
    assert "cross-origin-opener-policy" not in answer.headers
    assert "server" not in answer.headers
    assert "cache-control" in answer.headers


def test_by_https_a_page_has_its_windows_to_itself(tmp_path: Path) -> None:
    """Over plain http browsers would only complain of the header."""
    by_https = {"x-forwarded-proto": "https"}
    with serving(tmp_path, proxies=(ip_network("127.0.0.0/8"),)) as served, served.client(**by_https) as client:
        assert client.get("/").headers["cross-origin-opener-policy"] == "same-origin"


def test_a_strange_host_does_not_get_into_the_policy(served: Served) -> None:
    with served.client(host="x; script-src *") as client:
        answer = client.get("/healthz")
    assert "script-src *" not in answer.headers["content-security-policy"]


def test_a_head_has_no_body(served: Served) -> None:
    with served.client() as client:
        answer = client.head("/api/bots")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", ["/", "/schema"])
def test_pages_ask_nobody_else_for_anything(served: Served, path: str) -> None:
    with served.client() as client:
        page = client.get(path).text
    for never in ("<script", "<style", " style=", "https://", "http://", "//cdn"):
        assert never not in page


def test_errors_are_told_in_both_languages(served: Served) -> None:
    said = {}
    for language in ("fr", "en"):
        with served.client(**{"accept-language": language}) as client:
            answer = client.get("/api/games/chess/rules")
        assert answer.headers["content-type"].startswith("application/json")
        said[language] = answer.json()
    assert said["fr"]["code"] == said["en"]["code"] == "setup"
    assert said["fr"]["key"] == said["en"]["key"] == "game"
    assert said["fr"]["text"].startswith("Une partie")
    assert said["en"]["text"].startswith("A game")


# --- pages from elsewhere ---


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "", "x", "http://[", "file://"]
)
def test_a_page_from_elsewhere_can_change_nothing(served: Served, origin: str) -> None:
    with served.client() as client:
        client.get("/api/me")
        refused = client.patch("/api/me", json={"name": "Robbed"}, headers={"origin": origin})
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden_origin")
        assert client.get("/api/me").json()["name"] != "Robbed"
    with pytest.raises(InvalidStatus) as error, to_socket(served, origin=origin or "https://"):
        pass
    assert error.value.response.status_code == 403
    assert json.loads(error.value.response.body or b"")["code"] == "forbidden_origin"


def test_a_browser_that_says_cross_site_is_believed(served: Served) -> None:
    with served.client() as client:
        refused = client.get("/api/me", headers={"sec-fetch-site": "cross-site"})
        assert refused.status_code == 403
        assert "set-cookie" not in refused.headers
        assert client.post("/api/me/link", headers={"sec-fetch-site": "cross-site"}).status_code == 403


@pytest.mark.parametrize("own", [True, False])
def test_our_own_page_and_those_we_know_can(served: Served, own: bool) -> None:
    origin = served.url if own else "https://play.example"
    with served.client(origin=origin) as client:
        client.get("/api/me")
        assert client.patch("/api/me", json={"name": "Anne"}).status_code == 200
    with to_socket(served, origin=origin) as connection:
        connection.send("ahoy")
        assert connection.recv(PATIENCE) == "ahoy"


# --- the WebSocket's door ---


def test_there_is_one_path_for_sockets(served: Served) -> None:
    with pytest.raises(InvalidStatus) as error, connect(f"ws://127.0.0.1:{served.port}/api/me", proxy=None):
        pass
    assert error.value.response.status_code == 404


def test_a_socket_is_not_compressed_and_not_flooded(served: Served) -> None:
    with to_socket(served) as connection:
        assert connection.response is not None
        assert "sec-websocket-extensions" not in connection.response.headers
        connection.send("x" * MESSAGE)
        assert connection.recv(PATIENCE) == "x" * MESSAGE
        connection.send("x" * (MESSAGE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_open_sockets_are_counted_and_bounded(tmp_path: Path) -> None:
    with serving(tmp_path, socket=echo) as served, served.client() as client:
        served.shell.limits.connections = Counts(2)
        with to_socket(served), to_socket(served):
            assert "corsaires_connections 2.0" in client.get("/metrics").text
            with pytest.raises(InvalidStatus) as error, to_socket(served):
                pass
            assert error.value.response.status_code == 429
            assert error.value.response.headers["retry-after"] == "60"


def test_sockets_are_told_when_the_server_goes_away(tmp_path: Path) -> None:
    with serving(tmp_path, socket=echo) as served, to_socket(served) as connection:
        connection.send("ahoy")
        assert connection.recv(PATIENCE) == "ahoy"
        served.stop()
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1001


# --- too much ---


def test_a_body_that_is_too_long_is_refused(served: Served) -> None:
    with served.client() as client:
        client.get("/api/me")
        for body in (b"x" * (BODY + 1), b'{"name": "' + b"x" * BODY + b'"}'):
            refused = client.patch("/api/me", content=body)
            assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_a_body_of_unknown_length_that_is_too_long_is_refused(served: Served) -> None:
    with served.client() as client:
        client.get("/api/me")
        refused = client.patch("/api/me", content=iter([b'{"name": "', *[b"x" * 1000] * 40, b'"}']))
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")


def test_a_length_that_is_none_is_refused(served: Served) -> None:
    with sockets.create_connection(("127.0.0.1", served.port), PATIENCE) as raw:
        raw.sendall(b"POST /api/me/claim HTTP/1.1\r\nhost: x\r\ncontent-length: " + b"9" * 30 + b"\r\n\r\n")
        assert raw.recv(100).split(b" ")[1] in (b"400", b"413")


def test_who_asks_too_much_waits(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.client(**{"accept-language": "fr"}) as client:
        served.shell.limits.requests = Buckets(rate=0.01, burst=3)
        answers = [client.get("/api/bots") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[3].json()["code"] == "too_many"
        assert "Essayez encore" in answers[3].json()["hint"]
        assert 0 < int(answers[3].headers["retry-after"]) <= 100
        assert client.get("/healthz").status_code == 200
        assert 'corsaires_refused_total{code="too_many"} 1.0' in client.get("/metrics").text


def test_behind_a_trusted_proxy_each_address_is_counted_for_itself(tmp_path: Path) -> None:
    with serving(tmp_path, proxies=(ip_network("127.0.0.1/32"),)) as served, served.client() as client:
        served.shell.limits.requests = Buckets(rate=0.01, burst=1)

        def ask(forwarded: str) -> int:
            return client.get("/api/bots", headers={"x-forwarded-for": forwarded}).status_code

        assert ask("203.0.113.1") == 200
        assert ask("203.0.113.1") == 429
        assert ask("203.0.113.2") == 200
        assert ask("203.0.113.99, 203.0.113.1") == 429  # what a client writes itself comes before


def test_without_a_trusted_proxy_nobody_chooses_their_address(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.client() as client:
        served.shell.limits.requests = Buckets(rate=0.01, burst=1)
        assert client.get("/api/bots", headers={"x-forwarded-for": "203.0.113.1"}).status_code == 200
        assert client.get("/api/bots", headers={"x-forwarded-for": "203.0.113.2"}).status_code == 429


@pytest.mark.parametrize(("kind", "path"), [("claims", "/api/me/claim"), ("links", "/api/me/link")])
def test_links_are_neither_guessed_nor_piled_up(tmp_path: Path, kind: str, path: str) -> None:
    with serving(tmp_path) as served, served.client() as client:
        client.get("/api/me")
        setattr(served.shell.limits, kind, Buckets(rate=0.01, burst=2))
        answers = [client.post(path, json={"secret": "A" * 43}).status_code for _ in range(3)]
    assert answers[:2] != [429, 429]
    assert answers[2] == 429


def test_newcomers_are_bounded_and_old_friends_are_not(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.client() as friend:
        friend.get("/api/me")
        served.shell.limits.newcomers = Buckets(rate=0.01, burst=1)
        answers = []
        for _ in range(2):
            with served.client() as newcomer:
                answers.append(newcomer.get("/api/me").status_code)
        assert answers == [200, 429]
        assert friend.get("/api/me").status_code == 200


def test_a_request_that_never_ends_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "PATIENCE", 0.05)
    with serving(tmp_path) as served, sockets.create_connection(("127.0.0.1", served.port), PATIENCE) as raw:
        raw.sendall(
            b"POST /api/me/claim HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"
        )
        assert raw.recv(100).startswith(b"HTTP/1.1 408")


# --- what goes wrong on our side ---


class Broken:
    """A store that fails as it is told to."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def __getattr__(self, name: str) -> Any:
        async def fail(*_: object) -> None:
            raise self.error

        return fail

    def ready(self) -> bool:
        return False

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("why", ["full", "down"])
def test_a_store_that_is_down_is_said_so(tmp_path: Path, why: Any) -> None:
    broken: Any = Broken(StoreDown(why))
    with serving(tmp_path, store=broken) as served, served.client() as client:
        refused = client.get("/api/me")
        assert (refused.status_code, refused.json()["code"]) == (503, f"store_{why}")
        assert refused.headers["retry-after"] == "5"
        assert client.get("/healthz").status_code == 200
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["store"]) == (503, "down")


def test_a_fault_of_ours_shows_nothing_of_the_inside(tmp_path: Path) -> None:
    broken: Any = Broken(ZeroDivisionError("the secret is 42"))
    with serving(tmp_path, store=broken) as served, served.client() as client:
        answer = client.get("/api/me")
        assert "corsaires_errors_total 1.0" in client.get("/metrics").text
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert answer.json()["id"] == answer.headers["x-request-id"]
    for inside in ("secret", "ZeroDivision", "Traceback", ".py"):
        assert inside not in answer.text


def test_a_server_that_can_serve_is_ready(served: Served) -> None:
    with served.client() as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/readyz").json() == {"ready": True, "store": "up", "writes": "up", "bus": "none"}


def test_what_is_no_http_is_answered_as_such(served: Served) -> None:
    for garbage in (b"\x00\xff\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET " + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n"):
        with sockets.create_connection(("127.0.0.1", served.port), PATIENCE) as raw:
            raw.sendall(garbage)
            assert b"Traceback" not in raw.recv(1000)
    with httpx.Client(base_url=served.url, trust_env=False) as client:
        assert client.get("/healthz").status_code == 200
