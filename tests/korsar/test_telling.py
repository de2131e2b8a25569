"""Every event and every refusal in words, in both languages."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any, get_args

import pytest

from corsaires.games.korsar.cards import CODES
from corsaires.games.korsar.edition import LANGUAGES, VALUES, Facets, edition_ids, load_edition
from corsaires.games.korsar.events import (
    Beaten,
    Collected,
    Discarded,
    Drew,
    Ended,
    Event,
    Laid,
    LeftTied,
    Played,
    Skipped,
)
from corsaires.games.korsar.options import After
from corsaires.games.korsar.refusals import RULES
from corsaires.games.korsar.ruletexts import VARIES, rule_numbers, rule_text
from corsaires.games.korsar.story import AtSea
from corsaires.games.korsar.telling import (
    Voice,
    card_name,
    colour_letter,
    leader_name,
    reason,
    refusal,
    tell,
    tell_out,
    tell_play,
    tell_story,
    texts,
)
from tests.korsar.tables import korsar

ABC = ("A", "B", "C")
TEAMS = ("Anne", "Bo", "Cy", "Dee")
TILSIT = load_edition("tilsit-2005").facets
PAGE = Path(__file__).parents[2] / "docs" / "rules" / "korsar.md"

# Narrow no-break space before double punctuation and inside guillemets; the true apostrophe; no exclamation.
WRONG_FRENCH = re.compile(r"(?<!\u202f)[:;?»]|«(?!\u202f)|'|!|\.\.\.")
WRONG_ENGLISH = re.compile(r"[\u00a0\u202f’«»!]|\s[:;?]|\.\.\.")


def spaced(text: str) -> str:
    """With ordinary spaces, as one writes a test."""
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def played(card: str, forces: tuple[int, ...], leads: int | None, beaten: Beaten | None = None) -> Played:
    return Played(2, 4, card, 1, 6, forces, leads, beaten)


def sea(
    *cards: tuple[int, str], forces: tuple[int, ...] = (0, 0, 0), leads: int | None = None, leader: Any = None
) -> dict[int, AtSea]:
    return {4: AtSea(4, "G6", 1, cards, forces, leads, leader)}


SAID: list[tuple[Event, str, str]] = [
    (Drew(0, 12), "A pioche.", "A draws a card."),
    (Drew(0, 0), "A pioche la dernière carte.", "A draws the last card."),
    (Laid(1, 4, "G6"), "B met à la mer un galion de 6.", "B lays a galleon of 6."),
    (
        played("r3", (5, 0, 6), 2),
        "C joue rouge 3 sur le 6 de B : 6 contre 5, C mène.",
        "C plays red 3 on B's 6: 6 to 5, C leads.",
    ),
    (
        played("r3", (6, 0, 4), 0),
        "C joue rouge 3 sur le 6 de B : 4 contre 6, A mène.",
        "C plays red 3 on B's 6: 4 to 6, A leads.",
    ),
    (
        played("r2", (4, 0, 4), None),
        "C joue rouge 2 sur le 6 de B : égalité à 4.",
        "C plays red 2 on B's 6: ties at 4.",
    ),
    (
        played("r2", (4, 4, 2), None),
        "C joue rouge 2 sur le 6 de B : 2 ; les autres sont à égalité à 4.",
        "C plays red 2 on B's 6: 2; the others are tied at 4.",
    ),
    (
        played("r3", (0, 0, 3), 1),
        "C joue rouge 3 sur le 6 de B : 3, mais un capitaine ou l’amiral tient.",
        "C plays red 3 on B's 6: 3, but a captain or the admiral holds.",
    ),
    (
        played("bC", (5, 0, 3), 2),
        "C joue Anne Bonny (capitaine bleu) sur le 6 de B : C mène.",
        "C plays Anne Bonny (blue captain) on B's 6: C leads.",
    ),
    (
        played("bC", (5, 0, 3), 2, Beaten(1, "A", "discarded")),
        "C joue Anne Bonny (capitaine bleu) sur le 6 de B et bat l’amiral Maynard (B), "
        "qui part à la défausse : C mène.",
        "C plays Anne Bonny (blue captain) on B's 6 and beats Admiral Maynard (B), who is discarded: C leads.",
    ),
    (
        played("gC", (5, 0, 3), 2, Beaten(0, "rC", "stays")),
        "C joue Henry Morgan (capitaine vert) sur le 6 de B et bat l’Olonnais (A), qui reste sans effet : C mène.",
        "C plays Henry Morgan (green captain) on B's 6 and beats l'Olonnais (A), who stays without effect: C leads.",
    ),
    (
        played("gC", (5, 0, 3), 2, Beaten(0, "yC", "removed")),
        "C joue Henry Morgan (capitaine vert) sur le 6 de B et bat Barbe-Noire (A), qui sort du jeu : C mène.",
        "C plays Henry Morgan (green captain) on B's 6 and beats Blackbeard (A), who leaves the game: C leads.",
    ),
    (Discarded(0, "g1"), "A défausse vert 1.", "A discards green 1."),
    (Skipped(1), "B n’a plus de carte : tour passé.", "B has no card left: turn skipped."),
    (
        Collected(2, 2, 1, "G3", 0, (3, 0, 4), None, ("r2", "y3", "r2"), "discarded"),
        "C prend le 3 de A : 4 contre 3.",
        "C takes A's 3: 4 against 3.",
    ),
    (
        Collected(1, 1, 2, "G2", 1, (0, 0, 0), None, (), "pile"),
        "B prend son 2, sans combat.",
        "B takes their 2, unopposed.",
    ),
    (
        Collected(0, 0, 3, "G6", 1, (3, 0, 3), "bC", ("g3", "b3", "bC"), "pile"),
        "A prend le 6 de B avec Anne Bonny.",
        "A takes B's 6 with Anne Bonny.",
    ),
    (
        LeftTied(3, "G6", 1, (4, 4, 0), "stay"),
        "Égalité à 4 : le 6 de B reste sur la table et ne compte pour personne.",
        "Tied at 4: B's 6 stays on the table and counts for nobody.",
    ),
    (
        LeftTied(3, "G6", 1, (4, 4, 0), "leave"),
        "Égalité à 4 : le 6 de B sort du jeu et ne compte pour personne.",
        "Tied at 4: B's 6 leaves the game and counts for nobody.",
    ),
    (
        Ended("K-END-1", 1, (("G2",), (), ("G8",)), (20, 9, -3), (0,)),
        "La pioche est vide et B n’a plus de carte : la partie s’arrête. "
        "A 20 (22 − 2 en main), B 9, C −3 (5 − 8 en main). A gagne.",
        "The deck is empty and B has no card left: the game ends. "
        "A 20 (22 − 2 in hand), B 9, C −3 (5 − 8 in hand). A wins.",
    ),
    (
        Ended("K-END-1", 1, ((), (), ()), (20, 9, 20), (0, 2)),
        "La pioche est vide et B n’a plus de carte : la partie s’arrête. "
        "A 20, C 20, B 9. A partage la victoire avec C.",
        "The deck is empty and B has no card left: the game ends. A 20, C 20, B 9. A shares the win with C.",
    ),
]


@pytest.mark.parametrize(("event", "french", "english"), SAID)
def test_events(event: Event, french: str, english: str) -> None:
    assert spaced(tell(event, "fr", ABC)) == french
    assert tell(event, "en", ABC) == english
    assert not WRONG_FRENCH.search(tell(event, "fr", ABC))
    assert not WRONG_ENGLISH.search(tell(event, "en", ABC))


def test_every_kind_of_event_is_said() -> None:
    assert {type(event) for event, _, _ in SAID} == set(get_args(Event))


def test_the_reader_is_addressed() -> None:
    event = Played(0, 4, "r3", 1, 6, (6, 5, 0), 0, None)
    assert spaced(tell(event, "fr", ABC, you=0)) == "Vous jouez rouge 3 sur le 6 de B : 6 contre 5, vous menez."
    assert spaced(tell(event, "fr", ABC, you=1)) == "A joue rouge 3 sur votre 6 : 6 contre 5, A mène."
    assert tell(event, "en", ABC, you=0) == "You play red 3 on B's 6: 6 to 5, you lead."
    assert spaced(tell(Drew(0, 3), "fr", ABC, you=0, drawn="r3")) == "Vous piochez : rouge 3."
    assert tell(Drew(0, 3), "en", ABC, you=0, drawn="G3") == "You draw: galleon of 3."
    shared = Ended("K-END-1", 1, ((), (), ()), (20, 9, 20), (0, 2))
    assert tell(shared, "en", ABC, you=2).endswith("You share the win with A.")


def test_a_team_is_named_by_both_partners() -> None:
    taken = Collected(0, 0, 1, "G3", 1, (3, 2), None, ("r3",), "pile")
    assert spaced(tell(taken, "fr", TEAMS)) == "Anne et Bo prennent le 3 de Bo : 3 contre 2."
    assert tell(taken, "en", TEAMS) == "Anne and Bo take Bo's 3: 3 against 2."
    assert spaced(tell(taken, "fr", TEAMS, you=1)) == "Votre équipe prend votre 3 : 3 contre 2."
    assert tell(taken, "en", TEAMS, you=0) == "Your team takes Bo's 3: 3 against 2."
    over = Ended("K-TEAM-8", 1, (("G2",), ("G3",), (), ()), (10, 10), (0, 1))
    assert spaced(tell(over, "fr", TEAMS)) == (
        "La pioche est vide et Cy et Dee n’ont plus de carte : la partie s’arrête. "
        "Anne et Bo 10 (15 − 5 en main), Cy et Dee 10. Anne et Bo partagent la victoire avec Cy et Dee."
    )


@pytest.mark.parametrize(
    ("name", "of"),
    [
        ("A", "de A"),
        ("Anne", "d’Anne"),
        ("Inès", "d’Inès"),
        ("Élodie", "d’Élodie"),
        ("Hélène", "d’Hélène"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("Théo", "de Théo"),
        ("42", "de 42"),
    ],
)
def test_elision(name: str, of: str) -> None:
    assert Voice("fr", (name,)).of(0) == of


def test_galleons_of_one_name_are_told_apart_by_their_number() -> None:
    twins = {4: AtSea(4, "G6", 1, (), (0, 0, 0), 1, None), 7: AtSea(7, "G6", 1, (), (0, 0, 0), 1, None)}
    event = played("r3", (0, 0, 3), 2)
    assert spaced(tell(event, "fr", ABC, sea=twins)) == "C joue rouge 3 sur le 6 de B (n° 4) : 3 contre 0, C mène."
    assert tell(event, "en", ABC, sea=twins) == "C plays red 3 on B's 6 (no. 4): 3 to 0, C leads."


def test_the_captain_that_holds_is_named_when_the_sea_is_known() -> None:
    before = sea((1, "A"), leads=1, leader=(1, "A"))
    event = played("r3", (0, 0, 3), 1)
    assert tell(event, "en", ABC, sea=before) == "C plays red 3 on B's 6: 3, but Admiral Maynard holds."
    own = Played(1, 4, "r3", 1, 6, (0, 3, 0), 1, None)
    assert tell(own, "en", ABC, sea=before) == "B plays red 3 on their 6: 3, and Admiral Maynard holds."


def test_a_whole_story_is_told() -> None:
    table = korsar(3).deal(seed=1)
    while not table.over:
        table.play(table.moves()[-1])
    events = table.view(None).open.story
    for language, wrong in (("fr", WRONG_FRENCH), ("en", WRONG_ENGLISH)):
        told = tell_story(events, language, ABC)
        assert len(told) == len(events)
        assert not [sentence for sentence in told if wrong.search(sentence) or "{" in sentence]


# --- cards ---


def test_every_card_has_a_name() -> None:
    for language in LANGUAGES:
        assert len({card_name(code, language) for code in CODES}) == len(CODES)
    assert card_name("A", "fr") == "l’amiral Maynard"
    assert [leader_name(f"{colour}C", "fr") for colour in "yrbg"] == [
        "Barbe-Noire",
        "l’Olonnais",
        "Anne Bonny",
        "Henry Morgan",
    ]
    assert "".join(colour_letter(colour, "fr") for colour in "yrbg") == "JRBV"
    assert "".join(colour_letter(colour, "en") for colour in "yrbg") == "YRBG"


# --- options ---


@pytest.mark.parametrize(
    ("card", "after", "galleon", "french"),
    [
        ("r3", After(6, 0, False), sea((1, "b5"), forces=(3, 5, 0), leads=1), "3 → 6, vous menez"),
        ("r3", After(9, 0, False), sea((1, "b5"), forces=(6, 5, 0), leads=0), "6 → 9, vous menez toujours"),
        ("r3", After(4, None, True), sea((1, "b4"), forces=(1, 4, 0), leads=1), "1 → 4, égalité"),
        ("r1", After(1, None, True), sea(forces=(0, 4, 4)), "0 → 1, les autres restent à égalité"),
        ("r1", After(1, 1, False), sea((1, "b4"), forces=(0, 4, 0), leads=1), "0 → 1, B mène"),
        ("r3", After(3, 1, False), sea((1, "A"), leads=1, leader=(1, "A")), "0 → 3, l’amiral Maynard tient"),
        ("r3", After(3, 0, False), sea((0, "A"), leads=0, leader=(0, "A")), "0 → 3, l’amiral Maynard tient pour vous"),
        ("rC", After(3, 0, False), sea((0, "r3"), forces=(3, 4, 0), leads=1), "vous menez"),
        (
            "rC",
            After(3, 0, False),
            sea((0, "r3"), (1, "A"), forces=(3, 0, 0), leads=1, leader=(1, "A")),
            "bat l’amiral Maynard, vous menez",
        ),
    ],
)
def test_what_a_card_would_do(card: str, after: After, galleon: dict[int, AtSea], french: str) -> None:
    assert spaced(tell_play(card, after, galleon[4], Voice("fr", ABC, you=0))) == french
    assert not WRONG_ENGLISH.search(tell_play(card, after, galleon[4], Voice("en", ABC, you=0)))


# --- refusals ---


@pytest.mark.parametrize("rule", RULES[1:])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_reason_and_a_rule(rule: str, language: str) -> None:
    wrong = WRONG_FRENCH if language == "fr" else WRONG_ENGLISH
    teams = "TEAM" in rule
    voice = Voice(language, TEAMS, teams, 0)
    for move in ("+", "r3", "r3@4", "-r3", "rC@4", "A@4", ""):
        for by in (None, 0, 1):
            said = refusal(rule, by, voice, move=move)
            assert said[0].isupper()
            assert said.endswith(".")
            assert not wrong.search(said)
    assert not wrong.search(reason(rule, language))
    assert not wrong.search(rule_text(rule, language, TILSIT))


REFUSED: list[tuple[str, int | None, str, str, str]] = [
    ("K-PIR-2", 3, "r3@4", "Le rouge est à Théo ici.", "Red is Théo's here."),
    ("K-PIR-3", 0, "r3@4", "Votre couleur ici est le bleu.", "Your colour is blue here."),
    ("K-TURN-3", None, "+", "La pioche est vide : défaussez ou jouez.", "The deck is empty: play or discard."),
    (
        "K-TURN-3",
        None,
        "-r3",
        "Il reste des cartes à piocher : piochez ou jouez.",
        "The deck still has cards: draw or play.",
    ),
    (
        "K-ADM-1",
        1,
        "A@4",
        "Ce galion est à Inès : l’amiral ne défend que les vôtres.",
        "This galleon is Inès's: the admiral defends only yours.",
    ),
    ("K-PIR-1", None, "r3@9", "Il n’y a pas de galion n° 9 en mer.", "There is no galleon no. 9 at sea."),
    ("K-TURN-1", None, "gC@4", "Vous n’avez pas cette carte : Henry Morgan (capitaine vert).", ""),
    ("K-TURN-4", None, "-G3", "Un galion ne se défausse pas.", "A galleon cannot be discarded."),
    ("K-END-1", None, "+", "La partie est finie.", "The game is over."),
]


@pytest.mark.parametrize(("rule", "by", "move", "french", "english"), REFUSED)
def test_a_refusal_names_whose_doing_it_is(rule: str, by: int | None, move: str, french: str, english: str) -> None:
    names = ("Cécile", "Inès", "Goéland", "Théo")
    known = sea((0, "b3"), (3, "r2"), forces=(3, 0, 0, 2), leads=0)
    assert spaced(refusal(rule, by, Voice("fr", names, you=0), move=move, sea=known)) == french
    if english:
        assert refusal(rule, by, Voice("en", names, you=0), move=move, sea=known) == english


def test_refusals_in_teams() -> None:
    voice = Voice("fr", TEAMS, teams=True, you=1)
    known = {4: AtSea(4, "G6", 0, ((0, "b3"), (2, "r2")), (3, 2), 0, None)}
    assert refusal("K-TEAM-3", 0, voice, move="g3@4", sea=known) == "La couleur de votre équipe ici est le bleu."
    assert refusal("K-PIR-2", 1, voice, move="r3@4", sea=known) == "Le rouge est à Cy et Dee ici."
    said = spaced(refusal("K-TEAM-4", 0, voice, move="b3@4", sea=known))
    assert said == "Anne vient de jouer sur ce galion : un seul de vous deux par tour."
    said = spaced(refusal("K-TEAM-6", 0, voice, move="A@4", sea=known))
    assert said == "Ce galion est à Anne : l’amiral ne défend que ceux que vous avez mis à la mer."


def test_a_captain_where_one_does_not_fight() -> None:
    names = ("Cécile", "Inès", "Goéland", "Théo")
    known = sea((0, "b3"), (3, "r2"), forces=(3, 0, 0, 2), leads=0)
    french, english = Voice("fr", names, you=2), Voice("en", names, you=2)
    said = spaced(refusal("K-CAP-1", 3, french, move="rC@4", sea=known))
    assert said == "Le rouge est à Théo ici : l’Olonnais ne peut pas s’y joindre."
    assert refusal("K-CAP-1", 3, english, move="rC@4", sea=known) == "Red is Théo's here: l'Olonnais cannot join in."
    said = refusal("K-CAP-1", None, french, move="yC@4", sea=known)
    assert said == "Barbe-Noire attend d’abord un de vos pirates jaunes sur ce galion."
    said = refusal("K-CAP-1", None, english, move="yC@4", sea=known)
    assert said == "Blackbeard first needs a yellow pirate of yours on this galleon."


def test_a_captain_where_one_fights_in_another_colour() -> None:
    known = sea((0, "b3"), (2, "r2"), forces=(3, 0, 2), leads=0)
    voice = Voice("fr", ABC, you=0)
    for by, captain in ((2, "rC@4"), (None, "gC@4")):
        said = spaced(refusal("K-CAP-1", by, voice, move=captain, sea=known))
        assert said.startswith("Votre couleur ici est le bleu : ")
    assert refusal("K-CAP-1", 2, Voice("en", ABC, you=0), move="rC@4", sea=known) == (
        "Your colour is blue here: l'Olonnais cannot join in."
    )


# --- the rules ---


def test_every_rule_of_the_page_has_a_text() -> None:
    numbers = re.findall(r"^- (K-[A-Z]+-\d+) ", PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(rule_numbers()) == sorted(numbers)
    for language, wrong in (("fr", WRONG_FRENCH), ("en", WRONG_ENGLISH)):
        for number in numbers:
            for teams in (False, True):
                said = rule_text(number, language, TILSIT, teams=teams)
                assert re.fullmatch(r"[^a-z].*\.", said)
                assert not wrong.search(said), number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("rule", "facet"), VARIES.items(), ids=list(VARIES))
def test_where_editions_differ_so_do_the_rules(rule: str, facet: str, language: str) -> None:
    tables = [TILSIT.with_house_rules({facet: value}) for value in VALUES[facet]]
    said = [rule_text(rule, language, facets, teams=True) for facets in tables]
    assert len(set(said)) == len(said)


def test_what_a_rule_says_at_a_table() -> None:
    def facets(edition: str) -> Facets:
        return load_edition(edition).facets

    assert "discarded at once" in rule_text("K-CAP-4", "en", facets("tilsit-2005"))
    assert "until the fight is won" in rule_text("K-CAP-4", "en", facets("philibert-2002"))
    assert "leaves the game" in rule_text("K-CAP-4", "en", facets("lutin-ludique"))
    assert "partner" not in rule_text("K-ADM-1", "en", TILSIT)
    assert "or that your partner laid" in rule_text("K-ADM-1", "en", TILSIT, teams=True)
    assert "not on your partner's" in rule_text("K-ADM-1", "en", facets("philibert-2002"), teams=True)
    assert "both partners" in rule_text("K-END-1", "en", TILSIT, teams=True)
    assert "both partners" not in rule_text("K-END-1", "en", TILSIT)
    with pytest.raises(KeyError):
        rule_text("K-NONE-1", "en", TILSIT)


def test_the_end_without_the_scores() -> None:
    over = Ended("K-END-1", 1, ((), (), ()), (20, 9, 20), (0, 2))
    assert tell_out(over, Voice("en", ABC)) == "The deck is empty and B has no card left: the game ends."
    assert spaced(tell_out(over, Voice("fr", ABC, you=1))) == (
        "La pioche est vide et vous n’avez plus de carte : la partie s’arrête."
    )


# --- the texts themselves ---


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    french, english = texts("fr"), texts("en")
    assert french.keys() == english.keys()
    for key, text in french.items():
        assert _placeholders(text) == _placeholders(english[key]), key


def test_typography() -> None:
    assert [key for key, text in texts("fr").items() if WRONG_FRENCH.search(text)] == []
    assert [key for key, text in texts("en").items() if WRONG_ENGLISH.search(text)] == []
    assert [key for key, text in texts("fr").items() if re.search(r"[a-zà-ÿ] ?° ", text)] == []


def test_typography_of_the_editions() -> None:
    for edition in map(load_edition, edition_ids()):
        for said in (edition.name, edition.about):
            assert not WRONG_FRENCH.search(said["fr"])
            assert not WRONG_ENGLISH.search(said["en"])


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
