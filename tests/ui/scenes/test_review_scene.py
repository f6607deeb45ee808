"""The review in the result and in its own scene, driven by posted events over a worker that answers from a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from fakes import click, click_on, picture, press, settle, widget
from looking import WINDOWS, Reader, faults, read
from match_table import Table
from reviewing import Oracle, review_of
from sitting import Puppet

from game.match.evaluation import Cp, Mate
from game.match.judgement import Judgement, Mark
from game.match.players import Human
from game.match.review import Review
from game.records.branches import Branches
from game.records.tree import GameNode, GameTree, RecordedScore
from game.records.tree_cursor import TreeCursor
from game.rules.core import Side
from game.rules.motive import Motive
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import LIGHT
from game.ui.scenes.match.scene import MatchScene
from game.ui.scenes.review.graph import CurvePicture, EvaluationGraph, curve_of
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.stage.navigator import RESULT, REVIEW

MOVES = ["h8", "h9", "i9", "g7", "g9", "j8", "i8", "i7", "h7", "j9", "f9", "e9", "g10", "g8", "i10", "i11"]
FOUND = {
    3: (Cp(20), "j7 k6"),
    4: (Cp(400), "g9 g8"),
    8: (Mate(7), "g10 g8 h10 j10 f10 e10 i10"),
    9: (Cp(-100), "d4"),
    7: (Mate(-8), "i7"),
    6: (Mate(9), "i8"),
    5: (Mate(-10), "j8"),
    14: (Cp(-20), "f8"),
    15: (Cp(300), "i11"),
}
"""Move 9 misses a win in seven, move 4 (White's) lets Black get far ahead, move 5 is fine, move 15 gives much away."""


class Reviewed(Table):
    """A finished game with its result scene open; the review is as far as `positions` (None: at its end)."""

    moves: Sequence[str] = MOVES

    def __init__(self, positions: int | None = None, says: dict | None = None, **settings: object) -> None:
        computer = Puppet()
        computer.level = "advanced"
        super().__init__(Human(), computer, **settings)  # type: ignore[arg-type]
        for number, text in enumerate(self.moves):
            self.match.update()
            if number % 2:
                computer.say(text)
            else:
                self.match.submit(Side.FIRST, self.match.variant.read_move(text, self.match.position))
            self.frame()
        self.oracle = Oracle(FOUND if says is None else says)
        self.oracle.holds = positions == 0
        self.hall.reviewer = lambda match: review_of(match.game, self.oracle)
        self.stage.follows = {RESULT, REVIEW}
        if self.match.outcome is None:
            self.match.resign(Side.FIRST)
        settle(self.stage, 0.2)
        self.scene.show_result(self.match.outcome)  # type: ignore[arg-type]
        self.result = self.stage.stack.top
        while not self.review.is_over and (positions is None or self.review.progress[0] < positions):
            self.review.update()
        self.oracle.holds = True
        settle(self.stage, 1.5)

    def open(self, scene: MatchScene, ply: int | None = None) -> None:
        self.stage.open(ReviewScene(self.stage, scene, ply))

    @property
    def review(self) -> Review:
        assert self.scene.review is not None
        return self.scene.review

    def go(self, ply: int | None = None) -> ReviewScene:
        """The review's own scene."""
        self.open(self.scene, ply)
        self.frame()
        scene = self.stage.stack.top
        assert isinstance(scene, ReviewScene)
        return scene

    def named(self, scene: ReviewScene, moves: tuple) -> list[str]:
        return [self.match.variant.write_move(move, scene.board.position) for move in moves]

    def written(self) -> list[str]:
        top = self.stage.stack.top
        assert top is not None
        return [text for text, _ in read(self.stage, (1280, 800), top).drawn]


# ---- in the result -------------------------------------------------------------------------------------------------


def test_the_result_tells_how_far_the_review_is_and_then_what_it_found() -> None:
    table = Reviewed(positions=8)
    assert "8 of 17 positions analysed" in table.written()
    assert widget(table.result, "graph").rect.height > 80
    table.oracle.holds = False
    settle(table.stage, 0.5)
    assert "8 of 17 positions analysed" not in table.written()
    assert table.review.progress == (17, 17)


def test_a_click_on_the_graph_and_the_button_lead_into_the_review() -> None:
    table = Reviewed()
    graph = widget(table.result, "graph").rect
    click(table.stage, (graph.left + 10 + (graph.width - 20) * 12 / 16, graph.centery))
    top = table.stage.stack.top
    assert isinstance(top, ReviewScene)
    assert top.ply == 12
    press(table.stage, pygame.K_ESCAPE)
    assert table.stage.stack.top is table.result
    click_on(table.stage, "review")
    top = table.stage.stack.top
    assert isinstance(top, ReviewScene)
    assert top.ply == 9, "where the person, who has lost, gave away most"
    press(table.stage, pygame.K_ESCAPE, pygame.K_v)
    assert isinstance(table.stage.stack.top, ReviewScene)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_a_loss_to_look_again_comes_first_and_one_plays_on_from_the_turning_point(language: str) -> None:
    table = Reviewed(language=language)
    look, again, go_on = (widget(table.result, name) for name in ("review", "rematch", "from_move"))
    assert (look.kind, again.kind) == ("primary", "secondary")
    assert look.rect.bottom < again.rect.top < go_on.rect.top
    assert {look.label, go_on.label} <= {"See move 9 again", "From move 9", "重看第 9 手", "从第 9 手下"}
    for label in (look.label, go_on.label):
        assert label in table.written(), "it has room"
    click_on(table.stage, "from_move")
    assert table.hall.sat_down == [("play_from", table.match, 8)]


def test_without_anybody_to_review_the_result_is_as_before_and_asks_again() -> None:
    table = Reviewed()
    press(table.stage, pygame.K_ESCAPE)
    table.scene._game_goes_on()
    assert table.scene.review is None
    table.hall.reviewer = lambda match: None
    table.scene.show_result(table.match.outcome)  # type: ignore[arg-type]
    result = table.stage.stack.top
    table.frame()
    assert not widget(result, "review").enabled
    assert "Thinking times" in table.written()
    table.hall.reviewer = lambda match: review_of(match.game, Oracle())
    table.frame()
    assert widget(result, "review").enabled
    assert widget(result, "graph").visible


def test_leaving_ends_the_review_at_once() -> None:
    table = Reviewed(positions=5)
    table.go()
    review = table.review
    assert not review.is_over
    table.stage.stack.clear()
    assert review.is_over
    assert len(table.oracle.cancelled) == 1


def test_a_game_that_goes_on_ends_its_review_and_closes_its_scene() -> None:
    table = Reviewed(positions=5)
    table.go()
    review = table.review
    table.match.undo()
    table.frame()
    assert review.is_over
    assert table.scene.review is None
    assert not isinstance(table.stage.stack.top, ReviewScene)


def test_the_review_survives_a_look_at_the_board() -> None:
    table = Reviewed(positions=5)
    review = table.review
    press(table.stage, pygame.K_ESCAPE)
    table.frame()
    press(table.stage, pygame.K_RETURN)
    table.frame()
    assert table.review is review
    assert review.progress[0] == 5


# ---- the scene -----------------------------------------------------------------------------------------------------


def test_a_turning_point_shows_the_position_before_it_with_both_moves() -> None:
    table = Reviewed()
    scene = table.go(9)
    assert scene.is_judged
    assert scene.board.position == table.match.game.at(8)
    assert scene.board.annotations.refuted == (table.match.game.moves[8], Mark.MISSED_WIN)
    assert table.named(scene, scene.board.annotations.hints) == ["g10"]
    assert {"Misses a forced win in 4 moves", "Win in 4", "+1.00", "Show win", "Try again", "better G10"} <= set(
        table.written()
    )


class ReviewedFive(Reviewed):
    """A game that has ended on the board."""

    moves = ("h8", "a1", "i8", "b1", "j8", "c1", "k8", "d1", "l8")


def test_after_the_end_on_the_board_the_card_values_no_line() -> None:
    table = ReviewedFive(says={})
    table.go(9)
    press(table.stage, pygame.K_END)
    table.frame()
    assert "Black wins" in table.written()
    assert not {"Won", "Lost"} & set(table.written())


def test_the_turning_points_are_visited_one_after_the_other() -> None:
    table = Reviewed()
    scene = table.go()
    plies = [found.ply for found in table.review.findings]
    assert len(plies) == 3
    seen = [scene.ply]
    for _ in plies:
        press(table.stage, pygame.K_DOWN)
        seen.append(scene.ply)
    assert seen == [*plies, plies[0]]
    press(table.stage, pygame.K_UP)
    assert scene.ply == plies[-1]
    press(table.stage, pygame.K_RETURN)
    assert scene.ply == plies[0]
    press(table.stage, pygame.K_RETURN, mod=pygame.KMOD_SHIFT)
    assert scene.ply == plies[-1]
    click_on(table.stage, "next")
    assert scene.ply == plies[0]
    row = widget(scene, "turning_points").rect
    click(table.stage, (row.centerx, row.top + 36 + 18))
    assert scene.ply == plies[1]


def test_the_win_that_was_missed_is_played_move_by_move() -> None:
    table = Reviewed()
    scene = table.go(9)
    press(table.stage, pygame.K_l)
    assert scene.step == 1
    assert len(scene.board.annotations.numbers) == 1
    assert scene.board.annotations.refuted is None
    press(table.stage, pygame.K_RIGHT, pygame.K_RIGHT)
    assert list(scene.board.annotations.numbers.values()) == [1, 2, 3]
    assert table.named(scene, scene.board.annotations.hints) == ["j10"], "the move that comes next"
    press(table.stage, pygame.K_LEFT)
    assert scene.step == 2
    press(table.stage, *[pygame.K_SPACE] * 5)
    assert scene.step == 7
    assert scene.board.annotations.hints == ()
    press(table.stage, pygame.K_RIGHT)
    assert scene.step == 7, "the line has ended"
    press(table.stage, pygame.K_ESCAPE)
    assert (scene.step, scene.is_judged) == (0, True)
    press(table.stage, pygame.K_ESCAPE)
    assert table.stage.stack.top is table.result


def test_stepping_shows_the_game_as_it_was_played() -> None:
    table = Reviewed()
    scene = table.go(9)
    press(table.stage, pygame.K_RIGHT)
    assert (scene.ply, scene.is_judged) == (9, False)
    assert scene.board.position == table.match.game.at(9)
    assert scene.board.annotations.badge is Mark.MISSED_WIN
    press(table.stage, pygame.K_RIGHT)
    assert scene.board.position == table.match.game.at(10)
    assert scene.board.annotations.badge is None
    press(table.stage, pygame.K_HOME)
    assert scene.ply == 0
    press(table.stage, pygame.K_LEFT)
    assert scene.ply == 0
    press(table.stage, pygame.K_END)
    assert scene.board.position == table.match.position
    press(table.stage, pygame.K_PAGEUP, pygame.K_PAGEUP)
    assert scene.ply == 14


def test_the_line_of_a_bad_move_that_was_stepped_to_begins_with_what_is_wrong() -> None:
    table = Reviewed()
    scene = table.go(8)
    press(table.stage, pygame.K_RIGHT, pygame.K_l)
    assert (scene.ply, scene.is_judged, scene.step) == (9, True, 0)
    press(table.stage, pygame.K_l)
    assert scene.step == 1


def test_where_nothing_is_wrong_the_engines_expectation_can_be_played() -> None:
    table = Reviewed()
    scene = table.go(6)
    assert not scene.is_judged
    assert "Show win" in table.written()
    press(table.stage, pygame.K_l)
    assert scene.board.position.ply == 7


def test_playing_on_begins_before_a_bad_move_and_after_any_other() -> None:
    table = Reviewed()
    table.go(9)
    press(table.stage, pygame.K_g)
    table.go(9)
    press(table.stage, pygame.K_RIGHT, pygame.K_g)
    assert table.hall.sat_down == [("play_from", table.match, 8), ("play_from", table.match, 9)]
    table.go(4)
    table.frame()
    assert "Play on" in table.written(), "the computer's mistakes are not the person's to try again"
    click_on(table.stage, "play_on")
    assert table.hall.sat_down[-1][-1] == 3


def test_the_scene_fills_while_the_review_goes_on() -> None:
    table = Reviewed(positions=4)
    scene = table.go(9)
    assert not scene.is_judged
    assert scene.line is None
    assert "Not analysed yet" in table.written()
    assert [row.ply for row in widget(scene, "turning_points").rows] == [15]
    table.oracle.holds = False
    settle(table.stage, 0.5)
    assert table.review.is_over
    assert not scene.is_judged, "the board is left alone"
    assert scene.line is not None
    assert "Misses a forced win in 4 moves" in table.written()
    assert [row.ply for row in widget(scene, "turning_points").rows] == [found.ply for found in table.review.findings]


def test_a_review_without_findings_says_so() -> None:
    table = Reviewed(says={})
    table.go()
    assert "No mistakes to speak of: a fine game." in table.written()
    press(table.stage, pygame.K_DOWN, pygame.K_UP)
    assert "No mistakes to speak of: a fine game." in table.written()


def test_an_engine_that_fails_is_told() -> None:
    table = Reviewed(says=dict.fromkeys(range(20), "it is on fire"))
    assert "The engine could not continue" in table.written()
    table.go()
    assert "The engine could not continue" in table.written()


def test_what_a_move_is_punished_by_is_shown_move_by_move() -> None:
    table = Reviewed()
    scene = table.go(4)
    assert "52% to 15%" in table.written(), "of White, whose move it was"
    press(table.stage, pygame.K_p)
    assert (scene.shows_proof, scene.is_judged, scene.step) == (True, False, 0)
    assert scene.board.position == table.match.game.at(4)
    assert scene.board.annotations.badge is Mark.BLUNDER
    assert table.named(scene, scene.board.annotations.hints) == ["g9"], "what Black answers"
    press(table.stage, pygame.K_p)
    assert scene.board.position == table.match.game.at(4).play(scene.line.moves[0])  # type: ignore[union-attr]
    press(table.stage, pygame.K_ESCAPE)
    assert (scene.shows_proof, scene.is_judged) == (False, True)


def test_the_answer_is_drawn_in_red_where_it_is_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Reviewed()
    assert table.go(4).board.shapes.shown == (), "nothing is known of the reason"
    monkeypatch.setattr(Review, "motive", lambda self, ply: Motive("key-point", (("square", 96),)))
    (ring,) = table.go(4).board.shapes.shown
    assert (ring.kind, ring.colour) == ("ring", "red")
    assert "Leaves the key point G7 to Black" in table.written()


def test_what_was_missed_is_proved_by_the_better_line() -> None:
    table = Reviewed()
    scene = table.go(9)
    assert scene.board.shapes.shown == ()
    press(table.stage, pygame.K_p)
    assert (scene.shows_proof, scene.is_judged, scene.step) == (False, True, 1)
    click_on(table.stage, "proof")
    assert scene.step == 2


def test_a_good_move_has_its_class_and_nothing_to_prove() -> None:
    table = Reviewed()
    scene = table.go(6)
    assert not widget(scene, "proof").visible
    assert "Best move" in table.written() or "Good move" in table.written()


def test_accuracy_stands_under_the_graph_with_its_phases() -> None:
    table = Reviewed()
    table.go(9)
    told = table.written()
    assert any(text.startswith("Opening ") for text in told)
    assert sum(text.endswith("%") for text in told) >= 4


def test_classes_and_evaluations_are_kept_with_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[TreeEditing] = []

    def study(scene: MatchScene) -> TreeEditing:
        if not made:
            game = scene.match.game
            tree = GameTree.of_line(GameNode(text) for text in game.texts())
            made.append(TreeEditing(Branches(game), TreeCursor.at(tree), lambda: None, lambda: None))
        return made[0]

    monkeypatch.setattr(MatchScene, "study", property(study))
    table = Reviewed()
    table.go(9)
    press(table.stage, pygame.K_k, mod=pygame.KMOD_SHIFT)
    nodes = made[0].cursor.tree.nodes
    assert (nodes[4].glyphs, nodes[9].glyphs, nodes[6].glyphs) == ((4,), (4,), ())
    assert nodes[6].score == RecordedScore(mate=5)
    assert nodes[9].score == RecordedScore(value=1.0)


# ---- the graph -----------------------------------------------------------------------------------------------------


def test_the_curve_keeps_between_its_points_and_leaves_out_what_is_not_known() -> None:
    at = np.linspace(0, 3, 31, dtype=np.float32)
    curve = curve_of([0.0, 0.5, None, 1.0], at)
    assert curve[0] == 0
    assert curve[9] == pytest.approx(0.486, abs=0.001)
    assert (np.diff(curve[:10]) >= 0).all()
    assert np.isnan(curve[12:29]).all()
    assert (curve_of([0.25], at) == 0.25).all()


def test_a_curve_that_grows_is_the_one_that_was_drawn_at_once() -> None:
    known: list[float | None] = [None] * 9
    values = [0.0, 0.2, -0.3, 1.0, 1.0, -1.0, 0.1, 0.4, 0.3]
    growing = CurvePicture((200, 80), LIGHT, 2.0, Side.FIRST)
    for ply in (8, 7, 6, 5, 4, 3, 2, 1, 0, 5):
        known[ply] = values[ply]
        growing.show(list(known))
    whole = CurvePicture((200, 80), LIGHT, 2.0, Side.FIRST)
    whole.show(list(values))
    grown, at_once = (pygame.surfarray.array_alpha(each.picture).astype(int) for each in (growing, whole))
    assert abs(grown - at_once).max() <= 2
    assert at_once[87, 0] > 200, "a forced win goes to the edge"
    assert at_once[20, 0] == 0


def test_times_stand_under_the_curve_where_there_is_room() -> None:
    table = Reviewed()
    scene = table.go(9)
    names, review = ("Black", "White"), table.review
    times = [(Side(nth % 2), float(nth % 5)) for nth in range(16)]
    pictures = []
    for height, shown in ((140.0, times), (140.0, ()), (80.0, times), (80.0, ())):
        graph = EvaluationGraph(pygame.FRect(40, 40, 400, height), review, names, Side.FIRST, scene.look_at, shown)
        surface = pygame.Surface((480, 220))
        graph.draw(Canvas(surface, LIGHT, table.stage.fonts, 1.0))
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] != pictures[1]
    assert pictures[2] == pictures[3], "a low graph has the curve alone"


