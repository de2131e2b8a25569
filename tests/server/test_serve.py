"""`corsaires serve` as a process: what it says, how it ends, what it logs."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.serving import PATIENCE, first_lines, port_of, process

HERE = ("--host", "127.0.0.1", "--port", "0")


def stopped(child: subprocess.Popen[str], *signals: int) -> tuple[int, str, str]:
    """Send signals, and wait for the end."""
    for number in signals:
        child.send_signal(number)
    out, err = child.communicate(timeout=PATIENCE)
    return child.returncode, out, err


@pytest.mark.parametrize(
    ("language", "here", "end"), [("fr", "Sur cet ordinateur", "Arrêté."), ("en", "On this computer", "Stopped.")]
)
def test_it_starts_without_any_configuration_and_ends_in_good_order(
    tmp_path: Path, language: str, here: str, end: str
) -> None:
    with process(tmp_path, *HERE, "--lang", language) as child:
        lines = first_lines(child)
        assert lines[0].startswith(here)
        with httpx.Client(base_url=f"http://127.0.0.1:{port_of(lines)}", trust_env=False) as client:
            me = client.get("/api/me").json()
            code, out, err = stopped(child, signal.SIGTERM)
    assert (code, out.splitlines()[-1]) == (0, end)
    assert [json.loads(line)["event"] for line in err.splitlines()] == ["started", "stopped"]
    database = sqlite3.connect(tmp_path / "corsaires" / "tables.sqlite")
    with database:
        assert me["id"] in "\n".join(database.iterdump())
    database.close()


def test_who_was_known_is_known_after_a_restart(tmp_path: Path) -> None:
    seen, cookies = [], httpx.Cookies()
    for _ in range(2):
        with process(tmp_path, *HERE) as child:
            port = port_of(first_lines(child))
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", cookies=cookies, trust_env=False) as client:
                seen.append(client.get("/api/me").json())
                cookies = client.cookies
            assert stopped(child, signal.SIGINT)[0] == 0
    assert seen[0] == seen[1]


def test_phones_get_an_address_and_a_code(tmp_path: Path) -> None:
    with process(tmp_path, "--port", "0", "--lang", "en", PYTHONIOENCODING="utf-8") as child:
        lines = first_lines(child)
        assert stopped(child, signal.SIGTERM)[0] == 0
    assert lines[0].startswith("On this computer: http://localhost:")
    if len(lines) > 3:  # where there is a network
        assert lines[1].startswith("On phones in the same network: http://")
        assert sum("█" in line for line in lines) > 10
    else:
        assert "Only this computer" in lines[1]


def test_a_line_says_when_the_rules_are_ready(tmp_path: Path) -> None:
    with process(tmp_path, *HERE, "--lang", "fr") as child:
        first_lines(child)
        assert child.stdout is not None
        assert child.stdout.readline() == "Les règles sont prêtes.\n"
        assert stopped(child, signal.SIGTERM)[0] == 0


def test_the_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with process(tmp_path, *HERE) as child:
        port = port_of(first_lines(child))
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as busy:
            busy.sendall(b"POST /api/me/claim HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\n")
            assert busy.recv(100).startswith(b"HTTP/1.1 100")  # somebody reads: the request is under way
            child.send_signal(signal.SIGINT)
            assert child.stdout is not None
            while not child.stdout.readline().startswith(("Stopping", "Arrêt")):
                pass
            code, _, _ = stopped(child, signal.SIGINT)
    assert code == 128 + signal.SIGINT


@pytest.mark.parametrize(("language", "said"), [("fr", "est pris"), ("en", "is taken")])
def test_a_port_that_is_taken_is_said_so(tmp_path: Path, language: str, said: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with process(tmp_path, "--host", "127.0.0.1", "--port", str(port), "--lang", language) as child:
            code, out, err = stopped(child)
    assert (code, out) == (2, "")
    assert said in err
    assert f"--port {port + 1}" in err
    assert err.count("\n") == 1


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    with process(tmp_path, *HERE) as first:
        first_lines(first)
        with process(tmp_path, *HERE, "--lang", "en") as second:
            code, _, err = stopped(second)
        assert stopped(first, signal.SIGTERM)[0] == 0
    assert code == 2
    assert "another server is using" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("options", "environment", "said"),
    [
        (("--port", "x"), {}, "--port"),
        ((), {"CORSAIRES_PROXIES": "x"}, "CORSAIRES_PROXIES"),
        (("--host", "203.0.113.1", "--port", "0"), {}, "203.0.113.1"),
        (("--database", "/dev/null/x/y", *HERE), {}, "/dev/null/x"),
        (("--database", "mysql://u:hush@x", *HERE), {}, "--database"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    tmp_path: Path, options: tuple[str, ...], environment: dict[str, str], said: str
) -> None:
    with process(tmp_path, *options, "--lang", "fr", **environment) as child:
        code, out, err = stopped(child)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert "hush" not in err


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anne, " * 100, "utf-8")
    with process(tmp_path, *HERE, "--database", str(letter), "--lang", "en") as child:
        code, _, err = stopped(child)
    assert (code, err.count("\n")) == (2, 1)
    assert "cannot be opened as a database" in err
    assert letter.read_text("utf-8") == "Dear Anne, " * 100


def test_the_log_holds_no_secret(tmp_path: Path) -> None:
    with process(tmp_path, *HERE, CORSAIRES_LOG_LEVEL="debug") as child:
        port = port_of(first_lines(child))
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            client.get("/api/me")
            link = client.post("/api/me/link").json()["path"].partition("=")[2]
            for _ in range(2):
                client.post("/api/me/claim", json={"secret": link})
            client.get("/api/tables/private-table-link?token=in-the-query")
            client.post("/api/me/claim", content=b'{"secret": "broken-secret')
            client.patch("/api/me", json={"name": "hidden\nname"})
            secrets = [client.cookies["corsaires"], link]
        _, out, err = stopped(child, signal.SIGTERM)
    lines = [json.loads(line) for line in err.splitlines()]
    assert all({"time", "level", "event"} <= set(line) for line in lines)
    assert sum(line["event"] == "refused" for line in lines) >= 4
    for secret in (*secrets, "private-table-link", "in-the-query", "broken-secret", "hidden"):
        assert secret not in err + out


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
def test_a_closed_terminal_ends_it_in_good_order(tmp_path: Path) -> None:
    with process(tmp_path, *HERE) as child:
        first_lines(child)
        assert stopped(child, signal.SIGHUP)[0] == 0


def test_it_ends_in_good_order_when_nobody_reads_any_more(tmp_path: Path) -> None:
    with process(tmp_path, *HERE) as child:
        first_lines(child)
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        child.send_signal(signal.SIGTERM)
        lines = child.stderr.read().splitlines()
        child.wait(PATIENCE)
    assert [json.loads(line)["event"] for line in lines] == ["started", "stopped"]


def test_the_command_explains_itself() -> None:
    for language, word in (("fr", "téléphones"), ("en", "phones")):
        done = subprocess.run(
            [sys.executable, "-m", "corsaires.cli.main", "serve", "--help", "--lang", language],
            env=os.environ,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=True,
        )
        assert word in done.stdout
        assert "8321" in done.stdout
