"""The compose file: valid by the Compose specification, and about this server. It is not run here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from corsaires.server.settings import PORT, read_settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = DEPLOY / "compose.yaml"

pytest.importorskip("check_jsonschema", reason="brings the schema of the Compose specification")


@pytest.fixture(scope="module")
def compose() -> Any:
    with COMPOSE.open(encoding="utf-8") as file:
        return pytest.importorskip("ruamel.yaml").YAML(typ="safe").load(file)


def test_it_is_valid_by_the_specification() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(COMPOSE)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_wrong_one_is_not_valid(tmp_path: Path) -> None:
    wrong = tmp_path / "compose.yaml"
    wrong.write_text(COMPOSE.read_text(encoding="utf-8").replace("restart:", "restarts:"), encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(wrong)]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_every_name_in_it_is_there(compose: Any) -> None:
    services = compose["services"]
    assert set(services) == {"node-1", "node-2", "database", "bus", "proxy"}
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service["networks"]) <= set(compose["networks"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in compose["volumes"]


def test_the_nodes_settings_are_settings_of_the_server(compose: Any) -> None:
    for name in ("node-1", "node-2"):
        node = compose["services"][name]
        given = {key: re.sub(r"\$\{[^}]*\}", "secret", value) for key, value in node["environment"].items()}
        settings = read_settings(given)
        assert settings.database == "postgresql://corsaires:secret@database/corsaires"
        assert settings.bus == "redis://bus:6379"
        assert [str(network) for network in settings.proxies] == [
            each["subnet"] for each in compose["networks"]["inside"]["ipam"]["config"]
        ]
        assert (ROOT / "deploy" / node["build"]["context"] / node["build"]["dockerfile"]).is_file()


def test_the_proxy_knows_every_node_and_asks_whether_it_is_ready(compose: Any) -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    nodes = [name for name in compose["services"] if name.startswith("node-")]
    assert f"reverse_proxy {' '.join(f'{name}:{PORT}' for name in nodes)} {{" in text
    assert "health_uri /readyz" in text
    assert "respond /metrics 404" in text


def test_the_image_holds_what_it_copies() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists(), source
    assert f"EXPOSE {PORT}" in text
