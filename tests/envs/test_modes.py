"""The environments without Numba: the same games."""

from tests.envs.transcript import transcript
from tests.test_modes import MODES, run


def test_the_same_games_uncompiled() -> None:
    told, *lines = run("-m", "tests.envs.transcript", **MODES["uncompiled"]).splitlines()
    assert told == "uncompiled"
    assert lines == transcript()
