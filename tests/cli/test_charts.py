"""Chart files at the command line: checked and drawn."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from corsaires.games.les_corsaires.chart import DIRECTORY, chart_ids
from tests.cli.terminals import corsaires

NARROWS = (DIRECTORY / "narrows.toml").read_text("utf-8")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(NARROWS, "utf-8")
    return path


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", ["jouer sur", "Les Passes", "15 × 11 points, 160 en tout", "traversée de 11 points", "1 face sur 6"]),
        ("en", ["can be played: The Narrows", "15 × 11 points, 160 in all", "voyage of 11 points", "1 face of 6"]),
    ],
)  # fmt: skip
def test_a_good_chart_is_told(language: str, said: list[str], mine: Path, tmp_path: Path) -> None:
    ran = corsaires("chart", "check", str(mine), "--lang", language, data=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    for words in said:
        assert words in ran.stdout
    for letter in "rbgy":
        assert f"\n  {letter}" in ran.stdout


@pytest.mark.parametrize("name", chart_ids())
def test_a_chart_of_the_game_is_checked_by_its_name(name: str, tmp_path: Path) -> None:
    ran = corsaires("chart", "check", name, "--lang", "en", data=tmp_path)
    assert ran.returncode == 0
    assert f"{name} can be played" in ran.stdout


def test_a_chart_is_read_from_standard_input(tmp_path: Path) -> None:
    ran = corsaires("chart", "check", "-", "--lang", "en", data=tmp_path, typed=NARROWS)
    assert ran.returncode == 0
    bad = corsaires("chart", "draw", "-", "--lang", "en", data=tmp_path, typed=NARROWS.replace("j9", "k9"))
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "batteries.rA: k9 and its neighbours are 5 points" in bad.stderr


@pytest.mark.parametrize(
    ("old", "new", "key", "english", "french"),
    [
        ('rA = "j9"', 'rA = "k9"', "batteries.rA", "k9 and its neighbours are 5", "k9 et ses voisins font 5"),
        ("r r r .", "r r r", "chart.board", "row a has 14 points", "la rangée a a 14 points"),
        ("warship = [3, 3, 2, 1, 2, 3]", "warship = [3, 3]", "rose.light.warship", "has 2 figures", "a 2 chiffres"),
        ("red = 3", "red = 6", "seaward.red", "no berth (r) has", "aucun mouillage (r)"),
        ("[die]", "[dye]", "dye", "is not a section", "n’est pas une section"),
    ],
)
def test_a_bad_chart_is_one_line_with_file_line_key_and_reason(
    old: str, new: str, key: str, english: str, french: str, mine: Path, tmp_path: Path
) -> None:
    line = NARROWS[: NARROWS.index(old)].count("\n") + 1
    said_in = {"en": f"line {line}: {key}: {english}", "fr": f"ligne {line} : {key} : {french}"}
    mine.write_text(NARROWS.replace(old, new, 1), "utf-8")
    for command in ("check", "draw"):
        for language, said in said_in.items():
            ran = corsaires("chart", command, str(mine), "--lang", language, data=tmp_path)
            assert (ran.returncode, ran.stdout) == (2, "")
            assert ran.stderr.count("\n") == 1
            assert f"corsaires: {mine}, {said}" in ran.stderr.replace("\u202f", " ")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\x00", b"[" * 60_000, b"#" * 200_000, b"name = 7"])
def test_what_is_not_a_chart_is_refused(content: bytes, mine: Path, tmp_path: Path) -> None:
    mine.write_bytes(content)
    ran = corsaires("chart", "check", str(mine), data=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1


def test_a_file_that_cannot_be_read_or_is_not_there_is_one_line(tmp_path: Path) -> None:
    for arguments in ((), (str(tmp_path),), (str(tmp_path / "none.toml"),), ("nowhere",), ("a\nb",)):
        for command in ("check", "draw"):
            ran = corsaires("chart", command, *arguments, "--lang", "fr", data=tmp_path)
            assert (ran.returncode, ran.stdout) == (2, "")
            assert ran.stderr.count("\n") == 1
    assert "crossing ou narrows" in ran.stderr


def test_a_chart_is_drawn_to_standard_output_or_to_a_file(mine: Path, tmp_path: Path) -> None:
    shown = corsaires("chart", "draw", str(mine), "--lang", "fr", data=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert ET.fromstring(shown.stdout).get("lang") == "fr"
    assert "Les Passes" in shown.stdout
    out = tmp_path / "mine.svg"
    ran = corsaires("chart", "draw", "narrows", "--out", str(out), "--lang", "fr", data=tmp_path)
    assert ran.returncode == 0
    assert str(out) in ran.stdout
    assert out.read_text("utf-8") == shown.stdout


def test_a_drawing_never_replaces_a_file(mine: Path, tmp_path: Path) -> None:
    for out in (mine, tmp_path / "no" / "such" / "place.svg", tmp_path):
        ran = corsaires("chart", "draw", "narrows", "--out", str(out), "--lang", "en", data=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.count("\n") == 1
    assert mine.read_text("utf-8") == NARROWS


@pytest.mark.parametrize(("language", "said"), [("fr", "Dessiner une carte"), ("en", "Draw a chart")])
def test_help_is_in_the_reader_s_language(language: str, said: str, tmp_path: Path) -> None:
    ran = corsaires("chart", "draw", "--help", "--lang", language, data=tmp_path)
    assert ran.returncode == 0
    assert said in ran.stdout
    assert "--out" in ran.stdout
    assert "Arguments" in ran.stdout
    for name in chart_ids():
        assert name in ran.stdout
