"""A whole server inside the test, without sockets: every byte that it sends is kept, chance and time are pinned."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from corsaires.server.settings import Settings
from corsaires.server.whole import make_server
from corsaires.server.wire import EXTENSION
from corsaires.store import NoBus
from corsaires.store.sqlite import SqliteStore
from corsaires.tables.desk import Desk
from corsaires.tables.harbour import Harbour
from corsaires.tables.times import Times

Message = dict[str, Any]
PATIENCE = 60.0
START = 1_700_000_000_000  # ms: when every pinned server begins
FOR_EVER = 10**15  # ms


class Time:
    """The clock of a pinned server: it goes on only when the test says so."""

    def __init__(self) -> None:
        self.now = START

    def pass_by(self, ms: int) -> None:
        self.now += ms


def pin(patch: pytest.MonkeyPatch, number: int = 1) -> Time:
    """Make chance follow from a number, and time stand still."""
    rng, time = random.Random(number), Time()
    patch.setattr(secrets, "token_hex", lambda n=32: rng.randbytes(n).hex())
    patch.setattr(secrets, "token_bytes", lambda n=32: rng.randbytes(n))
    patch.setattr(secrets, "randbits", rng.getrandbits)
    patch.setattr(secrets, "choice", rng.choice)
    patch.setattr(secrets, "token_urlsafe", lambda n=32: _urlsafe(rng.randbytes(n)))
    patch.setattr(SqliteStore, "clock", lambda self: time.now)
    return time


def _urlsafe(raw: bytes) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Inside:
    """The application, asked as a web server would ask it."""

    def __init__(self, app: Any) -> None:
        self.app = app

    @property
    def harbour(self) -> Harbour:
        harbour: Harbour = self.app.state.harbour
        return harbour

    def desk(self, table: str) -> Desk:
        return self.harbour._desks[table]

    async def settle(self) -> None:
        """Until everybody has been told who came and went, and which tables are open."""
        changed: Any = self.harbour.lobby_changed
        while changed.__self__.is_set() or any(map(is_brief, self.harbour._tasks)):
            await asyncio.sleep(0)


def is_brief(task: asyncio.Task[None]) -> bool:
    """Whether a task is neither for ever nor a bot's thought."""
    frame: Any = getattr(task.get_coro(), "cr_frame", None)
    work = None if frame is None else frame.f_locals.get("work")
    return getattr(work, "__name__", "") not in ("_every", "_bot_moves", "run", "")


@asynccontextmanager
async def inside(directory: Path, *, delay: int = 30_000) -> AsyncIterator[Inside]:
    """A server until the end of the block. A clock that jumps is no server that was down."""
    directory.mkdir(parents=True, exist_ok=True)
    settings = Settings(
        str(directory / "tables.sqlite"), limits=False, web=directory, times=Times(lapse=FOR_EVER, delay=delay)
    )
    store = await SqliteStore.open(Path(settings.database))
    store._connection.execute("PRAGMA synchronous = OFF")  # nobody pulls the plug here
    app = make_server(settings, store, NoBus())
    asked: asyncio.Queue[Message] = asyncio.Queue()
    answers: asyncio.Queue[Message] = asyncio.Queue()
    life = asyncio.create_task(app({"type": "lifespan", "state": {}}, asked.get, answers.put))  # type: ignore[arg-type]
    await asked.put({"type": "lifespan.startup"})
    assert (await answers.get())["type"] == "lifespan.startup.complete"
    try:
        yield Inside(app)
    finally:
        await asked.put({"type": "lifespan.shutdown"})
        assert (await answers.get())["type"] == "lifespan.shutdown.complete"
        await life


class Person:
    """A guest of such a server; `got` is every byte that they were sent, requests and sockets, in order."""

    def __init__(self, server: Inside) -> None:
        self.server = server
        self.got: list[bytes] = []
        self.cookie = ""
        self.id = ""
        self.heard: list[Message] = []  # what came by the socket now open
        self._in: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._sent = 0

    @classmethod
    async def come(cls, server: Inside, language: str = "en") -> Person:
        person = cls(server)
        me = await person.ask("GET", "/api/me", language=language)
        person.id = me["id"]
        await person.connect()
        return person

    # --- requests ---

    async def ask(self, method: str, path: str, body: Any = None, language: str = "en") -> Any:
        """The decoded answer."""
        status, raw = await self.ask_raw(method, path, body, language)
        assert status < 500, raw
        return json.loads(raw)

    async def ask_raw(self, method: str, path: str, body: Any = None, language: str = "en") -> tuple[int, bytes]:
        headers = [(b"host", b"inside"), (b"accept-language", language.encode())]
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        content = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            headers += [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
        scope = self._scope("http", path, headers) | {"method": method}
        status, answer = 0, b""
        requests = iter([{"type": "http.request", "body": content, "more_body": False}])
        never = asyncio.Event()

        async def receive() -> Message:
            for request in requests:
                return request
            await never.wait()
            raise AssertionError

        async def send(message: Message) -> None:
            nonlocal status, answer
            if message["type"] == "http.response.start":
                status = message["status"]
                for name, value in message["headers"]:
                    self._keep_cookie(name, value)
                    self.got.append(name + b": " + value)
            else:
                answer += message.get("body", b"")

        await self.server.app(scope, receive, send)
        self.got.append(answer)
        return status, answer

    def _keep_cookie(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"set-cookie":
            self.cookie = value.decode().partition(";")[0]

    def _scope(self, kind: str, path: str, headers: list[tuple[bytes, bytes]]) -> Message:
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "headers": headers,
            "client": ("127.0.0.1", 4321),
            "server": ("127.0.0.1", 8321),
            "state": {},
            "extensions": {EXTENSION: self},
        }

    # --- the socket ---

    async def connect(self) -> None:
        self.heard, self._in = [], asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        headers = [(b"host", b"inside"), (b"cookie", self.cookie.encode())]
        scope = self._scope("websocket", "/ws", headers)
        self._task = asyncio.create_task(self.server.app(scope, self._in.get, self._send))
        await self.wait(lambda: bool(self.heard))

    async def _send(self, message: Message) -> None:
        self.got.append(repr(message).encode())

    def push(self, *texts: bytes) -> bool:
        self.got += texts
        self.heard += map(json.loads, texts)
        self._changed.set()
        return True

    def listen(self, hear: Callable[[bytes], bool]) -> None:
        """What is sent from here waits to be received."""

    def shut(self, code: int) -> None:
        self.got.append(f"closed with {code}".encode())
        self._in.put_nowait({"type": "websocket.disconnect", "code": code})

    async def drop(self) -> None:
        if self._task is not None:
            self._in.put_nowait({"type": "websocket.disconnect", "code": 1006})
            await self._task
            self._task = None

    async def wait(self, until: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not until():
                self._changed.clear()
                await self._changed.wait()

    async def wish(self, kind: str, **wish: Any) -> Message:
        """The answer to a wish: done or refused."""
        self._sent += 1
        name = wish.pop("id", f"{kind}-{self._sent}")
        before = len(self.heard)
        self._in.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": kind, "id": name, **wish})})
        found: list[Message] = []

        def answered() -> bool:
            found[:] = [m for m in self.heard[before:] if m["type"] in ("done", "refused") and m["id"] == name]
            return bool(found)

        await self.wait(answered)
        return found[0]

    async def send_raw(self, text: str) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    @property
    def now(self) -> Message:
        """The last message with a view."""
        return next(m for m in reversed(self.heard) if m["type"] in ("table", "update"))
