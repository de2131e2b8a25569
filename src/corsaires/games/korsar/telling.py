"""What happens at the table, and why something may not happen, in words. Every sentence is data: `texts/*.toml`.

Names are one a seat. The reader, if they sit at the table, is addressed as *you*.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final, assert_never

from corsaires.games.kernel.words import Speaker, Texts
from corsaires.games.korsar.events import (
    Collected,
    Discarded,
    Drew,
    Ended,
    Event,
    Forces,
    Laid,
    LeftTied,
    Played,
    Skipped,
)
from corsaires.games.korsar.options import After
from corsaires.games.korsar.story import AtSea, Story, is_leader

texts: Final = Texts(Path(__file__).parent / "texts")

Sea = Mapping[int, AtSea]


# --- cards ---


def card_name(code: str, language: str) -> str:
    """A card by its name: « rouge 3 », « galion de 6 », « Anne Bonny (capitaine bleu) »."""
    words = texts(language)
    if code == "A":
        return words["card.admiral"]
    if code[0] == "G":
        return words["card.galleon"].format(gold=code[1:])
    colour = words[f"colour.{code[0]}"]
    if code[1] == "C":
        return words["card.captain"].format(captain=words[f"captain.{code[0]}"], colour=colour)
    return words["card.pirate"].format(colour=colour, force=code[1:])


def leader_name(code: str | None, language: str) -> str:
    """A captain or the admiral by the name alone."""
    words = texts(language)
    if code is None:
        return words["captain.any"]
    return words["card.admiral"] if code == "A" else words[f"captain.{code[0]}"]


def colour_letter(colour: str, language: str) -> str:
    """The letter that stands for a colour beside its hue."""
    return texts(language)[f"letter.{colour}"]


# --- people ---


@dataclass(frozen=True, slots=True)
class Voice(Speaker):
    """Who speaks of whom: a language, a name for each seat, and the seat of the reader."""

    texts: ClassVar[Texts] = texts
    language: str
    names: Sequence[str]
    teams: bool = False
    you: int | None = None

    def side(self, side: int) -> dict[str, str]:
        """A player or a team as the subject of a sentence."""
        if not self.teams:
            return self.player(side)
        if self.you is not None and self.you >> 1 == side:
            return self.subject(self.say("people.team"), self.say("people.Team"), "one")
        both = self.side_name(side)
        return self.subject(both, both, "many")

    def side_name(self, side: int) -> str:
        if not self.teams:
            return self.names[side]
        return self.say("people.two", one=self.names[2 * side], other=self.names[2 * side + 1])

    def belongs(self, side: int) -> str:
        """« à Théo », "Théo's"; in teams the team's."""
        if not self.teams and side == self.you:
            return self.say("of.belongs_to_you")
        return self.say("of.belongs", name=self.side_name(side))

    def galleon(self, number: int, gold: int | str, owner: int, sea: Sea, actor: int | None = None) -> str:
        """A galleon by owner and gold; by its number too if another at sea goes by the same name."""
        if owner == self.you:
            name = self.say("galleon.yours", gold=gold)
        elif owner == actor:
            name = self.say("galleon.own", gold=gold)
        else:
            name = self.say("galleon.theirs", gold=gold, of=self.of(owner))
        twins = [other for other in sea.values() if other.owner == owner and other.card == f"G{gold}"]
        if any(twin.galleon != number for twin in twins):
            return self.numbered(name, number)
        return name

    def numbered(self, galleon: str, number: int) -> str:
        return self.say("galleon.numbered", galleon=galleon, number=number)


# --- events ---


def tell(
    event: Event,
    language: str,
    names: Sequence[str],
    *,
    you: int | None = None,
    sea: Sea | None = None,
    drawn: str | None = None,
) -> str:
    """An event in a sentence or two.

    `sea` is what was at sea before it: it names the captains that hold, and tells galleons of one name apart.
    `drawn` is the card of a draw, for those who may know it.
    """
    sea = sea or {}
    match event:
        case Drew(seat, left):
            voice = Voice(language, names, you=you)
            if drawn is not None:
                return voice.say("event.drew_card", card=card_name(drawn, language), **voice.player(seat))
            return voice.say("event.drew" if left else "event.drew_last", **voice.player(seat))
        case Laid(seat, _, card):
            voice = Voice(language, names, you=you)
            return voice.say("event.laid", gold=card[1:], **voice.player(seat))
        case Discarded(seat, card):
            voice = Voice(language, names, you=you)
            return voice.say("event.discarded", card=card_name(card, language), **voice.player(seat))
        case Skipped(seat):
            voice = Voice(language, names, you=you)
            return voice.say("event.skipped", **voice.player(seat))
        case Played():
            return _played(event, _voice(language, names, event.forces, you), sea)
        case Collected():
            return _collected(event, _voice(language, names, event.forces, you), sea)
        case LeftTied(number, card, owner, forces, fate):
            voice = _voice(language, names, forces, you)
            galleon = voice.galleon(number, card[1:], owner, sea)
            return voice.say(f"event.tied_{fate}", force=max(forces), galleon=galleon)
        case Ended():
            return _ended(event, _voice(language, names, event.scores, you))
        case _:
            assert_never(event)


