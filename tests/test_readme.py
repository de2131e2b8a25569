"""The READMEs' promises: their examples run, and the French one is in step with the English one."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.fr.md")


@pytest.mark.parametrize("name", READMES)
def test_the_examples_of_the_readme_run(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0


def without_comments(code: str) -> list[str]:
    return [line.partition("# ")[0].rstrip() for line in code.splitlines()]


def shape(text: str) -> dict[str, list[str]]:
    """What must be the same in every language: the levels of headings, commands, code, pictures and links."""
    code = re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    links = [link for link in re.findall(r"\]\(([^)]+)\)", prose) if link not in READMES]
    return {
        "headings": re.findall(r"^#+", prose, re.MULTILINE),
        "code": [line for _, block in code for line in without_comments(block)],
        "links": links,
        "files": [link for link in links if not (ROOT / link).exists()],
    }


def test_the_french_readme_is_in_step() -> None:
    english, french = (shape((ROOT / name).read_text("utf-8")) for name in READMES)
    assert french == english
    assert english["files"] == []  # every link leads somewhere
    assert len(english["headings"]) >= 4


def test_the_french_readme_has_narrow_spaces() -> None:
    text = (ROOT / "README.fr.md").read_text("utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    assert not re.findall(r".{9} [:;!?»]|« .{9}", prose)
