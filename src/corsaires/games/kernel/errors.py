"""What can go wrong, each with what is wrong, where, and what to do. After any of these nothing has changed."""

from __future__ import annotations

SHOWN = 60  # characters of somebody's text that a message repeats


def shown(text: object) -> str:
    """Somebody's input, short enough and plain enough to stand in a message."""
    whole = _ascii(text)
    return whole if len(whole) <= SHOWN else f"{whole[: SHOWN - 1]}… ({len(whole):,} characters)"


def _ascii(text: object) -> str:
    try:
        return ascii(text)
    except ValueError:  # a number with thousands of digits
        return f"a very large {type(text).__name__}"


class CorsairesError(Exception):
    """The base of every error that a user of the games can cause."""


class InvalidMove(CorsairesError, ValueError):
    """A text that is not a move of this game, whatever the position."""


class IllegalMove(CorsairesError, ValueError):
    """A move that the rules forbid now. `rule` is the number of the rule, `by` the side whose doing it is."""

    def __init__(self, move: str, rule: str, reason: str, by: int | None = None) -> None:
        super().__init__(f"{move} is not allowed: {reason} ({rule})")
        self.move = move
        self.rule = rule
        self.reason = reason
        self.by = by


class InvalidSetup(CorsairesError, ValueError):
    """A game or table that cannot be set up. `key` names the setting."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


class InvalidRecord(CorsairesError, ValueError):
    """A record that does not fit the format or the rules. `path` says where in it."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class SealedRecord(CorsairesError):
    """The record of an unfinished game, without the deal: it cannot be replayed."""
