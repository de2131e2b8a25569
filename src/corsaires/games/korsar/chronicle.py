"""What a move led to, as events: read off the state after it, next to the story before it. No rule is decided here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from corsaires.games.korsar.cards import CODES, FIRST_PIRATE, GOLD, KIND_OF, N_COLOURS
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.engine import Outcome
from corsaires.games.korsar.events import (
    Beaten,
    Collected,
    Discarded,
    Drew,
    Ended,
    Event,
    Forces,
    Laid,
    LeftTied,
    Played,
    Skipped,
)
from corsaires.games.korsar.rules import DISCARD, DRAW, LAY, STRIDE
from corsaires.games.korsar.state import NOBODY, NUMBERS, State, States, place
from corsaires.games.korsar.story import AtSea, Story, is_leader

FORCES_ON: Final = tuple(place("force", galleon, N_COLOURS) for galleon in range(NUMBERS))  # in the bytes of a record
COLUMNS_ON: Final = tuple(place("column", galleon, N_COLOURS) for galleon in range(NUMBERS))


def the_move(states: States, seat: int, move: int, outcome: Outcome, story: Story, facets: Facets) -> Event:
    """The event of the move itself."""
    if move == DRAW:
        return Drew(seat, outcome.deck)
    card, target = CODES[move // STRIDE], move % STRIDE
    if target == LAY:
        return Laid(seat, outcome.laid, card)
    if target == DISCARD:
        return Discarded(seat, card)
    before = story.sea[target]
    leads = None if outcome.leads == NOBODY else outcome.leads
    forces = _forces(states, target, story.sides)
    beaten = _beaten(before, card, facets)
    return Played(seat, target, card, before.owner, GOLD[KIND_OF[before.card]], forces, leads, beaten)


def what_followed(seat: int, seats: int, outcome: Outcome, story: Story, facets: Facets) -> Iterator[Event]:
    """After a move of this seat: who was skipped and what was collected, up to the seat whose turn it is now."""
    gone = [galleon for number, galleon in story.sea.items() if not outcome.at_sea & 1 << number]
    while True:
        seat = (seat + 1) % seats
        for galleon in gone:
            if galleon.leads is not None and galleon.leads << story.teams == seat:
                yield _collected(galleon, facets, story.teams)
        if seat == outcome.turn:
            return
        yield Skipped(seat)


def the_end(states: States, story: Story, facets: Facets) -> Iterator[Event]:
    """Every galleon at sea goes to the side that controls it or stays tied; then the count."""
    for galleon in list(story.sea.values()):
        if galleon.leads is None:
            yield LeftTied(galleon.galleon, galleon.card, galleon.owner, galleon.forces, facets.ties_at_end)
        else:
            yield _collected(galleon, facets, story.teams)
    yield ending(states[0], story)


def ending(state: State, story: Story) -> Ended:
    seats = int(state.seats)
    in_hand = state.in_hand.tolist()[:seats]
    scores = tuple(state.score.tolist()[: story.sides])
    return Ended(
        "K-TEAM-8" if story.teams else "K-END-1",
        min(side for side in range(story.sides) if not any(in_hand[side << story.teams : (side + 1) << story.teams])),
        tuple(_galleons(hand) for hand in state.hand.tolist()[:seats]),
        scores,
        tuple(side for side, score in enumerate(scores) if score == max(scores)),  # K-END-5
    )


def _galleons(hand: list[int]) -> tuple[str, ...]:
    return tuple(CODES[kind] for kind in range(FIRST_PIRATE) for _ in range(hand[kind]))


def _collected(galleon: AtSea, facets: Facets, teams: bool) -> Collected:
    assert galleon.leads is not None
    return Collected(
        galleon.leads,
        galleon.leads << teams,
        galleon.galleon,
        galleon.card,
        galleon.owner,
        galleon.forces,
        galleon.leader[1] if galleon.leader else None,
        tuple(card for _, card in galleon.cards),
        facets.spoils,
    )


def _beaten(before: AtSea, card: str, facets: Facets) -> Beaten | None:
    if before.leader is None or not is_leader(card):
        return None
    return Beaten(*before.leader, facets.beaten_leader)


def _forces(states: States, galleon: int, sides: int) -> Forces:
    """The force of each side on a galleon."""
    forces = [0] * sides
    record = states.tobytes()
    for force, side in zip(record[FORCES_ON[galleon]], record[COLUMNS_ON[galleon]]):
        if force:
            forces[side] = force
    return tuple(forces)
