"""Golden playthroughs: a whole game that a person can read, with what every seat sees on the way.

`python -m tests.korsar.playthrough` writes them anew; the tests compare.
"""

from __future__ import annotations

import random
from pathlib import Path

from corsaires.games.korsar.edition import edition_ids
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.options import Allowed, Option
from corsaires.games.korsar.story import AtSea
from corsaires.games.korsar.table import Table
from corsaires.games.korsar.telling import tell_story
from corsaires.games.korsar.view import View
from tests.korsar.tables import eager, korsar

FILES = Path(__file__).parent / "playthroughs"
NAMES = ("Anne", "Bob", "Chloé", "Théo", "Inès", "Gus", "Hugo", "Zoé")
EVERY = 8  # plies between two looks at what every seat sees


def games() -> dict[str, Korsar]:
    """One a edition, and one in teams."""
    alone = {edition: korsar(3, edition=edition) for edition in edition_ids()}
    return {**alone, **{f"{edition}-teams": korsar(4, True, edition) for edition in edition_ids()}}


def playthrough(game: Korsar) -> str:
    names = NAMES[: game.seats]
    table = game.deal(seed=11, names=names)
    rng = random.Random(11)
    choose = eager(rng)
    lines = [f"{game.setup()}", ""]
    for ply in range(1000):
        if ply % EVERY == 0 or table.over:
            lines += looks(game, table)
        if table.over:
            break
        lines += step(table, choose(table), names, game.teams)
    lines += [f"result: {table.record()['result']}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def step(table: Table, move: str, names: tuple[str, ...], teams: bool) -> list[str]:
    assert table.turn is not None
    lines = [f"{len(table.history) + 1}. {names[table.turn]}: {' '.join(table.moves())}", f"   plays {move}"]
    new = len(table.play(move))
    story = table.view(None).open.story
    for language in ("en", "fr"):
        lines += [f"   {said}" for said in tell_story(story, language, names, teams=teams)[-new:]]
    return lines


def looks(game: Korsar, table: Table) -> list[str]:
    shown = table.view(None).open
    lines = ["", f"   position {table.position()}"]
    lines += [f"   at sea   {at_sea(galleon)}" for galleon in shown.sea]
    lines += [f"   open     deck {shown.deck}, hands {shown.in_hand}, forecast {shown.forecast}, scores {table.scores}"]
    piles = " | ".join(map(cards, shown.piles))
    lines += [f"   gone     discards {cards(shown.discards)}; piles {piles}; out {cards(shown.removed)}"]
    return [*lines, *(line for seat in range(game.seats) for line in seen(table.view(seat))), ""]


def at_sea(galleon: AtSea) -> str:
    column = " ".join(f"{card}/{seat}" for seat, card in galleon.cards)
    return (
        f"{galleon.galleon}: {galleon.card} of {galleon.owner} [{column}] forces {galleon.forces} leads {galleon.leads}"
    )


def seen(view: View) -> list[str]:
    booty = " ".join(
        f"{pile.galleons}:{cards(pile.cards) if pile.cards is not None else 'face down'}" for pile in view.booty
    )
    partner = f", partner {cards(view.partner_hand)}" if view.partner_hand is not None else ""
    lines = [f"   seat {view.seat}   {cards(view.hand or ())}{partner}, booty {booty}"]
    if view.options is not None:
        plays = [
            f"{card}@{galleon} {said(option)}"
            for card, on in view.options.play.items()
            for galleon, option in on.items()
        ]
        lines += [f"            {'; '.join(plays)}"] if plays else []
    return lines


def said(option: Option) -> str:
    if isinstance(option, Allowed):
        return (
            f"{option.after.force}{'=' if option.after.tied else f'>{option.after.leader}'}" if option.after else "yes"
        )
    return f"no:{option.refused}/{option.by}"


def cards(codes: tuple[str, ...]) -> str:
    return ",".join(codes) or "-"


def main() -> None:
    for name, game in games().items():
        (FILES / f"{name}.txt").write_text(playthrough(game), "utf-8")


if __name__ == "__main__":
    main()
