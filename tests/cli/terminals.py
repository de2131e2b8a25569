"""`corsaires` run as a person runs it: as a process of its own, with pipes or a pseudo-terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-m", "corsaires.cli.main")
CTRL_C = "\x03"
PROMPTS = ("Your move:", "press Enter:", "hide your cards:")
ALWAYS_THE_FIRST_MOVE = "1\n" * 3_000
CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"
ANSI = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
PATIENCE = 60.0  # seconds that a loaded machine may need


def environment(data: Path, **more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "NO_COLOR"))}
    return {**kept, "XDG_DATA_HOME": str(data), "CORSAIRES_COMPILED": "0", "TERM": "xterm-256color", **more}


def corsaires(
    *arguments: str, data: Path, typed: str = "", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command with pipes: what is typed goes in, what is shown comes out."""
    return subprocess.run(
        [*COMMAND, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE * 2,
        check=False,
        env=environment(data, **(env or {})),
    )


@dataclass
class Keyboard:
    """A command that runs in a pseudo-terminal."""

    process: subprocess.Popen[bytes]
    master: int
    shown: str = ""

    def type(self, text: str) -> None:
        """Type a text; Ctrl-C reaches the process as the signal that it is."""
        if text == CTRL_C:
            self.process.send_signal(signal.SIGINT)
        else:
            os.write(self.master, text.encode())

    def wait_for(self, text: str) -> str:
        """Read until this text is shown again; everything shown since the last wait."""
        start, until = len(self.shown), time.monotonic() + PATIENCE
        while text not in self.shown[start:]:
            if not self._read(until):
                raise AssertionError(f"{text!r} was not shown, but {self.shown[start:]!r}")
        return self.shown[start:]

    def play(self, move: str, until: str, *, people: Sequence[str] = ()) -> str:
        """Answer every prompt, a person's name or this move, until a text is shown; everything shown meanwhile."""
        start = len(self.shown)
        while until not in self.wait_for_any([*PROMPTS, until]):
            asked = self.shown.rpartition("\n")[2]
            names = [name for name in people if name in asked]
            self.type(f"{names[0] if names else '' if 'hide' in asked else move}\n")
        return self.shown[start:]

    def wait_for_any(self, texts: Sequence[str]) -> str:
        """Read until one of these texts is shown; everything shown since the last wait."""
        start, until = len(self.shown), time.monotonic() + PATIENCE
        while not any(text in self.shown[start:] for text in texts):
            if not self._read(until):
                raise AssertionError(f"none of {texts} was shown, but {self.shown[start:]!r}")
        return self.shown[start:]

    def hang_up(self) -> int:
        """Close the terminal; the exit code."""
        os.close(self.master)
        self.master = os.open(os.devnull, os.O_RDONLY)
        self.process.send_signal(signal.SIGHUP)
        return self.process.wait(PATIENCE)

    def finish(self) -> int:
        """Read to the end; the exit code."""
        until = time.monotonic() + PATIENCE
        while self._read(until):
            pass
        return self.process.wait(PATIENCE)

    def _read(self, until: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0.0, until - time.monotonic()))
        try:
            more = os.read(self.master, 65_536) if ready else b""
        except OSError:  # the other end is closed
            more = b""
        self.shown += more.decode("utf-8", "replace")
        return bool(more)


@contextmanager
def at_terminal(
    *arguments: str, data: Path, columns: int = 100, lines: int = 40, env: Mapping[str, str] | None = None
) -> Iterator[Keyboard]:
    master, slave = pty.openpty()
    size = {"COLUMNS": str(columns), "LINES": str(lines)}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(data, **size, **(env or {})),
        start_new_session=True,
    )
    os.close(slave)
    keyboard = Keyboard(process, master)
    try:
        yield keyboard
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        os.close(keyboard.master)


# --- what is kept ---


def kept_records(data: Path, game: str = "korsar") -> list[Path]:
    return sorted((data / "corsaires" / "records").glob(f"{game}-*.json"))


def read(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return record
