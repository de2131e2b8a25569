"""The games of a run, spread over the machines of a Ray cluster. Each is played as the crew of one machine would."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any, Final

from corsaires.arena.crew import TICK, CrewLost, NoProcessors, play_one
from corsaires.arena.match import Played
from corsaires.arena.plan import Fixture, Plan

LOCAL: Final = "ray"
AHEAD: Final = 2  # games that wait for each processor


def play_all(
    plan: Plan, fixtures: Iterator[Fixture], address: str, jobs: int, stopped: Callable[[], bool]
) -> Iterator[Played]:
    """Play the games on the cluster at this address, or with so many processors of this machine; raises CrewLost."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray
    from ray.exceptions import RayError

    try:
        _join(ray, address, jobs)
        processors = int(ray.cluster_resources().get("CPU", 0))
        if not processors:  # a game would wait for ever, or for machines that only come when they are asked for
            raise NoProcessors(address)
        task, shared = ray.remote(num_cpus=1, max_retries=1)(play_one), ray.put(plan)
        most = AHEAD * processors
        waiting: list[Any] = []
        while not stopped():
            while len(waiting) < most and (fixture := next(fixtures, None)):
                waiting.append(task.remote(shared, fixture))
            if not waiting:
                return
            ready, waiting = ray.wait(waiting, timeout=TICK)
            yield from ray.get(ready)
    except (ConnectionError, RayError) as error:
        raise CrewLost((str(error).strip().splitlines() or [type(error).__name__])[-1]) from error
    finally:
        ray.shutdown()


def _join(ray: Any, address: str, jobs: int) -> None:
    here = {"address": "local", "num_cpus": jobs, "include_dashboard": False}
    where = here if address == LOCAL else {"address": address}
    on_sigterm = signal.getsignal(signal.SIGTERM)
    ray.init(**where, log_to_driver=False, logging_level=logging.ERROR)
    signal.signal(signal.SIGTERM, on_sigterm)  # Ray would end us there and then
