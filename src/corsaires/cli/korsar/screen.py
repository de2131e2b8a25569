"""The table of Korsar drawn for a terminal. Colours only repeat what letters, figures and marks say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from rich.box import ROUNDED
from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.console import Group as RichGroup
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from corsaires.cli.korsar.menu import Choice, Group, galleon_title, groups, typed
from corsaires.cli.language import Words
from corsaires.games.korsar.events import Ended
from corsaires.games.korsar.story import AtSea, is_leader
from corsaires.games.korsar.telling import Voice, colour_letter, gold_left, leader_name, signed, tell_winners
from corsaires.games.korsar.view import Booty, View

INKS: Final = {
    "y": "#16222c on #e2b33f",
    "r": "#fdf8ea on #a6322c",
    "b": "#fdf8ea on #2a5c94",
    "g": "#fdf8ea on #2e6e4e",
    "A": "reverse",
    "G": "#16222c on #f3ead6",
}
TAKES, TIED, TURN = "★", "=", "▸"
CAPTAIN, ADMIRAL = "⚔", "⚓"  # no letter of a colour or a name
BATTLE: Final = 38  # columns that a battle needs
PLATE_NAME: Final = 10  # columns of a name where two players share a line of 80
LONGEST_NAME: Final = 14
TEAM_NAME: Final = 19
FEW: Final = 8  # cards left in the deck that are worth a warning


class Look(NamedTuple):
    """How much of the table is drawn: on a small screen less is said, but all of it is there."""

    news: int | None = None  # the last few sentences; None: every one
    short_menu: bool = False  # moves side by side, without their outcome
    short_sea: bool = False  # a line a galleon
    bare: bool = False  # without the forecast, which the marks at sea tell as well, and most of the keys


LOOKS: Final = (
    Look(),
    Look(4),
    Look(4, short_menu=True),
    Look(2, short_menu=True),
    Look(4, short_menu=True, short_sea=True),
    Look(2, short_menu=True, short_sea=True),
    Look(1, short_menu=True, short_sea=True),
    Look(0, short_menu=True, short_sea=True),
    Look(0, short_menu=True, short_sea=True, bare=True),
)
PROMPT: Final = 1  # line below the table


@dataclass(frozen=True)
class Screen:
    console: Console
    words: Words
    voice: Voice
    edition: str
    house: str = ""  # the house rules, in words

    def draw(self, view: View, news: Sequence[str]) -> None:
        """The whole table as a seat sees it, its hand and its moves; in short if the window is small."""
        room = self.console.height - PROMPT
        for look in LOOKS:
            page = self._page(view, news, look)
            if not self.console.is_terminal or self._height(page) <= room:
                break
        self.console.print(page)

    def draw_menu(self, view: View) -> None:
        self.console.print(self._heading(self._your_turn()))
        self.console.print(self._menu(view))

    def _height(self, page: RenderableType) -> int:
        return len(self.console.render_lines(page, pad=False))

    def _page(self, view: View, news: Sequence[str], look: Look) -> RenderableType:
        parts: list[RenderableType] = [self._title(view)]
        if self.house:
            parts.append(Text(self.house))
        parts += [self._plates(view, look), self._short_sea(view) if look.short_sea else self._sea(view)]
        if view.open.sea and not look.bare:
            parts.append(self._forecast(view))
        if news and look.news != 0:
            heading = self.words("korsar.news" if self._has_played(view) else "korsar.news_first")
            parts += [self._heading(heading), self._news(news, look.news)]
        parts += [self._heading(self._your_turn()), self._hands(view)]
        parts.append(self._short_menu(view) if look.short_menu else self._menu(view))
        parts.append(Text(self.words("korsar.keys_short" if look.bare else "play.keys"), "dim"))
        return RichGroup(*parts)

    def _heading(self, text: str) -> Rule:
        return Rule(Text(text, "bold"), align="left", style="dim")

    def _your_turn(self) -> str:
        """By name, if you have one: several people may share the screen."""
        name = self.voice.names[self.voice.you or 0]
        unnamed = name == self.words("play.person")
        return self.words("korsar.your_turn" if unnamed else "korsar.your_turn_named", name=name)

    def _has_played(self, view: View) -> bool:
        return any(getattr(event, "seat", None) == view.seat for event in view.open.story)

    def _news(self, news: Sequence[str], last: int | None) -> RenderableType:
        lines = Table.grid(padding=(0, 1, 0, 0))
        shown = news if last is None else news[-last:]
        if len(shown) < len(news):
            lines.add_row("", Text(self.words("korsar.earlier"), "dim"))
        for sentence in shown:
            lines.add_row(" ·", Text(sentence))
        return lines

    # --- above ---

    def _title(self, view: View) -> RenderableType:
        line = Table.grid(expand=True)
        line.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        line.add_column(justify="right", no_wrap=True)
        form = "korsar.in_teams" if self.voice.teams else "korsar.alone"
        players = self.words(form, seats=len(self.voice.names))
        line.add_row(Text(f"{self.edition} · {players}", "bold"), self._deck(view.open.deck))
        return line

    def _deck(self, left: int) -> Text:
        if left == 0:
            return Text(self.words("korsar.deck_empty"), "bold reverse")
        text = self.words.count("korsar.deck", left)
        return Text(text, "bold reverse" if left <= FEW else "")

    def _plates(self, view: View, look: Look) -> RenderableType:
        """Each side: cards in hand and what it has taken."""
        plates = [self._plate(view, side, aligned=not look.short_sea) for side in range(len(view.booty))]
        if look.short_sea:
            return flowed(plates, self.console.width)
        return self._columns(plates, max(plate.cell_len for plate in plates))

    def _plate(self, view: View, side: int, *, aligned: bool) -> Text:
        seats = [2 * side, 2 * side + 1] if self.voice.teams else [side]
        plate = Text(no_wrap=True, overflow="ellipsis")
        names = [self._who(seat, PLATE_NAME) for seat in range(len(self.voice.names))]
        name_room = max(map(cell_len, names)) if aligned and not self.voice.teams else 0
        held = [self.words.count("korsar.cards", hand) for hand in view.open.in_hand]
        held_room = max(map(len, held)) if aligned else 0
        plate.append("  " if aligned and view.open.turn not in seats else "")
        for seat in seats:
            turn = view.open.turn == seat
            first_of_two = self.voice.teams and seat == seats[0]
            plate.append(f"{TURN} " if turn else "")
            plate.append(names[seat], "bold" if turn else "")
            plate.append(" " * (name_room - cell_len(names[seat])))
            plate.append(f" {view.open.in_hand[seat]} + " if first_of_two else f" {held[seat]:<{held_room}}  ")
        plate.append(self._booty(view.booty[side], "taken" if aligned else "galleons"))
        plate.append("" if aligned else " ")
        return plate

    def _booty(self, booty: Booty, called: str) -> str:
        taken = self.words.count(f"korsar.{called}", booty.galleons)
        return taken if booty.gold is None else self.words("korsar.gold", gold=booty.gold, taken=taken)

    def _who(self, seat: int, longest: int = LONGEST_NAME) -> str:
        return shortened(self.voice.player(seat)["Who"], longest)

    def _side(self, side: int, longest: int) -> str:
        """A side in a small space."""
        if not self.voice.teams:
            return self._who(side, longest)
        one, other = self._who(2 * side, longest), self._who(2 * side + 1, longest)
        room = longest - len(" + ")
        half = room // 2
        shorter = shortened(one, max(half, room - cell_len(other)))
        return f"{shorter} + {shortened(other, max(half, room - cell_len(one)))}"

    # --- the sea ---

    def _sea(self, view: View) -> RenderableType:
        if not view.open.sea:
            return Text(self.words("korsar.sea_empty"), "italic")
        return self._columns([self._battle(galleon) for galleon in view.open.sea], BATTLE)

    def _short_sea(self, view: View) -> RenderableType:
        """A line a galleon: the sides that fight there, in the order they came."""
        if not view.open.sea:
            return self._sea(view)
        lines = Table.grid(padding=(0, 2, 0, 0))
        titles = [Text(galleon_title(galleon, self.voice, self.words), "bold") for galleon in view.open.sea]
        room = self.console.width - max(title.cell_len for title in titles) - 2
        for title, galleon in zip(titles, view.open.sea, strict=True):
            lines.add_row(title, self._short_battle(galleon, room))
        return lines

    def _short_battle(self, galleon: AtSea, room: int) -> Text:
        if not galleon.cards:
            return Text(self.words("korsar.nobody_there"), "dim")
        sides = []
        for side in self._sides_at(galleon):
            mark, name, ships, force = self._column(galleon, side)
            parts = (part for part in (mark, name, ships, force) if part.plain.strip())
            sides.append(Text(" ").join(parts))
        return flowed(sides, room)

    def _battle(self, galleon: AtSea) -> Panel:
        rows = Table.grid(expand=True, padding=(0, 1, 0, 0))
        rows.add_column(width=1)
        rows.add_column(no_wrap=True, overflow="ellipsis", max_width=self._name_room)
        rows.add_column(ratio=1)
        rows.add_column(justify="right")
        for side in self._sides_at(galleon):
            rows.add_row(*self._column(galleon, side))
        title = Text(galleon_title(galleon, self.voice, self.words), "bold not dim")
        content = rows if galleon.cards else Text(f"  {self.words('korsar.nobody_there')}", "dim")
        return Panel(
            content, box=ROUNDED, title=title, title_align="left", subtitle=self._verdict(galleon),
            subtitle_align="left", padding=(0, 1), border_style="dim",
        )  # fmt: skip

    @property
    def _name_room(self) -> int:
        return TEAM_NAME if self.voice.teams else LONGEST_NAME

    def _sides_at(self, galleon: AtSea) -> list[int]:
        """The sides that fight there, in the order they came."""
        return list(dict.fromkeys(seat >> self.voice.teams for seat, _ in galleon.cards))

    def _column(self, galleon: AtSea, side: int) -> tuple[Text, Text, Text, Text]:
        tied = galleon.leads is None and galleon.forces[side] == max(galleon.forces)
        mark = TAKES if galleon.leads == side else TIED if tied else " "
        style = "bold" if galleon.leads == side else ""
        cards = [card for seat, card in galleon.cards if seat >> self.voice.teams == side]
        name = self._side(side, self._name_room)
        return Text(mark, "bold"), Text(name, style), self._ships(cards), Text(str(galleon.forces[side]), style)

    def _ships(self, cards: Sequence[str]) -> Text:
        """A side's cards in order: the letter of its colour once, then forces, and the signs of captain and admiral."""
        ships = Text()
        colours = [card[0] for card in cards if card != "A"]
        if colours:
            ranks = " ".join(self._captain if is_leader(card) else card[1] for card in cards if card != "A")
            ships.append(self._card(f"{colour_letter(colours[0], self.voice.language)} {ranks}", colours[0]))
        if "A" in cards:
            ships.append(" " if colours else "")
            ships.append(self._card(self._admiral, "A"))
        return ships

    def _card(self, face: str, ink: str) -> Text:
        """A card with its edges: those of its colour, or brackets."""
        return Text(f" {face} ", INKS[ink]) if self.console.color_system else Text(f"[{face}]")

    @property
    def _captain(self) -> str:
        return CAPTAIN if self._signs else self.words("korsar.captain_plain")

    @property
    def _admiral(self) -> str:
        return ADMIRAL if self._signs else self.words("korsar.admiral_plain")

    @property
    def _signs(self) -> bool:
        """Whether this terminal can show more than letters."""
        return self.console.encoding.lower().startswith("utf")

    def _verdict(self, galleon: AtSea) -> Text:
        """Who would take it now, in words."""
        if galleon.leads is None:
            return Text(f"{TIED} {self.words('korsar.tied', force=max(galleon.forces))}", "not dim")
        who = self._side(galleon.leads, self._name_room)
        if galleon.leader is not None:
            return Text(f"{TAKES} {who} · {leader_name(galleon.leader[1], self.voice.language)}", "not dim")
        return Text(f"{TAKES} {who}", "not dim")

    def _forecast(self, view: View) -> Text:
        """What each side would take if nothing moved, in the order they would take it."""
        gold = {galleon.galleon: int(galleon.card[1:]) for galleon in view.open.sea}
        sides = len(view.booty)
        first = ((view.open.turn or 0) >> self.voice.teams) + 1
        parts = [
            f"{self._side(side, 2 * LONGEST_NAME)} +{sum(gold[number] for number in view.open.forecast[side])}"
            for side in ((first + step) % sides for step in range(sides))
            if view.open.forecast[side]
        ]
        tied = [str(gold[galleon.galleon]) for galleon in view.open.sea if galleon.leads is None]
        if tied:
            parts.append(self.words("korsar.nobody", gold=" + ".join(tied)))
        return Text.assemble((self.words("korsar.forecast"), "bold"), "  ", " · ".join(parts))

    # --- the hand and the moves ---

    def _hands(self, view: View) -> RenderableType:
        labels = [self.words("korsar.hand")]
        hands = [view.hand or ()]
        if view.partner_hand is not None and view.seat is not None:
            short = replace(self.voice, names=[shortened(name, LONGEST_NAME) for name in self.voice.names])
            labels.append(self.words("korsar.partner_hand", of=short.of(view.seat ^ 1)))
            hands.append(view.partner_hand)
        rows = Table.grid(padding=(0, 1, 0, 0))
        room = self.console.width - max(map(cell_len, labels)) - 2
        for label, hand in zip(labels, hands, strict=True):
            rows.add_row(Text(label, "bold" if label == labels[0] else ""), self._hand(hand, room))
        return rows

    def _hand(self, cards: Iterable[str], room: int) -> Text:
        """Cards side by side, as many a line as there is room for."""
        faces = [self._card(self._face(card), card[0]) for card in cards]
        return flowed(faces, room) or Text(self.words("korsar.no_card"), "dim")

    def _face(self, card: str) -> str:
        """A card in a hand."""
        if card[0] == "G":
            return self.words("korsar.galleon_card", gold=card[1:])
        if card == "A":
            return leader_name(card, self.voice.language)
        rank = leader_name(card, self.voice.language) if is_leader(card) else card[1:]
        return f"{colour_letter(card[0], self.voice.language)} {rank}"

    def _short_menu(self, view: View) -> RenderableType:
        """A line a group: the moves by number, without what they do."""
        lines: list[RenderableType] = []
        number = 1
        for group in groups(view, self.voice, self.words):
            cells = [Text(f"{group.title}  ", "bold")] if group.title else []
            for choice in group.choices:
                move = typed(choice.move, self.voice.language)
                cells.append(Text.assemble((f"{number}", "bold"), " ", (move, "cyan"), " "))
                number += 1
            lines.append(flowed(cells, self.console.width))
        return RichGroup(*lines)

    def _menu(self, view: View) -> RenderableType:
        parts: list[RenderableType] = []
        number = 1
        for group in groups(view, self.voice, self.words):
            if group.title:
                parts.append(Text(group.title, "bold"))
            parts.append(self._choices(group, number))
            number += len(group.choices)
        return RichGroup(*parts)

    def _choices(self, group: Group, number: int) -> RenderableType:
        cells = [self._choice(choice, number + at) for at, choice in enumerate(group.choices)]
        width = max(cell.cell_len for cell in cells) + 1
        across = max(1, self.console.width // width)
        grid = Table.grid()
        for _ in range(min(across, len(cells))):
            grid.add_column(min_width=min(width, self.console.width))
        for at in range(0, len(cells), across):
            grid.add_row(*cells[at : at + across])
        return grid

    def _choice(self, choice: Choice, number: int) -> Text:
        move = typed(choice.move, self.voice.language)
        return Text.assemble((f"{number:>3}", "bold"), "  ", (f"{move:<6}", "cyan"), choice.said)

    # --- the end ---

    def draw_end(self, view: View) -> None:
        ended = view.open.story[-1]
        assert isinstance(ended, Ended)
        self.console.print(self._heading(self.words("korsar.end", winners=tell_winners(ended, self.voice))))
        self.console.print(self._scores(view, ended))

    def _scores(self, view: View, ended: Ended) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("")
        for key in ("galleons", "won", "left", "score"):
            table.add_column(self.words(f"korsar.{key}"), justify="right")
        for side in sorted(range(len(ended.scores)), key=lambda side: -ended.scores[side]):
            booty = view.booty[side]
            wins = side in ended.winners
            table.add_row(
                Text(f"{TAKES if wins else ' '} {self._side(side, 2 * LONGEST_NAME)}"),
                str(booty.galleons),
                str(booty.gold),
                signed(-gold_left(ended, side)),
                signed(ended.scores[side]),
                style="bold" if wins else "",
            )
        return table

    def _columns(self, cells: Sequence[RenderableType], width: int) -> RenderableType:
        """As many cells side by side as there is room for."""
        across = max(1, self.console.width // width)
        grid = Table.grid(expand=True, padding=0)
        for _ in range(across):
            grid.add_column(ratio=1)
        for at in range(0, len(cells), across):
            grid.add_row(*cells[at : at + across])
        return grid


def flowed(cells: Iterable[Text], room: int) -> Text:
    """Cells side by side, as many a line as there is room for, and none of them broken."""
    flow, width = Text(), 0
    for cell in cells:
        if width and width + 1 + cell.cell_len > room:
            flow.append("\n")
            width = 0
        elif width:
            flow.append(" ")
            width += 1
        flow.append_text(cell)
        width += cell.cell_len
    return flow


def shortened(name: str, longest: int) -> str:
    """A name that fits."""
    if cell_len(name) <= longest:
        return name
    while cell_len(name) >= longest:
        name = name[:-1]
    return name + "…"
