"""What the server is told by its surroundings: `CORSAIRES_…` in the environment, checked before anything starts."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final

from corsaires.tables.times import Times

PORT: Final = 8321
MOST_PORTS: Final = 65535
LEVELS: Final = ("debug", "info", "warning", "error")
SWITCH: Final = {"on": True, "off": False}
WEB: Final = Path(__file__).parents[1] / "web" / "dist"  # where a built web client lies, if there is one

TIMES: Final = Times()

Network = IPv4Network | IPv6Network


class BadSetting(ValueError):
    """A setting that cannot be. `key` names it, `why` is the key of a text, `values` what stands in that text."""

    def __init__(self, key: str, why: str, **values: object) -> None:
        super().__init__(f"{key}: {why} {values}")
        self.key = key
        self.why = why
        self.values = values


@dataclass(frozen=True, slots=True)
class Settings:
    """How this server runs."""

    database: str  # a path, sqlite:///path or postgresql://…
    bus: str | None = None  # redis://…, when several nodes serve the same tables
    host: str = "0.0.0.0"
    port: int = PORT  # 0: any that is free
    origins: frozenset[str] = frozenset()  # pages elsewhere that may talk to us, as https://play.example
    proxies: tuple[Network, ...] = ()  # whose X-Forwarded-For and X-Forwarded-Proto we believe
    limits: bool = True  # off only for measuring
    log_level: str | None = None  # None: by whether somebody reads along
    web: Path = WEB
    times: Times = TIMES  # how long tables wait for what


def read_settings(environment: Mapping[str, str], **given: Any) -> Settings:
    """The settings of an environment; what is given otherwise goes first. Raises BadSetting."""
    values: dict[str, Any] = {"database": str(data_directory(environment) / "tables.sqlite")}
    for name, read in READERS.items():
        key = f"CORSAIRES_{name.upper()}"
        if text := environment.get(key, "").strip():
            values[name] = read(key, text)
    settings = Settings(**values)
    return replace(settings, **{name: value for name, value in given.items() if value is not None})


def data_directory(environment: Mapping[str, str]) -> Path:
    """Where this user's data lie."""
    data = environment.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "corsaires"


def read_port(key: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(MOST_PORTS)) or int(text) > MOST_PORTS:
        raise BadSetting(key, "port", given=text)
    return int(text)


def read_database(key: str, text: str) -> str:
    """An address of one of the databases we know, or a file."""
    scheme, there, _ = text.partition("://")
    if there and scheme not in ("sqlite", "postgresql", "postgres"):
        raise BadSetting(key, "database")  # not repeated: it may hold a password
    return text if there else os.path.expanduser(text)


def _bus(key: str, text: str) -> str:
    if not text.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        raise BadSetting(key, "bus")
    return text


def _origins(key: str, text: str) -> frozenset[str]:
    origins = {origin.rstrip("/").lower() for origin in _listed(text)}
    for origin in origins:
        if not re.fullmatch(r"https?://[a-z0-9.-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?", origin):
            raise BadSetting(key, "origin", given=origin)
    return frozenset(origins)


def _proxies(key: str, text: str) -> tuple[Network, ...]:
    def network(given: str) -> Network:
        try:
            return ip_network(given)
        except ValueError:
            raise BadSetting(key, "proxy", given=given) from None

    return tuple(map(network, _listed(text)))


def _switch(key: str, text: str) -> bool:
    if text.lower() not in SWITCH:
        raise BadSetting(key, "choice", given=text, choices=", ".join(SWITCH))
    return SWITCH[text.lower()]


def _level(key: str, text: str) -> str:
    if text.lower() not in LEVELS:
        raise BadSetting(key, "choice", given=text, choices=", ".join(LEVELS))
    return text.lower()


def _web(key: str, text: str) -> Path:
    path = Path(text).expanduser()
    if not (path / "index.html").is_file():
        raise BadSetting(key, "web", given=text)
    return path


def _times(key: str, text: str) -> Times:
    """Some of them, as `delay=60000 idle=30`."""
    given: dict[str, Any] = {}
    for part in _listed(text):
        name, _, number = part.partition("=")
        usual = TIMES._asdict().get(name)
        if usual is None or not re.fullmatch(r"\d{1,9}" if isinstance(usual, int) else r"\d{1,6}(\.\d{1,3})?", number):
            raise BadSetting(key, "times", given=part, choices=", ".join(Times._fields))
        given[name] = type(usual)(number)
    return TIMES._replace(**given)


def _listed(text: str) -> list[str]:
    return [part for part in re.split(r"[\s,]+", text) if part]


READERS: Final = {
    "database": read_database,
    "bus": _bus,
    "host": lambda key, text: text,
    "port": read_port,
    "origins": _origins,
    "proxies": _proxies,
    "limits": _switch,
    "log_level": _level,
    "web": _web,
    "times": _times,
}
