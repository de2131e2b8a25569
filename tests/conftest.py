"""Settings of every test run, and what several parts of it need."""

import os
import subprocess
import sys
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

# The first call of a rule compiles it, which takes longer than Hypothesis waits for an example.
settings.register_profile(
    "corsaires", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("corsaires")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """A command called in this process may set what only its own process should know: it ends with the test."""
    environment, path = dict(os.environ), list(sys.path)
    try:
        return (yield)
    finally:
        sys.path[:] = path
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)


@pytest.fixture(scope="session")
def compiled() -> None:
    """Rules and bots, so that nobody has to wait for them: servers would compile them in their own time."""
    work = "from corsaires.server.warm import STEPS, compile_step; [compile_step(step) for step in STEPS]"
    subprocess.run([sys.executable, "-c", work], check=True)
