"""A finished game looked over by a bot: what each move was worth, what it would have played, where the game turned.

Every position is judged by the sight of the seat that is to move and by nothing else: so a move is measured by what
its player could know. The lines of two players therefore need not add up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from corsaires.bots import Player, Ranked, Thought
from corsaires.games.kernel.errors import SealedRecord
from corsaires.games.kernel.game import Game, Table, side_of
from corsaires.games.kernel.record import names_in
from corsaires.records.replay import read_game, replay
from corsaires.review.reasons import reason, tide, written
from corsaires.review.shares import evened

LANGUAGES: Final = ("fr", "en")
MISTAKE: Final = 0.05  # of the win: a smaller loss is a matter of taste
TIDE: Final = 0.15  # of the win: a smaller change is the ordinary course of a game
MOST_MISTAKES: Final = 6
MOST_TIDES: Final = 3

Shares = tuple[float, ...]
Progress = Callable[[int, int], None]  # plies done, of how many


class Ply(NamedTuple):
    number: int  # from 1
    seat: int
    side: int
    move: str  # as the record has it
    best: str  # what the bot would have played
    before: Shares  # of the win, a side each, by the sight of who moves; empty if the bot gives no figures
    after: Shares  # the same before the next move, by the sight of who makes that; at last what each side got
    value: float | None  # the share that the mover may expect of the move
    best_value: float | None
    loss: float | None  # how much less the move promises than the best


class TurningPoint(NamedTuple):
    """A mistake: what the mover lost by a move. A tide: what others and chance did since the mover's last turn."""

    kind: str  # mistake, tide
    ply: int
    before: float  # the mover's share: what the best move promised, or what the last turn left
    after: float  # what the move promises, or what it is now
    reason: Mapping[str, str]  # by language


class Review(NamedTuple):
    game: str
    names: tuple[str, ...]  # a seat each
    sides: int
    bot: str
    result: Shares  # of the win
    plies: tuple[Ply, ...]
    turning: tuple[TurningPoint, ...]

    @property
    def has_figures(self) -> bool:
        """Whether the bot could say what moves are worth."""
        return any(ply.loss is not None for ply in self.plies)

    def side_name(self, side: int) -> str:
        share = len(self.names) // self.sides
        return " + ".join(self.names[side * share : (side + 1) * share])


def review(record: Mapping[str, Any], player: Player, progress: Progress | None = None, *, seed: int = 0) -> Review:
    """Look over a finished game; raises InvalidRecord, or SealedRecord if the game is not over."""
    game = read_game(record)
    if record.get("result") is None:
        raise SealedRecord("the record is of an unfinished game; only a finished one can be reviewed")
    end = replay(record)
    if not end.over:
        raise SealedRecord("the moves stop before the end of the game; only a finished one can be reviewed")
    names = names_in(record, game.seats)
    result = tuple(1 / len(end.winners) if side in end.winners else 0.0 for side in range(game.sides))
    views, thoughts = _think(game.redeal(record), record["moves"], player, progress, seed)
    plies = _plies(record["moves"], views, thoughts, result, game)
    turning = _turning(plies, views, thoughts, names)
    return Review(game.name, names, game.sides, player.name, result, plies, turning)


def _think(
    table: Table, moves: Sequence[str], player: Player, progress: Progress | None, seed: int
) -> tuple[list[Any], list[Thought]]:
    views, thoughts = [], []
    for number, move in enumerate(moves):
        if progress is not None:
            progress(number, len(moves))
        views.append(table.view(table.turn, options=False))
        closely = player.closely(move.partition("=")[0])  # what was played may not be what the bot would have tried
        thoughts.append(evened(closely.think(views[-1], seed + number)))
        table.redo(move)
    if progress is not None:
        progress(len(moves), len(moves))
    return views, thoughts


def _plies(
    moves: Sequence[str], views: Sequence[Any], thoughts: Sequence[Thought], result: Shares, game: Game
) -> tuple[Ply, ...]:
    plies = []
    for at, (move, view, thought) in enumerate(zip(moves, views, thoughts, strict=True)):
        side = side_of(game, view.seat)
        after = result if at + 1 == len(moves) else thoughts[at + 1].values
        best, value = value_of(thought, thought.move), value_of(thought, move.partition("=")[0])
        if value is None and best is not None and "=" not in move and len(after) > side:
            value = after[side]  # the bot did not weigh it, but no die was thrown: what it led to tells
        loss = None if best is None or value is None else max(0.0, best - value)
        plies.append(Ply(at + 1, view.seat, side, move, thought.move, thought.values, after, value, best, loss))
    return tuple(plies)


def value_of(thought: Thought, move: str) -> float | None:
    """What a move promises; None if the bot did not weigh it."""
    return next((each.value for each in thought.ranked if each.move == move), None)


# --- where the game turned ---


def _turning(
    plies: Sequence[Ply], views: Sequence[Any], thoughts: Sequence[Thought], names: Sequence[str]
) -> tuple[TurningPoint, ...]:
    found = [
        *(_mistake(ply, views[ply.number - 1], thoughts[ply.number - 1], names) for ply in mistakes(plies)),
        *(_tide(before, ply, plies, names) for before, ply in tides(plies)),
    ]
    return tuple(sorted(found, key=lambda point: (point.ply, point.kind)))


def mistakes(plies: Sequence[Ply]) -> list[Ply]:
    """The moves that lost most."""
    losing = [ply for ply in plies if ply.loss is not None and ply.loss >= MISTAKE]
    return sorted(losing, key=lambda ply: -(ply.loss or 0.0))[:MOST_MISTAKES]


def tides(plies: Sequence[Ply]) -> list[tuple[Ply, Ply]]:
    """The greatest changes for a side between a move of its own and its next one."""
    latest: dict[int, Ply] = {}
    found = []
    for ply in plies:
        before = latest.get(ply.side)
        if before is not None and abs(turned(before, ply)) >= TIDE:
            found.append((before, ply))
        latest[ply.side] = ply
    return sorted(found, key=lambda pair: -abs(turned(*pair)))[:MOST_TIDES]


def turned(before: Ply, ply: Ply) -> float:
    """How a side's share has changed since it moved, by no doing of its own."""
    if before.value is None or not ply.before:
        return 0.0
    return ply.before[ply.side] - before.value


def _mistake(ply: Ply, view: Any, thought: Thought, names: Sequence[str]) -> TurningPoint:
    played = ply.move.partition("=")[0]
    if value_of(thought, played) is None and ply.value is not None:
        thought = thought._replace(ranked=(*thought.ranked, Ranked(played, 0, ply.value)))
    said = {language: reason(view, thought, played, language, names) for language in LANGUAGES}
    return TurningPoint("mistake", ply.number, ply.best_value or 0.0, ply.value or 0.0, said)


def _tide(before: Ply, ply: Ply, plies: Sequence[Ply], names: Sequence[str]) -> TurningPoint:
    assert before.value is not None
    between = plies[before.number - 1 : ply.number - 1]
    said = {
        language: tide([(names[each.seat], written(each.move, language)) for each in between], language)
        for language in LANGUAGES
    }
    return TurningPoint("tide", ply.number, before.value, ply.before[ply.side], said)
