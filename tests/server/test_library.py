"""The games, their rules, charts and bots over REST; the description of all routes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest

import corsaires
from corsaires.bots import bot_names
from corsaires.games.korsar.edition import VALUES, edition_ids
from corsaires.games.les_corsaires.chart import chart_ids, load_chart
from corsaires.games.les_corsaires.coast import coast_of
from corsaires.protocol.chart import chart_shape
from corsaires.protocol.coast import encode_coast
from corsaires.server.words import texts
from tests.server.serving import Served, serving

RULES = Path(__file__).parents[2] / "docs" / "rules"
VARIED = ("&variant=experienced", "&variant=very-young")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), limits=False) as server:
        yield server


def got(served: Served, path: str, **headers: str) -> Any:
    with served.client(**headers) as client:
        answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def texts_in(part: Any) -> Iterator[dict[str, str]]:
    """Every text in both languages."""
    if isinstance(part, dict):
        if set(part) == {"fr", "en"}:
            yield part
        for inner in part.values():
            yield from texts_in(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from texts_in(inner)


def test_every_choice_that_is_offered_can_be_played(served: Served) -> None:
    korsar, les_corsaires = got(served, "/api/games")
    assert [edition["id"] for edition in korsar["editions"]] == edition_ids()
    assert {facet["id"]: tuple(value["value"] for value in facet["values"]) for facet in korsar["facets"]} == VALUES
    for edition in korsar["editions"]:
        for seats in korsar["seats"]["alone"]:
            assert corsaires.load("korsar", seats=seats, edition=edition["id"]).facets.as_dict() == edition["facets"]
    for seats in korsar["seats"]["teams"]:
        corsaires.load("korsar", seats=seats, teams=True)
    for facet in korsar["facets"]:
        for value in facet["values"]:
            corsaires.load("korsar", **{facet["id"]: value["value"]})
    for chart in les_corsaires["charts"]:
        for variant in les_corsaires["variants"]:
            corsaires.load("les-corsaires", chart=chart["id"], variant=variant["id"])
    assert les_corsaires["default_chart"] in chart_ids()
    assert korsar["default_edition"] in edition_ids()


def test_everything_is_explained_in_both_languages(served: Served) -> None:
    said = list(texts_in([got(served, path) for path in ("/api/games", "/api/bots")]))
    assert len(said) > 50
    for text in said:
        assert text["fr"].strip()
        assert text["en"].strip()


def test_the_bots_are_those_of_the_games(served: Served) -> None:
    bots = got(served, "/api/bots")
    assert tuple(bot["id"] for bot in bots) == bot_names("korsar")
    assert [bot["milliseconds"] > 0 for bot in bots] == [False, False, False, True, True]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_rules_are_numbered_as_on_their_page(served: Served, game: str, language: str) -> None:
    answer = got(served, f"/api/games/{game}/rules?lang={language}")
    numbers = [rule["number"] for rule in answer["rules"]]
    page = (RULES / f"{game}.md").read_text("utf-8")
    assert answer["language"] == language
    assert set(numbers) <= set(re.findall(r"^- ([KC]-[A-Z]+-\d+)", page, re.MULTILINE))
    assert len(numbers) > 25
    assert all(rule["text"].strip() for rule in answer["rules"])


def test_rules_come_in_the_language_of_the_reader_and_by_edition(served: Served) -> None:
    assert got(served, "/api/games/korsar/rules", **{"accept-language": "fr"})["language"] == "fr"
    editions = [got(served, f"/api/games/korsar/rules?lang=en&edition={edition}")["rules"] for edition in edition_ids()]
    assert editions[0] != editions[1] != editions[2]
    assert got(served, "/api/games/korsar/rules?teams=true")["rules"] != got(served, "/api/games/korsar/rules")["rules"]


def test_rules_come_by_variant(served: Served) -> None:
    path = "/api/games/les-corsaires/rules?lang=en"
    usual, experienced, young = (got(served, path + more)["rules"] for more in ("", *VARIED))
    assert "C-WND-1" in [rule["number"] for rule in usual]
    assert "C-WND-1" not in [rule["number"] for rule in young]
    assert [rule["number"] for rule in usual] == [rule["number"] for rule in experienced]
    assert usual != experienced


@pytest.mark.parametrize("chart", chart_ids())
def test_a_chart_is_told_whole(served: Served, chart: str) -> None:
    told, known = got(served, f"/api/games/les-corsaires/charts/{chart}"), load_chart(chart)
    assert [(point["row"], point["x"]) for point in told["points"]] == [tuple(point) for point in known.board]
    assert told == msgspec.to_builtins(chart_shape(known))
    assert (told["rows"], told["columns"]) == (known.rows, known.columns)
    assert {
        wind: {kind: tuple(row) for kind, row in rose.items()} for wind, rose in told["roses"].items()
    } == known.roses


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/api/games/les-corsaires/charts/..%2f..%2fpyproject", None),
        ("/api/games/les-corsaires/charts/nowhere", "chart"),
        ("/api/games/korsar/rules?edition=nothing", "edition"),
        ("/api/games/korsar/rules?teams=perhaps", "teams"),
        ("/api/games/les-corsaires/rules?variant=drunken", "variant"),
    ],
)
def test_what_there_is_not_is_refused_by_its_key(served: Served, path: str, key: str | None) -> None:
    with served.client() as client:
        answer = client.get(path)
    assert answer.status_code in (400, 404)
    assert answer.json().get("key") == key


def test_the_texts_are_complete_in_both_languages() -> None:
    french, english = texts("fr"), texts("en")
    assert list(french) == list(english)
    for key, text in french.items():
        fields = {field for _, field, _, _ in Formatter().parse(text) if field}
        assert fields == {field for _, field, _, _ in Formatter().parse(english[key]) if field}, key
        assert not re.search(r" [:;!?»]|« ", text), f"{key}: a plain space where a narrow one stands"


def test_every_refusal_has_words() -> None:
    from corsaires.server.errors import CODES, STATUSES

    for code in {*CODES.values(), *STATUSES}:
        assert {f"error.{code}", f"hint.{code}"} <= set(texts("fr"))


# --- the description ---


def test_the_page_of_routes_lists_them_all(served: Served) -> None:
    description = got(served, "/schema/openapi.json")
    assert description["openapi"].startswith("3.")
    for language, word in (("fr", "Chemin"), ("en", "Path")):
        with served.client(**{"accept-language": language}) as client:
            page = client.get("/schema").text
        assert word in page
        for path in description["paths"]:
            assert path in page


def test_the_coasts_of_a_chart_are_told(served: Served) -> None:
    told = got(served, "/api/games/les-corsaires/charts/crossing/coast")
    assert told == msgspec.json.decode(encode_coast(coast_of(load_chart("crossing"))))
    with served.client() as client:
        assert client.get("/api/games/korsar/charts/crossing/coast").status_code == 400
        assert client.get("/api/games/les-corsaires/charts/nowhere/coast").status_code == 400
