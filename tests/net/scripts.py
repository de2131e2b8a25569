"""A game as a script: what each person and bot does, so that it can be done again with other secrets."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from corsaires.bots import Player, Thought
from corsaires.games.kernel.game import Game, Table
from corsaires.games.korsar.game import Korsar
from corsaires.games.les_corsaires.dice import GivenDice
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.server import advice, lobby
from corsaires.tables import sitting
from corsaires.tables.choices import Choices, game_of
from corsaires.tables.crew import Crew
from tests.korsar.swaps import swapped as other_cards
from tests.net.inside import Person, Time, inside, pin

BOT = "bot"  # who holds a seat that nobody has
WATCHER, STRANGER = "watcher", "stranger"  # at the table without a seat; only in the lobby
HINTS = {"korsar": "amiral@24", "les-corsaires": "matelot@1"}
DELAY = 4  # ms that late spectators are late
CLOCK = 60  # seconds
ODD_MOVES = {
    "korsar": ("+", "G2", "G8", "r1@1", "b2@2", "g3@1", "y4@3", "rC@1", "A@1", "-r3", "-A", "A@25", "-G5"),
    "les-corsaires": ("start", "wind", "keep", "die", "end", "rM1:4", "bG1!", "rG1!", "gM2:1", "rM1@a2", "rG1!bM2"),
}
NO_MOVES = ("", "?", "r9@1", "+ ", "r1@1\u0661", "-", "@", "x" * 40)


class Step(NamedTuple):
    kind: str
    who: str = ""
    text: str = ""
    channel: str = "all"


class Seating(NamedTuple):
    """A table to be played: its choices and who holds each seat. A name twice is one device with several seats."""

    name: str
    choices: dict[str, Any]
    holders: tuple[str, ...]
    showing: tuple[int, ...] = ()  # seats of a device with several that are shown when they move
    plies: int = 400

    @property
    def people(self) -> list[str]:
        return [*dict.fromkeys(holder for holder in self.holders if holder != BOT), WATCHER, STRANGER]

    def seats_of(self, who: str) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if holder == who]

    @property
    def game(self) -> str:
        return str(self.choices["game"])

    def eye(self, who: str) -> int | None:
        """The seat that sees everything that this person may ever see."""
        seats = self.seats_of(who)
        teams = bool(self.choices.get("teams"))
        if len({seat >> teams for seat in seats}) > 1:  # one device for several sides
            return next(iter(self.showing), None)
        return seats[0] if seats else None


@dataclass
class Played:
    """What came of a script."""

    steps: list[Step] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)  # after each step
    marks: list[dict[str, int]] = field(default_factory=list)  # how much each had got after each step
    got: dict[str, list[bytes]] = field(default_factory=dict)

    def until(self, step: int, who: str) -> list[bytes]:
        return self.got[who][: self.marks[step][who]]


Leak = Callable[[pytest.MonkeyPatch], None]


def play(
    seating: Seating,
    directory: Path,
    *,
    number: int,
    script: Sequence[Step] | None = None,
    deal: Table | None = None,
    leak: Leak | None = None,
) -> Played:
    """Play a table, by chance or by a script, with a deal of its own or a given one; every byte is kept."""
    with pytest.MonkeyPatch.context() as patch:
        time = pin(patch, number)
        patch.setattr(advice, "BOT", HINTS[seating.game])
        patch.setattr(lobby, "PAUSE", 0)
        if deal is not None:
            patch.setattr(sitting, "dealt", lambda choices, game, fair, names: deal.copy())
        if leak is not None:
            leak(patch)
        return asyncio.run(Run(seating, time, number).play(directory, script, patch))


class Run:
    def __init__(self, seating: Seating, time: Time, number: int) -> None:
        self.seating = seating
        self.time = time
        self.rng = random.Random(f"{seating.name} {number}")
        self.asked: list[Future[Thought]] = []  # bots that wait for their move
        self.people: dict[str, Person] = {}
        self.played = Played()
        self.table = ""

    async def play(self, directory: Path, script: Sequence[Step] | None, patch: pytest.MonkeyPatch) -> Played:
        patch.setattr(Crew, "ask", self._ask)
        async with inside(directory, delay=DELAY) as server:
            self.server = server
            await self._seat()
            await self._mark(Step("start"))
            if script is None:
                await self._by_chance()
            else:
                for step in script[1:]:
                    await self._do(step)
                    await self._mark(step)
            for person in self.people.values():
                await person.drop()
            for asked in self.asked:
                asked.cancel()
        self.played.got = {who: person.got for who, person in self.people.items()}
        return self.played

    def _ask(self, table: str, bot: Player, view: Any, seed: int | None = None) -> Future[Thought]:
        """A bot plays what the script says; a hint is the bot's own."""
        asked: Future[Thought] = Future()
        if bot.name in HINTS.values():
            asked.set_result(bot.think(view, 7))
        else:
            self.asked.append(asked)
        return asked

    # --- before the game ---

    async def _seat(self) -> None:
        seating = self.seating
        for who in seating.people:
            self.people[who] = await Person.come(self.server, "fr" if who == WATCHER else "en")
        host = self.people[seating.people[0]]
        choices = {"pace": 0, "listed": True, "hints": "always", **seating.choices}
        opened = await host.ask("POST", "/api/tables", choices)
        self.table = opened["table"]
        for who, person in self.people.items():
            if who != STRANGER:
                assert (await person.wish("watch", table=self.table))["type"] == "done"
        for seat, holder in enumerate(seating.holders):
            if holder == BOT:
                answer = await host.wish("bot", seat=seat, bot="matelot")
            else:
                answer = await self.people[holder].wish("sit", seat=seat, nonce=f"{seat:032x}")
            assert answer["type"] == "done"
        await self.server.settle()
        stranger = self.people[STRANGER]
        await stranger.wish("lobby")
        assert (await host.wish("start"))["type"] == "done"
        await stranger.wait(lambda: [m["type"] for m in stranger.heard].count("lobby") == 2)

    # --- the game, made up ---

    async def _by_chance(self) -> None:
        rng = self.rng
        for _ in range(self.seating.plies):
            for step in self._beside():
                await self._do(step)
                await self._mark(step)
            table = self._game()
            moves = table.moves()
            after = table.copy()
            text = (
                rng.choice([move for move in moves if "@" in move] or moves)
                if rng.random() < 0.5
                else rng.choice(moves)
            )
            after.play(text)
            if after.over:
                return  # what is left in the hands is shown then
            step = Step(self._kind_of_move(), text=text)
            await self._do(step)
            await self._mark(step)

    def _kind_of_move(self) -> str:
        turn = self._game().turn
        assert turn is not None
        person = self.seating.holders[turn] != BOT and turn not in self.server.desk(self.table).sitting.taken_over
        if person and self.seating.choices.get("clock") and self.rng.random() < 0.1:
            return "time-out"
        return "move"

    def _beside(self) -> list[Step]:
        """What people do beside the game."""
        rng, seating, steps = self.rng, self.seating, list[Step]()
        turn = self._game().turn
        assert turn is not None
        mover = seating.holders[turn]
        if turn in seating.showing:
            steps.append(Step("show", mover))
        for who in seating.people:
            if who == STRANGER:
                continue
            odd = rng.choice((*ODD_MOVES[seating.game], *NO_MOVES))
            team = bool(seating.choices.get("teams")) and rng.random() < 0.7
            said = Step("say", who, f"I say {rng.randrange(1000)}", "team" if team else "all")
            likely = (
                (0.1, Step("options", who)),
                (
                    0.03,
                    Step("show", who) if not seating.showing and len(seating.seats_of(who)) == 1 else Step("hide", who),
                ),
                (0.05, Step("hide", who) if turn not in seating.showing else Step("options", who)),
                (0.1, said),
                (0.1, Step("odd", who, odd)),
                (0.04, Step("reconnect", who) if turn not in seating.showing else Step("rest", who)),
                (0.03, Step("rest", who)),
                (0.02, Step("far-back", who)),
            )
            steps += [step for chance, step in likely if rng.random() < chance]
        if mover != BOT and rng.random() < 0.08:
            steps.append(Step("hint", mover))
        if mover == BOT and rng.random() < 0.1:
            steps.append(Step("rest", STRANGER))
        if rng.random() < 0.1:
            steps.append(Step("back-and-forth"))
        if rng.random() < 0.02 and mover != BOT:
            steps.append(Step("stand", mover))
        return steps

    # --- the game, step by step ---

    def _game(self) -> Table:
        table = self.server.desk(self.table).sitting.table
        assert table is not None
        return table

    async def _do(self, step: Step) -> None:
        self.time.pass_by(DELAY + 3)
        match step.kind:
            case "move":
                await self._move(step.text)
            case "time-out":
                due = self.server.desk(self.table).due
                assert due is not None
                self.time.now = due
                await self._bot_moves(step.text)
            case "back-and-forth":
                await self._back_and_forth()
            case "reconnect":
                person = self.people[step.who]
                await person.drop()
                await self.server.settle()
                await person.connect()
                await person.wish("watch", table=self.table)
            case "rest":
                for path in (
                    f"/api/tables/{self.table}",
                    f"/api/tables/{self.table}/record",
                    f"/api/tables/{self.table}/replay",
                    "/api/tables",
                    "/api/me/tables",
                ):
                    await self.people[step.who].ask("GET", path)
            case "say":
                await self._say(step)
            case "odd":
                await self._odd(step)
            case "far-back":
                await self.people[step.who].wish("takeback", plies=900, version=self._version())
            case "stand":
                await self._stand(step.who)
            case "hint":
                await self._hint(self.people[step.who])
            case _:
                await self.people[step.who].wish(step.kind)

    async def _mark(self, step: Step) -> None:
        """Wait until everybody has what is theirs."""
        desk = self.server.desk(self.table)
        while desk.watchers._past is not None and desk.watchers._past._coming:
            self.time.pass_by(1)
            await asyncio.sleep(0.001)
        await self.server.settle()
        self.played.steps.append(step)
        self.played.tables.append(self._game().copy())
        self.played.marks.append({who: len(person.got) for who, person in self.people.items()})

    def _version(self) -> int:
        return self.server.desk(self.table).sitting.version

    async def _move(self, text: str) -> None:
        table = self._game()
        assert table.turn is not None
        assert text in table.moves()
        now = self.server.desk(self.table).sitting
        if now.bot_of(table.turn) is not None:
            await self._bot_moves(text)
            return
        mover = self.people[self.seating.holders[table.turn]]
        answer = await mover.wish("move", text=text, version=now.version)
        assert answer["type"] == "done", answer

    async def _bot_moves(self, text: str) -> None:
        """A bot plays it, of its own or for somebody whose time is up."""
        desk = self.server.desk(self.table)
        before = desk.sitting.version
        async with asyncio.timeout(30):
            while not self.asked:
                await asyncio.sleep(0.002)
            self.asked.pop(0).set_result(Thought(text))
            while desk.sitting.version == before or desk.lock.locked():
                await asyncio.sleep(0.001)

    async def _back_and_forth(self) -> None:
        """Take the newest move back if its mover may, and make it again."""
        now = self.server.desk(self.table).sitting
        if not now.plies or now.is_chance(now.plies[-1]) or now.bot_of(now.plies[-1].seat) is not None:
            return
        if now.turn is None or now.bot_of(now.turn) is not None:  # a bot thinks, of something that would be no more
            return
        ply = now.plies[-1]
        mover = self.people[self.seating.holders[ply.seat]]
        assert (await mover.wish("takeback", plies=1, version=now.version))["type"] == "done"
        assert (await mover.wish("move", text=ply.text.partition("=")[0], version=self._version()))["type"] == "done"

    async def _stand(self, who: str) -> None:
        """Leave a seat for a moment, and come back."""
        person = self.people[who]
        seat = self.seating.seats_of(who)[0]
        if seat == self._game().turn:
            return
        await person.wish("stand", seat=seat)
        await person.wish("back")

    async def _say(self, step: Step) -> None:
        """Who watches late hears it late, by a timer: wait for that."""
        watcher = self.people[WATCHER]

        def lines() -> int:
            return sum(len(told["lines"]) for told in watcher.heard if told["type"] == "talk")

        before = lines()
        answer = await self.people[step.who].wish("say", text=step.text, channel=step.channel)
        if answer["type"] == "done" and step.channel == "all":
            self.time.pass_by(DELAY + 1)
            await watcher.wait(lambda: lines() > before)

    async def _odd(self, step: Step) -> None:
        """A move that the table refuses."""
        turn = self._game().turn
        assert turn is not None
        if self.seating.holders[turn] == step.who and step.text in self._game().moves():
            return
        answer = await self.people[step.who].wish("move", text=step.text, version=self._version())
        assert answer["type"] == "refused", answer

    async def _hint(self, person: Person) -> None:
        before = len(person.heard)
        answer = await person.wish("hint")
        if answer["type"] == "done":
            await person.wait(lambda: any(m["type"] == "advice" for m in person.heard[before:]))


