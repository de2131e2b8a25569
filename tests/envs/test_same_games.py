"""The same random games through the engine, PettingZoo, the batch and OpenSpiel; and nothing hidden is ever seen."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pyspiel
import pytest

import corsaires.envs.spiel
from corsaires.envs import korsar_v1, les_corsaires_v1
from corsaires.envs.aec import TableEnv
from corsaires.envs.batch import Batch
from corsaires.envs.coding import Coding, coding_of
from corsaires.envs.korsar.coding import write_seen
from corsaires.envs.spiel.table import TableState
from corsaires.envs.stepping import look
from corsaires.games.korsar.cards import CODES, HAND_SIZE, KIND_OF
from corsaires.games.korsar.game import Korsar
from corsaires.games.korsar.sight import see
from corsaires.games.korsar.state import new_states
from tests.envs.tables import EVERY_TABLE, KORSAR, SOME_TABLES, Table, name_of
from tests.korsar.swaps import swapped
from tests.korsar.tables import eager, korsar, play_out

MODULES: dict[str, Any] = {"korsar": korsar_v1, "les-corsaires": les_corsaires_v1}
STANDARD = "standard"
every_table = pytest.mark.parametrize("table", EVERY_TABLE, ids=name_of)


def spiel_state(table: Table) -> TableState:
    game, choices = table
    named = {"players": choices["seats"], **{key: value for key, value in choices.items() if key != "seats"}}
    text = ",".join(f"{key}={STANDARD if value is None else value}" for key, value in named.items())
    state: TableState = pyspiel.load_game(f"python_{game.replace('-', '_')}({text})").new_initial_state()
    return state


class Engine:
    """A table of the engine that is told what chance gave an environment."""

    def __init__(self, env: TableEnv) -> None:
        self._env = env
        game: Any = env.coding.game
        if isinstance(game, Korsar):
            state = env._states[0]
            order = [CODES[kind] for kind in reversed(state["deck"].tolist())]
            hands = [order[at : at + HAND_SIZE] for at in range(0, game.seats * HAND_SIZE, HAND_SIZE)]
            self.table: Any = game.deal(hands=hands, deck=order[game.seats * HAND_SIZE :], first=int(state["turn"]))
        else:
            self.table = game.deal(seed=0)

    def play(self, text: str) -> str:
        """After the environment has: the move with what the dice gave it; the history's last."""
        results = self._results(text)
        for result in results or [""]:
            tried = self.table.copy()
            tried.redo(text + result)
            if not results or np.array_equal(tried.states, self._env._states):
                self.table = tried
                return str(tried.history[-1])
        raise AssertionError(f"nothing that the dice can give {text} leads here")

    def _results(self, text: str) -> list[str]:
        if isinstance(self._env.coding.game, Korsar):
            return []
        board = self._env.coding.game.board  # type: ignore[attr-defined]  # of Les Corsaires
        return [f"={face}" for face in dict.fromkeys(board.notation.results(board.notation.read(text)))]


@every_table
def test_the_same_games_everywhere(table: Table) -> None:
    """Actions, moves, observations, rewards and results agree at every step."""
    game, choices = table
    env, batch = MODULES[game].raw_env(**choices), Batch(game, 3, **choices)
    rng = random.Random(name_of(table))
    shown = batch.reset(seed=40)
    env.reset(seed=41)  # as game 1 of the batch
    engine, spiel = Engine(env), spiel_state(table)
    deal_same(spiel, engine)
    others = np.zeros(3, np.int64)
    while not any(env.terminations.values()):
        observed, *_ = env.last()
        seat = env.possible_agents.index(env.agent_selection)
        legal = np.flatnonzero(observed["action_mask"]).tolist()
        assert [env.write(action) for action in legal] == engine.table.moves()
        assert (seat, legal) == (engine.table.turn, spiel.legal_actions())
        assert spiel.current_player() == shown.turns[1] == seat
        assert np.array_equal(observed["observation"], shown.observations[1])
        assert np.array_equal(observed["action_mask"], shown.masks[1])
        assert np.array_equal(observed["observation"], np.array(spiel.observation_tensor(seat), np.int16))
        action = rng.choice(legal)
        text = env.write(action)
        assert spiel.action_to_string(seat, action) == text
        others[:] = batch.random_actions()
        others[1] = action
        env.step(action)
        shown = batch.step(others)
        move = engine.play(text)
        apply_same(spiel, action, move, engine)
    assert engine.table.over
    assert spiel.is_terminal()
    assert shown.over[1]
    paid = list(env.rewards.values())
    assert paid == shown.rewards[1].tolist()
    assert paid == pytest.approx(spiel.returns())
    assert paid == pytest.approx(expected(env.coding, engine.table))


