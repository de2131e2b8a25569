"""What people say to each other."""

from __future__ import annotations

from pathlib import Path

from tests.net.ear import Message
from tests.net.player import Player
from tests.net.town import Town, all_see, alone, played, refused


def lines(player: Player) -> list[Message]:
    return [line for m in player.seen if m["type"] == "talk" for line in m["lines"]]


def heard(player: Player) -> list[str]:
    return [line["text"] or line["phrase"] for line in lines(player)]


def muted(player: Player) -> list[int]:
    """The seats that this player was last told not to hear."""
    told: list[list[int]] = [m["seats"] for m in player.seen if m["type"] == "muted"]
    return told[-1] if told else []


@played
async def test_everybody_hears_what_is_said(town: Town) -> None:
    async with town.table(2) as (anne, ben), town.people(1) as (chloe,):
        await chloe.watch(anne.table["table"])
        await anne.wish("say", text="Ahoy, été !")
        await ben.wish("say", phrase="well-played")
        await all_see((anne, ben, chloe), lambda player: heard(player) == ["Ahoy, été !", "well-played"])
        first, second = lines(chloe)
        assert (first["seat"], first["name"], first["channel"]) == (0, anne.name, "all")
        assert second["phrase"] == "well-played"
        assert second["text"] == ""
        await chloe.drop()
        chloe.seen.clear()
        await town.again(chloe)
        await chloe.wait(lambda: heard(chloe) == ["Ahoy, été !", "well-played"])


@played
async def test_partners_talk_among_themselves(town: Town) -> None:
    async with town.table(4, teams=True) as people, town.people(1) as (eve,):
        await eve.watch(people[0].table["table"])
        await people[1].wish("say", text="we two", channel="team")
        await people[2].wish("say", text="we others", channel="team")
        await people[0].wish("say", text="all")
        await all_see((*people, eve), lambda player: "all" in heard(player))
        assert [sorted(heard(player)) for player in people] == [["all", "we two"]] * 2 + [["all", "we others"]] * 2
        assert heard(eve) == ["all"]
        for player in (eve, people[3]):
            player.seen.clear()
            await player.drop()
            await town.again(player)
        await all_see((eve, people[3]), lambda player: "all" in heard(player))
        assert heard(eve) == ["all"]
        assert sorted(heard(people[3])) == ["all", "we others"]


@played
async def test_a_team_talks_once_nobody_else_can_join_it(town: Town) -> None:
    async with town.table(4, teams=True, start=False) as people:
        await refused("not-started", people[0].wish("say", text="we two", channel="team"))
        await people[0].wish("say", text="all")


@played
async def test_what_cannot_be_said(town: Town) -> None:
    async with town.table(2) as (anne, ben):
        await refused("no-team", anne.wish("say", text="psst", channel="team"))
        for text in ("", "   ", "two\nlines", "\x1fhello"):
            await refused("bad-text", anne.wish("say", text=text))
        await anne.send("say", text="x" * 301)
        await anne.wait(lambda: anne.seen[-1].get("code") == "not-understood")
        await anne.wish("say", text="x" * 300)
        await ben.wait(lambda: heard(ben) == ["x" * 300])


@played
async def test_who_is_muted_is_not_heard(town: Town) -> None:
    async with town.table(3) as (anne, ben, chloe):
        await anne.wish("mute", seat=1)
        await refused("nobody-there", anne.wish("mute", seat=0))
        await refused("nobody-there", anne.wish("mute", seat=7))
        await ben.wish("say", text="boo")
        await chloe.wish("say", text="hello")
        await all_see((anne, chloe), lambda player: "hello" in heard(player))
        assert heard(anne) == ["hello"]
        assert heard(chloe) == ["boo", "hello"]
        await anne.drop()
        anne.seen.clear()
        await town.again(anne)
        await anne.wait(lambda: heard(anne) == ["hello"])
        await anne.wait(lambda: muted(anne) == [1])  # who comes back is told whom they have muted
        await anne.wish("mute", seat=1, on=False)
        assert muted(anne) == []
        await ben.wish("say", text="sorry")
        await anne.wait(lambda: heard(anne) == ["hello", "sorry"])


@played
async def test_a_line_stays_with_who_said_it(town: Town) -> None:
    async with town.table(2, start=False) as (anne, ben):
        await ben.wish("say", text="I am Ben")
        await ben.wish("stand", seat=1)
        await anne.sit(1)
        async with town.people(1) as (chloe,):
            await chloe.watch(anne.table["table"])
            await chloe.wait(lambda: bool(lines(chloe)))
            assert lines(chloe)[0]["name"] == ben.name


def test_who_says_too_much_in_too_short_a_time_is_refused(tmp_path: Path) -> None:
    @played
    async def talk(town: Town) -> None:
        async with town.table(2) as (anne, ben):
            for n in range(8):
                await anne.wish("say", text=f"line {n}")
            await refused("too-many", anne.wish("say", text="one more"))
            await ben.wish("say", phrase="thanks")
            await anne.move(anne.moves()[0]) if anne.turn == 0 else await ben.move(ben.moves()[0])

    with alone(tmp_path, CORSAIRES_LIMITS="on") as town:
        talk(town)
