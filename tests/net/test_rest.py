"""REST of the whole server: what it describes is true, with real tables, whatever is asked."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from corsaires.games.les_corsaires.chart import load_chart
from corsaires.games.les_corsaires.coast import coast_of
from corsaires.protocol.coast import encode_coast
from tests.net.nodes import Node, no_fault, sqlite_node, started
from tests.net.player import Player, a_finished_game, two_at_a_table
from tests.server.described import NOT_CHECKED, operations

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")
GOOD = {"game": "korsar", "seats": 2}


class Busy(NamedTuple):
    """A server with tables in every state."""

    node: Node
    cookie: str  # of somebody who sits at them
    tables: tuple[str, ...]

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.node.url, headers={"cookie": self.cookie}, trust_env=False, timeout=60)


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Busy]:
    with started(sqlite_node(tmp_path_factory.mktemp("rest"))) as (node,):
        cookie, tables = asyncio.run(made(node))
        yield Busy(node, cookie, tables)
        no_fault(node)


async def made(node: Node) -> tuple[str, tuple[str, ...]]:
    one, other = await Player.come(node.url), await Player.come(node.url)
    over = await a_finished_game(one, other)
    playing = await two_at_a_table(one, other, {"game": "les-corsaires", "seats": 2, "spectators": "delayed"})
    hidden = await two_at_a_table(other, one, {"game": "korsar", "seats": 2, "spectators": "none", "listed": True})
    waiting = await one.open_table(game="korsar", seats=5, listed=True)
    found = one.cookie, (over, playing, hidden, waiting)
    await one.close()
    await other.close()
    return found


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_answers_are_as_described(busy: Busy, mode: GenerationMode) -> None:
    """Known and unknown tables, by somebody known and by nobody."""
    described = operations(busy.node.url)
    assert {operation.path for operation in described} >= {"/api/tables", "/api/tables/{table}/record"}
    for operation in described:

        @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
        @given(
            case=operation.as_strategy(generation_mode=mode), known=st.booleans(), table=st.sampled_from(busy.tables)
        )
        def check(case: Any, known: bool, table: str) -> None:
            if known and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            headers = {"cookie": busy.cookie} if known else {}
            case.call_and_validate(headers=headers, excluded_checks=NOT_CHECKED)

        if mode is GenerationMode.POSITIVE or operation.query or operation.body:
            check()


@pytest.mark.parametrize(
    "table", ["x", "a" * 41, "a" * 3000, "abcdefg%00", "abc%2F..%2Fdef", "%ff%fe%fd%fc", "aaaaaaaa", "é" * 9]
)
def test_a_table_that_there_is_not(busy: Busy, table: str) -> None:
    with busy.client() as client:
        for part in ("", "/record", "/replay"):
            answer = client.get(f"/api/tables/{table}{part}")
            assert answer.status_code in (400, 404), answer.text
            assert answer.json()["code"]


def test_every_way_to_ask_is_answered_in_good_order(busy: Busy) -> None:
    """Every path with every method: never a fault, always the headers, errors always in the same form."""
    description = httpx.get(f"{busy.node.url}/schema/openapi.json", trust_env=False).json()
    paths = [path.replace("{table}", table) for path in description["paths"] for table in busy.tables]
    with busy.client() as client:
        for path in dict.fromkeys((*paths, "/", "/schema", "/nowhere", "/api/nothing", "/t/abcdefgh")):
            for method in METHODS:
                answer = client.request(method, path.replace("{", "").replace("}", ""))
                assert answer.status_code < 500, (method, path, answer.text)
                assert "content-security-policy" in answer.headers
                assert answer.headers["x-content-type-options"] == "nosniff"
                if answer.status_code >= 400 and method != "HEAD":
                    problem = answer.json()
                    assert problem.keys() >= {"code", "text", "hint", "id"}, (method, path)
                    assert "Traceback" not in answer.text
                if answer.status_code == 405:
                    assert answer.headers["allow"]


BODIES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "null": b"null",
    "NaN": b'{"seats": NaN}',
    "Infinity": b'{"seats": 1e999}',
    "a large number": b'{"seats": ' + b"9" * 5000 + b"}",
    "bad UTF-8": b'{"game": "\xff"}',
    "half a character": b'{"game": "\\ud800"}',
    "a NUL": b'{"game": "korsar\\u0000"}',
    "deep": b'{"house": ' + b"[" * 8000,
    "an unknown key": b'{"colour": "red"}',
    "a class": b'{"__class__": "x"}',
    "no seat": b'{"seats": 0}',
    "a negative seat": b'{"first": -1}',
    "a seat that is half": b'{"seats": 2.5}',
    "an unknown game": b'{"game": "chess"}',
    "an unknown edition": b'{"edition": "../../etc/passwd"}',
    "an unknown facet": b'{"house": {"x": true}}',
    "a chart that is none": json.dumps({"game": "les-corsaires", "chart": "x = \n["}).encode(),
    "a chart that leads elsewhere": json.dumps({"game": "les-corsaires", "chart": "../charts/crossing"}).encode(),
    "a choice of the other game": b'{"game": "korsar", "variant": "very-young"}',
    "a clock without end": b'{"clock": {"kind": "days", "seconds": 99999999999}}',
    "a long text": json.dumps({"edition": "x" * 15_000}).encode(),
}


@pytest.mark.parametrize("kind", BODIES)
def test_a_table_that_cannot_be_is_refused_and_not_made(busy: Busy, kind: str) -> None:
    with busy.client() as client:
        before = client.get("/api/me/tables").json(), client.get("/api/tables").json()
        headers = {"content-type": "application/json"}
        answer = client.post("/api/tables", content=BODIES[kind], headers=headers)
        assert answer.status_code in (400, 413), answer.text
        assert answer.json()["text"]
        assert (client.get("/api/me/tables").json(), client.get("/api/tables").json()) == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/xml", "multipart/form-data", "application/msgpack", "", "x"]
)
def test_what_is_not_said_to_be_json_is_not_read_as_something_else(busy: Busy, kind: str) -> None:
    with busy.client() as client:
        headers = {"content-type": kind} if kind else {}
        answer = client.post("/api/tables", content=json.dumps(GOOD).encode(), headers=headers)
        assert answer.status_code < 500, answer.text
        assert answer.status_code in (201, 400, 415)


def test_nobody_can_open_a_table_and_nobody_from_elsewhere(busy: Busy) -> None:
    with busy.client() as client:
        for headers, status in (({"cookie": ""}, 401), ({"origin": "https://evil.example"}, 403)):
            answer = client.post("/api/tables", json=GOOD, headers=headers)
            assert answer.status_code == status, answer.text


def test_private_tables_cannot_be_found(busy: Busy) -> None:
    """A link has at least 64 random bits, and the lists do not have it."""
    with busy.client() as client:
        made = [client.post("/api/tables", json=GOOD).json()["table"] for _ in range(20)]
        assert all(len(table) >= 11 for table in made)  # of 64 characters each: 6 bits
        assert len({table[:4] for table in made}) == len(made)
        assert not set(made) & {one["table"] for one in client.get("/api/tables").json()["tables"]}
        for table in random.Random(1).sample(made, 3):
            swapped = table[:-2] + table[:-3:-1]
            assert client.get(f"/api/tables/{swapped}").status_code in (200 if swapped == table else 404, 404)


def test_a_chart_of_ones_own_does_not_fill_the_lobby(busy: Busy) -> None:
    """Whoever looks at the open tables is not sent everybody's charts."""
    chart = load_chart("narrows").text
    with busy.client() as client:
        choices = {"game": "les-corsaires", "seats": 2, "chart": chart, "listed": True}
        answer = client.post("/api/tables", json=choices)
        assert answer.status_code == 201, answer.text
        table = answer.json()["table"]
        listed = {one["table"]: one["choices"] for one in client.get("/api/tables").json()["tables"]}
        assert listed[table]["chart"] == "own"
        assert client.get(f"/api/tables/{table}").json()["choices"]["chart"] == chart


def test_a_table_tells_the_coasts_it_plays_on_and_only_where_there_are_any(busy: Busy) -> None:
    over, playing, *_ = busy.tables
    with busy.client() as client:
        assert client.get(f"/api/tables/{playing}/coast").content == encode_coast(coast_of(load_chart("crossing")))
        assert client.get(f"/api/tables/{over}/coast").status_code == 404  # of Korsar
        assert client.get("/api/tables/nowhere-at-all/coast").status_code == 404
