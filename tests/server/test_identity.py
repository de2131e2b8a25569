"""Guests without accounts: cookies, names, and links that carry a seat to another device."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from corsaires.games.kernel.record import is_name
from corsaires.server.identity import LINK_SECONDS, a_name, hashed, new_secret
from corsaires.server.words import LANGUAGES, texts
from tests.server.serving import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("server"), limits=False) as server:
        yield server


def secret_in(link: httpx.Response) -> str:
    return str(link.json()["path"]).removeprefix("/#carry=")


def test_somebody_new_becomes_a_guest_and_stays_the_same(served: Served) -> None:
    with served.client() as client:
        first = client.get("/api/me").json()
        assert client.get("/api/me").json() == first
        assert is_name(first["name"])
    with served.client() as other:
        assert other.get("/api/me").json()["id"] != first["id"]


@pytest.mark.parametrize(("accepted", "language"), [("fr-CA, en;q=0.5", "fr"), ("de, en;q=0.3", "en"), ("", "en")])
def test_a_guest_starts_in_the_language_of_the_browser(served: Served, accepted: str, language: str) -> None:
    with served.client(**{"accept-language": accepted}) as client:
        assert client.get("/api/me").json()["language"] == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_is_given_can_be_borne(language: str) -> None:
    said = texts(language)
    for thing in said["name.things"].split("|"):
        for place in said["name.places"].split("|"):
            assert is_name(said["name.whole"].format(thing=thing, place=place))
    assert is_name(a_name(language))


def test_the_cookie_cannot_be_read_by_a_script_and_is_not_sent_from_elsewhere(served: Served) -> None:
    with served.client() as client:
        sent = client.get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in sent
    assert "SameSite=lax" in sent
    assert "Path=/;" in sent
    assert "Secure" not in sent


def test_the_cookie_is_secure_behind_a_trusted_proxy_that_speaks_https(tmp_path: Path) -> None:
    behind = {"x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9"}
    with serving(tmp_path, proxies=(ip_network("127.0.0.0/8"),)) as served, served.client(**behind) as client:
        assert "Secure" in client.get("/api/me").headers["set-cookie"]


def test_nobody_but_a_trusted_proxy_can_say_that_it_was_https(served: Served) -> None:
    with served.client(**{"x-forwarded-proto": "https"}) as client:
        assert "Secure" not in client.get("/api/me").headers["set-cookie"]


def test_the_store_knows_no_token_and_no_link(tmp_path: Path) -> None:
    with serving(tmp_path) as served, served.client() as client:
        client.get("/api/me")
        secrets = [client.cookies["corsaires"], secret_in(client.post("/api/me/link"))]
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            dump = "\n".join(database.iterdump())
        database.close()
        files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in secrets:
        assert secret not in dump
        assert secret.encode() not in files
    assert hashed(secrets[0]).hex() in dump.lower()


def test_a_name_and_a_language_are_changed_and_kept(served: Served) -> None:
    with served.client() as client:
        client.get("/api/me")
        changed = client.patch("/api/me", json={"name": "  Anne Bonny ", "language": "fr"})
        assert changed.status_code == 200
        assert (changed.json()["name"], changed.json()["language"]) == ("Anne Bonny", "fr")
        assert client.get("/api/me").json() == changed.json()
        assert client.patch("/api/me", json={"language": "en"}).json()["name"] == "Anne Bonny"


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\u202eb", "x" * 41, "\x00", "\ud800", 7, ["a"]])
def test_a_bad_name_is_refused_and_changes_nothing(served: Served, name: object) -> None:
    with served.client() as client:
        before = client.get("/api/me").json()
        refused = client.patch(
            "/api/me", content=json.dumps({"name": name}), headers={"content-type": "application/json"}
        )
        assert refused.status_code == 400
        assert {"code", "text", "hint", "id"} <= set(refused.json())
        assert client.get("/api/me").json() == before


def test_who_is_unknown_is_told_so_in_their_language(served: Served) -> None:
    with served.client(**{"accept-language": "fr"}) as client:
        refused = client.patch("/api/me", json={"name": "Anne"})
    assert refused.status_code == 401
    assert refused.json()["code"] == "no_guest"
    assert "connaît" in refused.json()["text"]


@pytest.mark.parametrize("cookie", ["corsaires=", "corsaires=nonsense", "corsaires=" + "A" * 43, "corsaires=é", ";;=;"])
def test_a_forged_cookie_is_nobody(served: Served, cookie: str) -> None:
    with served.client() as client:
        assert client.patch("/api/me", json={}, headers=[(b"cookie", cookie.encode())]).status_code == 401


def test_a_link_carries_a_guest_to_another_device_once(served: Served) -> None:
    with served.client() as phone, served.client() as computer, served.client() as thief:
        me = computer.get("/api/me").json()
        secret = secret_in(computer.post("/api/me/link"))
        assert phone.post("/api/me/claim", json={"secret": secret}).json() == me
        assert phone.get("/api/me").json() == me
        assert computer.get("/api/me").json() == me
        assert phone.cookies["corsaires"] != computer.cookies["corsaires"]
        refused = thief.post("/api/me/claim", json={"secret": secret})
        assert (refused.status_code, refused.json()["code"]) == (410, "link")
        assert "set-cookie" not in refused.headers


def test_a_link_says_for_how_long_it_is_good(served: Served) -> None:
    with served.client() as client:
        client.get("/api/me")
        now = served.do(served.shell.store.now())
        expires = client.post("/api/me/link").json()["expires"]
    assert 0 <= expires - now - LINK_SECONDS * 1000 < 60_000


def test_a_link_is_not_good_after_its_time(served: Served) -> None:
    store, secret = served.shell.store, new_secret()
    with served.client() as client, served.client() as phone:
        me = client.get("/api/me").json()
        served.do(store.add_link(hashed(secret), me["id"], served.do(store.now()) - 1))
        assert phone.post("/api/me/claim", json={"secret": secret}).status_code == 410


@pytest.mark.parametrize("secret", ["", "x", "A" * 43, "é" * 43])
def test_a_wrong_link_is_refused(served: Served, secret: str) -> None:
    with served.client() as client:
        assert client.post("/api/me/claim", json={"secret": secret}).status_code == 410


def test_of_many_who_use_a_link_at_once_one_gets_it(served: Served) -> None:
    with served.client() as computer:
        computer.get("/api/me")
        secret = secret_in(computer.post("/api/me/link"))

    def use(_: int) -> int:
        with served.client() as phone:
            return phone.post("/api/me/claim", json={"secret": secret}).status_code

    with ThreadPoolExecutor(8) as phones:
        answers = sorted(phones.map(use, range(16)))
    assert answers == [200] + [410] * 15
