"""Korsar with its seats and rules chosen: deals, positions and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from corsaires.games.kernel.errors import InvalidRecord, InvalidSetup, SealedRecord, shown
from corsaires.games.kernel.fair import Fair, Stream, chance_of, read_proof
from corsaires.games.kernel.game import Record
from corsaires.games.kernel.record import Origin, check_names, recorded_proof
from corsaires.games.kernel.rng import Rng, seeded
from corsaires.games.korsar import engine
from corsaires.games.korsar.cards import DECK_SIZE, FULL_DECK, HAND_SIZE, KIND_OF
from corsaires.games.korsar.edition import DEFAULT, Facets, facets_from, load_edition
from corsaires.games.korsar.position import read_position
from corsaires.games.korsar.rules import MAX_MOVES
from corsaires.games.korsar.sight import determinize
from corsaires.games.korsar.state import States, new_states
from corsaires.games.korsar.story import Story
from corsaires.games.korsar.table import Table
from corsaires.games.korsar.view import View, cards_of

ALONE = (2, 3, 4, 5)  # K-SET-1
IN_TEAMS = (4, 6, 8)

Hands = Sequence[Sequence[str]]
RULE_FIELDS = ("seats", "teams", "partners_share_galleon", "partner_admiral")  # of a state


@dataclass(frozen=True)
class Korsar:
    """Korsar for these seats, alone or in teams of two, by the rules of an edition or of the house."""

    seats: int
    teams: bool
    edition: str
    facets: Facets

    name: ClassVar[str] = "korsar"

    @classmethod
    def load(cls, *, seats: int = 4, teams: bool = False, edition: str = DEFAULT, **house: Any) -> Self:
        """Choose seats, edition and house rules (single facets); raises InvalidSetup."""
        check_seats(seats, teams)
        return cls(seats, teams, edition, load_edition(edition).facets.with_house_rules(house))

    @property
    def sides(self) -> int:
        return self.seats >> self.teams

    def setup(self) -> Record:
        return {
            "game": self.name,
            "edition": self.edition,
            "facets": self.facets.as_dict(),
            "seats": self.seats,
            "teams": self.teams,
        }

    # --- dealing ---

    def deal(
        self,
        *,
        seed: int | None = None,
        fair: Fair | None = None,
        hands: Hands | None = None,
        deck: Sequence[str] | None = None,
        first: int | None = None,
        names: Sequence[str] | None = None,
    ) -> Table:
        """A new table: from a number, from a fair deal, from given cards, or from a secret seed; raises InvalidSetup.

        `first` names the seat that starts (K-SET-3); otherwise it is drawn by lot, or seat 0 with given cards.
        """
        self.check_first(first)
        if sum(given is not None for given in (seed, fair, hands)) > 1 or (hands is None) != (deck is None):
            raise InvalidSetup("deal", "takes one of seed, fair, or hands together with deck")
        if hands is not None and deck is not None:
            cards = check_cards(hands, deck, self.seats)
            return self._table(cards, first or 0, names, None)
        key, proof = chance_of(seed, fair, self.seats, self.terms(first))
        cards, lot = self._shuffled(key)
        return self._table(cards, lot if first is None else first, names, proof)

    def terms(self, first: int | None = None) -> Record:
        """The set-up that a fair deal commits to; `first` is the seat named to start, if one was."""
        return {**self.setup(), "first": first}

    def _shuffled(self, key: bytes) -> tuple[list[str], int]:
        """All 78 cards in the order of the deal, and the seat that the lot names."""
        stream = Stream(key)
        cards = list(FULL_DECK)
        for i in range(DECK_SIZE - 1, 0, -1):
            j = stream.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards, stream.below(self.sides) << self.teams

    def _table(self, cards: Sequence[str], first: int, names: Sequence[str] | None, proof: Record | None) -> Table:
        states = self._empty()
        engine.deal(states, 0, first, np.array([KIND_OF[card] for card in cards], np.int64))
        deal = self._as_dealt(cards)
        return Table(
            states, self._story(), self.facets, Origin(self.setup(), first, check_names(names, self.seats), deal, proof)
        )

    def _as_dealt(self, cards: Sequence[str]) -> Record:
        dealt = self.seats * HAND_SIZE
        hands = [list(cards[at : at + HAND_SIZE]) for at in range(0, dealt, HAND_SIZE)]
        return {"hands": hands, "deck": list(cards[dealt:])}

    def _empty(self) -> States:
        """A table by these rules with nothing on it."""
        states = new_states()
        states["seats"] = self.seats
        states["teams"] = self.teams
        states["partners_share_galleon"] = self.facets.partners_share_galleon
        states["partner_admiral"] = self.facets.partner_admiral
        return states

    def _story(self) -> Story:
        return Story(self.sides, self.teams)

    def check_first(self, first: int | None) -> None:
        if first is None:
            return
        if type(first) is not int or not 0 <= first < self.seats:
            raise InvalidSetup("first", f"must be a seat, 0 to {self.seats - 1}, not {shown(first)}")
        if self.teams and first % 2:
            raise InvalidSetup(
                "first", f"in teams the partner in the even seat starts, {first - 1}, not {first} (K-SET-4)"
            )

    # --- positions and samples ---

    def set_up(self, position: str) -> Table:
        """The table of a position text; raises InvalidSetup."""
        states, story = self._empty(), self._story()
        read_position(position, states, story, self.facets)
        return self._set_table(states, story)

    def determinize(self, view: View, rng: Rng) -> Table:
        """A full table that fits what a seat sees, uniformly over what it cannot see; `rng` from `kernel.rng`."""
        rules = self._empty()
        if not isinstance(view, View) or any(view.sight[field][0] != rules[field][0] for field in RULE_FIELDS):
            raise InvalidSetup("view", "must be a view of a table by the same rules")
        states = new_states()
        determinize(view.sight, 0, rng, states, 0)
        known = view.open
        story = Story(
            self.sides,
            self.teams,
            list(known.story),
            {galleon.galleon: galleon for galleon in known.sea},
            [
                shown.cards if shown.cards is not None else cards_of(counts)
                for shown, counts in zip(view.booty, view.sight["booty"][0], strict=False)
            ],
            list(known.piles),
            known.discards,
            known.removed,
        )
        table = self._set_table(states, story)
        table.drawn = view.drawn
        return table

    def _set_table(self, states: States, story: Story) -> Table:
        """A table that did not come from a deal."""
        return Table(states, story, self.facets, Origin(self.setup(), int(states["turn"][0]), None, None, None))

    def simulate(self, games: int, seed: int) -> tuple[int, list[int]]:
        """Play whole games of uniformly random moves; the number of moves made and each side's sum of scores."""
        moves = np.empty(MAX_MOVES, np.int64)
        made, scores = engine.simulate(self._empty(), 0, games, seeded(seed), moves)
        return made, scores.tolist()[: self.sides]

    # --- records ---

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Self:
        """The game that a record was played by. Its facets win over the edition's file; raises InvalidRecord."""
        for key, kind in {"seats": int, "teams": bool, "edition": str, "facets": dict}.items():
            if type(record.get(key)) is not kind:
                raise InvalidRecord(key, f"must be {_KINDS[kind]}, not {shown(record.get(key))}")
        try:
            check_seats(record["seats"], record["teams"])
            facets = facets_from(record["facets"], "facets.")
        except InvalidSetup as error:
            raise InvalidRecord(error.key, error.reason) from None
        return cls(record["seats"], record["teams"], record["edition"], facets)

    def redeal(self, record: Mapping[str, Any]) -> Table:
        """The table of a record before its first move; raises InvalidRecord or SealedRecord."""
        deal = record.get("deal")
        if deal is None and record.get("result") is not None:
            raise SealedRecord("the record holds no deal: its table was set up from a position")
        if deal is None:
            raise SealedRecord("the record is sealed: made before the end of the game, it does not hold the deal")
        if not isinstance(deal, dict) or deal.keys() != {"hands", "deck"}:
            raise InvalidRecord("deal", "must have hands and deck, or be null in a sealed record")
        first, names = record.get("first"), record.get("names")
        try:
            if first is None:
                raise InvalidSetup("first", "must be the seat that started")
            self.check_first(first)
            cards = check_cards(deal["hands"], deal["deck"], self.seats)
            return self._table(cards, first, names, recorded_proof(record))
        except InvalidSetup as error:
            path = f"deal.{error.key}" if error.key.startswith(("hands", "deck")) else error.key
            raise InvalidRecord(path, error.reason) from None

    def check_proof(self, record: Mapping[str, Any]) -> None:
        """Deal again from a record's proof and compare; raises InvalidRecord."""
        key, setup = read_proof(record["proof"], self.seats)
        first = setup.get("first")
        if setup != self.terms(first):
            raise InvalidRecord("proof.setup", "is not the set-up of this record")
        cards, lot = self._shuffled(key)
        if record["deal"] != self._as_dealt(cards):
            raise InvalidRecord("deal", "is not what the proof's seed leads to")
        if record["first"] != (lot if first is None else first):
            raise InvalidRecord("first", "is not what the proof's seed leads to")


