"""Somebody who whispers positions to a page."""

from __future__ import annotations

import json

from playwright.sync_api import Page, WebSocketRoute


class Prompter:
    """Stands in for the server's WebSocket: tells the page whatever position it is given."""

    def __init__(self, page: Page) -> None:
        self.told = ""
        self.socket: WebSocketRoute | None = None
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self._hear(json.loads(str(text))))
        socket.send(json.dumps({"type": "welcome", "guest": "g", "name": "Jeanne", "server": "test"}))

    def _hear(self, wish: dict[str, str]) -> None:
        assert self.socket is not None
        if wish["type"] == "watch":
            self.socket.send(self.told)
        self.socket.send(json.dumps({"type": "done", "id": wish["id"], "seq": None}))

    def tell(self, table: str) -> None:
        self.told = table
        if self.socket is not None:
            self.socket.send(table)
