"""Les Corsaires with its seats, chart and variant chosen: set-ups, positions and records."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, ClassVar, Final, Self

import numpy as np

from corsaires.games.kernel.errors import InvalidRecord, InvalidSetup, shown
from corsaires.games.kernel.fair import Fair, chance_of, key_of_number, read_proof
from corsaires.games.kernel.game import Record
from corsaires.games.kernel.layout import copied
from corsaires.games.kernel.record import Origin, check_names, is_name, recorded_proof
from corsaires.games.kernel.rng import Rng, below, seeded
from corsaires.games.les_corsaires import engine
from corsaires.games.les_corsaires.chart import DEFAULT, Chart, chart_from_bytes, chart_ids, load_chart
from corsaires.games.les_corsaires.dice import FairDice, GivenDice
from corsaires.games.les_corsaires.notation import Notation
from corsaires.games.les_corsaires.pieces import OWNERS
from corsaires.games.les_corsaires.plotted import plotted
from corsaires.games.les_corsaires.position import read_position, write_position
from corsaires.games.les_corsaires.rules import MAX_MOVES
from corsaires.games.les_corsaires.state import States, new_states
from corsaires.games.les_corsaires.table import Board, Dice, Table
from corsaires.games.les_corsaires.view import View

VARIANTS: Final = (None, "experienced", "very-young")  # C-VAR; one at a time
SEATS: Final = tuple(OWNERS)  # C-FLT-2


@dataclass(frozen=True)
class LesCorsaires:
    """Les Corsaires for these seats, on a chart, by a variant."""

    seats: int
    chart: Chart
    variant: str | None
    equal_fleets: bool

    name: ClassVar[str] = "les-corsaires"

    @classmethod
    def load(
        cls,
        *,
        seats: int = 4,
        chart: str | Chart = DEFAULT,
        variant: str | None = None,
        equal_fleets: bool = False,
        **unknown: Any,
    ) -> Self:
        """Choose seats, chart, variant and the option *equal fleets*; raises InvalidSetup."""
        for key in unknown:
            raise InvalidSetup(key, "is not a choice; they are seats, chart, variant, equal_fleets")
        check_choices(seats, variant, equal_fleets)
        return cls(seats, chart if isinstance(chart, Chart) else load_chart(chart), variant, equal_fleets)

    @property
    def sides(self) -> int:
        return self.seats

    @cached_property
    def board(self) -> Board:
        return Board(self.chart, plotted(self.chart), Notation(self.chart))

    def setup(self) -> Record:
        chart = {"id": self.chart.id, "sha256": self.chart.sha256}
        if not is_built_in(self.chart):
            chart["toml"] = self.chart.text
        return {
            "game": self.name,
            "chart": chart,
            "variant": self.variant,
            "options": {"equal_fleets": self.equal_fleets},
            "seats": self.seats,
            "teams": False,
        }

    def terms(self) -> Record:
        """The set-up that fair dice commit to."""
        return self.setup()

    def deal(
        self,
        *,
        seed: int | None = None,
        fair: Fair | None = None,
        dice: Sequence[str] | None = None,
        names: Sequence[str] | None = None,
    ) -> Table:
        """A new table: its dice from a number, from a fair seed, as given, or from a secret seed; raises InvalidSetup.

        `dice` are results as they stand after `=`, in the order of their use.
        """
        if sum(given is not None for given in (seed, fair, dice)) > 1:
            raise InvalidSetup("deal", "takes one of seed, fair or dice")
        if dice is not None:
            return self._table(GivenDice(dice), names, None)
        key, proof = chance_of(seed, fair, self.seats, self.terms())
        return self._table(FairDice(key), names, proof)

    def _table(self, dice: Dice, names: Sequence[str] | None, proof: Record | None) -> Table:
        origin = Origin(self.setup(), None, check_names(names, self.seats), None, proof)
        return Table(self._empty(), self.board, dice, origin)

    def _empty(self) -> States:
        """A table by these rules with nothing on it."""
        states = new_states()
        states["seats"] = self.seats
        states["variant"] = VARIANTS.index(self.variant)
        states["equal_fleets"] = self.equal_fleets and self.seats == 3  # noqa: PLR2004  # C-FLT-2: three players
        states["owner"][0] = OWNERS[self.seats]
        engine.begin(states, 0)
        return states

    # --- positions and samples ---

    def set_up(self, position: str) -> Table:
        """The table of a position text; raises InvalidSetup."""
        states = self._empty()
        read_position(position, states, self.board.charts, self.board.notation)
        return self._set_table(states, FairDice(secrets.token_bytes(32)))

    def determinize(self, view: View, rng: Rng) -> Table:
        """A table that fits what a seat sees: the same, with other dice to come; `rng` from `kernel.rng`."""
        if not isinstance(view, View) or view.setup != self.setup():
            raise InvalidSetup("view", "must be a view of a table by the same rules")
        table = self._set_table(copied(view.sight), FairDice(key_of_number(below(rng, 1 << 30))))
        table.take_over(view)
        return table

    def _set_table(self, states: States, dice: Dice) -> Table:
        """A table that starts from a position, which its record keeps."""
        position = write_position(states, self.board.notation)
        return Table(states, self.board, dice, Origin({**self.setup(), "position": position}, None, None, None, None))

    def simulate(self, games: int, seed: int) -> tuple[int, list[int]]:
        """Play whole games of uniformly random moves; the number of moves made and each seat's sum of scores."""
        moves = np.empty(MAX_MOVES, np.int64)
        made, scores = engine.simulate(self._empty(), 0, self.board.charts, games, seeded(seed), moves)
        return made, scores.tolist()[: self.seats]

    # --- records ---

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The game that a record was played by; raises InvalidRecord."""
        if "variant" not in record:
            raise InvalidRecord("variant", "is missing; it may be null")
        if record.get("teams") is not False:
            raise InvalidRecord("teams", "must be false: this game has no teams")
        options = record.get("options")
        if not isinstance(options, dict) or options.keys() != {"equal_fleets"}:
            raise InvalidRecord("options", "must have equal_fleets")
        try:
            check_choices(record.get("seats"), record.get("variant"), options["equal_fleets"])
        except InvalidSetup as error:
            raise InvalidRecord(error.key, error.reason) from None
        chart = read_recorded_chart(record.get("chart"))
        return cls(record["seats"], chart, record["variant"], options["equal_fleets"])

    def redeal(self, record: Mapping[str, Any]) -> Table:
        """The table of a record before its first move; the dice stand in the moves. Raises InvalidRecord."""
        for key in ("deal", "first"):
            if record.get(key) is not None:
                raise InvalidRecord(key, "must be null: this game has no cards, and its dice say who starts")
        proof = recorded_proof(record)
        known = proof is not None and ("number" in proof or "seed" in proof)
        key_of_dice = read_proof(proof, self.seats)[0] if proof is not None and known else secrets.token_bytes(32)
        try:
            if record.get("position") is not None:
                return self.set_up(record["position"])
            return self._table(FairDice(key_of_dice), record.get("names"), proof)
        except InvalidSetup as error:
            raise InvalidRecord(error.key, error.reason) from None

    def check_proof(self, record: Mapping[str, Any]) -> None:
        """Throw the dice again from a record's proof and compare; raises InvalidRecord."""
        key, setup = read_proof(record["proof"], self.seats)
        if setup != self.terms():
            raise InvalidRecord("proof.setup", "is not the set-up of this record")
        table = self._table(FairDice(key), None, None)
        for ply, move in enumerate(record["moves"]):
            table.play(move.partition("=")[0])
            if table.history[-1] != move:
                raise InvalidRecord(f"moves[{ply}]", f"the proof's seed gives {table.history[-1]}, not {move}")


