"""The log: one line of JSON an event. It never holds a token, a cookie, a seed, a hand, or the way to a private table.

An exception is logged by its kind and the places it came through, not by its message, which may repeat a secret.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import IO, Any, Final

NAME: Final = "corsaires.server"
SECRET: Final = frozenset(
    {"authorization", "cookie", "deal", "deck", "hand", "hands", "link", "nonce", "password", "secret", "seed", "token"}
)
THEIRS: Final = ("litestar", "uvicorn", "websockets", "asyncio")  # their own messages name paths and queries
_log: Final = logging.getLogger(NAME)


class OneLine(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        ours = record.name.startswith("corsaires")
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if ours else record.name,
        }
        fields = getattr(record, "fields", {})
        line.update((key, value) for key, value in fields.items() if key not in SECRET and key not in line)
        if not ours:
            line["said"] = str(record.msg).strip().partition("\n")[0]  # without its arguments; asyncio lists them below
        if record.exc_info and record.exc_info[1] is not None:
            line.update(_exception(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False, default=lambda value: type(value).__name__)


def _exception(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__qualname__,
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def say(event: str, *, level: int = logging.INFO, error: BaseException | None = None, **fields: object) -> None:
    """Log an event with its fields."""
    if _log.isEnabledFor(level):
        _log.log(level, event, exc_info=error, extra={"fields": fields})


def set_up_logs(level: str, stream: IO[str] | None = None) -> None:
    """Everything that is logged goes to a stream, else to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(OneLine())
    for name in ("corsaires", *THEIRS):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "corsaires" else logging.WARNING)