@pytest.mark.parametrize("height", [42.0, 80.0])
def test_the_names_keep_out_of_the_way_of_marks(height: float) -> None:
    table = Reviewed()
    scene = table.go(9)
    rect, names, found = pygame.FRect(40, 40, 400, height), ("Black", "White"), table.review.findings
    places = {}
    for ply in (1, 15):
        review = SimpleNamespace(findings=[replace(found[0], ply=ply)], judgements=table.review.judgements, revision=1)
        graph = EvaluationGraph(rect, review, names, Side.FIRST, scene.look_at)  # type: ignore[arg-type]  # all it asks
        reader = Reader(pygame.Surface((480, 220)), LIGHT, table.stage.fonts, 1.0)
        reader.begin()
        graph.draw(reader)
        assert [name for name, _ in reader.drawn] == list(names)
        first, second = (place for _, place in reader.drawn)
        assert not first.colliderect(second)
        assert rect.contains(first)
        assert rect.contains(second)
        places[ply] = first.left
    assert places[15] == rect.left + 12
    assert places[1] > rect.centerx


def test_the_names_keep_out_of_the_way_of_the_curve() -> None:
    table = Reviewed()
    scene = table.go(9)
    rect, names = pygame.FRect(40, 40, 400, 60), ("Black", "White")
    lefts = []
    for values in ((900, 900, 900, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 900, 900, 900), (0,) * 9):
        judged = [Judgement(Cp(value)) for value in values]
        review = SimpleNamespace(findings=[], judgements=judged, revision=1)
        graph = EvaluationGraph(rect, review, names, Side.FIRST, scene.look_at)  # type: ignore[arg-type]  # all it asks
        reader = Reader(pygame.Surface((480, 220)), LIGHT, table.stage.fonts, 1.0)
        reader.begin()
        graph.draw(reader)
        lefts.append(reader.drawn[0][1].left)
    assert lefts[0] > rect.centerx
    assert lefts[1:] == [rect.left + 12] * 2


