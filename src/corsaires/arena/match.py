"""One game of the arena: bots take turns, every move is measured, and a bot at fault loses."""

from __future__ import annotations

import ctypes
import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from types import FrameType
from typing import Any, Final, NamedTuple, NoReturn

from corsaires.arena.plan import Fixture, Plan, deal_seed, thought_seed
from corsaires.arena.words import FAULT, KEPT, Words
from corsaires.bots import Budget, Player, Thought, load_bot, told
from corsaires.games.kernel.errors import CorsairesError, IllegalMove, shown
from corsaires.games.kernel.game import Table, side_of
from corsaires.games.kernel.jit import PACKAGE, digest
from corsaires.games.kernel.record import LONGEST_NAME, SEATS

LONGEST_FAULT: Final = 300  # letters
MOST_SIDES: Final = 8
ALLOWANCE: Final = 1.5  # of a budget in time, for what a bot does before and after its search
GRACE: Final = 0.050  # seconds beyond
NOBODY: Final = -1  # has been asked for anything yet
BOARDING: Final = -1  # no ply yet: the bots come aboard
WARMING: Final = 10  # times the patience, for a first thought: it may have to be compiled
COMPILING: Final = 200  # the same for bots of ours, which do answer, however busy the machine is

# A name for what the moves of our own bots follow from: the rules, the bots and their weights. It is made at the start,
# for the files may be others before a game has ended.
PLAYED_BY: Final = (".py", ".toml", ".npz")
CODE: Final = digest(PACKAGE / "bots", digest(PACKAGE / "games", endings=PLAYED_BY), endings=PLAYED_BY)

SAY: Final = Words(KEPT)
Row = dict[str, Any]


class Played(NamedTuple):
    """A game that was played: its row, its record if that was asked for, and how often its process died before."""

    row: Row
    record: str | None = None
    deaths: int = 0


class Ledger(ctypes.Structure):
    """What a game has come to so far, in memory that outlives the process that plays it."""

    ply: int
    side: int
    until: float  # when the patience with this move ends, by the monotonic clock
    moves: ctypes.Array[ctypes.c_int64]
    cpu: ctypes.Array[ctypes.c_double]
    slowest: ctypes.Array[ctypes.c_double]
    scores: ctypes.Array[ctypes.c_int64]

    _fields_ = (
        ("ply", ctypes.c_int64),
        ("side", ctypes.c_int64),
        ("until", ctypes.c_double),
        ("moves", ctypes.c_int64 * MOST_SIDES),
        ("cpu", ctypes.c_double * MOST_SIDES),
        ("slowest", ctypes.c_double * MOST_SIDES),
        ("scores", ctypes.c_int64 * MOST_SIDES),
    )

    def clear(self) -> None:
        """Begin anew; somebody may be watching, so never with a time that is long past."""
        self.until, self.side, self.ply = inf, NOBODY, BOARDING
        for kept in (self.moves, self.cpu, self.slowest, self.scores):
            ctypes.memset(kept, 0, ctypes.sizeof(kept))


class Fault(Exception):
    """What a bot did that loses it the game."""


class OutOfPatience(BaseException):
    """A move takes too long by the clock. Not an Exception, so that no bot catches it by chance."""


def play(plan: Plan, fixture: Fixture, ledger: Ledger) -> Played:
    """Play a game to its end or to the first fault."""
    game = plan.table(fixture.contest)
    ledger.clear()
    names = names_at(plan, fixture) if plan.records else None
    table = game.deal(seed=deal_seed(plan, fixture.deal), names=names)
    winners: tuple[int, ...] = ()
    fault = None
    try:
        players = [_sit_down(plan, fixture, side, ledger) for side in range(game.sides)]
        while table.turn is not None:
            _take_turn(plan, fixture, table, players, ledger)
        winners = table.winners
    except Fault as error:
        fault = str(error)
    row = write_row(plan, fixture, ledger, winners, fault)
    return Played(row, _write_down(table, row) if plan.records else None)


def _sit_down(plan: Plan, fixture: Fixture, side: int, ledger: Ledger) -> Player:
    """A bot comes anew to every game, so that it remembers none."""
    ledger.side, ledger.until = side, time.monotonic() + plan.patience * WARMING
    try:
        return load_bot(plan.table(fixture.contest).name, seating(plan, fixture)[side])
    except CorsairesError as error:
        raise Fault(one_line(str(error))) from None
    finally:
        ledger.until = inf


def _take_turn(plan: Plan, fixture: Fixture, table: Table, players: list[Player], ledger: Ledger) -> None:
    game, seat, ply = plan.table(fixture.contest), table.turn, len(table.history)
    assert seat is not None
    side = side_of(game, seat)
    ledger.ply, ledger.side = ply, side
    move, spent = think(players[side], table, thought_seed(plan, fixture, ply), plan.patience, ledger)
    ledger.moves[side] += 1
    ledger.cpu[side] += spent
    ledger.slowest[side] = max(ledger.slowest[side], spent)
    _check_time(players[side].budget, spent)
    _make(table, move)
    ledger.scores[: game.sides] = list(table.scores)


def think(player: Player, table: Table, seed: int, patience: float, ledger: Ledger) -> tuple[str, float]:
    """The move that a bot answers with, and the seconds of processor time that it took; raises Fault.

    The time is that of the process, where nobody else works meanwhile: threads that a bot starts are its own.
    """
    view = table.view(table.turn, options=False)
    ledger.until = time.monotonic() + patience
    started = time.process_time()
    try:
        with _alarm(patience):
            move = _asked(player, view, seed)
    except OutOfPatience:
        raise Fault(too_late(patience)) from None
    finally:
        ledger.until = inf
    return move, time.process_time() - started


