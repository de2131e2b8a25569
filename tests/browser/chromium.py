"""The Chromium that tests and pictures use: CHROMIUM, one on the path, or one installed here (python -m, as root)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, BrowserType, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGES: Final = ("chromium", "fonts-dejavu-core")
WHAT_TO_DO: Final = "the browser tests need a Chromium: install one, or name it with CHROMIUM=/path/to/chromium"
FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoChromium(Exception):
    """There is none; the message says what to do."""


def find_chromium() -> str:
    """The path of one; raises NoChromium."""
    named = os.environ.get("CHROMIUM")
    found = shutil.which(named) if named else next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise NoChromium(f"CHROMIUM={named} cannot be run: {WHAT_TO_DO}" if named else WHAT_TO_DO)
    return found


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def launched(kind: BrowserType, *flags: str) -> Browser:
    sandbox = ("--no-sandbox",) if _is_root() else ()
    return kind.launch(executable_path=find_chromium(), args=[*FLAGS, *sandbox, *flags])


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that runs, until the end of the block."""
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        try:
            yield browser
        finally:
            browser.close()


def _install() -> None:
    print("Installing Chromium", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-qq"], ["install", "-qq", "--yes", "--no-install-recommends", *PACKAGES]):
        done = subprocess.run(
            ["apt-get", *step], env=quiet, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            print(done.stdout + done.stderr, file=sys.stderr)
            raise NoChromium(f"apt-get {step[0]} failed: {WHAT_TO_DO}")


def main() -> None:
    """Make sure that there is one."""
    try:
        try:
            find_chromium()
        except NoChromium:
            if "CHROMIUM" in os.environ or not _is_root() or shutil.which("apt-get") is None:
                raise
            _install()
            find_chromium()
    except NoChromium as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