_KINDS = {int: "a whole number", bool: "true or false", str: "a text", dict: "an object"}


def check_seats(seats: int, teams: bool) -> None:
    """K-SET-1."""
    if not isinstance(teams, bool):
        raise InvalidSetup("teams", f"must be true or false, not {shown(teams)}")
    allowed = IN_TEAMS if teams else ALONE
    if type(seats) is not int or seats not in allowed:
        hint = f"; {seats} play in teams" if seats in IN_TEAMS else ""
        choices = f"{', '.join(map(str, allowed[:-1]))} or {allowed[-1]}"
        how = "in teams of two" if teams else "each for themselves"
        raise InvalidSetup("seats", f"{choices} can play {how}, not {shown(seats)}{hint} (K-SET-1)")


def check_cards(hands: Hands, deck: Sequence[str], seats: int) -> list[str]:
    """The 78 cards of given hands and deck, in the order of the deal; raises InvalidSetup."""
    if not isinstance(hands, list | tuple) or len(hands) != seats:
        raise InvalidSetup("hands", f"must be {seats} hands, one a seat")
    if not isinstance(deck, list | tuple):
        raise InvalidSetup("deck", "must be a list of cards, the next to be drawn first")
    cards: list[str] = []
    for where, part in (*((f"hands[{seat}]", hand) for seat, hand in enumerate(hands)), ("deck", deck)):
        if where != "deck" and (not isinstance(part, list | tuple) or len(part) != HAND_SIZE):
            raise InvalidSetup(where, f"must be {HAND_SIZE} cards")
        for card in part:
            if not isinstance(card, str) or card not in KIND_OF:
                raise InvalidSetup(where, f"there is no card {shown(card)}")
        cards += part
    counts = Counter(cards)
    for card, copies in Counter(FULL_DECK).items():
        if counts[card] > copies:
            raise InvalidSetup("deal", f"{card} is there {counts[card]} times instead of {copies}")
    if len(cards) != DECK_SIZE:
        raise InvalidSetup("deal", f"all {DECK_SIZE} cards must be in the hands and the deck, not {len(cards)}")
    return cards
