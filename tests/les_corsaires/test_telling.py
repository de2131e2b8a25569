"""Every event, every course and shot, and every refusal in words, in both languages."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import get_args

import pytest

from corsaires.games.les_corsaires.chart import LANGUAGES, read_chart
from corsaires.games.les_corsaires.events import (
    Arrived,
    DieThrown,
    Eliminated,
    Ended,
    Event,
    Fired,
    FiredAt,
    Placed,
    ReachedPort,
    Sailed,
    Starts,
    ThrewForStart,
    TurnEnded,
    WindKept,
    WindThrown,
)
from corsaires.games.les_corsaires.game import VARIANTS, LesCorsaires
from corsaires.games.les_corsaires.pieces import GUNS, SHIPS
from corsaires.games.les_corsaires.refusals import RULES
from corsaires.games.les_corsaires.ruletexts import rule_numbers, rule_text
from corsaires.games.les_corsaires.survey import Barred, Course, Gun, Shot
from corsaires.games.les_corsaires.table import Table
from corsaires.games.les_corsaires.telling import (
    Sea,
    Voice,
    barred_by,
    fleet_letter,
    reason,
    refusal,
    tell,
    tell_course,
    tell_shots,
    tell_story,
    tell_turns,
    tell_winners,
    texts,
    voyage_end,
)

NAMES = ("Anne", "Bo", "Cy", "Dee")
TRIED = read_chart((Path(__file__).parent / "tried.toml").read_text("utf-8"), "tried", "tried.toml")

# Narrow no-break space before double punctuation and inside guillemets; the true apostrophe; no exclamation.
WRONG_FRENCH = re.compile(r"(?<!\u202f)[:;?»]|«(?!\u202f)|'|!|\.\.\.")
WRONG_ENGLISH = re.compile(r"[\u00a0\u202f’«»!]|\s[:;?]|\.\.\.")


def spaced(text: str) -> str:
    """With ordinary spaces, as one writes a test."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def voice(language: str, you: int | None = None, names: tuple[str, ...] = NAMES) -> Voice:
    return Voice(language, names, you)