def tell_story(
    events: Iterable[Event],
    language: str,
    names: Sequence[str],
    *,
    teams: bool = False,
    you: int | None = None,
    drawn: Mapping[int, str] | None = None,
) -> list[str]:
    """A whole story from the deal on, a sentence an event; `drawn` names the cards of draws, by the event's place."""
    story = Story(len(names) >> teams, teams)
    sentences = []
    for place, event in enumerate(events):
        card = (drawn or {}).get(place)
        sentences.append(tell(event, language, names, you=you, sea=story.sea, drawn=card))
        story.tell(event)
    return sentences


def _voice(language: str, names: Sequence[str], sides: Sequence[int], you: int | None) -> Voice:
    return Voice(language, names, len(sides) < len(names), you)


def _played(event: Played, voice: Voice, sea: Sea) -> str:
    galleon = voice.galleon(event.galleon, event.gold, event.owner, sea, event.seat)
    said = {"card": card_name(event.card, voice.language), "galleon": galleon, **voice.player(event.seat)}
    if event.beaten is not None:
        said["beaten"] = leader_name(event.beaten.card, voice.language)
        said["whose"] = voice.player(event.beaten.seat)["who"]
        said["fate"] = voice.say(f"fate.{event.beaten.fate}")
        return voice.say("event.beating", outcome=_outcome(event, voice, sea), **said)
    return voice.say("event.played", outcome=_outcome(event, voice, sea), **said)


def _outcome(event: Played, voice: Voice, sea: Sea) -> str:
    """How the galleon stands after a card was played on it."""
    side = event.seat >> voice.teams
    force, other = event.forces[side], _strongest_but(event.forces, side)
    if event.leads is not None and is_leader(event.card):
        return voice.say("outcome.leads", **voice.side(event.leads))
    if event.leads is None:
        return voice.say("outcome.tied" if force == other else "outcome.below_tie", force=force, other=other)
    before = sea.get(event.galleon)
    leader = before.leader[1] if before and before.leader else None
    if leader is not None or event.forces[event.leads] <= _strongest_but(event.forces, event.leads):
        name = leader_name(leader, voice.language)
        return voice.say("outcome.helped" if event.leads == side else "outcome.held", force=force, leader=name)
    return voice.say("outcome.figures", force=force, other=other, **voice.side(event.leads))


def _strongest_but(forces: Forces, side: int) -> int:
    return max((force for other, force in enumerate(forces) if other != side), default=0)


def _collected(event: Collected, voice: Voice, sea: Sea) -> str:
    taker = voice.side(event.side)
    # In teams « son 3 » would not say whose, so there the owner is named.
    galleon = voice.galleon(event.galleon, event.card[1:], event.owner, sea, None if voice.teams else event.seat)
    if not event.fight:
        return voice.say("event.unopposed", galleon=galleon, **taker)
    if event.leader is not None:
        return voice.say("event.by_leader", galleon=galleon, leader=leader_name(event.leader, voice.language), **taker)
    force, other = event.forces[event.side], _strongest_but(event.forces, event.side)
    return voice.say("event.by_force", galleon=galleon, force=force, other=other, **taker)


def _ended(event: Ended, voice: Voice) -> str:
    best_first = sorted(range(len(event.scores)), key=lambda side: -event.scores[side])
    scores = ", ".join(_score(event, side, voice) for side in best_first)
    return voice.say("event.ended", scores=scores, winners=tell_winners(event, voice), **voice.side(event.out))


def tell_out(event: Ended, voice: Voice) -> str:
    """Why the game ends, where the scores are shown apart."""
    return voice.say("event.out", **voice.side(event.out))


def _score(event: Ended, side: int, voice: Voice) -> str:
    score, left = event.scores[side], gold_left(event, side)
    who = voice.side(side)["who"]
    if not left:
        return voice.say("end.score", who=who, score=signed(score))
    return voice.say("end.score_less", who=who, score=signed(score), won=score + left, left=left)


def gold_left(event: Ended, side: int) -> int:
    """The gold of the galleons left in a side's hands, which it loses (K-END-4)."""
    share = len(event.in_hand) // len(event.scores)
    hands = event.in_hand[side * share : (side + 1) * share]
    return sum(int(card[1:]) for hand in hands for card in hand)


