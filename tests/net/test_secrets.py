"""No secrets: every byte sent to somebody is the same when everything is changed that they may not know."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import random
import re
import sqlite3
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import httpx
import pytest

from corsaires.bots import Thought
from corsaires.games.korsar.table import Table as KorsarTable
from corsaires.protocol import messages as m
from corsaires.records.replay import verify
from corsaires.server import advice, hearing, refusal, telling, wishes
from corsaires.server.connection import Connection, spoken
from corsaires.store.log import Line, Row
from corsaires.tables.crew import Crew
from corsaires.tables.desk import Desk
from corsaires.tables.sitting import Sitting
from tests.net.ear import Message
from tests.net.inside import Person, Time, inside, pin
from tests.net.nodes import Node, sqlite_node, started
from tests.net.player import Player
from tests.net.scripts import BOT, CLOCK, STRANGER, WATCHER, Leak, Seating, first_difference, play, with_other_secrets

EDITIONS = ("tilsit-2005", "philibert-2002", "lutin-ludique")
MINUTES: dict[str, Any] = {"clock": {"kind": "move", "seconds": CLOCK}}
GAME_CLOCK: dict[str, Any] = {"clock": {"kind": "game", "seconds": CLOCK, "increment": 1}}


def korsar(edition: str, seats: int, *, teams: bool = False, **more: Any) -> dict[str, Any]:
    return {"game": "korsar", "edition": edition, "seats": seats, "teams": teams, **more}


def people(seats: int) -> tuple[str, ...]:
    return tuple(f"p{seat}" for seat in range(seats))


SEATINGS = (
    *(Seating(f"{edition}-alone", korsar(edition, 3), people(3)) for edition in EDITIONS),
    *(Seating(f"{edition}-teams", korsar(edition, 4, teams=True), people(4)) for edition in EDITIONS),
    Seating("two", korsar(EDITIONS[0], 2, spectators="delayed"), people(2)),
    Seating("five-bots", korsar(EDITIONS[1], 5), ("p0", BOT, BOT, "p3", BOT)),
    Seating("six", korsar(EDITIONS[1], 6, teams=True), people(6)),
    Seating("eight", korsar(EDITIONS[0], 8, teams=True, spectators="delayed"), (*people(4), BOT, "p5", "p6", BOT)),
    Seating("one-device-closed", korsar(EDITIONS[0], 3), ("device", "device", "p2")),
    Seating("one-device-open", korsar(EDITIONS[2], 4), ("device", "p1", "device", "device"), showing=(2,)),
    Seating("one-device-teams", korsar(EDITIONS[0], 6, teams=True), ("a", "a", "b", "p3", "b", "p5"), showing=(2,)),
    Seating("minutes", korsar(EDITIONS[0], 3, **MINUTES), ("p0", "p1", BOT)),
    Seating("game-clock", korsar(EDITIONS[1], 4, teams=True, **GAME_CLOCK), people(4)),
    Seating("sea-two", {"game": "les-corsaires", "seats": 2}, people(2), plies=120),
    Seating("sea-three", {"game": "les-corsaires", "seats": 3, "equal_fleets": True}, ("p0", BOT, "p2"), plies=90),
    Seating("sea-four", {"game": "les-corsaires", "seats": 4, "variant": "experienced"}, people(4), plies=90),
    Seating(
        "sea-young",
        {"game": "les-corsaires", "seats": 2, "variant": "very-young", "spectators": "delayed", **MINUTES},
        people(2),
        plies=90,
    ),
    Seating(
        "sea-one-device",
        {"game": "les-corsaires", "seats": 2, "chart": "narrows"},
        ("device", "device"),
        showing=(0, 1),
        plies=60,
    ),
)


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: seating.name)
def test_nobody_is_sent_a_byte_of_what_they_may_not_know(tmp_path: Path, seating: Seating) -> None:
    """The same game with other hands, another deck, other dice to come, other talk of the other teams."""
    rng = random.Random(seating.name)
    played = play(seating, tmp_path / "one", number=3)
    last = len(played.steps) - 1
    whole = [who for who in seating.people if who not in (WATCHER, STRANGER)]
    tried = [(last, whole[0]), (last // 8, WATCHER), (last // 3, whole[-1]), (last // 2, STRANGER)]
    for n, (step, who) in enumerate(tried):
        start, script = with_other_secrets(seating, played, step, who, rng)
        again = play(seating, tmp_path / f"other-{n}", number=3, script=script, deal=start)
        assert again.steps == script
        different = first_difference(played.until(step, who), again.until(step, who))
        assert different is None, f"{who} is told a secret before step {step}, {played.steps[step]}: {different}"


# --- the same test must be able to fail ---


def leak_of_a_hand(patch: pytest.MonkeyPatch) -> None:
    """The next seat's hand to everybody."""

    def see(self: telling.Telling, seat: int | None) -> Any:
        return right(self, None if seat is None else (seat + 1) % self.sitting.game.seats)

    right = telling.Telling._see
    patch.setattr(telling.Telling, "_see", see)