SAID: list[tuple[Event, str, str]] = [
    (Placed(0, "rG1", "a2"), "Anne place le navire de guerre rouge 1 à a2.", "Anne places red warship 1 at a2."),
    (ThrewForStart(1, 4), "Bo fait 4 pour le départ.", "Bo throws 4 for the start."),
    (Starts(1), "Bo commence.", "Bo starts."),
    (
        WindThrown(1, "medium", 3),
        "Bo lance les dés : vent moyen vers le 3, sud-est.",
        "Bo throws for the wind: medium wind towards 3, south-east.",
    ),
    (
        WindKept(2, "strong", 6),
        "Cy garde le vent : vent fort vers le 6, nord-ouest.",
        "Cy keeps the wind: strong wind towards 6, north-west.",
    ),
    (DieThrown(3, 5), "Dee fait 5 : c’est le chiffre de chaque navire.", "Dee throws 5: the figure of every ship."),
    (
        Sailed(0, "rM2", "l13", 3, False, ("m14", "n14"), 0),
        "Le marchand rouge 2 avance de 2 vers le 3, jusqu’à n14.",
        "Red merchant 2 sails 2 towards 3, to n14.",
    ),
    (
        Sailed(0, "rM2", "l13", 4, True, ("m13",), 0),
        "Le marchand rouge 2 vire au 4 et avance de 1, jusqu’à m13.",
        "Red merchant 2 turns to 4 and sails 1, to m13.",
    ),
    (
        Sailed(0, "rM2", "l13", 3, False, ("m14",), 2),
        "Le marchand rouge 2 avance de 1 sur 3 vers le 3, jusqu’à m14 : le passage est barré.",
        "Red merchant 2 sails 1 of 3 towards 3, to m14: the way is barred.",
    ),
    (
        Sailed(0, "rM2", "l13", 4, True, ("m13",), 1),
        "Le marchand rouge 2 vire au 4 et avance de 1 sur 2, jusqu’à m13 : le passage est barré.",
        "Red merchant 2 turns to 4 and sails 1 of 2, to m13: the way is barred.",
    ),
    (
        Sailed(0, "rM2", "l13", 6, True, (), 0),
        "Le marchand rouge 2 vire au 6 sur place, à l13.",
        "Red merchant 2 turns to 6 on the spot, at l13.",
    ),
    (
        Sailed(0, "rM2", "l13", 6, True, (), 1),
        "Le marchand rouge 2 vire au 6 sur place, à l13, 0 sur 1 : le passage est barré.",
        "Red merchant 2 turns to 6 on the spot, at l13, 0 of 1: the way is barred.",
    ),
    (Sailed(0, "rM2", "l13", 6, False, (), 0), "Le marchand rouge 2 reste à l13.", "Red merchant 2 stays at l13."),
    (
        Sailed(0, "rM2", "l13", 6, False, (), 2),
        "Le marchand rouge 2 reste à l13, 0 sur 2 : le passage est barré.",
        "Red merchant 2 stays at l13, 0 of 2: the way is barred.",
    ),
    (
        ReachedPort(2, "gM1", "a8"),
        "Le marchand vert 1 touche son port d’arrivée à a8 : la moitié du voyage.",
        "Green merchant 1 reaches its arrival port at a8: half the voyage.",
    ),
    (
        Arrived(2, "gM1", 1, 90),
        "Le marchand vert 1 est arrivé, premier : 90 points.",
        "Green merchant 1 has arrived, first: 90 points.",
    ),
    (
        Fired(0, "rG1", "B", ("o15", "p15"), ("yG1",)),
        "Anne tire avec le navire de guerre rouge 1 : bleu. Coulé : le navire de guerre jaune 1.",
        "Anne fires with red warship 1: blue. Sunk: yellow warship 1.",
    ),
    (
        Fired(0, "rA", "Y", ("o15",), ("rM2", "bG2", "yM1")),
        "Anne tire avec la batterie du port d’arrivée rouge : jaune. "
        "Coulés : le navire de guerre bleu 2, le marchand jaune 1 et son propre marchand rouge 2.",
        "Anne fires with the red arrival battery: yellow. "
        "Sunk: blue warship 2, yellow merchant 1 and their own red merchant 2.",
    ),
    (
        Fired(3, "yH", "R", (), ()),
        "Dee tire avec la batterie du port d’attache jaune : rouge. À l’eau.",
        "Dee fires with the yellow home battery: red. Missed.",
    ),
    (
        FiredAt(0, "rG1", "bM2", 6, True),
        "Anne tire avec le navire de guerre rouge 1 sur le marchand bleu 2 : 6. Coulé : le marchand bleu 2.",
        "Anne fires with red warship 1 at blue merchant 2: 6. Sunk: blue merchant 2.",
    ),
    (
        FiredAt(0, "rH", "bM2", 4, False),
        "Anne tire avec la batterie du port d’attache rouge sur le marchand bleu 2 : 4. À l’eau.",
        "Anne fires with the red home battery at blue merchant 2: 4. Missed.",
    ),
    (TurnEnded(1), "Bo finit son tour.", "Bo ends the turn."),
    (
        Eliminated(1, ()),
        "Bo n’a plus de navire de guerre et quitte la partie.",
        "Bo has no warship left and is out.",
    ),
    (
        Eliminated(1, ("bM1", "bM2")),
        "Bo n’a plus de navire de guerre et quitte la partie, avec le marchand bleu 1 et le marchand bleu 2.",
        "Bo has no warship left and is out, with blue merchant 1 and blue merchant 2.",
    ),
    (
        Ended("C-END-3", (2, 0, 1, 1), (140, 150, 25, 75), (0,)),
        "Plus aucun marchand n’est en mer : la partie s’arrête. Anne 140 (dont 2 navires de guerre), "
        "Dee 75 (dont 1 navire de guerre), Cy 25 (dont 1 navire de guerre), Bo 150 (hors jeu). Anne gagne.",
        "No merchant is left at sea: the game ends. Anne 140 (with 2 warships), Dee 75 (with 1 warship), "
        "Cy 25 (with 1 warship), Bo 150 (out). Anne wins.",
    ),
    (
        Ended("C-END-5", (2, 2, 0, 0), (50, 50, 0, 0), (0, 1)),
        "Quarante tours de table sans navire coulé ni marchand arrivé : la partie s’arrête. "
        "Anne 50 (dont 2 navires de guerre), Bo 50 (dont 2 navires de guerre), Cy 0 (hors jeu), Dee 0 (hors jeu). "
        "Anne partage la victoire avec Bo.",
        "Forty rounds without a ship sunk or a merchant arrived: the game ends. Anne 50 (with 2 warships), "
        "Bo 50 (with 2 warships), Cy 0 (out), Dee 0 (out). Anne shares the win with Bo.",
    ),
    (
        Ended("C-END-5", (0, 0, 0, 0), (0, 50, 0, 0), (1,)),
        "Il ne reste plus personne : la partie s’arrête. Bo 50 (hors jeu), Anne 0 (hors jeu), Cy 0 (hors jeu), "
        "Dee 0 (hors jeu). Bo gagne.",
        "Nobody is left: the game ends. Bo 50 (out), Anne 0 (out), Cy 0 (out), Dee 0 (out). Bo wins.",
    ),
]