def tell_winners(event: Ended, voice: Voice) -> str:
    first, *others = sorted(event.winners, key=lambda side: voice.you is None or voice.you >> voice.teams != side)
    if not others:
        return voice.say("end.winner", **voice.side(first))
    rest = voice.all_of(voice.side(side)["who"] for side in others)
    return voice.say("end.shared", others=rest, **voice.side(first))


def signed(number: int) -> str:
    """A number with a true minus sign."""
    return str(number).replace("-", "−")


# --- options ---


def tell_play(card: str, after: After, galleon: AtSea, voice: Voice) -> str:
    """What playing a card on a galleon would do, said to the player who may play it."""
    assert voice.you is not None
    side = voice.you >> voice.teams
    figures = {"before": galleon.forces[side], "after": after.force}
    leader = galleon.leader[1] if galleon.leader else None
    if is_leader(card):
        if leader is None:
            return voice.say("option.leads")
        return voice.say("option.beating", beaten=leader_name(leader, voice.language))
    if after.leader is None:
        tied = after.force >= _strongest_but(galleon.forces, side)
        return voice.say("option.tied" if tied else "option.below_tie", **figures)
    if leader is not None:
        key = "option.helped" if after.leader == side else "option.held"
        return voice.say(key, leader=leader_name(leader, voice.language), **figures)
    if after.leader == side:
        return voice.say("option.still_ahead" if galleon.leads == side else "option.ahead", **figures)
    return voice.say("option.behind", **figures, **voice.side(after.leader))


# --- refusals ---


def reason(rule: str, language: str) -> str:
    """Why a rule forbids a move, in general."""
    return texts(language)[f"reason.{rule}"]


def refusal(rule: str, by: int | None, voice: Voice, *, move: str = "", sea: Sea | None = None) -> str:
    """Why a move is refused, said to the player who tried it; `by` is the side whose doing it is."""
    card, _, number = move.removeprefix("-").partition("@")
    said: dict[str, str] = {"number": number}
    if card and card != "+":
        said |= _of_card(card, voice.language)
    if by is not None:
        said |= {**voice.side(by), "belongs": voice.belongs(by)}
    if rule == "K-TEAM-4":
        said["Who"] = voice.say("people.Partner") if voice.you is None else voice.names[voice.you ^ 1]
    galleon = (sea or {}).get(int(number or 0))
    if galleon is not None and rule in ("K-ADM-1", "K-TEAM-6"):  # the galleon of a player, not of a team
        said["belongs"] = voice.say("of.belongs", name=voice.names[galleon.owner])
    own = _own_colour(by, galleon, voice.teams)
    if own is not None:
        said["colour"] = voice.say(f"colour.{own}")
    key = _refusal_key(rule, move, by is not None, own is not None)
    flown = None if voice.you is None else _own_colour(voice.you >> voice.teams, galleon, voice.teams)
    if rule == "K-CAP-1" and flown is not None:
        key, said["colour"] = "captain_elsewhere", voice.say(f"colour.{flown}")
    # Without a move or somebody's doing there may be nothing to name: then the reason in general.
    try:
        return voice.say(f"refusal.{key}", **said)
    except KeyError:
        general = reason(rule, voice.language)
        return f"{general[0].upper()}{general[1:]}."


def _of_card(card: str, language: str) -> dict[str, str]:
    """A card as the sentences of a refusal speak of it."""
    said = {"card": card_name(card, language)}
    if card[0] in "yrbg":
        words = texts(language)
        said |= {"colour": words[f"colour.{card[0]}"], "Colour": words[f"Colour.{card[0]}"]}
    if is_leader(card):
        leader = leader_name(card, language)
        said |= {"leader": leader, "Leader": leader[0].upper() + leader[1:]}
    return said


def _own_colour(side: int | None, galleon: AtSea | None, teams: bool) -> str | None:
    """The colour in which a side fights on a galleon."""
    for seat, card in galleon.cards if galleon else ():
        if seat >> teams == side and card != "A":
            return card[0]
    return None


def _refusal_key(rule: str, move: str, somebody: bool, coloured: bool) -> str:
    match rule:
        case "K-TURN-3":
            return "deck_not_empty" if move.startswith("-") else "deck_empty"
        case "K-PIR-3":
            return "own_colour" if coloured else "other_colour"
        case "K-TEAM-3":
            return "team_colour" if coloured else "team_other_colour"
        case "K-CAP-1":
            return "captain_taken" if somebody else "captain_alone"
        case _:
            return _REFUSALS[rule]


_REFUSALS: Final = {
    "K-TURN-1": "not_in_hand",
    "K-TURN-4": "galleon_kept",
    "K-PIR-1": "not_at_sea",
    "K-PIR-2": "colour_taken",
    "K-ADM-1": "admiral_elsewhere",
    "K-TEAM-4": "partner_was_here",
    "K-TEAM-6": "partner_galleon",
    "K-END-1": "over",
}
