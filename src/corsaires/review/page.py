"""A review as plain data that JSON can hold (`corsaires-review/1`), and back. docs/review.md describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from corsaires.games.kernel.errors import InvalidRecord, shown
from corsaires.review.review import Ply, Review, TurningPoint

FORMAT: Final = "corsaires-review/1"


def write(review: Review) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": review.game,
        "names": list(review.names),
        "sides": review.sides,
        "bot": review.bot,
        "result": list(review.result),
        "plies": [{**ply._asdict(), "before": list(ply.before), "after": list(ply.after)} for ply in review.plies],
        "turning": [{**point._asdict(), "reason": dict(point.reason)} for point in review.turning],
    }


def read(page: Mapping[str, Any]) -> Review:
    """The review that was written; raises InvalidRecord."""
    if not isinstance(page, Mapping) or page.get("format") != FORMAT:
        found = page.get("format") if isinstance(page, Mapping) else page
        raise InvalidRecord("format", f"must be {FORMAT!r}, not {shown(found)}")
    try:
        return Review(
            page["game"],
            tuple(page["names"]),
            page["sides"],
            page["bot"],
            tuple(page["result"]),
            tuple(
                Ply(**{**ply, "before": tuple(ply["before"]), "after": tuple(ply["after"])}) for ply in page["plies"]
            ),
            tuple(TurningPoint(**point) for point in page["turning"]),
        )
    except (KeyError, TypeError) as error:
        raise InvalidRecord("review", f"is not complete: {type(error).__name__}: {error}") from None
