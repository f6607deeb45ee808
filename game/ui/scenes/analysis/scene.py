"""The analysis board: any position, engines that think live about it, and a tree that grows of what is tried.

a move, a step, an edit ──> TreeEditing ──> board, list, engines: the new position at once
engines ──> lines in the cards, arrows on the board, the bar; a click on a move plays up to there
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime
from typing import Final

import pygame

from game.library.drafts import FoundDraft
from game.match.lines import Line, read_line
from game.match.players import TurnAsked
from game.records.analysed import AnalysedGame
from game.records.branches import Branches
from game.records.record import Record
from game.records.tree_cursor import TreeCursor
from game.rules.core import Outcome, Position, Side, Variant
from game.rules.passed import passed
from game.ui.board.candidates import Candidates
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, ROW_RADIUS
from game.ui.scenes.analysis.bar import EvaluationBar
from game.ui.scenes.analysis.cards import EngineCards
from game.ui.scenes.analysis.certain import solved_words, tabled_words
from game.ui.scenes.analysis.drafts import DraftsDialog
from game.ui.scenes.analysis.engines import AnalysisEngines
from game.ui.scenes.analysis.heading import BUTTONS, draw_heading
from game.ui.scenes.analysis.keeping import KeptAnalysis
from game.ui.scenes.analysis.layout import WIDE, AnalysisLayout, lay_out
from game.ui.scenes.analysis.lines import AnalysedLine, AnalysedPosition
from game.ui.scenes.analysis.ways import AnalysisWays
from game.ui.scenes.boarded import hear_move
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.remark import remark_height
from game.ui.scenes.match.thinking_card import verdict
from game.ui.scenes.page import measure
from game.ui.scenes.variations.scene import TreeBoardScene
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton, Button, SquareButton

_TELLS_FROM: Final = 8
"""From this many plies on a value is kept beside the move."""
_HIDING: Final = frozenset({pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN})
_SHOWING: Final = frozenset(
    {pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED, pygame.WINDOWMAXIMIZED, pygame.WINDOWFOCUSGAINED}
)


def _local_now() -> datetime:
    return datetime.now().astimezone()


class AnalysisScene(TreeBoardScene):
    """Any game and any position. What is tried is a draft, until it is saved."""

    scope = "analysis"
    goes_on_covered = True
    early = TreeBoardScene.early | {"paste", "save", "copy_game", "copy_position"}

    def __init__(self, stage: Stage, analysed: AnalysedGame | None = None) -> None:
        """Without a game: the draft that was edited last, or else the start of the game that was set up last."""
        self._draft: Future[FoundDraft | None] | None = None
        if analysed is None:
            variant = stage.services.laid_out[0]
            analysed = AnalysedGame.of_position(variant, variant.start())
            self._draft = stage.services.library.drafts.newest()
        self.variant: Variant = analysed.game.variant
        super().__init__(stage, self.variant, analysed.game.start)
        self.engines = AnalysisEngines(stage, self.variant)
        """Who thinks."""
        self._cards = EngineCards(self, self.engines, self.play_line)
        self._ways = AnalysisWays(self)
        self._bar = EvaluationBar()
        self._shows_threat = self._is_hidden = False
        self._threat: Position | None = None
        self._exact = ""
        self._layout: AnalysisLayout = lay_out((1280, 800), 1.0, (3,))
        self._begin(analysed)

    def _begin(self, analysed: AnalysedGame, draft: str = "") -> None:
        """Lay a game on the board, in the place of what was there; `draft` is the key of the one that it is."""
        variant = analysed.game.variant
        if variant is not self.engines.variant:
            self.engines.change_game(variant)
        self.variant = variant
        self._start = variant.write_position(analysed.game.start)
        cursor = TreeCursor.at(analysed.record.tree, analysed.index)
        self._grow(Branches(analysed.game), cursor)
        self.keeping = KeptAnalysis(self.stage, analysed, _local_now, draft)
        """Where it is kept."""
        self.board.painter = self.stage.painter(variant)
        self._show()

    def take(self, analysed: AnalysedGame, draft: str = "") -> None:
        """Begin another analysis, or go on with the draft of that key; the draft of this one stays where it is."""
        self._draft, self._shows_threat = None, False
        self._begin(analysed, draft)
        self.layout()

    def go_on(self, found: FoundDraft) -> None:
        """Go on with a draft."""
        if found.key != self.keeping.draft:
            record = found.reading.record
            self.take(AnalysedGame(record, found.reading.game, len(record.moves)), found.key)

    def list_drafts(self) -> None:
        """Show the drafts, to open or delete one."""
        self.stage.open(DraftsDialog(self.stage, self.stage.services.library.drafts, self.keeping.draft, self.go_on))

    @property
    def wants_engine(self) -> bool:
        """While the engines are on."""
        return self.engines.is_on

    # ---- what is on the board

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self._position

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended there."""
        return self._position.outcome()

    @property
    def best(self) -> AnalysedPosition | None:
        """What the first engine says of the position, or of the threat."""
        return self.engines.first.shown

    def _standing(self) -> tuple[Position, Outcome | None]:
        """What is on the board, and how the game has ended there."""
        self._position = self.editing.position.unclaimed()
        return self._position, self.outcome

    def _looked(self) -> None:
        """Let the engines look at another position."""
        self._look()

    def _interrupt(self) -> None:
        """The person does something: no threat is shown any more."""
        self._shows_threat = False

    @property
    def record(self) -> Record:
        """The analysis as it is kept."""
        return self.keeping.record

    def _keep(self) -> None:
        """Keep the tree."""
        self.keeping.keep(self.editing.cursor.tree)

    def _look(self) -> None:
        """Let the engines look at what is on the board, or at what the other side threatens."""
        position, cursor, name = self._position, self.editing.cursor, self.variant.name
        self._threat = passed(self.variant, position) if self._shows_threat else None
        self.board.annotations.show_threats = self._shows_threat and self._threat is None
        if self._threat is not None:
            start = self.variant.write_position(self._threat)
            self.engines.look(TurnAsked(self._threat.turn, name, start, ()), self._threat)
        elif self.outcome is not None:
            self.engines.look(None, position)
        else:
            self.engines.look(TurnAsked(position.turn, name, self._start, cursor.texts(cursor.ply)), position)

    # ---- what the engines are asked for

    def toggle_threat(self) -> None:
        """Show what the other side would play if the side to move passed, or the position as it is."""
        self._shows_threat = not self._shows_threat
        self._look()
        self.layout()

    def _toggle_arrows(self) -> None:
        choice = self.stage.settings.analysis
        self.stage.services.preferences.change(analysis=choice.with_(arrows=not choice.arrows))

    def play_line(self, line: AnalysedLine, count: int) -> None:
        """Make the first moves of an engine's line, if it is still one of what is on the board: the tree grows by
        them."""
        if self._threat is None and line.line.positions[0] is self._position:
            self.editing.play_line(line.line.first(count))
            before, after = line.line.positions[count - 1 : count + 1]
            hear_move(self.stage, self.variant, line.line.moves[count - 1], before, after)

    def play_best(self) -> None:
        """Make the best move."""
        if self._best_line is not None:
            self.play_line(self._best_line, 1)

    def keep_line(self) -> None:
        """Let the best line stand in the tree, one that wins to its end; one stays where one is."""
        best = self._best_line
        if best is None:
            return
        line = read_line(self.variant, self._position, best.texts)
        if best.wins_for(self._position) and not line.is_complete:
            self.engines.first.complete(line, self._take_in)
        else:
            self._take_in(line)

    def _take_in(self, line: Line) -> None:
        self.editing.play_line(line, stays=True)
        self.stage.toasts.show(self.stage.t("tree.line_kept"), "info")

    @property
    def _best_line(self) -> AnalysedLine | None:
        """The best line from what is on the board."""
        best = self.best
        return best.lines[0] if best is not None and best.lines and self._threat is None else None

    # ---- layout

    def layout(self) -> None:
        """Bar and board at the left, cards at the right."""
        t, engines = self.stage.t, self.engines
        painter = self.board.painter = self.stage.painter(self.variant)
        says = self._says_something or self._tree.comments.is_writing
        said = remark_height(self.size[1]) if says else 0.0
        lines = tuple(engines.lines if engines.is_on else 0 for _ in engines.engines)
        explores = self.stage.settings.explorer
        place = self._layout = lay_out(self.size, painter.frame.aspect, lines, bool(self._exact), said, explores)
        self.board.rect = place.board
        words = self._lay_out_words(place.said)
        moves = self._moves = self._tree.lay_out(place.tree, 124.0)
        book = pygame.FRect(place.tree.right - 114, place.tree.top + 6, 32, 32)
        self.keeping.tell(moves)
        back = pygame.FRect(place.header.left, place.header.top, 40, 40)
        widgets: list[Widget] = [
            self.board,
            SquareButton(back, "chevron_left", self.close, t("common.back"), True, 22, "Esc", "back"),
            *self._header_buttons(place.header),
            *self._cards.lay_out(place),
            *self._exact_button(place.exact),
            moves,
            self._explorer.button(book, self.key_of("explorer")),
            *self._tree.buttons(place.tree.right - 6, place.tree.top),
            *self._explorer.widgets(place.explorer),
            *words,
            *self._low(place.low),
        ]
        self.widgets.replace(widgets, first="board")

    def resized(self, size: tuple[float, float]) -> None:
        """Another size, or another language or notation: the lines are read again."""
        self.engines.reword()
        super().resized(size)

    def _header_buttons(self, header: pygame.FRect) -> list[Widget]:
        t, ways = self.stage.t, self._ways
        buttons = (
            ("copy", ways.copy_position, t("setup.copy"), self.key_of("copy_position"), "copy"),
            ("save", ways.save, t("keys.save"), self.key_of("save"), "save"),
            ("flip", ways.flip, t("match.flip"), self.key_of("flip"), "flip"),
            ("more", ways.open_menu, t("analysis.menu"), "", "menu"),
        )
        left = header.right - BUTTONS
        return [
            SquareButton(pygame.FRect(left + 40 * n, header.top, 40, 40), icon, act, tip, False, 22, key, name)
            for n, (icon, act, tip, key, name) in enumerate(buttons)
        ]

    def _exact_button(self, rect: pygame.FRect) -> list[Widget]:
        if not rect.height:
            return []
        label = self.stage.t("analysis.show_line")
        width = measure(self.stage, label, BODY, Face.MEDIUM) + 52
        box = pygame.FRect(rect.right - 8 - width, rect.top + 6, width, rect.height - 12)
        button = Button(box, label, self.keep_line, icon="play", name="show_line")
        button.tooltip, button.shortcut = self.stage.t("keys.show_line"), self.key_of("show_line")
        return [button]

    def _low(self, rect: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        wide = rect.width >= WIDE
        step = 58.0 if wide else 40.0
        area = pygame.FRect(rect.left + 8, rect.top + 6, 4 * step, rect.height - 12)
        found = self.step_buttons(area, len(self.editing.cursor.line), with_labels=wide)
        place = pygame.FRect(area.right + 2, area.top, step - 4, area.height)
        threat = ActionButton(place, "eye", t("analysis.threat") if wide else "", self.toggle_threat, "threat")
        threat.tooltip, threat.shortcut, threat.on = t("keys.threat"), self.key_of("threat"), self._shows_threat
        left = threat.rect.right + 16
        box = pygame.FRect(left, rect.centery - 24, rect.right - 12 - left, 48)
        play = Button(box, t("library.play_on"), self._ways.choose_side, "primary", name="play_on")
        play.shortcut, play.tooltip, play.enabled = self.key_of("play_on"), t("library.play_on"), self._ways.can_play_on
        self._play_button = play
        return [*found, threat, play]

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            **self.tree_acts(),
            **self._cards.acts(),
            **self._ways.acts(),
            "arrows": self._toggle_arrows,
            "drafts": self.list_drafts,
        }
        if self._shows_threat or self.outcome is None:
            acts["threat"] = self.toggle_threat
        if self._best_line is not None:
            acts |= {"best_move": self.play_best, "show_line": self.keep_line}
        return acts

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether the window is seen; the keys of board and cards, where they have them; then as ever."""
        if event.type in _HIDING:
            self._is_hidden = True
        elif event.type in _SHOWING:
            self._is_hidden = False
        return self._cards.handle(event, self.widgets) or super().handle(event)

    def back(self) -> None:
        """Escape ends the writing first, then the threat."""
        if self._shows_threat and not self._tree.comments.is_writing:
            self.toggle_threat()
        else:
            super().back()

    @property
    def is_busy(self) -> bool:
        """While a first word of the engines or of the explorer is awaited, and the bar follows it; covered, never, for
        then it takes nothing over."""
        if not self._is_seen:
            return False
        return self.engines.awaits or self._bar.is_moving or self._explorer.is_busy

    def update(self, dt: float) -> None:
        """Take over what the engines say, and follow it. Covered it sees to it alone that they stand still."""
        is_seen = self._is_seen
        self.engines.hold(self._is_hidden or not is_seen)
        if not is_seen:
            return
        self._take_draft()
        self._tree.update()
        self.engines.update(dt)
        if self._moves is not None:
            self.keeping.tell(self._moves)
        self._explorer.update()
        self._tell_engines()
        self._bar.update(dt, self.stage.settings.reduced_motion)
        self._play_button.enabled = self._ways.can_play_on
        super().update(dt)

    @property
    def _is_seen(self) -> bool:
        """Whether nothing but dialogs and lists lies over the scene."""
        scenes = self.stage.stack.scenes
        return self in scenes and all(each.is_overlay for each in scenes[scenes.index(self) + 1 :])

    def _take_draft(self) -> None:
        if self._draft is None or not self._draft.done():
            return
        found, self._draft = self._draft.result(), None
        if found is not None and not self.keeping.has_edits:
            self.go_on(found)

    def _tell_engines(self) -> None:
        """Let cards, bar and board say what the engines say."""
        t, outcome = self.stage.t, self.outcome
        over = t("analysis.over", why=t(f"library.by_{outcome.termination}")) if outcome is not None else ""
        self._cards.tell(over if self._threat is None else "")
        was, self._exact = bool(self._exact), self._exact_words()
        if bool(self._exact) != was:
            self.layout()
        if outcome is not None:
            self._bar.end(self._position, outcome)
        elif self._threat is None:
            self._bar.show(self._best_line)
        self._note_value()
        self._mark()

    def _note_value(self) -> None:
        """What the position is worth stands beside its move, once the engine has looked deep enough."""
        best, line = self.best, self._best_line
        if best is not None and line is not None and self._place is not None and best.depth >= _TELLS_FROM:
            self._tree.listing.note(self._place, line.value)

    def _exact_words(self) -> str:
        """What is certain of the position, in words; empty where nothing is."""
        best, line = self.best, self._best_line
        if best is None or line is None or not self.engines.is_on:
            return ""
        if best.end is not None:
            return solved_words(self.stage.t, self.variant, best.end)
        if not best.is_won:
            return tabled_words(self.stage.t, self.variant, best)
        side = line.line.positions[0].colour_to_move
        mover = self.stage.t(f"common.{self.variant.side_names[side]}")
        return verdict(self.stage.t, line.score if side is Side.FIRST else -line.score, mover)

    def _mark(self) -> None:
        """Arrows for the best moves; where one points at a line, that line instead."""
        annotations, best = self.board.annotations, self.best
        lines = best.lines if best is not None else ()
        pointed = self._cards.pointed
        annotations.best_line, annotations.candidates = (), None
        if self._threat is not None:
            moves = tuple(each.move for each in lines[:1])
            annotations.candidates = Candidates(moves, self._threat.colour_to_move, is_threat=True)
        elif pointed is not None and pointed[0].line.positions[0] is self._position:
            annotations.best_line = pointed[0].line.moves[: pointed[1]]
        elif self.stage.settings.analysis.arrows and self.engines.is_on:
            annotations.candidates = Candidates(tuple(each.move for each in lines), self._position.colour_to_move)

    def left(self) -> None:
        """The scene has gone: the engines are given back."""
        self.engines.close()

    def uncovered(self) -> None:
        """Another program among the engines may have been chosen meanwhile."""
        self.layout()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, bar, header, cards; the widgets come on top."""
        self.stage.draw_backdrop(canvas)
        place, line = self._layout, self.editing.cursor.line
        self._bar.draw(canvas, place.bar, self.board.painter, self.board.flipped)
        at = (self.ply, len(line))
        draw_heading(canvas, place.header, self.stage.t, self.variant, self.keeping.record, self._position, at)
        if place.exact.height:
            self._draw_exact(canvas, place.exact)
        self._explorer.draw(canvas)
        canvas.card(place.low)

    def _draw_exact(self, canvas: Canvas, rect: pygame.FRect) -> None:
        theme = canvas.theme
        canvas.rounded(rect, ROW_RADIUS + 4, theme.jade_tint, theme.jade if theme.is_contrast else theme.line, 1.5)
        canvas.icon("check", rect.left + 22, rect.centery, 20, theme.jade)
        button = next(each.rect for each in self.widgets.widgets if each.name == "show_line")
        room = button.left - rect.left - 52
        canvas.text(self._exact, rect.left + 44, rect.centery, BODY, face=Face.MEDIUM, width=room)
