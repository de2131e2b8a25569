"""Games of bots as a data set to learn from: what every player saw, what it did, and what it earned.

    corsaires arena --game korsar --seats 2 --bots matelot,capitaine@4ms --games 200 --records --out games
    python -m examples.dataset games/records.parquet moves.parquet

A row a move: game, ply, seat, the bot, `observation` and `action` as docs/envs.md tabulates them, the legal actions,
and the reward of *win* at the end.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from corsaires.envs.coding import coding_of
from corsaires.envs.contract import MOST_ACTIONS, WIN
from corsaires.envs.stepping import earn, legal, look
from corsaires.games.catalog import game_class

SCHEMA = pa.schema(
    {
        "game": pa.int64(),
        "ply": pa.int32(),
        "seat": pa.int8(),
        "bot": pa.string(),
        "observation": pa.list_(pa.int16()),
        "legal": pa.list_(pa.int16()),
        "action": pa.int16(),
        "reward": pa.float32(),
    }
)
GAMES_A_GROUP = 100


def rows_of(record: dict[str, Any], number: int, bots: list[str]) -> list[dict[str, Any]]:
    """The moves of one recorded game; `bots` are by side."""
    game = game_class(record["game"]).from_record(record)
    coding, table = coding_of(game), game.redeal(record)
    aids, numbers, room = coding.aids(), np.zeros(coding.size, np.int16), np.empty(MOST_ACTIONS, np.int64)
    rows = []
    for ply, move in enumerate(record["moves"]):
        states, seat = table.states, table.turn  # type: ignore[attr-defined]  # every table has them
        assert seat is not None
        look(states, 0, aids, seat, numbers)
        rows.append(
            {
                "game": number,
                "ply": ply,
                "seat": seat,
                "bot": bots[seat * game.sides // game.seats],
                "observation": numbers.tolist(),
                "legal": room[: legal(states, 0, aids, room)].tolist(),
                "action": coding.read(states, 0, move.partition("=")[0]),
            }
        )
        table.redo(move)
    rewards = np.zeros(game.seats)
    earn(table.states, 0, WIN, rewards)  # type: ignore[attr-defined]  # every table has them
    return [{**row, "reward": rewards[row["seat"]]} for row in rows]


def read_games(path: Path) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """The finished games of an arena's records, with their bots."""
    for group in pq.ParquetFile(path).iter_batches(columns=["record", "bots"]):
        for row in group.to_pylist():
            record = json.loads(row["record"])
            if record["result"] is not None:
                yield record, row["bots"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m examples.dataset", description=__doc__)
    parser.add_argument("records", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    written, pending = 0, []
    with pq.ParquetWriter(args.out, SCHEMA, compression="zstd") as writer:
        for number, (record, bots) in enumerate(read_games(args.records)):
            pending += rows_of(record, number, bots)
            written += 1
            if written % GAMES_A_GROUP == 0:
                writer.write_table(pa.Table.from_pylist(pending, SCHEMA))
                pending = []
        writer.write_table(pa.Table.from_pylist(pending, SCHEMA))
    print(f"{written} games in {args.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