@pytest.mark.parametrize(("event", "french", "english"), SAID, ids=count())
def test_events(event: Event, french: str, english: str) -> None:
    assert spaced(tell(event, voice("fr"))) == french
    assert tell(event, voice("en")) == english
    assert not WRONG_FRENCH.search(tell(event, voice("fr")))
    assert not WRONG_ENGLISH.search(tell(event, voice("en")))


def test_every_kind_of_event_is_said() -> None:
    assert {type(event) for event, _, _ in SAID} == set(get_args(Event))


def test_the_reader_is_addressed() -> None:
    own = Fired(0, "rG1", "R", ("o14",), ("bG2", "rM2"))
    assert (
        tell(own, voice("en", 0))
        == "You fire with red warship 1: red. Sunk: blue warship 2 and your own red merchant 2."
    )
    assert spaced(tell(own, voice("fr", 0))) == (
        "Vous tirez avec le navire de guerre rouge 1 : rouge. "
        "Coulés : le navire de guerre bleu 2 et votre propre marchand rouge 2."
    )
    assert tell(own, voice("en", 1)).endswith("Sunk: your blue warship 2 and their own red merchant 2.")
    assert spaced(tell(own, voice("fr", 1))).endswith(
        "Coulés : votre navire de guerre bleu 2 et son propre marchand rouge 2."
    )
    assert tell(TurnEnded(2), voice("fr", 2)) == "Vous finissez votre tour."
    shared = Ended("C-END-3", (1, 1, 1, 1), (50, 20, 50, 50), (0, 2, 3))
    assert tell_winners(shared, voice("en", 3)) == "You share the win with Anne and Cy."
    assert tell(shared, voice("en", 3)).startswith("No merchant is left at sea: the game ends. Anne 50")
    assert ". You 50" in tell(Ended("C-END-3", (1, 1, 1, 1), (20, 20, 20, 50), (3,)), voice("en", 3))


def test_a_player_with_two_fleets_owns_the_ships_of_both() -> None:
    two = ("Anne", "Bo")
    event = Fired(0, "rG1", "R", ("o14",), ("bG2", "gM1"))
    assert tell(event, voice("en", None, two)).endswith("Sunk: green merchant 1 and their own blue warship 2.")
    assert voice("en", None, two).short("bM1") == "blue merchant 1"
    assert voice("en").short("bM1") == "merchant 1"
    assert [voice("fr", None, two).fleets(seat) for seat in (0, 1)] == ["rb", "gy"]


# --- the names of things ---


def test_every_ship_and_gun_has_a_name() -> None:
    for language in LANGUAGES:
        assert len({voice(language).ship(ship) for ship in SHIPS}) == len(SHIPS)
        assert len({voice(language).gun(gun) for gun in GUNS}) == len(GUNS)
        assert len({voice(language).tag(ship) for ship in SHIPS}) == len(SHIPS)
    assert "".join(fleet_letter(fleet, "fr") for fleet in "rbgy") == "RBVJ"
    assert "".join(fleet_letter(fleet, "en") for fleet in "rbgy") == "RBGY"
    assert voice("fr").bare("rM1") == "marchand rouge 1"
    assert voice("en").of(0) == "Anne's"
    assert voice("fr").of(0) == "d’Anne"


# --- stories ---


def test_what_barred_a_way_is_told_from_the_chart_and_the_ships() -> None:
    edge = Sailed(0, "rG1", "b1", 6, True, ("a1",), 2)
    land = Sailed(0, "rG1", "d10", 3, True, (), 2)
    ship = Sailed(0, "rG1", "d5", 2, True, ("d6",), 2)
    port = Sailed(1, "bG1", "a16", 5, True, ("a15",), 2)
    told = tell_story([Placed(1, "bM1", "d7"), edge, land, ship, port], voice("en"), TRIED)
    assert [sentence.partition(": ")[2] for sentence in told[1:]] == [
        "barred by the edge.",
        "barred by land (e11).",
        "barred by blue merchant 1 (d7).",
        "barred by an arrival port (a14).",
    ]


