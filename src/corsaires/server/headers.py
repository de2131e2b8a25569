"""What every answer tells the browser, and which pages may talk to us.

No HSTS and no upgrade-insecure-requests: phones in a living room reach the server over plain http.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from corsaires.server.caller import Caller

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PORTS: Final = {"http": 80, "https": 443}
FIXED: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
        b"microphone=(), midi=(), payment=(), usb=()",
    ),
)
ALONE: Final = (b"cross-origin-opener-policy", b"same-origin")  # over plain http browsers ignore it, and complain
POLICY: Final = (
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
)


def security_headers(caller: Caller) -> list[tuple[bytes, bytes]]:
    return [(b"content-security-policy", _policy(caller).encode()), *FIXED, *([ALONE] if caller.https else [])]


def _policy(caller: Caller) -> str:
    """Not every browser counts our own WebSocket among 'self', so it is named."""
    socket = f" {'wss' if caller.https else 'ws'}://{caller.host}" if is_host(caller.host) else ""
    return "; ".join((*POLICY, f"connect-src 'self'{socket}"))


def is_host(host: str) -> bool:
    return re.fullmatch(r"([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?", host) is not None


def is_welcome(caller: Caller, site: str | None, origins: Collection[str]) -> bool:
    """Whether the page that asks is our own, or one we were told of. A program that is no browser names no page."""
    if caller.origin is None:
        return site in (None, "same-origin", "none")
    origin = caller.origin.lower()
    return origin in origins or _same_host(origin, caller)


def _same_host(origin: str, caller: Caller) -> bool:
    """Whether an origin has the host and port that were asked for. Behind a proxy the schemes may differ."""
    try:
        page, asked = urlsplit(origin), urlsplit(f"//{caller.host}")
        usual = PORTS[page.scheme]
        same_port = (page.port or usual) == (asked.port or usual)
    except (ValueError, KeyError):
        return False
    return same_port and page.hostname is not None and page.hostname == asked.hostname
