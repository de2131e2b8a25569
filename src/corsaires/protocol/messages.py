"""Every message on the WebSocket. What comes in says what somebody wants; who they are, the connection knows.

A wish may carry an `id` of the sender's; the answer, `done` or `refused`, carries it back.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from corsaires.games.kernel.record import LONGEST_NAME
from corsaires.protocol.chart import LesCorsairesChart
from corsaires.protocol.shapes import RawEvents, RawOpen, RawYou
from corsaires.tables.choices import Choices
from corsaires.tables.sitting import Shown

Id = Annotated[str, Meta(max_length=40, pattern=r"^[ -~]*$")]
TableId = Annotated[str, Meta(min_length=8, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Seat = Annotated[int, Meta(ge=0, le=7)]
Version = Annotated[int, Meta(ge=0, le=2**53)]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
Phrase = Literal["hello", "well-played", "thanks", "good-luck", "oops", "hurry", "sorry", "ahoy"]

# --- what people want ---


class Wish(Struct, forbid_unknown_fields=True, tag_field="type", rename="camel"):
    id: Id | None = None


class Watch(Wish, tag="watch"):
    """Come to a table; what happens there is told from now on."""

    table: TableId = ""


class Leave(Wish, tag="leave"):
    """Go away from the table; seats are kept."""


class Lobby(Wish, tag="lobby"):
    """See the open tables, and every change of them, or no longer."""

    on: bool = True


class Sit(Wish, tag="sit"):
    """Take a seat. The nonce is this player's part in the deal, drawn after the commitment was seen."""

    seat: Seat = 0
    nonce: Nonce | None = None
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] | None = None  # who plays here, if not the guest themselves


class Stand(Wish, tag="stand"):
    """Leave a seat; in a game a bot plays it until its player is back."""

    seat: Seat = 0


class PutBot(Wish, tag="bot"):
    """The host gives a free seat to a bot, or takes the bot away (null)."""

    seat: Seat = 0
    bot: Annotated[str, Meta(max_length=20)] | None = None


class Kick(Wish, tag="kick"):
    """The host makes a seat free before the start."""

    seat: Seat = 0


class Swap(Wish, tag="swap"):
    """The host lets two seats change places before the start; one of them may be free."""

    seat: Seat = 0
    other: Seat = 0


class HandOver(Wish, tag="host"):
    """The host makes the player of a seat the host."""

    seat: Seat = 0


class Start(Wish, tag="start"):
    """The host starts the game."""


class Move(Wish, tag="move"):
    """A move for the seat to act. Sent again with the same id it is made only once."""

    text: Annotated[str, Meta(max_length=40)] = ""
    version: Version = 0


class TakeBack(Wish, tag="takeback"):
    """Take so many of the last moves back, or ask the others for it."""

    plies: Annotated[int, Meta(ge=1, le=1000)] = 1
    version: Version = 0


class Answer(Wish, tag="answer"):
    """Agree that another takes moves back, or not."""

    yes: bool = False


class Show(Wish, tag="show"):
    """Several seats at one device: show the hand of the seat to move, after it was handed over."""


class Hide(Wish, tag="hide"):
    """Several seats at one device: hide the hand again."""


class Options(Wish, tag="options"):
    """What could I do, though it is not my turn?"""


class Cover(Wish, tag="cover"):
    """Let a bot play for the seat to move, whose player has gone away; only at tables without a clock."""

    seat: Seat = 0


class Back(Wish, tag="back"):
    """I am here again: the bot that plays for me may stop."""


class Say(Wish, tag="say"):
    """Say something to everybody or to one's partner; a phrase is read by everybody in their own language."""

    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Phrase | None = None
    channel: Literal["all", "team"] = "all"


class Mute(Wish, tag="mute"):
    """Hear nothing more from the player of a seat, or hear them again."""

    seat: Seat = 0
    on: bool = True


class Hint(Wish, tag="hint"):
    """What would the amiral do, and why?"""


class Review(Wish, tag="review"):
    """A finished game, move by move, as the amiral sees it."""


class Rematch(Wish, tag="rematch"):
    """A new table with the same people."""


class Ping(Wish, tag="ping"):
    """Answered with `done`."""


