"""How a table comes into the log: opened by somebody, or as the rematch of another."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from typing import Final

from msgspec.json import decode, encode

from corsaires.games.kernel.fair import SEED_BYTES
from corsaires.store.log import Entry, Row
from corsaires.tables.choices import Choices
from corsaires.tables.sitting import WAITING, Place, Setup, Shown, Sitting, Summary

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


def new_seed() -> str:
    return secrets.token_hex(SEED_BYTES)


def listing(entry: Entry) -> tuple[Choices, str, list[Shown]]:
    """What an entry shows of its table: the choices, the host's name, the seats."""
    summary = decode(entry.summary, type=Summary)
    return summary.choices, summary.host, summary.seats
