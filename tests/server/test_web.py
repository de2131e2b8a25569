"""The front page, and a web client where one was built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from corsaires.store import Entry
from tests.server.serving import Served, serving

SCRIPT = "console.log('ahoy');" * 50


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a client of three files, beside a file that is nobody's business."""
    directory = tmp_path_factory.mktemp("server")
    web = directory / "dist"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>client</title>", "utf-8")
    (web / "assets" / "app-1a2b3c.js").write_text(SCRIPT, "utf-8")
    (web / "manifest.webmanifest").write_text("{}", "utf-8")
    (directory / "secret.txt").write_text("treasure", "utf-8")
    (web / "way-out.txt").symlink_to(directory / "secret.txt")
    with serving(directory, limits=False, web=web) as server:
        yield server


def got(served: Served, path: str, **headers: str) -> httpx.Response:
    with served.client(**headers) as client:
        return client.get(path)


@pytest.mark.parametrize(("language", "said"), [("fr", "0 table ouverte"), ("en", "0 open tables")])
def test_without_a_client_there_is_a_plain_page(tmp_path: Path, language: str, said: str) -> None:
    with serving(tmp_path) as plain:
        page = got(plain, "/", **{"accept-language": language})
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert f'<html lang="{language}">' in page.text
        assert said in page.text
        assert f'<html lang="{language}">' in got(plain, f"/?lang={language}", **{"accept-language": "de"}).text
        assert got(plain, "/table/abc").status_code == 404
        assert got(plain, "/plain.css").headers["content-type"].startswith("text/css")


def test_the_plain_page_counts_open_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as plain:
        store = plain.shell.store
        for table, listed in (("a", True), ("b", True), ("c", False)):
            plain.do(store.append(table, [], Entry("waiting", listed, None, False, "{}", 0)))
        assert "2 open tables" in got(plain, "/").text


def test_the_client_is_served_and_asked_for_anew(served: Served) -> None:
    page = got(served, "/")
    assert "client" in page.text
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    again = got(served, "/", **{"if-none-match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_files_named_after_their_content_are_kept_for_ever(served: Served) -> None:
    script = got(served, "/assets/app-1a2b3c.js")
    assert script.text == SCRIPT
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-encoding"] == "gzip"
    plain = got(served, "/assets/app-1a2b3c.js", **{"accept-encoding": "identity"})
    assert plain.text == SCRIPT
    assert "content-encoding" not in plain.headers


def test_the_client_finds_its_own_pages(served: Served) -> None:
    assert "client" in got(served, "/table/abc").text
    assert got(served, "/manifest.webmanifest").headers["content-type"] == "application/manifest+json"


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/way-out.txt",
        "/assets/app-0.js",
        "/api/nothing",
        "/schema/nothing",
        "/etc/passwd%00.html",
    ],
)
def test_nothing_else_of_the_disk_is_served(served: Served, path: str) -> None:
    answer = got(served, path)
    assert answer.status_code in (400, 404)
    assert "treasure" not in answer.text
