"""Servers that start at once: a process that has imported everything and loaded the compiled rules forks them.

A server started so is a process of its own like any other, and dies like one; it only skips the second that imports
take. Run as a program it reads orders from its standard input, one JSON text a line, and answers each with a line.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from tests.net.nodes import Node

PATIENCE = 120.0  # seconds for everything to be compiled, on a busy machine
SERVE = ["serve", "--no-open", "--host", "127.0.0.1", "--lang", "en", "--port"]


class Zygote:
    def __init__(self, process: subprocess.Popen[str], directory: Path) -> None:
        self.directory = directory
        self._process = process
        self._lock = threading.Lock()
        self._fifos = 0

    def ask(self, **order: Any) -> int:
        with self._lock:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def fifo(self) -> Path:
        """A new pipe for what a server prints."""
        with self._lock:
            self._fifos += 1
            path = self.directory / f"out-{self._fifos}"
        os.mkfifo(path)
        return path


@contextmanager
def zygote() -> Iterator[Zygote]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CORSAIRES_")}
    with TemporaryDirectory() as directory:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.net.zygote"],
            env={**environment, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            try:
                made = Zygote(process, Path(directory))
                made.ask(ready=True)
                yield made
            finally:
                process.kill()


class QuickNode(Node):
    """A server that a zygote starts."""

    def __init__(self, mother: Zygote, environment: Mapping[str, str], directory: Path) -> None:
        super().__init__(environment, directory)
        self.mother = mother
        self.pid: int | None = None

    def start(self) -> None:
        self.log.clear()
        given = {"XDG_DATA_HOME": str(self.directory), "CORSAIRES_LIMITS": "off", **self.environment}
        fifo = self.mother.fifo()
        self.pid = self.mother.ask(start=[*SERVE, str(self.port)], environment=given, out=str(fifo))
        serves = threading.Event()
        self._reader = threading.Thread(target=self._read_pipe, args=(fifo, serves), daemon=True)
        self._reader.start()
        if not serves.wait(PATIENCE) or not any("Ctrl-C" in line for line in self.log):
            self.kill()
            raise AssertionError("the server does not start:\n" + "\n".join(self.log))

    def _read_pipe(self, fifo: Path, serves: threading.Event) -> None:
        with fifo.open() as pipe:
            for line in pipe:
                self.log.append(line.rstrip())
                if line.startswith("On this computer"):
                    self.port = int(line.strip().rstrip("/").rpartition(":")[2])
                if "Ctrl-C" in line:
                    serves.set()
        serves.set()

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self.pid is not None:
            pid, self.pid = self.pid, None
            os.kill(pid, number)
            self.mother.ask(reap=pid)
            self._reader.join()


# --- the program ---


def main() -> None:
    from corsaires.server.warm import compile_step, warm_rules

    for module in ("corsaires.cli.main", "corsaires.cli.serve"):
        import_module(module)
    compile_step("rules")
    list(warm_rules())
    answers = sys.stdout
    for line in sys.stdin:
        order = json.loads(line)
        answer = 0
        if "start" in order:
            answer = os.fork()
            if not answer:
                serve_here(order["start"], order["environment"], order["out"])
        elif "reap" in order:
            os.waitpid(order["reap"], 0)
        answers.write(f"{answer}\n")
        answers.flush()


def serve_here(arguments: list[str], environment: dict[str, str], out: str) -> NoReturn:
    from corsaires.cli.main import main as serve

    code = 1
    try:
        nothing, pipe = os.open(os.devnull, os.O_RDONLY), os.open(out, os.O_WRONLY)
        os.dup2(nothing, 0)
        os.dup2(pipe, 1)
        os.dup2(pipe, 2)
        os.closerange(3, 64)
        os.environ.update(environment)
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(fd, mode) for fd, mode in ((0, "r"), (1, "w"), (2, "w")))
        code = serve(arguments)
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
