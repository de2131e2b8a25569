"""Who somebody is, without accounts: a random token in a cookie, of which the store knows only the hash."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any, Final

from litestar.datastructures import Cookie

from corsaires.server.caller import Caller, caller_of, header
from corsaires.server.words import Words
from corsaires.store.log import Guest, Store

COOKIE: Final = "corsaires"
AGE: Final = 400 * 24 * 3600  # seconds; browsers keep none longer
BITS: Final = 256
LINK_SECONDS: Final = 600
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    """A secret that nobody guesses, fit for a cookie and for an address."""
    return secrets.token_urlsafe(BITS // 8)


def hashed(secret: str) -> bytes:
    """What the store keeps. A secret of 256 random bits needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def token_of(scope: Any) -> str | None:
    """The token that a request or a WebSocket's handshake carries."""
    sent = header(scope, b"cookie")
    if sent is None or COOKIE not in sent:
        return None
    for part in sent.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and TOKEN.fullmatch(value):
            return value
    return None


async def guest_of(scope: Any, store: Store) -> Guest | None:
    """The guest who asks, by an ASGI scope; their language is theirs from now on."""
    token = token_of(scope)
    guest = None if token is None else await store.guest_of(hashed(token))
    if guest is not None:
        caller_of(scope).language = guest.language
    return guest


async def new_guest(store: Store, language: str) -> tuple[Guest, str]:
    """Somebody new, and their token."""
    guest, token = Guest(secrets.token_hex(8), a_name(language), language), new_secret()
    await store.add_guest(guest, hashed(token))
    return guest, token


def a_name(language: str) -> str:
    """A name to start with, like those at sea."""
    words = Words(language)
    thing, place = (secrets.choice(words(f"name.{part}").split("|")) for part in ("things", "places"))
    return words("name.whole", thing=thing, place=place)


def cookie(token: str, caller: Caller) -> Cookie:
    """The cookie of a token; on plain http a browser would not keep a secure one."""
    return Cookie(key=COOKIE, value=token, path="/", max_age=AGE, httponly=True, samesite="lax", secure=caller.https)


# --- carrying a seat to another device ---


async def new_link(store: Store, guest: Guest) -> tuple[str, int]:
    """A secret that makes another device this guest's, once; and until when, by the store's time in ms."""
    secret = new_secret()
    expires = await store.now() + LINK_SECONDS * 1000
    await store.add_link(hashed(secret), guest.id, expires)
    return secret, expires


async def claim(store: Store, secret: str) -> tuple[Guest, str] | None:
    """The guest of a link, and a new token for this device; None if the link is wrong, used or too old."""
    if not TOKEN.fullmatch(secret):
        return None
    guest_id = await store.claim(hashed(secret))
    guest = None if guest_id is None else (await store.guests([guest_id])).get(guest_id)
    if guest is None:
        return None
    token = new_secret()
    await store.add_token(guest.id, hashed(token))
    return guest, token