def test_ships_that_are_gone_bar_nothing() -> None:
    sea = Sea(TRIED)
    event = Sailed(0, "rG1", "d5", 2, True, ("d6",), 2)
    gone: list[Event] = [
        Fired(0, "rG1", "Y", ("d7",), ("bM1",)),
        FiredAt(0, "rG1", "bM1", 6, True),
        Arrived(1, "bM1", 1, 90),
        Eliminated(1, ("bM1",)),
    ]
    for loss in gone:
        sea.tell(Placed(1, "bM1", "d7"))
        assert sea.barred(event) == Barred("ship", "d7", "bM1")
        sea.tell(loss)
        assert sea.barred(event) is None


def test_a_merchant_that_has_been_outward_comes_home() -> None:
    events: list[Event] = [ReachedPort(0, "rM1", "q13"), Arrived(0, "rM1", 2, 80)]
    assert tell_story(events, voice("en"))[1] == "Red merchant 1 is back home, second: 80 points."


def test_a_turn_is_told_in_one_paragraph() -> None:
    events: list[Event] = [
        Placed(0, "rG1", "a1"),
        Placed(0, "rG2", "a2"),
        ThrewForStart(0, 3),
        ThrewForStart(1, 5),
        Starts(1),
        WindThrown(1, "light", 4),
        Sailed(1, "bG1", "b19", 4, False, ("c19", "d18"), 0),
        Sailed(1, "bG2", "b20", 1, True, (), 0),
        Sailed(1, "bM1", "a20", 4, False, (), 0),
        Sailed(1, "bM2", "a21", 4, False, ("b20",), 2),
        TurnEnded(1),
        WindKept(2, "light", 4),
    ]
    assert tell_turns(events, voice("en")) == [
        "Anne places warship 1 at a1, warship 2 at a2.",
        "Anne throws 3 for the start. Bo throws 5 for the start. Bo starts.",
        "Bo throws for the wind: light wind towards 4, south-west. Sailing: warship 1 to d18, warship 2 turns to 1, "
        "merchant 1 stays at a20, merchant 2 to b20 (1 of 3).",
        "Cy keeps the wind: light wind towards 4, south-west.",
    ]
    assert tell_turns(events, voice("en"), since=9) == [
        "Blue merchant 2 sails 1 of 3 towards 4, to b20: the way is barred.",
        "Cy keeps the wind: light wind towards 4, south-west.",
    ]
    assert tell_turns(events[:11], voice("en"), since=10) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", [None, "experienced", "very-young"], ids=str)
def test_whole_stories_are_told(seats: int, variant: str | None) -> None:
    table = played(seats, variant)
    events = table.view(None).open.story
    chart = table.view(None).chart
    for language, wrong in (("fr", WRONG_FRENCH), ("en", WRONG_ENGLISH)):
        speaker = voice(language, None, NAMES[:seats])
        told = tell_story(events, speaker, chart)
        assert len(told) == len(events)
        assert not [sentence for sentence in told if wrong.search(sentence) or "{" in sentence]
        assert not [part for part in tell_turns(events, speaker, chart) if wrong.search(part) or "{" in part]


def played(seats: int, variant: str | None) -> Table:
    """Many moves of a game, not always the first one there is."""
    table = LesCorsaires.load(seats=seats, variant=variant).deal(seed=seats)
    for ply in range(250):
        if table.over:
            break
        moves = table.moves()
        table.play(moves[ply * 7 % len(moves)])
    return table


# --- options ---


def course(way: tuple[str, ...], *, turns: bool = False, unused: int = 0, barred: Barred | None = None) -> Course:
    figure = len(way) + unused
    return Course("rM2:3", way[-1] if way else "l13", way, turns, figure, unused, barred, None)


