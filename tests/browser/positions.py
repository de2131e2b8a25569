"""Positions for a page, told as the server would: any number of seats, crowded seas, long names."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from corsaires.games.korsar.cards import FULL_DECK
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.table import Table
from corsaires.protocol.shapes import encode_events, encode_open, encode_you

FORMS = ((2, False), (3, False), (4, False), (5, False), (4, True), (6, True), (8, True))
MOST_BATTLES = 12
TABLE = "t" * 16

# Twenty letters each, broad and narrow ones.
NAMES = (
    "Bartholomäus Roberts",
    "WWWWWWWWWWWWWWWWWWWW",
    "Jeanne de Belleville",
    "Anne-Dieu-le-Veut IV",
    "Roche Braziliano XIV",
    "Grâce O’Malley l’aîn",
    "iiiiiiiiiiiiiiiiiiii",
    "Edward Low-Fly-Spray",
)


Sea = list[tuple[str, int, list[tuple[int, str]]]]  # card, owner, and who played what on it


class Position(NamedTuple):
    seats: int
    teams: bool
    table: Table
    choices: dict[str, Any]


def positions(count: int, seed: int) -> Iterator[Position]:
    """Every form of play in turn, with 0 to 12 battles."""
    rng = random.Random(seed)
    for n in range(count):
        seats, teams = FORMS[n % len(FORMS)]
        yield position(seats, rng.randint(0, MOST_BATTLES), rng, teams=teams)


def position(seats: int, battles: int, rng: random.Random, *, teams: bool = False) -> Position:
    """Galleons at sea with whatever fights the rules allow on them, the rest in hands, booty and deck."""
    cards = rng.sample(FULL_DECK, len(FULL_DECK))
    galleons = [card for card in cards if card.startswith("G")]
    pirates = [card for card in cards if card[0] in "yrbg" and card[1] != "C"]
    captains = [card for card in cards if card.endswith("C")]
    sea: Sea = [(galleons.pop(), rng.randrange(seats), []) for _ in range(battles)]
    fought = rng.randint(0, len(pirates) - 8)
    played = [card for card in pirates[:fought] if _joins(sea, card, seats, teams, rng)]
    led = [card for card in captains if _leads(sea, card, teams, rng)]
    rest = list((Counter(pirates + captains + galleons) - Counter(played + led)).elements())
    rng.shuffle(rest)
    hands = [[rest.pop()] for _ in range(seats)]
    for hand in hands:
        more = rng.choice((0, 3, 5, 6, 8, 13))
        hand += [rest.pop() for _ in range(min(len(rest), more))]
    booty = [
        [card for _ in range(rng.randint(0, 4)) if (card := _taken(rest))]
        for _ in range(seats // 2 if teams else seats)
    ]
    turn = rng.randrange(seats)
    text = " ".join(
        (
            f"turn:{turn}",
            "barred:-",
            f"laid:{battles + sum(map(len, booty))}",
            f"deck:{','.join(rest) or '-'}",
            "hands:" + "|".join(",".join(hand) or "-" for hand in hands),
            "sea:" + (";".join(_written(n, *galleon) for n, galleon in enumerate(sea, 1)) or "-"),
            "booty:" + "|".join(",".join(side) or "-" for side in booty),
        )
    )
    game = Korsar.load(seats=seats, teams=teams)
    return Position(seats, teams, game.set_up(text), {"setup": game.setup()})


def _side(seat: int, teams: bool) -> int:
    return seat // 2 if teams else seat


def _joins(sea: Sea, card: str, seats: int, teams: bool, rng: random.Random) -> bool:
    """Play a pirate somewhere, if somebody may (K-PIR-2, K-PIR-3)."""
    seat = rng.randrange(seats)
    for _, _, fight in rng.sample(sea, len(sea)):
        colours = {_side(by, teams): played[0] for by, played in fight}
        mine = colours.get(_side(seat, teams))
        if mine == card[0] or (mine is None and card[0] not in colours.values()):
            fight.append((seat, card))
            return True
    return False


def _leads(sea: Sea, card: str, teams: bool, rng: random.Random) -> bool:
    """Play a captain where its side has a pirate of its colour and no captain is yet (K-CAP-1)."""
    for _, _, fight in rng.sample(sea, len(sea)):
        by = [seat for seat, played in fight if played[0] == card[0]]
        if by and not any(played.endswith("C") for _, played in fight) and rng.random() < 0.5:
            fight.append((by[0], card))
            return True
    return False


def _taken(rest: list[str]) -> str | None:
    card = next((card for card in rest if card.startswith("G")), None)
    if card is not None:
        rest.remove(card)
    return card


def _written(number: int, card: str, owner: int, fight: list[tuple[int, str]]) -> str:
    return f"{number}={card}/{owner}/" + (",".join(f"{seat}{played}" for seat, played in fight) or "-")


def told(
    where: Position,
    version: int,
    *,
    reader: int | None = 0,
    clock: bool = False,
    names: Sequence[str] = NAMES,
) -> str:
    """The table as a seat, or a spectator, is told of it."""
    view = where.table.view(reader, options=reader is not None and reader == where.table.turn)
    sitters = [
        {
            "name": names[seat],
            "bot": "matelot" if seat % 3 == 2 else None,
            "mine": seat == reader,
            "here": seat % 4 != 3,
            "stoodIn": seat == 4,
            "gaveNonce": True,
        }
        for seat in range(where.seats)
    ]
    choices = {
        "game": "korsar",
        "seats": where.seats,
        "teams": where.teams,
        "edition": "tilsit-2005",
        "house": {},
        "chart": None,
        "variant": None,
        "equal_fleets": False,
        "first": None,
        "clock": {"kind": "game", "seconds": 600, "increment": 0} if clock else None,
        "pace": 0,
        "listed": False,
        "spectators": "live",
        "hints": "always",
    }
    message = {
        "type": "table",
        "table": TABLE,
        "choices": choices,
        "setup": where.choices["setup"],
        "commitment": "0" * 64,
        "chart": None,
        "version": version,
        "seats": {
            "type": "seats",
            "table": TABLE,
            "seq": version,
            "state": "playing",
            "seats": sitters,
            "host": 0,
            "youHost": reader == 0,
            "asked": None,
            "next": None,
        },
        "open": json.loads(encode_open(view)),
        "you": json.loads(encode_you(view)),
        "story": json.loads(encode_events(view.open.story)),
        "time": {"left": None, "seats": [600_000] * where.seats} if clock else {"left": None, "seats": None},
        "reach": {"freely": 1, "asking": 1} if reader is not None else None,
        "hot": False,
        "late": False,
    }
    return json.dumps(message)
