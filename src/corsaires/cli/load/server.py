"""The server that is measured: a process of its own on a core of its own, with a database that goes when it goes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from corsaires.cli.language import Words
from corsaires.cli.load.client import Failed

PATIENCE: Final = 600.0  # seconds until the rules are compiled
END: Final = 20.0
HOST: Final = "127.0.0.1"
SERVE: Final = (sys.executable, "-m", "corsaires.cli.main", "serve", "--no-open", "--lang", "en")


@dataclass(frozen=True, slots=True)
class Server:
    """Where it is, and which process it is, as far as known."""

    host: str
    port: int
    pid: int | None = None

    def cpu_seconds(self) -> float | None:
        """What it has used of its processor, in all its threads; None where nobody says."""
        with suppress(OSError, ValueError):
            fields = Path(f"/proc/{self.pid}/stat").read_text("ascii").rpartition(") ")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return None

    def waited_seconds(self) -> float | None:
        """How long its main thread was ready to run and others had the core; None where nobody says."""
        with suppress(OSError, ValueError, IndexError):
            return int(Path(f"/proc/{self.pid}/schedstat").read_text("ascii").split()[1]) / 1e9
        return None

    def memory(self) -> int | None:
        """Bytes that it has in memory; None where nobody says."""
        with suppress(OSError, ValueError):
            return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return None


@contextmanager
def started() -> Iterator[Server]:
    """A server on this machine with nothing in it, without limits, until the end of the block; raises Failed."""
    with tempfile.TemporaryDirectory(prefix="corsaires-bench-") as directory:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CORSAIRES_")}
        given = {"DATABASE": str(Path(directory) / "tables.sqlite"), "LIMITS": "off", "LOG_LEVEL": "warning"}
        root = str(Path(__file__).parents[3])
        paths = os.pathsep.join(filter(None, (root, kept.get("PYTHONPATH"))))
        process = subprocess.Popen(
            [*SERVE, "--host", HOST, "--port", "0"],
            env={**kept, "PYTHONPATH": paths, **{f"CORSAIRES_{name}": value for name, value in given.items()}},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # Ctrl-C is ours: it is stopped below
        )
        pin(process.pid, 0)
        try:
            yield Server(HOST, _Output(process).port(), process.pid)
        finally:
            process.terminate()
            try:
                process.wait(END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


class _Output:
    """What the server says, read to the end so that it never waits for us."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._said: list[str] = []
        self._ready = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def port(self) -> int:
        """Where it listens, once its rules are compiled; raises Failed."""
        if not self._ready.wait(PATIENCE) or self._process.poll() is not None:
            raise Failed("\n".join(self._said[-20:]))
        here = Words("en")("serve.here", address="")
        line = next(line for line in self._said if line.startswith(here))
        return int(line.rstrip("/").rpartition(":")[2])

    def _read(self) -> None:
        ready = Words("en")("serve.ready")
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                self._said.append(line.rstrip())
                if self._said[-1] == ready:
                    self._ready.set()
        self._ready.set()  # it has ended


def pin(pid: int, which: int) -> None:
    """Keep a process to one of the processors that we may use, where a system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1:
        os.sched_setaffinity(pid, {cores[which % len(cores)]})
