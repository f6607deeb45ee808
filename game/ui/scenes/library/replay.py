"""One game of the library, replayed: board, players, moves, and the ways on from it."""

from __future__ import annotations

from typing import Final

import msgspec
import pygame

from game.library.summary import of_reading
from game.match.recorded import match_of
from game.match.review import Review
from game.records.fault import Fault
from game.records.native import Reading
from game.rules.core import Side
from game.ui.board.motion import FIRST_STEP_S
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING, ROW_RADIUS
from game.ui.scenes.boarded import SteppedScene
from game.ui.scenes.colours import both_mark, colour_name, is_undecided, player_mark
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.exporting import ExportSteps
from game.ui.scenes.library.remark import Remark, remark_height, said_of
from game.ui.scenes.library.words import face_of, result_words, seat_names
from game.ui.scenes.match.layout import lay_out
from game.ui.scenes.match.move_list import ListedMove, MoveList
from game.ui.scenes.match.player_card import PlayerView, draw_player_card
from game.ui.scenes.names import game_title
from game.ui.scenes.notation import move_words
from game.ui.scenes.page import measure
from game.ui.scenes.people import ground_of
from game.ui.scenes.pictures import emblem_mark
from game.ui.scenes.seats import seat_entries
from game.ui.stage.clipboard import copy_game, copy_position
from game.ui.stage.faults import fault_words
from game.ui.stage.navigator import MATCH, REVIEW, SETUP
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

_ROOMY: Final = 420.0
"""In a narrower panel the buttons stand in two rows."""
_STRIP: Final = 44.0
_BETWEEN: Final = 8.0
_AUTOMATIC_S: Final = 1.0


