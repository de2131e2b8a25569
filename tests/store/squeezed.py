"""A process whose files may not grow: `python -m tests.store.squeezed FILE` prints what that did, as JSON."""

from __future__ import annotations

import asyncio
import json
import resource
import sys
from pathlib import Path

from corsaires.store import StoreDown, open_store
from tests.store.tools import entry, move


async def main(path: Path) -> None:
    store = await open_store(path)
    await store.append("t", [move(0)], entry(0))
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, most))
    written: dict[str, int] = {"t": 0}
    refused: list[str] = []
    for n in range(1, 400):
        try:
            await store.append(f"t{n}", [move(0, "x" * 2_000), move(1)], entry(n))
        except StoreDown as down:
            refused.append(down.why)
            if len(refused) == 20:
                break
        else:
            written[f"t{n}"] = 1
    during = await store.heads([f"t{n}" for n in range(400)] + ["t"])
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    await store.append("after", [move(0)], entry(1))
    written["after"] = 0
    await store.close()
    print(json.dumps({"written": written, "refused": refused, "during": during}))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
