"""Draw what a learner's small matches gave as a picture: `python -m examples.curve curve.json curve.svg`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 24, 44


def drawn(curve: list[dict[str, Any]], bot: str = "mousse") -> str:
    """An SVG file: the share of the wins over the steps learnt from; the last point is the match."""
    most = curve[-1]["steps"] or 1

    def place(point: dict[str, Any]) -> tuple[float, float]:
        across = (WIDTH - LEFT - RIGHT) * point["steps"] / most
        return round(LEFT + across, 1), round(level(point["share"]), 1)

    def level(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share)

    line = " ".join(f"{x},{y}" for x, y in map(place, curve[:-1]))
    x, y = place(curve[-1])
    marks = "".join(
        f'<path class="{"half" if share == 0.5 else "rule"}" d="M{LEFT} {level(share):g}H{WIDTH - RIGHT}"/>'
        f'<text x="{LEFT - 8}" y="{level(share) + 4:g}" text-anchor="end">{share:.0%}</text>'
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    match = f"{curve[-1]['games']:,} games: {curve[-1]['share']:.1%}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>Wins against {bot} over the steps learnt from</title>"
        "<style>text{font:12px sans-serif;fill:#242c34}.rule{stroke:#d9d2c0}.half{stroke:#a6322c;stroke-dasharray:4}"
        ".line{fill:none;stroke:#2a5c94;stroke-width:2}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#f6efde"/>{marks}<polyline class="line" points="{line}"/>'
        f'<circle cx="{x}" cy="{y}" r="5" fill="#2a5c94"/>'
        f'<text x="{x - 8}" y="{y + 22}" text-anchor="end">{match}</text>'
        f'<text x="{LEFT}" y="{HEIGHT - 14}">steps of self-play: 0 to {most / 1e6:.1f} million, '
        f"{curve[-1]['minutes']:g} minutes of one core; up: share of the wins against {bot}</text></svg>\n"
    )


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(drawn(json.loads(Path(sys.argv[1]).read_text("utf-8"))), encoding="utf-8")
