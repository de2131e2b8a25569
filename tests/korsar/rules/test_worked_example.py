"""The worked example of the tilsit-2005 rules, move for move."""

from collections import Counter

from corsaires.games.korsar.cards import FULL_DECK
from corsaires.games.korsar.events import Beaten, Collected, Played
from tests.korsar.tables import korsar

A = ["G3", "y3", "b3", "bC", "g2", "G4"]
B = ["G2", "G6", "A", "y2", "G5", "G5"]
C = ["r2", "r2", "g3", "G2", "G3", "G4"]
MOVES = (
    "G3 + r2@1",
    "y3@1 G2 r2@1",
    "+ G6 g3@3",
    "b3@3 A@3 G2",
    "bC@3 y2@4 +",
    "g2@4 + +",
)


def test_the_worked_example_replays() -> None:
    """K-COL-1, K-COL-4, K-CAP-4, K-ADM-3 in one game; black is yellow (K-DECK-4)."""
    deck = list((Counter(FULL_DECK) - Counter(A + B + C)).elements())
    table = korsar(3).deal(hands=[A, B, C], deck=deck)
    events = [event for turn in MOVES for move in turn.split() for event in table.play(move)]
    collected = [event for event in events if isinstance(event, Collected)]
    assert [(event.seat, event.card, event.forces, event.leader) for event in collected] == [
        (1, "G2", (0, 0, 0), None),
        (2, "G3", (3, 0, 4), None),  # 4 against 3
        (0, "G6", (3, 0, 3), "bC"),
    ]
    assert collected[1].fight == ("r2", "y3", "r2")  # three pirates discarded
    chased = [event.beaten for event in events if isinstance(event, Played) and event.beaten]
    assert chased == [Beaten(1, "A", "discarded")]
    assert table.scores == (6, 2, 3)
    (tied,) = table.view(None).open.sea
    assert (tied.card, tied.owner, tied.forces, tied.leads) == ("G2", 2, (2, 2, 0), None)
    assert Counter(table.view(None).open.discards) == Counter(["r2", "r2", "y3", "A", "g3", "b3", "bC"])
