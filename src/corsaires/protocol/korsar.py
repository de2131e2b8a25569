"""What all are told of a table of Korsar, written by compiled code straight from its records.

The same bytes as `shapes` gives of its views, in a fraction of the time; it is for a game that goes on. Whatever is
written here is read from a sight (`sight.see_into`) and from the spread, in which nothing is secret; a card just drawn
is for those who see that hand.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from corsaires.games.kernel import bits
from corsaires.games.kernel.jit import brief, rule
from corsaires.games.korsar.cards import ADMIRAL, CODES, FIRST_PIRATE, KIND_OF, KINDS
from corsaires.games.korsar.options import COLUMNS, ROWS, survey
from corsaires.games.korsar.refusals import ALLOWED, RULES
from corsaires.games.korsar.rules import DISCARD, DRAW, LAY, STRIDE, controller, force_there, gold_of, side_of
from corsaires.games.korsar.sight import see_hands, see_into, sees_hand
from corsaires.games.korsar.spread import BOOTY, DISCARDS, PILE, REMOVED, Spread, Spreads, find, find_leader
from corsaires.games.korsar.state import MAX_SEATS, NOBODY, Sight, Sights, States, new_states
from corsaires.games.korsar.table import Table

Page = npt.NDArray[np.uint8]
Marks = npt.NDArray[np.int64]
Survey = npt.NDArray[np.int64]

NOUGHT: Final = 48  # the digit
QUOTED: Final = 4  # bytes of a card; the admiral is a byte shorter
ROOM: Final = 2**17  # bytes: every card with every galleon it might be played on, and all else, take half of it


class Paper(threading.local):
    """Where it is written; a game is looked back at in another thread."""

    def __init__(self) -> None:
        page, marks = np.empty(ROOM, np.uint8), np.empty(2 + MAX_SEATS, np.int64)
        self.sheets: tuple[Sights, Page, Marks] = new_states(2), page, marks


PAPER: Final = Paper()
READERS: Final = (None, *range(MAX_SEATS))


def written(table: Table, asking: int | None) -> tuple[bytes, dict[int | None, bytes]]:
    """`open`, and `you` by seat (None: a spectator's), with the options of the seat that asks for them."""
    drawn = NOBODY if table.drawn is None else KIND_OF[table.drawn]
    sights, page, marks = PAPER.sheets
    seats = write(table.states, table.spreads, sights, drawn, NOBODY if asking is None else asking, page, marks)
    opened, *ends = marks.tolist()[: seats + 2]
    text = page[: ends[-1]].tobytes()
    starts = (opened, *ends)
    return text[:opened], {reader: text[start:end] for reader, start, end in zip(READERS, starts, ends, strict=False)}


@brief
def write(states: States, spreads: Spreads, sights: Sights, drawn: int, asking: int, page: Page, marks: Marks) -> int:
    """Write `open`, a spectator's `you` and that of every seat one behind the other, and mark where each ends.

    How many seats there are.
    """
    state, spread, sight = states[0], spreads[0], sights[0]
    see_into(state, NOBODY, sight)
    n = 0
    n = put_open(page, n, sight, spread)
    marks[0] = n
    for seat in range(NOBODY, state.seats):
        see_hands(state, seat, sight)
        n = put_you(page, n, sights, spread, drawn, asking)
        marks[2 + seat] = n
    return int(state.seats)


# --- what is everybody's ---


@rule
def put_open(page: Page, n: int, sight: Sight, spread: Spread) -> int:
    sides = sight.seats >> sight.teams
    n = put(page, n, b'{"game":"korsar","turn":')
    n = put_number(page, n, sight.turn)
    n = put(page, n, b',"over":false,"deck":')
    n = put_number(page, n, sight.in_deck)
    n = put(page, n, b',"in_hand":[')
    for seat in range(sight.seats):
        n = put_number(page, put_comma(page, n, seat), int(sight.in_hand[seat]))
    n = put(page, n, b'],"sea":[')
    galleons, before = int(sight.at_sea), 0
    while galleons:
        n = put_galleon(page, put_comma(page, n, before), bits.first(galleons), sight, spread)
        galleons &= galleons - 1
        before = 1
    n = put(page, n, b'],"discards":')
    n = put_cards(page, n, spread, DISCARDS)
    n = put(page, n, b',"piles":[')
    for side in range(sides):
        n = put_cards(page, put_comma(page, n, side), spread, PILE + side)
    n = put(page, n, b'],"removed":')
    n = put_cards(page, n, spread, REMOVED)
    n = put(page, n, b',"forecast":[')
    for side in range(sides):
        n = put_set(page, put_comma(page, n, side), int(sight.controlled[side] & sight.at_sea))
    return put(page, n, b'],"scores":null,"winners":[],"reason":null}')


@rule
def put_galleon(page: Page, n: int, galleon: int, sight: Sight, spread: Spread) -> int:
    own = find(spread, galleon)  # its own card came first
    n = put(page, n, b'{"galleon":')
    n = put_number(page, n, galleon)
    n = put(page, n, b',"card":')
    n = put_card(page, n, int(spread.kind[own]))
    n = put(page, n, b',"owner":')
    n = put_number(page, n, int(spread.seat[own]))
    n = put(page, n, b',"cards":[')
    before = 0
    for at in range(own + 1, spread.cards):
        if spread.place[at] == galleon:
            n = put_played(page, put_comma(page, n, before), spread, at)
            before = 1
    n = put(page, n, b'],"forces":[')
    for side in range(sight.seats >> sight.teams):
        n = put_number(page, put_comma(page, n, side), force_there(sight, side, galleon))
    n = put(page, n, b'],"leads":')
    n = put_side(page, n, controller(sight, galleon))
    n = put(page, n, b',"leader":')
    leader = find_leader(spread, galleon)
    n = put(page, n, b"null") if leader == NOBODY else put_played(page, n, spread, leader)
    return put(page, n, b"}")


@rule
def put_played(page: Page, n: int, spread: Spread, at: int) -> int:
    """Who played a card, and which."""
    n = put(page, n, b"[")
    n = put_number(page, n, int(spread.seat[at]))
    n = put(page, n, b",")
    n = put_card(page, n, int(spread.kind[at]))
    return put(page, n, b"]")


# --- what is a reader's own ---


@rule
def put_you(page: Page, n: int, sights: Sights, spread: Spread, drawn: int, asking: int) -> int:
    sight = sights[0]
    seat = int(sight.seat)
    n = put(page, n, b'{"game":"korsar","seat":')
    n = put_side(page, n, seat)
    n = put(page, n, b',"hand":')
    n = put(page, n, b"null") if seat == NOBODY else put_hand(page, n, sight, seat)
    n = put(page, n, b',"partner_hand":')
    n = put_hand(page, n, sight, seat ^ 1) if sight.teams and seat != NOBODY else put(page, n, b"null")
    n = put(page, n, b',"drawn":')
    sees = drawn != NOBODY and sees_hand(sight, seat, spread.drew)
    n = put_card(page, n, drawn) if sees else put(page, n, b"null")
    n = put(page, n, b',"booty":[')
    for side in range(sight.seats >> sight.teams):
        n = put_booty(page, put_comma(page, n, side), sight, spread, side)
    n = put(page, n, b'],"options":')
    n = put_options(page, n, sights) if seat != NOBODY and seat == asking else put(page, n, b"null")
    return put(page, n, b"}")


@rule
def put_hand(page: Page, n: int, sight: Sight, seat: int) -> int:
    n, before = put(page, n, b"["), 0
    for kind in range(KINDS):
        for _ in range(sight.hand[seat, kind]):
            n = put_card(page, put_comma(page, n, before), kind)
            before = 1
    return put(page, n, b"]")


@rule
def put_booty(page: Page, n: int, sight: Sight, spread: Spread, side: int) -> int:
    """What a side has taken; face down the others see no more than how many they are (K-COL-7)."""
    galleons, gold = 0, 0
    for kind in range(FIRST_PIRATE):
        taken = int(sight.booty[side, kind])
        galleons += taken
        gold += taken * gold_of(kind)
    n = put(page, n, b'{"galleons":')
    n = put_number(page, n, galleons)
    if spread.face_down and (sight.seat == NOBODY or side_of(sight, sight.seat) != side):
        return put(page, n, b',"cards":null,"gold":null}')
    n = put(page, n, b',"cards":')
    n = put_cards(page, n, spread, BOOTY + side)
    n = put(page, n, b',"gold":')
    n = put_number(page, n, gold)
    return put(page, n, b"}")


@rule
def put_options(page: Page, n: int, sights: Sights) -> int:
    rows = np.empty((ROWS, COLUMNS), np.int64)
    at = 0
    size = survey(sights, at, sights, at + 1, rows)
    n = put(page, n, b'{"draw":')
    n = put_option(page, n, rows, at)
    n = put(page, n, b',"lay":{')
    n = put_options_at(page, n, rows, size, LAY)
    n = put(page, n, b'},"play":{')
    n = put_plays(page, n, rows, size)
    n = put(page, n, b'},"discard":{')
    n = put_options_at(page, n, rows, size, DISCARD)
    return put(page, n, b"}}")


@rule
def put_options_at(page: Page, n: int, rows: Survey, size: int, place: int) -> int:
    """By card in hand what may be done with it: laid, or discarded."""
    before = 0
    for at in range(1, size):
        if rows[at, 0] % STRIDE == place:
            n = put_card(page, put_comma(page, n, before), rows[at, 0] // STRIDE)
            n = put_option(page, put(page, n, b":"), rows, at)
            before = 1
    return n


@rule
def put_plays(page: Page, n: int, rows: Survey, size: int) -> int:
    """By card in hand and galleon at sea."""
    last = NOBODY
    for at in range(1, size):
        kind, galleon = rows[at, 0] // STRIDE, rows[at, 0] % STRIDE
        if galleon in (LAY, DISCARD):
            continue
        if kind == last:
            n = put(page, n, b',"')
        else:
            n = put(page, n, b"},") if last != NOBODY else n
            n = put_card(page, n, kind)
            n = put(page, n, b':{"')
            last = kind
        n = put_number(page, n, galleon)
        n = put(page, n, b'":')
        n = put_option(page, n, rows, at)
    return put(page, n, b"}") if last != NOBODY else n


@rule
def put_option(page: Page, n: int, rows: Survey, at: int) -> int:
    """What a card would do, or the rule that forbids it."""
    if rows[at, 1] != ALLOWED:
        n = put(page, n, b'{"kind":"Refused","refused":"')
        n = put_text(page, n, RULE, rows[at, 1])
        n = put(page, n, b'","by":')
        n = put_side(page, n, rows[at, 2])
        return put(page, n, b"}")
    move = rows[at, 0]
    n = put(page, n, b'{"kind":"Allowed","move":"')
    n = put_move(page, n, move)
    n = put(page, n, b'","after":')
    if move == DRAW or move % STRIDE in (LAY, DISCARD):
        return put(page, n, b"null}")
    n = put(page, n, b'{"force":')
    n = put_number(page, n, rows[at, 3])
    n = put(page, n, b',"leader":')
    n = put_side(page, n, rows[at, 4])
    n = put(page, n, b',"tied":')
    n = put(page, n, b"true" if rows[at, 4] == NOBODY else b"false")
    return put(page, n, b"}}")


@rule
def put_move(page: Page, n: int, move: int) -> int:
    """As `notation` has it."""
    if move == DRAW:
        return put(page, n, b"+")
    kind, place = move // STRIDE, move % STRIDE
    if place == LAY:
        return put_text(page, n, CODE, kind)
    if place == DISCARD:
        return put_text(page, put(page, n, b"-"), CODE, kind)
    n = put_text(page, n, CODE, kind)
    return put_number(page, put(page, n, b"@"), place)


# --- words and numbers; each says where the next goes ---


@rule
def put(page: Page, n: int, text: bytes) -> int:
    for at in range(len(text)):
        page[n + at] = text[at]
    return n + len(text)


@rule
def put_comma(page: Page, n: int, before: int) -> int:
    """A comma, if something stands before it."""
    return put(page, n, b",") if before else n


@rule
def put_number(page: Page, n: int, number: int) -> int:
    """A number of at most three digits."""
    hundreds, tens, ones = number // 100, number // 10 % 10, number % 10
    if hundreds:
        page[n] = NOUGHT + hundreds
        n += 1
    if hundreds or tens:
        page[n] = NOUGHT + tens
        n += 1
    page[n] = NOUGHT + ones
    return n + 1


@rule
def put_side(page: Page, n: int, side: int) -> int:
    """A side or a seat, or nobody."""
    return put(page, n, b"null") if side == NOBODY else put_number(page, n, side)


@rule
def put_card(page: Page, n: int, kind: int) -> int:
    for at in range(QUOTED):
        page[n + at] = CARD[kind, at]
    return n + QUOTED - 1 if kind == ADMIRAL else n + QUOTED


@rule
def put_cards(page: Page, n: int, spread: Spread, place: int) -> int:
    """The cards that lie in one place."""
    n, before = put(page, n, b"["), 0
    for at in range(spread.cards):
        if spread.place[at] == place:
            n = put_card(page, put_comma(page, n, before), int(spread.kind[at]))
            before = 1
    return put(page, n, b"]")


@rule
def put_set(page: Page, n: int, galleons: int) -> int:
    n, before = put(page, n, b"["), 0
    while galleons:
        n = put_number(page, put_comma(page, n, before), bits.first(galleons))
        galleons &= galleons - 1
        before = 1
    return put(page, n, b"]")


@rule
def put_text(page: Page, n: int, texts: Page, which: int) -> int:
    """One of several texts, up to its first nought."""
    at = 0
    while texts[which, at]:
        page[n] = texts[which, at]
        n += 1
        at += 1
    return n


def padded(texts: Iterable[str]) -> Page:
    """Texts as rows of bytes, each with a nought behind it."""
    rows = [text.encode() + b"\0" for text in texts]
    width = max(map(len, rows))
    return np.array([list(row.ljust(width, b"\0")) for row in rows], np.uint8)


CODE: Final = padded(CODES)
CARD: Final = padded(f'"{code}"' for code in CODES)
RULE: Final = padded(RULES)
