"""The coasts of charts, measured once a chart and away from everything else that the server does."""

from __future__ import annotations

import gzip
from asyncio import to_thread
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from litestar import Request, Response

from corsaires.games.les_corsaires.chart import Chart, sketched
from corsaires.games.les_corsaires.coast import coast_of
from corsaires.protocol.coast import encode_coast
from corsaires.server.caller import header

CHARTS: Final = 64  # whose coasts are remembered
KEPT: Final = "public, max-age=86400"
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Drawn:
    plain: bytes
    packed: bytes


async def coast_answer(request: Request[Any, Any, Any], chart: Chart) -> Response[Any]:
    """A LesCorsairesCoast, encoded already."""
    drawn = await to_thread(_drawn, chart.text)
    headers = {"cache-control": KEPT, "vary": "accept-encoding"}
    if "gzip" not in (header(request.scope, b"accept-encoding") or ""):
        return Response(drawn.plain, headers=headers, media_type=JSON)
    return Response(drawn.packed, headers={**headers, "content-encoding": "gzip"}, media_type=JSON)


@lru_cache(maxsize=CHARTS)
def _drawn(text: str) -> Drawn:
    plain = encode_coast(coast_of(sketched(text, "drawn", "drawn.toml").chart))
    return Drawn(plain, gzip.compress(plain, mtime=0))
