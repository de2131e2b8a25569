"""Before the game: seats, bots, the host's rights, the lobby."""

from __future__ import annotations

from tests.net.player import Player
from tests.net.town import Town, all_see, begin, played, refused, seated, until


def names(player: Player) -> list[str]:
    return [sitter["name"] for sitter in player.seats["seats"]]


def has(player: Player, *who: Player | None) -> bool:
    return names(player) == ["" if each is None else each.name for each in who]


@played
async def test_seats_are_taken_and_left(town: Town) -> None:
    async with town.people(2) as (anne, ben):
        table = await anne.open_table(seats=3)
        await ben.watch(table)
        assert anne.seats["youHost"]
        assert not ben.seats["youHost"]
        await anne.sit(1)
        await ben.wait(lambda: has(ben, None, anne, None))
        assert ben.seats["host"] == 1
        await refused("seat-taken", ben.sit(1))
        await refused("no-such-seat", ben.sit(3))
        await ben.sit(0)
        await ben.sit(2)  # a second one on the same device
        await anne.wait(lambda: has(anne, ben, anne, ben))
        await refused("not-your-seat", anne.wish("stand", seat=0))
        await ben.wish("stand", seat=0)
        await anne.wait(lambda: has(anne, None, anne, ben))
        await refused("seats-empty", anne.wish("start"))


@played
async def test_who_sits_there_is_called_as_they_wish(town: Town) -> None:
    async with town.people(1) as (anne,):
        table = await anne.open_table(seats=2)
        await anne.http.patch("/api/me", json={"name": "Anne Bonny"})
        await anne.sit(0)
        await anne.wait(lambda: names(anne) == ["Anne Bonny", ""])
        known = (await anne.http.get(f"/api/tables/{table}")).json()
        assert known["host"] == "Anne Bonny"


@played
async def test_the_host_seats_bots_kicks_and_hands_over(town: Town) -> None:
    async with town.people(2) as (anne, ben):
        await seated([anne, ben], seats=4)
        await refused("host-only", ben.wish("bot", seat=2, bot="mousse"))
        await refused("host-only", ben.wish("kick", seat=0))
        await refused("host-only", ben.wish("host", seat=1))
        await refused("host-only", ben.wish("start"))
        await refused("no-bot", anne.wish("bot", seat=2, bot="nobody"))
        await refused("seat-taken", anne.wish("bot", seat=1, bot="mousse"))
        await refused("nobody-there", anne.wish("host", seat=3))
        await anne.wish("bot", seat=2, bot="mousse")
        await anne.wish("bot", seat=3, bot="matelot")
        await ben.wait(lambda: [sitter["bot"] for sitter in ben.seats["seats"]] == [None, None, "mousse", "matelot"])
        await refused("seat-taken", ben.sit(2))
        await anne.wish("bot", seat=3, bot=None)
        await anne.wish("kick", seat=1)
        await ben.wait(lambda: not ben.mine and names(ben)[3] == "")
        await ben.sit(1)
        await anne.wish("host", seat=1)
        await ben.wait(lambda: bool(ben.seats["youHost"]))
        await refused("host-only", anne.wish("kick", seat=1))
        await ben.wish("bot", seat=3, bot="capitaine")
        await begin([ben, anne])
        await refused("seat-taken", anne.sit(3))
        for wish in (ben.wish("kick", seat=0), ben.wish("bot", seat=2), ben.wish("start")):
            await refused("started", wish)


@played
async def test_the_host_lets_seats_change_places(town: Town) -> None:
    async with town.people(2) as (anne, ben):
        await seated([anne, ben], seats=4)
        await anne.wish("bot", seat=2, bot="mousse")
        called = [*names(anne)[:2], "Sterne", ""]
        await ben.wait(lambda: names(ben) == called)
        await refused("host-only", ben.wish("swap", seat=0, other=1))
        await refused("no-such-seat", anne.wish("swap", seat=0, other=7))
        await anne.wish("swap", seat=0, other=1)
        await anne.wish("swap", seat=1, other=1)  # nothing changes
        await ben.wait(lambda: names(ben)[:2] == [ben.name, anne.name])
        assert ben.mine == [0]
        assert [sitter["gaveNonce"] for sitter in ben.seats["seats"]] == [True, True, False, False]
        await anne.wish("swap", seat=2, other=3)
        await ben.wait(lambda: names(ben) == [ben.name, anne.name, "", "Pétrel"])
        await anne.wish("bot", seat=2, bot="mousse")
        await begin([anne, ben])
        await refused("started", anne.wish("swap", seat=0, other=1))


