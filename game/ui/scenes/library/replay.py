"""One game of the library, replayed and studied: board, players, the tree of its moves, and the ways on from it."""

from __future__ import annotations

from bisect import bisect_right
from functools import partial
from typing import Final

import msgspec
import pygame

from game.lan.signing import check_reading
from game.library.database.game_database import BoardQuestion
from game.library.summary import of_reading
from game.match.recorded import match_of
from game.match.review import Review
from game.records.analysed import AnalysedGame
from game.records.branches import Branches
from game.records.edited import edited
from game.records.native import Reading
from game.records.record import Record
from game.records.tree import GameTree
from game.records.tree_cursor import TreeCursor
from game.rules.core import Outcome, Position, Side
from game.ui.board.motion import FIRST_STEP_S
from game.ui.paint.canvas import Canvas
from game.ui.scenes.colours import colour_name, is_undecided, player_mark
from game.ui.scenes.exercises.keeping import keep_position
from game.ui.scenes.explorer.panel import split
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.exporting import ExportSteps
from game.ui.scenes.library.heading import draw_header, draw_problem
from game.ui.scenes.library.remark import remark_height, said_of
from game.ui.scenes.library.signed import SignaturesOverlay, SignedMark
from game.ui.scenes.library.words import face_of, seat_names
from game.ui.scenes.match.layout import lay_out
from game.ui.scenes.match.player_card import PlayerView, draw_player_card
from game.ui.scenes.opening_words import opening_names
from game.ui.scenes.page import measure
from game.ui.scenes.people import ground_of
from game.ui.scenes.seats import seat_entries
from game.ui.scenes.sharing.steps import SharedLine, SharingSteps
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.keeping import KeptTree
from game.ui.scenes.variations.list import VariationList
from game.ui.scenes.variations.scene import TreeBoardScene
from game.ui.stage.clipboard import copy_game, copy_link, copy_position
from game.ui.stage.faults import fault_words
from game.ui.stage.navigator import ANALYSIS, COLLECTIONS, MATCH, REVIEW, SETUP
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton

_ROOMY: Final = 420.0
"""In a narrower panel the buttons stand in two rows."""
_STRIP: Final = 44.0
_BETWEEN: Final = 8.0
_AUTOMATIC_S: Final = 1.0


