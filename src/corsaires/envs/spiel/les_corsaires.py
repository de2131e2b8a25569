"""Les Corsaires as a game of OpenSpiel: nothing is hidden but the dice to come."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final

import pyspiel

from corsaires.envs.les_corsaires.coding import Aids, move_of
from corsaires.envs.les_corsaires.game import Coded
from corsaires.envs.spiel.table import CHANCE, Desk, Made, Observer, Outcomes, TableGame, TableState, kind_of_game
from corsaires.envs.stepping import OVER
from corsaires.games.catalog import load
from corsaires.games.kernel.jit import brief
from corsaires.games.les_corsaires.chart import DEFAULT
from corsaires.games.les_corsaires.pieces import N_GUNS, N_SHIPS
from corsaires.games.les_corsaires.rules import IDLE_ROUNDS, apply
from corsaires.games.les_corsaires.state import States

STANDARD: Final = "standard"
WIND_RESULTS: Final = 36
CHOICES: Final = {"players": 2, "chart": DEFAULT, "variant": STANDARD, "equal_fleets": False}

TYPE: Final = kind_of_game(
    "python_les_corsaires", "Les Corsaires", pyspiel.GameType.Information.PERFECT_INFORMATION, 4, CHOICES
)


@brief
def do(states: States, aids: Aids, action: int, result: int) -> int:
    """An action with what the dice gave it; the next seat to act, or OVER."""
    state = states[0]
    apply(state, aids.charts[0], move_of(aids, action), result)
    return OVER if state.over else int(state.turn)


class SpielGame(TableGame):
    """Les Corsaires for so many players, on a chart, by a variant."""

    desk: DiceDesk

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**CHOICES, **(params or {})}
        desk = desk_of(*(chosen[choice] for choice in CHOICES))
        super().__init__(TYPE, desk, WIND_RESULTS, plies(chosen["players"]), params or {})

    def new_initial_state(self) -> LesCorsairesState:
        return LesCorsairesState(self, self.desk)

    def watcher(self) -> Observer:
        return Watcher(self.desk)

    def recaller(self) -> Observer:
        return Recaller(self.desk)


def plies(seats: int) -> int:
    """More than a game can have: it ends when nothing has happened for so many rounds (C-END-5)."""
    happenings = 2 * N_SHIPS + 1
    return happenings * IDLE_ROUNDS * (2 * seats + N_SHIPS + N_GUNS)


@cache
def desk_of(players: int, chart: str, variant: str, equal_fleets: bool) -> DiceDesk:
    chosen = None if variant == STANDARD else variant
    game = load("les-corsaires", seats=players, chart=chart, variant=chosen, equal_fleets=equal_fleets)
    return DiceDesk((desk_of, (players, chart, variant, equal_fleets)), Coded(game))


class DiceDesk(Desk):
    """With the odds of every action's dice; of faces that are alike, the first stands for all."""

    def __init__(self, made: Made, coding: Coded) -> None:
        super().__init__(made, coding)
        self.results = [coding.results(action) for action in range(coding.actions)]
        self.odds = [
            [(faces.index(face), count / len(faces)) for face, count in Counter(faces).items()]
            for faces in self.results
        ]


class LesCorsairesState(TableState):
    """A table; after an action with dice chance is to act."""

    desk: DiceDesk

    def __init__(self, game: Any, desk: DiceDesk) -> None:
        super().__init__(game, desk)
        self.turn = 0
        self.throwing = -1  # the action whose dice are in the air

    def chance_outcomes(self) -> Outcomes:
        return self.desk.odds[self.throwing]

    def _apply_action(self, action: int) -> None:
        self.done += f"{action} "
        if self.turn == CHANCE:
            self.pass_to(do(self.states, self.desk.aids, self.throwing, action))
            self.throwing = -1
        elif self.desk.odds[action]:
            self.throwing, self.turn = action, CHANCE
        else:
            self.pass_to(do(self.states, self.desk.aids, action, 0))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            return self.desk.coding.write(self.states, 0, action)
        return self.desk.results[self.throwing][action]


class Watcher(Observer):
    """What lies open now."""

    def string_from(self, state: TableState, player: int) -> str:
        return f"player {player}: {state}"


class Recaller(Observer):
    """Nothing was ever hidden: the tensor is what lies open now, which is all that matters; the text, all that was."""

    def string_from(self, state: TableState, player: int) -> str:
        return f"player {player}: actions {state.done.rstrip()}"
