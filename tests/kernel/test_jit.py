"""The traps of a compiled-code cache: each is set here for real, in processes of their own."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import corsaires
from corsaires.games.kernel import jit

PACKAGE = Path(corsaires.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit, with a cache of its own."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "corsaires", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "src" / "corsaires" / "games" / "calls.py").write_text(
        "from corsaires.games.kernel.jit import rule\n"
        "from corsaires.games.korsar.rules import gold_of\n"
        "@rule\ndef twice(kind):\n    return 2 * gold_of(kind)\n"
        "@rule\ndef beyond(array, i):\n    return array[i]\n"
    )
    return tmp_path


def run(copy: Path, code: str, **environment: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(copy / "src"), "XDG_CACHE_HOME": str(copy / "cache"), **environment}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def caches(copy: Path) -> list[Path]:
    return sorted((copy / "cache" / "corsaires").iterdir())


TWICE = "from corsaires.games.calls import twice; print(twice(3), len(twice.stats.cache_hits))"


def test_an_edited_rule_reaches_its_cached_callers(copy: Path) -> None:
    assert run(copy, TWICE).split()[0] == "10"
    assert run(copy, TWICE) == "10 1"  # from the cache
    rules = copy / "src" / "corsaires" / "games" / "korsar" / "rules.py"
    rules.write_text(rules.read_text().replace("return kind + 2", "return kind + 3"))
    assert run(copy, TWICE).split()[0] == "12"
    assert len(caches(copy)) == 2


def test_a_bounds_checked_run_after_a_warm_one_checks(copy: Path) -> None:
    beyond = (
        "import numpy as np; from corsaires.games.calls import beyond\n"
        "try:\n    beyond(np.zeros(3), 5); print('unchecked')\n"
        "except IndexError:\n    print('checked')"
    )
    assert run(copy, beyond) == "unchecked"
    assert run(copy, beyond, NUMBA_BOUNDSCHECK="1") == "checked"
    assert run(copy, beyond) == "unchecked"


def test_other_peoples_functions_keep_their_own_cache(copy: Path) -> None:
    code = "import numba; from corsaires.games.calls import twice; print(repr(numba.config.CACHE_DIR))"
    assert run(copy, code) == "''"
    assert run(copy, code, NUMBA_CACHE_DIR=str(copy / "theirs")) == repr(str(copy / "theirs"))


def test_without_a_writable_home_a_temporary_directory_serves(copy: Path) -> None:
    (copy / "cache").write_text("not a directory")
    (copy / "tmp").mkdir()
    code = (
        "from corsaires.games.kernel.jit import CACHE; from corsaires.games.calls import twice; print(twice(3), CACHE)"
    )
    gold, cache = run(copy, code, TMPDIR=str(copy / "tmp")).split()
    assert gold == "10"
    assert Path(cache).is_relative_to(copy / "tmp")


def test_the_rules_run_without_numba(copy: Path) -> None:
    code = "import sys; from corsaires.games.calls import twice; print(twice(3), 'numba' in sys.modules)"
    assert run(copy, code, CORSAIRES_COMPILED="0") == "10 False"
    assert run(copy, code, NUMBA_DISABLE_JIT="1") == "10 False"
    assert run(copy, "import sys; sys.modules['numba'] = None; " + code) == "10 True"


def test_code_unused_for_a_month_is_forgotten(tmp_path: Path) -> None:
    for name, days in (("old", 31), ("recent", 29)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbi").touch()
        os.utime(tmp_path / name, (time.time() - days * 86_400,) * 2)
    jit.forget_unused(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["recent"]


def test_the_digest_names_every_source_and_version(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.py").write_text("x = 1")
    digests = {jit.digest(tmp_path, "1"), jit.digest(tmp_path, "2")}
    (tmp_path / "inner" / "a.py").write_text("x = 2")
    digests.add(jit.digest(tmp_path, "1"))
    (tmp_path / "b.py").touch()
    digests.add(jit.digest(tmp_path, "1"))
    assert len(digests) == 4


def test_the_digest_of_other_files_too(tmp_path: Path) -> None:
    both = (".py", ".npz")
    (tmp_path / "a.py").write_text("x = 1")
    digests = {jit.digest(tmp_path, endings=both)}
    assert digests == {jit.digest(tmp_path)}
    (tmp_path / "weights.npz").write_bytes(b"1")
    digests.add(jit.digest(tmp_path, endings=both))
    (tmp_path / "weights.npz").write_bytes(b"2")
    digests.add(jit.digest(tmp_path, endings=both))
    (tmp_path / "a.pyc").write_bytes(b"3")
    digests.add(jit.digest(tmp_path, endings=both))
    assert len(digests) == 3
