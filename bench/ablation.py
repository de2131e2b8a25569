"""What each part of amiral is worth: `python -m bench.ablation`, amiral against itself without it.

At four tables amiral plays alone among players that have everything but its search, its models, or the many deals (in
Les Corsaires runs of the dice) that it imagines. With `--out` the games are kept, in a directory for each table, and go
on there with more deals: they are runs of the arena.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pyarrow as pa

from corsaires.arena import crew
from corsaires.arena.crew import CrewLost
from corsaires.arena.plan import Plan
from corsaires.arena.run import run
from corsaires.arena.statistics import standings
from corsaires.arena.store import InUse, OtherPlan, Store
from corsaires.cli.arena import progress_bar
from corsaires.cli.language import Words
from corsaires.cli.signals import asked_to_stop
from corsaires.games.catalog import load

TABLES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "korsar-2": ("korsar", {"seats": 2}),
    "korsar-4": ("korsar", {"seats": 4}),
    "korsar-4-teams": ("korsar", {"seats": 4, "teams": True}),
    "les-corsaires-2": ("les-corsaires", {"seats": 2}),
}
PARTS: Final = {"bench.search:NoSearch": "search", "bench.search:OneDeal": "deals", "bench.search:NoModel": "models"}
SEED, PATIENCE = 1, 30.0
DEALS: Final = 10  # a look; an answer takes some hundreds, and hours
HEAD: Final = f"{'table':18}{'without':10}{'share, 95 %':>22}{'Elo, 95 %':>18}{'deals':>7}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ablation", description=__doc__)
    option = parser.add_argument
    option("--tables", default=",".join(TABLES), help="(default: %(default)s)")
    option("--deals", type=int, default=DEALS, metavar="N", help="of every pairing (default: %(default)s)")
    option("--iterations", type=int, default=1000, metavar="N", help="of every thought (default: %(default)s)")
    option("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="games at a time (default: all cores)")
    option("--out", type=Path, metavar="DIRECTORY", help="where the games are kept (default: nowhere)")
    option("--quick", action="store_true", help="one deal: a look at whether it runs")
    args = parser.parse_args()
    names, deals = args.tables.split(","), 1 if args.quick else args.deals
    if unknown := [name for name in names if name not in TABLES]:
        parser.error(f"--tables: there is no {', '.join(unknown)}; choose from {', '.join(TABLES)}")
    if min(deals, args.iterations, args.jobs) < 1:
        parser.error("--deals, --iterations and --jobs are whole numbers, 1 or more")
    print(HEAD)
    with asked_to_stop() as asked, TemporaryDirectory() as nowhere:
        for name in names:
            directory = (args.out or Path(nowhere)) / name
            try:
                table = played(plan_of(name, args.iterations, deals), directory, args.jobs, asked)
            except OtherPlan:
                parser.error(f"{directory} has a run of other choices: name another directory with --out")
            except InUse:
                parser.error(f"another run is at work in {directory}")
            except CrewLost as error:
                parser.error(f"no process could play: {error}")
            for line in lines(name, table):
                print(line, flush=True)
            if asked():
                print("stopped" + ("; the same command goes on" if args.out else ""), file=sys.stderr)
                return asked()
    return 0


def plan_of(name: str, iterations: int, deals: int) -> Plan:
    game, choices = TABLES[name]
    table, whole = load(game, **choices), f"amiral@{iterations}"
    without = (part if part.endswith("NoSearch") else f"{part}@{iterations}" for part in PARTS)
    return Plan((table,), (whole, *without), deals * table.sides, SEED, PATIENCE, alone=whole)


def played(plan: Plan, directory: Path, jobs: int, asked: Any) -> pa.Table:
    """All games of a run; those are played that were not yet."""
    with closing(Store(plan, directory)) as store, progress_bar(Words("en")) as tell:
        run(plan, store, lambda fixtures: crew.play_all(plan, fixtures, jobs, lambda: bool(asked())), tell)
        return store.table()


def lines(name: str, table: pa.Table) -> list[str]:
    found = []
    for each in standings(table):
        part = PARTS[each.others.partition("@")[0]]
        share = f"{100 * each.share:.1f} [{100 * each.low:.1f}, {100 * each.high:.1f}]"
        worth = f"{each.elo:.0f} [{each.elo_low:.0f}, {each.elo_high:.0f}]"
        found.append(f"{name:18}{part:10}{share:>22}{worth:>18}{each.deals:7}")
    return found


if __name__ == "__main__":
    sys.exit(main())