class ReplayScene(SteppedScene):
    """Shows a game that is over, or was never finished. Nothing in it is played any more."""

    scope = "replay"
    early = SteppedScene.early | {"give", "copy_game", "copy_position"}

    def __init__(self, stage: Stage, reading: Reading, key: str) -> None:
        """`key` is the game's in the library."""
        self.match = match_of(reading)
        super().__init__(stage, BoardView(stage.painter(self.match.variant), self.match.position))
        self.flipped = False
        self.review: Review | None = None
        """The review of the game, once it was asked for."""
        self._reading = reading
        self._told = of_reading(reading)
        self._key = key
        self._desk = ExportSteps(stage, stage.services.library)
        self.ply = 0
        """How many moves have been played on the board."""
        self._auto_s: float | None = None
        self._layout = lay_out((1280, 800), False)
        self._problem = pygame.FRect(0, 0, 0, 0)
        self._moves: MoveList | None = None
        self._remark: Remark | None = None
        self._notes = {int(note.places[0][1]): note for note in reading.notes}
        self._has_times = any(played.used_s for played in self.match.line)
        self.show_ply(self.match.ply)

    @property
    def wants_engine(self) -> bool:
        """Once there is a review."""
        return self.review is not None

    # ---- what the review asks for

    @property
    def panel(self) -> pygame.FRect:
        """Where everything beside the board lies."""
        header, low = self._layout.header, self._layout.actions
        return pygame.FRect(header.left, header.top, header.width, low.bottom - header.top)

    @property
    def is_turned(self) -> bool:
        """Whether the board is turned."""
        return self.flipped

    def player_name(self, side: Side) -> str:
        """The name of who played a side."""
        return seat_names(self.stage.t, self._told, self.stage.settings.name.strip())[side]

    # ---- replaying

    def show_ply(self, ply: int) -> None:
        """Show the position after this many moves; the next one comes with its motion."""
        game = self.match.game
        ply = min(max(0, ply), self.match.ply)
        goes_on = ply == self.ply + 1
        self.ply = ply
        last = game.moves[ply - 1] if ply else None
        if goes_on and last is not None:
            self.board.play(last, game.at(ply - 1), game.at(ply))
        else:
            self.board.show(game.at(ply), last)
        if ply == self.match.ply and self.match.outcome is not None:
            self.board.show_outcome(self.match.outcome)
        if self._moves is not None:
            self._moves.shown = ply
            self._moves.follow()
        self._tell()

    def _tell(self) -> None:
        if self._remark is None:
            return
        t, comment = self.stage.t, said_of(self._reading.record, self.ply)
        note = self._notes.get(self.ply)
        if note is not None:  # here, so without its place
            self._remark.tell(fault_words(t, msgspec.structs.replace(note, places=())), comment)
        else:
            elsewhere = " ".join(fault_words(t, each) for each in self._notes.values())
            self._remark.tell("", comment, elsewhere or t("library.no_comment"))

    @property
    def _says_something(self) -> bool:
        """Whether anything is said of the game or of its moves."""
        record = self._reading.record
        return bool(record.comment or self._notes) or any(move.comment for move in record.moves)

    def step_by(self, by: int) -> None:
        """This many moves further or back, which ends the replay by itself."""
        self.go_to(self.ply + by)

    def go_to(self, ply: int) -> None:
        """The position after this many moves, which ends the replay by itself."""
        self._auto_s = None
        self.show_ply(ply)

    def toggle_automatic(self) -> None:
        """Replay move after move by itself, from the start if the game is at its end; or stop that."""
        if self._auto_s is not None:
            self._auto_s = None
        elif self.match.ply:
            if self.ply == self.match.ply:
                self.show_ply(0)
            self._auto_s = _AUTOMATIC_S
        self.layout()

    def flip(self) -> None:
        """Turn the board and swap the cards."""
        self.flipped = self.board.flipped = not self.flipped

    # ---- ways on

    @property
    def can_play_on(self) -> bool:
        """Whether the game can go on from the shown position."""
        game = self.match.game
        is_open = self.ply < self.match.ply or game.outcome is None
        return is_open and game.at(self.ply).unclaimed().outcome() is None

    def choose_side(self) -> None:
        """Who plays on from here: the person with one of the colours against the computer, or two people."""
        t, match = self.stage.t, self.match
        position = match.game.at(self.ply)

        def who(side: Side) -> str:
            if is_undecided(position):
                return self.player_name(side)
            return t(f"common.{colour_name(match.variant, position, side)}_short")

        def level(side: Side) -> str:
            there = match.seat(side.other).player.level or match.seat(side).player.level
            return there or self.stage.settings.choice(match.variant.game).level

        def set_up() -> None:
            self.stage.go(SETUP, match.variant, position)

        opponents = self.stage.services.tables.opponents(match.variant.game)
        entries = seat_entries(t, who, level, opponents, self._play_on)
        if position.opening is None:
            entries.append(ListEntry(t("setup.change"), set_up, "pieces"))
        place = next(each.rect for each in self.widgets.widgets if each.name == "play_on")
        widest = max(measure(self.stage, entry.label) for entry in entries)
        self.stage.open(Popup(place, entries, min(widest + 76, self.size[0] - 32)))

    def _play_on(self, person: Side | None) -> None:
        """A game that goes on from here: the person has that side (None: two people play)."""
        settings, tables = self.stage.settings, self.stage.services.tables
        choice = settings.choice(self.match.variant.game)
        self.stage.go_from_menu(MATCH, tables.play_on(self.match, self.ply, person, choice, settings.name))

    def play_from(self, ply: int) -> None:
        """Show a ply and ask who plays on from there."""
        self.show_ply(ply)
        self.choose_side()

    def open_review(self) -> None:
        """Let the engine go through the game."""
        if self.review is None:
            self.review = self.stage.services.tables.review(self.match)
        if self.review is None:
            self.stage.toasts.show(self.stage.t("library.review_not_yet"), "info")
        else:
            self.stage.go(REVIEW, self, None)

    def give(self) -> None:
        """Write the game into a file."""
        names = self.stage.t("library.names", first=self.player_name(Side.FIRST), second=self.player_name(Side.SECOND))
        self._desk.ask([self._key], names, self.match.variant.game)

    def open_copy(self) -> None:
        """What of the game is to be copied."""
        t = self.stage.t
        entries = [
            ListEntry(t("library.copy_game"), self.copy_game, "page", shortcut=self.key_of("copy_game")),
            ListEntry(t("library.copy_position"), self.copy_position, "dot", shortcut=self.key_of("copy_position")),
        ]
        place = next(each.rect for each in self.widgets.widgets if each.name == "copy")
        self.stage.open(Popup(place, entries, 300.0))

    def copy_game(self) -> None:
        """The game as text to the clipboard."""
        copy_game(self.stage, self._reading.record)

    def copy_position(self) -> None:
        """The shown position as text to the clipboard."""
        copy_position(self.stage, self.match.variant, self.match.game.at(self.ply))

    # ---- layout

    def layout(self) -> None:
        """As in a match, with the ways on in the place of its actions."""
        t, rules = self.stage.t, self.match.variant
        painter = self.board.painter = self.stage.painter(rules)
        problem = _STRIP if self._told.problem else 0.0
        remark = remark_height(self.size[1]) if self._says_something else 0.0
        height = problem + remark + (_BETWEEN if problem and remark else 0.0)
        place = self._layout = lay_out(self.size, False, painter.frame.aspect, strip_height=height)
        strip = place.strip
        self._problem = pygame.FRect(strip.left, strip.bottom - problem, strip.width, problem)
        self._remark = Remark(self.stage, pygame.FRect(strip.left, strip.top, strip.width, remark)) if remark else None
        self._tell()
        self.board.rect = place.board
        marks = (emblem_mark(rules, Side.FIRST, 16), emblem_mark(rules, Side.SECOND, 16))
        moves = MoveList(place.moves, t("match.moves"), marks, self.go_to)
        moves.entries = self._entries()
        moves.next_column = None
        moves.shown = self.ply
        moves.follow()
        self._moves = moves
        header = place.header
        back = pygame.FRect(header.left, header.top, 40, 40)
        widgets: list[Widget] = [
            self.board,
            SquareButton(back, "chevron_left", self.close, t("common.back"), True, 22, "Esc", "back"),
            moves,
        ]
        for index, (icon, act, tip, key) in enumerate(
            (
                ("copy", self.open_copy, t("library.copy"), self.key_of("copy_game")),
                ("give_out", self.give, t("library.give_out"), self.key_of("give")),
                ("flip", self.flip, t("match.flip"), self.key_of("flip")),
            )
        ):
            rect = pygame.FRect(header.right - 120 + 40 * index, header.top, 40, 40)
            widgets.append(SquareButton(rect, icon, act, tip, False, 22, key))
        widgets += self._stepping_row(place.moves)
        if self._remark is not None:
            widgets.append(self._remark)
        self.widgets.replace([*widgets, *self._actions(place.actions)], first="board")

    def _stepping_row(self, rect: pygame.FRect) -> list[Widget]:
        """In the title row of the list: the replay by itself."""
        t, runs = self.stage.t, self._auto_s is not None
        place = pygame.FRect(rect.right - 42, rect.top + 6, 32, 32)
        label = t("library.automatic_stop" if runs else "library.automatic")
        icon = "pause" if runs else "play"
        return [
            SquareButton(place, icon, self.toggle_automatic, label, False, 18, self.key_of("automatic"), "automatic")
        ]

    def _actions(self, rect: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        wide = rect.width >= _ROOMY
        area = pygame.FRect(rect.left + 8, rect.top + 8, 208.0 if wide else 116.0, rect.height - 16)
        found = self.step_buttons(area, self.match.ply, with_labels=wide)
        left, gap = area.right + (16 if wide else 6), 10.0 if wide else 6.0
        half = (rect.right - 12 - left - gap) / 2
        top = rect.centery - 24
        play = Button(pygame.FRect(left, top, half, 48), t("library.play_on"), self.choose_side, name="play_on")
        play.shortcut, play.tooltip = self.key_of("play_on"), t("library.play_on")
        label = t("library.review")
        review = Button(
            pygame.FRect(left + half + gap, top, half, 48), label, self.open_review, "primary", name="review"
        )
        review.shortcut, review.tooltip = self.key_of("review"), label
        review.enabled = self.match.ply > 0
        self._play_button = play
        return [*found, play, review]

    def _entries(self) -> list[ListedMove]:
        t, game = self.stage.t, self.match.game
        entries = []
        for ply, played in enumerate(self.match.line):
            position = game.at(ply)
            text = move_words(t, self.match.variant, played.move, position)
            time = t("match.seconds", n=f"{played.used_s:.1f}") if self._has_times else ""
            if position.opening is not None and played.move in position.opening.choices:
                entries.append(ListedMove(text, time, both_mark(game.variant, 16), None))
            else:
                colour = position.colour_to_move
                entries.append(ListedMove(text, time, emblem_mark(game.variant, colour, 16), int(colour)))
        return entries

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            **self.stepping(self.match.ply),
            "flip": self.flip,
            "give": self.give,
            "copy_game": self.copy_game,
            "copy_position": self.copy_position,
        }
        if self.match.ply:
            acts |= {"automatic": self.toggle_automatic, "review": self.open_review}
        return {**acts, "play_on": self.choose_side} if self.can_play_on else acts

    @property
    def is_busy(self) -> bool:
        """Whether the engine goes through the game."""
        return self.review is not None and not self.review.is_over

    def update(self, dt: float) -> None:
        """Carry the review and the export on, and replay by itself."""
        self._desk.update()
        if self.review is not None:
            self.review.update()
        if self._auto_s is not None and self.stage.stack.top is self:
            self._auto_s -= dt
            if self._auto_s <= 0:
                self._auto_s = _AUTOMATIC_S
                self.show_ply(self.ply + 1)
                dt = min(dt, FIRST_STEP_S)
                if self.ply == self.match.ply:
                    self._auto_s = None
                    self.layout()
        self._play_button.enabled = self.can_play_on
        super().update(dt)

    def left(self) -> None:
        """The scene has gone: the review ends."""
        if self.review is not None:
            self.review.cancel()
        self.review = None

    def uncovered(self) -> None:
        """The review may have shown something else meanwhile; this board stands where it was."""
        self.layout()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header texts, cards; the widgets come on top."""
        self.stage.draw_backdrop(canvas)
        place = self._layout
        self._draw_header(canvas, place.header)
        lower = Side.SECOND if self.flipped else Side.FIRST
        draw_player_card(canvas, place.upper_card, self._player(lower.other))
        draw_player_card(canvas, place.lower_card, self._player(lower))
        if self._told.problem is not None:
            self._draw_problem(canvas, self._problem, self._told.problem)
        canvas.card(place.actions)

    def _draw_header(self, canvas: Canvas, rect: pygame.FRect) -> None:
        t, told = self.stage.t, self._told
        room = rect.width - 56 - 132
        title = t("library.names", first=self.player_name(Side.FIRST), second=self.player_name(Side.SECOND))
        if not self.match.ply:
            title = t("library.position")
        canvas.text(title, rect.left + 56, rect.top + 11, HEADING, face=Face.MEDIUM, width=room)
        reason = t(f"library.by_{told.termination}") if told.termination else ""
        result = " · ".join(filter(None, (result_words(t, told), reason)))
        rules, short = game_title(t, self.match.variant), t(f"common.{self.match.variant.name}")
        choices = [
            (rules, result, told.event), (rules, result), (rules, result_words(t, told)),
            (short, result_words(t, told)), (result_words(t, told),),
        ]  # fmt: skip
        details = [" · ".join(filter(None, choice)) for choice in choices]
        detail = next((each for each in details if canvas.text_width(each, CAPTION) <= room), details[-1])
        canvas.text(detail, rect.left + 56, rect.top + 31, CAPTION, canvas.theme.muted, width=room)

    def _player(self, side: Side) -> PlayerView:
        match, t = self.match, self.stage.t
        position = match.game.at(self.ply)
        level = match.seat(side).player.level
        name = self.player_name(side)
        if is_undecided(position):
            details = [t("opening.undecided")]
        else:
            details = [t("match.plays", side=t(f"common.{colour_name(match.variant, position, side)}_short"))]
        if match.outcome is not None and match.outcome.winner is side and self.ply == match.ply:
            details.insert(0, t("library.winner"))
        used = sum(played.used_s for played in match.line[: self.ply] if played.side is side)
        left = match.clock.left_after_s(self.ply, side) if match.clock.control is not None else None
        to_move = self.ply < match.ply and position.turn is side
        return PlayerView(
            name=name, details=tuple(details), portrait=face_of(level) if level else None, side=int(side),
            mark=player_mark(match.variant, position, side, 18), is_active=to_move, is_running=False, left_s=left,
            used_s=used, ground=None if level else ground_of(name), shows_clock=self._has_times,
        )  # fmt: skip

    def _draw_problem(self, canvas: Canvas, rect: pygame.FRect, why: Fault) -> None:
        theme, t = canvas.theme, self.stage.t
        canvas.rounded(rect, ROW_RADIUS + 2, theme.gold_tint, theme.gold if theme.is_contrast else None, 1.5)
        canvas.icon("warning", rect.left + 20, rect.centery, 18, theme.gold_ink)
        text = t("library.damaged_part", why=fault_words(t, why))
        lines = canvas.wrapped(text, rect.width - 52, CAPTION)[:2]
        for number, line in enumerate(lines):
            y = rect.centery + (number - (len(lines) - 1) / 2) * 17
            canvas.text(line, rect.left + 40, y, CAPTION, theme.gold_ink, width=rect.width - 52)