MESSAGES_IN = (
    Watch
    | Leave
    | Lobby
    | Sit
    | Stand
    | PutBot
    | Kick
    | Swap
    | HandOver
    | Start
    | Move
    | TakeBack
    | Answer
    | Show
    | Hide
    | Options
    | Cover
    | Back
    | Say
    | Mute
    | Hint
    | Review
    | Rematch
    | Ping
)

# --- what people are told ---


class Told(Struct, tag_field="type", rename="camel"):
    pass


class Welcome(Told, tag="welcome"):
    """The first message of a connection."""

    name: str
    language: str


class Done(Told, tag="done"):
    """A wish was granted; a move that is done is durable."""

    id: str | None
    seq: int | None = None


class Refused(Told, tag="refused"):
    """A wish was not granted, and nothing has changed."""

    id: str | None
    code: str
    text: str  # in the reader's language
    rule: str | None = None  # the number of the rule that forbids a move


class Sitter(Struct, frozen=True, rename="camel"):
    """A seat as everybody sees it."""

    name: str  # empty: nobody sits there
    bot: str | None
    mine: bool
    here: bool  # has a connection to the table
    stood_in: bool  # a bot plays it until its player is back
    gave_nonce: bool


class Asked(Struct, frozen=True, rename="camel"):
    """Somebody wants to take moves back."""

    seat: int
    plies: int
    mine: bool  # it is the reader who asks
    answered: bool  # the reader has agreed


class Time(Struct, frozen=True, rename="camel"):
    """ms, counted from now."""

    left: int | None  # until the seat to move must have moved; None: no clock
    seats: list[int] | None  # what each seat has for the rest of its game


class Reach(Struct, frozen=True, rename="camel"):
    """How many of the last moves the reader may take back."""

    freely: int
    asking: int  # with the consent of the others


class Seats(Told, tag="seats"):
    """Who sits where, who is there, who is the host."""

    table: str
    seq: int
    state: str
    seats: list[Sitter]
    host: int | None  # a seat of the host, if the host has one
    you_host: bool
    asked: Asked | None
    next: str | None  # the table of the rematch


class Table(Told, tag="table"):
    """A table as it stands: everything that the reader may know."""

    table: str
    choices: Choices
    setup: dict[str, Any]  # the rules in full
    commitment: str  # to the secret seed of the deal
    chart: LesCorsairesChart | None
    version: int
    seats: Seats
    open: RawOpen | None
    you: RawYou | None
    story: RawEvents
    time: Time
    reach: Reach | None
    hot: bool  # several seats at this device: a hand is shown only when asked for
    late: bool  # what is told happened a while ago


class Common(Told, tag="update"):
    """What all who hear of a move are told: encoded once, and what is a reader's own put behind it."""

    version: int
    seat: int
    move: str
    events: RawEvents
    open: RawOpen
    time: Time
    stood_in: bool  # a bot made it, because time was up


class Update(Common, tag="update"):
    """A move."""

    you: RawYou
    reach: Reach | None
    id: str | None  # of the sender's wish


class Yours(Told, tag="you"):
    """The reader's own part of the view, asked for or hidden."""

    version: int
    you: RawYou


class Spoken(Struct, frozen=True):
    n: int
    at: int
    seat: int | None
    name: str
    channel: str
    text: str
    phrase: str | None = None


class Talk(Told, tag="talk"):
    lines: list[Spoken]


class Muted(Told, tag="muted"):
    """The seats of those whom the reader has muted."""

    seats: list[int]


class Weighed(Struct, frozen=True):
    move: str
    visits: int
    value: float


class Advice(Told, tag="advice"):
    """What the amiral would do, from the reader's own sight."""

    id: str | None
    version: int
    move: str
    why: str
    values: list[float]  # the share of the win that each side may expect
    ranked: list[Weighed]


class Reviewed(Told, tag="review"):
    """The review of a finished game, as `corsaires review --json` writes it."""

    id: str | None
    review: Any


class Listing(Struct, frozen=True):
    table: str
    choices: Choices
    host: str
    seats: list[Shown]


class OpenTables(Told, tag="lobby"):
    tables: list[Listing]


class Notice(Told, tag="notice"):
    """Something about the server that people should know."""

    code: Literal["bus-down", "bus-up"]
    text: str


MESSAGES_OUT = (
    Welcome | Done | Refused | Seats | Table | Update | Yours | Talk | Muted | Advice | Reviewed | OpenTables | Notice
)
