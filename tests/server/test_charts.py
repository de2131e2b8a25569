"""The workshop of charts over REST: the loader's own check, and coasts of what is still being drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest

from corsaires.games.les_corsaires.chart import InvalidChart, chart_ids, load_chart, read_chart
from corsaires.protocol.chart import chart_shape
from corsaires.tables.choices import LONGEST_CHART
from tests.server.serving import Served, serving

NARROWS = load_chart("narrows").text


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def guest(served: Served) -> Iterator[httpx.Client]:
    with served.client(**{"accept-language": "en"}) as client:
        assert client.get("/api/me").status_code == 200
        yield client


def checked(guest: httpx.Client, text: str, language: str = "en") -> Any:
    answer = guest.post(f"/api/charts/check?lang={language}", json={"text": text})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("name", chart_ids())
def test_a_chart_that_can_be_played_comes_back_as_clients_have_it(guest: httpx.Client, name: str) -> None:
    chart = load_chart(name)
    found = checked(guest, chart.text)
    assert found["mistakes"] == []
    assert found["asymmetric"] is False
    assert {**found["chart"], "id": name} == msgspec.to_builtins(chart_shape(chart))


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("r r r", "r . .", "chart.board"),
        ("red = 3", "red = 6", "seaward.red"),
        ('rH = "c3"', 'rH = "a1"', "batteries.rH"),
        ("warship = [3, 3, 2, 1, 2, 3]", "warship = [3, 3, 2, 1, 2]", "rose.light.warship"),
        ('yellow = ["d"]', "yellow = []", "fire.yellow"),
        ("[die]", "[dice]", "dice"),
        ("[chart]", "[chart", ""),
    ],
)
def test_mistakes_are_the_loaders(guest: httpx.Client, old: str, new: str, key: str) -> None:
    text = NARROWS.replace(old, new, 1)
    with pytest.raises(InvalidChart) as raised:
        read_chart(text, "own", "own.toml")
    for language in ("en", "fr"):
        first = checked(guest, text, language)["mistakes"][0]
        assert first == {"line": raised.value.line, "key": key, "text": raised.value.reason_in(language)}


def test_all_that_is_wrong_with_a_board_is_told_at_once(guest: httpx.Client) -> None:
    text = NARROWS.replace("red = 3", "red = 6").replace('yA = "b9"', 'yA = "z40"').replace('gH = "i13"', 'gH = "f8"')
    found = checked(guest, text)
    assert [mistake["key"] for mistake in found["mistakes"]] == ["seaward.red", "batteries.gH", "batteries.yA"]
    assert found["chart"]["seaward"]["red"] == 6


def test_a_board_without_ports_has_coasts_too(guest: httpx.Client) -> None:
    text = NARROWS.replace("r r r", ". . .", 1).replace(" r r", " . .", 1)
    assert [mistake["key"] for mistake in checked(guest, text)["mistakes"]] == ["chart.board"]
    answer = guest.post("/api/charts/coast", json={"text": text})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()["ports"]) == set("bgyRBGY")
    assert answer.json()["lines"]["coast"].startswith("M")


def test_what_cannot_be_read_has_no_coasts(guest: httpx.Client) -> None:
    answer = guest.post("/api/charts/coast", json={"text": "board = 3"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "setup"


@pytest.mark.parametrize("path", ["/api/charts/check", "/api/charts/coast"])
def test_only_guests_ask_and_not_for_too_much(served: Served, guest: httpx.Client, path: str) -> None:
    with served.client() as nobody:
        assert nobody.post(path, json={"text": NARROWS}).json()["code"] == "no_guest"
    assert guest.post(path, json={"text": "#" * (LONGEST_CHART + 1)}).status_code == 400
    asked = 0
    while (answer := guest.post(path, json={"text": "x"})).status_code != 429:  # the slower, the later
        asked += 1
        assert asked < 10 * served.shell.limits.charts.burst
    assert asked >= served.shell.limits.charts.burst - 2
    assert int(answer.headers["retry-after"]) >= 1
