"""`corsaires serve`: the game server on this machine, with its address for this computer and for the phones around."""

from __future__ import annotations

import argparse
import errno
import io
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Final

from corsaires.cli.language import UsageError, Words, why_failed
from corsaires.server.logs import set_up_logs
from corsaires.server.run import bound, serve
from corsaires.server.settings import BadSetting, Settings, read_database, read_port, read_settings
from corsaires.server.warm import Warming
from corsaires.server.words import Words as ServerWords
from corsaires.store import Unusable

EVERYWHERE: Final = ("0.0.0.0", "::")
ELSEWHERE: Final = ("192.0.2.1", 9)  # an address for examples: asking the way there sends nothing
NAMES: Final = {"in use": "in_use", "newer": "newer", "unreachable": "unreachable"}


def run(args: argparse.Namespace, words: Words) -> int:
    """Serve until Ctrl-C; raises UsageError when that cannot be."""
    settings = _settings(args, words)
    _make_room(settings, words)
    listener = _listening(settings, words)
    set_up_logs(settings.log_level or ("warning" if sys.stderr.isatty() else "info"))
    warming = Warming(lambda: _tell(words("serve.ready")))
    port: int = listener.getsockname()[1]

    def on_start() -> None:
        _announce(settings.host, port, words)
        if _wants_a_browser(args.open):
            threading.Thread(target=webbrowser.open, args=(_address(_here(settings.host), port),), daemon=True).start()
        warming.start()

    def on_stop() -> None:
        _tell(words("serve.stopping"))

    try:
        serve(settings, listener, on_start, on_stop, warming.prepared)
    except Unusable as error:
        file = error.why == "unreachable" and "://" not in settings.database
        key = "file" if file else NAMES.get(error.why, "unreachable")
        raise UsageError(words(f"usage.serve_{key}", database=_named(settings.database))) from None
    finally:
        listener.close()
        warming.stop()
    _tell(words("serve.stopped"))
    return 0


def _tell(text: str) -> None:
    """A line for whoever still reads: a closed terminal must not keep a server from ending well."""
    with suppress(OSError):
        print(text, flush=True)


# --- before ---


def _settings(args: argparse.Namespace, words: Words) -> Settings:
    try:
        port = None if args.port is None else read_port("--port", args.port)
        database = None if args.database is None else read_database("--database", args.database)
        return read_settings(os.environ, host=args.host, port=port, database=database)
    except BadSetting as error:
        why = ServerWords(words.language)(f"setting.{error.why}", **error.values)
        raise UsageError(words("usage.serve_setting", setting=error.key, why=why)) from None


def _make_room(settings: Settings, words: Words) -> None:
    """The directory of a database file, where it is not there yet."""
    if "://" in settings.database and not settings.database.startswith("sqlite:"):
        return
    directory = Path(settings.database.removeprefix("sqlite:///")).parent
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = why_failed(error, words)
        raise UsageError(words("usage.serve_directory", directory=directory, why=why)) from None


def _listening(settings: Settings, words: Words) -> socket.socket:
    try:
        return bound(settings.host, settings.port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UsageError(words("usage.serve_taken", port=settings.port, other=settings.port + 1)) from None
        why = why_failed(error, words)
        raise UsageError(words("usage.serve_host", host=settings.host, port=settings.port, why=why)) from None


def _named(database: str) -> str:
    """A database as it may be shown: an address may hold a password."""
    return database.partition("://")[0] if "://" in database else database


# --- the address ---


def _announce(host: str, port: int, words: Words) -> None:
    """Where the server is: for this computer, and for phones with a code to point at."""
    print(words("serve.here", address=_address(_here(host), port)))
    phones = _outside(host)
    if phones is None:
        print(words("serve.alone"))
    else:
        address = _address(phones, port)
        print(words("serve.phones", address=address))
        print(_code(address), end="")
    print(words("serve.how_to_stop"), flush=True)


def _here(host: str) -> str:
    return "localhost" if host in EVERYWHERE else host


def _outside(host: str) -> str | None:
    """This machine's address on the network, if it listens there."""
    if host not in EVERYWHERE:
        return None if host == "localhost" or host.startswith("127.") or host == "::1" else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return None
        found: str = asked.getsockname()[0]
    return None if found.startswith(("127.", "0.")) else found


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _code(address: str) -> str:
    """The address as a QR code; nothing where the terminal has no blocks to draw it with."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=2)
    text = drawn.getvalue()
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return text


def _wants_a_browser(asked: bool | None) -> bool:
    """As asked; else where somebody sits before a screen with windows."""
    if asked is not None:
        return asked
    windows = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return windows and sys.stdout.isatty()
