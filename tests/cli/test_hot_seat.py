"""Several people at one terminal: nobody sees another's cards."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import corsaires as api
from tests.cli.terminals import (
    ALWAYS_THE_FIRST_MOVE,
    ANSI,
    CLEAR_ALL,
    CTRL_C,
    at_terminal,
    corsaires,
    kept_records,
    read,
)


def test_hot_seat_never_shows_a_hand_to_another_person(tmp_path: Path) -> None:
    """Whenever the screen changes hands it has just been cleared, and only the hand of whoever took it is shown."""
    game = api.load("korsar", seats=3)
    table = game.deal(seed=8, first=0, names=("Ann", "Bob", "Cy"))
    options = (
        "play",
        "korsar",
        "--seats",
        "3",
        "--people",
        "2",
        "--names",
        "Ann,Bob,Cy",
        "--seed",
        "8",
        "--first",
        "A",
    )
    with at_terminal(*options, "--lang", "en", "--pace", "0", "--bots", "random", data=tmp_path) as keyboard:
        for name in ("Ann", "Bob", "Ann", "Bob"):
            handed = keyboard.wait_for(f"{name} to play.")
            visible = handed.rpartition(CLEAR_ALL)[2] if CLEAR_ALL in handed else handed
            assert "Your hand" not in visible
            keyboard.type(f"{name}\n")
            screen = keyboard.wait_for("Your move:")
            assert screen.count("Your hand") == 1
            assert CLEAR_ALL in screen
            keyboard.type("1\n")  # a draw: its card is shown to whoever drew it, then hidden
            drew = keyboard.wait_for("hide your cards:")
            assert "You draw: " in drew
            keyboard.type("\n")
        keyboard.wait_for("Ann to play.")
        keyboard.type(CTRL_C)
        keyboard.finish()
    [path] = kept_records(tmp_path)
    _check_hands(keyboard.shown, table, read(path)["moves"])


def _check_hands(shown: str, table: Any, moves: list[str]) -> None:
    """Every hand that was shown is that of the person who had taken the screen, and so is every card named as drawn."""
    screens = ANSI.sub("", shown).replace("\r", "").split(" to play.")
    hands = [re.search(r"Your hand +(.*)", screen) for screen in screens]
    drawn = [re.search(r"You draw: (.*)\.", screen.rpartition("Your move:")[2]) for screen in screens]
    seen = [(hand[1].split("\n")[0], card[1]) for hand, card in zip(hands, drawn, strict=True) if hand and card]
    expected = []
    for move in moves:
        seat = table.turn
        before = table.view(seat)
        table.play(move)
        if seat in (0, 1):
            expected.append((before.hand, table.view(seat).drawn))
    from corsaires.games.korsar.telling import card_name, colour_letter, leader_name

    def on_screen(card: str) -> str:
        if card[0] == "G":
            return f"galleon {card[1:]}"
        if card == "A":
            return leader_name(card, "en")
        rank = leader_name(card, "en") if card[1] == "C" else card[1:]
        return f"{colour_letter(card[0], 'en')} {rank}"

    assert len(seen) == len(expected) == 4
    for (hand, card), (true_hand, true_card) in zip(seen, expected, strict=True):
        assert hand.replace("\u00a0", " ").split() == " ".join(map(on_screen, true_hand)).split()
        assert card == card_name(true_card, "en")


def test_partners_at_one_device_need_not_hide_from_each_other(tmp_path: Path) -> None:
    options = ("play", "korsar", "--seats", "4", "--teams", "--people", "2", "--names", "Ann,Bob", "--first", "A")
    ran = corsaires(*options, "--seed", "8", "--lang", "en", "--bots", "random", data=tmp_path, typed="1\n1\nq\n")
    assert "Pass the screen" not in ran.stdout
    assert "Bob's hand" in ran.stdout
    assert "Ann's hand" in ran.stdout


def test_several_people_need_a_screen_that_can_be_cleared(tmp_path: Path) -> None:
    options = ("play", "korsar", "--people", "2", "--seed", "8")
    for language, spoken in (("en", "several people"), ("fr", "plusieurs personnes")):
        ran = corsaires(*options, "--lang", language, data=tmp_path, typed=ALWAYS_THE_FIRST_MOVE)
        assert ran.returncode == 2
        assert ran.stdout == ""
        assert spoken in ran.stderr
    with at_terminal(*options, "--lang", "en", data=tmp_path, env={"TERM": "dumb"}) as keyboard:
        assert keyboard.finish() == 2
    assert kept_records(tmp_path) == []


def test_a_key_too_many_does_not_hand_the_screen_over(tmp_path: Path) -> None:
    """Keys pressed before a question are forgotten; other text than the next person's name is refused."""
    options = (
        "play",
        "korsar",
        "--seats",
        "2",
        "--people",
        "2",
        "--names",
        "Ann,Bob",
        "--first",
        "Ann",
        "--lang",
        "en",
    )
    with at_terminal(*options, "--seed", "8", data=tmp_path) as keyboard:
        keyboard.wait_for("press Enter:")
        keyboard.type("Bob\n")
        assert "It takes Enter, or the name of who plays next: Ann." in keyboard.wait_for("press Enter:")
        keyboard.type("ann\n")
        keyboard.wait_for("Your move:")
        keyboard.type("1\n\n\n\n1\n1\n")
        keyboard.wait_for("hide your cards:")
        keyboard.type("\n\n\n")
        shown = keyboard.wait_for("Bob, press Enter:")
        keyboard.type("\x04")
        assert keyboard.finish() == 0
    assert "Your turn, Bob" not in shown
    assert len(read(kept_records(tmp_path)[0])["moves"]) == 1


def test_an_enter_that_comes_at_once_is_a_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    from corsaires.cli.terminal import BREATH, Terminal

    typed = iter(["\n", "hello\n", "\n", "\n"])
    times = iter([0.0, BREATH / 2, 1.0, 2.0, 2.0 + BREATH / 2, 3.0, 4.0])
    monkeypatch.setattr("sys.stdin.readline", lambda: next(typed), raising=False)
    console = Console(file=io.StringIO())
    Terminal(console, 0, clock=lambda: next(times)).hand_over("Ann:", "Ann", "no")
    assert next(typed, None) is None
    assert next(times, None) is None
