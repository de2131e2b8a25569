"""One server a file."""

from __future__ import annotations

import os
from pathlib import Path

from corsaires.store.log import Unusable


def hold(path: Path) -> int:
    """Lock the file at `path`, for as long as what is returned stays open; raises Unusable. Not every system can."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        import fcntl
    except ImportError:
        return opened
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        database = path.name.removesuffix(".lock")
        raise Unusable("in use", f"another server is using {database}: stop it, or choose another file") from None
    return opened
