"""Korsar in a terminal: its screen, its moves by number, its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console

from corsaires.cli.games import Face
from corsaires.cli.korsar.menu import groups, typed
from corsaires.cli.korsar.screen import Screen
from corsaires.cli.language import Words
from corsaires.games.kernel.errors import IllegalMove, InvalidMove
from corsaires.games.korsar.edition import edition_ids, load_edition
from corsaires.games.korsar.events import Ended, Event
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.notation import read_move
from corsaires.games.korsar.options import Allowed
from corsaires.games.korsar.ruletexts import rule_numbers, rule_text
from corsaires.games.korsar.telling import Voice, card_name, reason, refusal, tell_out, tell_story
from corsaires.games.korsar.view import View

TYPED_COLOURS = str.maketrans("jv", "yg")  # the French letters on the screen


def face(game: Korsar, names: Sequence[str], words: Words) -> KorsarFace:
    return KorsarFace(game, tuple(names), words)


@dataclass(frozen=True)
class KorsarFace(Face):
    game: Korsar
    names: tuple[str, ...]
    words: Words

    def same_side(self, seat: int, other: int) -> bool:
        return seat >> self.game.teams == other >> self.game.teams

    # --- the screen ---

    def draw(self, console: Console, view: View, news: Sequence[str]) -> None:
        self._screen(console, view.seat).draw(view, news)

    def draw_menu(self, console: Console, view: View) -> None:
        self._screen(console, view.seat).draw_menu(view)

    def draw_end(self, console: Console, view: View, you: int | None) -> None:
        self._screen(console, you).draw_end(view)

    def title(self) -> str:
        form = "korsar.in_teams" if self.game.teams else "korsar.alone"
        named = f"{self._edition_name()} · {self.words(form, seats=self.game.seats)}"
        house = self._house_rules()
        return f"{named}\n{house}" if house else named

    def _screen(self, console: Console, you: int | None) -> Screen:
        return Screen(console, self.words, self._voice(you), self._edition_name(), self._house_rules())

    def _voice(self, you: int | None) -> Voice:
        return Voice(self.words.language, self.names, self.game.teams, you)

    def _edition_name(self) -> str:
        known = self.game.edition in edition_ids()
        return load_edition(self.game.edition).name[self.words.language] if known else self.game.edition

    def _house_rules(self) -> str:
        """Where the rules of this table differ from the edition's."""
        if self.game.edition not in edition_ids():
            return ""
        edition = load_edition(self.game.edition).facets.as_dict()
        house = {facet: value for facet, value in self.game.facets.as_dict().items() if value != edition[facet]}
        said = ", ".join(f"{facet}={str(value).lower()}" for facet, value in house.items())
        return self.words("korsar.house_rules", house=said) if house else ""

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
        """The end without the scores: they are drawn below it."""
        told = tell_story(events, self.words.language, self.names, teams=self.game.teams, you=you, drawn=known)
        if events and isinstance(events[-1], Ended):
            told[-1] = tell_out(events[-1], self._voice(you))
        return told[since:]

    def refusal(self, error: IllegalMove, view: View) -> str:
        sea = {galleon.galleon: galleon for galleon in view.open.sea}
        return refusal(error.rule, error.by, self._voice(view.seat), move=error.move, sea=sea)

    def not_a_move(self, text: str) -> str:
        return self.words("korsar.not_a_move", text=text[:40], example=typed("y3@4", self.words.language))

    def help(self) -> str:
        return self.words("korsar.help")

    def rule(self, number: str) -> str | None:
        try:
            return rule_text(number, self.words.language, self.game.facets, teams=self.game.teams)
        except KeyError:
            return None

    def rules(self, start: str) -> list[str]:
        return [number for number in rule_numbers() if number.startswith(start)]

    def reason(self, rule: str) -> str | None:
        return reason(rule, self.words.language)

    def hint(self, text: str, view: View) -> str | None:
        """A card without its galleon, or on a number that no galleon has."""
        match = re.fullmatch(r"([yrbg][1-4C]|A)(?:@(\d+))?", self._with_a_galleon(text))
        if match is None or view.options is None:
            return None
        card, number = match.groups()
        if number is not None:
            return self._voice(view.seat).say("refusal.not_at_sea", number=number)
        options = view.options.play.get(card, {}).values()
        moves = [typed(option.move, self.words.language) for option in options if isinstance(option, Allowed)]
        name = card_name(card, self.words.language)
        if card not in view.options.play and view.open.sea:
            return self._voice(view.seat).say("refusal.not_in_hand", card=name)
        if not moves:
            return self.words("korsar.nowhere", card=name)
        return self.words("korsar.which_galleon", card=name, moves=self.words.either(moves))

    def _with_a_galleon(self, text: str) -> str:
        """A typed card as the notation writes it, whether or not its galleon has been typed."""
        card, at, number = text.replace(" ", "").partition("@")
        return self.understood(f"{card}@1").removesuffix("@1") + at + number


def _lower_colour(text: str) -> str:
    """`R3@4` as `r3@4`, `rc@4` as `rC@4`, `a@4` as `A@4`; a capital G stays a galleon's."""
    match = re.fullmatch(r"(-?)([a-zA-Z])([1-4cC]?)(@\d+)?", text)
    if match is None:
        return text
    minus, letter, rank, target = match.groups(default="")
    letter = "A" if letter in "aA" and not rank else letter if letter == "G" and not target else letter.lower()
    return f"{minus}{letter}{rank.upper()}{target}"
