"""The table of Les Corsaires drawn for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.console import Group as RichGroup
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from corsaires.cli.language import Words
from corsaires.cli.les_corsaires.board import (
    ARRIVAL,
    ARROWS,
    BATTERY,
    FREE_PORT,
    HOME,
    INKS,
    LAND,
    NARROW,
    ROSE_WIDTH,
    TIGHT,
    WIDE,
    Board,
    board_width,
    fleet_line,
    rose_lines,
    ship_tag,
)
from corsaires.cli.les_corsaires.menu import Choice, Group, courses_of, groups, ships_to_move
from corsaires.games.kernel.words import capitalized
from corsaires.games.les_corsaires.events import Arrived, Ended
from corsaires.games.les_corsaires.game import LesCorsaires
from corsaires.games.les_corsaires.grid import DIRECTIONS
from corsaires.games.les_corsaires.pieces import LETTERS
from corsaires.games.les_corsaires.rules import PREMIUMS
from corsaires.games.les_corsaires.survey import Barred, Course
from corsaires.games.les_corsaires.telling import Voice, barred_by, fleet_letter, ranking, tell_winners
from corsaires.games.les_corsaires.view import Ship, View

WINS, TURN, TURNS, DANGER = "★", "▸", "↻", "▲"
BARRED, IMPOSSIBLE = "×", "–"
GUIDES: Final = ("G", "M")  # what a sign on the board says of a ship
GAP: Final = 1  # between the board and what stands beside it
ROOMY: Final = 30  # columns beside the board that hold names and scores too
PLATE_NAME: Final = 10
LONGEST_NAME: Final = 24
HALF: Final = 49  # columns for a list of courses
SHIPS_LABEL: Final = 8
FACE: Final = 6  # columns for the name of a colour
FACES: Final = {"Y": "y", "B": "b", "R": "r"}  # the colours of the die in the inks of the fleets


@dataclass(frozen=True)
class Screen:
    console: Console
    words: Words
    voice: Voice
    game: LesCorsaires

    def draw(self, view: View, news: Sequence[str]) -> None:
        """The whole table as a seat sees it, and its moves."""
        show = self.console.print
        show(self._title(), no_wrap=True, overflow="ellipsis")
        if not self._roomy:
            show(self._plates(view))
        self._draw_sea(view)
        if news:
            show(self._heading(self._news_title(view)))
            show(self._news(news))
        show(self._heading(self._your_turn(view)))
        if view.open.phase == "placing" and self._unequal:
            show(Text(self.words("les_corsaires.unequal"), "italic"))
        show(self._short_menu(view))
        show(Text(self.words("play.keys"), "dim"))

    def draw_menu(self, view: View) -> None:
        """Every move in words."""
        self.console.print(self._menu(view))

    def _heading(self, text: str) -> Rule:
        return Rule(Text(text, "bold", overflow="ellipsis", no_wrap=True), align="left", style="dim")

    def _news(self, news: Sequence[str]) -> RenderableType:
        lines = Table.grid(padding=(0, 1, 0, 0))
        for sentence in news:
            lines.add_row(" ·", Text(sentence))
        return lines

    # --- above ---

    @property
    def _unequal(self) -> bool:
        """Whether one of three players has two fleets and nothing makes up for it (C-FLT-2)."""
        return self.game.seats % 2 == 1 and not self.game.equal_fleets

    def _title(self) -> Text:
        return Text(self.title(), "bold")

    def title(self) -> str:
        parts = [self.words("les_corsaires.game"), self.game.chart.name[self.words.language]]
        parts.append(self.words("les_corsaires.players", seats=self.game.seats))
        if self.game.variant:
            parts.append(self.words(f"les_corsaires.{self.game.variant}"))
        if self.game.equal_fleets:
            parts.append(self.words("les_corsaires.equal_fleets"))
        return " · ".join(parts)

    def _plates(self, view: View) -> Text:
        """Each player: their fleets and score."""
        line = Text(no_wrap=True, overflow="ellipsis")
        room = max(4, self.console.width // len(self.voice.names) - 9)
        for seat in range(len(self.voice.names)):
            line.append("   " if seat else "")
            line.append(self._plate(view, seat, min(PLATE_NAME, room)))
        return line

    def _plate(self, view: View, seat: int, room: int) -> Text:
        turn = view.open.turn == seat
        plate = Text(f"{TURN} " if turn else "")
        for fleet in self.voice.fleets(seat):
            plate.append(fleet_letter(fleet, self.voice.language), f"bold {INKS[fleet]}")
        plate.append(f" {self._who(seat, room)} ", "bold" if turn else "")
        out = seat in view.open.eliminated
        plate.append(f"{view.open.scores[seat]}{' ×' if out else ''}", "dim" if out else "bold")
        return plate

    def _who(self, seat: int, longest: int) -> str:
        return shortened(self.voice.player(seat)["Who"], longest)

    # --- the sea ---

    @cached_property
    def cell(self) -> int:
        """Columns a point: as many as leave room for the rose, else as many as the terminal has."""
        beside = GAP + ROSE_WIDTH
        for cell, needed in ((WIDE, beside), (NARROW, beside), (WIDE, 0), (NARROW, 0)):
            if board_width(self.game.chart, cell) + needed <= self.console.width:
                return cell
        return TIGHT

    @cached_property
    def _beside(self) -> int:
        """The columns left beside the board."""
        return self.console.width - board_width(self.game.chart, self.cell) - GAP

    @property
    def _roomy(self) -> bool:
        return self._beside >= ROOMY

    def _draw_sea(self, view: View) -> None:
        board = Board(view, self.voice, self.cell)
        beside = self._side(view) if self._beside >= ROSE_WIDTH else []
        width = board.width + GAP
        for left, right in zip_longest(board.lines(), beside, fillvalue=Text()):
            self._line(Text.assemble(left, " " * (width - left.cell_len), right))
        if not beside:
            self._draw_below(view)
        self._line(self._legend(board.cell))

    def _line(self, text: Text) -> None:
        text.rstrip()
        self.console.print(text, no_wrap=True, overflow="crop", crop=True)

    def _draw_below(self, view: View) -> None:
        """The rose and the fleets side by side, under a board that leaves no room beside it."""
        for left, right in zip_longest(self._wind(view), self._standing(view), fillvalue=Text()):
            self._line(Text.assemble(left, " " * (ROSE_WIDTH + 4 - left.cell_len), right))

    def _legend(self, cell: int) -> Text:
        """What the signs mean, as far as there is room."""
        guide = self.voice.fleets(self.voice.you or 0)[0]
        signs = {"G": ship_tag(f"{guide}G1", self.voice, cell), "M": ship_tag(f"{guide}M1", self.voice, cell)}
        signs |= {"home": HOME, "arrival": ARRIVAL, "free": FREE_PORT, "battery": BATTERY, "land": LAND}
        parts = [f"{sign} {self.words(f'les_corsaires.{key}')}" for key, sign in signs.items()]
        while len(parts) > len(GUIDES) and cell_len(" · ".join(parts)) > self.console.width:
            parts.pop()
        return Text(" · ".join(parts), "dim")

    def _side(self, view: View) -> list[Text]:
        """What stands beside the board."""
        return [*self._wind(view), Text(), *self._standing(view)]

    def _wind(self, view: View) -> list[Text]:
        if view.open.die:
            return [Text(self.words("les_corsaires.die"), "bold"), Text(f"  {view.open.die}", "bold")]
        if view.open.wind is None:
            return [Text(self.words("les_corsaires.no_wind"), "dim")]
        force, towards = view.open.wind
        words = Text(capitalized(self.voice.say(f"wind.{force}")), "bold")
        return [words, Text(f"{ARROWS[towards]} {towards} · {self.voice.say(f'compass.{towards}')}"), *rose_lines(view)]

    def _standing(self, view: View) -> list[Text]:
        """The fleets, with names and scores if there is room, then the prizes."""
        lines = []
        for fleet in LETTERS:
            line = fleet_line(fleet, view, self.voice)
            seat = self.voice.owner(fleet)
            if self._roomy and self.voice.fleets(seat)[0] == fleet:
                line.append("  ")
                turn = view.open.turn == seat
                line.append(
                    f"{TURN if turn else ' '}{self._who(seat, PLATE_NAME):<{PLATE_NAME}}", "bold" if turn else ""
                )
                out = " ×" if seat in view.open.eliminated else ""
                line.append(f"{view.open.scores[seat]:>4}{out}", "bold")
            lines.append(line)
        return [*lines, *self._prizes(view)]

    def _prizes(self, view: View) -> list[Text]:
        """What the next merchants to arrive win on top."""
        arrived = {event.place: event.ship for event in view.open.story if isinstance(event, Arrived)}
        lines = []
        for place, premium in enumerate(PREMIUMS, 1):
            line = Text(f"{self.words(f'les_corsaires.place_{place}'):<3} +{premium} ")
            ship = arrived.get(place)
            line.append(self.voice.tag(ship) if ship else "…", INKS[ship[0]] if ship else "dim")
            lines.append(line)
        return lines

    # --- the turn ---

    def _news_title(self, view: View) -> str:
        if view.open.phase in ("sailing", "firing"):
            return self.words("les_corsaires.just_now")
        played = any(getattr(event, "seat", None) == view.seat for event in view.open.story)
        return self.words("les_corsaires.news" if played else "les_corsaires.news_first")

    def _your_turn(self, view: View) -> str:
        """Whose turn, the phase and the ships to go."""
        seat = self.voice.you or 0
        fleets = self.voice.list_of(self.voice.say(f"colour.{fleet}") for fleet in self.voice.fleets(seat))
        name = self.voice.names[seat]
        key = "your_turn" if name == self.words("play.person") else "your_turn_named"
        parts = [self.words(f"les_corsaires.{key}", name=name, fleets=fleets)]
        parts.append(self.words(f"les_corsaires.phase_{view.open.phase}"))
        if view.open.phase == "sailing":
            parts.append(self.words.count("les_corsaires.to_go", len(ships_to_move(view))))
        return " · ".join(parts)

    # --- the moves ---

    def _groups(self, view: View) -> list[Group]:
        return groups(view, self.voice, self.words, returning=self.game.variant == "experienced")

    def _short_menu(self, view: View) -> RenderableType:
        if view.open.phase == "sailing" and not self._has_room_for_words(view):
            return self._courses(view)
        return self._menu(view)

    def _has_room_for_words(self, view: View) -> bool:
        """Whether the words for every ship afloat fit: in one turn the look does not change."""
        if not self.console.is_terminal:
            return True
        ships = sum(ship.seat == view.open.turn and ship.fate == "afloat" for ship in view.open.ships)
        across = max(1, self.console.width // HALF)
        lines = -(-ships // across) * (1 + len(DIRECTIONS))
        around = 8 if self._roomy else 9  # title, plates, columns, legend, news, two headings, keys, prompt
        return view.chart.rows + around + lines <= self.console.height

    def _menu(self, view: View) -> RenderableType:
        blocks: list[RenderableType] = []
        number = 1
        for group in self._groups(view):
            blocks.append(self._block(group, number, view))
            number += len(group.choices)
        if view.open.phase == "sailing" and self.console.width >= 2 * HALF:
            return self._side_by_side(blocks)
        return RichGroup(*blocks)

    def _side_by_side(self, blocks: Sequence[RenderableType]) -> Table:
        across = self.console.width // HALF
        grid = Table.grid(expand=True)
        for _ in range(across):
            grid.add_column(ratio=1)
        for at in range(0, len(blocks), across):
            grid.add_row(*blocks[at : at + across])
        return grid

    def _block(self, group: Group, number: int, view: View) -> RenderableType:
        ships = [ship for ship in view.open.ships if ship.name == group.ship]
        head = [self._ship_title(ships[0])] if ships else [Text(group.title, "bold")] if group.title else []
        if ships and view.open.phase == "placing":
            return RichGroup(*head, self._berths(group, number))
        lines = [line for at, choice in enumerate(group.choices) for line in self._choice(choice, number + at)]
        return RichGroup(*head, *lines)

    def _ship_title(self, ship: Ship) -> Text:
        """« RM1 marchand rouge 1, c3, cap 3 »."""
        line = Text.assemble((f" {self.voice.tag(ship.name)} ", INKS[ship.name[0]]), " ")
        if ship.point is None or ship.bow is None:
            line.append(self.voice.bare(ship.name), "bold")
            return line
        name = self.voice.bare(ship.name)
        line.append(self.words("les_corsaires.ship_title", ship=name, point=ship.point, bow=ship.bow), "bold")
        line.append(f" {ARROWS[ship.bow]}")
        return line

    def _choice(self, choice: Choice, number: int) -> list[RenderableType]:
        written = f"{choice.written:<{max(6, len(choice.written) + 1)}}" if choice.written else ""
        line = Table.grid()
        line.add_column(no_wrap=True)
        line.add_column()
        line.add_row(Text.assemble((f"{number:>3}", "bold"), "  ", (written, "cyan")), Text(choice.said))
        notes: list[RenderableType] = []
        for note in choice.notes:
            face = f" {self.voice.say(f'face.{note.colour}'):<{FACE}} "
            said = Text(f"{DANGER} {note.said}" if note.own else note.said, "bold" if note.own else "")
            notes.append(Text.assemble("     ", (face, INKS[FACES[note.colour]]), f" {note.chance}  ", said))
        return [line, *notes]

    def _berths(self, group: Group, number: int) -> RenderableType:
        """The berths of a ship, as many a line as there is room for."""
        cells = [
            Text.assemble((f"{number + at:>3}", "bold"), "  ", (f"{choice.written:<8}", "cyan"))
            for at, choice in enumerate(group.choices)
        ]
        width = max(cell.cell_len for cell in cells) + 1
        across = max(1, self.console.width // width)
        grid = Table.grid()
        for _ in range(min(across, len(cells))):
            grid.add_column(min_width=min(width, self.console.width))
        for at in range(0, len(cells), across):
            grid.add_row(*cells[at : at + across])
        return grid

    # --- the courses as a table: a row a ship, a column a direction ---

    def _courses(self, view: View) -> RenderableType:
        grid = Table.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column(width=SHIPS_LABEL + 2, no_wrap=True)
        for _ in DIRECTIONS:
            grid.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        grid.add_row("", *(Text(f"{ARROWS[direction]} {direction}", "dim") for direction in DIRECTIONS))
        number = 1
        for ship in ships_to_move(view):
            cells = []
            for course in courses_of(ship.name, view).values():
                cells.append(self._course(course, number if course.move else 0))
                number += course.move is not None
            tag = Text.assemble((f" {self.voice.tag(ship.name)} ", INKS[ship.name[0]]), f" {ship.point}")
            tag.append(ARROWS[ship.bow] if ship.bow else "")
            grid.add_row(tag, *cells)
        return RichGroup(grid, Text(self.words("les_corsaires.courses"), "dim"))

    def _course(self, course: Course, number: int) -> Text:
        """Its number and where it ends; or what bars it."""
        sailed, turn = len(course.way), TURNS if course.turns else ""
        if not number:
            return Text(f"{BARRED} {self._bar(course.barred)}" if course.barred else IMPOSSIBLE, "dim")
        cell = Text.assemble((f"{number}", "bold"), " ")
        short = f" {sailed}/{sailed + course.unused}" if course.unused else ""
        cell.append(f"{course.end if sailed else '='}{short}{turn}")
        return cell

    def _bar(self, barred: Barred) -> str:
        return self.voice.tag(barred.ship) if barred.ship else barred_by(barred, self.voice)

    # --- the end ---

    def draw_end(self, view: View) -> None:
        ended = view.open.story[-1]
        assert isinstance(ended, Ended)
        self.console.print(self._heading(self.words("les_corsaires.end", winners=tell_winners(ended, self.voice))))
        self.console.print(self._scores(view, ended))

    def _scores(self, view: View, ended: Ended) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("")
        for key in ("merchants", "warships", "score"):
            table.add_column(self.words(f"les_corsaires.{key}"), justify="right")
        arrived = [event.seat for event in view.open.story if isinstance(event, Arrived)]
        for seat in ranking(ended):
            wins = seat in ended.winners
            fleets = "".join(fleet_letter(fleet, self.voice.language) for fleet in self.voice.fleets(seat))
            out = f" ({self.words('les_corsaires.out')})" if seat in view.open.eliminated else ""
            table.add_row(
                Text(f"{WINS if wins else ' '} {self._who(seat, LONGEST_NAME)} · {fleets}{out}"),
                str(arrived.count(seat)),
                str(ended.warships[seat]),
                str(ended.scores[seat]),
                style="bold" if wins else "",
            )
        return table


def shortened(name: str, longest: int) -> str:
    """A name that fits."""
    if cell_len(name) <= longest:
        return name
    while cell_len(name) >= longest:
        name = name[:-1]
    return name + "…"
