"""`corsaires bench server`: real games by scripted players over real sockets, on a server of this machine alone."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from corsaires.cli.games import ENTRIES
from corsaires.cli.language import UsageError, Words, whole_number

if TYPE_CHECKING:
    from corsaires.cli.load.measure import Figures, Load
    from corsaires.cli.load.server import Server

MOST_CONNECTIONS: Final = 20_000
MOST_RATE: Final = 20_000
MOST_SECONDS: Final = 600
FILES: Final = 200  # beside the connections
FASTEST: Final = "max"
UNITS: Final = {"seconds": "s", "milliseconds": "ms", "microseconds": "µs", "kilobytes": "kB", "percent": "%"}


def run(args: argparse.Namespace, words: Words) -> int:
    """Measure; raises UsageError for what is out of bounds."""
    from corsaires.cli.load.client import Failed
    from corsaires.cli.load.server import started

    load, given = _load(args, words), None if args.url is None else _server(args.url, words)
    _make_room(load, words)
    try:
        with started() if given is None else nullcontext(given) as server:
            figures = _measured(server, load, None if args.json else words)
    except KeyboardInterrupt:
        print(words("bench.stopped"), file=sys.stderr)
        return 130
    except (Failed, OSError, TimeoutError) as error:
        print(words("bench.failed", why=str(error) or type(error).__name__), file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps(figures, indent=2))
    else:
        _show(figures, words)
    return 0


# --- what is asked for ---


def _load(args: argparse.Namespace, words: Words) -> Load:
    from corsaires.cli.load.measure import Load

    if args.game not in ENTRIES:
        raise UsageError(words("usage.choice", what=args.game, choices=words.either(list(ENTRIES))))
    seats = _within(args, "seats", 2, 8, words)
    players = _within(args, "players", 0, MOST_CONNECTIONS, words)
    idle = _within(args, "idle", 0, MOST_CONNECTIONS - players, words)
    seconds = _within(args, "seconds", 1, MOST_SECONDS, words)
    rate = None if args.rate == FASTEST else float(_within(args, "rate", 1, MOST_RATE, words))
    if players % seats or not players + idle:
        raise UsageError(words("usage.bench_players", players=players, seats=seats))
    choices = {"game": args.game, "seats": seats, "pace": 0, "listed": False}
    return Load(choices, seats, players, rate, seconds, idle)


def _within(args: argparse.Namespace, name: str, least: int, most: int, words: Words) -> int:
    text = str(getattr(args, name))
    value = whole_number(text)
    if value is None or not least <= value <= most:
        raise UsageError(words("usage.bench_bounds", option=f"--{name}", text=text, least=least, most=most))
    return value


def _server(url: str, words: Words) -> Server:
    """A server that runs already; raises UsageError unless it is on this machine."""
    from corsaires.cli.load.server import Server

    try:
        parts = urlsplit(url)
        port = parts.port
        host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
        here = parts.scheme == "http" and parts.path in ("", "/") and "@" not in parts.netloc
        if not (here and not parts.query and port and ip_address(host).is_loopback):
            raise ValueError
    except ValueError:
        raise UsageError(words("usage.bench_url", url=url)) from None
    return Server(host, port)


def _make_room(load: Load, words: Words) -> None:
    """As many open files as there will be connections, for us and for the server that we start."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = load.connections + FILES
    if hard != resource.RLIM_INFINITY and needed > hard:
        raise UsageError(words("usage.bench_files", needed=needed, most=hard))
    if soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


# --- measuring and showing ---


def _measured(server: Server, load: Load, words: Words | None) -> Figures:
    from rich.console import Console

    from corsaires.cli.load.measure import measure
    from corsaires.cli.load.server import pin

    pin(os.getpid(), 1)
    with Console(stderr=True, quiet=words is None).status("") as status:

        def tell(what: str, n: int, of: int) -> None:
            if words is not None:
                status.update(words(f"bench.on_{what}", n=n, of=of))

        with asyncio.Runner(loop_factory=_loop()) as runner:
            return runner.run(measure(server, load, tell))


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:  # there is none for Windows
        return None
    return uvloop.new_event_loop


def _show(figures: Figures, words: Words) -> None:
    from rich.console import Console
    from rich.table import Table

    grid: Any = Table(title=words("bench.server"), title_justify="left", show_header=False)
    grid.add_column()
    grid.add_column(justify="right")
    for name, value in figures.items():
        grid.add_row(words(f"bench.{name}"), _figure(name, value, words))
    Console().print(grid)


def _figure(name: str, value: float | None, words: Words) -> str:
    if value is None:
        return words("bench.at_most" if name == "rate" else "bench.not_known")
    unit = UNITS.get(name.rpartition("_")[2])
    return f"{words.figure(round(value, 2))}\u00a0{unit}" if unit else words.figure(round(value))
