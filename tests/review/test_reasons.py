"""Reasons name the two moves and the figure that sets them apart, and change with the position."""

from __future__ import annotations

import random
import re
import string
from typing import Any

import pytest

from corsaires.bots import Ranked, Thought, load_bot
from corsaires.games.kernel.jit import COMPILED
from corsaires.review import words
from corsaires.review.reasons import reason, rival, written
from tests.korsar.swaps import swapped
from tests.korsar.tables import at, korsar
from tests.les_corsaires import tables as sea

LANGUAGES = ("fr", "en")
GAMES = 6 if COMPILED else 1
NAMES = ("Ann", "Bo", "Cy")


def why(table: Any, best: str, other: str, language: str = "en") -> str:
    """The reason, without figures of a search."""
    assert {best, other} <= set(table.moves())
    return reason(table.view(table.turn), Thought(best), other, language, NAMES)


# --- Korsar ---


def galleon(cards: str, gold: int = 6, hand: str = "r4,r1,G2", deck: str = "G2,b1,b4,g2") -> Any:
    """Bo's galleon no. 3 with these cards on it; the cards that Ann does not see are in the deck and in Bo's hand."""
    return at(korsar(2), f"{hand}|y1,b3,G3", f"3=G{gold}/1/{cards}", deck=deck)


def test_a_galleon_taken_by_force() -> None:
    """K-COL-4: the forces, the gold and the unseen cards that could take it back."""
    said = why(galleon("1b3"), "r4@3", "+")
    assert said == (
        "r4@3 rather than +: r4@3 takes galleon 3 (6 gold) from Bo, 4 against 3, "
        "which 3 of the 7 unseen cards could take or tie (K-COL-4); "
        "+ brings one of the 4 cards left (K-TURN-2) and leaves that galleon to Bo."
    )
    assert "galleon 3 (8 gold)" in why(galleon("1b3", gold=8), "r4@3", "+")
    assert "4 against 2, which 2 of the 7 unseen cards" in why(galleon("1b2"), "r4@3", "+")
    safe = at(korsar(2), "r4,G2|y1,G3", "3=G6/1/1b1", deck="G2,g2,b2")
    assert "which no unseen card can take or tie" in why(safe, "r4@3", "+")


def test_another_position_gives_another_reason() -> None:
    tied, behind = why(galleon("1b4"), "r4@3", "+"), why(galleon("1b4,1b2"), "r4@3", "+")
    assert "r4@3 ties galleon 3 (6 gold) at 4, nobody takes it (K-COL-5)" in tied
    assert "r4@3 leaves galleon 3 (6 gold) to Bo, 4 against 6 (K-COL-4)" in behind
    led = why(galleon("1b3,1bC"), "r4@3", "+")
    assert "whose captain or admiral holds it (K-COL-3)" in led


def test_a_captain_takes_whatever_the_forces() -> None:
    """K-COL-3."""
    said = why(galleon("0r1,1b4,1b3", hand="rC,r4"), "rC@3", "r4@3")
    assert "rC@3 takes galleon 3 (6 gold) from Bo whatever the forces" in said
    assert "r4@3 leaves that galleon to Bo, 5 against 7 (K-COL-4)" in said
    assert "breaks the tie" in why(galleon("0r4,1b4", hand="rC,r1"), "rC@3", "+")


def test_securing_a_galleon_counts_the_cards_it_shuts_out() -> None:
    said = why(galleon("0r1", hand="r3,r4"), "r3@3", "+")
    assert re.search(r"secures galleon 3 \(6 gold\), 4 against 0, .* go from [3-9] to [0-3] \(K-COL-4\)", said)


