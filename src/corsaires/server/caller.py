"""Who calls: the address, the scheme and the language of a request, also behind a proxy that we trust."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final

from corsaires.server.settings import Network
from corsaires.server.words import Words, preferred

KEY: Final = "corsaires.caller"  # in the ASGI scope
UNKNOWN: Final = "unknown"  # the address of a local socket
MOST_HOPS: Final = 16


@dataclass(slots=True)
class Caller:
    """One request or connection."""

    id: str  # stands in the log and in the error, so that one can be found by the other
    address: str
    https: bool
    host: str
    origin: str | None
    language: str

    @property
    def words(self) -> Words:
        return Words(self.language)


def header(scope: Any, name: bytes) -> str | None:
    """The first header of a name, in lower case."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), None)


def joined(scope: Any, name: bytes) -> str:
    """Every header of a name, as one list."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def caller_of(scope: Any, proxies: Sequence[Network] = ()) -> Caller:
    """Who calls, remembered in the scope; works for HTTP and for a raw WebSocket."""
    known = scope.get(KEY)
    if isinstance(known, Caller):
        return known
    peer = scope["client"][0] if scope.get("client") else UNKNOWN
    trusted = _is_in(peer, proxies)
    forwarded = joined(scope, b"x-forwarded-proto") if trusted else ""
    scheme = forwarded.rpartition(",")[2].strip().lower() or scope.get("scheme", "http")
    caller = Caller(
        id=secrets.token_hex(6),
        address=_behind(peer, joined(scope, b"x-forwarded-for"), proxies) if trusted else peer,
        https=scheme in ("https", "wss"),
        host=(header(scope, b"host") or "").lower(),
        origin=header(scope, b"origin"),
        language=preferred(joined(scope, b"accept-language")),
    )
    scope[KEY] = caller
    return caller


def _behind(peer: str, forwarded: str, proxies: Sequence[Network]) -> str:
    """The last address named that is not one of our proxies: what stands before it, anybody can write."""
    address = peer
    for hop in reversed(forwarded.split(",")[-MOST_HOPS:]):
        if not _is_in(address, proxies):
            break
        named = _plain(hop.strip())
        if named is None:
            break
        address = named
    return address


def _plain(hop: str) -> str | None:
    """An address without its port."""
    if hop.startswith("["):
        hop = hop[1:].partition("]")[0]
    elif hop.count(":") == 1:
        hop = hop.partition(":")[0]
    try:
        return str(ip_address(hop))
    except ValueError:
        return None


def _is_in(address: str, networks: Iterable[Network]) -> bool:
    try:
        known = ip_address(address)
    except ValueError:
        return False
    return any(known in network for network in networks)
