"""What a client is told when something goes wrong: a code, a sentence in its language, what to do. Never a trace."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from corsaires.games.kernel.errors import CorsairesError, IllegalMove, InvalidRecord, InvalidSetup
from corsaires.server.caller import Caller, caller_of
from corsaires.server.logs import say
from corsaires.server.words import Words, texts
from corsaires.store.log import StoreDown
from corsaires.tables import refused as tables

FAULT: Final = 500  # and above: our own doing
RETRY: Final = 5.0  # seconds after which a store may be there again
ALWAYS: Final = (408, 413, 429, 500, 503)  # whatever was asked for
CODES: Final = {400: "bad_request", 404: "not_found", 405: "not_allowed", 413: "too_large", 415: "not_json"}
STATUSES: Final = {
    "bad_request": 400,
    "forbidden_origin": 403,
    "internal": 500,
    "link": 410,
    "name": 400,
    "no_guest": 401,
    "not_found": 404,
    "setup": 400,
    "store_down": 503,
    "store_full": 503,
    "too_large": 413,
    "too_many": 429,
    "too_slow": 408,
}

TABLE: Final = {"no-table": 404, "not-stored": 503, "host-only": 403, "no-seat": 403}  # others: 409


class Problem(msgspec.Struct, omit_defaults=True):
    """What went wrong."""

    code: str
    text: str
    hint: str
    id: str  # of this request, as the log has it
    key: str | None = None  # the setting or field that is meant


def told(*statuses: int) -> dict[int, ResponseSpec]:
    """The problems that a route may answer with, for its description."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in sorted((*statuses, *ALWAYS))
    }


class Refused(Exception):
    """Something that a client may not do, or not now. `code` is a key of `error` in the texts."""

    def __init__(
        self, code: str, *, key: str | None = None, wait: float = 0.0, status: int = 0, **values: object
    ) -> None:
        super().__init__(code)
        self.code = code
        self.key = key
        self.wait = wait
        self.status = status or STATUSES.get(code, 400)
        self.values = values


def refusal_of(error: BaseException) -> Refused:
    """How an error is told."""
    match error:
        case Refused():
            return error
        case InvalidSetup():
            return Refused("setup", key=error.key, why=str(error))
        case IllegalMove():
            return Refused("illegal", key=error.rule, why=error.reason)
        case InvalidRecord():
            return Refused("bad_request", key=error.path)
        case CorsairesError():
            return Refused("bad_request")
        case StoreDown():
            return Refused(f"store_{error.why}", wait=RETRY)
        case tables.Refused():
            return Refused(error.code, status=TABLE.get(error.code, 409), **from_one(error.values))
        case HTTPException() if error.status_code in CODES:
            return Refused(CODES[error.status_code], status=error.status_code, key=_where(error))
        case HTTPException() if error.status_code < FAULT:
            return Refused("bad_request", status=error.status_code)
        case _:
            return Refused("internal")


def _where(error: HTTPException) -> str | None:
    """The field that a body or a query has wrong."""
    first = error.extra[0] if isinstance(error.extra, list) and error.extra else None
    key = first.get("key") if isinstance(first, dict) else None
    return key if isinstance(key, str) else None


def problem(refused: Refused, caller: Caller) -> Problem:
    """What a client is told."""
    words, known, code = Words(caller.language), texts(caller.language), refused.code
    values = {**refused.values, "where": refused.key or "", "seconds": seconds(refused.wait)}
    text = next((key for key in (f"error.{code}", f"refused.{code}") if key in known), "error.bad_request")
    hint = f"hint.{code}" if f"hint.{code}" in known else "hint.table"
    return Problem(code, words(text, **values), words(hint, **values), caller.id, refused.key)


def from_one(values: Mapping[str, Any]) -> dict[str, Any]:
    """Seats as people count them."""
    seat = values.get("seat")
    return {**values, "seat": seat + 1} if isinstance(seat, int) else dict(values)


def seconds(wait: float) -> int:
    """Whole seconds, at least one."""
    return max(1, math.ceil(wait))


def headers_of(refused: Refused) -> dict[str, str]:
    return {"retry-after": str(seconds(refused.wait))} if refused.wait else {}


def report(error: BaseException, refused: Refused, caller: Caller, where: str) -> None:
    """Log what went wrong: our own faults with the way there, what a client did wrong only for who looks closely."""
    fault = refused.status >= FAULT
    say(
        "fault" if fault else "refused",
        level=logging.ERROR if fault else logging.DEBUG,
        error=error if fault else None,
        id=caller.id,
        code=refused.code,
        status=refused.status,
        where=where,
    )


def on_error(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """Litestar's handler of every exception."""
    scope: Any = request.scope
    caller, refused = caller_of(scope), refusal_of(error)
    report(error, refused, caller, scope.get("path_template") or "?")
    metrics = request.app.state.get("metrics")
    if metrics is not None:
        (metrics.errors if refused.code == "internal" else metrics.refused.labels(refused.code)).inc()
    return Response(problem(refused, caller), status_code=refused.status, headers=headers_of(refused))