def expected(coding: Coding, table: Any) -> list[float]:
    """What the result of the engine's table should pay."""
    sides, seats = coding.game.sides, coding.game.seats
    shares = [(side in table.winners) / len(table.winners) for side in range(sides)]
    return [(shares[seat * sides // seats] * sides - 1) / (sides - 1) for seat in range(seats)]


def deal_same(spiel: TableState, engine: Engine) -> None:
    record = engine.table.unsealed()
    if record["deal"] is not None:
        sides = engine.table._story.sides
        spiel.apply_action(record["first"] * sides // record["seats"])
        for hand in record["deal"]["hands"]:
            for card in hand:
                spiel.apply_action(KIND_OF[card])


def apply_same(spiel: TableState, action: int, move: str, engine: Engine) -> None:
    """The action, and what chance gave it in the engine."""
    spiel.apply_action(action)
    if spiel.is_chance_node():
        what = engine.table.drawn if move == "+" else move.partition("=")[2]
        outcomes = {spiel.action_to_string(-1, outcome): outcome for outcome, _ in spiel.chance_outcomes()}
        spiel.apply_action(outcomes[what])


# --- secrets ---


@pytest.mark.parametrize("table", KORSAR, ids=name_of)
def test_nothing_hidden_is_observed(table: Table) -> None:
    """K-HID-1: with other cards where a seat cannot see, it observes the same; and what it observes is in its sight."""
    _, choices = table
    game = korsar(**choices)
    coding, rng = coding_of(game), random.Random(1)
    aids, sights = coding.aids(), new_states()
    for ply, played in enumerate(play_out(game.deal(seed=7), eager(rng))):
        if ply % 6 or played.over:
            continue
        seat = rng.randrange(game.seats)
        numbers = np.zeros((3, coding.size), np.int16)
        look(played.states, 0, aids, seat, numbers[0])
        look(swapped(game, played, seat, rng).states, 0, aids, seat, numbers[1])
        see(played.states, 0, seat, sights, 0)
        write_seen(sights[0], seat, numbers[2])
        assert np.array_equal(numbers[0], numbers[1])
        assert np.array_equal(numbers[0], numbers[2])
        assert np.array_equal(coding.parts(numbers[0])["hand"], played.states["hand"][0, seat])


def test_other_cards_in_hand_are_observed() -> None:
    """What is not hidden does change the observation: the test above can fail."""
    game = korsar(2)
    coding = coding_of(game)
    numbers = np.zeros((2, coding.size), np.int16)
    for seed in range(2):
        look(game.deal(seed=seed).states, 0, coding.aids(), 0, numbers[seed])
    assert not np.array_equal(numbers[0], numbers[1])


@pytest.mark.parametrize("table", [each for each in SOME_TABLES if each[0] == "korsar"], ids=name_of)
def test_resampled_states_tell_a_player_the_same(table: Table) -> None:
    rng, different = random.Random(3), 0
    state = spiel_state(table)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
            continue
        if rng.random() < 0.2:
            player = rng.randrange(state.num_players())
            other = corsaires.envs.spiel.resample(state, player, seed=rng.randrange(1 << 30))
            different += other.history() != state.history()
            for told in ("information_state_string", "observation_string", "information_state_tensor"):
                assert getattr(other, told)(player) == getattr(state, told)(player)
            assert other.current_player() == state.current_player()
        state.apply_action(rng.choice(state.legal_actions()))
    assert different > 5


def test_actions_and_layout_add_up() -> None:
    """Every action has one text, and the parts of an observation fill it."""
    for game, choices in EVERY_TABLE:
        coding = coding_of(game, **choices)
        firsts = [row.first for row in coding.table]
        assert firsts == list(np.cumsum([0, *(row.number for row in coding.table)]))[:-1]
        low, high = coding.bounds()
        assert low.shape == high.shape == (coding.size,)
        assert sum(part.size for part in coding.parts(np.zeros(coding.size)).values()) == coding.size
    write = partial(coding.write, coding.rules, 0)
    texts = [write(action) for action in range(coding.table[-1].first)]
    assert len(set(texts)) == len(texts)
