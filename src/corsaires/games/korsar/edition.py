"""Editions are data: a TOML file of facets each. The rules read facets, never the name of an edition."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Final

from corsaires.games.kernel.errors import InvalidSetup, shown

DIRECTORY: Final = Path(__file__).parent / "editions"
LANGUAGES: Final = ("fr", "en")
DEFAULT: Final = "tilsit-2005"

# Each facet with the values it may take (the table at the end of the rules).
VALUES: Final[dict[str, tuple[str | bool, ...]]] = {
    "starts": ("lot", "chosen"),
    "beaten_leader": ("stays", "discarded", "removed"),
    "spoils": ("pile", "discarded"),
    "booty": ("open", "face_down"),
    "ties_at_end": ("stay", "leave"),
    "partners_share_galleon": (True, False),
    "partner_admiral": (True, False),
}


@dataclass(frozen=True, slots=True)
class Facets:
    """Where editions differ."""

    starts: str  # who starts by the text; at every table the host may name a seat, else it is the lot (K-SET-3)
    beaten_leader: str  # what becomes of a beaten captain or admiral (K-CAP-4)
    spoils: str  # where the cards of a decided fight go (K-COL-6)
    booty: str  # how taken galleons lie (K-COL-7)
    ties_at_end: str  # what becomes of tied galleons at the end (K-END-3)
    partners_share_galleon: bool  # both partners on one galleon in one team turn (K-TEAM-4)
    partner_admiral: bool  # the admiral on the partner's galleon (K-TEAM-6)

    def with_house_rules(self, house: Mapping[str, Any]) -> Facets:
        """These facets with some of them overridden; raises InvalidSetup."""
        for facet, value in house.items():
            check_facet(facet, value)
        return replace(self, **house)

    def as_dict(self) -> dict[str, str | bool]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Edition:
    id: str
    name: Mapping[str, str]  # by language
    about: Mapping[str, str]
    facets: Facets


def check_facet(facet: str, value: object, where: str = "") -> None:
    if facet not in VALUES:
        raise InvalidSetup(f"{where}{facet}", f"there is no such facet; the facets are {', '.join(VALUES)}")
    if not any(value is allowed or (isinstance(value, str) and value == allowed) for allowed in VALUES[facet]):
        choices = " or ".join(_toml(allowed) for allowed in VALUES[facet])
        raise InvalidSetup(where + facet, f"must be {choices}, not {shown(value)}")


def facets_from(values: Mapping[str, Any], where: str = "") -> Facets:
    """Facets from plain data, every one of them given."""
    for facet, value in values.items():
        check_facet(facet, value, where)
    for field in fields(Facets):
        if field.name not in values:
            raise InvalidSetup(where + field.name, "is missing; an edition gives every facet a value")
    return Facets(**values)


def edition_ids(directory: Path = DIRECTORY) -> list[str]:
    return sorted(path.stem for path in directory.glob("*.toml"))


def load_edition(edition: str, directory: Path = DIRECTORY) -> Edition:
    """Read an edition's file; raises InvalidSetup with the file, the key and the reason."""
    if edition not in edition_ids(directory):
        raise InvalidSetup(
            "edition", f"there is no edition {shown(edition)}; there are {', '.join(edition_ids(directory))}"
        )
    path = directory / f"{edition}.toml"
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidSetup(path.name, f"is not a TOML file: {error}") from None
    for key in content:
        if key not in ("name", "about", "facets"):
            raise InvalidSetup(f"{path.name}: {key}", "is not a key of an edition; the keys are name, about, facets")
    return Edition(
        edition,
        _texts(content, "name", path),
        _texts(content, "about", path),
        facets_from(_section(content, "facets", path), f"{path.name}: facets."),
    )


def _texts(content: Mapping[str, Any], key: str, path: Path) -> Mapping[str, str]:
    texts = _section(content, key, path)
    for language in LANGUAGES:
        if not isinstance(texts.get(language), str) or not texts[language].strip():
            raise InvalidSetup(f"{path.name}: {key}.{language}", "must be a text")
    return texts


def _section(content: Mapping[str, Any], key: str, path: Path) -> dict[str, Any]:
    if not isinstance(content.get(key), dict):
        raise InvalidSetup(f"{path.name}: {key}", f"is missing; it must be a section, [{key}]")
    section: dict[str, Any] = content[key]
    return section


def _toml(value: str | bool) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