def test_near_the_end_gold_in_hand_counts() -> None:
    """K-END-4."""
    table = at(korsar(2), "G5,G2,r1|y1,b1", "3=G2/1/-", deck="-")
    said = why(table, "G5", "r1@3")
    assert "G5 puts 5 gold to sea" in said
    assert "with 2 gold left in hand (K-END-4)" in said
    assert "with 7 gold left in hand (K-END-4)" in said
    assert "in hand" not in why(at(korsar(2), "G5,r1|y1", deck="G2,G3,b1,b2,b3,g1,g2"), "G5", "+")


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("r4,y4,rC", ("with its captain in hand (K-CAP-1)", "with no other card of its colour in hand")),
        ("r4,y4,y2", ("with no other card of its colour in hand", "with 2 more force of its colour in hand")),
        (
            "r4,r3,rC,y4,yC",
            (
                "with 3 more force of its colour and its captain in hand (K-CAP-1)",
                "with its captain in hand (K-CAP-1)",
            ),
        ),
    ],
)
def test_between_two_colours_the_rest_of_the_hand_counts(hand: str, said: tuple[str, str]) -> None:
    """K-CAP-1: alike on the galleon, they differ by what may follow."""
    first, second = why(galleon("-", hand=hand), "r4@3", "y4@3").split("; ")
    assert first.endswith(said[0])
    assert second.endswith(f"{said[1]}.")
    assert " en main" in why(galleon("-", hand=hand), "r4@3", "y4@3", "fr")


def test_where_nothing_else_differs_the_rest_of_the_hand_is_not_told() -> None:
    assert "in hand" not in why(galleon("-", hand="r4,r2,y4,y2"), "r4@3", "y4@3")
    assert "in hand" not in why(galleon("-", hand="r4,r2,y4"), "r4@3", "r2@3")


def test_discards_name_what_they_cost() -> None:
    """K-TURN-3."""
    table = at(korsar(2), "y1,yC|b1,b2", deck="-")
    assert "-y1 throws yellow 1 away" in why(table, "-y1", "-yC")
    assert "-j1 jette une carte, jaune 1" in why(table, "-y1", "-yC", "fr")


def test_figures_of_a_search_are_told() -> None:
    table = galleon("1b3")
    ranked = (Ranked("r4@3", 90, 0.62), Ranked("+", 9, 0.55), Ranked("G2", 1, 0.623))
    thought = Thought("r4@3", (0.6, 0.4), ranked, 100)
    view = table.view(0)
    assert reason(view, thought, "+", "en", NAMES).endswith(" 62% to win instead of 55%.")
    assert reason(view, thought, "+", "fr", NAMES).endswith("62\u202f% de chances de gagner au lieu de 55\u202f%.")
    assert reason(view, thought, "G2", "en", NAMES).endswith("About as good: 62% and 62% to win.")
    assert reason(view, thought, "r1@3", "en", NAMES).endswith("(K-COL-4).")  # not weighed: no figure


def test_a_better_figure_by_few_tries_is_told_as_such() -> None:
    view = galleon("1b3").view(0)
    for tries, said in (
        (5, "62% to win; 66% otherwise, but hardly tried (5 against 90 times)."),
        (60, "About as good: 62% and 66% to win."),
    ):
        ranked = (Ranked("r4@3", 90, 0.62), Ranked("+", tries, 0.66))
        assert reason(view, Thought("r4@3", (0.6, 0.4), ranked, 100), "+", "en", NAMES).endswith(said)


def test_in_teams_a_side_has_two_names() -> None:
    game = korsar(4, True)
    table = at(game, "r4|y1|b1|g1", "3=G6/2/2b3")
    said = reason(table.view(0), Thought("r4@3"), "+", "en", ("Ann", "Bo", "Cy", "Di"))
    assert "from Cy and Di, 4 against 3" in said


def spoken(table: Any, best: str, other: str, language: str = "en") -> str:
    """The reason as it is said to the player on turn."""
    assert {best, other} <= set(table.moves())
    return reason(table.view(table.turn), Thought(best), other, language, NAMES, spoken=True)


def test_a_player_is_told_in_words() -> None:
    """Moves and galleons as people name them; the galleon of the better move has just been named."""
    said = spoken(galleon("1b3"), "r4@3", "+")
    assert said == (
        "Rather than drawing: red 4 takes that galleon from Bo, 4 against 3, "
        "which 3 of the 7 unseen cards could take or tie (K-COL-4); "
        "drawing brings one of the 4 cards left (K-TURN-2) and leaves that galleon to Bo."
    )
    assert spoken(galleon("1b3"), "r4@3", "+", "fr").startswith(
        "Plutôt que piocher\u202f: rouge 4 prend à Bo ce galion, 4 contre 3, que 3 des 7 cartes inconnues"
    )
    laid = spoken(galleon("1b3"), "+", "G2", "fr")
    assert laid.startswith("Plutôt que mettre à la mer un galion de 2\u202f: piocher apporte")
    assert "le galion de 2 met 2 d’or à la mer" in laid
    assert spoken(galleon("1b3"), "G2", "r4@3").startswith("Rather than red 4 on Bo's 6: the galleon of 2 puts")


