"""A position as one line of text, secrets included, for tests, perft files and puzzles.

    turn:1 barred:- laid:4 deck:b2,G3 hands:G2,r1|-|yC,A sea:2=G6/0/0y3,1r2;4=G3/1/- booty:G2,G4|-|-

`sea` gives each galleon's number, card, the seat that laid it and the cards on it, each with the seat that played it,
in order. `barred` are the galleons that the partner may not join in this team turn (K-TEAM-4). Every card that is
named nowhere is out of the game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from corsaires.games.kernel.errors import InvalidSetup, shown
from corsaires.games.korsar.cards import CODES, COPIES, FIRST_PIRATE, FULL_DECK, KIND_OF, N_GALLEONS
from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.refusals import ALLOWED, RULES, why_not_on
from corsaires.games.korsar.rules import controller, fight, force_there, gold_of, into_hand, lay, side_is_out
from corsaires.games.korsar.state import NOBODY, State, States
from corsaires.games.korsar.story import AtSea, Story, is_leader
from corsaires.games.korsar.view import cards_of

FIELDS: Final = ("turn", "barred", "laid", "deck", "hands", "sea", "booty")


def write_position(states: States, story: Story) -> str:
    state = states[0]
    seats, deck = int(state["seats"]), int(state["in_deck"])
    values = {
        "turn": str(state["turn"]),
        "barred": _list(str(galleon) for galleon in story.sea if int(state["partner_on"]) & 1 << galleon),
        "laid": str(state["laid"]),
        "deck": _list(CODES[kind] for kind in reversed(state["deck"].tolist()[:deck])),
        "hands": "|".join(_list(cards_of(hand)) for hand in state["hand"][:seats]),
        "sea": ";".join(_write_galleon(galleon) for galleon in story.sea.values()) or "-",
        "booty": "|".join(_list(cards) for cards in story.booty),
    }
    return " ".join(f"{field}:{values[field]}" for field in FIELDS)


def _write_galleon(galleon: AtSea) -> str:
    cards = _list(f"{seat}{card}" for seat, card in galleon.cards)
    return f"{galleon.galleon}={galleon.card}/{galleon.owner}/{cards}"


def _list(texts: Iterable[str]) -> str:
    return ",".join(texts) or "-"


def read_position(text: str, states: States, story: Story, facets: Facets) -> None:
    """Fill an empty table from a position text; raises InvalidSetup with the field and the reason.

    The position need not be one that a game can come to, but every move from it is played by the rules.
    """
    values = _fields(text)
    state: State = states[0]
    seats = int(state.seats)
    deck = _cards("deck", values["deck"])
    hands = [_cards("hands", part) for part in _parts("hands", values["hands"], seats)]
    booty = [_cards("booty", part) for part in _parts("booty", values["booty"], story.sides)]
    laid = _number("laid", values["laid"], N_GALLEONS)
    sea = [] if values["sea"] == "-" else [_galleon(part, seats, laid) for part in values["sea"].split(";")]
    turn = _number("turn", values["turn"], seats - 1)
    barred = [] if values["barred"] == "-" else values["barred"].split(",")
    _check_cards(deck, hands, booty, sea, laid)
    _check_leaders(sea, facets)
    for number, card, owner, cards in sea:
        _lay(state, story, number, card, owner, cards)
    state.laid = laid
    _deal_out(state, deck, hands, booty)
    story.booty = [tuple(cards) for cards in booty]
    story.removed = tuple((Counter(FULL_DECK) - _on_table(deck, hands, booty, sea)).elements())
    state.turn = turn
    state.partner_on = 0
    for galleon in barred:
        state.partner_on |= 1 << _number("barred", galleon, laid)
    if state.partner_on and not (story.teams and turn % 2 and not facets.partners_share_galleon):
        raise InvalidSetup("barred", "only a second partner can be barred, where partners may not share (K-TEAM-4)")
    if not deck and side_is_out(state):
        raise InvalidSetup("hands", "the deck is empty and a side has no card left, so the game would be over")
    if not deck and not hands[turn]:
        raise InvalidSetup("turn", f"seat {turn} has no card and the deck is empty: its turn is skipped (K-TEAM-7)")


Galleon = tuple[int, str, int, list[tuple[int, str]]]  # number, card, owner, cards on it


def _fields(text: str) -> dict[str, str]:
    parts = [part.partition(":") for part in text.split()] if isinstance(text, str) else []
    if tuple(name for name, _, _ in parts) != FIELDS:
        raise InvalidSetup("position", f"must be the fields {' '.join(FIELDS)} in this order, not {shown(text)}")
    return {name: value for name, _, value in parts}


def _parts(field: str, value: str, n: int) -> list[str]:
    parts = value.split("|")
    if len(parts) != n:
        raise InvalidSetup(field, f"must have {n} parts with | between them, not {len(parts)}")
    return parts


def _cards(field: str, value: str) -> list[str]:
    cards = [] if value == "-" else value.split(",")
    for card in cards:
        if card not in KIND_OF:
            raise InvalidSetup(field, f"there is no card {shown(card)}")
    return cards


def _number(field: str, value: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,2}", value) or int(value) > most:
        raise InvalidSetup(field, f"must be a number up to {most}, not {shown(value)}")
    return int(value)


def _galleon(text: str, seats: int, laid: int) -> Galleon:
    match = re.fullmatch(r"([0-9]{1,2})=(G[2-8])/([0-9])/([0-9a-zA-Z,-]{1,300})", text)
    if not match:
        raise InvalidSetup("sea", f"a galleon is written 2=G6/0/0y3,1r2 (number, card, seat, cards), not {shown(text)}")
    number, card, owner, on_it = match.groups()
    cards = [] if on_it == "-" else [_played(part, seats) for part in on_it.split(",")]
    return _number("sea", number, laid), card, _number("sea", owner, seats - 1), cards


def _played(text: str, seats: int) -> tuple[int, str]:
    """A card on a galleon with the seat that played it, like 0y3."""
    if KIND_OF.get(text[1:], 0) < FIRST_PIRATE:
        raise InvalidSetup("sea", f"a pirate, a captain or the admiral is written 0y3, 1rC or 0A, not {shown(text)}")
    return _number("sea", text[0], seats - 1), text[1:]


def _on_table(deck: list[str], hands: list[list[str]], booty: list[list[str]], sea: list[Galleon]) -> Counter[str]:
    at_sea = [card for _, galleon, _, cards in sea for card in (galleon, *(card for _, card in cards))]
    return Counter([*deck, *(c for hand in hands for c in hand), *(c for taken in booty for c in taken), *at_sea])


def _check_cards(
    deck: list[str], hands: list[list[str]], booty: list[list[str]], sea: list[Galleon], laid: int
) -> None:
    for card, n in _on_table(deck, hands, booty, sea).items():
        if n > COPIES[KIND_OF[card]]:
            raise InvalidSetup("position", f"{card} stands {n} times; there are {COPIES[KIND_OF[card]]}")
    numbers = [number for number, *_ in sea]
    if numbers != sorted(set(numbers)) or 0 in numbers:
        raise InvalidSetup("sea", f"galleons must have rising numbers from 1, not {numbers}")
    if len(sea) + sum(map(len, booty)) > laid:
        raise InvalidSetup("laid", f"is {laid}, fewer than the galleons at sea and taken")
    to_come = sum(card[0] == "G" for cards in (deck, *hands) for card in cards)
    if laid + to_come > N_GALLEONS:
        raise InvalidSetup("laid", f"is {laid}, and {to_come} galleons are still to be laid: {N_GALLEONS} is all")
    for taken in booty:
        if any(KIND_OF[card] >= FIRST_PIRATE for card in taken):
            raise InvalidSetup("booty", "must be galleons")


def _check_leaders(sea: list[Galleon], facets: Facets) -> None:
    for number, _, _, cards in sea:
        leaders = sum(is_leader(card) for _, card in cards)
        if leaders > 1 and facets.beaten_leader != "stays":
            raise InvalidSetup("sea", f"galleon {number} has {leaders} captains or admirals; one is beaten (K-CAP-4)")


def _lay(state: State, story: Story, number: int, card: str, owner: int, cards: list[tuple[int, str]]) -> None:
    """Lay a galleon and fight on it by the rules."""
    state.laid, state.turn = number - 1, owner
    lay(state, KIND_OF[card])
    leader = None
    for seat, other in cards:
        state.turn, state.partner_on = seat, 0
        why = why_not_on(state, KIND_OF[other], number)
        if why != ALLOWED:
            raise InvalidSetup("sea", f"seat {seat} cannot have played {other} on galleon {number} ({RULES[why]})")
        fight(state, KIND_OF[other], number)
        leader = (seat, other) if is_leader(other) else leader
    forces = tuple(force_there(state, side, number) for side in range(story.sides))
    leads = controller(state, number)
    story.sea[number] = AtSea(number, card, owner, tuple(cards), forces, None if leads == NOBODY else leads, leader)


def _deal_out(state: State, deck: list[str], hands: list[list[str]], booty: list[list[str]]) -> None:
    state.played[:] = COPIES
    for card in deck:
        state.played[KIND_OF[card]] -= 1
    state.in_deck = len(deck)
    for at, card in enumerate(reversed(deck)):
        state.deck[at] = KIND_OF[card]
    for seat, hand in enumerate(hands):
        for card in hand:
            state.played[KIND_OF[card]] -= 1
            into_hand(state, seat, KIND_OF[card])
    for side, taken in enumerate(booty):
        for card in taken:
            state.booty[side, KIND_OF[card]] += 1
            state.score[side] += gold_of(KIND_OF[card])
