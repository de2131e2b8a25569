"""The same public game with other hidden cards."""

from __future__ import annotations

import random

from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table

Slot = tuple[int, int]  # a hand (or the deck, -1) of the deal and a place in it
DECK = -1


def swapped(game: Korsar, table: Table, seat: int | None, rng: random.Random) -> Table:
    """Deal anew all that this seat may not see now, and make the same moves."""
    record = table.unsealed()
    deal: dict[Slot, str] = {(DECK, i): card for i, card in enumerate(record["deal"]["deck"])}
    deal |= {(s, i): card for s, hand in enumerate(record["deal"]["hands"]) for i, card in enumerate(hand)}
    hidden = _hidden(game, record, deal, seat)
    cards = [deal[slot] for slot in hidden]
    rng.shuffle(cards)
    deal |= dict(zip(hidden, cards, strict=True))
    hands = [[deal[s, i] for i in range(6)] for s in range(game.seats)]
    deck = [deal[DECK, i] for i in range(len(record["deal"]["deck"]))]
    again = game.redeal({**record, "deal": {"hands": hands, "deck": deck}})
    for move in table.history:
        again.play(move)
    return again


def _hidden(game: Korsar, record: dict[str, object], deal: dict[Slot, str], seat: int | None) -> list[Slot]:
    """Where in the deal the cards came from that this seat cannot see now."""
    table = game.redeal(record)
    hands: list[list[Slot]] = [[(s, i) for i in range(6)] for s in range(game.seats)]
    deck = [slot for slot in deal if slot[0] == DECK]
    moves = record["moves"]
    assert isinstance(moves, list)
    for move in moves:
        assert table.turn is not None
        hand = hands[table.turn]
        if move == "+":
            hand.append(deck.pop(0))
        else:
            card = move.removeprefix("-").partition("@")[0]
            hand.remove(next(slot for slot in hand if deal[slot] == card))
        table.play(move)
    unseen = [s for s in range(game.seats) if seat is None or s >> game.teams != seat >> game.teams]
    return [*deck, *(slot for s in unseen for slot in hands[s])]
