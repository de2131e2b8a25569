"""The picture in the guide: `python -m tests.cli.picture` draws it from a game between matelots."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from rich.console import Console

from corsaires.bots import load_bot
from corsaires.cli.games import face_of
from corsaires.cli.language import Words
from corsaires.games.korsar.table import Table
from tests.korsar.tables import korsar

PICTURE = Path(__file__).parents[2] / "docs" / "terminal.svg"
NAMES = ("Maëlle", "Inès", "Goéland", "Théo")
WIDTH, HEIGHT = 104, 60


def draw(table: Table, console: Console, language: str, since: int) -> None:
    """The screen of the seat to move."""
    assert table.turn is not None
    view = table.view(table.turn)
    face = face_of(korsar(4), NAMES, Words(language))
    face.draw(console, view, face.story(view.open.story, table.turn, {}, since))


def a_good_moment() -> tuple[Table, int]:
    """A turn of seat 0 with a rich sea, and how much of the story it had seen at its turn before."""
    bot = load_bot("korsar", "matelot")
    best: tuple[int, Table, int] | None = None
    for seed in range(40):
        table, rng, since = korsar(4).deal(seed=seed, names=NAMES), random.Random(seed), 0
        while not table.over:
            assert table.turn is not None
            if table.turn == 0:
                worth = richness(table)
                if best is None or worth > best[0]:
                    best = (worth, table.copy(), since)
                since = len(table.view(None).open.story)
            table.play(bot.think(table.view(table.turn), rng.getrandbits(63)).move)
    assert best is not None
    return best[1], best[2]


def richness(table: Table) -> int:
    """How much there is to see: battles of several sides, captains, moves; but it must fit a screen."""
    view = table.view(0)
    battles = [len({seat for seat, _ in galleon.cards}) for galleon in view.open.sea]
    if len(battles) not in (3, 4) or len(table.moves()) > 12:
        return 0
    leaders = sum(galleon.leader is not None for galleon in view.open.sea)
    return 2 * sum(battles) + 3 * leaders + len(table.moves())


def main() -> None:
    console = Console(
        record=True, width=WIDTH, height=HEIGHT, file=io.StringIO(), force_terminal=True, color_system="truecolor",
        highlight=False, markup=False, emoji=False,
    )  # fmt: skip
    table, since = a_good_moment()
    draw(table, console, "en", since)
    picture = console.export_svg(title="corsaires play korsar")
    picture = re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)  # no font from anywhere else
    picture = re.sub(r"\s*<!-- .*? -->", "", picture).replace("Fira Code", "DejaVu Sans Mono")
    PICTURE.write_text("\n".join(line.rstrip() for line in picture.splitlines()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