@pytest.mark.parametrize("height", [42.0, 60.0, 80.0])
def test_where_the_curve_is_at_either_side_it_leaves_the_names_room(height: float) -> None:
    table = Reviewed()
    rect, names = pygame.FRect(40, 40, 400, height), ("Black", "White")
    shown: list[int] = []
    for values in ((900, 900, 900, 0, -300, -900), (300, 900, 900, 0, -900, -900), (600,) * 6):
        review = SimpleNamespace(findings=[], judgements=[Judgement(Cp(value)) for value in values], revision=1)
        graph = EvaluationGraph(rect, review, names, Side.FIRST, shown.append)  # type: ignore[arg-type]  # all it asks
        reader = Reader(pygame.Surface((480, 220)), LIGHT, table.stage.fonts, 1.0)
        reader.begin()
        graph.draw(reader)
        first, last = graph._x(0), graph._x(5)
        for _, place in reader.drawn:
            assert place.right + 6 <= first or last + 6 <= place.left, "the curve ends before the names"
            assert rect.contains(place)
        assert last - first > 320
        for x in (first, last):
            graph.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, rect.centery), button=1))
    assert shown == [0, 5] * 3


def test_the_graph_is_led_by_keys_drag_and_wheel() -> None:
    table = Reviewed()
    scene = table.go(9)
    graph = widget(scene, "graph")
    for kind, x in ((pygame.MOUSEBUTTONDOWN, 0.0), (pygame.MOUSEMOTION, 0.5), (pygame.MOUSEBUTTONUP, 0.5)):
        pos = (graph.rect.left + 10 + (graph.rect.width - 20) * x, graph.rect.centery)
        table.stage.stack.handle(pygame.event.Event(kind, pos=pos, button=1, rel=(0, 0), buttons=(1, 0, 0)))
    assert scene.ply == 8
    table.stage.stack.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert scene.ply == 9


