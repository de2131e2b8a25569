"""The log, line by line."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from corsaires.server import logs


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """What is logged; afterwards the loggers are as they were."""
    loggers = [logging.getLogger(name) for name in ("corsaires", *logs.THEIRS)]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    written = io.StringIO()
    logs.set_up_logs("debug", written)
    yield written
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_an_event_is_one_line_with_its_fields(stream: io.StringIO) -> None:
    logs.say("moved", table="t1", ms=1.5, text="one\ntwo")
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line).items() >= {"event": "moved", "level": "info", "table": "t1", "ms": 1.5}.items()


def test_what_is_secret_is_left_out_whoever_logs_it(stream: io.StringIO) -> None:
    secrets: dict[str, Any] = dict.fromkeys(sorted(logs.SECRET), "hush")
    logs.say("dealt", **secrets, table="t1")
    try:
        raise ValueError("hush")
    except ValueError as error:
        logs.say("fault", error=error)
    logging.getLogger("uvicorn.error").info("hush")
    logging.getLogger("uvicorn.error").warning("path %s", "hush")
    logging.getLogger("asyncio").error("Exception in callback\nhandle: <TimerHandle say('hush')>")
    said = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["event"] for line in said] == ["dealt", "fault", "uvicorn.error", "asyncio"]
    assert said[1]["error"] == "ValueError"
    assert "test_logs.py" in said[1]["at"][0]
    assert "hush" not in stream.getvalue()


def test_anything_can_be_logged(stream: io.StringIO) -> None:
    logs.say("odd", thing=object(), time="not ours to overwrite")
    assert json.loads(stream.getvalue())["thing"] == "object"
