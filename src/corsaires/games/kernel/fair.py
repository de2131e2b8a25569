"""The fair deal: chance that nobody can choose and everybody can check afterwards.

The keeper of a table draws a secret seed and shows its commitment; then every seat gives a nonce; the key of the
table's one stream of numbers is made of both. Once the game is over the seed is shown, and anybody can do it again.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corsaires.games.kernel.errors import InvalidRecord, InvalidSetup, shown

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


def chance_of(
    seed: int | None, fair: Fair | None, seats: int, terms: Mapping[str, Any]
) -> tuple[bytes, dict[str, Any]]:
    """The key of a new table's stream and the proof it will carry: from a number, a fair seed or a secret one."""
    if seed is not None:
        return key_of_number(checked_number(seed)), {"number": seed, "setup": dict(terms)}
    if fair is not None and not isinstance(fair, Fair):
        raise InvalidSetup("fair", f"must be a Fair, not {shown(fair)}")
    fair = fair or Fair.new(secrets.token_hex(8))
    fair.check(seats)
    return fair.key(), fair.proof(terms)


@dataclass(frozen=True, slots=True)
class Fair:
    """A secret seed with the table and the nonces that it is used with."""

    seed: bytes = field(repr=False)
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

    def check(self, seats: int) -> None:
        """A whole seed, and a nonce from every seat or from none; raises InvalidSetup."""
        sizes = len(self.seed) == SEED_BYTES and all(len(nonce) == NONCE_BYTES for nonce in self.nonces)
        if not sizes or len(self.nonces) not in (0, seats) or not _is_text(self.table):
            raise InvalidSetup(
                "fair",
                f"must have a seed of {SEED_BYTES} bytes, a table's id, and no nonce or {seats} of {NONCE_BYTES} bytes",
            )

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


def read_proof(proof: Mapping[str, Any], seats: int) -> tuple[bytes, dict[str, Any]]:
    """The key of a proof's stream, and the set-up that it was made for; raises InvalidRecord."""
    setup = proof.get("setup")
    if not isinstance(setup, dict) or not _is_text(json.dumps(setup, ensure_ascii=False)):
        raise InvalidRecord("proof.setup", "must be the set-up that the proof was made for")
    if "number" in proof:
        return key_of_number(checked_number(proof["number"], "proof.number")), setup
    fair = _read_fair(proof, seats)
    if proof.get("commitment") != fair.commitment(setup):
        raise InvalidRecord("proof.commitment", "is not the commitment of this seed, table and set-up")
    return fair.key(), setup


def _read_fair(proof: Mapping[str, Any], seats: int) -> Fair:
    table, nonces = proof.get("table"), proof.get("nonces")
    if not isinstance(table, str) or not _is_text(table):
        raise InvalidRecord("proof.table", "must be the table's id, a text")
    if not isinstance(nonces, list) or len(nonces) not in (0, seats):
        raise InvalidRecord("proof.nonces", f"must be a list of {seats}, a nonce from each seat, or empty")
    return Fair(
        _hex(proof.get("seed"), SEED_BYTES, "proof.seed"),
        table,
        tuple(_hex(nonce, NONCE_BYTES, f"proof.nonces[{i}]") for i, nonce in enumerate(nonces)),
    )


def _is_text(value: object) -> bool:
    """A text that can be written down: JSON lets half characters through."""
    return isinstance(value, str) and value.encode(errors="replace").decode() == value


def checked_number(seed: object, where: str = "seed") -> int:
    """A seed that is a number; raises InvalidRecord for one in a record, else InvalidSetup."""
    if type(seed) is int and abs(seed) < 1 << 8 * SEED_BYTES:
        return seed
    error = InvalidSetup if where == "seed" else InvalidRecord
    raise error(where, f"must be a whole number of at most {8 * SEED_BYTES} bits, not {shown(seed)}")


def _hex(text: object, length: int, path: str) -> bytes:
    try:
        value = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        value = b""
    if len(value) != length:
        raise InvalidRecord(path, f"must be {length} bytes in hexadecimal, not {shown(text)}")
    return value
