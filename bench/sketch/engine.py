"""The sketch's rules: plain functions over one numpy record of galleons in records, individual play only.

Not the rules that anybody plays by: those are in `corsaires.games.korsar`.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from bench.sketch.jit import rule

KINDS = 28  # galleons 2..8, pirates colour by colour (force 1..4), captains, admiral
FIRST_PIRATE, FIRST_CAPTAIN, ADMIRAL = 7, 23, 27
COLOURS, MAX_PLAYERS, MAX_TABLE, DECK, HAND = 4, 5, 25, 78, 6
NOBODY = -1
STRIDE, DISCARD = 32, 31  # a move is kind * STRIDE + target, or DRAW
DRAW, MAX_MOVES = KINDS * STRIDE, 1024

COPIES = np.array([5, 6, 5, 5, 2, 1, 1] + [2, 4, 4, 2] * COLOURS + [1] * COLOURS + [1], np.int8)

GALLEON = np.dtype(
    (
        np.record,
        [
            ("gold", np.int8),
            ("owner", np.int8),  # who laid it
            ("leader", np.int8),  # who played the captain or admiral now on it
            ("force", np.int8, COLOURS),
            ("attacker", np.int8, COLOURS),
        ],
    )
)

GAME = np.dtype(
    (
        np.record,
        [
            ("players", np.int8),
            ("turn", np.int8),
            ("over", np.int8),
            ("n_table", np.int8),
            ("n_deck", np.int8),
            ("deck", np.int8, DECK),
            ("hand", np.int8, (MAX_PLAYERS, KINDS)),  # how many of each kind
            ("hand_size", np.int8, MAX_PLAYERS),
            ("won", np.int16, MAX_PLAYERS),
            ("table", GALLEON, MAX_TABLE),
        ],
    )
)


class Galleon(Protocol):
    gold: int
    owner: int
    leader: int
    force: npt.NDArray[np.int8]
    attacker: npt.NDArray[np.int8]


class Game(Protocol):
    players: int
    turn: int
    over: int
    n_table: int
    n_deck: int
    deck: npt.NDArray[np.int8]
    hand: npt.NDArray[np.int8]
    hand_size: npt.NDArray[np.int8]
    won: npt.NDArray[np.int16]
    table: Any


Moves = npt.NDArray[np.int16]
Rng = npt.NDArray[np.int64]


def empty_game() -> Game:
    game: Game = np.recarray(1, GAME)[0]
    return game


@rule
def below(rng: Rng, n: int) -> int:
    """A random integer in [0, n): sfc32, the same numbers compiled or not."""
    mask = 0xFFFFFFFF
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    t = (a + b + counter) & mask
    rng[3] = (counter + 1) & mask
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & mask
    rng[2] = ((((c << 21) | (c >> 11)) & mask) + t) & mask
    return int((t * n) >> 32)


@rule
def seeded(seed: int) -> Rng:
    rng = np.array([0, seed, 0, 1], np.int64)
    for _ in range(12):
        below(rng, 1)
    return rng


@rule
def colour_of(kind: int) -> int:
    return kind - FIRST_CAPTAIN if kind >= FIRST_CAPTAIN else (kind - FIRST_PIRATE) // 4


@rule
def force_of(kind: int) -> int:
    return (kind - FIRST_PIRATE) % 4 + 1


@rule
def gold_of(kind: int) -> int:
    return kind + 2


@rule
def controller(galleon: Galleon) -> int:
    """The player who would take this galleon now, or NOBODY on a tie."""
    if galleon.leader != NOBODY:
        return galleon.leader
    strongest, winner = 0, galleon.owner
    for colour in range(COLOURS):
        force = galleon.force[colour]
        if force > strongest:
            strongest, winner = force, galleon.attacker[colour]
        elif force == strongest and force > 0:
            winner = NOBODY
    return winner


@rule
def colour_used(galleon: Galleon, player: int) -> int:
    """The colour this player fights with here, or NOBODY."""
    for colour in range(COLOURS):
        if galleon.attacker[colour] == player:
            return colour
    return NOBODY


@rule
def can_play(game: Game, kind: int, galleon: Galleon) -> bool:
    if kind == ADMIRAL:
        return galleon.owner == game.turn
    mine = colour_used(galleon, game.turn)
    if kind >= FIRST_CAPTAIN or mine != NOBODY:
        return mine == colour_of(kind)
    return bool(galleon.attacker[colour_of(kind)] == NOBODY)


@rule
def legal_moves(game: Game, moves: Moves) -> int:
    """Write every distinct legal move into moves; how many there are."""
    n = 0
    if game.n_deck > 0:
        moves[n] = DRAW
        n += 1
    hand = game.hand[game.turn]
    for kind in range(KINDS):
        if hand[kind] == 0:
            continue
        if kind < FIRST_PIRATE:
            moves[n] = kind * STRIDE
            n += 1
            continue
        for target in range(game.n_table):
            if can_play(game, kind, game.table[target]):
                moves[n] = kind * STRIDE + target
                n += 1
        if game.n_deck == 0:
            moves[n] = kind * STRIDE + DISCARD
            n += 1
    return n


@rule
def collect(game: Game) -> None:
    """The player to move takes every galleon they control."""
    kept = 0
    for i in range(game.n_table):
        if controller(game.table[i]) == game.turn:
            game.won[game.turn] += game.table[i].gold
        else:
            if kept != i:
                game.table[kept] = game.table[i]
            kept += 1
    game.n_table = kept


@rule
def play(game: Game, kind: int, target: int) -> None:
    if kind < FIRST_PIRATE:
        galleon = game.table[game.n_table]
        game.n_table += 1
        galleon.gold = gold_of(kind)
        galleon.owner = game.turn
        galleon.leader = NOBODY
        galleon.force[:] = 0
        galleon.attacker[:] = NOBODY
        return
    galleon = game.table[target]
    if kind < FIRST_CAPTAIN:
        colour = colour_of(kind)
        galleon.force[colour] += force_of(kind)
        galleon.attacker[colour] = game.turn
    else:
        galleon.leader = game.turn


@rule
def finish(game: Game) -> None:
    """Galleons go to whoever controls them; galleons in hand cost their gold."""
    game.over = 1
    for i in range(game.n_table):
        winner = controller(game.table[i])
        if winner != NOBODY:
            game.won[winner] += game.table[i].gold
    game.n_table = 0
    for player in range(game.players):
        for kind in range(FIRST_PIRATE):
            game.won[player] -= game.hand[player, kind] * gold_of(kind)


@rule
def somebody_is_out(game: Game) -> bool:
    for player in range(game.players):  # noqa: SIM110  # Numba compiles no generator expressions
        if game.hand_size[player] == 0:
            return True
    return False


@rule
def take_card(game: Game, player: int) -> None:
    game.n_deck -= 1
    game.hand[player, game.deck[game.n_deck]] += 1
    game.hand_size[player] += 1


@rule
def apply(game: Game, move: int) -> None:
    """Play the move; the next player collects, unless the game is over."""
    if move == DRAW:
        take_card(game, game.turn)
    else:
        kind, target = move // STRIDE, move % STRIDE
        game.hand[game.turn, kind] -= 1
        game.hand_size[game.turn] -= 1
        if target != DISCARD:
            play(game, kind, target)
    if game.n_deck == 0 and somebody_is_out(game):
        finish(game)
        return
    game.turn = (game.turn + 1) % game.players
    collect(game)


@rule
def new_game(game: Game, players: int, rng: Rng) -> None:
    game.players = players
    game.turn = 0
    game.over = 0
    game.n_table = 0
    game.hand[:] = 0
    game.hand_size[:] = 0
    game.won[:] = 0
    n = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            game.deck[n] = kind
            n += 1
    for i in range(DECK - 1, 0, -1):
        j = below(rng, i + 1)
        game.deck[i], game.deck[j] = game.deck[j], game.deck[i]
    game.n_deck = DECK
    for player in range(players):
        for _ in range(HAND):
            take_card(game, player)


@rule
def playout(game: Game, rng: Rng, moves: Moves) -> int:
    """Play uniformly random moves to the end; the number of moves made."""
    made = 0
    while not game.over:
        n = legal_moves(game, moves)
        apply(game, moves[below(rng, n)])
        made += 1
    return made


@rule
def simulate(games: int, seed: int, game: Game) -> tuple[int, npt.NDArray[np.int64]]:
    rng = seeded(seed)
    moves = np.empty(MAX_MOVES, np.int16)
    total = np.zeros(MAX_PLAYERS, np.int64)
    made = 0
    for _ in range(games):
        new_game(game, 4, rng)
        made += playout(game, rng, moves)
        total += game.won
    return made, total