def test_judgements_are_told_from_the_right_side() -> None:
    assert Judgement(Mate(-4)).score(Side.FIRST) == Mate(-4)
    table = Reviewed(says={0: (Cp(250), "a1")})
    table.go(0)
    assert {"Black is better", "+2.50"} <= set(table.written()), "of the side to move"


# ---- looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "zh"])
def test_result_and_review_lie_well_at_any_size(language: str) -> None:
    found = []
    for window, scale in WINDOWS:
        table = Reviewed(window=window, language=language, scale=scale)
        found += [f"{window} at {scale}, result: {each}" for each in faults(table.stage, window, table.result)]  # type: ignore[arg-type]
        for ply in (9, 10):
            scene = table.go(ply)
            found += [f"{window} at {scale}, move {ply}: {each}" for each in faults(table.stage, window, scene)]
            press(table.stage, pygame.K_l, pygame.K_l)
            found += [f"{window} at {scale}, line of {ply}: {each}" for each in faults(table.stage, window, scene)]
    assert found == []


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_every_theme_draws_graph_and_marks(theme: str) -> None:
    table = Reviewed(theme=theme)
    scene = table.go(9)
    settle(table.stage, 0.5)
    rect = widget(scene, "graph").rect
    area = picture(table.stage, (1280, 800)).subsurface(pygame.Rect(rect))
    colours = {
        tuple(area.get_at((x, y)))[:3] for x in range(2, area.get_width() - 2) for y in range(0, area.get_height(), 3)
    }
    assert tuple(table.stage.theme.ink) in colours
    assert tuple(table.stage.theme.indigo) in colours


def test_a_position_is_kept_as_an_exercise_with_the_better_line() -> None:
    table = Reviewed()
    table.open(table.scene, 9)
    click_on(table.stage, "keep_exercise")
    press(table.stage, pygame.K_e)  # it is there already
    (kept,) = table.hall.exercises.all
    assert (kept.ply, kept.line[0], kept.is_mistake) == (8, "g10", False)
    assert kept.is_readable
    assert [match for _, match, _ in table.hall.mistakes.followed] == [table.match]