def leak_of_the_deck(patch: pytest.MonkeyPatch) -> None:
    """The next card, hidden in how long somebody has."""
    patch.setattr(telling, "time_of", lambda sitting, due, now: m.Time(next_card(sitting), None))


def next_card(sitting: Sitting) -> int | None:
    if sitting.table is None:
        return None
    deck = sitting.table.position().split(" deck:")[1].split(" ")[0]
    return sum(deck.split(",")[0].encode())


def leak_of_the_record(patch: pytest.MonkeyPatch) -> None:
    """A record with the deal before the end."""
    patch.setattr(KorsarTable, "record", KorsarTable.unsealed)


def leak_by_a_refusal(patch: pytest.MonkeyPatch) -> None:
    """The next card, in the words of an error."""
    right = refusal.refusal

    def told(error: Exception, connection: Connection) -> m.Refused:
        found = right(error, connection)
        desk = connection.desk
        assert desk is not None
        if desk.sitting.table is not None:
            found.text += str(next_card(desk.sitting))
        return found

    patch.setattr(hearing, "refusal", told)


def leak_to_the_other_team(patch: pytest.MonkeyPatch) -> None:
    def heard(self: Connection, lines: list[Line]) -> list[m.Spoken]:
        assert self.desk is not None
        return [spoken(line, self.desk.sitting) for line in lines]

    patch.setattr(Connection, "heard", heard)


def leak_by_a_hint(patch: pytest.MonkeyPatch) -> None:
    """A hint that knows the card to be drawn."""
    right = advice.advise

    def advise(connection: Connection, desk: Desk, wish: str | None) -> Any:
        card = next_card(desk.sitting)
        patch.setattr(advice, "evened", lambda thought: thought._replace(values=(float(card or 0), 0.0)))
        return right(connection, desk, wish)

    patch.setattr(wishes, "advise", advise)


LEAKS = (
    leak_of_a_hand,
    leak_of_the_deck,
    leak_of_the_record,
    leak_by_a_refusal,
    leak_to_the_other_team,
    leak_by_a_hint,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(tmp_path: Path, leak: Leak) -> None:
    """What would be told by a server with a leak is not the same."""
    seating = Seating("leaky", korsar(EDITIONS[0], 4, teams=True), people(4), plies=40)
    rng = random.Random(leak.__name__)
    played = play(seating, tmp_path / "one", number=5, leak=leak)
    found = list[str | None]()
    half, last = len(played.steps) // 2, len(played.steps) - 1
    hints = [(n, step.who) for n, step in enumerate(played.steps) if step.kind == "hint"]
    for n, (step, who) in enumerate(((half, "p0"), (last, "p3"), *hints)):
        if any(found):
            return
        start, script = with_other_secrets(seating, played, step, who, rng)
        again = play(seating, tmp_path / f"other-{n}", number=5, script=script, deal=start, leak=leak)
        found.append(first_difference(played.until(step, who), again.until(step, who)))
    assert any(found)


# --- who may not see the table now ---

LATER = ("watch", "options", "show", "hide", "hint", "back", "review", "rematch", "ping", "leave", "watch", "start")


@pytest.mark.parametrize("spectators", ["delayed", "none"])
@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_who_sees_a_table_late_or_never_learns_nothing_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, spectators: str
) -> None:
    """Two games that differ in every move of the last half minute: the same bytes to who may not see them yet."""
    told = []
    for number in range(2):
        time = pin(monkeypatch, 9)
        choices = {"game": game, "seats": 2, "pace": 0, "spectators": spectators, "listed": True}
        told.append(asyncio.run(watched_from_afar(tmp_path / str(number), choices, time, random.Random(number))))
    assert told[0][1] != told[1][1]
    assert first_difference(told[0][0], told[1][0]) is None