class ReplayScene(TreeBoardScene):
    """Shows a game that is over, or was never finished. Another move on the board makes its tree grow, which is kept
    after each edit."""

    scope = "replay"
    goes_on_covered = True
    early = TreeBoardScene.early | {"give", "copy_game", "copy_position"}

    def __init__(self, stage: Stage, reading: Reading, key: str, ply: int | None = None) -> None:
        """`key` is the game's in the library, perhaps not there yet. Begins at a ply, by default at the end."""
        self.match = match_of(reading)
        super().__init__(stage, self.match.variant, self.match.position)
        cursor = TreeCursor.at(reading.record.tree).at_ply(self.match.ply if ply is None else ply)
        self._grow(Branches(self.match.game), cursor)
        self._keeping = KeptTree(stage, reading, key)
        self.flipped = False
        self.review: Review | None = None
        """The review of the game, once it was asked for."""
        self._reading = reading
        self._proof = check_reading(reading)
        self._mark: SignedMark | None = None
        self._told = of_reading(reading)
        self._desk = ExportSteps(stage)
        self._sharing = SharingSteps(stage)
        self._auto_s: float | None = None
        self._layout = lay_out((1280, 800), False)
        self._problem = pygame.FRect(0, 0, 0, 0)
        self._notes = {int(note.places[0][1]): note for note in reading.notes}
        self._has_times = any(played.used_s for played in self.match.line)
        self._show()

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
    def game_key(self) -> str:
        """The game's key in the library."""
        return self._keeping.key

    @property
    def is_turned(self) -> bool:
        """Whether the board is turned."""
        return self.flipped

    @property
    def study(self) -> TreeEditing:
        """The tree, to which the review adds its lines."""
        return self.editing

    def tell_kept(self, moves: VariationList) -> None:
        """Say in a list how the edits of the tree are kept."""
        self._keeping.tell(moves)

    def player_name(self, side: Side) -> str:
        """The name of who played a side."""
        return seat_names(self.stage.t, self._told, self.stage.settings.name.strip())[side]

    # ---- replaying

    @property
    def main_ply(self) -> int:
        """How many moves of the main line are on the board."""
        cursor = self.editing.cursor
        return bisect_right(cursor.line[: cursor.ply], self.match.ply)

    def show_ply(self, ply: int) -> None:
        """Show the position after this many moves of the line; the next one comes with its motion."""
        self.editing.go(self.editing.cursor.at_ply(ply))

    @property
    def record(self) -> Record:
        """The game as it is kept."""
        return self._keeping.record

    def _standing(self) -> tuple[Position, Outcome | None]:
        """What is on the board, and how the game has ended there: at the end of the main line as it is recorded."""
        position = self.editing.position
        is_end = self.editing.cursor.index == self.match.ply and self.match.outcome is not None
        outcome = self.match.outcome if is_end else position.unclaimed().outcome()
        return (position.unclaimed() if outcome is None else position), outcome

    def _interrupt(self) -> None:
        """The person does something, which ends the replay by itself."""
        self._auto_s = None

    def _keep(self) -> None:
        """Keep the tree; with another main line it is another game that is shown."""
        reading = self._keeping.keep(self.editing.cursor.tree)
        if reading is None:
            return
        if self.review is not None:
            self.review.cancel()
        self.review, self.match = None, match_of(reading)
        self._told = of_reading(reading)
        self._proof = check_reading(reading)
        self._notes = {int(note.places[0][1]): note for note in reading.notes}
        self._show()
        self.layout()

    def _tell(self) -> None:
        if self._remark is None:
            return
        cursor, t = self.editing.cursor, self.stage.t
        comment = said_of(self._keeping.record, cursor.node)
        note = self._notes.get(self.ply) if cursor.index <= self.match.ply else None
        if note is not None:  # here, so without its place
            self._remark.tell(fault_words(t, msgspec.structs.replace(note, places=())), comment)
        else:
            elsewhere = t.sentences(fault_words(t, each) for each in self._notes.values())
            self._remark.tell("", comment, elsewhere or t("library.no_comment"))

    @property
    def _says_something(self) -> bool:
        """Whether anything is said of the game or of its moves."""
        return bool(self._notes) or super()._says_something

    def toggle_automatic(self) -> None:
        """Replay move after move by itself, from the start if the game is at its end; or stop that."""
        if self._auto_s is not None:
            self._auto_s = None
        elif self.editing.cursor.line:
            if self.ply == len(self.editing.cursor.line):
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
        is_end = self.editing.cursor.index == self.match.ply
        is_open = not is_end or self.match.game.outcome is None
        return is_open and self.editing.position.unclaimed().outcome() is None

    def choose_side(self) -> None:
        """Who plays on from here: the person with one of the colours against the computer, or two people."""
        t, match = self.stage.t, self.match
        position = self.editing.position

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
        cursor = self.editing.cursor
        match = self.match
        if self.main_ply < cursor.ply:
            line = GameTree.of_line(cursor.tree.nodes[index] for index in cursor.line[: cursor.ply])
            match = match_of(edited(self._keeping.record, line))
        self.stage.go_from_menu(MATCH, tables.play_on(match, cursor.ply, person, choice, settings.name))

    def play_from(self, ply: int) -> None:
        """Show a ply of the main line and ask who plays on from there."""
        self.show_node(ply)
        self.choose_side()

    def open_review(self) -> None:
        """Let the engine go through the game."""
        if self.review is None:
            self.review = self.stage.services.tables.review(self.match)
            if self.review is not None:
                self.stage.services.mistakes.follow(self.review, self.match, self._keeping.key)
        if self.review is None:
            self.stage.toasts.show(self.stage.t("library.review_not_yet"), "info")
        else:
            self.stage.go(REVIEW, self, None)

    def analyse(self, ply: int) -> None:
        """Lay the game onto the analysis board, after this many moves of the main line."""
        self._analyse_at(ply)

    def _analyse_shown(self) -> None:
        self._analyse_at(self.editing.cursor.index)

    def _analyse_at(self, index: int) -> None:
        self._auto_s, editing = None, self.editing
        self.stage.go(ANALYSIS, AnalysedGame(self._keeping.record, self.match.game, index, editing.take_over))

    def give(self) -> None:
        """Write the game into a file."""
        library = self.stage.services.library
        record = self._keeping.record
        self._desk.ask(partial(library.give_record, record), self._name, self.match.variant.game, record)

    @property
    def _name(self) -> str:
        """What a file of the game may be called."""
        return self.stage.t("library.names", first=self.player_name(Side.FIRST), second=self.player_name(Side.SECOND))

    def open_copy(self) -> None:
        """What of the game is to be copied."""
        t = self.stage.t
        entries = [
            ListEntry(t("library.copy_game"), self.copy_game, "page", shortcut=self.key_of("copy_game")),
            ListEntry(t("library.copy_position"), self.copy_position, "dot", shortcut=self.key_of("copy_position")),
            ListEntry(t("keys.find_position"), self.find_position, "search", shortcut=self.key_of("find_position")),
            ListEntry(t("exercises.keep"), self.keep_exercise, "hint", shortcut=self.key_of("keep_exercise")),
            ListEntry(t("library.copy_link"), self.copy_link, "link"),
        ]
        place = next(each.rect for each in self.widgets.widgets if each.name == "copy")
        self.stage.open(Popup(place, entries + self._sharing.entries(place, self._shared), 340.0))

    def _shared(self) -> SharedLine:
        """The line that is looked at, for pictures of it."""
        cursor, editing = self.editing.cursor, self.editing
        frames = [(editing.position_at(ply), editing.move_at(ply)) for ply in range(len(cursor.line) + 1)]
        is_main = cursor.line[-1:] in ((), (self.match.ply,))
        outcome = self.match.outcome if is_main else None
        return SharedLine(self.match.variant, frames, cursor.ply, self.flipped, self._name, outcome)

    def copy_game(self) -> None:
        """The game as text to the clipboard."""
        copy_game(self.stage, self._keeping.record)

    def copy_link(self) -> None:
        """The game as a link to the clipboard."""
        copy_link(self.stage, self._keeping.record)

    def copy_position(self) -> None:
        """The shown position as text to the clipboard."""
        copy_position(self.stage, self.match.variant, self.editing.position)

    def show_signatures(self) -> None:
        """Who has signed what of the game."""
        lan = self.stage.services.lan_made
        if self._proof is not None:
            self.stage.open(SignaturesOverlay(self.stage, self._proof, lan.key if lan is not None else ""))

    def find_position(self) -> None:
        """The games of the collections with the shown position, and the moves that were played there."""
        self.stage.go(COLLECTIONS, BoardQuestion(self.editing.position, self.match.variant))

    def keep_exercise(self) -> None:
        """Keep the shown position as an exercise."""
        rules, key = self.match.variant, self._keeping.key
        keep_position(self.stage, rules, self.editing.position, key, self.main_ply)

    # ---- layout

    def layout(self) -> None:
        """As in a match, with the ways on in the place of its actions."""
        t, rules = self.stage.t, self.match.variant
        painter = self.board.painter = self.stage.painter(rules)
        problem = _STRIP if self._told.problem else 0.0
        says = self._says_something or self._tree.comments.is_writing
        remark = remark_height(self.size[1]) if says else 0.0
        height = problem + remark + (_BETWEEN if problem and remark else 0.0)
        place = self._layout = lay_out(self.size, False, painter.frame.aspect, strip_height=height)
        strip = place.strip
        self._problem = pygame.FRect(strip.left, strip.bottom - problem, strip.width, problem)
        said = pygame.FRect(strip.left, strip.top, strip.width, remark)
        words = self._lay_out_words(said)
        self.board.rect = place.board
        room, explorer = place.moves, pygame.FRect(0, 0, 0, 0)
        if self.stage.settings.explorer:
            room, explorer = split(room)
        moves = self._moves = self._tree.lay_out(room, 196.0)
        self.tell_kept(moves)
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
        self._mark = None
        if self._proof is not None:
            place_of_mark = pygame.FRect(header.left + 56, header.top + 20, header.width - 56 - 132, 22)
            self._mark = SignedMark(self.stage, place_of_mark, self._proof, self.show_signatures)
            widgets.append(self._mark)
        widgets += [*self._stepping_row(place.moves), *self._explorer.widgets(explorer), *words]
        self.widgets.replace([*widgets, *self._actions(place.actions)], first="board")

    def _stepping_row(self, rect: pygame.FRect) -> list[Widget]:
        """In the title row of the list: explorer, analysis board, what is done with the move, the replay by itself."""
        t, runs = self.stage.t, self._auto_s is not None
        label = t("library.automatic_stop" if runs else "library.automatic")
        book = pygame.FRect(rect.right - 186, rect.top + 6, 32, 32)
        analyse = pygame.FRect(rect.right - 150, rect.top + 6, 32, 32)
        play, icon = pygame.FRect(rect.right - 42, rect.top + 6, 32, 32), "pause" if runs else "play"
        tip, key = t("keys.analyse"), self.key_of("analyse")
        return [
            self._explorer.button(book, self.key_of("explorer")),
            SquareButton(analyse, "pulse", self._analyse_shown, tip, False, 18, key, "analyse"),
            *self._tree.buttons(rect.right - 46, rect.top),
            SquareButton(play, icon, self.toggle_automatic, label, False, 18, self.key_of("automatic"), "automatic"),
        ]

    def _actions(self, rect: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        wide = rect.width >= _ROOMY
        area = pygame.FRect(rect.left + 8, rect.top + 8, 208.0 if wide else 116.0, rect.height - 16)
        found = self.step_buttons(area, len(self.editing.cursor.line), with_labels=wide)
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

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            **self.tree_acts(),
            "flip": self.flip,
            "give": self.give,
            "copy_game": self.copy_game,
            "copy_position": self.copy_position,
            "find_position": self.find_position,
            "analyse": self._analyse_shown,
            "keep_exercise": self.keep_exercise,
        }
        if self.editing.cursor.line:
            acts |= {"automatic": self.toggle_automatic, "review": self.open_review}
        return {**acts, "play_on": self.choose_side} if self.can_play_on else acts

    @property
    def is_busy(self) -> bool:
        """Whether the engine goes through the game, an animation is being made, or the explorer awaits an answer."""
        return self._explorer.is_busy or self._sharing.is_busy or (self.review is not None and not self.review.is_over)

    def update(self, dt: float) -> None:
        """Carry the review and the export on, and replay by itself."""
        self._desk.update()
        self._sharing.update()
        self._explorer.update()
        self._tree.update()
        if self._tree.comments.is_writing:
            self._auto_s = None
        if self._moves is not None:
            self.tell_kept(self._moves)
        if self.review is not None:
            self.review.update()
        if self._auto_s is not None and self.stage.stack.top is self:
            self._auto_s -= dt
            if self._auto_s <= 0:
                self._auto_s = _AUTOMATIC_S
                self.show_ply(self.ply + 1)
                dt = min(dt, FIRST_STEP_S)
                if self.ply == len(self.editing.cursor.line):
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
        names = (self.player_name(Side.FIRST), self.player_name(Side.SECOND))
        is_position = not self.editing.cursor.line
        opening = self._explorer.opening
        taken = self._mark.rect.width if self._mark is not None else 0.0
        called = opening_names(self.stage.t, opening) if opening is not None else ()
        draw_header(
            canvas, place.header, self.stage.t, self.match.variant, self._told, names, is_position, called, taken
        )
        lower = Side.SECOND if self.flipped else Side.FIRST
        draw_player_card(canvas, place.upper_card, self._player(lower.other))
        draw_player_card(canvas, place.lower_card, self._player(lower))
        if self._told.problem is not None:
            draw_problem(canvas, self._problem, self.stage.t, self._told.problem)
        self._explorer.draw(canvas)
        canvas.card(place.actions)

    def _player(self, side: Side) -> PlayerView:
        match, t = self.match, self.stage.t
        position, ply = self.editing.position, self.main_ply
        level = match.seat(side).player.level
        name = self.player_name(side)
        if is_undecided(position):
            details = [t("opening.undecided")]
        else:
            details = [t("match.plays", side=t(f"common.{colour_name(match.variant, position, side)}_short"))]
        if match.outcome is not None and match.outcome.winner is side and self.editing.cursor.index == match.ply:
            details.insert(0, t("library.winner"))
        used = sum(played.used_s for played in match.line[:ply] if played.side is side)
        left = match.clock.left_after_s(ply, side) if match.clock.control is not None else None
        to_move = self.ply < len(self.editing.cursor.line) and position.turn is side
        return PlayerView(
            name=name, details=tuple(details), portrait=face_of(level) if level else None, side=int(side),
            mark=player_mark(match.variant, position, side, 18), is_active=to_move, is_running=False, left_s=left,
            used_s=used, ground=None if level else ground_of(name), shows_clock=self._has_times,
        )  # fmt: skip
