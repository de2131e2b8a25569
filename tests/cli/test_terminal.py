"""What the console does with texts: French ones are not broken where French does not break."""

from __future__ import annotations

import io
import re

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from corsaires.cli.terminal import OurConsole

SENTENCE = (
    "le navire de guerre jaune 1\u202f: jaune\u202f; 71\u202f% de chances, 1\u202f234,5\u00a0% d’écart\u202f! "
    "Et ensuite\u202f? «\u202fAh\u202f» dit-il\u00a0: rien\u00a0; "
)
LONG = SENTENCE * 6
NAMES = ("le navire de guerre jaune 1\u202f:", "Inès\u00a0: 1\u202f234")
ROOMY = 70  # columns that hold a table of them unbroken


def shown(renderable: RenderableType, console: type[Console] = OurConsole, width: int = 100) -> str:
    out = console(file=io.StringIO(), width=100, highlight=False, markup=False, emoji=False)
    out.print(renderable, width=width)
    assert isinstance(out.file, io.StringIO)
    return out.file.getvalue()


def a_list(text: str) -> Table:
    """As the news are drawn."""
    lines = Table.grid(padding=(0, 1, 0, 0))
    lines.add_row(" ·", Text(text, "bold"))
    lines.add_row(" ·", text)
    return lines


@pytest.mark.parametrize("width", range(30, 101))
@pytest.mark.parametrize("form", [str, Text, a_list])
def test_no_line_begins_with_a_sign_that_belongs_to_the_word_before(
    form: type[str] | type[Text] | type[Table], width: int
) -> None:
    screen = shown(form(LONG), width=width)
    lines = [re.sub("^ ·? *", "", line) for line in screen.splitlines()]
    assert len(lines) > 5
    for line in lines:
        assert not re.match(r"\s*[%:;!?»]", line)
        assert not re.search(r"(«|[\u202f\u00a0]) *$", line)
        assert cell_len(line) <= width
    whole = " ".join(line.rstrip(" ") for line in lines)
    assert whole in (LONG.rstrip(), f"{LONG.rstrip()} {LONG.rstrip()}")


@pytest.mark.parametrize("width", range(40, 101))
def test_a_table_is_as_wide_as_with_other_spaces(width: int) -> None:
    table = Table("qui\u202f:", "combien\u00a0?")
    for name in NAMES:
        table.add_row(name, Text(f"71\u202f% {name}", "bold"))
    ours, plain = shown(table, width=width), shown(table, Console, width=width)
    assert {*map(cell_len, ours.splitlines())} == {*map(cell_len, plain.splitlines())}
    if width >= ROOMY:
        assert ours == plain


def test_a_text_that_is_printed_stays_as_it_is() -> None:
    text = Text.assemble(("71\u202f%", "bold"), " de chances\u00a0!")
    assert shown(text) == "71\u202f% de chances\u00a0!\n"
    assert text.plain == "71\u202f% de chances\u00a0!"
    assert [(span.start, span.end) for span in text.spans] == [(0, 4)]
