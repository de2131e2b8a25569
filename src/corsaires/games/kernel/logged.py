"""What every table keeps of itself: how it came about, its moves, and what they led to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol

from corsaires.games.kernel.game import Record
from corsaires.games.kernel.record import Origin, write_record


class Ending(Protocol):
    """How a game ended."""

    @property
    def reason(self) -> str: ...

    @property
    def scores(self) -> tuple[int, ...]: ...

    @property
    def winners(self) -> tuple[int, ...]: ...


class Logged(ABC):
    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._moves: list[str] = []

    @property
    @abstractmethod
    def _end(self) -> Ending | None:
        """How the game ended; None before the end."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._end is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won; none before the end."""
        return self._end.winners if self._end else ()

    @property
    def reason(self) -> str | None:
        """The number of the rule that ended the game."""
        return self._end.reason if self._end else None

    @property
    def history(self) -> tuple[str, ...]:
        """The moves made so far, as texts."""
        return tuple(self._moves)

    def record(self) -> Record:
        """The game written down; sealed, without what is secret, until the game is over."""
        return write_record(self._origin, self._moves, self._result(), unsealed=self.over)

    def unsealed(self) -> Record:
        """The record with every secret of the table, for its keeper alone."""
        return write_record(self._origin, self._moves, self._result(), unsealed=True)

    def _result(self) -> Record | None:
        end = self._end
        if end is None:
            return None
        return {"scores": list(end.scores), "winners": list(end.winners), "reason": end.reason}
