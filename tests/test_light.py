"""Nobody pays for what they do not use: what is imported when."""

import os
import subprocess
import sys
import time
from tempfile import TemporaryDirectory

HEAVY = "{name for name in ('numpy', 'numba', 'rich', 'litestar', 'msgspec', 'uvicorn') if name in sys.modules}"
SERVER = "{name for name in ('litestar', 'uvicorn', 'websockets', 'prometheus_client') if name in sys.modules}"


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_corsaires_imports_nothing_heavy() -> None:
    assert run(f"import sys, corsaires; print({HEAVY})") == "set()"


def test_the_terminal_game_does_not_import_the_server() -> None:
    options = "['play', 'korsar', '--people', '0', '--seats', '2', '--seed', '1', '--bots', 'random', '--lang', 'en']"
    with TemporaryDirectory() as data:
        code = f"import sys; from corsaires.cli.main import main; main({options}); print({SERVER})"
        assert run(code, CORSAIRES_COMPILED="0", XDG_DATA_HOME=data).splitlines()[-1] == "set()"


def test_loading_uncompiled_does_not_import_numba() -> None:
    code = "import sys, corsaires; corsaires.load('korsar').deal(seed=1); print('numba' in sys.modules)"
    assert run(code, CORSAIRES_COMPILED="0") == "False"


def test_importing_corsaires_takes_less_than_a_tenth_of_a_second() -> None:
    code = "import time; t = time.process_time(); import corsaires; print(time.process_time() - t)"
    assert min(float(run(code)) for _ in range(3)) < 0.1


def test_the_facade_names_what_it_has() -> None:
    import corsaires

    for name in corsaires.__all__:
        assert getattr(corsaires, name) is not None
    started = time.perf_counter()
    assert not hasattr(corsaires, "nonsense")
    assert time.perf_counter() - started < 1
