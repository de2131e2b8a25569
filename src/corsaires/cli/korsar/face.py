"""Korsar in a terminal: its screen, its moves by number, its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console

from corsaires.cli.korsar.menu import groups
from corsaires.cli.korsar.screen import Screen
from corsaires.cli.language import Words
from corsaires.games.kernel.errors import IllegalMove, InvalidMove
from corsaires.games.korsar.edition import edition_ids, load_edition
from corsaires.games.korsar.events import Event
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.notation import read_move
from corsaires.games.korsar.telling import Voice, refusal, rule_text, tell_story
from corsaires.games.korsar.view import View

TYPED_COLOURS = str.maketrans("jv", "yg")  # the French letters on the screen


def face(game: Korsar, names: Sequence[str], words: Words) -> KorsarFace:
    return KorsarFace(game, tuple(names), words)


@dataclass(frozen=True)
class KorsarFace:
    game: Korsar
    names: tuple[str, ...]
    words: Words

    def same_side(self, seat: int, other: int) -> bool:
        return seat >> self.game.teams == other >> self.game.teams

    # --- the screen ---

    def draw(self, console: Console, view: View, news: Sequence[str]) -> None:
        self._screen(console, view.seat).draw(view, news)

    def draw_end(self, console: Console, view: View, you: int | None) -> None:
        self._screen(console, you).draw_end(view)

    def _screen(self, console: Console, you: int | None) -> Screen:
        return Screen(console, self.words, self._voice(you), self._edition_name())

    def _voice(self, you: int | None) -> Voice:
        return Voice(self.words.language, self.names, self.game.teams, you)

    def _edition_name(self) -> str:
        if self.game.edition not in edition_ids():
            return self.game.edition
        edition = load_edition(self.game.edition)
        name = edition.name[self.words.language]
        return name if edition.facets == self.game.facets else self.words("korsar.house_rules", edition=name)

    # --- moves ---

    def moves(self, view: View) -> list[str]:
        found = groups(view, self._voice(view.seat), self.words)
        return [choice.move for group in found for choice in group.choices]

    def understood(self, text: str) -> str:
        """Typed as on the screen, in capitals or with spaces, it is still the same move."""
        text = text.replace(" ", "")
        for tried in (text, _lower_colour(text), _lower_colour(text).translate(TYPED_COLOURS)):
            try:
                read_move(tried)
            except InvalidMove:
                continue
            return tried
        return text

    # --- words ---

    def private(self, view: View) -> str | None:
        return view.drawn

    def story(self, events: Sequence[Event], you: int | None, known: Mapping[int, str], since: int = 0) -> list[str]:
        told = tell_story(events, self.words.language, self.names, teams=self.game.teams, you=you, drawn=known)
        return told[since:]

    def refusal(self, error: IllegalMove, view: View) -> str:
        sea = {galleon.galleon: galleon for galleon in view.open.sea}
        return refusal(error.rule, error.by, self._voice(view.seat), move=error.move, sea=sea)

    def not_a_move(self, text: str) -> str:
        return self.words("korsar.not_a_move", text=text[:40])

    def rule(self, number: str) -> str | None:
        try:
            return rule_text(number, self.words.language)
        except KeyError:
            return None


def _lower_colour(text: str) -> str:
    """`R3@4` as `r3@4`, `rc@4` as `rC@4`, `a@4` as `A@4`; a capital G stays a galleon's."""
    match = re.fullmatch(r"(-?)([a-zA-Z])([1-4cC]?)(@\d+)?", text)
    if match is None:
        return text
    minus, letter, rank, target = match.groups(default="")
    letter = "A" if letter in "aA" and not rank else letter if letter == "G" and not target else letter.lower()
    return f"{minus}{letter}{rank.upper()}{target}"
