"""What sets two moves of Korsar apart: who leads on a galleon and by how much, which unseen cards could change that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from corsaires.bots.korsar.matelot import TOTAL, Unseen, count_unseen, pirate, stoppers, stranding
from corsaires.games.kernel.layout import copied
from corsaires.games.korsar.cards import CODES, FIRST_CAPTAIN, FIRST_PIRATE, STRENGTHS
from corsaires.games.korsar.notation import read_move
from corsaires.games.korsar.rules import (
    DISCARD,
    DRAW,
    LAY,
    STRIDE,
    controller,
    fight,
    force_there,
    gold_of,
    lay,
    side_of,
)
from corsaires.games.korsar.state import NOBODY, Sights
from corsaires.games.korsar.story import AtSea
from corsaires.games.korsar.telling import Voice, card_name, leader_name
from corsaires.games.korsar.view import View
from corsaires.review.words import Words

LIKELY: Final = 0.4  # that a galleon kept in hand is still there at the end: worth a word


class Standing(NamedTuple):
    """How a galleon stands, as the seat on turn sees it."""

    number: int
    gold: int
    holder: int  # a side, or NOBODY on a tie
    ours: int  # force
    theirs: int  # the strongest other's
    led: bool  # by a captain or the admiral
    threats: int  # unseen cards with which another seat could take it from us, or tie


class Look(NamedTuple):
    """What the seat on turn sees, and how to speak of it."""

    sights: Sights
    unseen: Unseen
    words: Words
    names: Sequence[str]
    about: int | None  # the galleon that the comparison is about, if it is about one
    again: bool = False  # whether it has been named
    voice: Voice | None = None  # who speaks to the seat, if galleons are named as people do
    sea: Mapping[int, AtSea] = {}

    @property
    def side(self) -> int:
        return int(side_of(self.sights[0], int(self.sights["turn"][0])))

    def side_name(self, side: int) -> str:
        if not self.sights["teams"][0]:
            return self.names[side]
        return self.words("people.two", one=self.names[2 * side], other=self.names[2 * side + 1])


def compare(
    view: View, moves: tuple[str, str], written: tuple[str, str], words: Words, names: Sequence[str]
) -> tuple[str, str]:
    """A clause for each of two moves: what it does, and to the galleon that the other is about."""
    look, (best, other) = look_at(view, moves, words, names)
    first, second = clause(look, best, written[0]), clause(look._replace(again=True), other, written[1])
    ours, theirs = backing(look, best, other)
    return first + ours, second + theirs


def said(view: View, moves: tuple[str, str], words: Words, names: Sequence[str]) -> str:
    """The same in a sentence, to a player who has just heard the first of the two moves."""
    assert view.seat is not None
    look, (best, other) = look_at(view, moves, words, names)
    voice = Voice(words.language, names, bool(look.sights["teams"][0]), view.seat)
    one = len({move % STRIDE for move in (best, other) if is_play(move)}) <= 1  # which "that galleon" is
    look = look._replace(again=one, voice=voice, sea={galleon.galleon: galleon for galleon in view.open.sea})
    backed = zip((best, other), backing(look, best, other), strict=True)
    first, second = (clause(look, move, subject(look, move)) + more for move, more in backed)
    return words("spoken.why", other=in_full(look._replace(again=False), other), first=first, second=second)


def look_at(view: View, moves: tuple[str, str], words: Words, names: Sequence[str]) -> tuple[Look, tuple[int, int]]:
    unseen = count_unseen(view.sight[0])
    best, other = (read_move(move) for move in moves)
    galleons = [move % STRIDE for move in (best, other) if is_play(move)]
    return Look(view.sight, unseen, words, names, galleons[0] if galleons else None), (best, other)


def is_play(move: int) -> bool:
    """Whether a card is played on a galleon."""
    return move != DRAW and move % STRIDE not in (LAY, DISCARD)


# --- moves in words ---


def in_full(look: Look, move: int) -> str:
    """« rouge 4 sur le 6 de Théo », « piocher »."""
    kind, target = move // STRIDE, move % STRIDE
    if move == DRAW:
        return look.words("spoken.draw")
    if target == LAY:
        return look.words("spoken.lay", gold=gold_of(kind))
    card = called(kind, look.words.language)
    if target == DISCARD:
        return look.words("spoken.discard", card=card)
    return look.words("spoken.play", card=card, galleon=name_of(look, standing(look, look.sights, target)))


def subject(look: Look, move: int) -> str:
    """A move at the start of its clause: the card that is played, or what is done."""
    kind, target = move // STRIDE, move % STRIDE
    if move == DRAW:
        return look.words("spoken.draw")
    if target == LAY:
        return look.words("spoken.laid", gold=gold_of(kind))
    return look.words("spoken.discarding") if target == DISCARD else called(kind, look.words.language)


def called(kind: int, language: str) -> str:
    """A card by its shortest name."""
    return (leader_name if kind >= FIRST_CAPTAIN else card_name)(CODES[kind], language)


# --- clauses ---


def clause(look: Look, move: int, text: str) -> str:
    """What a move does."""
    words, kind, target = look.words, move // STRIDE, move % STRIDE
    if move != DRAW and target not in (LAY, DISCARD):
        return on_galleon(look, move, text) + in_hand(look, move)
    if move == DRAW:
        deck = int(look.sights["in_deck"][0])
        said = words("korsar.draws" if deck > 1 else "korsar.draws_last", move=text, deck=deck)
    elif target == DISCARD:
        said = words("korsar.discards", move=text, card=card_name(CODES[kind], words.language))
    else:
        laid = standing(look, after(look, move), int(look.sights["laid"][0]) + 1)
        said = words("korsar.lays", move=text, gold=gold_of(kind), threats=threats(look, laid))
    left = "" if look.about is None else leaves(look, look.about)
    return said + left + in_hand(look, move)


# --- galleons ---


def after(look: Look, move: int) -> Sights:
    """The sight after a card has left the hand."""
    sights, kind, target = copied(look.sights), move // STRIDE, move % STRIDE
    sights[0].hand[sights[0].turn, kind] -= 1
    if target == LAY:
        lay(sights[0], kind)
    else:
        fight(sights[0], kind, target)
    return sights


def standing(look: Look, sights: Sights, galleon: int) -> Standing:
    sight, side = sights[0], look.side
    holder, sides = controller(sight, galleon), int(sight.seats) >> int(sight.teams)
    ours = force_there(sight, side, galleon)
    theirs = max(force_there(sight, other, galleon) for other in range(sides) if other != side)
    others = [seat for seat in range(int(sight.seats)) if side_of(sight, seat) != side]
    cards = max(stoppers(sight, galleon, ours, seat, look.unseen) for seat in others)
    gold, led = gold_of(int(sight.galleon[galleon])), bool(sight.leader[galleon] != NOBODY)
    return Standing(galleon, gold, int(holder), ours, theirs, led, int(cards))


def on_galleon(look: Look, move: int, text: str) -> str:
    """What a card does to the galleon that it is played on."""
    kind, target = move // STRIDE, move % STRIDE
    old, new = standing(look, look.sights, target), standing(look, after(look, move), target)
    said = {"move": text, "galleon": name_of(look, new), "ours": new.ours, "theirs": new.theirs}
    if new.holder == NOBODY:
        return look.words("korsar.ties" if new.ours == new.theirs else "korsar.stays_tied", **said)
    if new.holder != look.side:
        key = "korsar.held" if new.led else "korsar.behind"
        return look.words(key, whom=look.side_name(new.holder), **said)
    if old.holder == look.side:
        rule = "K-COL-3" if new.led else "K-COL-4"
        return look.words("korsar.secures", before=old.threats, after=new.threats, rule=rule, **said)
    said["threats"] = threats(look, new)
    by = "leader" if kind >= FIRST_CAPTAIN or new.led else "force"
    if old.holder == NOBODY:
        return look.words(f"korsar.unties_{by}", **said)
    return look.words(f"korsar.takes_{by}", whom=look.side_name(old.holder), **said)


def leaves(look: Look, galleon: int) -> str:
    """What becomes of a galleon that a move leaves alone."""
    here = standing(look, look.sights, galleon)
    said = {"galleon": name_of(look, here)}
    if here.holder == NOBODY:
        return look.words("korsar.leaves_tied", **said)
    if here.holder == look.side:
        return look.words("korsar.leaves_ours", threats=threats(look, here), **said)
    return look.words("korsar.leaves_theirs", whom=look.side_name(here.holder), **said)


def name_of(look: Look, galleon: Standing) -> str:
    if look.again and galleon.number == look.about:
        return look.words("korsar.same")
    if look.voice is not None:
        return look.voice.galleon(galleon.number, galleon.gold, look.sea[galleon.number].owner, look.sea)
    return look.words("korsar.galleon", number=galleon.number, gold=galleon.gold)


def threats(look: Look, galleon: Standing) -> str:
    """How many unseen cards could take or tie a galleon that we control."""
    if not galleon.threats:
        return look.words("korsar.safe")
    key = "korsar.threat" if galleon.threats == 1 else "korsar.threats"
    return look.words(key, n=galleon.threats, total=int(look.unseen[TOTAL]))


def backing(look: Look, best: int, other: int) -> tuple[str, str]:
    """Between pirates of two colours: what else there is of each in hand, where that differs."""
    if not (is_pirate(best) and is_pirate(other)) or colour_of(best) == colour_of(other):
        return "", ""
    first, second = of_colour(look, best), of_colour(look, other)
    return ("", "") if first == second else (told_backing(look, *first), told_backing(look, *second))


def is_pirate(move: int) -> bool:
    return is_play(move) and FIRST_PIRATE <= move // STRIDE < FIRST_CAPTAIN


def colour_of(move: int) -> int:
    return (move // STRIDE - FIRST_PIRATE) // STRENGTHS


def of_colour(look: Look, move: int) -> tuple[int, bool]:
    """The force of the other pirates of this one's colour in hand, and whether their captain is there too."""
    hand, colour = look.sights["hand"][0, int(look.sights["turn"][0])], colour_of(move)
    force = sum((each + 1) * int(hand[pirate(colour, each + 1)]) for each in range(STRENGTHS))
    return force - (move // STRIDE - FIRST_PIRATE) % STRENGTHS - 1, bool(hand[FIRST_CAPTAIN + colour])


def told_backing(look: Look, force: int, captain: bool) -> str:
    if not force:
        return look.words("korsar.captain" if captain else "korsar.alone")
    return look.words("korsar.backed_captain" if captain else "korsar.backed", force=force)


def in_hand(look: Look, move: int) -> str:
    """Near the end: the gold that stays in hand and counts against its holder (K-END-4)."""
    sight = look.sights[0]
    if stranding(sight) < LIKELY:
        return ""
    gold = sum(gold_of(kind) * int(sight.hand[sight.turn, kind]) for kind in range(FIRST_PIRATE))
    if move != DRAW and move % STRIDE == LAY:
        gold -= gold_of(move // STRIDE)
    return look.words("korsar.in_hand", gold=gold)
