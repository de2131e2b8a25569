"""REST: who I am, what I am called, and the link that carries me to another device."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, Router, get, patch, post
from litestar.params import JSONBody

from corsaires.games.kernel.record import LONGEST_NAME, is_name
from corsaires.server.caller import caller_of
from corsaires.server.errors import Refused, told
from corsaires.server.headers import is_welcome
from corsaires.server.identity import claim, cookie, guest_of, new_guest, new_link, token_of
from corsaires.server.limits import Buckets, key_of
from corsaires.server.shell import Shell, TheShell
from corsaires.store.log import Guest

Asked = Request[Any, Any, Any]


class Me(msgspec.Struct):
    """A guest as they see themselves."""

    id: str
    name: str
    language: str


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """What to change; what is left out stays."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)] | None = None
    language: Literal["fr", "en"] | None = None


class Link(msgspec.Struct):
    """A link for another device: good once, until `expires` (ms)."""

    path: str
    expires: int


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link."""

    secret: Annotated[str, msgspec.Meta(max_length=100)]


def spend(buckets: Buckets, key: str) -> None:
    """Count something; raises Refused when that was too often."""
    wait = buckets.take(key)
    if wait:
        raise Refused("too_many", wait=wait)


async def known_guest(request: Asked, shell: Shell) -> Guest:
    """The guest who asks; raises Refused for somebody unknown."""
    guest = await guest_of(request.scope, shell.store)
    if guest is None:
        raise Refused("no_guest")
    return guest


@get("/me", operation_id="me", summary="Who I am; somebody new becomes a guest", responses=told(403))
async def me(request: Asked, shell: TheShell) -> Response[Me]:
    caller = caller_of(request.scope)
    guest, token = await guest_of(request.scope, shell.store), token_of(request.scope)
    if guest is None or token is None:
        if not is_welcome(caller, request.headers.get("sec-fetch-site"), shell.settings.origins):
            raise Refused("forbidden_origin")  # a page elsewhere must not replace who somebody is here
        spend(shell.limits.newcomers, key_of(caller.address))
        guest, token = await new_guest(shell.store, caller.language)
    return Response(_shown(guest), cookies=[cookie(token, caller)])


@patch("/me", operation_id="changeMe", summary="Change my name or language", responses=told(400, 401, 403))
async def change_me(request: Asked, shell: TheShell, data: JSONBody[Change]) -> Me:
    guest = await known_guest(request, shell)
    name = guest.name if data.name is None else data.name.strip()
    if not is_name(name):
        raise Refused("name", key="name", most=LONGEST_NAME)
    spend(shell.limits.names, guest.id)
    changed = guest._replace(name=name, language=data.language or guest.language)
    await shell.store.rename(guest.id, changed.name, changed.language)
    return _shown(changed)


@post(
    "/me/link",
    operation_id="makeLink",
    summary="A one-time link that makes another device mine, for ten minutes",
    responses=told(401, 403),
)
async def make_link(request: Asked, shell: TheShell) -> Link:
    guest = await known_guest(request, shell)
    spend(shell.limits.links, guest.id)
    secret, expires = await new_link(shell.store, guest)
    return Link(f"/#carry={secret}", expires)


@post(
    "/me/claim",
    operation_id="claimLink",
    status_code=200,
    summary="Use such a link on this device",
    responses=told(400, 403, 410),
)
async def claim_link(request: Asked, shell: TheShell, data: JSONBody[Claim]) -> Response[Me]:
    caller = caller_of(request.scope)
    spend(shell.limits.claims, key_of(caller.address))
    claimed = await claim(shell.store, data.secret)
    if claimed is None:
        raise Refused("link")
    guest, token = claimed
    return Response(_shown(guest), cookies=[cookie(token, caller)])


def _shown(guest: Guest) -> Me:
    return Me(guest.id, guest.name, guest.language)


people = Router("/api", route_handlers=[me, change_me, make_link, claim_link], tags=["people"])
