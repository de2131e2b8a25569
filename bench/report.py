"""The command line of a measurement: how long, and where its figures go."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def reported(
    program: str, about: str, measure: Callable[[int, float], dict[str, Any]], show: Callable[[dict[str, Any]], None]
) -> int:
    """Measure in so many rounds of so many seconds, show the figures, write them to a file if asked; the exit code."""
    parser = argparse.ArgumentParser(prog=program, description=about)
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the figures to a file")
    parser.add_argument("--quick", action="store_true", help="short rounds: a look, not a measurement")
    args = parser.parse_args()
    try:
        report = measure(3 if args.quick else 7, 0.1 if args.quick else 1.0)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    show(report)
    if args.json is not None:
        args.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0
