"""The one place that knows Numba: with it a rule is compiled code, without it the same plain Python.

A rule is compiled when Numba is installed and neither `CORSAIRES_COMPILED=0` nor `NUMBA_DISABLE_JIT=1` is set.

Compiled code is kept in a directory named after everything it depends on. Numba's own cache looks only at the file
of the cached function: after an edit in another module it would keep playing by the old rules, and code compiled
with and without bounds checks would share one cache.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[2]
UNUSED_DAYS = 30

COMPILED = (
    os.environ.get("CORSAIRES_COMPILED", "1") != "0"
    and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
    and find_spec("numba") is not None
)


def digest(package: Path, *versions: str, endings: tuple[str, ...] = (".py",)) -> str:
    """A name for what compiled code depends on: every source file of the package, and the versions given.

    With other endings, for what depends on other files too.
    """
    seen = hashlib.sha256("\0".join(versions).encode())
    for source in sorted(each for each in package.rglob("*.*") if each.suffix in endings and each.is_file()):
        seen.update(str(source.relative_to(package)).encode() + b"\0" + source.read_bytes() + b"\0")
    return seen.hexdigest()[:20]


def cache_directory(name: str) -> Path | None:
    """A writable directory of this name: in the user's cache, else a temporary one; None if there is neither."""
    for root in cache_roots():
        directory = root / name
        try:
            root.mkdir(parents=True, exist_ok=True, mode=0o700)
            directory.mkdir(exist_ok=True, mode=0o700)
            if not (is_ours_alone(root) and is_ours_alone(directory)):
                continue
            os.utime(directory)
        except OSError:
            continue
        forget_unused(root)
        return directory
    return None


def cache_roots() -> Iterator[Path]:
    us = os.getuid() if hasattr(os, "getuid") else 0
    with suppress(RuntimeError):  # a user without a home
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "corsaires"
    yield Path(tempfile.gettempdir()) / f"corsaires-{us}"


def is_ours_alone(directory: Path) -> bool:
    """Compiled code is loaded only from where nobody else can have put it."""
    found = directory.lstat()
    owned = not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
    return stat.S_ISDIR(found.st_mode) and owned and os.access(directory, os.W_OK | os.X_OK)


def forget_unused(root: Path) -> None:
    """Delete the compiled code that no start has used for a month."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    for directory in root.iterdir():
        try:
            if directory.stat().st_mtime < oldest:
                shutil.rmtree(directory, ignore_errors=True)
        except OSError:
            continue  # another process was quicker


if COMPILED:
    import llvmlite
    import numba
    import numpy

    CACHE = cache_directory(
        digest(
            PACKAGE,
            platform.python_version(),
            str(numba.__version__),
            str(llvmlite.__version__),
            numpy.__version__,
            f"boundscheck={numba.config.BOUNDSCHECK}",
        )
    )

    @contextmanager
    def _our_cache() -> Iterator[None]:
        """Numba fixes a function's cache path when it is decorated: ours for our rules, the user's for theirs."""
        theirs = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(CACHE or "")
        try:
            yield
        finally:
            numba.config.CACHE_DIR = theirs

    def rule(function: F) -> F:
        return _compiled(function, nogil=True)

    def brief(function: F) -> F:
        """A rule that Python calls for a moment only: too short to let another thread have Python meanwhile."""
        return _compiled(function, nogil=False)

    def _compiled(function: F, *, nogil: bool) -> F:
        with _our_cache():
            compiled: F = numba.njit(function, cache=CACHE is not None, nogil=nogil, no_cfunc_wrapper=True)
        return compiled


else:
    CACHE = None

    def rule(function: F) -> F:
        return function

    def brief(function: F) -> F:
        return function
