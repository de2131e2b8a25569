"""The small things on a drawn chart: flags, towns, darts, dice, the wind rose; and the drawing's colours."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import cos, radians, sin
from typing import Final

from corsaires.games.les_corsaires.grid import DIRECTIONS
from corsaires.games.les_corsaires.pieces import LETTERS

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "fr": {
        "compass": "Les six directions",
        "light": "Vent faible",
        "medium": "Vent moyen",
        "strong": "Vent fort",
        "fire": "Où tombe un tir",
        "die": "Le dé de couleur",
        "key": "Légende",
        "yellow": "jaune",
        "blue": "bleu",
        "red": "rouge",
        "home": "port d’attache",
        "arrival": "port d’arrivée",
        "free": "port franc",
        "battery": "batterie",
    },
    "en": {
        "compass": "The six directions",
        "light": "Light wind",
        "medium": "Medium wind",
        "strong": "Strong wind",
        "fire": "Where a shot falls",
        "die": "The coloured die",
        "key": "Key",
        "yellow": "yellow",
        "blue": "blue",
        "red": "red",
        "home": "home port",
        "arrival": "arrival port",
        "free": "free port",
        "battery": "battery",
    },
}

_HULLS: Final = {"r": "#A8281E", "b": "#1D4F8B", "g": "#246436", "y": "#E0AC1C"}
_INKS: Final = {"r": "#9A2118", "b": "#1D4F8B", "g": "#1F5C31", "y": "#6F4F00"}
_ON_HULL: Final = {"r": "#FFF9EC", "b": "#FFF9EC", "g": "#FFF9EC", "y": "#2A2018"}
_WINDS: Final = {"yellow": "#E3B02A", "blue": "#24598F", "red": "#B2301F"}

STYLE: Final = (
    "text{font-family:'Palatino Linotype',Palatino,'URW Palladio L','Book Antiqua',Georgia,serif;fill:#2A2018;"
    "text-anchor:middle}"
    ".paper{fill:#F4EAD3}.d0{fill:#EBE6D3}.d1{fill:#E1E4D6}.d2{fill:#D1DED5}.d3{fill:#BAD2CD}"
    ".rhumb{fill:none;stroke:#3B2D20;stroke-width:.6;opacity:.14}"
    ".wl1{fill:none;stroke:#33271B;stroke-width:.55;opacity:.34}"
    ".hatch{fill:none;stroke:#33271B;stroke-width:.62;opacity:.62}"
    ".grid{fill:none;stroke:#3B2D20;stroke-width:.75;opacity:.34}"
    ".pts{fill:none;stroke:#3B2D20;stroke-width:3.6;stroke-linecap:round;opacity:.75}"
    ".land{fill:#EBD7A8;stroke:#33271B;stroke-width:1.5;stroke-linejoin:round}.land2{fill:#F0E0B9}"
    ".hill,.shade{fill:none;stroke:#33271B;stroke-width:.95;stroke-linecap:round;opacity:.8}.shade{stroke-width:.7}"
    ".town{fill:#FBF6EA;stroke:#33271B;stroke-width:1.1;stroke-linejoin:round}.dark{fill:#33271B;opacity:.75}"
    ".pole{stroke:#33271B;stroke-width:1.5}.white{fill:#FBF6EA;stroke:#33271B;stroke-width:1.1}"
    ".no{stroke:#9B1C12;stroke-width:2.4;stroke-linecap:round}"
    ".anchor{fill:none;stroke-width:2.2;stroke-linecap:round}"
    ".portw{opacity:.6}.freew{fill:#FBF6EA;opacity:.75;stroke:#33271B;stroke-dasharray:2 2.5}"
    ".bat{fill:none;stroke-width:1.7;stroke-dasharray:.1 4.6;stroke-linecap:round}"
    ".bat-t{font-size:11px;font-style:italic;font-weight:700;paint-order:stroke;stroke:#E1E4D6;stroke-width:2.4px}"
    ".pt-t{font-size:11px;font-weight:700}"
    ".fr-out{fill:#FBF6EA;stroke:#33271B;stroke-width:1.6}.fr-in{fill:none;stroke:#33271B;stroke-width:1}"
    ".fr-bar{fill:none;stroke:#33271B;stroke-width:5}.fr-t{font-size:10.5px;fill:#5B4A37}"
    ".lamp0{stop-color:#FFE7AE;stop-opacity:.2}.lamp1{stop-color:#FFE0A0;stop-opacity:.04}"
    ".lamp2{stop-color:#6B4310;stop-opacity:.24}"
    ".ro,.plate,.die{fill:#FBF6EA;stroke:#33271B;stroke-width:.9}.ring,.tick{fill:none;stroke:#33271B;stroke-width:.7}"
    ".ray0{fill:#F4EAD3;stroke:#33271B;stroke-width:.6}.ray1{fill:#33271B;stroke:#33271B;stroke-width:.6;opacity:.8}"
    ".dir{font-weight:700}.fig{font-size:11.5px;font-weight:700}"
    ".wind{fill:none;stroke-width:3.6;stroke-linejoin:round;stroke-linecap:round}"
    ".ship{fill:#2A2018;stroke:#FBF6EA}"
    ".title{font-size:30px;letter-spacing:.05em}.about{font-size:14px;font-style:italic;fill:#5B4A37}"
    ".h{font-size:15px;font-style:italic}.small{font-size:12px;text-anchor:start}.mid{text-anchor:middle}"
    ".rule{fill:none;stroke:#3B2D20;stroke-width:.9}.m{stroke:#2A2018;stroke-width:1.2}"
    + "".join(
        f".f-{fleet}{{fill:{_HULLS[fleet]};stroke:#1B140D}}.e-{fleet}{{fill:{_ON_HULL[fleet]}}}"
        f".l-{fleet}{{stroke:{_INKS[fleet]}}}.t-{fleet}{{stroke:{_INKS[fleet]}}}text.t-{fleet}{{fill:{_INKS[fleet]};stroke:#E1E4D6}}"
        for fleet in LETTERS
    )
    + "".join(f".s-{colour}{{stroke:{ink}}}.c-{colour}{{fill:{ink}}}" for colour, ink in _WINDS.items())
)

PATTERNS: Final = (
    '<pattern id="wr" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path class="l-r" d="M0 3H6M3 0V6" stroke-width=".9"/></pattern>'
    '<pattern id="wb" width="6" height="5" patternUnits="userSpaceOnUse">'
    '<path class="l-b" d="M0 2.5H6" stroke-width="1"/></pattern>'
    '<pattern id="wg" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="l-g" d="M0 3.5H7M3.5 0V7" stroke-width=".9"/></pattern>'
    '<pattern id="wy" width="7" height="7" patternUnits="userSpaceOnUse">'
    '<circle cx="3.5" cy="3.5" r="1.5" fill="#C08A00"/></pattern>'
    '<pattern id="hatched" width="3.4" height="3.4" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<path d="M0 0H3.4V3.4H0z" fill="#FBF6EA"/><path d="M0 1.7H3.4" stroke="#2A2018" stroke-width="1.3"/></pattern>'
)

# Fleet emblems, upright always, about ±10.
EMBLEMS: Final = {
    "r": '<path d="M-3-10H3V-3H10V3H3V10H-3V3H-10V-3H-3z"/>',
    "b": '<path d="M-9.5-7.5H9.5V-2H-9.5zM-9.5 2H9.5V7.5H-9.5z"/>',
    "g": '<path d="M0-11L10 0L0 11L-10 0z"/>',
    "y": '<circle r="8.6"/>',
}
HILL: Final = (
    '<path class="hill" d="M-11 5C-7 1-5-6-1-7C3-7.5 6 0 11 5"/>'
    '<path class="shade" d="M0-6L1 3M2.2-5.5L4 3.5M4.2-3.5L6.5 4M6-1L8.6 4.5"/>'
)
TREE: Final = (
    '<path class="hill" d="M0 5V0M-4 0C-5-4-2-7 0-7C2-7 5-4 4 0C2 1.5-2 1.5-4 0z"/>'
    '<path class="hill" d="M9 7V3M6 3C5 0 7-2 9-2C11-2 13 0 12 3C10.5 4 7.5 4 6 3z"/>'
)
TOWN: Final = (
    '<path class="town" d="M-13 6V-1L-9-5L-5-1V6zM-5 6V-7L-2-16L1-7V6zM1 6V0L5.5-4L10 0V6z"/>'
    '<path class="dark" d="M1 0L5.5-4L10 0V6H7V2H4V6H1zM-2-16L1-7V6H-1V-7z"/>'
)
FORT: Final = (
    '<path class="town" d="M-10 7L-7-5H-8.5V-9H-5V-7H-2V-9H2V-7H5V-9H8.5V-5H7L10 7z"/>'
    '<path class="dark" d="M-2.4 0H2.4V7H-2.4z"/>'
)
ANCHOR: Final = (
    '<circle cy="-9" r="2.6"/><path d="M0-6.4V9M-5-3H5M-9 2C-9 7-4 9.5 0 9.5C4 9.5 9 7 9 2'
    'M-11 4L-9 1L-6.4 3.4M11 4L9 1L6.4 3.4"/>'
)
# A white flag with a struck-out cannon.
FREE_FLAG: Final = (
    '<path class="pole" d="M-12-13V13"/><rect class="white" x="-12" y="-13" width="25" height="17" rx="1.5"/>'
    '<path class="dark" d="M-6-5L6-8L7-5L-4-1A2.6 2.6 0 0 1-6-5z"/><circle class="dark" cx="-1" cy="-1" r="2.6"/>'
    '<path class="no" d="M-7 1L8-10"/>'
)


def number(value: float) -> str:
    """One decimal at most."""
    return f"{value:.1f}".removesuffix(".0") if round(value, 1) else "0"


def moved(x: float, y: float, drawn: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)})">{drawn}</g>'


def text(x: float, y: float, content: str, kind: str) -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(y)}">{escape(content)}</text>'


def flag(letter: str) -> str:
    emblem = f'<g class="e-{letter}" transform="translate(12 8) scale(.6)">{EMBLEMS[letter]}</g>'
    return f'<path class="pole" d="M0-2V22"/><rect class="f-{letter}" width="24" height="16" rx="1.5"/>{emblem}'


def hexagon_path(x: float, y: float, radius: float) -> str:
    """The cell of a point: a corner at the top."""
    corners = ((x + cos(radians(k * 60 + 30)) * radius, y + sin(radians(k * 60 + 30)) * radius) for k in range(6))
    return "M" + "L".join(f"{number(a)} {number(b)}" for a, b in corners) + "z"


def round_hexagon(x: float, y: float, radius: float, rounding: float) -> str:
    """Around a point and its six neighbours: a corner at the left and at the right, all rounded."""
    corners = [(x + cos(radians(k * 60)) * radius, y + sin(radians(k * 60)) * radius) for k in range(6)]
    part = rounding / radius
    strokes = []
    for k, (cx, cy) in enumerate(corners):
        (ax, ay), (bx, by) = corners[k - 1], corners[(k + 1) % 6]
        start = f"{number(cx + (ax - cx) * part)} {number(cy + (ay - cy) * part)}"
        end = f"{number(cx + (bx - cx) * part)} {number(cy + (by - cy) * part)}"
        strokes.append(f"{'L' if k else 'M'}{start}Q{number(cx)} {number(cy)} {end}")
    return "".join(strokes) + "z"


def dart(direction: int, kind: str) -> str:
    """Notched and long: a short arrow turned by a sixth of a circle would look reversed."""
    return f'<path class="{kind}" transform="rotate({(direction - 2) * 60})" d="M10 0L-8-6L-4.5 0L-8 6z"/>'


def shot_mark(colour: str) -> str:
    """As in the leaflet: yellow a white point, blue a hatched one, red a black one."""
    fill = {"yellow": "#FBF6EA", "blue": "url(#hatched)", "red": "#2A2018"}[colour]
    return f'<circle class="m" r="7.5" fill="{fill}"/>'


def chevrons(force: int, wide: float, tall: float) -> str:
    """One, two or three of them, pointing to the right: light, medium or strong."""
    starts = ((n - force / 2) * 8 - wide / 2 for n in range(force + 1))
    return "".join(
        f"M{number(x)} {number(-tall)}l{number(wide)} {number(tall)}l{number(-wide)} {number(tall)}" for x in starts
    )


def die_face(force: int) -> str:
    """A face of the coloured die."""
    colour = ("yellow", "blue", "red")[force]
    ink = "#2A2018" if colour == "yellow" else "#FFF9EC"
    return (
        f'<rect class="c-{colour}" x="-18" y="-18" width="36" height="36" rx="7" stroke="#1B140D"/>'
        f'<path class="wind" d="{chevrons(force, 6, 7)}" style="stroke:{ink};stroke-width:3"/>'
    )


def compass(radius: float) -> str:
    """The wind rose with its six numbered directions."""
    ticks = "".join(
        f"M{number(cos(radians(k * 5)) * radius)} {number(sin(radians(k * 5)) * radius)}"
        f"L{number(cos(radians(k * 5)) * radius * 0.94)} {number(sin(radians(k * 5)) * radius * 0.94)}"
        for k in range(72)
    )
    parts = [
        f'<circle class="ro" r="{number(radius)}"/><path class="tick" d="{ticks}"/>',
        f'<circle class="ring" r="{number(radius * 0.94)}"/>',
        *(_ray(k * 60 + 30, radius * 0.5, radius * 0.17) for k in range(6)),
        *(_ray(k * 60, radius * 0.66, radius * 0.17) for k in range(6)),
    ]
    size = max(11.0, radius * 0.24)
    for direction in DIRECTIONS:
        angle = radians((direction - 2) * 60)
        x, y = cos(angle) * radius * 0.79, sin(angle) * radius * 0.79 + size * 0.34
        parts.append(f'<text class="dir" x="{number(x)}" y="{number(y)}" font-size="{number(size)}">{direction}</text>')
    return "".join(parts)


def _ray(degrees: float, length: float, width: float) -> str:
    """A ray of the engraved star: one half light, one half dark."""
    tip = f"{number(cos(radians(degrees)) * length)} {number(sin(radians(degrees)) * length)}"
    halves = []
    for side in (0, 1):
        base = radians(degrees + (30 if side else -30))
        halves.append(
            f'<path class="ray{side}" d="M0 0L{number(cos(base) * width)} {number(sin(base) * width)}L{tip}z"/>'
        )
    return "".join(halves)
