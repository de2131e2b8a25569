"""A game looked at move by move, and played on from one of its moves."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from corsaires.records.replay import verify
from tests.net.player import Player
from tests.net.town import Town, begin, in_step, played, seated, until

GAMES: dict[str, dict[str, Any]] = {
    "korsar": {"game": "korsar"},
    "teams": {"game": "korsar", "seats": 4, "teams": True},
    "les-corsaires": {"game": "les-corsaires", "variant": "very-young"},
}


async def replay_of(player: Player, table: str) -> Any:
    answer = await player.http.get(f"/api/tables/{table}/replay")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", GAMES)
@played
async def test_a_finished_game_is_shown_move_by_move(town: Town, game: str) -> None:
    choices = {"seats": 2, **GAMES[game]}
    async with town.people(choices["seats"]) as people, town.people(1) as (eve,):
        table = await seated(people, **choices)
        await begin(people)
        rng = random.Random(3)
        for player in people:
            player.seen.clear()
        await asyncio.gather(*(player.play_on(rng) for player in people))
        heard = {each["version"]: each for each in people[0].seen if each["type"] == "update"}
        shown = await replay_of(eve, table)
        assert shown == await replay_of(people[0], table)  # over: the same for everybody
        record = (await eve.http.get(f"/api/tables/{table}/record")).json()
        assert shown["over"]
        assert [each["move"] for each in shown["updates"]] == record["moves"]
        for each in shown["updates"]:
            assert each["open"] == heard[each["version"]]["open"]
            assert each["events"] == heard[each["version"]]["events"]
        if choices["game"] == "korsar":
            assert list(map(sorted, shown["hands"][0])) == list(map(sorted, record["deal"]["hands"]))
            assert [len(hands) for hands in shown["hands"]] == [choices["seats"]] * (len(record["moves"]) + 1)
        else:
            assert shown["hands"] is None


@played
async def test_while_it_lasts_one_sees_with_ones_own_eyes(town: Town) -> None:
    async with town.table(2, game="korsar", first=0) as (anne, ben), town.people(1) as (eve,):
        table = anne.table["table"]
        for _ in range(4):
            mover = (anne, ben)[anne.turn or 0]
            await mover.move(mover.moves()[0])
            await in_step(anne, ben)
        mine, watched = await replay_of(anne, table), await replay_of(eve, table)
        assert mine["hands"] is watched["hands"] is None
        assert [each["you"]["seat"] for each in mine["updates"]] == [0] * 4
        assert mine["updates"][-1]["you"]["hand"] == anne.now["you"]["hand"]
        assert all(each["you"]["hand"] is None for each in (watched["table"], *watched["updates"]))
        answer = await anne.http.post(f"/api/tables/{table}/branch", json={"ply": 1, "seat": 0})
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


@played
async def test_a_finished_game_is_played_on_from_a_move(town: Town) -> None:
    async with town.people(1) as (anne,):
        table = await seated([anne], seats=3, pace=0)
        for seat in (1, 2):
            await anne.wish("bot", seat=seat, bot="mousse")
        await begin([anne])
        rng = random.Random(8)
        await anne.play_on(rng)
        first = (await anne.http.get(f"/api/tables/{table}/record")).json()
        at = len(first["moves"]) // 2
        for wrong, code in (
            ({"ply": len(first["moves"]), "seat": 0}, "over"),
            ({"ply": at, "seat": 3}, "no-such-seat"),
        ):
            answer = await anne.http.post(f"/api/tables/{table}/branch", json=wrong)
            assert (answer.status_code, answer.json()["code"]) == (409, code)
        answer = await anne.http.post(f"/api/tables/{table}/branch", json={"ply": at, "seat": 1, "bot": "mousse"})
        branch = answer.json()["table"]
        await anne.wish("leave")
        await anne.watch(branch)
        await anne.play_on(rng)
        second = await until(lambda: finished(anne, branch))
        assert second["moves"][:at] == first["moves"][:at]
        assert second["deal"] == first["deal"]
        assert verify(second)[-1] == "fair deal"
        again = await replay_of(anne, branch)
        assert [each["move"] for each in again["updates"]] == second["moves"][at:]


async def finished(player: Player, table: str) -> Any:
    record = (await player.http.get(f"/api/tables/{table}/record")).json()
    return record if record["result"] else None
