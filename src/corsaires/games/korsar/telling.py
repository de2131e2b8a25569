from __future__ import annotations


def reason(rule: str, language: str) -> str:
    return rule