def test_a_player_hears_of_the_own_galleon_and_of_two_alike() -> None:
    table = at(korsar(2), "r4,r1,rC|y1,b3,G3", "3=G6/0/0r2,1b3;4=G5/1/-;5=G5/1/-", deck="G2,b1")
    assert "Rather than red 1 on your 6: " in spoken(table, "r4@3", "r1@3")
    assert "l’Olonnais prend à Bo ce galion" in spoken(table, "rC@3", "+", "fr")
    two = spoken(table, "r4@4", "r4@5")
    assert two.startswith("Rather than red 4 on Bo's 5 (no. 5): red 4 takes Bo's 5 (no. 4) from Bo")
    assert "that galleon" not in two


def test_a_player_hears_what_is_discarded() -> None:
    table = at(korsar(2), "y1,yC|b1,b2", deck="-")
    said = spoken(table, "-y1", "-yC", "fr")
    assert said.startswith("Plutôt que défausser Barbe-Noire\u202f: défausser jette une carte, jaune 1")


@pytest.mark.parametrize(("seats", "teams"), [(2, False), (5, False), (4, True), (8, True)])
def test_every_pair_of_moves_has_a_reason_in_korsar(seats: int, teams: bool) -> None:
    game = korsar(seats, teams)
    for seed in range(GAMES):
        table, chance = game.deal(seed=seed), random.Random(seed)
        while table.turn is not None:
            moves = table.moves()
            if len(moves) > 1:
                best, other = chance.sample(moves, 2)
                for language in LANGUAGES:
                    said = reason(table.view(table.turn, options=False), Thought(best), other, language)
                    assert said.startswith(written(best, language))
                    assert written(other, language) in said
                    assert "{" not in said
                    assert re.search(r"K-[A-Z]+-\d", said)
                    heard = reason(table.view(table.turn, options=False), Thought(best), other, language, spoken=True)
                    assert "{" not in heard
                    assert not re.search(r"@|galleon \d|n° \d+ \(", heard)
                    assert re.findall(r"K-[A-Z]+-\d", heard) == re.findall(r"K-[A-Z]+-\d", said)
            table.play(chance.choice(moves))


def test_what_a_seat_cannot_see_changes_no_reason() -> None:
    game, chance = korsar(3), random.Random(1)
    table = game.deal(seed=1)
    while table.turn is not None:
        moves, seat = table.moves(), table.turn
        other = swapped(game, table, seat, chance)
        if len(moves) > 1:
            said = [reason(each.view(seat), Thought(moves[0]), moves[-1], "en") for each in (table, other)]
            assert said[0] == said[1]
        table.play(chance.choice(moves))


@pytest.mark.skipif(not COMPILED, reason="a search")
def test_what_a_seat_cannot_see_changes_no_hint() -> None:
    game, amiral = korsar(3), load_bot("korsar", "amiral@60")
    chance = random.Random(2)
    table = game.deal(seed=2)
    for ply in range(30):
        assert table.turn is not None
        if ply % 6 == 0:
            hints = []
            for each in (table, swapped(game, table, table.turn, chance)):
                view = each.view(table.turn)
                thought = amiral.think(view, ply)
                other = rival(thought, each.moves())
                assert other is not None
                hints.append(reason(view, thought, other, "en"))
            assert hints[0] == hints[1]
        table.play(chance.choice(table.moves()))


# --- Les Corsaires ---


def test_a_merchant_by_its_turns_to_port_and_the_guns_that_reach_it() -> None:
    """C-GUN: the same course with an enemy warship about is another matter."""
    game = sea.on_open_sea(2)
    alone = sea.at(game, "rM1=f8/3 rG1=b5/3 gM1=n12/6", wind="B3")
    best, other = [move for move in alone.moves() if move.startswith("rM1:")][:2]
    said = why(alone, best, other)
    assert re.search(rf"{best} brings red merchant 1 to [a-z]\d+, out of reach of every gun, \d\.\d turns", said)
    about = [
        sea.at(game, f"rM1=f8/3 rG1=b5/3 gM1=n12/6 gG1={point}/6", wind="B3")
        for point in ("f12", "f13", "g11", "g12", "g13", "h12")
    ]
    hunted = [why(table, best, other) for table in about]
    assert any(re.search(r"within reach of green warship 1 \(\d+%\)", each) for each in hunted)