LAND = Barred("land", "o15", None)
COURSES: list[tuple[Course, str | None, str, str]] = [
    (course(("m14", "n14")), None, "cap 3, avancer de 2 : n14", "course 3, sail 2 to n14"),
    (course(("m14",), turns=True), None, "cap 3, virer, avancer de 1 : m14", "course 3, turn, sail 1 to m14"),
    (course((), turns=True), None, "cap 3, virer sur place", "course 3, turn on the spot"),
    (course(()), None, "cap 3, rester sur place", "course 3, stay where it is"),
    (
        course(("m14", "n14"), unused=2, barred=LAND),
        None,
        "cap 3, avancer de 2 : n14 (2 sur 4, barré : terre (o15))",
        "course 3, sail 2 to n14 (2 of 4, barred by land (o15))",
    ),
    (course(("q13",)), "arrives", "cap 3, avancer de 1 : q13, arrivée", "course 3, sail 1 to q13, arriving"),
    (
        course(("q13",)),
        "outward",
        "cap 3, avancer de 1 : q13, port d’arrivée",
        "course 3, sail 1 to q13, its arrival port",
    ),
    (course(("a1",)), "returns", "cap 3, avancer de 1 : a1, retour au port", "course 3, sail 1 to a1, back home"),
]


@pytest.mark.parametrize(("found", "port", "french", "english"), COURSES, ids=count())
def test_courses(found: Course, port: str | None, french: str, english: str) -> None:
    assert spaced(tell_course(3, found, voice("fr"), port)) == french
    assert tell_course(3, found, voice("en"), port) == english


def test_everything_that_bars_a_way_has_a_name() -> None:
    for language in LANGUAGES:
        said = {
            barred_by(Barred(what, None, "bM1" if what == "ship" else None), voice(language))
            for what in ("edge", "land", "ship", "home", "arrival", "free port")
        }
        assert len(said) == 6


@pytest.mark.parametrize(
    ("ship", "end", "outward", "returning", "leg"),
    [
        ("rM1", "q13", False, False, "arrives"),
        ("rG1", "q13", False, False, None),
        ("rM1", "a8", False, False, None),
        ("rM1", "a1", False, False, None),
        ("rM1", "d5", False, False, None),
        ("rM1", "q13", False, True, "outward"),
        ("rM1", "q13", True, True, None),
        ("rM1", "a1", True, True, "returns"),
        ("rM1", "a1", False, True, None),
    ],
    ids=count(),
)
def test_the_legs_of_a_voyage(ship: str, end: str, outward: bool, returning: bool, leg: str | None) -> None:
    assert voyage_end(ship, end, TRIED, outward=outward, returning=returning) == leg


def test_what_each_colour_would_sink() -> None:
    gun = Gun(
        "rG1!",
        {
            "Y": Shot(("o16",), (), (), 2),
            "B": Shot(("o15", "p15"), ("yG1",), (), 2),
            "R": Shot(("o14", "p14"), ("bG2",), ("rM2",), 2),
        },
        {},
    )
    assert tell_shots(gun, voice("en", 0), 0) == {
        "Y": "nothing",
        "B": "sinks yellow warship 1",
        "R": "sinks blue warship 2 and your own red merchant 2",
    }
    assert (
        tell_shots(gun, voice("fr", 0), 0)["R"] == "coule le navire de guerre bleu 2 et votre propre marchand rouge 2"
    )
    battery = Gun("rH!", {"B": Shot((), (), (), 2)}, {})
    assert tell_shots(battery, voice("en", 0), 0) == {"B": "missed"}


# --- refusals ---


@pytest.mark.parametrize("rule", RULES[1:])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_reason_and_a_rule(rule: str, language: str) -> None:
    wrong = WRONG_FRENCH if language == "fr" else WRONG_ENGLISH
    for move in ("", "wind", "keep", "die", "start", "end", "rM1:4", "rM1@a2", "rG1!", "rH!", "rG1!bM2"):
        for phase in ("placing", "starting", "wind", "sailing", "firing", "over"):
            said = refusal(rule, voice(language, 0), move=move, phase=phase)
            assert said[0].isupper()
            assert said.endswith(".")
            assert not wrong.search(said)
            assert "{" not in said
    assert not wrong.search(reason(rule, language))
    assert rule_text(rule, language).endswith(".")


