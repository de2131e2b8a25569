"""The contract that every game fulfils: what a user, a bot, a server or an environment may rely on.

A *game* is the choice of rules and seats; a *table* is one game being played. Seats count from 0; a *side* is a seat
or, in team play, a team.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self

from corsaires.games.kernel.fair import Fair
from corsaires.games.kernel.rng import Rng

Record = dict[str, Any]

FORMAT = "corsaires-record/1"


class Table(Protocol):
    """One game being played. A refused move changes nothing."""

    @property
    def turn(self) -> int | None:
        """The seat to act; None when the game is over."""

    @property
    def over(self) -> bool: ...

    @property
    def scores(self) -> tuple[int, ...]:
        """One a side: during play what is banked, at the end what counts."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that have won; none before the end."""

    @property
    def reason(self) -> str | None:
        """The number of the rule that ended the game."""

    @property
    def history(self) -> tuple[str, ...]:
        """The moves made so far, as texts."""

    def moves(self) -> list[str]:
        """The legal moves as texts, in the order of the game's notation."""

    def play(self, text: str) -> tuple[Any, ...]:
        """Make a move and return the public events it led to; raises InvalidMove or IllegalMove."""

    @staticmethod
    def is_chance(text: str) -> bool:
        """Whether a move of the history drew a card or threw a die."""

    def redo(self, text: str) -> tuple[Any, ...]:
        """Make a move as a record has it, with what the dice gave it."""

    def view(self, seat: int | None = None, *, options: bool = True) -> Any:
        """What this seat, or a spectator (None), may see."""

    def own(self, seat: int | None) -> Any:
        """The part of `view` that is not everybody's, without options; to be hashed: equal ones are shown the same."""

    def position(self) -> str:
        """The whole position as one line, secrets included."""

    def record(self) -> Record:
        """The game written down; sealed, without the deal, until the game is over."""

    def unsealed(self) -> Record:
        """The record of an unfinished game with its deal: every secret of the table, for its keeper alone."""

    def copy(self) -> Self: ...


class Game(Protocol):
    """A game with its rules and seats chosen."""

    @property
    def name(self) -> str: ...

    @property
    def seats(self) -> int: ...

    @property
    def sides(self) -> int: ...

    @classmethod
    def load(cls, **choices: Any) -> Self:
        """Choose the seats and the rules; raises InvalidSetup."""

    def deal(self, *, seed: int | None = None, fair: Fair | None = None, names: Sequence[str] | None = None) -> Table:
        """A new table; without a seed, from a secret one."""

    def set_up(self, position: str) -> Table:
        """The table of a position text."""

    def simulate(self, games: int, seed: int) -> tuple[int, list[int]]:
        """Play whole games of uniformly random moves; the number of moves made and each side's sum of scores."""

    def determinize(self, view: Any, rng: Rng) -> Table:
        """A full table that fits what a seat sees, uniformly over what it cannot see."""

    def setup(self) -> Record:
        """The choices that make this game, as plain data."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The game that a record was played by; raises InvalidRecord."""

    def redeal(self, record: Mapping[str, Any]) -> Table:
        """The table of a record before its first move; raises InvalidRecord or SealedRecord."""

    def check_proof(self, record: Mapping[str, Any]) -> None:
        """Do again what a record's proof says chance did, and compare; raises InvalidRecord."""


def side_of(game: Game, seat: int) -> int:
    """The side that a seat plays for: partners sit side by side."""
    return seat * game.sides // game.seats