def check_choices(seats: object, variant: object, equal_fleets: object) -> None:
    if type(seats) is not int or seats not in SEATS:
        raise InvalidSetup("seats", f"2, 3 or 4 can play, not {shown(seats)} (C-FLT-2)")
    if variant not in list(VARIANTS):
        raise InvalidSetup("variant", f"must be experienced, very-young, or none, not {shown(variant)} (C-VAR-3)")
    if not isinstance(equal_fleets, bool):
        raise InvalidSetup("equal_fleets", f"must be true or false, not {shown(equal_fleets)}")


def is_built_in(chart: Chart) -> bool:
    return _digests().get(chart.id) == chart.sha256


@cache
def _digests() -> Mapping[str, str]:
    """Of every chart of this package: reading one takes milliseconds, and tables ask for it all the time."""
    return {name: load_chart(name).sha256 for name in chart_ids()}


def read_recorded_chart(chart: object) -> Chart:
    """The chart of a record: built in, or carried along; raises InvalidRecord."""
    if not isinstance(chart, dict) or not is_name(chart.get("id")):
        raise InvalidRecord("chart", f"must have an id and a sha256, not {shown(chart)}")
    toml = chart.get("toml")
    try:
        if toml is None:
            found = load_chart(chart["id"])
        elif isinstance(toml, str):
            found = chart_from_bytes(toml.encode(errors="surrogatepass"), chart["id"], "chart.toml")
        else:
            raise InvalidRecord("chart.toml", "must be the text of a chart")
    except InvalidSetup as error:
        raise InvalidRecord("chart", str(error)) from None
    if found.sha256 != chart.get("sha256"):
        raise InvalidRecord("chart.sha256", f"is not that of the chart {chart['id']}")
    return found
