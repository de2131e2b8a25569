"""What every handler of this server has at hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from corsaires.server.limits import Limits, no_limits
from corsaires.server.metrics import Metrics
from corsaires.server.settings import Settings
from corsaires.store.bus import Bus
from corsaires.store.log import Store


@dataclass(slots=True)
class Shell:
    """The server's own things."""

    settings: Settings
    store: Store
    bus: Bus
    metrics: Metrics = field(default_factory=Metrics)
    limits: Limits = field(default_factory=Limits)


def make_shell(settings: Settings, store: Store, bus: Bus) -> Shell:
    return Shell(settings, store, bus, limits=Limits() if settings.limits else no_limits())


def shell_of(state: State) -> Shell:
    """Litestar's dependency `shell`."""
    shell: Shell = state.shell
    return shell


TheShell = NamedDependency[SkipValidation[Shell]]  # how a handler asks for it: `shell: TheShell`
