"""The web client, if one was built: files read once, named by their path, nothing else of the disk."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.params import FromPath

from corsaires.server.caller import caller_of, header
from corsaires.server.errors import Refused
from corsaires.server.pages import MOST_COUNTED, front_page
from corsaires.server.shell import Shell, TheShell
from corsaires.server.words import LANGUAGES, Words

INDEX: Final = "index.html"
HASHED: Final = "assets/"  # files named after their content lie here
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
OURS: Final = ("api", "schema", "ws", "metrics")  # paths that are never a page of the client
PACKABLE: Final = ("text/", "application/json", "application/javascript", "application/manifest+json", "image/svg+xml")
TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file to serve."""

    content: bytes
    packed: bytes | None  # by gzip, where that is shorter
    kind: str
    tag: str
    kept: str


def read_files(directory: Path) -> Mapping[str, File]:
    """Every file of a built client by its path in there; none if there is no client."""
    if not (directory / INDEX).is_file():
        return {}
    paths = sorted(path for path in directory.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.relative_to(directory).as_posix(): _file(path, directory) for path in paths}


def _file(path: Path, directory: Path) -> File:
    content = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(content, mtime=0) if kind.startswith(PACKABLE) else content
    kept = FOR_EVER if path.relative_to(directory).as_posix().startswith(HASHED) else ASK_AGAIN
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return File(content, packed if len(packed) < len(content) else None, kind, tag, kept)


@get(["/", "/{path:path}"], include_in_schema=False, name="web")
async def web(request: Request[Any, Any, Any], shell: TheShell, path: FromPath[str] = "") -> Response[Any]:
    """A file of the client; a page of the client, which finds its way itself; or the plain front page."""
    files: Mapping[str, File] = request.app.state.files
    name = path.strip("/")
    found = files.get(name) or (files.get(INDEX) if _is_page(name) else None)
    if found is not None:
        return _served(found, request)
    if name:
        raise Refused("not_found")
    return await _front(request, shell)


def _is_page(name: str) -> bool:
    first, _, rest = name.partition("/")
    return first not in OURS and "." not in (rest or first).rpartition("/")[2]


def _served(file: File, request: Request[Any, Any, Any]) -> Response[bytes]:
    headers = {"cache-control": file.kept, "etag": file.tag, "vary": "accept-encoding"}
    if file.tag in (header(request.scope, b"if-none-match") or ""):
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    content = file.content
    if file.packed is not None and "gzip" in (header(request.scope, b"accept-encoding") or ""):
        content, headers["content-encoding"] = file.packed, "gzip"
    return Response(content, headers=headers, media_type=file.kind)


async def _front(request: Request[Any, Any, Any], shell: Shell) -> Response[str]:
    asked = request.query_params.get("lang")
    words = Words(asked) if asked in LANGUAGES else caller_of(request.scope).words
    tables = len(await shell.store.tables("waiting", MOST_COUNTED))
    return Response(front_page(words, tables), media_type="text/html")