REFUSED: list[tuple[str, str, str, str, str]] = [
    ("C-MAP-1", "rM1@a2", "placing", "Il y a déjà un navire à a2.", "There is already a ship at a2."),
    (
        "C-FLT-2",
        "bM1:3",
        "sailing",
        "Ce navire n’est pas à vous : le marchand bleu 1.",
        "This ship is not yours: blue merchant 1.",
    ),
    (
        "C-FLT-3",
        "rM1@d5",
        "placing",
        "Le marchand rouge 1 se place dans son port d’attache.",
        "Red merchant 1 is placed in its home port.",
    ),
    ("C-FLT-3", "rM1@a2", "wind", "Le marchand rouge 1 est déjà en place.", "Red merchant 1 is already in place."),
    (
        "C-WND-2",
        "end",
        "wind",
        "Commencez par le vent : gardez-le ou lancez les dés.",
        "First the wind: keep it or throw the dice.",
    ),
    (
        "C-MOV-1",
        "end",
        "sailing",
        "Il reste des navires à faire avancer avant de finir.",
        "There are ships still to sail before the turn can end.",
    ),
    (
        "C-MOV-1",
        "rM1:3",
        "sailing",
        "Le marchand rouge 1 ne peut pas avancer maintenant : chaque navire avance une fois, après le vent.",
        "Red merchant 1 cannot sail now: each ship sails once, after the wind.",
    ),
    (
        "C-MOV-5",
        "rM1:3",
        "sailing",
        "Le marchand rouge 1 ne peut pas virer au 3 : son chiffre y est 0.",
        "Red merchant 1 cannot turn to 3: its figure there is 0.",
    ),
    (
        "C-GUN-1",
        "rG1!",
        "sailing",
        "On tire après avoir fait avancer tous ses navires.",
        "Guns fire when all ships have sailed.",
    ),
    (
        "C-GUN-1",
        "rH!",
        "firing",
        "Pas de tir possible avec la batterie du port d’attache rouge : déjà tiré, ou personne à portée.",
        "No shot with the red home battery: it has fired, or nobody is in range.",
    ),
    ("C-END-3", "end", "over", "La partie est finie.", "The game is over."),
]


@pytest.mark.parametrize(("rule", "move", "phase", "french", "english"), REFUSED, ids=count())
def test_a_refusal_names_what_was_tried(rule: str, move: str, phase: str, french: str, english: str) -> None:
    assert spaced(refusal(rule, voice("fr", 0), move=move, phase=phase)) == french
    assert refusal(rule, voice("en", 0), move=move, phase=phase) == english


def test_a_refused_course_says_what_bars_it() -> None:
    barred = course(("m14",), turns=True, unused=2, barred=LAND)
    said = refusal("C-MOV-4", voice("en", 0), move="rM2:3", phase="sailing", course=barred)
    assert said == (
        "Course 3, turn, sail 1 to m14 (1 of 3, barred by land (o15)): another course uses more of its figure."
    )


@pytest.mark.parametrize("family", ["C-MAP", "C-FLT", "C-WND", "C-MOV", "C-GUN", "C-END", "C-VAR"])
def test_every_family_of_rules_is_explained(family: str) -> None:
    explained = {key for key in texts("en") if key.startswith(f"rule.{family}-")}
    assert len(explained) >= 3


def numbered() -> list[str]:
    page = (Path(__file__).parents[2] / "docs" / "rules" / "les-corsaires.md").read_text("utf-8")
    return re.findall(r"^- (C-[A-Z]+-\d+) ", page, re.MULTILINE)


def test_every_numbered_rule_has_a_text_in_the_order_of_the_rules() -> None:
    assert rule_numbers() == numbered()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_rule_says_what_holds_in_the_variant(language: str) -> None:
    """The very young have no wind and no coloured die (C-VAR-2); the experienced sail back (C-VAR-1)."""
    said = {
        variant: {rule: rule_text(rule, language, variant) for rule in rule_numbers(variant)} for variant in VARIANTS
    }
    usual, experienced, young = said.values()
    assert set(usual) - set(young) == {"C-WND-1", "C-WND-2", "C-WND-3", "C-GUN-2", "C-GUN-3", "C-GUN-4"}
    assert {rule for rule in young if young[rule] != usual[rule]} == {"C-MAP-5", "C-MOV-2", "C-MOV-5"}
    assert list(experienced) == list(usual)
    assert {rule for rule in usual if experienced[rule] != usual[rule]} == {"C-MOV-6", "C-END-1", "C-END-5"}
    with pytest.raises(KeyError):
        rule_text("C-MAP-9", language)


# --- the texts themselves ---


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    french, english = texts("fr"), texts("en")
    assert french.keys() == english.keys()
    for key, text in french.items():
        if not key.startswith(("ship.full", "of.")):
            assert _placeholders(text) == _placeholders(english[key]), key


def test_typography() -> None:
    assert _wrong(texts("fr"), WRONG_FRENCH) == []
    assert _wrong(texts("en"), WRONG_ENGLISH) == []


def _wrong(said: Mapping[str, str], wrong: re.Pattern[str]) -> list[str]:
    return [key for key, text in said.items() if wrong.search(text)]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
