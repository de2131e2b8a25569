"""What the rules say at one table, in plain words. Where editions differ, a rule has a text for each way."""

from __future__ import annotations

from typing import Final

from corsaires.games.korsar.edition import Facets
from corsaires.games.korsar.telling import texts

VARIES: Final = {
    "K-SET-3": "starts",
    "K-CAP-4": "beaten_leader",
    "K-ADM-1": "partner_admiral",
    "K-COL-6": "spoils",
    "K-COL-7": "booty",
    "K-END-3": "ties_at_end",
    "K-TEAM-4": "partners_share_galleon",
    "K-TEAM-6": "partner_admiral",
}


def rule_numbers() -> list[str]:
    """Every rule, in the order of the rules."""
    keys = (key.split(".") for key in texts("en") if key.startswith("rule."))
    return list(dict.fromkeys(number for _, number, *_ in keys))


def rule_text(rule: str, language: str, facets: Facets, *, teams: bool = False) -> str:
    """What a rule says at a table of these facets; raises KeyError when there is no such rule."""
    said = texts(language)
    if f"rule.{rule}" in said:
        return said[f"rule.{rule}"]
    return said[f"rule.{rule}.{_variant(rule, facets, teams)}"]


def _variant(rule: str, facets: Facets, teams: bool) -> str:
    """Which of its texts a rule has."""
    if rule == "K-END-1" or (rule == "K-ADM-1" and not teams):
        return "teams" if teams else "alone"
    return str(facets.as_dict()[VARIES[rule]]).lower()
