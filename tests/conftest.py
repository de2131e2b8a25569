"""Settings of every test run, and what several parts of it need."""

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

# The first call of a rule compiles it, which takes longer than Hypothesis waits for an example.
settings.register_profile(
    "corsaires", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("corsaires")


@pytest.fixture(scope="session")
def compiled() -> None:
    """Rules and bots, so that nobody has to wait for them: servers would compile them in their own time."""
    work = "from corsaires.server.warm import STEPS, compile_step; [compile_step(step) for step in STEPS]"
    subprocess.run([sys.executable, "-c", work], check=True)