def test_a_shot_by_the_faces_that_sink() -> None:
    """C-GUN-3: the enemy in the line of fire, and the own ship in it too."""
    game = sea.on_open_sea(2)
    for mine in ("", " rM1=e8/3"):
        table = _aiming(game, mine)
        gun = next(move for move in table.moves() if move == "rG1!")
        said = why(table, gun, "end")
        assert re.search(r"rG1! may sink green merchant 1 \([1-6] faces? of 6; .* from port\)", said)
        assert ("its own (C-GUN-3)" in said) == bool(mine)
        assert "end fires no shot (C-GUN-1)" in said


def _aiming(game: Any, mine: str) -> Any:
    """A red warship with a green merchant in its line of fire, and another red ship there as well."""
    for row in "abcdefghijklmnop":
        for column in range(1, 16):
            table = _try(game, f"rG1=h8/3 gM1={row}{column}/6 gG1=a1/3{_beside(mine, row, column)}")
            if table is None or "rG1!" not in table.moves():
                continue
            shots = table.view(0).options.guns["rG1"].shots.values()
            enemies = {ship for shot in shots for ship in shot.enemies}
            own = {ship for shot in shots for ship in shot.own}
            if "gM1" in enemies and bool(own) == bool(mine):
                return table
    raise AssertionError("nothing is in range")


def _beside(mine: str, row: str, column: int) -> str:
    return f" rM1={row}{column + 1}/3" if mine else " rM1=a5/3"


def _try(game: Any, ships: str) -> Any:
    try:
        return sea.at(game, ships, phase="firing")
    except Exception:  # no such point, or two ships on one
        return None


@pytest.mark.parametrize(("seats", "variant"), [(2, None), (4, "experienced"), (3, "very-young")])
def test_every_pair_of_moves_has_a_reason_in_les_corsaires(seats: int, variant: str | None) -> None:
    table, chance = sea.les_corsaires(seats, variant).deal(seed=seats), random.Random(seats)
    for _ in range(400 if COMPILED else 60):
        if table.turn is None:
            break
        moves = table.moves()
        if len(moves) > 1:
            best, other = chance.sample(moves, 2)
            for language in LANGUAGES:
                said = reason(table.view(table.turn, options=False), Thought(best), other, language)
                assert said.startswith(f"{best} ")
                assert f" {other}" in said
                assert "{" not in said
        table.play(chance.choice(moves))


# --- words ---


def test_the_rival_of_a_move() -> None:
    ranked = (Ranked("r4@3", 9, 0.6), Ranked("+", 1, 0.5))
    assert rival(Thought("r4@3", ranked=ranked), ["+", "G2", "r4@3"]) == "+"
    assert rival(Thought("rM1:4"), ["rG1:1", "rM1:4", "rM1:5"]) == "rM1:5"
    assert rival(Thought("keep"), ["keep", "wind"]) == "wind"
    assert rival(Thought("+"), ["+"]) is None


def test_moves_are_written_with_the_reader_s_letters() -> None:
    assert [written(move, "fr") for move in ("y3@4", "-g2", "gC@1", "rG1:2", "gM1!", "G6", "A@3", "+")] == [
        *("j3@4", "-v2", "vC@1", "rG1:2", "gM1!", "G6", "A@3", "+")
    ]
    assert written("y3@4", "en") == "y3@4"


def test_both_languages_have_the_same_texts() -> None:
    def flat(language: str) -> dict[str, str]:
        return dict(words.texts(language))

    french, english = flat("fr"), flat("en")
    assert french.keys() == english.keys()
    for key, text in french.items():
        assert _placeholders(text) == _placeholders(english[key]), key
        assert not re.search(r"(?<!\u202f)[;»!?%]|(?<!\u202f):(?=\s)|« |'", text), key


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
