"""Connections that break: what was told is told again, what was sent is done once."""

from __future__ import annotations

import asyncio

from tests.net.town import Town, in_step, played, refused


@played
async def test_who_comes_back_sees_what_a_newcomer_sees(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        await anne.move("+")
        await in_step(anne, ben)
        await anne.drop()
        await ben.move("+")
        for seat, player in ((0, anne), (1, ben)):
            await player.drop()
            await town.again(player)
            other = await player.another_device(town.url())
            await other.watch(anne.table["table"])
            assert player.table == {**other.table, "time": player.table["time"], "seats": player.table["seats"]}
            assert player.table["you"]["seat"] == seat
        async with town.people(1) as (chloe,):
            await chloe.watch(anne.table["table"])
            assert chloe.table["open"] == anne.table["open"]
            assert chloe.table["story"] == anne.table["story"]


@played
async def test_a_move_sent_twice_is_made_once(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        version = anne.now["version"]
        first = await anne.wish("move", text="+", version=version, id="mine")
        again = await anne.wish("move", text="+", version=version, id="mine")
        assert first == again
        await in_step(anne, ben)
        await ben.move("+")
        await anne.drop()
        await town.again(anne)
        assert await anne.wish("move", text="+", version=version, id="mine") == first
        other = await anne.another_device(town.url())
        await other.watch(anne.table["table"])
        assert await other.wish("move", text="+", version=version, id="mine") == first
        await refused("stale", anne.wish("move", text="+", version=version, id="another"))
        await anne.wish("move", text="+", version=anne.now["version"], id="mine")  # the same name, later: another move
        await ben.wait(lambda: ben.turn == 1)
        record = (await anne.http.get(f"/api/tables/{anne.table['table']}/record")).json()
        assert record["moves"] == ["+"] * 3
        await other.close()


@played
async def test_a_move_sent_at_the_same_time_from_two_devices_is_made_once(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        devices = [await anne.another_device(node.url) for node in (*town.nodes, *town.nodes)]
        for device in devices:
            await device.watch(anne.table["table"])
        version = anne.now["version"]
        answers = await asyncio.gather(*(d.wish("move", text="+", version=version, id="one") for d in devices))
        assert len({answer["seq"] for answer in answers}) == 1
        await in_step(anne, ben, *devices)
        assert all(device.turn == 1 for device in devices)
        await ben.move("+")
        await in_step(anne, ben, *devices)
        for device in devices:
            await device.close()


@played
async def test_who_goes_in_the_middle_of_a_move_has_made_it(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        for player, other in ((anne, ben), (ben, anne)) * 5:
            seat = player.mine[0]
            await player.wait(lambda: player.turn == seat)  # noqa: B023
            await player.send("move", text="+", version=player.now["version"])
            await player.drop()
            await other.wait(lambda: other.turn == 1 - seat)  # noqa: B023
            await town.again(player)
            assert player.turn == 1 - seat


@played
async def test_versions_follow_each_other(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        for player in (anne, ben) * 4:
            await player.wait(lambda: player.turn in player.mine)  # noqa: B023
            await player.move("+")
        await in_step(anne, ben)
        for player in (anne, ben):
            versions = [m["version"] for m in player.seen if m["type"] == "update"]
            assert versions == sorted(set(versions))
            assert len(versions) == 8
        await refused("stale", anne.wish("move", text="+", version=anne.now["version"] - 1))
        await refused("no-move", anne.wish("move", text="nonsense", version=anne.now["version"]))
        illegal = await refused("illegal", anne.wish("move", text="-G2", version=anne.now["version"]))
        assert illegal["rule"].startswith("K-")


@played
async def test_one_guest_at_two_tables_by_one_connection(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        first = anne.table["table"]
        second = await anne.open_table(seats=2)
        await ben.wait(lambda: not ben.seats["seats"][0]["here"])
        assert anne.table["table"] == second
        await anne.watch(first)
        await ben.wait(lambda: bool(ben.seats["seats"][0]["here"]))
        await anne.wish("leave")
        await refused("no-table-here", anne.move("+"))


@played
async def test_refusals_are_told_in_the_readers_language(town: Town) -> None:
    texts = set()
    for language in ("fr", "en"):
        async with town.people(1, language) as (anne,):
            texts.add((await refused("no-table-here", anne.wish("options")))["text"])
    assert len(texts) == 2
