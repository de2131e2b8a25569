"""Servers for tests, each a process of its own: one with SQLite, or several with PostgreSQL and Valkey."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 90.0  # seconds that a server may take to start: rules are compiled, on a busy machine

SERVE = ("-m", "corsaires.cli.main", "serve", "--no-open", "--host", "127.0.0.1", "--lang", "en")


class Node:
    """One server process."""

    def __init__(self, environment: Mapping[str, str], directory: Path, port: int = 0) -> None:
        self.environment = dict(environment)
        self.directory = directory
        self.port = port
        self.log: list[str] = []
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it serves; again on the same port."""
        self.log.clear()
        known = {name: value for name, value in os.environ.items() if not name.startswith("CORSAIRES_")}
        given = {"XDG_DATA_HOME": str(self.directory), "CORSAIRES_LIMITS": "off", **self.environment}
        self.process = subprocess.Popen(
            [sys.executable, *SERVE, "--port", str(self.port)],
            env={**known, **given},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        serves = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self.process, serves), daemon=True)
        self._reader.start()
        if not serves.wait(PATIENCE) or not any("Ctrl-C" in line for line in self.log):
            self.kill()
            raise AssertionError("the server does not start:\n" + "\n".join(self.log))

    def _read(self, process: subprocess.Popen[str], serves: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self.log.append(line.rstrip())
                if line.startswith("On this computer"):
                    self.port = int(line.strip().rstrip("/").rpartition(":")[2])
                if "Ctrl-C" in line:
                    serves.set()
        serves.set()  # it has ended

    def kill(self) -> None:
        """As a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self._reader.join()
            self.process = None

    def stop(self) -> None:
        """In good order."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)
            self._reader.join()
            self.process = None


@contextmanager
def started(*nodes: Node) -> Iterator[tuple[Node, ...]]:
    """Servers that run, until the end of the block whatever happens."""
    try:
        for node in nodes:
            node.start()
        yield nodes
    finally:
        for node in nodes:
            node.kill()


def sqlite_node(directory: Path, **environment: str) -> Node:
    return Node({"CORSAIRES_DATABASE": str(directory / "tables.sqlite"), **environment}, directory)


def no_fault(node: Node) -> None:
    """It runs, and has written of nothing that went wrong."""
    assert node.process is not None
    assert node.process.poll() is None
    assert [line for line in node.log if '"fault"' in line or "Traceback" in line or "failed" in line] == []
