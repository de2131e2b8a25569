"""Editions are data."""

from pathlib import Path
from typing import Any

import pytest

import corsaires
from corsaires.games.korsar import edition
from tests.korsar.tables import korsar

KORSAR = Path(edition.__file__).parent

FOURTH = """
[name]
fr = "À la maison"
en = "At home"
[about]
fr = "Nos règles."
en = "Our rules."
[facets]
starts = "lot"
beaten_leader = "stays"
spoils = "discarded"
booty = "open"
ties_at_end = "leave"
partners_share_galleon = true
partner_admiral = true
"""


def test_the_three_editions_have_the_facets_of_the_rules() -> None:
    """The table at the end of the rules, cell by cell."""
    page = (KORSAR.parents[3] / "docs" / "rules" / "korsar.md").read_text("utf-8").split("## Facets of an edition")[1]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    editions = rows[0][1:4]
    assert sorted(editions) == edition.edition_ids()
    words = {
        "lot": "lot", "chosen": "chosen, else lot", "stays": "stays in the fight", "discarded": "discarded",
        "pile": "winner's pile", "removed": "out of the game at once", "open": "open", "face_down": "face down",
        "stay": "stay on the table", "leave": "leave the game", True: "allowed", False: "forbidden",
    }  # fmt: skip
    assert len(rows[2:]) == len(edition.VALUES)
    for row in rows[2:]:
        facet = row[0].split("`")[1]
        for name, cell in zip(editions, row[1:4], strict=True):
            value = getattr(edition.load_edition(name).facets, facet)
            assert cell.startswith(words[value]), (facet, name)


def test_a_fourth_edition_is_one_new_file(tmp_path: Path) -> None:
    (tmp_path / "at-home.toml").write_text(FOURTH)
    assert edition.edition_ids(tmp_path) == ["at-home"]
    home = edition.load_edition("at-home", tmp_path)
    assert home.facets.partner_admiral is True
    assert home.name["fr"] == "À la maison"


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('starts = "lot"', 'starts = "dice"', "facets.starts", '"lot" or "chosen"'),
        ("partner_admiral = true", "partner_admiral = 1", "facets.partner_admiral", "true or false"),
        ("partner_admiral = true", "", "facets.partner_admiral", "is missing"),
        ("partner_admiral = true", "partner_admirals = true", "facets.partner_admirals", "no such facet"),
        ("[about]", "[abuot]", "abuot", "not a key"),
        ('en = "At home"', "", "name.en", "must be a text"),
        ("[facets]", "[facets", "at-home.toml", "not a TOML file"),
        ('[about]\nfr = "Nos règles."\nen = "Our rules."', "", "about", "is missing"),
    ],
)
def test_a_malformed_edition_is_refused_with_file_key_and_reason(
    tmp_path: Path, old: str, new: str, key: str, reason: str
) -> None:
    assert old in FOURTH
    (tmp_path / "at-home.toml").write_text(FOURTH.replace(old, new))
    with pytest.raises(corsaires.InvalidSetup) as refusal:
        edition.load_edition("at-home", tmp_path)
    assert "at-home.toml" in refusal.value.key
    assert refusal.value.key.endswith(key)
    assert reason in refusal.value.reason


def test_house_rules_override_single_facets_and_the_record_keeps_them() -> None:
    game = korsar(4, teams=True, edition="tilsit-2005", partner_admiral=False)
    assert game.facets.partner_admiral is False
    table = game.deal(seed=1)
    while not table.over:
        table.play(table.moves()[-1])
    record = table.record()
    assert record["edition"] == "tilsit-2005"
    assert record["facets"]["partner_admiral"] is False
    assert corsaires.replay(record).record() == record


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ({"partner_admiral": "no"}, "true or false"),
        ({"partner_admiral": 0}, "true or false"),
        ({"partner": 1}, "no such facet"),
    ],
)
def test_house_rules_are_checked(house: dict[str, Any], reason: str) -> None:
    with pytest.raises(corsaires.InvalidSetup, match=reason) as refusal:
        korsar(4, **house)
    assert refusal.value.key in house


def test_no_rule_reads_the_name_of_an_edition() -> None:
    """The rules read facets; an edition's id stands in its file's name alone, and the default's in one place."""
    for source in KORSAR.parent.rglob("*.py"):
        text = source.read_text()
        for name in edition.edition_ids():
            expected = 1 if (source.name, name) == ("edition.py", edition.DEFAULT) else 0
            assert text.count(name) == expected, source
