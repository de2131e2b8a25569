"""Where the dice of a table come from: a fair stream, or results given beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.kernel.fair import Stream

FACES: Final = 6


class FairDice:
    """Dice from a key: an ordinary die below(6), a coloured die below(6) into its faces, the wind coloured first."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._stream = Stream(key)
        self._thrown = 0  # a copy throws as many

    def skip(self, faces: list[str]) -> None:
        """A throw whose result is known."""
        self.throw(faces)

    def throw(self, faces: list[str]) -> int:
        if len(faces) > FACES:
            return self._die() * FACES + self._die()
        return self._die()

    @property
    def left(self) -> int:
        return 0

    def _die(self) -> int:
        self._thrown += 1
        return self._stream.below(FACES)

    def copy(self) -> FairDice:
        twin = FairDice(self._key)
        for _ in range(self._thrown):
            twin._die()
        return twin


class GivenDice:
    """Results in the order of their use, as they stand after `=`."""

    def __init__(self, results: Sequence[str]) -> None:
        if not isinstance(results, list | tuple) or not all(isinstance(result, str) for result in results):
            raise InvalidSetup("dice", f"must be a list of results as texts, like ['4', 'Y3'], not {shown(results)}")
        self._results = list(results)

    def skip(self, faces: list[str]) -> None:
        """A throw whose result is known uses up none of those given."""

    def throw(self, faces: list[str]) -> int:
        if not self._results:
            raise InvalidSetup("dice", "there are no more results given, and the game goes on")
        result = self._results[0]
        if result not in faces:
            raise InvalidSetup("dice", f"{shown(result)} is not on the die; it has {', '.join(dict.fromkeys(faces))}")
        self._results.pop(0)
        return faces.index(result)

    @property
    def left(self) -> int:
        return len(self._results)

    def copy(self) -> GivenDice:
        return GivenDice(self._results)
