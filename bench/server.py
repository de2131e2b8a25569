"""Measure the server: its own process on one core, scripted players over real sockets on another.

python -m bench.server                  the scenarios, and what they are to reach
python -m bench.server --beside         at full speed, in turns with boardgame.io (from npm, with node)
python -m bench.server --quick          short: a look, not a measurement
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

PEER = Path(__file__).parent / "boardgame_io"
PATIENCE = 60.0  # seconds for the peer to start
PLAYERS = 400

Figures = dict[str, Any]


class Goal(NamedTuple):
    figure: str
    least: float | None = None
    most: float | None = None

    def met(self, figures: Figures) -> bool:
        value = figures.get(self.figure)
        return value is not None and (self.least or 0) <= value <= (self.most or float("inf"))

    def __str__(self) -> str:
        return f"≥ {self.least:,g}" if self.most is None else f"≤ {self.most:,g}"


class Scenario(NamedTuple):
    name: str
    options: dict[str, int | str]
    goals: tuple[Goal, ...]


SCENARIOS = (
    Scenario(
        "as many moves as go",
        {"players": PLAYERS, "seconds": 15},
        (Goal("moves_per_second", least=4000), Goal("server_cpu_microseconds", most=250)),
    ),
    Scenario(
        "200 moves a second",
        {"players": 100, "rate": 200, "seconds": 15},
        (Goal("latency_p99_milliseconds", most=5),),
    ),
    Scenario("10,000 idle connections", {"players": 0, "idle": 10_000}, (Goal("idle_kilobytes", most=40),)),
    Scenario(
        "10,000 players, a move every 5 s each",
        {"players": 10_000, "rate": 2000, "seconds": 30},
        (Goal("moves_per_second", least=1960), Goal("latency_p99_milliseconds", most=50)),
    ),
)
UNITS = {"milliseconds": "ms", "microseconds": "µs", "kilobytes": "kB", "second": "/s"}


def ours(options: dict[str, int | str]) -> Figures:
    """The figures of `corsaires bench server`."""
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    command = [sys.executable, "-m", "corsaires.cli.main", "bench", "server", "--json", "--lang", "en", *words]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    figures: Figures = json.loads(said)
    return figures


def compiled() -> None:
    """Have everything compiled that a server would otherwise compile beside what is measured."""
    code = "from corsaires.server.warm import STEPS, compile_step; [compile_step(step) for step in STEPS]"
    subprocess.run([sys.executable, "-c", code], check=True)


def quickly(options: dict[str, int | str]) -> dict[str, int | str]:
    """The same, a hundredth of it."""
    smaller = {"players": 40, "idle": 100, "rate": 100, "seconds": 2}
    return {name: min(int(value), smaller[name]) for name, value in options.items()}


def scenarios(quick: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="the server on one core", title_justify="left")
    for heading in ("scenario", "figure", "measured", "to reach", ""):
        table.add_column(heading, justify="right" if heading in ("measured", "to reach") else "left")
    for name, options, goals in SCENARIOS:
        figures = ours(quickly(options) if quick else options)
        for number, goal in enumerate(goals):
            what, _, unit = goal.figure.rpartition("_")
            measured = f"{figures.get(goal.figure) or float('nan'):,.1f} {UNITS[unit]}"
            shown = what.replace("_", " ")
            table.add_row("" if number else name, shown, measured, str(goal), "" if goal.met(figures) else "missed")
    Console().print(table)


# --- beside another ---


@contextmanager
def peer() -> Iterator[tuple[Path, int, int]]:
    """boardgame.io, installed into a temporary directory: that directory, its server's port and process."""
    with tempfile.TemporaryDirectory(prefix="corsaires-bench-") as temporary:
        directory = Path(temporary) / "peer"
        shutil.copytree(PEER, directory)
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=directory, check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        quiet = subprocess.DEVNULL
        server = subprocess.Popen(
            ["node", "server.cjs", str(port)], cwd=directory, stdin=quiet, stdout=quiet, stderr=quiet
        )
        pin(server.pid, 0)
        try:
            _wait_for(port)
            yield directory, port, server.pid
        finally:
            server.terminate()
            server.wait()


def _wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def theirs(directory: Path, port: int, pid: int, seconds: int) -> Figures:
    load = subprocess.Popen(
        ["node", "load.cjs", str(port), str(PLAYERS // 4), str(seconds), str(pid)],
        cwd=directory,
        stdout=subprocess.PIPE,
        text=True,
    )
    pin(load.pid, 1)
    said, _ = load.communicate()
    figures: Figures = json.loads(said)
    return figures


def pin(pid: int, which: int) -> None:
    """As the load tool does."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(pid, {cores[which % len(cores)]})


def beside(rounds: int, seconds: int) -> None:
    """Ours and boardgame.io in turns, so that a busy machine is busy for both."""
    from rich.console import Console
    from rich.table import Table

    runs: dict[str, list[Figures]] = {"corsaires, SQLite, Korsar": [], "boardgame.io, in memory, no rules": []}
    names = list(runs)
    with peer() as (directory, port, pid):
        for _ in range(rounds):
            runs[names[0]].append(ours({"players": PLAYERS, "seconds": seconds}))
            runs[names[1]].append(theirs(directory, port, pid, seconds))
    table = Table(title=f"complete moves to four players each, {PLAYERS} connections, one core", title_justify="left")
    for heading in ("server", "moves/s, best", "median", "CPU µs a move, best", "median", "p99 ms, best"):
        table.add_column(heading, justify="left" if heading == "server" else "right")
    for name, figures in runs.items():
        speeds = [each["moves_per_second"] for each in figures]
        costs = [each["server_cpu_microseconds"] for each in figures]
        waits = [each["latency_p99_milliseconds"] for each in figures]
        row = (max(speeds), median(speeds), min(costs), median(costs), min(waits))
        table.add_row(name, *(f"{figure:,.0f}" for figure in row))
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.server", description=__doc__)
    parser.add_argument("--beside", action="store_true", help="in turns with boardgame.io")
    parser.add_argument("--quick", action="store_true", help="short: a look, not a measurement")
    args = parser.parse_args()
    try:
        compiled()
        if args.beside:
            beside(1 if args.quick else 3, 2 if args.quick else 10)
        else:
            scenarios(args.quick)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"not measured: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
