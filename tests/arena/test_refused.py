"""What the arena refuses, and its help."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from corsaires.arena.plan import Plan
from corsaires.arena.store import InUse, Store
from corsaires.cli import arena
from corsaires.cli.main import main
from corsaires.games.catalog import load
from tests.arena.runs import refused


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--seats", "2", "--games", "6"), "(--games)"),
        (("--seats", "2", "--games", "8", "--seed", "6"), "(--games, --seed)"),
        (("--seats", "2", "--seed", "6"), "(--seed)"),
        (("--seats", "2", "--bots", "random,matelot@9"), "(--bots)"),
        (("--seats", "3"), "(--seats)"),
        (("--seats", "2,3"), "(--seats)"),
        (("--seats", "2", "--edition", "philibert-2002"), "(--edition, --house)"),
        (("--seats", "2", "--sprt", "0,30", "--records"), "(--records, --sprt)"),
        (("--seats", "2", "--sprt", "-10,10"), "(--sprt)"),
        (("--seats", "2", "--sprt=-10,10"), "(--sprt)"),
        (("--seats", "2", "--alone", "matelot"), "(--alone)"),
    ],
)
def test_another_choice_in_the_same_directory_is_refused(
    options: Sequence[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(Plan((load("korsar", seats=2),), ("random", "matelot"), 7, 5, 30.0), tmp_path).close()
    same = ("--bots", "random,matelot", "--games", "7", "--seed", "5", "--out", str(tmp_path), "--lang", "en")
    said = refused(capsys, *same, *options)
    assert said == (
        f"corsaires: {tmp_path} belongs to a run with other choices {why}: give the same ones, or another --out.\n"
    )


def test_one_alone_belongs_to_the_choices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(Plan((load("korsar", seats=3),), ("random", "matelot"), 7, 5, 30.0, alone="matelot"), tmp_path).close()
    same = ("--seats", "3", "--bots", "random,matelot", "--games", "7", "--seed", "5", "--out", str(tmp_path))
    assert "(--alone)" in refused(capsys, *same)
    assert "(--alone)" in refused(capsys, *same, "--alone", "random")


def test_a_directory_with_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "run.json").write_text("{")
    assert "holds a run.json that is none of ours" in refused(capsys, "--out", str(tmp_path), "--lang", "en")
    assert "n’est pas des nôtres" in refused(capsys, "--out", str(tmp_path), "--lang", "fr")


@pytest.mark.parametrize("under", [False, True])
def test_a_file_is_no_directory(under: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes"
    file.touch()
    out = file / "more" if under else file
    options = ("--bots", "random,matelot", "--out", str(out))
    assert refused(capsys, *options, "--lang", "en") == f"corsaires: cannot write {out} (it is not a directory).\n"
    assert "(ce n’est pas un dossier)" in refused(capsys, *options, "--lang", "fr")
    assert file.is_file()


def test_two_runs_in_one_directory_are_refused(tmp_path: Path) -> None:
    plan = Plan((load("korsar", seats=2),), ("random", "matelot"), 7, 5, 30.0)
    first = Store(plan, tmp_path)
    with pytest.raises(InUse):
        Store(plan, tmp_path)
    first.close()
    Store(plan, tmp_path).close()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--bots", "admiral,matelot@soon"), "there is no bot 'admiral': choose random"),
        (("--bots", "matelot@soon,admiral"), "'soon' is no time to think"),
        (("--bots", "no.such:Bot,admiral"), "the bot 'no.such:Bot' cannot be loaded (ModuleNotFoundError"),
        (("--bots", "pathlib:Path,admiral"), "'pathlib:Path' is no bot: it has no method think"),
        (("--bots", "matelot,matelot"), "'matelot' is there twice."),
        (("--bots", "matelot"), "name two or more"),
        (("--bots", "matelot, ,"), "name two or more"),
        (("--bots", "matelot,random", "--alone", "mousse"), "'mousse' is none of the bots"),
        (("--game", "chess"), "there is no 'chess': choose korsar or les-corsaires."),
        (("--seats", "9"), "9 cannot play each for themselves"),
        (("--chart", "narrows"), "--chart is not an option of korsar."),
        (("--game", "les-corsaires", "--teams"), "--teams is not an option of les-corsaires."),
        (("--games", "0"), "--games: '0' is not a whole number, 1 or more."),
        (("--seed", "x"), "'x' is not a whole number"),
        (("--patience", "0"), "'0' is not a time: give for instance --patience 30."),
        (("--sprt", "30"), "'30' are not two differences in strength"),
        (("--sprt", "30,0"), "'30,0' are not two differences in strength"),
        (("--sprt", "-10,-20"), "'-10,-20' are not two differences in strength"),
        (("--on", "the moon"), "'the moon' is no place to play: give --on ray, or --on ray://host:port."),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(
    options: Sequence[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert why in refused(capsys, "--lang", "en", "--out", str(out), *options)
    assert not out.exists()


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        ("admiral,matelot@soon", "il n’y a pas de robot « admiral » : choisissez random"),
        ("matelot@soon,admiral", "« soon » n’est pas un temps de réflexion"),
        ("no.such:Bot,admiral", "le robot « no.such:Bot » ne peut pas être chargé (ModuleNotFoundError"),
        ("matelot", "nommez-en deux ou plus"),
    ],
)
def test_bots_are_refused_in_the_language_of_the_reader(
    bots: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why in refused(capsys, "--lang", "fr", "--bots", bots).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("missing", "options", "why"),
    [
        ("pyarrow", (), "corsaires[arena]"),
        ("scipy", (), "corsaires[arena]"),
        ("ray", ("--on", "ray"), ".venv/bin/uv pip install --python .venv/bin/python --editable '.[arena,ray]'"),
    ],
)
def test_what_is_not_installed_is_said(
    missing: str, options: Sequence[str], why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "find_spec", lambda name: None if name == missing else name)
    assert why in refused(capsys, "--lang", "en", *options)
    assert why.replace("'", '"') in refused(capsys, "--lang", "fr", *options)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Let bots play each other", "--sprt ELO,ELO", "processor time", "--teams", "(default: korsar)")),
        (
            "fr",
            (
                "Faire jouer des robots entre eux",
                "--sprt ELO,ELO",
                "temps de processeur",
                "--chart",
                "(par défaut, korsar)",
            ),
        ),
    ],
)
def test_the_help(language: str, said: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--help", "--lang", language])
    shown = " ".join(capsys.readouterr().out.split())
    for words in said:
        assert words in shown
