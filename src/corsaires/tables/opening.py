"""How a table comes into the log: opened by somebody, or as the rematch of another."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from typing import Final

from msgspec.json import decode, encode
from msgspec.structs import replace

from corsaires.games.kernel.fair import SEED_BYTES
from corsaires.store.log import Entry, Row
from corsaires.tables.choices import Choices
from corsaires.tables.deadline import next_due
from corsaires.tables.sitting import PLAYING, WAITING, Branch, Place, Setup, Shown, Sitting, Summary

BIRDS: Final = ("Goéland", "Cormoran", "Sterne", "Pétrel", "Albatros", "Frégate", "Puffin", "Macareux")  # bots, by seat
TABLE_BYTES: Final = 12  # of an id: 96 random bits, so that nobody finds a private table by trying


def opened(table: str, setup: Setup, places: list[Place], at: int) -> tuple[list[Row], Entry]:
    """The first rows of a table, and its entry; raises InvalidSetup."""
    rows = [Row(0, at, "setup", None, encode(setup).decode())]
    rows += [Row(seat + 1, at, "seat", seat, encode(place).decode()) for seat, place in enumerate(places)]
    summary = Sitting.read(table, rows).summary()
    return rows, Entry(WAITING, setup.choices.listed, None, False, summary, at)


def new_table(guest: str, choices: Choices, at: int) -> tuple[str, list[Row], Entry]:
    """A table of which the guest is the host; raises InvalidSetup."""
    table = urlsafe_b64encode(secrets.token_bytes(TABLE_BYTES)).decode()
    return table, *opened(table, Setup(choices, guest, new_seed()), [], at)


def rematch_of(old: Sitting, guest: str, at: int) -> tuple[str, list[Row], Entry]:
    """A table with the same people in the same seats. Its id follows from the old one's secret: whoever else opens the
    rematch at the same moment opens this one."""
    secret = hashlib.sha256(f"{old.setup.seed}:{old.id}:next".encode()).digest()
    table = urlsafe_b64encode(secret[:TABLE_BYTES]).decode()
    places = [Place(guest=place.guest, bot=place.bot, name=place.name) for place in old.places]
    return table, *opened(table, Setup(old.choices, guest, new_seed(), old.id), places, at)


def branch_of(
    old: Sitting, guest: str, name: str, ply: int, seat: int, bot: str, at: int
) -> tuple[str, list[Row], Entry]:
    """A table where a game that is over goes on after so many of its moves, with bots in all seats but one."""
    table = urlsafe_b64encode(secrets.token_bytes(TABLE_BYTES)).decode()
    before = [] if old.setup.branch is None else old.setup.branch.moves
    moves = [*before, *(each.text for each in old.plies[:ply])]
    fair = old.fair
    branch = Branch(fair.table, [nonce.hex() for nonce in fair.nonces], moves)
    choices = replace(old.choices, clock=None, listed=False, spectators="live", hints="bots")
    places = [Place(bot=bot, name=BIRDS[other]) for other in range(old.game.seats)]
    places[seat] = Place(guest=guest, name=name)
    rows, _ = opened(table, Setup(choices, guest, old.setup.seed, branch=branch), places, at)
    rows.append(Row(len(rows), at, "start", None, ""))
    started = Sitting.read(table, rows)
    due = next_due(started, rows[-1], at, 0)
    return table, rows, Entry(PLAYING, False, due, False, started.summary(), at)


def new_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


def listing(entry: Entry) -> tuple[Choices, str, list[Shown]]:
    """What an entry shows of its table: the choices, the host's name, the seats."""
    summary = decode(entry.summary, type=Summary)
    return summary.choices, summary.host, summary.seats
