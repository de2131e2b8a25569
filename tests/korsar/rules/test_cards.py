"""K-DECK: the 78 cards."""

from collections import Counter

from corsaires.games.korsar.cards import CODES, COPIES, FULL_DECK
from corsaires.games.korsar.telling import card_name
from tests.korsar.tables import korsar


def test_k_deck_1_there_are_78_cards_of_four_sorts() -> None:
    """K-DECK-1"""
    sorts = Counter(
        "A" if card == "A" else "C" if card[1] == "C" else "G" if card[0] == "G" else "pirate" for card in FULL_DECK
    )
    assert sorts == {"G": 25, "pirate": 48, "C": 4, "A": 1}
    assert len(CODES) == len(COPIES) == 28


def test_k_deck_2_galleons_carry_100_gold() -> None:
    """K-DECK-2"""
    gold = Counter(int(card[1]) for card in FULL_DECK if card[0] == "G")
    assert gold == {2: 5, 3: 6, 4: 5, 5: 5, 6: 2, 7: 1, 8: 1}
    assert sum(value * copies for value, copies in gold.items()) == 100


def test_k_deck_3_each_colour_has_twelve_pirates() -> None:
    """K-DECK-3"""
    for colour in "yrbg":
        forces = Counter(card[1] for card in FULL_DECK if card[0] == colour and card[1] != "C")
        assert forces == {"1": 2, "2": 4, "3": 4, "4": 2}


def test_k_deck_4_captains_and_admiral_have_their_names() -> None:
    """K-DECK-4: the same colours and names in every edition; the admiral has no colour."""
    for card, english, french in [
        ("yC", "Blackbeard", "Barbe-Noire"),
        ("rC", "Olonnais", "Olonnais"),
        ("bC", "Anne Bonny", "Anne Bonny"),
        ("gC", "Morgan", "Morgan"),
    ]:
        assert english in card_name(card, "en")
        assert french in card_name(card, "fr")
    assert "admiral" in card_name("A", "en").lower()


def test_every_deal_is_the_whole_deck() -> None:
    """K-DECK-1"""
    deal = korsar(4).deal(seed=3).unsealed()["deal"]
    assert Counter([*deal["deck"], *(card for hand in deal["hands"] for card in hand)]) == Counter(FULL_DECK)
