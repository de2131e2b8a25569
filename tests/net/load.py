"""Scripted players over real sockets who lose nothing: they come back by themselves, send again what was not
acknowledged, and remember every move that was acknowledged and everything they were told."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from corsaires.records.replay import verify
from corsaires.store.log import Row
from corsaires.tables.sitting import OVER, Sitting
from tests.net.player import moves_of

PATIENCE = 60.0  # seconds without any message, after which a table is stuck
AGAIN = 0.05  # seconds before a player tries again what did not work

Message = dict[str, Any]
Logs = Mapping[str, Sequence[Row]]

decode = msgspec.json.Decoder(Message).decode


class Lost(Exception):
    """The connection has gone."""


class Fault(AssertionError):
    """Something that must never happen."""


class Refused(Exception):
    def __init__(self, message: Message) -> None:
        super().__init__(message["code"], message["text"])
        self.code: str = message["code"]


class Ports:
    """Where servers can be reached now."""

    def __init__(self, *urls: str) -> None:
        self._urls = set(urls)
        self._changed = asyncio.Condition()

    async def open(self, url: str) -> None:
        async with self._changed:
            self._urls.add(url)
            self._changed.notify_all()

    def close(self, url: str) -> None:
        self._urls.discard(url)

    async def some(self, rng: random.Random) -> str:
        """Any of them, as soon as there is one."""
        async with self._changed:
            await self._changed.wait_for(lambda: bool(self._urls))
            return rng.choice(sorted(self._urls))


class Ack(NamedTuple):
    seq: int
    id: str
    text: str


class Told(NamedTuple):
    seat: int
    text: str


@dataclass
class Ledger:
    """What all players know, to be held against the log."""

    acks: defaultdict[str, list[Ack]] = field(default_factory=lambda: defaultdict(list))
    told: defaultdict[str, dict[int, Told]] = field(default_factory=lambda: defaultdict(dict))
    shown: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))  # versions of whole tables
    refused: Counter[str] = field(default_factory=Counter)
    reasons: set[str] = field(default_factory=set)  # the texts of what was not stored
    notices: Counter[str] = field(default_factory=Counter)
    playing: set[str] = field(default_factory=set)
    over: list[str] = field(default_factory=list)
    sent_again: int = 0
    connected: int = 0
    last_ack: float = 0.0
    _replayed: dict[str, int] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        return sum(map(len, self.acks.values()))

    def ack(self, table: str, ack: Ack) -> None:
        self.acks[table].append(ack)
        self.last_ack = time.monotonic()

    def tell(self, table: str, seq: int, told: Told) -> None:
        before = self.told[table].setdefault(seq, told)
        if before != told:
            raise Fault(f"{table} {seq}: people were told {before} and {told}")

    def so_far(self) -> Ledger:
        """What is known now, to be held against a log read after now."""
        known = Ledger(_replayed=self._replayed)
        known.acks.update((table, list(acks)) for table, acks in self.acks.items())
        known.told.update((table, dict(told)) for table, told in self.told.items())
        known.shown.update((table, set(versions)) for table, versions in self.shown.items())
        return known

    def check(self, logs: Logs) -> None:
        """Hold it all against the log; raises Fault."""
        for table, rows in logs.items():
            if [row.seq for row in rows] != list(range(len(rows))):
                raise Fault(f"{table}: a gap in the log")
            sent = Counter(row.ack for row in rows if row.ack is not None)
            if twice := [ack for ack, times in sent.items() if times > 1]:
                raise Fault(f"{table}: {twice} stand there twice")
            if self._replayed.get(table) != len(rows):
                Sitting.read(table, rows)  # by the rules, or it raises
                self._replayed[table] = len(rows)
        self._check_acks(logs)
        for table, told in self.told.items():
            for seq, (seat, text) in told.items():
                row = _row(logs, table, seq)
                if (row.kind, row.seat, row.text) != ("move", seat, text):
                    raise Fault(f"{table} {seq}: people were told {text} of seat {seat}, but the log has {row}")
        for table, versions in self.shown.items():
            for version in versions:
                if _row(logs, table, version).kind not in ("setup", "start", "move", "takeback"):
                    raise Fault(f"{table}: people were shown version {version}, which the log does not have")

    def _check_acks(self, logs: Logs) -> None:
        for table, acks in self.acks.items():
            for ack in acks:
                row = _row(logs, table, ack.seq)
                if row.kind != "move" or row.ack != ack.id or row.text.partition("=")[0] != ack.text:
                    raise Fault(f"{table}: {ack} was acknowledged, but the log has {row}")

    async def go_on(self, logs: Logs, patience: float) -> dict[str, float]:
        """By table in play: the seconds until people there are told of a move that those logs do not have."""
        began, seconds = time.monotonic(), dict[str, float]()
        heads = {table: len(logs.get(table, ())) for table in self.playing}
        while len(seconds) < len(heads):
            now = time.monotonic() - began
            for table in heads.keys() - seconds.keys():
                if table not in self.playing or max(self.told[table], default=-1) >= heads[table]:
                    seconds[table] = now
            if now > patience:
                raise Fault(f"{sorted(heads.keys() - seconds.keys())} stand still")
            await asyncio.sleep(0.01)
        return seconds

    def check_end(self, logs: Logs) -> None:
        """Everything that was begun has come to its end."""
        self.check(logs)
        for table in self.over:
            sitting = Sitting.read(table, logs[table])
            if sitting.state != OVER or not sitting.ended or logs[table][-1].kind != "end":
                raise Fault(f"{table}: it was over, but not by the log")


def _row(logs: Logs, table: str, seq: int) -> Row:
    rows = logs.get(table, ())
    if seq >= len(rows):
        raise Fault(f"{table}: {seq} is lost, the log has {len(rows)} rows")
    return rows[seq]


class Sailor:
    """One player. A connection that breaks is made again, to any server there is."""

    def __init__(self, ports: Ports, ledger: Ledger, rng: random.Random, language: str = "en") -> None:
        self.ports = ports
        self.ledger = ledger
        self.rng = rng
        self.language = language
        self.url = ""
        self.cookie = ""
        self.table = ""
        self.now: Message = {}  # the last table or update
        self.seats: list[Message] = []
        self.pending: tuple[str, str, int] | None = None  # id, text, version of the move not acknowledged yet
        self.faults: list[str] = []  # codes of moves refused
        self._socket: ClientConnection | None = None
        self._sent = 0
        self._shown = ""  # the table that updates are of, until another is shown

    # --- coming and going ---

    async def arrive(self) -> None:
        """Become a guest."""

        async def ask(http: httpx.AsyncClient) -> None:
            (await http.get("/api/me", headers={"accept-language": self.language})).raise_for_status()
            self.cookie = f"corsaires={http.cookies['corsaires']}"

        await self.rest(ask)

    async def rest(self, work: Callable[[httpx.AsyncClient], Any]) -> Any:
        """Ask by REST, until there is an answer."""
        while True:
            url = await self.ports.some(self.rng)
            cookies = dict([self.cookie.split("=", 1)]) if self.cookie else {}
            try:
                async with httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False, cookies=cookies) as http:
                    return await work(http)
            except (httpx.TransportError, httpx.HTTPStatusError):
                await asyncio.sleep(AGAIN)

    async def connect(self) -> None:
        while True:
            self.url = await self.ports.some(self.rng)
            try:
                self._socket = await connect(
                    f"{self.url.replace('http', 'ws', 1)}/ws",
                    additional_headers={"Cookie": self.cookie},
                    compression=None,
                    max_size=2**22,
                    proxy=None,
                    open_timeout=5,
                    close_timeout=1,
                )
                while (await self._heard())["type"] != "welcome":
                    pass
            except (OSError, TimeoutError, InvalidHandshake, Lost):
                await self.leave()
                await asyncio.sleep(AGAIN)
            else:
                self.ledger.connected += 1
                return

    async def leave(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket, None
            await socket.close()

    # --- talking ---

    async def _send(self, kind: str, name: str, **wish: Any) -> None:
        assert self._socket is not None
        try:
            await self._socket.send(msgspec.json.encode({"type": kind, "id": name, **wish}).decode())
        except (OSError, WebSocketException):
            raise Lost from None

    async def _heard(self) -> Message:
        assert self._socket is not None
        try:
            async with asyncio.timeout(PATIENCE):
                message = decode(await self._socket.recv())
        except TimeoutError:
            raise Fault(f"{self.table}: nothing happens any more; the last was {self._where()}") from None
        except (OSError, WebSocketException):
            raise Lost from None
        self._hear(message)
        return message

    def _where(self) -> str:
        opened = self.now.get("open") or {}
        return f"version {self.now.get('version')}, turn {opened.get('turn')}, mine {self.mine}, {self.pending}"

    def _hear(self, message: Message) -> None:
        match message["type"]:
            case "table":
                self.now, self.seats, self._shown = message, message["seats"]["seats"], message["table"]
                self.ledger.shown[message["table"]].add(message["version"])
            case "update":
                self.now = message
                self.ledger.tell(self._shown, message["version"], Told(message["seat"], message["move"]))
            case "you":
                self.now = {**self.now, "you": message["you"], "version": message["version"]}
            case "seats":
                self.seats = message["seats"]
            case "notice":
                self.ledger.notices[message["code"]] += 1
            case "done" if self.pending is not None and message["id"] == self.pending[0]:
                self.ledger.ack(self.table, Ack(message["seq"], self.pending[0], self.pending[1]))
                self.pending = None

    async def wish(self, kind: str, **wish: Any) -> None:
        """Raises Lost, Refused."""
        self._sent += 1
        name = f"{kind}-{self._sent}"
        await self._send(kind, name, **wish)
        while True:
            message = await self._heard()
            if message.get("id") == name and message["type"] == "done":
                return
            if message.get("id") == name and message["type"] == "refused":
                raise Refused(message)

    async def come_to(self, table: str) -> None:
        """Raises Lost, Refused, and then there is no connection."""
        self.table = table
        await self.connect()
        try:
            await self.wish("watch", table=table)
        except Refused:
            await self.leave()
            raise

    async def insist(self, kind: str, enough: str = "", **wish: Any) -> None:
        """Until it is done, or refused for the reason that it was done before."""
        while True:
            try:
                if self._socket is None:
                    await self.come_to(self.table)
                await self.wish(kind, **wish)
            except Refused as refused:
                if refused.code == enough:
                    return
                if refused.code not in (
                    "not-stored",
                    "stale",
                    "seats-empty",
                ):  # the last: not heard of yet at this node
                    raise
                await asyncio.sleep(AGAIN)
            except Lost:
                await self.leave()
                await asyncio.sleep(AGAIN)
            else:
                return

    # --- playing ---

    @property
    def mine(self) -> list[int]:
        return [seat for seat, sitter in enumerate(self.seats) if sitter["mine"]]

    @property
    def over(self) -> bool:
        return bool((self.now.get("open") or {}).get("over"))

    async def play(self) -> None:
        """Until the end of the game, through any number of broken connections."""
        again = False  # after the first connection
        while not (self.over and self.pending is None):
            try:
                if self._socket is None:
                    await self.come_to(self.table)
                    again = True
                if again and self.pending is not None:
                    self.ledger.sent_again += 1
                    await self._send_move()
                again = await self._play()
            except Lost:
                await self.leave()
            except Refused as refused:  # the table could not be shown
                if refused.code != "not-stored":
                    raise
                await self.leave()
                await asyncio.sleep(AGAIN)

    async def one_move(self) -> None:
        """Make one move, with several seats at this device, and wait until it is acknowledged; raises Lost, Refused."""
        await self.wish("show")
        await self._choose()
        while self.pending is not None:
            message = await self._heard()
            if message["type"] == "refused":
                raise Refused(message)

    async def _choose(self) -> None:
        text = self.rng.choice(moves_of(self.now["you"]))
        self._sent += 1
        self.pending = (f"{self._sent}-{self.rng.randrange(10**9)}", text, self.now["version"])
        await self._send_move()

    async def _play(self) -> bool:
        """Moves until something has to be sent again."""
        while not (self.over and self.pending is None):
            opened = self.now.get("open")
            if self.pending is None and opened and opened["turn"] in self.mine:
                await self._choose()
            message = await self._heard()
            if message["type"] == "refused" and self.pending is not None and message["id"] == self.pending[0]:
                self.ledger.refused[message["code"]] += 1
                if message["code"] == "not-stored":
                    self.ledger.reasons.add(message["text"])
                    await asyncio.sleep(AGAIN)
                    return True
                if message["code"] not in ("stale", "not-your-turn"):
                    raise Fault(f"{self.table}: {self.pending} was refused: {message}")
                self.pending = None
        return False

    async def _send_move(self) -> None:
        assert self.pending is not None
        name, text, version = self.pending
        await self._send("move", name, text=text, version=version)


class Crew:
    """People and bots who play one table after another."""

    def __init__(self, people: Sequence[Sailor], choices: Mapping[str, Any], bots: Sequence[str] = ()) -> None:
        self.people = people
        self.choices = {"pace": 0, "seats": len(people) + len(bots), **choices}
        self.bots = bots

    async def sail(self, enough: Callable[[], bool]) -> None:
        """Games until it is enough; the last one to its end."""
        try:
            await asyncio.gather(*(sailor.arrive() for sailor in self.people))
            while not enough():
                await self.one_game()
        finally:
            for sailor in self.people:
                await sailor.leave()

    async def one_game(self) -> None:
        table = await self.start()
        await asyncio.gather(*(sailor.play() for sailor in self.people))
        await self.end(table)

    async def start(self) -> str:
        host = self.people[0]

        async def open_table(http: httpx.AsyncClient) -> str:
            answer = await http.post("/api/tables", json=self.choices)
            answer.raise_for_status()
            return str(answer.json()["table"])

        table: str = await host.rest(open_table)
        for seat, sailor in enumerate(self.people):
            await sailor.leave()
            sailor.table, sailor.now, sailor.seats = table, {}, []
            await sailor.insist("sit", "started", seat=seat, nonce=f"{sailor.rng.getrandbits(128):032x}")
        for seat, bot in enumerate(self.bots, len(self.people)):
            await host.insist("bot", "started", seat=seat, bot=bot)
        await host.insist("start", "started")
        host.ledger.playing.add(table)
        return table

    async def end(self, table: str) -> None:
        """The record of the finished game verifies."""

        async def ask(http: httpx.AsyncClient) -> Any:
            answer = await http.get(f"/api/tables/{table}/record")
            answer.raise_for_status()
            return answer.json()

        record = await self.people[0].rest(ask)
        if verify(record)[-1] != "fair deal":
            raise Fault(f"{table}: the deal cannot be verified")
        self.people[0].ledger.over.append(table)
        self.people[0].ledger.playing.discard(table)
        for sailor in self.people:
            await sailor.leave()
            sailor.now = {}


def crews(ports: Ports, ledger: Ledger, seed: int) -> list[Crew]:
    """Three tables of Korsar for four and one of Les Corsaires, people and bots."""

    def people(n: int) -> list[Sailor]:
        return [Sailor(ports, ledger, random.Random(rng.random())) for _ in range(n)]

    rng = random.Random(seed)
    return [
        Crew(people(4), {"game": "korsar"}),
        Crew(people(3), {"game": "korsar", "teams": True, "edition": "philibert-2002"}, ["matelot"]),
        Crew(people(1), {"game": "korsar"}, ["mousse", "matelot", "random"]),
        Crew(people(1), {"game": "les-corsaires"}, ["matelot", "matelot"]),
    ]