@played
async def test_people_at_one_device_have_names_of_their_own(town: Town) -> None:
    async with town.people(1) as (anne,):
        await anne.open_table(seats=3)
        await anne.sit(0)
        await anne.wish("sit", seat=1, name="  Read ")
        await refused("bad-name", anne.wish("sit", seat=2, name=" \u200b\x07"))
        await anne.wish("sit", seat=2, name="Rackham")
        await anne.wait(lambda: names(anne) == [anne.name, "Read", "Rackham"])
        await anne.wish("start")
        assert names(anne) == [anne.name, "Read", "Rackham"]


@played
async def test_a_private_table_is_found_by_its_link_only(town: Town) -> None:
    async with town.people(2) as (anne, ben):
        table = await anne.open_table(seats=2)
        assert len(table) >= 16  # 64 random bits are 11 characters
        shown = (await ben.http.get("/api/tables")).json()["tables"]
        assert table not in [listed["table"] for listed in shown]
        await ben.watch(table)
        await ben.sit(1)
        await refused("no-table", ben.wish("watch", table="x" * 16))


@played
async def test_the_lobby_is_live(town: Town) -> None:
    async with town.people(3) as (anne, ben, chloe):
        await chloe.wish("lobby")
        table = await anne.open_table(seats=2, listed=True)

        def listed() -> dict[str, object] | None:
            newest = next(m for m in reversed(chloe.seen) if m["type"] == "lobby")
            return next((t for t in newest["tables"] if t["table"] == table), None)

        await chloe.wait(lambda: listed() is not None)
        await anne.sit(0)
        await chloe.wait(lambda: (listed() or {}).get("host") == anne.name)
        await ben.watch(table)
        await ben.sit(1)
        await anne.wish("start")
        await chloe.wait(lambda: listed() is None)
        await chloe.wish("lobby", on=False)


@played
async def test_presence_is_seen_everywhere(town: Town) -> None:
    async with town.table(2, start=False) as (anne, ben):
        for node in town.nodes:
            chloe = await Player.come(node.url)
            await chloe.watch(anne.table["table"])
            await all_see([chloe], lambda chloe: [s["here"] for s in chloe.seats["seats"]] == [True, True])
            await ben.drop()
            await all_see([chloe], lambda chloe: [s["here"] for s in chloe.seats["seats"]] == [True, False])
            await town.again(ben)
            await chloe.close()


@played
async def test_a_seat_held_by_two_devices_is_there_while_one_of_them_is(town: Town) -> None:
    async with town.table(2, start=False) as (anne, ben):
        other = await anne.another_device(town.url())
        await other.watch(anne.table["table"])
        await anne.drop()
        await ben.wish("ping")
        assert ben.seats["seats"][0]["here"]
        await other.close()
        await ben.wait(lambda: not ben.seats["seats"][0]["here"])


@played
async def test_a_table_of_bots_plays_to_its_end(town: Town) -> None:
    async with town.people(1) as (anne,):
        table = await anne.open_table(seats=2)
        for seat in range(2):
            await anne.wish("bot", seat=seat, bot="random")
        await anne.wish("start")
        await anne.wait(lambda: anne.over)

        async def over() -> bool:
            return bool((await anne.http.get(f"/api/tables/{table}")).json()["state"] == "over")

        await until(over)


@played
async def test_mine_are_listed(town: Town) -> None:
    async with town.table(2) as (anne, ben):
        for player in (anne, ben):
            mine = (await player.http.get("/api/me/tables")).json()["tables"]
            assert [listed["table"] for listed in mine] == [anne.table["table"]]


@played
async def test_when_the_host_has_gone_another_takes_over(town: Town) -> None:
    async with town.table(2, start=False) as (anne, ben), town.people(1) as (eve,):
        await eve.watch(anne.table["table"])
        await refused("host-only", ben.wish("host", seat=1))
        await anne.drop()
        await ben.wait(lambda: not ben.seats["seats"][0]["here"])
        await refused("host-only", eve.wish("host", seat=1))
        await ben.wish("host", seat=1)
        await ben.wish("kick", seat=0)
        await ben.wish("bot", seat=0, bot="matelot")
        await ben.wish("start")
