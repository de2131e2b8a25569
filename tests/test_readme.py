"""What the READMEs and the guides promise: their examples run, and each language is in step with the other."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = (("README.md", "README.fr.md"), ("docs/guide.md", "docs/guide.fr.md"))
SCREEN = 36  # lines, the picture apart
# The same page in each language.
TWINS = {"README.md": "README.fr.md", "docs/guide.md": "docs/guide.fr.md", "guide.md": "guide.fr.md"}


@pytest.mark.parametrize("name", PAGES[1])
def test_the_examples_of_the_guide_run(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0


@pytest.mark.parametrize("name", PAGES[0])
def test_the_readme_fits_a_screen_and_has_a_picture(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert len(text.splitlines()) <= SCREEN
    assert len(re.findall(r"^!\[.+\]\((.+)\)$", text, re.MULTILINE)) == 1


def without_comments(code: str) -> list[str]:
    return [line.partition("# ")[0].rstrip() for line in code.splitlines()]


def shape(page: str) -> dict[str, list[str]]:
    """What must be the same in every language: the levels of headings, commands, code, pictures and links."""
    text = (ROOT / page).read_text("utf-8")
    code = re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    links = re.findall(r"\]\(([^)]+)\)", prose)
    english = {french: english for english, french in TWINS.items()}
    return {
        "headings": re.findall(r"^#+", prose, re.MULTILINE),
        "code": [line for _, block in code for line in without_comments(block)],
        "links": [english.get(link, link) for link in links],
        "files": [link for link in links if not (ROOT / page).parent.joinpath(link).exists()],
    }


@pytest.mark.parametrize(("english", "french"), PAGES)
def test_the_french_page_is_in_step(english: str, french: str) -> None:
    assert shape(french) == shape(english)
    assert shape(english)["files"] == []  # every link leads somewhere


def test_the_guide_has_its_chapters() -> None:
    assert len(shape("docs/guide.md")["headings"]) >= 5


@pytest.mark.parametrize("name", [french for _, french in PAGES])
def test_the_french_page_has_narrow_spaces(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    assert not re.findall(r".{9} [:;!?»]|« .{9}", prose)
