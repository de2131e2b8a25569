"""Korsar, slowly and plainly: a reference written from the numbered rules alone, used only as a test oracle.

Every rule's code names its rule (K-...). Nothing is cached and nothing is clever: each question (who controls this
galleon, what is the score, what may be played) is answered from the cards on the table each time it is asked.

Cards: G2..G8 galleons, y1..y4 r1..r4 b1..b4 g1..g4 pirates, yC rC bC gC captains, A the admiral.
Moves: '+' draw, 'G6' lay, 'r3@4' 'rC@4' 'A@4' play on galleon number 4, '-r3' discard.
A side is a seat in individual play and seat // 2 in team play; the first partner of a team sits in the even seat.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

COLOURS = "yrbg"  # K-DECK-4
GALLEON_COPIES = {2: 5, 3: 6, 4: 5, 5: 5, 6: 2, 7: 1, 8: 1}  # K-DECK-2
PIRATE_COPIES = {1: 2, 2: 4, 3: 4, 4: 2}  # K-DECK-3

GALLEON_KINDS = [f"G{gold}" for gold in GALLEON_COPIES]
PIRATE_KINDS = [f"{colour}{force}" for colour in COLOURS for force in PIRATE_COPIES]
CAPTAIN_KINDS = [f"{colour}C" for colour in COLOURS]
ADMIRAL = "A"
KINDS = [*GALLEON_KINDS, *PIRATE_KINDS, *CAPTAIN_KINDS, ADMIRAL]


def full_deck() -> list[str]:
    """The 78 cards, in kind order."""  # K-DECK-1
    galleons = [f"G{gold}" for gold, copies in GALLEON_COPIES.items() for _ in range(copies)]
    pirates = [f"{c}{force}" for c in COLOURS for force, copies in PIRATE_COPIES.items() for _ in range(copies)]
    return [*galleons, *pirates, *CAPTAIN_KINDS, ADMIRAL]


def is_galleon(card: str) -> bool:
    return card in GALLEON_KINDS


def is_pirate(card: str) -> bool:
    return card in PIRATE_KINDS


def is_captain(card: str) -> bool:
    return card in CAPTAIN_KINDS


def is_leader(card: str) -> bool:
    return is_captain(card) or card == ADMIRAL  # K-ADM-3: the admiral works as a captain


def gold_of(cards: Sequence[str]) -> int:
    return sum(int(card[1]) for card in cards if is_galleon(card))


@dataclass(frozen=True)
class Facets:
    """What differs between the editions. `starts` and `booty` change nothing here: see K-SET-3 and K-HID-1."""

    starts: str  # lot, chosen
    beaten_leader: str  # stays, discarded, removed
    spoils: str  # pile, discarded
    booty: str  # open, face_down
    ties_at_end: str  # stay, leave
    partners_share_galleon: bool
    partner_admiral: bool

    def __post_init__(self) -> None:
        known = (
            self.starts in ("lot", "chosen")
            and self.beaten_leader in ("stays", "discarded", "removed")
            and self.spoils in ("pile", "discarded")
            and self.booty in ("open", "face_down")
            and self.ties_at_end in ("stay", "leave")
        )
        if not known:
            raise ValueError(f"unknown facet value in {self}")


EDITIONS: dict[str, Facets] = {  # in the order of the fields above
    "philibert-2002": Facets("lot", "stays", "pile", "open", "stay", True, False),
    "tilsit-2005": Facets("chosen", "discarded", "discarded", "face_down", "stay", False, True),
    "lutin-ludique": Facets("lot", "removed", "pile", "open", "leave", True, False),
}


@dataclass
class Galleon:
    """A galleon at sea and the fight around it."""

    card: str
    owner: int  # the seat that laid it
    teams: bool
    columns: list[tuple[int, str]] = field(default_factory=list)  # (seat, card), in the order played, still there

    def side(self, seat: int) -> int:
        return seat // 2 if self.teams else seat

    def forces(self) -> dict[int, int]:
        """The force of each side that has pirates here (a lone admiral is no force)."""  # K-PIR-4, K-TEAM-3
        forces: dict[int, int] = {}
        for seat, card in self.columns:
            if is_pirate(card):
                forces[self.side(seat)] = forces.get(self.side(seat), 0) + int(card[1])
        return forces

    def colours(self) -> dict[int, str]:
        """The colour of each side that has pirates here. The admiral takes up none."""  # K-PIR-3, K-ADM-4, K-TEAM-3
        return {self.side(seat): card[0] for seat, card in self.columns if is_pirate(card)}

    @property
    def leader(self) -> int | None:
        """The side of the last captain or admiral played, if any."""  # K-CAP-3, K-ADM-3
        leaders = [self.side(seat) for seat, card in self.columns if is_leader(card)]
        return leaders[-1] if leaders else None

    def controller(self) -> int | None:
        """The side that controls this galleon; None on a tie."""
        if not self.columns:  # K-COL-2
            return self.side(self.owner)
        if self.leader is not None:  # K-COL-3, K-CAP-2
            return self.leader
        forces = self.forces()
        strongest = [side for side, force in forces.items() if force == max(forces.values())]
        return strongest[0] if len(strongest) == 1 else None  # K-COL-4, K-COL-5

    def fight_cards(self) -> list[str]:
        return [card for _, card in self.columns]


class Reference:
    """One game of Korsar. The hands and the deck may be any part of the 78 cards, so that endings can be set up."""

    def __init__(
        self,
        seats: int,
        teams: bool,
        facets: Facets,
        hands: Sequence[Sequence[str]],
        deck: Sequence[str],
        first: int,
    ) -> None:
        if seats not in ((4, 6, 8) if teams else (2, 3, 4, 5)):  # K-SET-1
            raise ValueError(f"no game for {seats} seats with teams={teams}")
        if len(hands) != seats or not 0 <= first < seats:
            raise ValueError("one hand per seat, and a first seat among them")
        if teams and first % 2 == 1:  # K-SET-4: the even seat of the starting team starts
            raise ValueError("in team play the first seat is even")
        if Counter([*deck, *(card for hand in hands for card in hand)]) - Counter(full_deck()):
            raise ValueError("cards that are not in the pack")
        self.seats = seats
        self.teams = teams
        self.facets = facets
        self.sides = seats // 2 if teams else seats
        self.hands: list[list[str]] = [list(hand) for hand in hands]
        self.deck: list[str] = list(deck)
        self.galleons: dict[int, Galleon] = {}
        self.laid = 0  # galleons laid so far in the game
        self.booty: list[list[str]] = [[] for _ in range(self.sides)]
        self.spoils: list[list[str]] = [[] for _ in range(self.sides)]
        self.discards: list[str] = []
        self.removed: list[str] = []
        self.partner_target: int | None = None  # the galleon the first partner played on in this team turn
        self.turn: int | None = None
        self._begin_turn(first)

    # -- questions -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.turn is None

    @property
    def scores(self) -> list[int]:
        """Gold banked by each side; once over, less the gold still in its hands."""  # K-END-4, K-TEAM-9
        banked = [gold_of(pile) for pile in self.booty]
        if not self.over:
            return banked
        return [banked[side] - sum(gold_of(self.hands[seat]) for seat in self._members(side)) for side in self._sides()]

    @property
    def winners(self) -> list[int]:
        scores = self.scores
        return [side for side in self._sides() if scores[side] == max(scores)] if self.over else []  # K-END-5

    def all_cards(self) -> list[str]:
        """Every card, wherever it is, in kind order: equal to full_deck() all through a game of 78 cards."""
        cards = [*self.deck, *self.discards, *self.removed]
        for pile in [*self.hands, *self.booty, *self.spoils]:
            cards += pile
        for galleon in self.galleons.values():
            cards += [galleon.card, *galleon.fight_cards()]
        return sorted(cards, key=KINDS.index)

    def moves(self) -> list[str]:
        """Each distinct legal move once: draw, lays, plays, discards."""  # K-TURN-1: never a pass
        if self.turn is None:
            return []
        kinds = [kind for kind in KINDS if kind in self.hands[self.turn]]
        draws = ["+"] if self.deck else []  # K-TURN-2
        lays = [kind for kind in kinds if is_galleon(kind)]  # K-GAL-1
        at_sea = sorted(self.galleons)
        plays = [f"{kind}@{number}" for kind in kinds for number in at_sea if self._playable(kind, number)]
        discards = [f"-{kind}" for kind in kinds if not self.deck and not is_galleon(kind)]  # K-TURN-3, K-TURN-4
        return [*draws, *lays, *plays, *discards]

    def _playable(self, card: str, number: int) -> bool:
        """May the seat to act play this card on this galleon?"""
        assert self.turn is not None
        if number == self.partner_target and not self.facets.partners_share_galleon:
            return False  # K-TEAM-4 (partner_target is None but on a second partner's turn)
        galleon = self.galleons[number]
        side = self._side(self.turn)
        colours = galleon.colours()
        if is_pirate(card):  # K-PIR-1: on any galleon at sea
            if side in colours:
                return card[0] == colours[side]  # K-PIR-3, K-TEAM-3
            return card[0] not in colours.values()  # K-PIR-2, K-PIR-5
        if is_captain(card):
            return colours.get(side) == card[0]  # K-CAP-1, K-TEAM-3
        if card == ADMIRAL:  # K-ADM-2: no pirate needed
            if self.facets.partner_admiral:
                return self._side(galleon.owner) == side  # K-TEAM-6 (alone, a side is a seat: K-ADM-1)
            return galleon.owner == self.turn  # K-ADM-1
        return False  # a galleon is laid, not played on another

    def _side(self, seat: int) -> int:
        return seat // 2 if self.teams else seat

    def _sides(self) -> range:
        return range(self.sides)

    def _members(self, side: int) -> list[int]:
        return [seat for seat in range(self.seats) if self._side(seat) == side]

    # -- actions ---------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        if self.turn is None or move not in self.moves():
            raise ValueError(f"illegal move {move!r}")
        seat = self.turn
        hand = self.hands[seat]
        if move == "+":  # K-TURN-2
            hand.append(self.deck.pop(0))
        elif move.startswith("-"):  # K-TURN-3
            hand.remove(move[1:])
            self.discards.append(move[1:])
        elif "@" in move:
            card, number = move.split("@")
            hand.remove(card)
            self._join_fight(seat, card, int(number))
        else:  # K-GAL-1
            hand.remove(move)
            self.laid += 1
            self.galleons[self.laid] = Galleon(move, seat, self.teams)
        self._begin_turn((seat + 1) % self.seats)  # K-SET-4, K-TEAM-1

    def _join_fight(self, seat: int, card: str, number: int) -> None:
        galleon = self.galleons[number]
        if is_leader(card) and self.facets.beaten_leader != "stays":  # K-CAP-4; the pirates stay: K-CAP-5
            beaten = [old for old in galleon.fight_cards() if is_leader(old)]
            galleon.columns = [(who, old) for who, old in galleon.columns if not is_leader(old)]
            (self.discards if self.facets.beaten_leader == "discarded" else self.removed).extend(beaten)
        galleon.columns.append((seat, card))
        if self.teams and seat % 2 == 0:
            self.partner_target = number  # K-TEAM-4

    def _begin_turn(self, seat: int) -> None:
        """End the game, or collect for this seat and give it the turn, or skip it for the next one."""
        if self._is_finished():
            self._finish()
            return
        while True:
            if not self.teams or seat % 2 == 0:  # K-COL-1; K-TEAM-5: the first partner only
                self._collect(self._side(seat))
                self.partner_target = None  # a new team turn
            if self.deck or self.hands[seat]:
                break
            seat = (seat + 1) % self.seats  # K-TEAM-7 (alone, the game would be over: K-END-1)
        self.turn = seat

    def _collect(self, side: int) -> None:
        for number in sorted(self.galleons):
            if self.galleons[number].controller() == side:
                self._take(number, side)

    def _take(self, number: int, side: int) -> None:
        galleon = self.galleons.pop(number)
        self.booty[side].append(galleon.card)  # K-COL-7
        (self.spoils[side] if self.facets.spoils == "pile" else self.discards).extend(galleon.fight_cards())  # K-COL-6

    def _is_finished(self) -> bool:
        """Deck empty, and a side (both partners of it) with no card left."""  # K-END-1, K-TEAM-8
        cards_left = [sum(len(self.hands[seat]) for seat in self._members(side)) for side in self._sides()]
        return not self.deck and 0 in cards_left

    def _finish(self) -> None:
        self.turn = None
        for number in sorted(self.galleons):
            controller = self.galleons[number].controller()
            if controller is not None:  # K-END-2
                self._take(number, controller)
            elif self.facets.ties_at_end == "leave":  # K-END-3
                galleon = self.galleons.pop(number)
                self.removed += [galleon.card, *galleon.fight_cards()]


def deal(rng: random.Random, seats: int, teams: bool, facets: Facets) -> Reference:
    """A shuffled game, its first player (or team) drawn by lot."""
    deck = full_deck()
    rng.shuffle(deck)
    hands = [deck[6 * seat : 6 * seat + 6] for seat in range(seats)]  # K-SET-2
    first = rng.randrange(0, seats, 2 if teams else 1)  # K-SET-3, K-SET-4
    return Reference(seats, teams, facets, hands, deck[6 * seats :], first)


def random_game(rng: random.Random, seats: int, teams: bool, facets: Facets) -> Reference:
    """Play a random game to its end, checking every position. The taste for drawing varies from game to game."""
    game = deal(rng, seats, teams, facets)
    draw_rate = rng.random()
    while not game.over:
        moves = game.moves()
        assert moves, "a player to act has a move"
        assert len(moves) == len(set(moves)), "each distinct move once"
        assert game.all_cards() == full_deck(), "78 cards"
        assert game.winners == []
        game.play("+" if game.deck and rng.random() < draw_rate else rng.choice(moves))
    assert game.all_cards() == full_deck()
    assert game.moves() == []
    assert game.winners
    return game


if __name__ == "__main__":
    tables = [(2, False), (3, False), (4, False), (5, False), (4, True), (6, True), (8, True)]
    for name, edition in EDITIONS.items():
        for table_seats, table_teams in tables:
            for seed in range(20):
                table_rng = random.Random(f"{name} {table_seats} {table_teams} {seed}")
                random_game(table_rng, table_seats, table_teams, edition)
    print(f"{len(EDITIONS) * len(tables) * 20} random games: cards conserved, always a move")
