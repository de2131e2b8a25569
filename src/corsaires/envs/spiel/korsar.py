"""Korsar as a game of OpenSpiel."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel

from corsaires.envs.coding import Part, coding_of
from corsaires.envs.korsar.coding import BERTHS, FIRST_DISCARD, FIRST_LAY, FIRST_PLAY, N_ACTIONS, move_of
from corsaires.envs.spiel.table import CHANCE, Desk, Observer, Outcomes, TableGame, TableState, kind_of_game
from corsaires.envs.stepping import OVER
from corsaires.games.kernel.jit import brief
from corsaires.games.kernel.rng import below, seeded
from corsaires.games.korsar.cards import CODES, COPIES, DECK_SIZE, FIRST_PIRATE, FULL_DECK, HAND_SIZE, KIND_OF, KINDS
from corsaires.games.korsar.edition import DEFAULT
from corsaires.games.korsar.rules import DRAW, apply, clear, draw
from corsaires.games.korsar.sight import determinize, see
from corsaires.games.korsar.state import State, States, new_states

DRAWING: Final = 0  # the action
WHOLE: Final = tuple(COPIES.tolist())
SORTED: Final = np.array([KIND_OF[card] for card in FULL_DECK], np.int8)

CHOICES: Final = {"players": 2, "teams": False, "edition": DEFAULT}
TYPE: Final = kind_of_game("python_korsar", "Korsar", pyspiel.GameType.Information.IMPERFECT_INFORMATION, 8, CHOICES)


# --- compiled ---


@brief
def begin(states: States) -> None:
    """All cards in the deck, nobody to start yet."""
    state = states[0]
    clear(state, 0)
    for at in range(DECK_SIZE):
        state.deck[at] = SORTED[at]
    state.in_deck = DECK_SIZE


@brief
def choose_first(states: States, seat: int) -> None:
    states[0].turn = seat


@brief
def deal_card(states: States, seat: int, kind: int) -> None:
    bring_up(states[0], kind)
    draw(states[0], seat)


@brief
def draw_card(states: States, kind: int) -> int:
    """The seat to act draws a card of this kind; the next seat to act, or OVER."""
    state = states[0]
    bring_up(state, kind)
    apply(state, DRAW)
    return OVER if state.over else int(state.turn)


@brief
def do(states: States, action: int) -> int:
    """Any action but drawing; the next seat to act, or OVER."""
    state = states[0]
    apply(state, move_of(state, action))
    return OVER if state.over else int(state.turn)


@brief
def bring_up(state: State, kind: int) -> None:
    """A card of this kind becomes the next to be drawn."""
    top = state.in_deck - 1
    for at in range(state.in_deck):
        if state.deck[at] == kind:
            state.deck[at], state.deck[top] = state.deck[top], state.deck[at]
            return


# --- the game ---


class SpielGame(TableGame):
    """Korsar for so many players, alone or in teams, by an edition."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**CHOICES, **(params or {})}
        desk = desk_of(*(chosen[choice] for choice in CHOICES))
        super().__init__(TYPE, desk, KINDS, plies(chosen["players"]), params or {})

    def new_initial_state(self) -> KorsarState:
        return KorsarState(self, self.desk)

    def watcher(self) -> Observer:
        return Watcher(self.desk)

    def recaller(self) -> Observer:
        return Recaller(self.desk)


@cache
def desk_of(seats: int, teams: bool, edition: str) -> Desk:
    return Desk((desk_of, (seats, teams, edition)), coding_of("korsar", seats=seats, teams=teams, edition=edition))


def plies(seats: int) -> int:
    """The most that a game can have: every card that is not dealt is drawn, and every card played."""
    return DECK_SIZE - HAND_SIZE * seats + DECK_SIZE


class KorsarState(TableState):
    """A table with its chance: who starts, the deal seat by seat, then every draw."""

    def __init__(self, game: Any, desk: Desk) -> None:
        super().__init__(game, desk)
        begin(self.states)
        self.left = list(WHOLE)  # cards in the deck, by kind
        self.cards = DECK_SIZE  # in the deck
        self.first = -1  # the seat that starts
        self.got = [""] * desk.coding.game.seats  # the cards that each seat was dealt and has drawn
        self.drawing = -1  # the seat that is to get the next card

    def chance_outcomes(self) -> Outcomes:
        if self.first < 0:
            sides = self.desk.coding.game.sides
            return [(side, 1.0 / sides) for side in range(sides)]
        cards = self.cards
        return [(kind, copies / cards) for kind, copies in enumerate(self.left) if copies]

    def _apply_action(self, action: int) -> None:
        if self.turn != CHANCE:
            self.done += f"{action} "
            if action == DRAWING:
                self.drawing, self.turn = self.turn, CHANCE
            else:
                self.pass_to(do(self.states, action))
        elif self.first < 0:
            game = self.desk.coding.game
            self.first, self.drawing = action * game.seats // game.sides, 0
            choose_first(self.states, self.first)
        else:
            self._give(action)

    def _give(self, kind: int) -> None:
        seat = self.drawing
        dealt = DECK_SIZE - self.cards
        self.left[kind] -= 1
        self.cards -= 1
        self.got[seat] += f"{CODES[kind]} "
        if dealt >= HAND_SIZE * len(self.got):
            self.pass_to(draw_card(self.states, kind))
            return
        deal_card(self.states, seat, kind)
        self.drawing = (dealt + 1) // HAND_SIZE
        if self.drawing == len(self.got):
            self.turn = self.first

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self.desk.coding.write(self.states, 0, action)
        return f"side {action} starts" if self.first < 0 else CODES[action]

    def seen_cards(self, player: int) -> str:
        """What a player knows of the cards dealt and drawn: its own, in teams its partner's too."""
        mates = [player, player ^ 1] if self.desk.coding.rules["teams"][0] else [player]
        return "; ".join(self.got[seat].rstrip() for seat in mates)


