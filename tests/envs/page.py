"""The tables of docs/envs.md, made from the code: `python -m tests.envs.page` writes them anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from corsaires.envs.coding import Coding, coding_of
from corsaires.games.korsar.cards import CODES, FIRST_PIRATE

PAGE = Path(__file__).parents[2] / "docs" / "envs.md"


def tables() -> dict[str, str]:
    """Every table by the name of its place in the page."""
    korsar, sea = coding_of("korsar", seats=2), coding_of("les-corsaires", seats=2)
    teams = coding_of("korsar", seats=4, teams=True)
    cards = "Cards count from 0: " + ", ".join(f"`{code}` {n}" for n, code in enumerate(CODES[FIRST_PIRATE:])) + "."
    return {
        "korsar-actions": f"{actions(korsar)}\n\n{cards}",
        "korsar-layout": layout(korsar),
        "korsar-team-layout": layout(teams),
        "les-corsaires-actions": actions(sea),
        "les-corsaires-layout": layout(sea),
    }


def actions(coding: Coding) -> str:
    rows = (
        (
            f"{row.first}–{row.first + row.number - 1}" if row.number > 1 else f"{row.first}",
            f"`{row.notation}`",
            row.about,
        )
        for row in coding.table
    )
    return written(("action", "move", "what it does"), rows)


def layout(coding: Coding) -> str:
    rows, at = [], 0
    for part in coding.layout:
        size = 1
        for length in part.shape:
            size *= length
        shape = " × ".join(map(str, part.shape))
        rows.append((f"{at}", f"`{part.name}`", shape, f"{part.low} to {part.high}", part.about))
        at += size
    return written(("from", "part", "numbers", "each", "what they are"), rows)


def written(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heading, tuple("---" for _ in heading), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def fresh(page: str) -> str:
    """The page with its tables as they are now."""
    for name, table in tables().items():
        start, end = f"<!-- {name} -->\n", "<!-- end -->"
        before, _, after = page.partition(start)
        page = before + start + table + "\n" + end + after.partition(end)[2]
    return page


if __name__ == "__main__":
    PAGE.write_text(fresh(PAGE.read_text("utf-8")), "utf-8")
