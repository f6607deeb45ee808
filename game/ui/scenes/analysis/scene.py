"""The analysis board: any position, engines that think live about it, and a tree that grows of what is tried.

a move, a step, an edit ──> TreeEditing ──> board, list, engines: the new position at once
engines ──> lines in the cards, arrows on the board, the bar; a click on a move plays up to there
"""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime
from typing import Final

import pygame

from game.library.database.game_database import BoardQuestion
from game.library.drafts import FoundDraft
from game.match.players import TurnAsked
from game.records.analysed import AnalysedGame
from game.records.branches import Branch, Branches
from game.records.record import RecordError
from game.records.tree_cursor import TreeCursor
from game.rules.core import Move, Outcome, Position, Side, Variant
from game.rules.passed import passed
from game.ui.board.candidates import Candidates
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING, ROW_RADIUS
from game.ui.scenes.analysis.bar import EvaluationBar
from game.ui.scenes.analysis.engine_card import EngineLines, EngineView
from game.ui.scenes.analysis.engines import AnalysisEngines
from game.ui.scenes.analysis.heads import NAME_BESIDE, EngineName, SmallDropdown
from game.ui.scenes.analysis.keeping import KeptAnalysis
from game.ui.scenes.analysis.layout import CARD_HEAD, AnalysisLayout, lay_out
from game.ui.scenes.analysis.lines import AnalysedLine, AnalysedPosition
from game.ui.scenes.analysis.menus import open_engines, open_games, open_lines, open_list
from game.ui.scenes.analysis.pasting import analysed_in, why_not
from game.ui.scenes.boarded import SteppedScene, sound_of
from game.ui.scenes.keyed import Act
from game.ui.scenes.library.remark import Remark, remark_height, said_of
from game.ui.scenes.match.thinking_card import verdict
from game.ui.scenes.names import game_title
from game.ui.scenes.page import measure
from game.ui.scenes.seats import seat_entries
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.hand import BoardKeys
from game.ui.scenes.variations.list import TreeActs, VariationList
from game.ui.scenes.variations.listing import TreeListing
from game.ui.scenes.variations.menus import open_glyphs, open_move_menu
from game.ui.scenes.variations.words import MARKS
from game.ui.scenes.variations.writing import CommentWriting
from game.ui.stage import clipboard
from game.ui.stage.navigator import COLLECTIONS, MATCH, SETTINGS, SETUP
from game.ui.stage.overlays import ListEntry
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton, Button, SquareButton
from game.ui.widgets.choices import Toggle

_LINES: Final = 3
_WIDE: Final = 420.0
_HIDING: Final = frozenset({pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN})
_SHOWING: Final = frozenset(
    {pygame.WINDOWRESTORED, pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED, pygame.WINDOWMAXIMIZED, pygame.WINDOWFOCUSGAINED}
)


def _local_now() -> datetime:
    return datetime.now().astimezone()


