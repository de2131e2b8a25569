"""Messages that nobody should send."""

from __future__ import annotations

import json
import random
from typing import Any

KINDS: dict[str, dict[str, Any]] = {
    "watch": {"table": "AAAAAAAAAAAAAAAA"},
    "leave": {},
    "lobby": {"on": True},
    "sit": {"seat": 1, "nonce": "0" * 32},
    "stand": {"seat": 0},
    "bot": {"seat": 1, "bot": "matelot"},
    "kick": {"seat": 0},
    "host": {"seat": 1},
    "start": {},
    "move": {"text": "+", "version": 3},
    "takeback": {"plies": 1, "version": 3},
    "answer": {"yes": True},
    "show": {},
    "hide": {},
    "options": {},
    "back": {},
    "say": {"text": "ahoy", "channel": "all"},
    "mute": {"seat": 1, "on": True},
    "hint": {},
    "rematch": {},
    "cover": {"seat": 1},
    "ping": {},
}
COSTLY = ("watch", "mute", "sit", "lobby")  # the store is asked: less often, for the time that a test may take
ODD_TEXTS = (
    "",
    " ",
    "+",
    "+\u0000",
    "r3@1",
    "R3@1",
    "r3@01",
    "r3@1 ",
    "\u202er3@1",
    "r\uff13@1",
    "r3@\u0661",
    "A@1",
    "\U0001f3f4\u200d\u2620\ufe0f",
    "rC@25",
    "-G8",
    "G9",
    "--r1",
    "r1@99999999999999999999",
    "wind",
    "wind=Y3",
    "start=6",
    "rM1:4",
    "rM1:\u0664",
    "keep\n",
    "end\r",
    "rG1!bM2",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "'; DROP TABLE log; --",
    "%s%n",
    "\ufeff+",
    "e\u0301" * 20,
    "x" * 40,
    "x" * 41,
    "y" * 5000,
    "null",
    "true",
    "{}",
    "\x1fhello",
    "\ud83d\ude00",
)
ODD_NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    8,
    255,
    1000,
    1001,
    2**31,
    2**53,
    2**53 + 1,
    2**63,
    -(2**63),
    2**64,
    10**30,
    1.5,
    -0.0,
    1e300,
)
RAW = (
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e999",
    b"-",
    b"01",
    b"0x10",
    b"1" * 5000,
    b"'x'",
    b'"\\ud800"',
    b'"\\u0000"',
    b"undefined",
)
WHOLE = (
    b"",
    b" ",
    b"null",
    b"true",
    b"0",
    b"[]",
    b"{}",
    b'""',
    b'"move"',
    b"[[]]",
    b'{"type":null}',
    b'{"type":1}',
    b'{"type":"nothing"}',
    b'{"type":"Move"}',
    b'{"type":["move"]}',
    b'{"id":"x"}',
    b"\xef\xbb\xbf{}",
    b"{",
    b"}",
    b'{"type":"ping"',
    b'{"type":"ping"}}',
    b'{"type":"ping"}{"type":"ping"}',
    b"// ping",
    b'{"type":"welcome","name":"x","language":"en"}',
    b'{"type":"update"}',
)


class Mutator:
    """An endless source of them."""

    def __init__(self, seed: int, kinds: tuple[str, ...], tables: tuple[str, ...]) -> None:
        self.rng = random.Random(seed)
        self.kinds = kinds
        self.tables = tables
        self._n = 0

    def __call__(self) -> bytes:
        """A message, most of them well formed and out of place, the others not even that."""
        rng = self.rng
        chosen = rng.random()
        if chosen < 0.03:
            return rng.choice(WHOLE)
        if chosen < 0.04:
            return self._deep()
        if chosen < 0.05:
            return rng.randbytes(rng.choice((1, 4, 40, 400)))
        wish = self._wish()
        if chosen < 0.80:
            return json.dumps(wish, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
        if chosen < 0.90:
            return self._broken(wish)
        return self._damaged(json.dumps(wish).encode())

    def _wish(self) -> dict[str, Any]:
        """By its types a wish, mostly; what it wants is another matter."""
        rng = self.rng
        kind = rng.choice(self.kinds)
        if kind in COSTLY and rng.random() < 0.8:
            kind = "move"
        self._n += 1
        wish: dict[str, Any] = {"type": kind, **KINDS[kind]}
        if rng.random() < 0.9:
            wish["id"] = f"w{self._n}"
        if kind == "watch":
            wish["table"] = rng.choice((*self.tables, wish["table"], "a" * 8, "-_" * 20))
        if kind == "move":
            wish["text"] = rng.choice(ODD_TEXTS)
        for key in ("seat", "version", "plies"):
            if key in wish and rng.random() < 0.7:
                wish[key] = rng.randrange(12) if rng.random() < 0.85 else rng.choice(ODD_NUMBERS)
        return wish

    def _broken(self, wish: dict[str, Any]) -> bytes:
        """One thing of it wrong."""
        rng = self.rng
        key = rng.choice(list(wish))
        match rng.randrange(7):
            case 0:
                wish[key] = rng.choice((None, True, [], {}, [wish.get(key)], {"a": 1}, "", "\x00"))
            case 1:
                wish[key] = rng.choice(ODD_NUMBERS)
            case 2:
                wish[key] = rng.choice(ODD_TEXTS)
            case 3:
                del wish[key]
            case 4:
                wish[rng.choice(("x", "seat ", "Type", "guest", "__class__", "seed", ""))] = rng.choice((1, "x", None))
            case 5:
                text = json.dumps(wish).encode()
                return text[:-1] + b"," + json.dumps({key: wish[key]}).encode()[1:]  # the same key twice
            case 6:
                text = json.dumps({**wish, key: "@@"}).encode()
                return text.replace(b'"@@"', rng.choice(RAW))
        return json.dumps(wish).encode()

    def _damaged(self, text: bytes) -> bytes:
        """With bytes lost, added or changed."""
        rng = self.rng
        at = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                return text[:at]
            case 1:
                return text[:at] + bytes([rng.randrange(128)]) + text[at + 1 :]
            case 2:
                return text[:at] + bytes([rng.randrange(128)]) + text[at:]
        return text + text[at:]

    def _deep(self) -> bytes:
        depth = self.rng.choice((100, 1000, 10_000, 60_000))
        opened = self.rng.choice((b"[", b'{"type":', b'{"id":'))
        return (opened * depth)[:65_000]
