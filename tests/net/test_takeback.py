"""Taking moves back: freely, by consent, never past a card drawn or a die thrown."""

from __future__ import annotations

import random
from typing import Any

from tests.net.player import Player
from tests.net.town import Town, all_see, in_step, played, refused

SHIPS: dict[str, Any] = {
    "game": "les-corsaires",
    "chart": "narrows",
}  # people place their ships first, and no die is thrown


async def place(player: Player, others: list[Player], plies: int = 1) -> None:
    for _ in range(plies):
        await player.wait(lambda: player.turn in player.mine)
        await player.move(player.moves()[0])
    await in_step(player, *others)


async def place_all(players: list[Player]) -> None:
    """Until the dice are thrown."""
    while "start" not in players[players[0].turn or 0].moves():
        await place(players[players[0].turn or 0], players)


@played
async def test_own_moves_without_an_answer_are_taken_back_freely(town: Town) -> None:
    async with town.table(2, **SHIPS) as (anne, ben):
        before = anne.now
        await place(anne, [ben], 2)
        assert anne.now["reach"] == {"freely": 2, "asking": 2}
        assert ben.now["reach"] == {"freely": 0, "asking": 2}
        version = anne.now["version"]
        await anne.wish("takeback", plies=2, version=version)
        await ben.wait(lambda: ben.now["version"] > version)
        for player in (anne, ben):
            assert player.now["type"] == "table"
            assert player.now["open"] == before["open"]
            assert player.now["version"] == version + 1
        await refused("too-far-back", anne.wish("takeback", plies=1, version=anne.now["version"]))
        await place(anne, [ben])


@played
async def test_a_stale_or_strange_wish_takes_nothing_back(town: Town) -> None:
    async with town.table(2, **SHIPS) as (anne, ben), town.people(1) as (chloe,):
        await refused("too-far-back", anne.wish("takeback", plies=1, version=anne.now["version"]))
        await place(anne, [ben])
        await chloe.watch(anne.table["table"])
        await refused("stale", anne.wish("takeback", plies=1, version=anne.now["version"] - 1))
        await refused("too-far-back", anne.wish("takeback", plies=2, version=anne.now["version"]))
        await refused("no-seat", chloe.wish("takeback", plies=1, version=anne.now["version"]))
        await refused("nothing-asked", ben.wish("answer", yes=True))


@played
async def test_all_others_must_agree(town: Town) -> None:
    async with town.table(3, **SHIPS) as people:
        anne, ben, chloe = people
        while anne.turn == 0:
            await place(anne, people)
        await place(ben, people)
        await place(ben, people)
        plies = 3
        await anne.wish("takeback", plies=plies, version=anne.now["version"])
        await all_see((ben, chloe), lambda player: player.seats["asked"] is not None)
        for player in (ben, chloe):
            assert player.seats["asked"] == {"seat": 0, "plies": plies, "mine": False, "answered": False}
        assert anne.seats["asked"]["mine"]
        await refused("nothing-asked", anne.wish("answer", yes=True))
        await ben.wish("answer", yes=True)
        await ben.wait(lambda: bool(ben.seats["asked"]["answered"]))
        await refused("nothing-asked", ben.wish("answer", yes=True))
        await chloe.wish("answer", yes=True)
        await all_see(people, lambda player: player.turn == 0)
        for player in people:
            assert player.table["seats"]["asked"] is None


@played
async def test_one_no_is_enough_and_a_move_is_one_too(town: Town) -> None:
    async with town.table(3, **SHIPS) as people:
        anne, ben, chloe = people
        while anne.turn == 0:
            await place(anne, people)
        version = ben.now["version"]
        await place(ben, people)
        for _ in range(2):
            await anne.wish("takeback", plies=2, version=anne.now["version"])
            await all_see(people, lambda player: player.seats["asked"] is not None)
            if version < ben.now["version"]:
                await chloe.wish("answer", yes=False)
                version = ben.now["version"]
            else:
                await place(ben, people)
            await all_see(people, lambda player: player.seats["asked"] is None)
            assert anne.now["version"] >= version
            assert all(player.now["type"] == "update" for player in people)


@played
async def test_never_past_a_die(town: Town) -> None:
    async with town.table(2, **SHIPS) as people:
        await place_all(people)
        mover = people[people[0].turn or 0]
        await mover.move("start")
        await in_step(*people)
        for player in people:
            assert player.now["reach"] == {"freely": 0, "asking": 0}
            await refused("too-far-back", player.wish("takeback", plies=1, version=player.now["version"]))


@played
async def test_never_past_a_card(town: Town) -> None:
    async with town.table(2, first=0) as (anne, ben):
        await anne.move("+")
        await in_step(anne, ben)
        assert ben.now["reach"] == anne.now["reach"] == {"freely": 0, "asking": 0}
        await refused("too-far-back", anne.wish("takeback", plies=1, version=anne.now["version"]))


@played
async def test_alone_against_bots_several_moves_and_their_answers(town: Town) -> None:
    async with town.people(1) as (anne,):
        await anne.open_table(seats=2, **SHIPS)
        await anne.sit(0)
        await anne.wish("bot", seat=1, bot="random")
        await anne.wish("start")
        before = anne.table
        await anne.wait(lambda: anne.turn == 0)
        while "start" not in anne.moves():
            await anne.move(anne.moves()[0])
            await anne.wait(lambda: anne.turn == 0)
        plies = anne.now["reach"]["freely"]
        assert plies > 4  # her ships and the bot's
        await anne.wish("takeback", plies=plies, version=anne.now["version"])
        assert anne.table["open"] == before["open"]


@played
async def test_a_bot_that_thinks_is_not_heard_after_a_takeback(town: Town) -> None:
    async with town.people(1) as (anne,):
        await anne.open_table(seats=2, pace=1500, **SHIPS)
        await anne.sit(0)
        await anne.wish("bot", seat=1, bot="random")
        await anne.wish("start")
        while anne.turn == 0:
            await anne.move(anne.moves()[0])
        await anne.wish("takeback", plies=1, version=anne.now["version"])
        assert anne.turn == 0
        back = anne.now["version"]
        await anne.move(anne.moves()[0])
        await anne.wait(lambda: anne.now["type"] == "update" and anne.now["seat"] == 1)
        assert anne.now["version"] == back + 2


@played
async def test_nothing_after_the_end(town: Town) -> None:
    async with town.people(1) as (anne,):
        await anne.open_table(seats=2)
        await anne.sit(0)
        await anne.wish("bot", seat=1, bot="random")
        await anne.wish("start")
        await anne.play_on(random.Random(1))
        assert anne.now["reach"] is None
        await refused("over", anne.wish("takeback", plies=1, version=anne.now["version"]))


@played
async def test_who_has_gone_is_not_asked(town: Town) -> None:
    async with town.table(3, **SHIPS) as people:
        anne, ben, chloe = people
        while anne.turn == 0:
            await place(anne, people)
        await place(ben, people)
        await chloe.wish("stand", seat=2)
        await anne.wish("takeback", plies=2, version=anne.now["version"])
        await ben.wait(lambda: ben.seats["asked"] is not None)
        await ben.wish("answer", yes=True)
        await anne.wait(lambda: anne.turn == 0)