def _asked(player: Player, view: Any, seed: int) -> str:
    """The move that a bot answers with; raises Fault. To write an answer down may take a bot for ever."""
    try:
        answer: object = player.think(view, seed)
        if isinstance(answer, Thought) and isinstance(answer.move, str):
            return answer.move
        fault = SAY("fault.answered", answer=shown(answer))
    except OutOfPatience:
        raise
    except BaseException as error:  # whatever a bot does, also if it wants to exit, must not end the run
        why = told(error, type(player.bot).__module__)
        raise Fault(one_line(SAY("fault.raised", error=why))) from error
    raise Fault(fault)


def one_line(text: str) -> str:
    """What a bot says of itself, as a line that any file can hold."""
    said = (text.splitlines() or [""])[0].encode("utf-8", "replace").decode("utf-8")
    return said if len(said) <= LONGEST_FAULT else f"{said[:LONGEST_FAULT]}…"


def too_late(patience: float) -> str:
    return SAY("fault.late", seconds=f"{patience:g}")


def _check_time(budget: Budget, spent: float) -> None:
    if budget.milliseconds is None:
        return
    allowed = budget.milliseconds / 1000 * ALLOWANCE + GRACE
    if spent > allowed:
        thought, most = f"{spent * 1000:.0f}", f"{allowed * 1000:.0f}"
        raise Fault(SAY("fault.overran", spent=thought, budget=budget, allowed=most))


def _make(table: Table, move: str) -> None:
    try:
        table.play(move)
    except IllegalMove as error:
        raise Fault(SAY("fault.illegal", move=error.move, reason=error.reason, rule=error.rule)) from None
    except CorsairesError:
        raise Fault(SAY("fault.no_move", move=shown(move))) from None


@contextmanager
def _alarm(patience: float) -> Iterator[None]:
    """Raise OutOfPatience when time is up, where the system can do that; elsewhere, and in compiled code that never
    returns, it takes whoever watches the process."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, patience, patience)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> NoReturn:
    raise OutOfPatience


# --- before the first game ---


def warm_up(plan: Plan, fixture: Fixture, side: int, ledger: Ledger) -> None:
    """Let a bot play against itself with hardly any budget: no game pays for what is compiled and loaded first."""
    game, started = plan.table(fixture.contest), time.monotonic()
    ledger.clear()
    table = game.deal(seed=0)
    with suppress(Fault):  # it will come to light in a game
        player = _sit_down(plan, fixture, side, ledger)
        player = player._replace(budget=_least(player.budget))
        patience = plan.patience * (WARMING if ":" in player.name else COMPILING)
        while table.turn is not None and time.monotonic() < started + plan.patience:
            move, _ = think(player, table, len(table.history), patience, ledger)
            if not table.history:  # the compiler's time is not the game's
                started = time.monotonic()
            _make(table, move)


def _least(budget: Budget) -> Budget:
    """The smallest budget of its kind."""
    if budget.iterations is not None:
        return Budget(iterations=1)
    return budget if budget.milliseconds is None else Budget(milliseconds=1.0)


# --- what is kept of it ---


def _write_down(table: Table, row: Row) -> str:
    """The record of a game, with the fault that ended it if one did."""
    record = table.unsealed() if row["fault"] is None else {**table.unsealed(), FAULT: row["fault"]}
    return json.dumps(record, ensure_ascii=False)


def seating(plan: Plan, fixture: Fixture) -> list[str]:
    """The bot on each side."""
    contest, sides = fixture.contest, plan.table(fixture.contest).sides
    return [contest.lone if side == fixture.rotation else contest.others for side in range(sides)]


def names_at(plan: Plan, fixture: Fixture) -> list[str]:
    """Who sits where, for a record: the bot, and the letter of the seat, for it may sit on several.

    Of a bot that is brought, its class; where that is the same of both, as much of its end as there is room for.
    """
    game, bots = plan.table(fixture.contest), seating(plan, fixture)
    own = {bot: bot.rpartition(":")[2] for bot in bots}
    told = own if len(set(own.values())) == len(own) else {bot: bot for bot in bots}
    return [f"{told[bots[side_of(game, seat)]][2 - LONGEST_NAME :]} {SEATS[seat]}" for seat in range(game.seats)]


def write_row(
    plan: Plan, fixture: Fixture, ledger: Ledger, winners: tuple[int, ...] = (), fault: str | None = None
) -> Row:
    """The row of a game: winners share 1, and all others do if one side is at fault."""
    game, bots, side = plan.table(fixture.contest), seating(plan, fixture), int(ledger.side)
    sides = range(game.sides)
    if fault is not None:
        winners = tuple(other for other in sides if other != side)
        key = "fault.boarding" if ledger.ply == BOARDING else "fault.at"
        fault = SAY(key, bot=bots[side], ply=ledger.ply + 1, fault=fault)
    return {
        "setup": plan.texts[fixture.contest.table],
        "seats": game.seats,
        "sides": game.sides,
        "lone": fixture.contest.lone,
        "others": fixture.contest.others,
        "deal": fixture.deal,
        "rotation": fixture.rotation,
        "bots": bots,
        "scores": [int(ledger.scores[at]) for at in sides],
        "shares": [1 / len(winners) if at in winners else 0.0 for at in sides],
        "plies": sum(ledger.moves),
        "moves": [int(ledger.moves[at]) for at in sides],
        "cpu_seconds": [float(ledger.cpu[at]) for at in sides],
        "slowest_seconds": [float(ledger.slowest[at]) for at in sides],
        "fault": fault,
        "fault_side": None if fault is None else side,
        "code": CODE,
    }
