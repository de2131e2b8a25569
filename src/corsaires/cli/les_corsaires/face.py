"""Les Corsaires in a terminal: its screen, its moves by number, its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console

from corsaires.cli.games import Face
from corsaires.cli.language import Words
from corsaires.cli.les_corsaires.board import NARROW, TIGHT, WIDE, ship_tag
from corsaires.cli.les_corsaires.menu import courses_of, groups
from corsaires.cli.les_corsaires.screen import Screen
from corsaires.cli.terminal import new_console
from corsaires.games.kernel.errors import IllegalMove
from corsaires.games.les_corsaires.events import Event
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.ruletexts import rule_numbers, rule_text
from corsaires.games.les_corsaires.telling import Voice, reason, refusal, tell_turns
from corsaires.games.les_corsaires.view import View

TYPED_FLEETS: Final = {"r": "r", "b": "b", "g": "g", "v": "g", "y": "y", "j": "y"}  # with the French letters
TYPED_WORDS: Final = {"vent": "wind", "garder": "keep", "fin": "end", "dé": "die", "de": "die"}
CELLS: Final = {WIDE: "wide", NARROW: "narrow", TIGHT: "tight"}
SHIP: Final = "([rbgvyj])([gm])([12])"
TYPED: Final = re.compile(f"{SHIP}([@:!].*|)|([rbgvyj])([ha])!", re.IGNORECASE)


def face(game: LesCorsaires, names: Sequence[str], words: Words) -> LesCorsairesFace:
    return LesCorsairesFace(game, tuple(names), words)


@dataclass(frozen=True)
class LesCorsairesFace(Face):
    game: LesCorsaires
    names: tuple[str, ...]
    words: Words

    def same_side(self, seat: int, other: int) -> bool:
        """Nothing is hidden, so nobody has to look away."""
        return True

    # --- the screen ---

    def draw(self, console: Console, view: View, news: Sequence[str]) -> None:
        self._screen(console, view.seat).draw(view, news)

    def draw_menu(self, console: Console, view: View) -> None:
        self._screen(console, view.seat).draw_menu(view)

    def draw_end(self, console: Console, view: View, you: int | None) -> None:
        self._screen(console, you).draw_end(view)

    def title(self) -> str:
        return self._screen(Console(), None).title()

    def _screen(self, console: Console, you: int | None) -> Screen:
        return Screen(console, self.words, self._voice(you), self.game)

    def _voice(self, you: int | None) -> Voice:
        return Voice(self.words.language, self.names, you)

    # --- moves ---

    def moves(self, view: View) -> list[str]:
        found = groups(view, self._voice(view.seat), self.words)
        return [choice.move for group in found for choice in group.choices]

    def understood(self, text: str) -> str:
        """Typed as on the screen, with French letters, in capitals or with spaces, it is still the same move."""
        text = text.replace(" ", "")
        if text.lower() in TYPED_WORDS:
            return TYPED_WORDS[text.lower()]
        typed = TYPED.fullmatch(text)
        if typed is None:
            return text.lower()
        fleet, kind, number, rest, of_battery, battery = typed.groups(default="")
        if battery:
            return f"{TYPED_FLEETS[of_battery.lower()]}{battery.upper()}!"
        return f"{TYPED_FLEETS[fleet.lower()]}{kind.upper()}{number}{_rest(rest)}"

    # --- words ---

    def private(self, view: View) -> str | None:
        return None

    def story(self, events: Sequence[Event], you: int | None, known: Mapping[int, str], since: int = 0) -> list[str]:
        return tell_turns(events, self._voice(you), self.game.chart, since)

    def refusal(self, error: IllegalMove, view: View) -> str:
        ship, _, direction = error.move.partition(":")
        course = courses_of(ship, view).get(int(direction)) if direction else None
        voice = self._voice(view.seat)
        return refusal(error.rule, voice, move=error.move, phase=view.open.phase, course=course)

    def not_a_move(self, text: str) -> str:
        return self.words("les_corsaires.not_a_move", text=text[:40])

    def help(self) -> str:
        """With the ships as the board shows them in a window as wide as it is now."""
        cell = self._screen(new_console(), None).cell
        warship, merchant = (ship_tag(ship, self._voice(None), cell) for ship in ("rG1", "rM1"))
        ships = self.words(f"les_corsaires.ships_{CELLS[cell]}", warship=warship, merchant=merchant)
        return self.words("les_corsaires.help", ships=ships)

    def rule(self, number: str) -> str | None:
        try:
            return rule_text(number, self.words.language, self.game.variant)
        except KeyError:
            return None

    def rules(self, start: str) -> list[str]:
        return [number for number in rule_numbers(self.game.variant) if number.startswith(start)]

    def reason(self, rule: str) -> str | None:
        try:
            return reason(rule, self.words.language)
        except KeyError:
            return None


def _rest(rest: str) -> str:
    """What follows a ship in a typed move: a point, a direction, or a target."""
    target = re.fullmatch(f"!{SHIP}", rest, re.IGNORECASE)
    if target is None:
        return rest.lower()
    return f"!{TYPED_FLEETS[target[1].lower()]}{target[2].upper()}{target[3]}"