class Watcher(Observer):
    """What lies open now, and the player's cards."""

    def string_from(self, state: TableState, player: int) -> str:
        self.set_from(state, player)
        parts = (f"{name} {_digits(numbers)}" for name, numbers in self.dict.items() if name != "sea")
        sea = [_digits(berth) for berth in self.dict["sea"] if berth[0]]
        return f"player {player}: {', '.join(parts)}, sea {' / '.join(sea) or '-'}"


class Recaller(Observer):
    """All that a player has seen since the deal."""

    def __init__(self, desk: Desk) -> None:
        most = plies(desk.coding.game.seats)
        past = Part("past", (most, 2), 0, N_ACTIONS, "by ply: the action + 1, and the kind + 1 of a card seen drawn")
        super().__init__(desk, (past,))
        self._teams = bool(desk.coding.rules["teams"][0])

    def set_from(self, state: TableState, player: int) -> None:
        super().set_from(state, player)
        past = self.dict["past"]
        past[:] = 0
        for ply, (seat, action, kind) in enumerate(moves_of(state)):
            past[ply, 0] = action + 1
            if kind is not None and seat >> self._teams == player >> self._teams:
                past[ply, 1] = kind + 1

    def string_from(self, state: TableState, player: int) -> str:
        assert isinstance(state, KorsarState)
        cards, actions = state.seen_cards(player), state.done.rstrip()
        return f"player {player}: seat {state.first} starts, cards {cards}, actions {actions}"


def moves_of(state: Any) -> Iterator[tuple[int, int, int | None]]:
    """The moves of the players so far: seat, action, and the kind that was drawn."""
    past = state.full_history()[1 + HAND_SIZE * state.num_players() :]
    for at, step in enumerate(past):
        if step.player != CHANCE:
            drawn = step.action == DRAWING and at + 1 < len(past)
            yield step.player, step.action, past[at + 1].action if drawn else None


def _digits(numbers: Any) -> str:
    return " ".join(str(int(number)) for number in numbers)


# --- what a player cannot see ---


def resample(state: KorsarState, player: int, seed: int | None = None) -> KorsarState:
    """A state with the same information for this player, uniformly over what it cannot see; for IS-MCTS.

    The whole game is played again with other cards, so that its history is one that can have been. Every other hand
    has got the cards that it has played since in that order, then those that it may hold now.
    """
    rng = seeded(int(np.random.randint(1 << 31)) if seed is None else seed)
    sights, sample = new_states(), new_states()
    see(state.states, 0, player, sights, 0)
    determinize(sights, 0, rng, sample, 0)
    teams, seats = bool(sample["teams"][0]), state.num_players()
    coming = [deque[int]() for _ in range(seats)]
    for seat, kind in played_by(state):
        coming[seat].append(kind)
    for seat in range(seats):
        held = [kind for kind in range(KINDS) for _ in range(sample["hand"][0, seat, kind])]
        while held:
            coming[seat].append(held.pop(below(rng, len(held))))
    again = state.get_game().new_initial_state()
    for at, step in enumerate(state.full_history()):
        hidden = at > 0 and step.player == CHANCE and again.drawing >> teams != player >> teams
        again.apply_action(coming[again.drawing].popleft() if hidden else step.action)
    made: KorsarState = again
    return made


def played_by(state: KorsarState) -> Iterator[tuple[int, int]]:
    """The seat and kind of every card played so far, in order."""
    for seat, action, _ in moves_of(state):
        if action != DRAWING:
            yield seat, kind_of(action)


def kind_of(action: int) -> int:
    """The kind of card that an action takes out of the hand."""
    if action >= FIRST_DISCARD:
        return FIRST_PIRATE + action - FIRST_DISCARD
    return FIRST_PIRATE + (action - FIRST_PLAY) // BERTHS if action >= FIRST_PLAY else action - FIRST_LAY