async def watched_from_afar(
    directory: Path, choices: dict[str, Any], time: Time, rng: random.Random
) -> tuple[list[bytes], list[str]]:
    """Everything that a spectator gets while two people make moves, and these moves."""
    async with inside(directory) as server:
        players = [await Person.come(server) for _ in range(2)]
        table = (await players[0].ask("POST", "/api/tables", choices))["table"]
        for seat, player in enumerate(players):
            await player.wish("watch", table=table)
            await player.wish("sit", seat=seat, nonce=f"{seat:032x}")
        spectator = await Person.come(server)
        await spectator.wish("watch", table=table)
        await players[0].wish("start")
        moves = []
        for _ in range(14):
            sitting = server.desk(table).sitting
            assert sitting.table is not None
            assert sitting.turn is not None
            move = rng.choice(sitting.table.moves())
            answer = await players[sitting.turn].wish("move", text=move, version=sitting.version)
            assert answer["type"] == "done"
            moves.append(move)
            time.pass_by(10)
        await server.settle()
        for wish in LATER:
            more = {"table": table} if wish == "watch" else {}
            await spectator.wish(wish, **more)
        for text in ("+", "start", "G3"):
            for version in (0, 5, server.desk(table).sitting.version):
                await spectator.wish("move", text=text, version=version)
        for seat in range(3):
            for wish in ("sit", "stand", "kick", "host", "mute"):
                await spectator.wish(wish, seat=seat)
        await spectator.wish("takeback", plies=1, version=3)
        await spectator.wish("say", text="hello")
        await spectator.drop()
        await spectator.connect()
        await spectator.wish("watch", table=table)
        for part in ("", "/record", "/replay"):
            await spectator.ask("GET", f"/api/tables/{table}{part}")
        for path in ("/api/tables", "/api/me/tables"):
            await spectator.ask("GET", path)
        for person in (*players, spectator):
            await person.drop()
        return spectator.got, moves


def test_a_hint_comes_too_late_for_who_has_the_device_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One device, two sides: what the first should do is not told when the second has it."""
    pin(monkeypatch, 4)
    asyncio.run(hint_too_late(tmp_path, monkeypatch))


async def hint_too_late(directory: Path, patch: pytest.MonkeyPatch) -> None:
    asked: list[Future[Thought]] = []

    def ask(table: str, bot: object, view: object, seed: int | None = None) -> Future[Thought]:
        asked.append(Future())
        return asked[-1]

    patch.setattr(Crew, "ask", staticmethod(ask))
    async with inside(directory) as server:
        device = await Person.come(server)
        table = (await device.ask("POST", "/api/tables", {"game": "korsar", "seats": 2, "first": 0}))["table"]
        await device.wish("watch", table=table)
        for seat in range(2):
            await device.wish("sit", seat=seat)
        await device.wish("start")
        assert (await device.wish("hint"))["code"] == "hidden"
        await device.wish("show")
        assert (await device.wish("hint", id="first"))["type"] == "done"
        before = len(device.heard)
        await device.wish("move", text="+", version=server.desk(table).sitting.version)
        figures = (await device.ask_raw("GET", "/metrics"))[1].decode()
        assert 'corsaires_moves_total{game="korsar"} 1.0' in figures
        assert "corsaires_commit_seconds_count 4.0" in figures  # both sat down, the start, the move
        asked[0].set_result(Thought("+", (0.5, 0.5)))
        await device.wait(lambda: any(one.get("id") == "first" for one in device.heard[before:]))
        assert [one["type"] for one in device.heard[before:] if one.get("id") == "first"] == ["refused"]
        assert all(one["you"]["hand"] is None for one in device.heard[before:] if "you" in one)
        await device.drop()


# --- everything that leaves a real server, searched ---

RARE = ("A", "yC", "rC", "bC", "gC")  # cards of which there is one
SEARCHED: tuple[dict[str, Any], ...] = (
    korsar(EDITIONS[0], 4, teams=True),
    korsar(EDITIONS[1], 3, spectators="delayed"),
    {"game": "les-corsaires", "seats": 2, "variant": "very-young"},
)


class Searched(Player):
    """A player who keeps everything."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.kept: list[tuple[str, Message | None]] = []  # texts, and messages if they came by the socket
        self.ended = 0  # how many were kept when the end of the game came
        self.http.event_hooks = {"response": [self._keep]}

    async def _keep(self, response: httpx.Response) -> None:
        await response.aread()
        self.kept.append((f"{list(response.headers.items())} {response.text}", None))

    def hear(self, message: Message) -> None:
        super().hear(message)
        if self.over and not self.ended:
            self.ended = len(self.kept)
        self.kept.append((json.dumps(message, ensure_ascii=False), message))


@pytest.mark.parametrize("choices", SEARCHED, ids=lambda choices: f"{choices['game']}-{choices['seats']}")
def test_nothing_that_leaves_a_real_server_holds_a_secret(tmp_path: Path, choices: dict[str, Any]) -> None:
    """Seeds, nonces, tokens, links, other people's ids and cards: looked for in every byte, and in the log."""
    with started(sqlite_node(tmp_path, CORSAIRES_LOG_LEVEL="debug")) as (node,):
        asyncio.run(searched(node, choices))