# --- other secrets ---


def with_other_secrets(
    seating: Seating, played: Played, step: int, who: str, rng: random.Random
) -> tuple[Table, list[Step]]:
    """The start of a table, and the script up to a step, with everything changed that a person may not know."""
    table = played.tables[step]
    eye = seating.eye(who)
    game = game_of(_choices(seating))
    start = other_start(game, table, eye, rng)
    return start, [_other_step(seating, each, who) for each in played.steps[: step + 1]]


def other_start(game: Game, table: Table, eye: int | None, rng: random.Random) -> Table:
    if isinstance(game, Korsar):
        other = other_cards(game, table, eye, rng)  # type: ignore[arg-type]
        return game.redeal({**other.unsealed(), "moves": []})
    assert isinstance(game, LesCorsaires)
    thrown = [move.partition("=")[2] for move in table.history if "=" in move]
    origin = table._origin  # type: ignore[attr-defined]
    return game._table(OtherDice(thrown), origin.names, origin.proof)


class OtherDice(GivenDice):
    """The same dice up to now, and others after that."""

    def skip(self, faces: list[str]) -> None:
        self.throw(faces)

    def throw(self, faces: list[str]) -> int:
        return super().throw(faces) if self._results else len(faces) - 1

    def copy(self) -> OtherDice:
        return OtherDice(self._results)


def _choices(seating: Seating) -> Choices:
    import msgspec

    return msgspec.convert(seating.choices, Choices)


def _other_step(seating: Seating, step: Step, who: str) -> Step:
    """What others say among themselves and try in vain is a secret too."""
    if step.who in ("", who, STRANGER):
        return step
    if step.kind == "say" and step.channel == "team" and not _partners(seating, step.who, who):
        return step._replace(text=step.text[::-1] + "!")
    if step.kind == "odd":
        return step._replace(text=NO_MOVES[len(step.text) % len(NO_MOVES)])
    if step.kind in ("options", "far-back"):
        return step._replace(kind="ping")
    return step


def _partners(seating: Seating, one: str, other: str) -> bool:
    sides = [{seat // 2 for seat in seating.seats_of(who)} for who in (one, other)]
    return bool(sides[0] & sides[1])


def first_difference(one: Sequence[bytes], other: Sequence[bytes]) -> str | None:
    for n, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            return (
                f"message {n} from byte {at}: {a[max(0, at - 80) : at + 120]!r} and {b[max(0, at - 80) : at + 120]!r}"
            )
    return None if len(one) == len(other) else f"{len(one)} messages and {len(other)}"
