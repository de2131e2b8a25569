"""The steps that bring a database to what this program expects: numbered files, one after the other."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

from corsaires.store.log import Unusable

SCHEMA: Traversable = resources.files("corsaires.store") / "schema"


def steps(dialect: Literal["sqlite", "postgres"]) -> list[str]:
    """The SQL of every step; the first makes version 1."""
    files = {int(file.name.removesuffix(".sql")): file for file in (SCHEMA / dialect).iterdir()}
    return [files[number].read_text("utf-8") for number in range(1, len(files) + 1)]


def missing(version: int, known: list[str]) -> list[tuple[int, str]]:
    """The steps that a database of this version lacks, with the version that each makes; raises Unusable."""
    if version > len(known):
        raise Unusable(
            "newer",
            f"the database has version {version} and this program knows versions up to {len(known)}: update Corsaires",
        )
    return [(number, step) for number, step in enumerate(known, start=1) if number > version]