async def searched(node: Node, choices: dict[str, Any]) -> None:
    people = [await Searched.come(node.url) for _ in range(choices["seats"] + 1)]
    *players, watcher = people
    table = await players[0].open_table(**choices)
    links = [(await player.http.post("/api/me/link")).json()["path"].partition("=")[2] for player in players]
    await watcher.watch(table)
    for seat, player in enumerate(players):
        await player.watch(table)
        await player.sit(seat)
    await players[0].wish("start")
    rng = random.Random(5)
    await asyncio.gather(*(player.play_on(rng) for player in players), *(looks_around(one, table) for one in people))
    metrics = (await players[0].http.get("/metrics")).text
    record = (await players[0].http.get(f"/api/tables/{table}/record")).json()
    assert verify(record)[-1]
    rows = rows_of(node, table)
    seed = json.loads(rows[0].text)["seed"]
    assert record["proof"]["seed"] == seed  # now everybody may know
    nonces = [json.loads(row.text)["nonce"] for row in rows if row.kind == "seat"]
    tokens = [one.http.cookies["corsaires"] for one in people]
    ids = [(await one.http.get("/api/me")).json()["id"] for one in people]
    for n, person in enumerate(people):
        others = [i for i in range(len(people)) if i != n]
        kept = person.kept[: person.ended or None]
        texts = [text for text, _ in kept]
        hidden = [seed, *(nonces[i] for i in others if i < len(nonces)), *(ids[i] for i in others)]
        hidden += [secret for i in others for secret in forms_of(tokens[i])] + forms_of(tokens[n])[1:]
        hidden += [links[i] for i in others if i < len(links)]
        assert_nowhere(hidden, texts)
        if choices["game"] == "korsar":
            messages = [message for _, message in kept if message is not None]
            check_cards(table, rows, messages, n if n < len(players) else None)
    everything = [seed, *nonces, *ids, *links, table, *(form for token in tokens for form in forms_of(token))]
    assert_nowhere(everything, [*node.log, metrics])
    for person in people:
        await person.close()


async def looks_around(person: Searched, table: str) -> None:
    """Ask for everything there is, now and again, and for what one may not have."""
    while not person.over:
        if person.now.get("late"):
            return
        parts = [f"/api/tables/{table}{part}" for part in ("", "/record", "/replay")]
        for path in (*parts, "/api/tables", "/api/me/tables", "/api/me"):
            await person.http.get(path)
        for wish, more in (("options", {}), ("hide", {}), ("hint", {}), ("move", {"text": "A@1", "version": 1})):
            await person.send(wish, **more)
        before = len(person.seen)
        await person.wait(lambda before=before: len(person.seen) > before + 30 or person.over)  # type: ignore[misc]


def forms_of(token: str) -> list[str]:
    """A secret, and its hash as it may be written."""
    digest = hashlib.sha256(token.encode()).digest()
    return [
        token,
        digest.hex(),
        base64.b64encode(digest).decode(),
        base64.urlsafe_b64encode(digest).decode().rstrip("="),
    ]


def assert_nowhere(secrets: list[str], texts: list[str]) -> None:
    found = [(secret, text[:300]) for text in texts for secret in secrets if secret in text]
    assert found == []


def rows_of(node: Node, table: str) -> list[Row]:
    """The log as it lies in the file."""
    with sqlite3.connect(f"file:{node.directory}/tables.sqlite?mode=ro", uri=True) as database:
        found = database.execute("SELECT * FROM log WHERE tid = ? ORDER BY seq", (table,)).fetchall()
    database.close()
    return [Row(*row[1:]) for row in found]


def check_cards(table: str, rows: list[Row], told: list[Message], seat: int | None) -> None:
    """Every hand that was shown is the reader's own, and no card that others hide is named."""
    first, *rest = rows
    sitting = Sitting.read(table, [first])
    hands: dict[int, list[tuple[str, ...]]] = {}
    for row in rest:
        sitting.apply(row)
        game = sitting.table
        if game is not None and not game.over:
            hands[sitting.version] = [game.view(each, options=False).hand for each in range(sitting.game.seats)]
    checked = 0
    for message in told:
        if "you" not in message or message["you"] is None or message["version"] not in hands:
            continue
        you, now = message["you"], hands[message["version"]]
        teams = sitting.choices.teams
        assert you["seat"] == seat
        assert you["hand"] == (None if seat is None else list(now[seat]))
        assert you["partner_hand"] == (list(now[seat ^ 1]) if seat is not None and teams else None)
        unseen = [each for each in range(len(now)) if seat is None or each >> teams != seat >> teams]
        for card in RARE:
            if any(card in now[each] for each in unseen):
                assert re.search(rf'"-?{card}["@]', json.dumps(message)) is None, (card, message)
        checked += 1
    assert checked > 20 or (seat is None and sitting.choices.spectators == "delayed")