class AnalysisScene(SteppedScene):
    """Any game and any position. What is tried is a draft, until it is saved."""

    scope = "analysis"
    early = SteppedScene.early | {
        "paste", "save", "copy_game", "copy_position", "next_variation", "previous_variation",
    }  # fmt: skip

    def __init__(self, stage: Stage, analysed: AnalysedGame | None = None) -> None:
        """Without a game: the draft that was edited last, or else the start of the game that was set up last."""
        self._draft: Future[FoundDraft | None] | None = None
        if analysed is None:
            variant = stage.services.laid_out[0]
            analysed = AnalysedGame.of_position(variant, variant.start())
            self._draft = stage.services.library.drafts.newest()
        variant = analysed.game.variant
        super().__init__(stage, BoardView(stage.painter(variant), analysed.game.start, self._play))
        self.engines = AnalysisEngines(stage, variant, _LINES, is_on=True)
        self.shows_arrows = True
        self.shows_threat = False
        self._bar = EvaluationBar()
        self._is_hidden = False
        self._hands = BoardKeys(self, self._act)
        self._cards: list[EngineLines] = []
        self._names: list[EngineName] = []
        self._moves: VariationList | None = None
        self._remark: Remark | None = None
        self._place: Branch | None = None
        self._threat: Position | None = None
        self._exact = ""
        self._layout: AnalysisLayout = lay_out((1280, 800), 1.0, (_LINES,))
        self._begin(analysed)

    def _begin(self, analysed: AnalysedGame, draft: str = "") -> None:
        """Lay a game on the board, in the place of what was there; `draft` is the key of the one that it is."""
        variant = analysed.game.variant
        if variant is not self.engines.variant:
            self.engines.change_game(variant)
        self.variant: Variant = variant
        self._start = variant.write_position(analysed.game.start)
        branches = Branches(analysed.game)
        cursor = TreeCursor.at(analysed.record.tree, analysed.index)
        self.editing = TreeEditing(branches, cursor, self._show, self._edited)
        self._listing = TreeListing(self.stage, branches)
        self._comments = CommentWriting(self.stage, self.editing, self.layout)
        self.keeping = KeptAnalysis(self.stage, analysed, _local_now, draft)
        self.board.painter = self.stage.painter(variant)
        self.board.shapes.on_drawn = self.editing.draw
        self._place = None
        self._show()

    @property
    def wants_engine(self) -> bool:
        """While the engines are on."""
        return self.engines.is_on

    # ---- what is on the board

    @property
    def ply(self) -> int:
        """How many moves of the line that is looked at are on the board."""
        return self.editing.cursor.ply

    @property
    def best(self) -> AnalysedPosition | None:
        """What the first engine says of the position, or of the threat."""
        return self.engines.first.shown

    def _show(self) -> None:
        """Put on the board where one stands, and let the engines look at it."""
        editing, board = self.editing, self.board
        cursor, position = editing.cursor, editing.position
        move, place = editing.move_at(cursor.ply), self._listing.places(cursor.tree)[cursor.index]
        outcome = self._outcome(position)
        if outcome is None:
            position = position.unclaimed()
        if place.before is self._place and move is not None:
            board.play(move, editing.position_at(cursor.ply - 1), position)
        elif place is not self._place or board.position is not position:
            board.show(position, move)
        self._place = place
        board.show_outcome(outcome)
        board.movable.sides = frozenset() if outcome is not None else frozenset(Side)
        self._comments.finish()
        self._look()
        self._follow()

    @staticmethod
    def _outcome(position: Position) -> Outcome | None:
        return position.unclaimed().outcome()

    def _look(self) -> None:
        """Let the engines look at what is on the board, or at what the other side threatens."""
        position = self.editing.position.unclaimed()
        cursor, name = self.editing.cursor, self.variant.name
        self._threat = passed(self.variant, position) if self.shows_threat else None
        self.board.annotations.show_threats = self.shows_threat and self._threat is None
        if self._threat is not None:
            start = self.variant.write_position(self._threat)
            self.engines.look(TurnAsked(self._threat.turn, name, start, ()), self._threat)
        elif self._outcome(position) is not None:
            self.engines.look(None, position)
        else:
            turn = TurnAsked(position.turn, name, self._start, cursor.texts(cursor.ply))
            self.engines.look(turn, position)

    def _follow(self) -> None:
        """Let all that tells of the shown move tell of it."""
        cursor = self.editing.cursor
        self.board.shapes.shown = self.editing.shapes()
        judgement = next((each for each in cursor.node.glyphs if each in MARKS), 0)
        self.board.annotations.badge = MARKS.get(judgement)
        self._listing.unfold(cursor)
        self._listing.refresh(cursor)
        self._tell()

    def _tell(self) -> None:
        if self._remark is not None:
            said = said_of(self.keeping.record, self.editing.cursor.node)
            self._remark.tell("", said, self.stage.t("library.no_comment"))

    @property
    def _says_something(self) -> bool:
        return any(node.comments or node.before for node in self.editing.cursor.tree.nodes)

    def _play(self, move: Move) -> None:
        """A move was made on the board: where the tree has it one goes along, else a variation grows."""
        before = self.editing.position
        self.shows_threat = False
        self.editing.play(move)
        self.stage.sounds.play(sound_of(move, before.unclaimed().play(move)))

    def _edited(self) -> None:
        """The tree was changed: it is kept, and shown as it is now."""
        self.keeping.keep(self.editing.cursor.tree)
        if self._remark is None and self._says_something and self._comments.field is None:
            self.layout()
        self._follow()

    def step_by(self, by: int) -> None:
        """This many moves further or back."""
        self.go_to(self.ply + by)

    def go_to(self, ply: int) -> None:
        """The position after this many moves of the line."""
        self.shows_threat = False
        self.editing.go(self.editing.cursor.at_ply(ply))

    def show_node(self, index: int) -> None:
        """The position after a move of the tree."""
        self.shows_threat = False
        self.editing.show(index)

    # ---- what the engines are asked for

    def switch(self) -> None:
        """Engines on or off."""
        self.engines.switch(not self.engines.is_on)
        self.layout()

    def set_lines(self, lines: int) -> None:
        """Look for so many of the best moves."""
        self.engines.set_lines(lines)
        self.layout()

    def choose_engines(self, programs: tuple[str, ...]) -> None:
        """Have these engines think."""
        self.engines.choose(programs)
        self.layout()

    def second_engine(self) -> None:
        """Let a second engine think beside the first, or not."""
        if len(self.engines.programs) > 1:
            self.choose_engines(self.engines.programs[:1])
        else:
            open_engines(
                self.stage, self._names[0].rect, self.variant.game, self.engines.programs, 0, self.choose_engines
            )

    def toggle_threat(self) -> None:
        """Show what the other side would play if the side to move passed, or the position as it is."""
        self.shows_threat = not self.shows_threat
        self._look()
        self.layout()

    def toggle_arrows(self) -> None:
        """Draw the best moves on the board, or not."""
        self.shows_arrows = not self.shows_arrows

    def play_line(self, line: AnalysedLine, count: int) -> None:
        """Make the first moves of an engine's line: the tree grows by them."""
        if self._threat is None:
            self.editing.play_line(line.line.first(count))
            self.stage.sounds.play(sound_of(line.line.moves[count - 1], line.line.positions[count]))

    def play_best(self) -> None:
        """Make the best move."""
        best = self.best
        if best is not None and best.lines:
            self.play_line(best.lines[0], 1)

    def keep_line(self) -> None:
        """Let the best line stand in the tree; one stays where one is."""
        best = self.best
        if best is not None and best.lines and self._threat is None:
            self.editing.play_line(best.lines[0].line, stays=True)
            self.stage.toasts.show(self.stage.t("tree.line_kept"), "info")

    # ---- ways here and on

    def save(self) -> None:
        """Keep the analysis in the library, or in the game that it is of."""
        self.keeping.save()
        self.stage.toasts.show(self.stage.t("analysis.saved_told"), "check")

    def paste(self) -> None:
        """Analyse the position, or the game, on the clipboard."""
        text, fault = clipboard.get(), None
        try:
            found = analysed_in(text, self.variant)
        except RecordError as error:
            found, fault = None, error.fault
        if found is not None:
            self._take(found)
        else:
            self.stage.toasts.show(why_not(self.stage.t, text, self.variant, fault))

    def _take(self, analysed: AnalysedGame) -> None:
        """Begin another analysis; the draft of this one stays where it is."""
        self._draft = None
        self.shows_threat = False
        self._begin(analysed)
        self.layout()

    def begin_anew(self) -> None:
        """Choose a game and begin at its start."""

        def begin(variant: Variant) -> None:
            self._take(AnalysedGame.of_position(variant, variant.start()))

        open_games(self.stage, self._place_of("menu"), self.variant, begin)

    def set_up(self) -> None:
        """Lay out the pieces by hand."""
        self.stage.go(SETUP, self.variant, self.editing.position)

    def choose_side(self) -> None:
        """Who plays on from here."""
        if not self.can_play_on:
            return
        t, position, variant = self.stage.t, self.editing.position.unclaimed(), self.variant
        tables, level = self.stage.services.tables, self.stage.settings.choice(variant.game).level

        def play(side: Side | None) -> None:
            match = tables.play_position(variant, position, side, level, self.stage.settings.name)
            self.stage.go_from_menu(MATCH, match)

        entries = seat_entries(
            t,
            lambda side: t(f"common.{variant.side_names[position.colour(side)]}_short"),
            lambda side: level,
            tables.opponents(variant.game),
            play,
        )
        open_list(self.stage, self._place_of("play_on"), entries)

    @property
    def can_play_on(self) -> bool:
        """Whether a game can go on from here."""
        return self._outcome(self.editing.position) is None

    def flip(self) -> None:
        """Turn the board."""
        self.board.flipped = not self.board.flipped

    def copy_game(self) -> None:
        """The game with its tree as text to the clipboard."""
        clipboard.copy_game(self.stage, self.keeping.record)

    def copy_position(self) -> None:
        """The shown position as text to the clipboard."""
        clipboard.copy_position(self.stage, self.variant, self.editing.position)

    def find_position(self) -> None:
        """The games of the collections with the shown position, and the moves that were played there."""
        self.stage.go(COLLECTIONS, BoardQuestion(self.editing.position, self.variant))

    def open_menu(self) -> None:
        """All that has no button."""
        t, acts = self.stage.t, self.acts()
        entries = [
            ListEntry(t(f"keys.{name}"), acts[name], icon, shortcut=self.key_of(name))
            for name, icon in (
                ("new_analysis", "plus"), ("set_up", "pieces"), ("copy_game", "page"), ("copy_position", "dot"),
                ("find_position", "search"), ("second_engine", "chip"),
            )
            if name in acts
        ]  # fmt: skip
        pasting = self.stage.key("everywhere", "paste")
        entries.insert(2, ListEntry(t("library.paste_tip"), self.paste, "paste", shortcut=pasting))
        label = t("keys.arrows")
        entries.append(ListEntry(label, self.toggle_arrows, checked=self.shows_arrows, shortcut=self.key_of("arrows")))
        entries.append(ListEntry(t("common.settings"), lambda: self.stage.go(SETTINGS), "gear"))
        open_list(self.stage, self._place_of("menu"), entries)

    def _place_of(self, name: str) -> pygame.FRect:
        return next(each.rect for each in self.widgets.widgets if each.name == name)

    # ---- layout

    def layout(self) -> None:
        """Bar and board at the left, cards at the right."""
        t, engines = self.stage.t, self.engines
        painter = self.board.painter = self.stage.painter(self.variant)
        writes = self._says_something or self._comments.is_writing
        said = remark_height(self.size[1]) if writes else 0.0
        lines = tuple(engines.lines if engines.is_on else 0 for _ in engines.engines)
        place = self._layout = lay_out(self.size, painter.frame.aspect, lines, bool(self._exact), said)
        self.board.rect = place.board
        engines.reword()
        field = self._comments.lay_out(place.said)
        self._remark = Remark(self.stage, place.said, self.write_comment) if said and field is None else None
        self._tell()
        acts = TreeActs(self.show_node, self.fold_at, self.open_menu_at)
        moves = self._moves = self._listing.lay_out(place.tree, acts)
        moves.title_room = 88.0
        self._listing.refresh(self.editing.cursor)
        self.keeping.tell(moves)
        header = place.header
        back = pygame.FRect(header.left, header.top, 40, 40)
        widgets: list[Widget] = [
            self.board,
            SquareButton(back, "chevron_left", self.close, t("common.back"), True, 22, "Esc", "back"),
            *self._header_buttons(header),
            *self._engine_widgets(place),
            *self._exact_widgets(place.exact),
            moves,
            *self._tree_buttons(place.tree),
            *(each for each in (self._remark, field) if each is not None),
            *self._low(place.low),
        ]
        self.widgets.replace(widgets, first="board")

    def _header_buttons(self, header: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        buttons = (
            ("copy", self.copy_position, t("setup.copy"), self.key_of("copy_position"), "copy"),
            ("save", self.save, t("keys.save"), self.key_of("save"), "save"),
            ("flip", self.flip, t("match.flip"), self.key_of("flip"), "flip"),
            ("more", self.open_menu, t("analysis.menu"), "", "menu"),
        )
        return [
            SquareButton(
                pygame.FRect(header.right - 160 + 40 * n, header.top, 40, 40), icon, act, tip, False, 22, key, name
            )
            for n, (icon, act, tip, key, name) in enumerate(buttons)
        ]

    def _engine_widgets(self, place: AnalysisLayout) -> list[Widget]:
        t, found = self.stage.t, list[Widget]()
        self._cards, self._names = [], []
        for at, rect in enumerate(place.engines):
            engine = self.engines.engines[at]
            card = EngineLines(rect, place.row, self.play_line, f"engine_{at}", self._measure)
            middle, right = rect.top + CARD_HEAD / 2 - 1, rect.right - 16
            if not at:
                toggle = Toggle(right - Toggle.WIDTH, middle - 13, self.engines.is_on, self._switch_to, "engine_on")
                toggle.tooltip, toggle.shortcut = t("keys.engine"), self.key_of("engine")
                wide = rect.width >= _WIDE
                label = t("analysis.lines", n=self.engines.lines) if wide else str(self.engines.lines)
                width = 96.0 if wide else 44.0
                box = pygame.FRect(toggle.rect.left - 12 - width, middle - 14, width, 28)
                chooser = SmallDropdown(box, label, self._choose_lines, "lines")
                chooser.tooltip = t("keys.more_lines")
                chooser.shortcut = self.key_of("more_lines")
                right = box.left - 8
            width = min(measure(self.stage, engine.name, BODY, Face.MEDIUM) + NAME_BESIDE, right - rect.left - 8)
            name = EngineName(
                pygame.FRect(rect.left + 8, middle - 15, width, 30), engine.name, self._engine_chooser(at), f"name_{at}"
            )
            card.figures = pygame.FRect(name.rect.right, middle - 10, max(0.0, right - name.rect.right), 20)
            found += [card, name]
            if not at:
                found += [chooser, toggle]
            self._cards.append(card)
            self._names.append(name)
        return found

    def _measure(self, text: str, size: float, face: Face) -> float:
        return measure(self.stage, text, size, face)

    def _switch_to(self, on: bool) -> None:
        if on is not self.engines.is_on:
            self.switch()

    def _choose_lines(self) -> None:
        open_lines(self.stage, self._place_of("lines"), self.engines.lines, self.set_lines)

    def _engine_chooser(self, at: int) -> Act:
        def choose() -> None:
            place, programs = self._names[at].rect, self.engines.programs
            open_engines(self.stage, place, self.variant.game, programs, at, self.choose_engines)

        return choose

    def _exact_widgets(self, rect: pygame.FRect) -> list[Widget]:
        if not rect.height:
            return []
        label = self.stage.t("analysis.show_line")
        width = measure(self.stage, label, BODY, Face.MEDIUM) + 52
        box = pygame.FRect(rect.right - 8 - width, rect.top + 6, width, rect.height - 12)
        button = Button(box, label, self.keep_line, icon="play", name="show_line")
        button.shortcut = self.key_of("show_line")
        return [button]

    def _tree_buttons(self, rect: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        buttons = (
            ("chat", self.write_comment, t("keys.comment"), self.key_of("comment"), "comment_button"),
            ("more", self.open_move_menu, t("tree.more"), "", "tree_menu"),
        )
        return [
            SquareButton(pygame.FRect(rect.right - 78 + 36 * n, rect.top + 6, 32, 32), icon, act, tip, False, 18, *told)
            for n, (icon, act, tip, *told) in enumerate(buttons)
        ]

    def _low(self, rect: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        wide = rect.width >= _WIDE
        step = 58.0 if wide else 40.0
        area = pygame.FRect(rect.left + 8, rect.top + 6, 4 * step, rect.height - 12)
        found = self.step_buttons(area, len(self.editing.cursor.line), with_labels=wide)
        place = pygame.FRect(area.right + 2, area.top, step - 4, area.height)
        threat = ActionButton(place, "eye", t("analysis.threat") if wide else "", self.toggle_threat, "threat")
        threat.tooltip, threat.shortcut, threat.on = t("keys.threat"), self.key_of("threat"), self.shows_threat
        left = threat.rect.right + 16
        box = pygame.FRect(left, rect.centery - 24, rect.right - 12 - left, 48)
        play = Button(box, t("library.play_on"), self.choose_side, "primary", name="play_on")
        play.shortcut, play.tooltip, play.enabled = self.key_of("play_on"), t("library.play_on"), self.can_play_on
        return [*found, threat, play]

    # ---- editing

    def write_comment(self) -> None:
        """Say something of the shown move."""
        self._comments.begin()
        self.widgets.focus_on("comment")

    def fold_at(self, node: int) -> None:
        """Fold the variation that begins with a node, or unfold it."""
        self._listing.fold(node)
        self._listing.refresh(self.editing.cursor)

    def fold(self) -> None:
        """Fold the variation in which one stands, or unfold it."""
        branch = self.editing.cursor.branch
        self.show_node(branch)
        self.fold_at(branch)

    def fold_all(self) -> None:
        """Fold all variations beside the main line, or unfold all."""
        tree = self.editing.cursor.tree
        main = len(tree.main_line)
        self.show_node(min(self.editing.cursor.index, main))
        self._listing.fold_all(node for ply in range(main) for node in tree.children(ply)[1:])
        self._listing.refresh(self.editing.cursor)

    def open_menu_at(self, node: int, place: pygame.FRect) -> None:
        """What can be done with a move, beside a place."""
        self.show_node(node)
        open_move_menu(self.stage, place, self.acts(), self.key_of)

    def open_move_menu(self) -> None:
        """What can be done with the shown move."""
        open_move_menu(self.stage, self._place_of("tree_menu"), self.acts(), self.key_of)

    def open_glyphs(self) -> None:
        """All glyphs, to be put at the shown move."""
        there = self.editing.cursor.node.glyphs
        open_glyphs(self.stage, self._place_of("tree_menu"), there, self.editing.judge)

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        cursor, lines = self.editing.cursor, self.engines.lines
        acts: dict[str, Act] = {
            **self.stepping(len(cursor.line)),
            **self.editing.acts(),
            **self._hands.acts(),
            "engine": self.switch,
            "second_engine": self.second_engine,
            "more_lines": lambda: self.set_lines(lines + 1),
            "fewer_lines": lambda: self.set_lines(lines - 1),
            "arrows": self.toggle_arrows,
            "save": self.save,
            "paste": self.paste,
            "new_analysis": self.begin_anew,
            "set_up": self.set_up,
            "comment": self.write_comment,
            "flip": self.flip,
            "copy_game": self.copy_game,
            "copy_position": self.copy_position,
            "find_position": self.find_position,
        }
        if self.shows_threat or self.can_play_on:
            acts["threat"] = self.toggle_threat
        if self.best is not None and self.best.lines and self._threat is None:
            acts |= {"best_move": self.play_best, "show_line": self.keep_line}
        if self.ply:
            acts["glyphs"] = self.open_glyphs
        if cursor.branch:
            acts["fold"] = self.fold
        if cursor.tree.variations:
            acts["fold_all"] = self.fold_all
        return {**acts, "play_on": self.choose_side} if self.can_play_on else acts

    def widget_keys(self) -> dict[str, str]:
        """What makes a move on the board."""
        return {"tree_cursor": "Enter, ↑ ↓ ← →"}

    def handle(self, event: pygame.event.Event) -> bool:
        """Whether the window is seen; the keys of the hand on the board; then as ever."""
        if event.type in _HIDING:
            self._is_hidden = True
        elif event.type in _SHOWING:
            self._is_hidden = False
        return self._hands.handle(event) or super().handle(event)

    def back(self) -> None:
        """Escape ends the writing first, then the threat."""
        if self._comments.is_writing:
            self._comments.finish()
        elif self.shows_threat:
            self.toggle_threat()
        else:
            self.close()

    @property
    def is_busy(self) -> bool:
        """While a first word of the engines is awaited, and the bar follows it."""
        return self.engines.awaits or self._bar.is_moving

    def update(self, dt: float) -> None:
        """Take over what the engines say, and follow it."""
        self._take_draft()
        if self._comments.is_writing and self.widgets.focus is not self._comments.field:
            self._comments.finish()
        self.engines.hold(self._is_hidden or not self._is_seen)
        self.engines.update(dt)
        if self._moves is not None:
            self.keeping.tell(self._moves)
        self._tell_engines()
        self._bar.update(dt, self.stage.settings.reduced_motion)
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
            record = found.reading.record
            end = len(record.moves)
            self._begin(AnalysedGame(record, found.reading.game, end), found.key)
            self.layout()

    def _tell_engines(self) -> None:
        """Let cards, bar and board say what the engines say."""
        engines, best = self.engines, self.best
        for engine, card, name in zip(engines.engines, self._cards, self._names, strict=True):
            card.view = self._view(engine.view(), card.rect.height <= CARD_HEAD)
            name.is_lit = engine.is_thinking
        exact = self._exact_words(best)
        if bool(exact) != bool(self._exact):
            self._exact = exact
            self.layout()
        self._exact = exact
        lines = best.lines if best is not None else ()
        if self._threat is None:
            outcome = self._outcome(self.editing.position)
            if outcome is not None:
                self._bar.end(self.editing.position, outcome)
            else:
                self._bar.show(lines[0] if lines else None)
        self._mark(lines)

    def _view(self, view: EngineView, is_folded: bool) -> EngineView:
        outcome = self._outcome(self.editing.position)
        if is_folded:
            return EngineView()
        if outcome is not None and self._threat is None:
            return EngineView(said=self.stage.t("analysis.over", why=self.stage.t(f"library.by_{outcome.termination}")))
        return view

    def _exact_words(self, best: AnalysedPosition | None) -> str:
        """What is certain of the position, in words; empty where nothing is."""
        if best is None or not best.is_exact or self._threat is not None or not self.engines.is_on:
            return ""
        t, position = self.stage.t, best.lines[0].line.positions[0]
        score, side = best.lines[0].score, position.colour_to_move
        mover = t(f"common.{self.variant.side_names[side]}")
        return verdict(t, score if side is Side.FIRST else -score, mover)

    def _mark(self, lines: tuple[AnalysedLine, ...]) -> None:
        """Arrows for the best moves; where one points at a line, that line instead."""
        annotations, position = self.board.annotations, self.editing.position
        pointed = next((card.pointed for card in self._cards if card.pointed is not None), None)
        annotations.best_line, annotations.candidates = (), None
        if self._threat is not None:
            moves = tuple(each.move for each in lines[:1])
            annotations.candidates = Candidates(moves, self._threat.colour_to_move, is_threat=True)
        elif pointed is not None and pointed[0].line.positions[0] is position.unclaimed():
            annotations.best_line = pointed[0].line.moves[: pointed[1]]
        elif self.shows_arrows and self.engines.is_on:
            moves = tuple(each.move for each in lines)
            annotations.candidates = Candidates(moves, position.colour_to_move)

    def left(self) -> None:
        """The scene has gone: the engines are given back."""
        self.engines.close()

    def uncovered(self) -> None:
        """Another language, or another program among the engines, may have been chosen meanwhile."""
        self.layout()

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, bar, header, cards; the widgets come on top."""
        self.stage.draw_backdrop(canvas)
        place = self._layout
        self._bar.draw(canvas, place.bar, self.board.painter, self.board.flipped)
        self._draw_header(canvas, place.header)
        if place.exact.height:
            self._draw_exact(canvas, place.exact)
        canvas.card(place.low)

    def _draw_header(self, canvas: Canvas, rect: pygame.FRect) -> None:
        t, position = self.stage.t, self.editing.position
        room = rect.width - 56 - 168
        title = t("analysis.title")
        names = [seat.name for seat in self.keeping.record.seats]
        if all(names):
            title = f"{title} · {t('library.names', first=names[0], second=names[1])}"
        if canvas.text_width(title, HEADING, Face.MEDIUM) > room:
            title = t("analysis.title")
        canvas.text(title, rect.left + 56, rect.top + 11, HEADING, face=Face.MEDIUM, width=room)
        to_move = t("setup.to_move", side=t(f"common.{self.variant.side_names[position.colour_to_move]}_short"))
        at = t("analysis.at", n=self.ply, of=len(self.editing.cursor.line))
        for parts in (
            (game_title(t, self.variant), at, to_move),
            (t(f"common.{self.variant.game}"), to_move),
            (to_move,),
        ):
            detail = " · ".join(parts)
            if canvas.text_width(detail, CAPTION) <= room:
                break
        canvas.text(detail, rect.left + 56, rect.top + 31, CAPTION, canvas.theme.muted, width=room)

    def _draw_exact(self, canvas: Canvas, rect: pygame.FRect) -> None:
        theme = canvas.theme
        canvas.rounded(rect, ROW_RADIUS + 4, theme.jade_tint, theme.jade if theme.is_contrast else theme.line, 1.5)
        canvas.icon("check", rect.left + 22, rect.centery, 20, theme.jade)
        room = self._place_of("show_line").left - rect.left - 52
        canvas.text(self._exact, rect.left + 44, rect.centery, BODY, face=Face.MEDIUM, width=room)
