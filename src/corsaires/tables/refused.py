"""What a table refuses, by a code that the texts have words for. After a refusal nothing has changed."""

from __future__ import annotations


class Refused(Exception):
    """`code` says what is wrong; `values` fill its words."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
