"""Settings of every test run."""

from hypothesis import HealthCheck, settings

# The first call of a rule compiles it, which takes longer than Hypothesis waits for an example.
settings.register_profile(
    "corsaires", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("corsaires")
