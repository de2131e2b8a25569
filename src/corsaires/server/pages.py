"""Pages without a script: the front page of a server without a web client, and the page of its routes."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.openapi.plugins import OpenAPIRenderPlugin

from corsaires import __version__
from corsaires.server.caller import caller_of
from corsaires.server.words import Words

STYLE: Final = Path(__file__).parent / "pages" / "plain.css"
MOST_COUNTED: Final = 1000  # open tables


def page(words: Words, title: str, body: str) -> str:
    """A whole page; `body` is HTML."""
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<link rel="stylesheet" href="/plain.css">\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def front_page(words: Words, tables: int) -> str:
    """What this server is, how many tables are open, and where to look."""
    count = words("page.tables_one" if words.is_one(tables) else "page.tables_many", n=tables)
    links = "".join(
        f'<li><a href="{address}">{escape(words(f"page.{name}"))}</a></li>\n'
        for name, address in (
            ("games", "/api/games"),
            ("rules_korsar", f"/api/games/korsar/rules?lang={words.language}"),
            ("rules_les_corsaires", f"/api/games/les-corsaires/rules?lang={words.language}"),
            ("bots", "/api/bots"),
            ("schema", "/schema"),
        )
    )
    other = Words("en" if words.language == "fr" else "fr")
    named = f'lang="{other.language}" hreflang="{other.language}"'
    body = (
        f"<h1>Corsaires</h1>\n<p>{escape(words('page.what'))}</p>\n<p>{escape(count)}</p>\n<ul>\n{links}</ul>\n"
        f'<p><a href="/?lang={other.language}" {named}>{escape(other("page.language"))}</a></p>\n'
        f"<p><small>Corsaires {escape(__version__)}</small></p>"
    )
    return page(words, "Corsaires", body)


@get("/plain.css", include_in_schema=False, media_type=MediaType.CSS)
async def plain_css() -> Response[bytes]:
    return Response(STYLE.read_bytes(), headers={"cache-control": "public, max-age=3600"})


class RoutesPage(OpenAPIRenderPlugin):
    """The routes of the OpenAPI description, listed; the description itself is beside it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        words = caller_of(request.scope).words
        rows = "".join(
            f"<tr><td>{method.upper()}</td><td><code>{escape(path)}</code></td>"
            f"<td>{escape(operation.get('summary') or '')}</td></tr>\n"
            for path, methods in sorted(openapi_schema["paths"].items())
            for method, operation in methods.items()
            if isinstance(operation, dict)
        )
        heads = "".join(f"<th>{escape(words(f'page.{head}'))}</th>" for head in ("method", "path", "meaning"))
        body = (
            f"<h1>{escape(words('page.routes'))}</h1>\n"
            f'<p><a href="/schema/openapi.json">openapi.json</a> · <a href="/">{escape(words("page.back"))}</a></p>\n'
            f"<table>\n<tr>{heads}</tr>\n{rows}</table>"
        )
        return page(words, words("page.routes"), body).encode()
