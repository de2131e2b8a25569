"""The environment, read and checked."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path

import pytest

from corsaires.cli.main import PORT_OF_A_SERVER
from corsaires.server.settings import PORT, BadSetting, read_settings
from corsaires.server.words import LANGUAGES, Words
from corsaires.tables.times import Times


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    settings = read_settings({"XDG_DATA_HOME": str(tmp_path)})
    assert settings.database == str(tmp_path / "corsaires" / "tables.sqlite")
    assert (settings.host, settings.port, settings.bus, settings.limits) == ("0.0.0.0", PORT, None, True)
    assert PORT == PORT_OF_A_SERVER
    assert read_settings({"CORSAIRES_PORT": " ", "CORSAIRES_BUS": ""}).port == PORT


def test_everything_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "index.html").touch()
    settings = read_settings(
        {
            "CORSAIRES_DATABASE": "postgresql://somewhere/tables",
            "CORSAIRES_BUS": "redis://somewhere",
            "CORSAIRES_HOST": "127.0.0.1",
            "CORSAIRES_PORT": "0",
            "CORSAIRES_ORIGINS": "https://Play.example, http://localhost:5173/",
            "CORSAIRES_PROXIES": "10.0.0.0/8 ::1",
            "CORSAIRES_LIMITS": "off",
            "CORSAIRES_LOG_LEVEL": "Debug",
            "CORSAIRES_WEB": str(tmp_path),
            "CORSAIRES_TIMES": "delay=500 idle=2.5",
        }
    )
    assert settings.database == "postgresql://somewhere/tables"
    assert settings.times == Times(delay=500, idle=2.5)
    assert settings.origins == {"https://play.example", "http://localhost:5173"}
    assert settings.proxies == (ip_network("10.0.0.0/8"), ip_network("::1/128"))
    assert (settings.port, settings.limits, settings.log_level, settings.web) == (0, False, "debug", tmp_path)


def test_what_is_given_goes_before_the_environment() -> None:
    assert read_settings({"CORSAIRES_PORT": "1"}, port=2, host=None).port == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("PORT", "x"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "9" * 1000),
        ("DATABASE", "mysql://user:hush@somewhere"),
        ("BUS", "kafka://user:hush@somewhere"),
        ("ORIGINS", "play.example"),
        ("ORIGINS", "https://play.example/path"),
        ("PROXIES", "10.0.0.1/8"),
        ("PROXIES", "proxy"),
        ("LIMITS", "perhaps"),
        ("LOG_LEVEL", "loud"),
        ("WEB", "/nowhere"),
        ("TIMES", "delay=soon"),
        ("TIMES", "delay=1.5"),
        ("TIMES", "tomorrow=1"),
    ],
)
def test_a_wrong_setting_is_named_and_explained(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as error:
        read_settings({f"CORSAIRES_{name}": text})
    assert error.value.key == f"CORSAIRES_{name}"
    for language in LANGUAGES:
        assert "hush" not in Words(language)(f"setting.{error.value.why}", **error.value.values)
