"""What somebody at a table was told, kept as a client keeps it."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


class Ear:
    def __init__(self) -> None:
        self.table: Message = {}  # the last full table
        self.now: Message = {}  # the last message with a view: table or update
        self.seats: Message = {}

    def take_in(self, message: Message) -> None:
        match message["type"]:
            case "table":
                self.table = self.now = message
                self.seats = message["seats"]
            case "update":
                self.now = message
            case "you":
                self.now = {**self.now, "you": message["you"], "version": message["version"]}
            case "seats":
                self.seats = message
