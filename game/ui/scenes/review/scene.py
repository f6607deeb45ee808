"""The review: what the engine found in a finished game, on a board of its own.

A turning point shows the position before the move, the move in a broken red ring or arrow, and the better one in jade;
`show_line` plays the better line move by move, `show_proof` what the move is punished by. Stepping shows the game as it
was played.
"""

from __future__ import annotations

import pygame

from game.match.accuracy import accuracies
from game.match.lines import Line, read_line
from game.match.players import PlayerKind
from game.match.review import Finding, Review
from game.rules.core import Move, Side, Square
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CAPTION
from game.ui.scenes.boarded import SteppedScene, hear_move
from game.ui.scenes.colours import shade_of_first
from game.ui.scenes.keyed import Act
from game.ui.scenes.opening_words import GameOpening
from game.ui.scenes.result.words import side_name
from game.ui.scenes.review.accuracy_rows import AccuracyRow, accuracy_rows
from game.ui.scenes.review.graph import EvaluationGraph
from game.ui.scenes.review.heading import draw_course, draw_header
from game.ui.scenes.review.keeping import ReviewKeeping
from game.ui.scenes.review.layout import ROOMY_PANEL, lay_out
from game.ui.scenes.review.move_card import MoveWords, draw_move_card, move_words, reason_button
from game.ui.scenes.review.on_board import proof_shapes, show_line
from game.ui.scenes.review.point_rows import PointRows
from game.ui.scenes.review.reviewed import Reviewed
from game.ui.scenes.review.tree import ReviewTree
from game.ui.scenes.review.turning_points import TurningPoints
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.hand import BoardKeys
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton


class ReviewScene(SteppedScene):
    """Lies over the match (and its result), or over a game of the library, whose review it shows; closes when that is
    over."""

    scope = "review"
    early = SteppedScene.early | {"next_point", "previous_point"}

    def __init__(
        self,
        stage: Stage,
        match_scene: Reviewed,
        ply: int | None = None,
    ) -> None:
        """`ply` is the move to begin with, by default the first turning point. The match must have a review."""
        match = match_scene.match
        super().__init__(stage, BoardView(stage.painter(match.variant), match.position, self._play))
        assert match_scene.review is not None, "there is nothing to show"
        self._review: Review = match_scene.review
        self._match_scene = match_scene
        self._called = GameOpening(stage)
        self._study: TreeEditing | None = None
        self._tree: ReviewTree | None = None
        self._hands = BoardKeys(self, self._act)
        self._beside = 0
        """The node of a variation that is on the board; 0 where the game or a line of the engine is."""
        self._match = match
        self.board.flipped = match_scene.is_turned
        self.ply = match.ply
        """The move that is looked at, 0 = the start."""
        self.is_judged = False
        """Whether the board shows the position before the move and what is wrong with it."""
        self.step = 0
        """How many moves of the line are on the board."""
        self.shows_proof = False
        """Whether the line on the board is the answer to the move and not the better one."""
        self._line: Line | None = None
        self._take_study()
        self._places = lay_out(pygame.FRect(0, 0, 456, 752))
        self._graph: EvaluationGraph | None = None
        self._points: TurningPoints | None = None
        self._told: object = None
        self._rows = PointRows(stage, self._match)
        self._words_of: object = None
        self._words = MoveWords()
        self._accuracy: tuple[AccuracyRow, ...] = ()
        first = self._review.findings
        if ply is not None:
            self.look_at(ply)
        elif first:
            self.look_at(first[0].ply)
        else:
            self.show_ply(match.ply)

    @property
    def wants_engine(self) -> bool:
        """The review does."""
        return True

    def _take_study(self) -> bool:
        """Have the tree of the game as soon as there is one; whether it has just come."""
        study = self._match_scene.study
        if study is None or self._study is study:
            return False
        self._study, self._tree = study, ReviewTree(self, study, self._match_scene.tell_kept)
        return True

    # ---- what is looked at

    @property
    def finding(self) -> Finding | None:
        """What is to be said of the move that is looked at."""
        return self._review.finding(self.ply)

    @property
    def line(self) -> Line | None:
        """The line that can be played on the board: the better one of a turning point, else what the engine expects."""
        return self._line

    def look_at(self, ply: int) -> None:
        """Look at a move: at what is wrong with it where something is, else at the position after it."""
        self.ply = min(max(0, ply), self._match.ply)
        self.is_judged = self.finding is not None
        self.step, self.shows_proof = 0, False
        self._stand()
        self._show()

    def show_ply(self, ply: int) -> None:
        """Show the position after this many moves, as it was played; the next one comes with its motion."""
        ply = min(max(0, ply), self._match.ply)
        goes_on = ply == self.ply + (0 if self.is_judged else 1) and self.step == 0 and not self._beside
        self.ply, self.is_judged, self.step, self.shows_proof = ply, False, 0, False
        self._stand()
        self._show(moving=goes_on and ply > 0)

    def _stand(self) -> None:
        """On the main line again; the list of the variations goes along."""
        self._beside = 0
        if self._tree is not None and self._tree.is_shown:
            self._tree.stand_at(self.ply)

    @property
    def _base(self) -> int:
        """The ply of the position on the board, or from which the line on it begins."""
        return self.ply - 1 if self.is_judged else self.ply

    def _find_line(self) -> Line | None:
        found, judged = self.finding, self._review.judgement(self.ply)
        if found is not None:
            return found.reply if self.shows_proof else found.better
        if judged is None or not judged.line:
            return None
        return read_line(self._match.variant, self._match.game.at(self.ply), judged.line)

    def _show(self, moving: bool = False) -> None:
        """Put on the board what is looked at."""
        game, board, base = self._match.game, self.board, self._base
        self._line = line = self._find_line()
        if self._graph is not None:
            self._graph.shown = self.ply
        board.annotations.numbers = {}
        board.movable.sides = frozenset(Side) if self._can_try else frozenset()
        # over the moves of a line what is drawn is for the moment
        board.shapes.on_drawn = self._draw_shape if self._study is not None and not self.step else None
        if self._beside and self._study is not None:
            board.show(self._study.position.unclaimed(), self._study.move_at(self._study.cursor.ply))
            board.shapes.shown = self._study.shapes()
            return
        if self.step and line is not None:
            show_line(board, line, self.step, moving)
        else:
            last = game.moves[base - 1] if base else None
            if moving and last is not None:
                board.play(last, game.at(base - 1), game.at(base))
            else:
                board.show(game.at(base), last)
            if base == game.ply and self._match.outcome is not None:
                board.show_outcome(self._match.outcome)
            board.shapes.shown = self._study.shapes_at(base) if self._study is not None else ()
        found = self.finding
        if found is not None and not self.step:
            if self.is_judged:
                board.annotations.refuted = (found.move, found.mark)
                board.annotations.hints = found.better.moves[:1]
                board.shapes.shown = (*board.shapes.shown, *proof_shapes(found, self._review.motive(found.ply)))
            else:
                board.annotations.badge = found.mark
                board.annotations.hints = found.reply.moves[:1] if self.shows_proof else ()

    # ---- variations

    @property
    def _can_try(self) -> bool:
        """Whether moves can be made on the board, which then grow as variations."""
        if self._tree is None or not self._tree.is_shown or self.step:
            return False
        if self._beside:
            return self._tree.editing.position.unclaimed().outcome() is None
        return self._base < self._match.ply or self._match.outcome is None

    def _play(self, move: Move) -> None:
        """A move was made on the board: where the tree has it one goes along, else a variation grows."""
        if self._study is not None:
            self._study.show(self._node)
            before, rules = self._study.position.unclaimed(), self._match.variant
            self._study.play(move)
            hear_move(self.stage, rules, move, before, before.play(move))

    @property
    def _node(self) -> int:
        """Where the position on the board stands in the tree; the main line is numbered by its plies."""
        return self._beside or self._base

    def _draw_shape(self, start: Square, end: Square, colour: str) -> None:
        """A ring or an arrow was drawn on the board."""
        if self._study is not None:
            self._study.show(self._node)
            self._study.draw(start, end, colour)
            self._shapes_changed()

    def wipe(self) -> None:
        """Wipe out what is drawn on the board."""
        if self._study is not None:
            self._study.show(self._node)
            self._study.wipe()
            self._shapes_changed()

    def _shapes_changed(self) -> None:
        if not self._beside:
            self._stand()
        self._show()

    def show_node(self, index: int) -> None:
        """Show the position after a move of the tree."""
        if self._study is not None:
            self._study.show(index)

    def toggle_tree(self) -> None:
        """The list of the variations in the place of the turning points, or these again."""
        if self._tree is not None:
            self._tree.finish_writing()
            self._tree.is_shown = not self._tree.is_shown
            self.show_ply(self.ply)
            self.layout()

    def _follow_tree(self) -> None:
        """Something was done in the list, or to the tree: show where one stands there now."""
        if self._tree is None or not self._tree.is_shown or not self._tree.has_moved() or self._tree.is_writing:
            return
        self._beside = self._tree.node_beside
        self.is_judged, self.step, self.shows_proof = False, 0, False
        if not self._beside:
            self.ply = self._tree.editing.cursor.index
        self._show()
        self.layout()

    # ---- acts

    def next_point(self) -> None:
        """Go to the next turning point; after the last one to the first."""
        plies = [found.ply for found in self._review.findings]
        if plies:
            self.look_at(next((ply for ply in plies if ply > self.ply), plies[0]))

    def previous_point(self) -> None:
        """Go to the turning point before; before the first one to the last. From the position after a bad move it goes
        to what is wrong with that."""
        plies = [found.ply for found in self._review.findings]
        if plies:
            before = [ply for ply in plies if ply < self.ply or (ply == self.ply and not self.is_judged)]
            self.look_at(before[-1] if before else plies[-1])

    def show_line(self, by: int = 1) -> None:
        """Play the next move of the line on the board, or take the last one back; after its end all of them. Where the
        board shows a bad move, what is wrong with it comes first."""
        if self._line is None or not self._line.moves:
            return
        if self.finding is not None and not self.is_judged and not self.shows_proof:
            self.look_at(self.ply)
            return
        length = len(self._line.moves)
        self._beside, self.step = 0, (self.step + by) % (length + 1)
        self._show(moving=by > 0 and self.step > 0)

    @property
    def can_prove(self) -> bool:
        """Whether something shows what is wrong with the move."""
        found = self.finding
        return found is not None and bool(found.reply.moves or found.better.moves)

    def show_proof(self) -> None:
        """Show what is wrong with the move, a move more each time: the answer to it, or, where something was missed,
        the better line."""
        found = self.finding
        if found is None:
            return
        motive = self._review.motive(self.ply)
        if not found.reply.moves or (motive is not None and motive.is_missed) or self.shows_proof:
            self.show_line()
        else:
            self._beside, self.is_judged, self.step, self.shows_proof = 0, False, 0, True
            self._show()

    def step_by(self, by: int) -> None:
        """One move further or back: in the line while one is shown, else in the game."""
        if self.step:
            if self._line is not None and 0 <= self.step + by <= len(self._line.moves):
                self.show_line(by)
        elif self._beside and self._study is not None:
            self._study.go(self._study.cursor.at_ply(self._study.cursor.ply + by))
        elif self.is_judged:
            self.show_ply(self.ply if by > 0 else self.ply - 1)
        else:
            self.show_ply(self.ply + by)

    def play_from_here(self) -> None:
        """Begin another game at the position that is looked at: before a move that is judged, else after it."""
        if self.can_play_on:
            self.close()
            self._match_scene.play_from(self._base)

    def analyse(self) -> None:
        """Lay the game onto the analysis board: before a move that is judged, else after it."""
        self._match_scene.analyse(self._base)

    @property
    def can_play_on(self) -> bool:
        """Whether the game can go on from here."""
        game = self._match.game
        is_open = self._base < self._match.ply or game.outcome is None
        return is_open and game.at(self._base).unclaimed().outcome() is None

    @property
    def _keeping(self) -> ReviewKeeping:
        return ReviewKeeping(self.stage, self._review, self._match, self._study, self._line, self._base)

    def keep_line(self) -> None:
        """Let the line be a variation of the game, and the played move have the glyph for what is wrong with it."""
        self._keeping.keep_line(self.finding if self.is_judged else None)
        if self._tree is not None and self._tree.is_shown:
            self._tree.stand_at(self.ply)

    def keep_exercise(self) -> None:
        """Keep the position that is looked at as an exercise, before a move that is judged."""
        self._keeping.keep_exercise(self._match_scene.game_key)

    def keep_review(self) -> None:
        """Keep the classes of all moves as glyphs, and the evaluations, with the game."""
        self._keeping.keep_review()

    def flip(self) -> None:
        """Turn the board."""
        self.board.flipped = not self.board.flipped

    def back(self) -> None:
        """End the writing, drop a shape that was begun, leave the variation or the line, then the review."""
        if self._tree is not None and self._tree.is_writing:
            self._tree.finish_writing()
        elif self._hands.drop():
            return
        elif self._beside:
            self.show_ply(self.ply)
        elif self.shows_proof:
            self.look_at(self.ply)
        elif self.step:
            self.step = 0
            self._show()
        else:
            self.close()

    # ---- layout

    def layout(self) -> None:
        """Board and panel where the match has them."""
        t, scene = self.stage.t, self._match_scene
        self._rows.forget()
        self.board.painter = self.stage.painter(self._match.variant)
        self.board.rect = scene.board.rect.copy()
        self._places = place = lay_out(scene.panel)
        names = (side_name(t, self._match, Side.FIRST), side_name(t, self._match, Side.SECOND))
        shade = shade_of_first(self._match.variant, self._match.position)
        times = [(played.side, played.used_s) for played in self._match.line]
        self._graph = EvaluationGraph(place.graph, self._review, names, shade, self.look_at, times)
        self._graph.shown = self.ply
        self._points = TurningPoints(place.points, t("review.points"), t("review.nothing_yet"), self.look_at)
        header = place.header
        up, down = (pygame.FRect(place.points.right - 10 - 32 * n, place.points.top + 6, 32, 32) for n in (2, 1))
        before, after = self.key_of("previous_point"), self.key_of("next_point")
        self._steppers = (
            SquareButton(up, "chevron_up", self.previous_point, t("review.previous"), False, 20, before, "previous"),
            SquareButton(down, "chevron_down", self.next_point, t("review.next"), False, 20, after, "next"),
        )
        tip, key = t("exercises.keep"), self.key_of("keep_exercise")
        exercise = SquareButton(up.move(-32, 0), "hint", self.keep_exercise, tip, False, 20, key, "keep_exercise")
        tip, key = t("keys.variations"), self.key_of("variations")
        toggle = SquareButton(up.move(-64, 0), "page", self.toggle_tree, tip, False, 18, key, "variations")
        back = pygame.FRect(header.left, header.top, 40, 40)
        flip = pygame.FRect(header.right - 40, header.top, 40, 40)
        tip, key = t("keys.keep_line"), self.key_of("keep_line")
        analyse = flip.move(-40, 0)
        self._keep_button = SquareButton(analyse.move(-40, 0), "save", self.keep_line, tip, False, 20, key, "keep_line")
        self._keep_all = SquareButton(
            analyse.move(-80, 0), "star_outline", self.keep_review, t("keys.keep_review"), False, 20,
            self.key_of("keep_review"), "keep_review",
        )  # fmt: skip
        self._proof_button = Button(reason_button(place.move), t("review.why"), self.show_proof, name="proof")
        self._proof_button.size = CAPTION
        self._proof_button.shortcut = self.key_of("refutation")
        widgets: list[Widget] = [
            self.board,
            self._proof_button,
            SquareButton(back, "chevron_left", self.close, t("common.back"), True, 22, "Esc", "back"),
            SquareButton(flip, "flip", self.flip, t("match.flip"), shortcut=self.key_of("flip")),
            SquareButton(
                analyse, "pulse", self.analyse, t("keys.analyse"), False, 20, self.key_of("analyse"), "analyse"
            ),
            *((self._keep_all, self._keep_button) if self._study is not None else ()),
            self._graph,
            *self._low_card(place.points, exercise, toggle),
            *self._actions(place.actions),
        ]
        self.widgets.replace(widgets, first="board")
        self._told = None
        self._refresh()

    def _low_card(self, rect: pygame.FRect, exercise: SquareButton, toggle: SquareButton) -> list[Widget]:
        """The turning points, or the variations in their place."""
        if self._tree is not None and self._tree.is_shown:
            return self._tree.lay_out(rect, toggle)
        assert self._points is not None, "they were made before"
        toggles = [toggle] if self._tree is not None else []
        return [self._points, exercise, *toggles, *self._steppers]

    def _actions(self, rect: pygame.FRect) -> list[Widget]:
        t = self.stage.t
        wide = rect.width >= ROOMY_PANEL
        area = pygame.FRect(rect.left + 8, rect.top + 8, (208.0 if wide else rect.width - 16), 56.0 if wide else 48.0)
        found = self.step_buttons(area, self._match.ply, with_labels=True)
        if wide:
            left, top, height = area.right + 16, rect.top + 12, 48.0
        else:
            left, top, height = rect.left + 12, area.bottom + 4, 44.0
        half = (rect.right - 12 - left - 10) / 2
        place = pygame.FRect(left, top, half, height)
        self._play_button = Button(place, t("review.play_on"), self.play_from_here, name="play_on")
        self._play_button.shortcut = self.key_of("play_on")
        right = pygame.FRect(left + half + 10, top, half, height)
        self._line_button = Button(right, t("review.show_line"), self.show_line, "primary", name="line")
        self._line_button.shortcut = self.key_of("line")
        return [*found, self._play_button, self._line_button]

    def _refresh(self) -> None:
        """Keep the widgets in step with what is known and looked at."""
        if self._graph is None or self._points is None:
            return
        t, review, points = self.stage.t, self._review, self._points
        told = (review.revision, review.is_over, t.name)
        if told != self._told:
            self._told = told
            points.rows = self._rows.of(review)
            names = side_name(t, self._match, Side.FIRST), side_name(t, self._match, Side.SECOND)
            self._accuracy = accuracy_rows(t, accuracies(self._match.game, review), names)
            points.note = t("review.nothing" if review.is_over and not review.failed else "review.nothing_yet")
            self._take_news()
        words_of = (self.ply, self.shows_proof, *told)
        if words_of != self._words_of:
            self._words_of = words_of
            better = found.better if (found := self.finding) is not None else self._line
            self._words = move_words(t, self._match, review, self.ply, better)
        found = self.finding
        points.shown = self.ply if found is not None else 0
        points.follow()
        for button in self._steppers:
            button.enabled = bool(points.rows)
        self._line_button.label = t("review.show_win" if self._line_wins() else "review.show_line")
        self._line_button.enabled = self._line is not None and bool(self._line.moves)
        seat = self._match.seat(found.side) if found is not None and self.is_judged else None
        again = seat is not None and seat.player.kind is PlayerKind.HUMAN
        self._play_button.label = t("review.try_again" if again else "review.play_on")
        self._play_button.enabled = self.can_play_on
        keeping = self._keeping
        self._keep_button.enabled, self._keep_all.enabled = keeping.has_line, keeping.has_review
        self._proof_button.visible = self.can_prove

    def _take_news(self) -> None:
        """Something has become known: perhaps of the move that is looked at. A line on the board stays."""
        if self.step:
            return
        was = (self.is_judged, self._line)
        self.is_judged = self.is_judged and self.finding is not None
        if (self.is_judged, self._find_line()) != was:
            self._show()

    def _line_wins(self) -> bool:
        """Whether the line ends in a forced win of the side that begins it."""
        found, judged = self.finding, self._review.judgement(self.ply)
        if found is not None:
            return found.before.winner is found.side
        return judged is not None and judged.winner is self._match.game.at(self.ply).turn

    # ---- events and frames

    def go_to(self, ply: int) -> None:
        """The position after this many moves, as it was played."""
        self.show_ply(ply)

    def acts(self) -> dict[str, Act]:
        """What the keys do now."""
        acts: dict[str, Act] = {
            **self.stepping(self._match.ply),
            "flip": self.flip,
            "analyse": self.analyse,
            "keep_exercise": self.keep_exercise,
        }
        if self._review.findings:
            acts |= {"next_point": self.next_point, "previous_point": self.previous_point}
        if self._line is not None and self._line.moves:
            acts |= {"line": self.show_line, "line_back": lambda: self.show_line(-1)}
        keeping = self._keeping
        if keeping.has_line:
            acts["keep_line"] = self.keep_line
        if keeping.has_review:
            acts["keep_review"] = self.keep_review
        if self.can_prove:
            acts["refutation"] = self.show_proof
        if self._tree is not None:
            acts["variations"] = self.toggle_tree
            if self._tree.is_shown:
                acts |= self._tree.acts()
        if self._study is not None and not self.step:
            acts |= self._hands.acts()
            if self._study.shapes_at(self._node):
                acts["wipe"] = self.wipe
        return {**acts, "play_on": self.play_from_here} if self.can_play_on else acts

    def widget_keys(self) -> dict[str, str]:
        """What makes a move on the board, beside the list of the variations."""
        return {"tree_cursor": "Enter, ↑ ↓ ← →"} if self._tree is not None and self._tree.is_shown else {}

    def handle(self, event: pygame.event.Event) -> bool:
        """The keys of the hand on the board while the variations are shown, then as ever."""
        takes = self._tree is not None and self._tree.is_shown and not self._tree.is_writing
        return (takes and self._hands.handle(event)) or super().handle(event)

    def update(self, dt: float) -> None:
        """Follow the review, which the match scene carries on; close with it."""
        if self._match_scene.review is not self._review:
            self.close()
            return
        if self._take_study():
            self._show()
            self.layout()
        self._refresh()
        if self._tree is not None:
            self._tree.update()
            self._follow_tree()
            if self._tree.is_shown and not self._tree.is_laid_out:
                self.layout()
        super().update(dt)

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the card of the move, the card of the graph."""
        self.stage.draw_backdrop(canvas)
        place = self._places
        called = self._called.names(self._match.game)
        draw_header(canvas, place.header, self.stage.t, self._match_scene, self._review, called)
        draw_move_card(canvas, place.move, self._words, 0 if self.shows_proof else self.step, self.stage.t)
        draw_course(canvas, place, self.stage.t, self._match, self._review, self._accuracy)
        canvas.card(place.actions)
