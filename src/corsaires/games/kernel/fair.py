"""The fair deal: chance that nobody can choose and everybody can check afterwards.

The keeper of a table draws a secret seed and shows its commitment; then every seat gives a nonce; the key of the
table's one stream of numbers is made of both. Once the game is over the seed is shown, and anybody can do it again.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corsaires.games.kernel.errors import InvalidRecord, shown

WORDS = 2**32
SEED_BYTES = 32
NONCE_BYTES = 16


class Stream:
    """Numbers from a key: SHA-256(key ‖ uint32be(i)) for i = 0, 1, …, read as big-endian uint32."""

    def __init__(self, key: bytes) -> None:
        self._words = _words(key)

    def below(self, n: int) -> int:
        """A number in [0, n), without bias."""
        for word in self._words:
            if word < WORDS - WORDS % n:
                return word % n
        raise RuntimeError("the stream of numbers has run out")


def _words(key: bytes) -> Iterator[int]:
    for i in range(WORDS):
        block = hashlib.sha256(key + i.to_bytes(4, "big")).digest()
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")


def canonical(setup: Mapping[str, Any]) -> bytes:
    """The one JSON text of a set-up: keys sorted, no spaces, UTF-8."""
    return json.dumps(setup, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def key_of_number(seed: int) -> bytes:
    """The key behind `deal(seed=7)`: reproducible, and no secret."""
    return hashlib.sha256(f"corsaires:{seed}".encode()).digest()


@dataclass(frozen=True, slots=True)
class Fair:
    """A secret seed with the table and the nonces that it is used with."""

    seed: bytes
    table: str
    nonces: tuple[bytes, ...] = ()

    @classmethod
    def new(cls, table: str) -> Fair:
        return cls(secrets.token_bytes(SEED_BYTES), table)

    def with_nonces(self, nonces: Sequence[bytes]) -> Fair:
        return Fair(self.seed, self.table, tuple(nonces))

    def commitment(self, setup: Mapping[str, Any]) -> str:
        """Shown before the nonces are asked for, so that neither side can choose the deal."""
        return hashlib.sha256(self.seed + self.table.encode() + canonical(setup)).hexdigest()

    def key(self) -> bytes:
        return hashlib.sha256(self.seed + self.table.encode() + b"".join(self.nonces)).digest()

    def proof(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """What a record carries, so that the deal can be checked."""
        return {
            "commitment": self.commitment(setup),
            "seed": self.seed.hex(),
            "table": self.table,
            "nonces": [nonce.hex() for nonce in self.nonces],
            "setup": dict(setup),
        }


def sealed(proof: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What may be known of a proof before the end: the commitment alone."""
    if proof is None or "commitment" not in proof:
        return None
    return {"commitment": proof["commitment"]}


def read_proof(proof: Mapping[str, Any]) -> tuple[Fair, Mapping[str, Any]]:
    """A proof read back, with the set-up that it commits to; raises InvalidRecord."""
    setup = proof.get("setup")
    if not isinstance(setup, dict):
        raise InvalidRecord("proof.setup", "must be the set-up that the commitment was made for")
    table, nonces = proof.get("table"), proof.get("nonces")
    if not isinstance(table, str):
        raise InvalidRecord("proof.table", "must be the table's id, a text")
    if not isinstance(nonces, list):
        raise InvalidRecord("proof.nonces", "must be a list, one nonce a seat")
    fair = Fair(
        _hex(proof.get("seed"), SEED_BYTES, "proof.seed"),
        table,
        tuple(_hex(nonce, NONCE_BYTES, f"proof.nonces[{i}]") for i, nonce in enumerate(nonces)),
    )
    if proof.get("commitment") != fair.commitment(setup):
        raise InvalidRecord("proof.commitment", "is not the commitment of this seed, table and set-up")
    return fair, setup


def _hex(text: object, length: int, path: str) -> bytes:
    try:
        value = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        value = b""
    if len(value) != length:
        raise InvalidRecord(path, f"must be {length} bytes in hexadecimal, not {shown(text)}")
    return value
