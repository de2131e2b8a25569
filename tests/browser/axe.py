"""axe-core: what of a page not everybody can use."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

AXE: Final = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def complaints_of(page: Page, where: str) -> list[str]:
    """What it finds to complain of, as the page is once it is there."""
    page.get_by_role("main").first.wait_for()
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{where}: {each['id']}: {node['html'][:140]}: {' '.join(node['failureSummary'].split())[:240]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]
