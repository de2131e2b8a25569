"""The README's promises: its examples run."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_examples_of_the_readme_run() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0
