"""A server for tests: on a free port of this machine, in a thread, over a real socket; and as a process of its own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx
from litestar.types import ASGIApp

from corsaires.server.app import make_app
from corsaires.server.run import Server, bound, configured
from corsaires.server.settings import Settings
from corsaires.server.shell import Shell, make_shell
from corsaires.store import NoBus, Store, open_store

T = TypeVar("T")
PATIENCE = 60


@dataclass
class Served:
    """A server that runs."""

    port: int
    shell: Shell
    loop: asyncio.AbstractEventLoop
    server: Server

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, **headers: str) -> httpx.Client:
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, trust_env=False)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry something out in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True


@contextmanager
def serving(
    directory: Path, *, socket: ASGIApp | None = None, store: Store | None = None, **given: Any
) -> Iterator[Served]:
    """A server with these settings, until the end of the block."""
    settings = Settings(str(directory / "tables.sqlite"), host="127.0.0.1", port=0, **{"web": directory, **given})
    listener = bound(settings.host, settings.port)
    port = listener.getsockname()[1]
    started, running = threading.Event(), list[Served]()

    async def main() -> None:
        shell = make_shell(settings, store or await open_store(settings.database), NoBus())
        app = make_app(settings, shell.store, shell.bus, shell=shell, socket=socket)
        server = Server(configured(app), started.set, lambda: None)
        running.append(Served(port, shell, asyncio.get_running_loop(), server))
        await server.serve([listener])

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    try:
        assert started.wait(PATIENCE)
        yield running[0]
    finally:
        for served in running:
            served.stop()
        thread.join(PATIENCE)
        assert not thread.is_alive()


@contextmanager
def process(directory: Path, *options: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """`corsaires serve` as a process; whatever becomes of it, it is gone after the block."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("CORSAIRES_")}
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "corsaires.cli.main", "serve", "--no-open", *options],
        env={**known, "XDG_DATA_HOME": str(directory), "CORSAIRES_COMPILED": "0", **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def first_lines(child: subprocess.Popen[str]) -> list[str]:
    """What the server says before it serves, up to the line that says how to stop it."""
    assert child.stdout is not None
    lines = []
    for line in child.stdout:
        lines.append(line.rstrip("\n"))
        if "Ctrl-C" in line:
            break
    return lines


def port_of(lines: list[str]) -> int:
    """The port in the address that was printed first."""
    return int(lines[0].rstrip("/").rpartition(":")[2])
