"""Options, help and languages of the command."""

from __future__ import annotations

import re
import resource
import string
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import corsaires as api
from corsaires.bots import bot_names
from corsaires.cli.language import LANGUAGES, TEXTS, called, chosen_language
from corsaires.cli.records import free_names
from tests.cli.terminals import (
    corsaires,
    kept_records,
    read,
)

# --- options ---


WRONG = [
    (("--seats", "7"), "7"),
    (("--seats", "6"), "--teams"),
    (("--seats", "3", "--teams"), "4, 6"),
    (("--seats", "four"), "2, 3, 4"),
    (("--edition", "tilsit-1066"), "lutin-ludique"),
    (("--house", "booty"), "booty=open"),
    (("--house", "boots=open"), "booty"),
    (("--house", "booty=closed"), "face_down"),
    (("--house", "partner_admiral=maybe"), "false"),
    (("--seed", "seven"), "--seed 7"),
    (("--people", "5"), "0"),
    (("--people", "-1"), "0"),
    (("--names", "Ann,Bob"), "4"),
    (("--names", "Ann,Bob,,Cy"), ""),
    (("--names", "Ann,Bob,Ann,Cy"), ""),
    (("--bots", "grandmaster"), "matelot"),
    (("--bots", "no.such:Bot"), "ModuleNotFoundError"),
    (("--bots", "matelot@soon"), "amiral@100ms"),
    (("--first", "Z"), "Inès"),
    (("--first", "B", "--teams"), "K-SET-4"),
    (("--pace", "soon"), "60"),
    (("--lang", "de"), "fr"),
    (("--colour",), "corsaires play korsar --help"),
    (("--seats",), "--seats"),
    (("--record", "/nowhere/at/all.json"), "/nowhere/at"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("options", "hint"), WRONG, ids=[" ".join(options) for options, _ in WRONG])
def test_a_wrong_option_is_one_clear_line(
    options: tuple[str, ...], hint: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from corsaires.cli.main import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LC_ALL", f"{language}_XX.UTF-8")
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert main(["play", "korsar", *options]) == 2
    out, line = capsys.readouterr()
    assert out == ""
    assert line.startswith("corsaires: ")
    assert line.count("\n") == 1
    assert hint in line
    assert kept_records(tmp_path) == []


def test_a_record_never_replaces_a_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("mine")
    ran = corsaires("play", "korsar", "--people", "0", "--record", str(kept), "--lang", "en", data=tmp_path)
    assert ran.returncode == 2
    assert "already exists" in ran.stderr
    assert ran.stdout == ""
    assert kept.read_text() == "mine"
    assert next(free_names(kept)) == tmp_path / "kept-2.json"


def test_a_record_goes_where_it_is_asked_to(tmp_path: Path) -> None:
    wanted = tmp_path / "game.json"
    options = ("play", "korsar", "--people", "0", "--seed", "1", "--bots", "random", "--record", str(wanted))
    assert corsaires(*options, data=tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json"]
    assert api.replay(read(wanted)).over


def test_what_to_do_next_can_be_typed_as_it_stands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where nobody has put the command on the path of the shell, it has its own path."""
    wanted = tmp_path / "my game.json"
    options = ("play", "korsar", "--people", "0", "--seed", "1", "--bots", "random", "--record", str(wanted))
    said = corsaires(*options, "--lang", "en", data=tmp_path).stdout
    for command in ("record tell", "review", "record verify"):
        assert f"corsaires {command} '{wanted}'" in said
    monkeypatch.setattr(sys, "argv", [".venv/bin/corsaires"])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert called() == ".venv/bin/corsaires"
    (tmp_path / "corsaires").touch(0o755)
    assert called() == "corsaires"


def test_house_rules_reach_the_record(tmp_path: Path) -> None:
    options = ("--house", "booty=open", "--house", "partner_admiral=false", "--people", "0", "--bots", "random")
    ran = corsaires("play", "korsar", *options, "--seed", "1", data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    facets = read(kept_records(tmp_path)[0])["facets"]
    assert facets["booty"] == "open"
    assert facets["partner_admiral"] is False


def test_house_rules_are_said(tmp_path: Path) -> None:
    options = ("play", "korsar", "--house", "booty=open", "--seed", "1", "--lang", "en")
    assert "House rules: booty=open" in corsaires(*options, data=tmp_path, typed="q\n").stdout


# --- help ---


def test_help_lists_editions_and_facets_from_the_data(tmp_path: Path) -> None:
    from corsaires.games.korsar.edition import VALUES, edition_ids, load_edition

    for language in LANGUAGES:
        said = corsaires("play", "korsar", "--help", "--lang", language, data=tmp_path).stdout
        for edition in edition_ids():
            assert edition in said
            assert load_edition(edition).name[language] in said
        for facet, values in VALUES.items():
            assert f"{facet}={'|'.join(str(value).lower() for value in values)}" in said
        assert "positional arguments" not in said


@pytest.mark.parametrize("game", ["korsar", "les-corsaires"])
def test_help_names_every_bot_and_each_of_them_plays(game: str, tmp_path: Path) -> None:
    names = bot_names(game)
    assert "|".join(names) in corsaires("play", game, "--help", data=tmp_path).stdout
    for name in names:
        ran = corsaires("play", game, "--seed", "1", "--bots", name, data=tmp_path, typed="q\n")
        assert ran.returncode == 0, ran.stderr


def test_help_is_quick_and_imports_nothing_heavy(tmp_path: Path) -> None:
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert corsaires("--help", data=tmp_path).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.3  # of the processor: a busy machine must not fail it
    code = "import sys; from corsaires.cli.main import main; main(['play']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = ran.stdout.split()
    assert "argparse" in modules
    assert not {"numpy", "numba", "rich"} & set(modules)


@pytest.mark.parametrize(
    "command", [(), ("play",), ("play", "korsar"), ("record",), ("record", "tell"), ("bench",), ("bench", "engine")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help(command: tuple[str, ...], language: str, tmp_path: Path) -> None:
    ran = corsaires(*command, "--help", "--lang", language, data=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ("Utilisation" in ran.stdout) == (language == "fr")


def test_the_language_is_the_one_asked_for_or_that_of_the_locale() -> None:
    assert chosen_language(["play", "--lang", "fr"], {"LANG": "en_GB.UTF-8"}) == "fr"
    assert chosen_language(["--lang=en"], {"LANG": "fr_FR"}) == "en"
    assert chosen_language([], {"LANG": "fr_FR.UTF-8"}) == "fr"
    assert chosen_language([], {"LC_ALL": "de_DE", "LANG": "fr_FR"}) == "en"
    assert chosen_language([], {}) == "en"


def test_both_languages_have_the_same_texts() -> None:
    french, english = (tomllib.loads((TEXTS / f"{language}.toml").read_text("utf-8")) for language in LANGUAGES)
    assert french.keys() == english.keys()
    for section, texts in french.items():
        assert texts.keys() == english[section].keys()
        for key, text in texts.items():
            assert _placeholders(text) == _placeholders(english[section][key]), f"{section}.{key}"
            assert not re.search(r"(?<![\u202f/])[;»](?!\d)|(?<![\u202fA-Z\d])!|[^\u202f]:(?=\s)|« |'", text), (
                f"{section}.{key}"
            )


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
