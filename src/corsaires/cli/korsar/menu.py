"""The moves of a seat, grouped and worded with their outcome. They are read off the view's options: no rule is here."""

from __future__ import annotations

from typing import NamedTuple

from corsaires.cli.language import Words
from corsaires.games.korsar.options import Allowed
from corsaires.games.korsar.story import AtSea
from corsaires.games.korsar.telling import Voice, card_name, tell_play
from corsaires.games.korsar.view import View

SCREEN_LETTERS = {"fr": str.maketrans("yg", "jv")}  # the colours as the screen writes them


class Choice(NamedTuple):
    move: str
    said: str


def typed(move: str, language: str) -> str:
    """A move as the screen writes it, with the letters of the reader's colours."""
    return move.translate(SCREEN_LETTERS.get(language, {}))


class Group(NamedTuple):
    title: str
    choices: tuple[Choice, ...]


def groups(view: View, voice: Voice, words: Words) -> list[Group]:
    """Draw, lay, then galleon by galleon, then discards; groups without a move are left out."""
    assert view.options is not None
    options = view.options
    draw = [Choice(options.draw.move, voice.say("option.draw"))] if isinstance(options.draw, Allowed) else []
    lays = [
        Choice(option.move, voice.say("option.lay", gold=card[1:]))
        for card, option in options.lay.items()
        if isinstance(option, Allowed)
    ]
    discards = [
        Choice(option.move, voice.say("option.discard", card=card_name(card, voice.language)))
        for card, option in options.discard.items()
        if isinstance(option, Allowed)
    ]
    found = [
        Group("", (*draw, *lays)),
        *(
            Group(galleon_title(galleon, voice, words), _plays(galleon, view, voice, words))
            for galleon in view.open.sea
        ),
        Group(words("korsar.discards"), tuple(discards)),
    ]
    return [group for group in found if group.choices]


def galleon_title(galleon: AtSea, voice: Voice, words: Words) -> str:
    """A galleon with its number, which has to be typed."""
    name = voice.galleon(galleon.galleon, galleon.card[1:], galleon.owner, {})
    return words("korsar.galleon", number=galleon.galleon, galleon=name)


def _plays(galleon: AtSea, view: View, voice: Voice, words: Words) -> tuple[Choice, ...]:
    assert view.options is not None
    plays = []
    for card, targets in view.options.play.items():
        option = targets.get(galleon.galleon)
        if isinstance(option, Allowed) and option.after is not None:
            outcome = tell_play(card, option.after, galleon, voice)
            said = words("korsar.choice", card=card_name(card, voice.language), outcome=outcome)
            plays.append(Choice(option.move, said))
    return tuple(plays)
