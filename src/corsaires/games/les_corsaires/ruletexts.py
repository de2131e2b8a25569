"""What the rules say at one table, in plain words. Where variants differ, a rule has a text for each way."""

from __future__ import annotations

from typing import Final

from corsaires.games.les_corsaires.telling import texts

USUAL: Final = "usual"  # the text of every variant that has none of its own
LEFT_OUT: Final = {"very-young": ("C-WND-1", "C-WND-2", "C-WND-3", "C-GUN-2", "C-GUN-3", "C-GUN-4")}  # C-VAR-2


def rule_numbers(variant: str | None = None) -> list[str]:
    """Every rule that holds in a variant, in the order of the rules."""
    keys = (key.split(".") for key in texts("en") if key.startswith("rule."))
    numbers = dict.fromkeys(number for _, number, *_ in keys)
    return [number for number in numbers if number not in LEFT_OUT.get(variant or "", ())]


def rule_text(rule: str, language: str, variant: str | None = None) -> str:
    """What a rule says in a variant; raises KeyError when there is no such rule."""
    said = texts(language)
    for key in (f"rule.{rule}", f"rule.{rule}.{variant}"):
        if key in said:
            return said[key]
    return said[f"rule.{rule}.{USUAL}"]
