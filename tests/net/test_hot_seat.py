"""Several seats at one device: nobody's hand is there unless it was asked for, and never two."""

from __future__ import annotations

from tests.net.ear import Message
from tests.net.player import Player
from tests.net.town import Town, in_step, played, refused


def hands(message: Message) -> int:
    """How many hands a view shows."""
    you = message["you"]
    return sum(you[key] is not None for key in ("hand", "partner_hand") if key in you)


async def sit_twice(player: Player, **choices: object) -> None:
    await player.open_table(**{"seats": 2, "first": 0, **choices})
    await player.sit(0)
    await player.sit(1)
    await player.wish("start")


@played
async def test_a_hand_is_shown_only_when_asked_for(town: Town) -> None:
    async with town.people(2) as (anne, chloe):
        await sit_twice(anne)
        assert anne.table["hot"]
        await chloe.watch(anne.table["table"])
        spectators = chloe.table["you"]
        assert anne.table["you"] == spectators
        await refused("no-seat", anne.wish("options"))
        await anne.wish("show")
        assert anne.now["you"]["seat"] == 0
        assert anne.now["you"]["hand"]
        assert anne.moves()
        await anne.wish("hide")
        assert anne.now["you"] == {**spectators, "options": anne.now["you"]["options"]}
        assert anne.now["you"]["seat"] is None
        await anne.wish("show")
        await anne.move("+")
        assert anne.now["you"]["seat"] is None  # as soon as the move is in
        await refused("no-seat", anne.wish("options"))
        await anne.wish("show")
        assert anne.now["you"]["seat"] == 1


@played
async def test_show_is_for_the_seat_to_move_only(town: Town) -> None:
    async with town.people(2) as (anne, ben):
        table = await anne.open_table(seats=3, first=2)
        await ben.watch(table)
        await anne.sit(0)
        await anne.sit(1)
        await ben.sit(2)
        await anne.wish("start")
        await ben.wait(lambda: ben.turn == 2)
        await refused("not-your-turn", anne.wish("show"))
        assert anne.now["you"]["seat"] is None
        assert ben.now["you"]["seat"] == 2
        await ben.move("+")
        await in_step(anne, ben)
        await anne.wish("show")
        assert anne.now["you"]["seat"] == 0


@played
async def test_each_device_asks_for_itself(town: Town) -> None:
    async with town.people(1) as (anne,):
        await sit_twice(anne)
        other = await anne.another_device(town.url())
        await other.watch(anne.table["table"])
        await anne.wish("show")
        assert other.now["you"]["seat"] is None
        await other.wish("show")
        await anne.move("+")
        await in_step(anne, other)
        for device in (anne, other):
            assert device.now["you"]["seat"] is None
        await other.close()


@played
async def test_a_takeback_hides_the_hand(town: Town) -> None:
    async with town.people(1) as (anne,):
        await sit_twice(anne)
        for _ in range(20):
            await anne.wish("show")
            calm = [move for move in anne.moves() if move != "+"]
            await anne.move(calm[0] if calm else "+")
            if calm:
                break
        await anne.wish("show")
        await anne.wish("takeback", plies=1, version=anne.now["version"])
        assert anne.now["type"] == "table"
        assert anne.now["you"]["seat"] is None


@played
async def test_coming_back_hides_the_hand(town: Town) -> None:
    async with town.people(1) as (anne,):
        await sit_twice(anne)
        await anne.wish("show")
        await anne.drop()
        await town.again(anne)
        assert anne.now["you"]["seat"] is None


@played
async def test_partners_at_one_device_see_their_hands(town: Town) -> None:
    async with town.people(2) as (anne, ben):
        table = await anne.open_table(seats=4, teams=True, first=0)
        await ben.watch(table)
        for seat in range(4):
            await (anne, ben)[seat // 2].sit(seat)
        await anne.wish("start")
        await ben.wait(lambda: ben.turn is not None)
        for player, seats in ((anne, (0, 1)), (ben, (2, 3))):
            assert not player.table["hot"]
            assert player.now["you"]["seat"] in seats
            assert player.now["you"]["hand"]


@played
async def test_with_nothing_to_hide_nobody_has_to_ask(town: Town) -> None:
    async with town.people(1) as (anne,):
        await anne.open_table(game="les-corsaires", chart="narrows", seats=2)
        await anne.sit(0)
        await anne.sit(1)
        await anne.wish("start")
        assert not anne.table["hot"]
        for _ in range(3):
            assert anne.now["you"]["seat"] == anne.turn
            await anne.move(anne.moves()[0])


@played
async def test_a_hint_is_not_for_a_hidden_hand_nor_for_the_next_at_the_device(town: Town) -> None:
    async with town.people(1) as (anne,):
        await sit_twice(anne)
        await refused("hidden", anne.wish("hint"))
        await anne.wish("show")
        hint = (await anne.wish("hint"))["id"]
        await anne.wish("hide")
        await anne.wait(lambda: any(m["type"] in ("advice", "refused") and m["id"] == hint for m in anne.seen))
        assert not any(m["type"] == "advice" for m in anne.seen)
