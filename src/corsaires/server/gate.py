"""The gate before the application: every answer has its headers, and what must not come in does not."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from corsaires.server.caller import Caller, caller_of, header
from corsaires.server.errors import Refused, headers_of, problem, refusal_of, report
from corsaires.server.headers import SAFE, is_welcome, security_headers
from corsaires.server.limits import BODY, key_of
from corsaires.server.shell import Shell

SOCKET: Final = "/ws"
REQUEST: Final = "http.response"  # the kind of answer that a request gets
PATIENCE: Final = 30.0  # seconds for a whole request
UNCOUNTED: Final = ("/healthz", "/readyz", "/metrics")


class Gate:
    """An ASGI application around another, and around the game's WebSocket, whose messages it leaves alone."""

    def __init__(self, app: ASGIApp, shell: Shell, socket: ASGIApp | None) -> None:
        self.app = app
        self.shell = shell
        self.socket = socket

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = caller_of(scope, self.shell.settings.proxies)
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._socket(scope, receive, send, caller)
        else:
            await self._request(scope, receive, send, caller)

    # --- requests ---

    async def _request(self, scope: Any, receive: Receive, send: Send, caller: Caller) -> None:
        started = False

        async def with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = _completed(message["headers"], caller)
            await send(message)

        try:
            self._check(scope, caller)
            asked: Any = (
                {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
            )  # the server sends no body then
            async with asyncio.timeout(PATIENCE):
                await self.app(asked, receive, with_headers)
        except Exception as error:
            if started:
                raise
            late = Refused("too_slow") if isinstance(error, TimeoutError) else error
            await self._refuse(late, caller, with_headers, REQUEST)

    def _check(self, scope: Any, caller: Caller) -> None:
        """Raise Refused for what need not be looked at any further."""
        shell = self.shell
        if scope["path"] not in UNCOUNTED:
            wait = shell.limits.requests.take(key_of(caller.address))
            if wait:
                raise Refused("too_many", wait=wait)
        if scope["method"] not in SAFE:
            self._check_origin(scope, caller)
        length = header(scope, b"content-length") or "0"
        if not length.isdecimal() or len(length) > len(str(BODY)) or int(length) > BODY:
            raise Refused("too_large", most=BODY)

    def _check_origin(self, scope: Any, caller: Caller) -> None:
        if not is_welcome(caller, header(scope, b"sec-fetch-site"), self.shell.settings.origins):
            raise Refused("forbidden_origin")

    async def _refuse(self, error: Exception, caller: Caller, send: Send, kind: str) -> None:
        """Answer with what is wrong; `kind` is a request's answer, or that to a WebSocket's handshake."""
        refused = refusal_of(error)
        report(error, refused, caller, "gate")
        self.shell.metrics.refused.labels(refused.code).inc()
        headers = [(name.encode(), value.encode()) for name, value in headers_of(refused).items()]
        headers.append((b"content-type", b"application/json"))
        if kind != REQUEST:
            headers = _completed(headers, caller)
        start: Any = {"type": f"{kind}.start", "status": refused.status, "headers": headers}
        body: Any = {"type": f"{kind}.body", "body": msgspec.json.encode(problem(refused, caller)), "more_body": False}
        await send(start)
        await send(body)

    # --- the WebSocket ---

    async def _socket(self, scope: Any, receive: Receive, send: Send, caller: Caller) -> None:
        """Let a connection in, if its page is welcome and its address has not too many."""
        limits, key = self.shell.limits, key_of(caller.address)
        try:
            if self.socket is None or scope["path"] != SOCKET:
                raise Refused("not_found")
            self._check_origin(scope, caller)
            wait = limits.requests.take(key)
            if wait:
                raise Refused("too_many", wait=wait)
            if not limits.connections.enter(key):
                raise Refused("too_many", wait=60)
        except Refused as refused:
            await receive()  # the handshake
            await self._refuse(refused, caller, send, "websocket.http.response")
            return
        self.shell.metrics.connections.inc()
        try:
            await self.socket(scope, receive, send)
        finally:
            self.shell.metrics.connections.dec()
            limits.connections.leave(key)


def _completed(given: Any, caller: Caller) -> list[tuple[bytes, bytes]]:
    """An answer's headers with ours; what is not said to be kept is not kept."""
    headers = list(given)
    names = {name.lower() for name, _ in headers}
    if b"cache-control" not in names:
        headers.append((b"cache-control", b"no-store"))
    headers.append((b"x-request-id", caller.id.encode()))
    return headers + [header for header in security_headers(caller) if header[0] not in names]
