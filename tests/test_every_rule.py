"""Every numbered rule is named by a test, and no test names a rule that is not there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULE = re.compile(r"\b[KC]-[A-Z]+-\d+\b")


def every_test() -> Iterator[ast.FunctionDef]:
    for source in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node


def named_by_tests() -> set[str]:
    """The rules that stand in the docstring of some test."""
    return {rule for test in every_test() for rule in RULE.findall(ast.get_docstring(test) or "")}


def proven_by_tests() -> set[str]:
    """The rules that some test is about: its name has the number."""
    numbers = re.compile(r"(?<=_)[kc]_[a-z]+_\d+")
    return {number.upper().replace("_", "-") for test in every_test() for number in numbers.findall(test.name)}


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "rules").glob("*.md")), ids=lambda page: page.stem)
def test_every_rule_has_a_test(page: Path) -> None:
    numbers = set(re.findall(r"^- ([KC]-[A-Z]+-\d+) ", page.read_text("utf-8"), re.MULTILINE))
    assert len(numbers) > 30
    assert numbers - named_by_tests() == set()
    assert numbers - proven_by_tests() == set()


def test_no_test_names_a_rule_that_is_not_there() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    assert named_by_tests() - set(RULE.findall(pages)) == set()


def test_the_code_names_only_rules_that_are_there() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    sources = "".join(source.read_text("utf-8") for source in (ROOT / "src").rglob("*.py"))
    assert set(RULE.findall(sources)) - set(RULE.findall(pages)) == set()
