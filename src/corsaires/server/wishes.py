"""What people want, done: every wish of the WebSocket, for the guest whose connection it came by."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from corsaires.games.kernel.record import LONGEST_NAME, is_name
from corsaires.protocol import messages as m
from corsaires.server import telling
from corsaires.server.advice import advise, review
from corsaires.server.connection import Connection
from corsaires.server.limits import Buckets
from corsaires.server.lobby import Lobby
from corsaires.store.log import Line, StoreDown
from corsaires.tables.chat import PHRASE
from corsaires.tables.desk import Desk
from corsaires.tables.refused import Refused
from corsaires.tables.sitting import OVER, WAITING, Sitting

decode = msgspec.json.Decoder(m.MESSAGES_IN).decode

Done = int | None


class Wishes:
    """Carries out wishes. `granted` gives the seq of a move, or None; what is not granted raises."""

    def __init__(self, lobby: Lobby, talk: Buckets) -> None:
        self._lobby = lobby
        self._talk = talk
        self._wishes: Final[dict[type, Callable[[Connection, Any], Awaitable[Done]]]] = {
            m.Watch: self._watch,
            m.Leave: self._leave,
            m.Lobby: self._see_lobby,
            m.Sit: self._sit,
            m.Stand: lambda c, w: desk_of(c).stand(c.guest, w.seat),
            m.PutBot: lambda c, w: desk_of(c).put_bot(c.guest, w.seat, w.bot),
            m.Kick: lambda c, w: desk_of(c).kick(c.guest, w.seat),
            m.Swap: lambda c, w: desk_of(c).swap(c.guest, w.seat, w.other),
            m.HandOver: lambda c, w: desk_of(c).hand_over(c.guest, w.seat, c.harbour.presence.at(desk_of(c).id)),
            m.Start: lambda c, w: desk_of(c).start(c.guest),
            m.Move: lambda c, w: desk_of(c).move(c.guest, w.text, w.version, w.id),
            m.TakeBack: lambda c, w: desk_of(c).take_back(c.guest, w.plies, w.version),
            m.Answer: lambda c, w: desk_of(c).answer(c.guest, w.yes),
            m.Show: self._show,
            m.Hide: self._hide,
            m.Options: self._options,
            m.Cover: lambda c, w: desk_of(c).cover(c.guest, w.seat, c.harbour.presence.at(desk_of(c).id)),
            m.Back: lambda c, w: desk_of(c).back(c.guest),
            m.Say: self._say,
            m.Mute: self._mute,
            m.Hint: self._hint,
            m.Review: self._review,
            m.Rematch: self._rematch,
            m.Ping: _nothing,
        }

    async def grant(self, connection: Connection, wish: Any) -> Done:
        """Raises Refused, InvalidMove, IllegalMove, InvalidSetup."""
        return await self._wishes[type(wish)](connection, wish)

    def gone(self, connection: Connection) -> None:
        """A connection has ended."""
        self._lobby.leave(connection)
        connection.leave()
        if connection.thinking is not None:
            connection.thinking.cancel()

    # --- coming and going ---

    async def _watch(self, connection: Connection, wish: m.Watch) -> None:
        harbour = connection.harbour
        desk = await harbour.newest(wish.table)
        connection.muted = await harbour.store.muted(connection.guest)
        connection.arrive(desk)
        try:
            await desk.watch(connection)
            await harbour.chat.listen(desk.id, connection)
        except (Refused, StoreDown):
            connection.leave()
            raise
        if desk.sitting.taken_over:
            with suppress(Refused):  # they may still watch
                await desk.back(connection.guest)

    async def _leave(self, connection: Connection, wish: m.Leave) -> None:
        connection.leave()

    async def _see_lobby(self, connection: Connection, wish: m.Lobby) -> None:
        if wish.on:
            await self._lobby.enter(connection)
        else:
            self._lobby.leave(connection)

    async def _sit(self, connection: Connection, wish: m.Sit) -> None:
        desk = desk_of(connection)
        if wish.name is not None and not is_name(wish.name):
            raise Refused("bad-name", most=LONGEST_NAME)
        known = await connection.harbour.store.guests([connection.guest])
        connection.who = known.get(connection.guest, connection.who)  # they may have chosen another name
        await desk.sit(connection.guest, (wish.name or connection.who.name).strip(), wish.seat, wish.nonce)

    # --- looking ---

    async def _show(self, connection: Connection, wish: m.Show) -> None:
        async with desk_of(connection).steady() as sitting:
            connection.reader.asked = turn_of(connection, sitting)
            connection.put(telling.yours(sitting, connection.reader, options=True))

    async def _hide(self, connection: Connection, wish: m.Hide) -> None:
        async with desk_of(connection).steady() as sitting:
            connection.reader.asked = None
            if sitting.table is None or not sitting.seats_of(connection.guest):
                raise Refused("no-seat")
            connection.put(telling.yours(sitting, connection.reader, options=False))

    async def _options(self, connection: Connection, wish: m.Options) -> None:
        async with desk_of(connection).steady() as sitting:
            if sitting.table is None or connection.reader.seat(sitting) is None:
                raise Refused("no-seat")
            connection.put(telling.yours(sitting, connection.reader, options=True))

    # --- talking ---

    async def _say(self, connection: Connection, wish: m.Say) -> None:
        desk = desk_of(connection)
        mine = desk.sitting.seats_of(connection.guest)
        if not mine:
            raise Refused("no-seat")
        if wish.channel == "team" and not desk.sitting.choices.teams:
            raise Refused("no-team")
        if wish.channel == "team" and desk.sitting.state == WAITING:
            raise Refused("not-started")  # until then anybody may still take a seat in the team
        if wish.phrase is None and wish.text.startswith(PHRASE):
            raise Refused("bad-text")
        if self._talk.take(connection.guest):
            raise Refused("too-many")
        text = wish.text if wish.phrase is None else PHRASE + wish.phrase
        line = Line(0, connection.harbour.now(), connection.guest, mine[0], wish.channel, text)
        await connection.harbour.chat.say(desk.id, line)

    async def _mute(self, connection: Connection, wish: m.Mute) -> None:
        desk = desk_of(connection)
        places = desk.sitting.places
        other = places[wish.seat].guest if wish.seat < len(places) else None
        if other is None or other == connection.guest:
            raise Refused("nobody-there", seat=wish.seat)
        await connection.harbour.store.mute(connection.guest, other, wish.on)
        (connection.muted.add if wish.on else connection.muted.discard)(other)
        connection.tell_muted()

    # --- asking the amiral ---

    async def _hint(self, connection: Connection, wish: m.Hint) -> None:
        desk = desk_of(connection)
        async with desk.steady() as sitting:
            turn = turn_of(connection, sitting)
            allowed = sitting.choices.hints
            if allowed == "never" or (allowed == "bots" and set(sitting.people) != {connection.guest}):
                raise Refused("no-hints")
            if connection.reader.seat(sitting) != turn:
                raise Refused("hidden")
            self._think(connection, advise(connection, desk, wish.id))

    async def _review(self, connection: Connection, wish: m.Review) -> None:
        desk = desk_of(connection)
        async with desk.steady() as sitting:
            if sitting.state != OVER:
                raise Refused("not-over")
            self._think(connection, review(connection, desk, wish.id))

    def _think(self, connection: Connection, work: Any) -> None:
        if connection.thinking is not None and not connection.thinking.done():
            work.close()
            raise Refused("thinking")
        connection.thinking = asyncio.create_task(work)

    # --- afterwards ---

    async def _rematch(self, connection: Connection, wish: m.Rematch) -> None:
        await desk_of(connection).rematch(connection.guest)


def desk_of(connection: Connection) -> Desk:
    if connection.desk is None:
        raise Refused("no-table-here")
    return connection.desk


def turn_of(connection: Connection, sitting: Sitting) -> int:
    """The seat to move, if it is this guest's."""
    turn = sitting.turn
    if turn is None or turn not in sitting.seats_of(connection.guest):
        raise Refused("not-your-turn", seat=turn)
    return turn


async def _nothing(connection: Connection, wish: Any) -> None:
    """A ping is answered like everything that was granted."""
