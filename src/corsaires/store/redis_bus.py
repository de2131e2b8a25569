"""The bus over Valkey or Redis: one channel that every node listens to.

What is published while a message is on its way goes together with the next one. A node hears its own messages too, and
sends an empty one when it has nothing to say: so silence means that the bus is down, whatever the reason.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any, Final

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from corsaires.store.bus import Listener, OnChange

CHANNEL: Final = "corsaires"
BEAT: Final = 1.0  # seconds between messages, at most
PATIENCE: Final = 4.0  # seconds without any, or without an answer, before the bus counts as down
BACK_OFF: Final = 0.05, 2.0  # seconds between attempts to connect: at first, at most
KEPT: Final = 10_000  # messages that wait for the bus to come back; older ones are dropped
FAULTS: Final = (RedisError, OSError, TimeoutError)

encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(list[bytes]).decode
logger = logging.getLogger(__name__)


class RedisBus:
    def __init__(self, url: str, channel: str = CHANNEL) -> None:
        """It connects by itself, now and whenever the connection is lost. Call it where an event loop runs."""
        self._client: Redis = Redis.from_url(url, retry=Retry(NoBackoff(), 0), socket_timeout=PATIENCE)
        self._channel = channel
        self._outbox: deque[bytes] = deque(maxlen=KEPT)
        self._wake = asyncio.Event()
        self._listeners: list[Listener] = []
        self._watchers: list[OnChange] = []
        self._up = asyncio.Event()
        self._tasks = [
            asyncio.create_task(self._hear(), name="bus-in"),
            asyncio.create_task(self._speak(), name="bus-out"),
        ]

    @property
    def up(self) -> bool:
        return self._up.is_set()

    async def publish(self, message: bytes) -> None:
        self._outbox.append(message)
        self._wake.set()

    def listen(self, callback: Listener) -> None:
        self._listeners.append(callback)

    def on_change(self, callback: OnChange) -> None:
        self._watchers.append(callback)

    async def close(self) -> None:
        """Send what is waiting, if the bus is up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.up and self._outbox:
            await self._sent()
        await self._client.aclose()

    # --- out ---

    async def _speak(self) -> None:
        while True:
            await self._up.wait()
            with suppress(TimeoutError):  # nothing to say: a beat
                async with asyncio.timeout(BEAT):
                    await self._wake.wait()
            self._wake.clear()
            if not await self._sent():
                self._change(False)

    async def _sent(self) -> bool:
        """Send all that waits; what did not get through goes on waiting."""
        messages = list(self._outbox)
        self._outbox.clear()
        try:
            await self._client.publish(self._channel, encode(messages))
        except FAULTS:
            self._outbox.extendleft(reversed(messages))
            return False
        except BaseException:
            self._outbox.extendleft(reversed(messages))
            raise
        return True

    # --- in ---

    async def _hear(self) -> None:
        first, most = BACK_OFF
        wait = first
        while True:
            hearing = self._client.pubsub()
            try:
                await hearing.subscribe(self._channel)
                while (message := await hearing.get_message(timeout=PATIENCE)) is not None:
                    self._heard(message)
                    if not self.up:
                        break
                    wait = first
            except FAULTS:
                pass
            finally:
                self._change(False)
                await self._hung_up(hearing)
            await asyncio.sleep(wait)
            wait = min(2 * wait, most)

    async def _hung_up(self, hearing: Any) -> None:
        """End all connections: what publishes is as dead as what listens."""
        with suppress(*FAULTS):
            await hearing.aclose()
        with suppress(*FAULTS):
            await self._client.connection_pool.disconnect(inuse_connections=False)

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            self._change(True)
        elif message["type"] == "message":
            for one in decode(message["data"]):
                for callback in self._listeners:
                    _called(callback, one)

    def _change(self, up: bool) -> None:
        if up == self.up:
            return
        if up:
            self._up.set()
            self._wake.set()
        else:
            self._up.clear()
        for callback in self._watchers:
            _called(callback, up)


def _called(callback: Any, value: Any) -> None:
    """Whatever goes wrong with one message, the next are heard."""
    try:
        callback(value)
    except Exception:
        logger.exception("a listener of the bus failed")
