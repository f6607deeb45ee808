"""Setting up a position as a scene: the board at the left; at the right the pieces, whose move it is, the ways on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.library.database.game_database import BoardQuestion
from game.records.analysed import AnalysedGame
from game.rules.core import Move, Piece, Position, Side, Square, Variant
from game.rules.registry import variant as variant_called
from game.rules.registry import variants_of
from game.rules.setup import kinds_of
from game.ui.board.position_editor import PositionEditor
from game.ui.board.view import BoardView
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.scenes.boarded import hear_move, refuse
from game.ui.scenes.explorer.panel import LEAST, OpeningExplorer
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.keyed import Act
from game.ui.scenes.learn.words import Words, draw_said
from game.ui.scenes.names import game_title
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact
from game.ui.scenes.pictures import emblem_mark
from game.ui.scenes.seats import seat_entries
from game.ui.scenes.setup.draft import SetupDraft
from game.ui.scenes.setup.moves import TriedMovesScene
from game.ui.scenes.setup.picker import GAP, PiecePicker, cell_size
from game.ui.scenes.setup.reading import position_in, unsound_in
from game.ui.scenes.study import TALLEST, CardScene
from game.ui.stage import clipboard
from game.ui.stage.faults import position_words
from game.ui.stage.navigator import ANALYSIS, COLLECTIONS, MATCH
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import RIGHT_BUTTON, Widget
from game.ui.widgets.buttons import ActionButton, Button
from game.ui.widgets.choices import Dropdown, Segment, Segmented

_LEAST: Final = 318.0
"""What stands beside the board needs so much room."""
_WIDEST: Final = 420.0
_SMALL_ACTS: Final = 52.0


class PositionSetupScene(CardScene):
    """Lays out a position of any game."""

    scope = "setup"
    early = frozenset({"paste"})

    def __init__(self, stage: Stage, variant: Variant, position: Position) -> None:
        """Begins with the pieces of a position."""
        self._said = pygame.FRect(0, 0, 0, 0)
        self._explorer = OpeningExplorer(stage, self.make_move, self.layout)
        self._tried: TriedMovesScene | None = None
        self.draft = SetupDraft(variant, position, self._changed)
        board = BoardView(stage.painter(variant), self.draft.laid)
        super().__init__(stage, board)
        board.movable.sides = frozenset(Side)
        board.movable.gestures = (PositionEditor(self, lambda: board.hovered_square),)
        self._mark_problem()
        self._look()

    # ---- laying out, as the hand on the board asks for it

    @property
    def brush(self) -> Piece | None:
        """What a click puts down."""
        return self.draft.brush

    def piece_at(self, square: Square) -> Piece | None:
        """What lies on a square."""
        return self.draft.piece_at(square)

    def touch(self, square: Square) -> None:
        """A square was clicked."""
        if self._refuses(square):
            return
        had = len(self.draft.laid.laid)
        self.draft.touch(square)
        self.stage.sounds.play("stone" if len(self.draft.laid.laid) >= had else "wood")

    def move(self, square: Square, to: Square | None) -> None:
        """A piece was dragged."""
        if to is None or not self._refuses(to):
            self.draft.move(square, to)
            self.stage.sounds.play("wood")

    def _refuses(self, square: Square) -> bool:
        refusal = self.draft.refusal(square)
        if refusal is not None:
            self.board.refuse(square)
            refuse(self.stage, self.draft.variant, self.board, refusal)
        return refusal is not None

    def erase(self) -> None:
        """Take away what lies on the square that is pointed at."""
        self._erase(self.board.hovered_square)

    def _erase(self, square: Square | None) -> bool:
        """Take away what lies on a square. Returns whether anything did."""
        if square is None or self.draft.piece_at(square) is None:
            return False
        self.draft.erase(square)
        self.stage.sounds.play("wood")
        return True

    def _changed(self) -> None:
        self.stage.toasts.clear()
        self.board.painter = self.stage.painter(self.draft.variant)
        self.board.show(self.draft.laid)
        self._mark_problem()
        self._look()
        self.layout()

    def _look(self) -> None:
        """Let the explorer tell of the position, if it is one."""
        position = self.draft.position
        self._explorer.look([] if position is None else [position], self.draft.variant)

    def make_move(self, move: Move) -> None:
        """Lay out the position after a move."""
        if self.draft.position is not None:
            before = self.draft.position.unclaimed()
            after = before.play(move)
            hear_move(self.stage, self.draft.variant, move, before, after)
            self.draft.take(self.draft.variant, after)

    def _mark_problem(self) -> None:
        """Mark the square that the problem tells of: not every board shows the names of its squares."""
        refusal = self.draft.problem.refusal if self.draft.problem is not None else None
        name, board = refusal.values.get("square") if refusal is not None else None, self.draft.laid.board
        squares = map(Square, range(board.squares if name is not None else 0))
        self.board.annotations.faulty = next(
            (each for each in squares if self.draft.variant.square_name(each, board) == name), None
        )

    def left(self) -> None:
        """The scene has gone: what was laid out is kept for the next time."""
        super().left()
        self.stage.services.laid_out = self.draft.variant, self.draft.laid

    # ---- ways on

    def choose_side(self) -> None:
        """Who plays from here: the person with one of the colours against the computer, or two people."""
        position, variant, t = self.draft.position, self.draft.variant, self.stage.t
        if position is None:
            self.stage.sounds.play("refused")
            return
        level, tables = self.stage.settings.choice(variant.game).level, self.stage.services.tables

        def play(side: Side | None) -> None:
            match = tables.play_position(variant, position, side, level, self.stage.settings.name)
            self.stage.go_from_menu(MATCH, match)

        entries = seat_entries(
            t,
            lambda side: t(f"common.{variant.side_names[side]}_short"),
            lambda side: level,
            tables.opponents(variant.game),
            play,
        )
        place = next(each.rect for each in self.widgets.widgets if each.name == "play")
        self.stage.open(Popup(place, entries, max(place.width, 280.0)))

    def show_game(self, game: str) -> None:
        """Lay out another game's pieces."""
        if game != self.draft.variant.game:
            first = variants_of(game)[0]
            chosen = self.stage.settings.choice(game).variant
            wanted = variant_called(chosen) if chosen in {each.name for each in variants_of(game)} else first
            self.draft.take(wanted, wanted.start())

    def _choose_variant(self) -> None:
        now = self.draft.variant

        def chooser(variant: Variant) -> Callable[[], None]:
            return lambda: self.draft.set_variant(variant)

        entries = [
            ListEntry(self.stage.t(f"levels.{each.name}"), chooser(each), checked=each is now)
            for each in self.draft.variants
        ]
        self._open_beside("variant", entries)

    def _choose_size(self) -> None:
        now, rows = self.draft.variant, self.draft.laid.board.rows

        def chooser(size: int) -> Callable[[], None]:
            return lambda: self.draft.set_variant(now, size)

        entries = [ListEntry(f"{size} × {size}", chooser(size), checked=size == rows) for size in now.sizes]
        self._open_beside("size", entries)

    def _open_beside(self, name: str, entries: list[ListEntry]) -> None:
        place = next(each.rect for each in self.widgets.widgets if each.name == name)
        self.stage.open(Popup(place, entries, max(place.width, 160.0)))

    def analyse(self) -> None:
        """Lay the position onto the analysis board."""
        if self.draft.position is not None:
            self.stage.go(ANALYSIS, AnalysedGame.of_position(self.draft.variant, self.draft.position))
        else:
            self.stage.toasts.show(self._problem_words())

    def try_moves(self) -> None:
        """Try moves from here, in a tree; what was tried from the same position before is there."""
        position, variant, tried = self.draft.position, self.draft.variant, self._tried
        if position is None:
            self.stage.toasts.show(self._problem_words())
            return
        analysed, draft = AnalysedGame.of_position(variant, position), ""
        if tried is not None and tried.variant is variant and tried.analysed.game.start == position:
            analysed, draft = tried.analysed, tried.keeping.draft
        self._tried = TriedMovesScene(self.stage, analysed, lambda shown: self.draft.take(variant, shown), draft)
        self._tried.board.flipped = self.board.flipped
        self.stage.open(self._tried)

    def find_position(self) -> None:
        """The games of the collections with the position, and the moves that were played there."""
        if self.draft.position is not None:
            self.stage.go(COLLECTIONS, BoardQuestion(self.draft.position, self.draft.variant))

    def copy(self) -> None:
        """The position as text to the clipboard."""
        position = self.draft.position
        if position is not None:
            clipboard.copy_position(self.stage, self.draft.variant, position)
        else:
            self.stage.toasts.show(self._problem_words())

    def paste(self) -> None:
        """Lay out the position on the clipboard."""
        now, text, t = self.draft.variant, clipboard.get(), self.stage.t
        likely = (now, *variants_of(now.game))
        found = position_in(text, likely)
        if found is not None:
            self.draft.take(*found)
            return
        unsound = unsound_in(text, likely)
        self.stage.toasts.show(position_words(t, *unsound) if unsound is not None else t("setup.no_position"))

    # ---- layout

    def layout(self) -> None:
        """Header with the games, card with the board and what it is laid out with."""
        area = self._area = body(self.size, TALLEST)
        self._box = pygame.FRect(area)
        self.board.painter = self.stage.painter(self.draft.variant)
        self._place_board(16.0 if is_compact(self.size) else 24.0, _LEAST, _WIDEST)
        focus = self.widgets.focus.name if self.widgets.focus is not None else "board"
        back = back_button(self.stage, area, self.size, self.close)
        self.widgets.replace(
            [self.board, *self._panel(self.beside), self._games(area), back],
            first=focus if any(each.name == focus for each in self.widgets.widgets) else "board",
        )

    def _games(self, area: pygame.FRect) -> Segmented:
        """The games side by side, at the right of the header."""
        return game_tabs(self.stage, area, self.size, GAMES, self.draft.variant.game, self.show_game)

    def _panel(self, beside: pygame.FRect) -> list[Widget]:
        """From the top: rules, pieces, whose move; from the bottom: the ways on."""
        gap, height = (8.0, 40.0) if is_compact(self.size) else (12.0, 44.0)
        top = beside.top
        found: list[Widget] = []
        rules = self._rules_row(pygame.FRect(beside.left, top, beside.width, height), gap)
        if rules:
            found += rules
            top += height + gap
        kinds = kinds_of(self.draft.variant.game)
        size = cell_size(beside.width, len(kinds))
        rect = pygame.FRect(beside.left, top, beside.width, 2 * size + GAP)
        found.append(
            PiecePicker(rect, self.board.painter, kinds, self._piece_words, self.draft.brush, self._take_brush)
        )
        top = rect.bottom + gap
        found.append(self._turn(pygame.FRect(beside.left, top, beside.width - height - gap, height)))
        book = pygame.FRect(beside.right - height, top, height, height)
        found.append(self._explorer.button(book, self.key_of("explorer"), framed=True))
        self._said = pygame.FRect(beside.left, top + height + gap - 8, beside.width, 0)
        low = beside.bottom - height
        free = pygame.FRect(beside.left, top + height + gap, beside.width, 0)
        free.height = low - 2 * gap - height - _SMALL_ACTS - gap - free.top
        # of a sound position there is nothing else to be told
        shows = self.stage.settings.explorer and self.draft.position is not None and free.height >= LEAST
        found += self._explorer.widgets(free if shows else pygame.FRect(0, 0, 0, 0))
        found += self._ways_on(pygame.FRect(beside.left, low, beside.width, height), gap)
        return found

    def _rules_row(self, rect: pygame.FRect, gap: float) -> list[Widget]:
        """The rules and the size of the board, where there is a choice."""
        variant, t = self.draft.variant, self.stage.t
        sizes = len(variant.sizes) > 1
        across = (rect.width - gap) * 0.6 if sizes else rect.width
        found: list[Widget] = []
        if len(self.draft.variants) > 1:
            place = pygame.FRect(rect.left, rect.top, across, rect.height)
            found.append(Dropdown(place, t(f"levels.{variant.name}"), self._choose_variant, "variant"))
        if sizes:
            place = pygame.FRect(rect.left + across + gap, rect.top, rect.width - across - gap, rect.height)
            rows = self.draft.laid.board.rows
            found.append(Dropdown(place, f"{rows} × {rows}", self._choose_size, "size"))
        return found

    def _turn(self, rect: pygame.FRect) -> Segmented:
        variant, t = self.draft.variant, self.stage.t
        choices = [
            Segment(side.name, t("setup.to_move", side=t(f"common.{variant.side_names[side]}_short")), "",
                   emblem_mark(variant, side))
            for side in Side
        ]  # fmt: skip
        return Segmented(
            rect, choices, self.draft.laid.turn.name, lambda side: self.draft.set_turn(Side[str(side)]), name="turn"
        )

    def _ways_on(self, low: pygame.FRect, gap: float) -> list[Widget]:
        """From the bottom: the game, start and empty board, and the small acts."""
        t, draft = self.stage.t, self.draft
        play = Button(low, t("setup.play"), self.choose_side, "primary", "play", name="play")
        play.enabled, play.shortcut = draft.position is not None, self.key_of("play_on")
        half = (low.width - gap) / 2
        over = low.top - gap - low.height
        begin = Button(pygame.FRect(low.left, over, half, low.height), t("setup.start"), draft.begin, name="begin")
        clear = Button(
            pygame.FRect(low.left + half + gap, over, half, low.height), t("setup.clear"), draft.clear, name="clear"
        )
        begin.shortcut, clear.shortcut = self.key_of("usual_start"), self.key_of("clear_board")
        acts = (
            ("undo", t("setup.undo"), draft.undo, "undo", draft.can_undo),
            ("redo", t("setup.redo"), draft.redo, "redo", draft.can_redo),
            ("flip", t("match.flip"), self.flip, "flip", True),
            ("copy", t("setup.copy"), self.copy, "copy_position", True),
            ("paste", t("setup.paste"), self.paste, "", True),
            ("step", t("setup.moves"), self.try_moves, "try_moves", draft.position is not None),
            ("pulse", t("keys.analyse"), self.analyse, "analyse", True),
            ("search", t("setup.find"), self.find_position, "find_position", draft.position is not None),
        )
        top, width = over - gap - _SMALL_ACTS, low.width / len(acts)
        found: list[Widget] = []
        for index, (icon, label, act, key, enabled) in enumerate(acts):
            button = ActionButton(pygame.FRect(low.left + index * width, top, width, _SMALL_ACTS), icon, label, act)
            button.shortcut = self.key_of(key) if key else self.stage.key("everywhere", "paste")
            button.tooltip, button.enabled = label, enabled
            found.append(button)
        return [*found, begin, clear, play]

    def _piece_words(self, piece: Piece | None) -> str:
        t = self.stage.t
        if piece is None:
            return t("setup.take_away")
        colour = t(f"common.{self.draft.variant.side_names[piece.side]}_short")
        return t("setup.piece", colour=colour, kind=t(f"setup.{piece.kind}"))

    def _take_brush(self, piece: Piece | None) -> None:
        self.draft.brush = piece

    # ---- events and frames

    @property
    def is_busy(self) -> bool:
        """Whether the explorer awaits an answer."""
        return self._explorer.is_busy

    def update(self, dt: float) -> None:
        """Let the explorer take its answers."""
        self._explorer.update()
        super().update(dt)

    def handle(self, event: pygame.event.Event) -> bool:
        """The right button takes a piece away; then as ever."""
        if (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == RIGHT_BUTTON
            and self.board.movable.picked is None
            and self._erase(self.board.square_at(event.pos))
        ):
            return True
        return super().handle(event)

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        draft = self.draft

        def kind(index: int) -> Act:
            def choose() -> None:
                draft.choose(index)
                self.layout()

            return choose

        def other_colour() -> None:
            draft.swap_colour()
            self.layout()

        acts: dict[str, Act] = {f"kind_{n + 1}": kind(n) for n in range(len(kinds_of(draft.variant.game)))}
        acts |= {
            "other_colour": other_colour,
            "erase": self.erase,
            "other_turn": lambda: draft.set_turn(draft.laid.turn.other),
            "usual_start": draft.begin,
            "clear_board": draft.clear,
            "flip": self.flip,
            "copy_position": self.copy,
            "paste": self.paste,
            "find_position": self.find_position,
            "explorer": self._explorer.toggle,
            "try_moves": self.try_moves,
            "analyse": self.analyse,
            "play_on": self.choose_side,
        }
        if draft.can_undo:
            acts["undo"] = draft.undo
        if draft.can_redo:
            acts["redo"] = draft.redo
        return acts

    def flip(self) -> None:
        """Turn the board."""
        self.board.flipped = not self.board.flipped

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card, and what the position is good for."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        room = area.copy()
        room.width -= 380.0 if area.width >= 1000 else 334.0
        draw_header(canvas, room, self.size, t("setup.title"), game_title(t, self.draft.variant))
        canvas.card(self._box, 2)
        self._explorer.draw(canvas)
        if not self._explorer.is_shown:
            draw_said(canvas, self._said, self.words(), is_compact(self.size))
        hints = ((self.key_of("other_colour"), t("keys.other_colour")), (self.key_of("erase"), t("setup.take_away")))
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def words(self) -> Words:
        """What is said about the position that lies there."""
        t = self.stage.t
        if self.draft.problem is None:
            return Words("", "", "done", t("setup.sound"), t("setup.sound_line"))
        return Words("", "", "missed", t("setup.unsound"), self._problem_words())

    def _problem_words(self) -> str:
        problem = self.draft.problem
        if problem is None:
            return ""
        return position_words(self.stage.t, self.draft.variant, problem, self.board.annotations.faulty is not None)
