"""The pages of the rules: every position stands, every task can be done by what is shown, by the rules alone."""

from __future__ import annotations

import pytest
from fakes import make_stage

from game.rules.core import Position, Refusal, Side, Termination
from game.rules.game import Game
from game.rules.registry import variant
from game.ui.games.near import closest_to, defence, wins_at_once
from game.ui.games.pages import (
    AnyMove,
    Arrives,
    Ends,
    Goal,
    IsRefused,
    LeavesNothing,
    LessonPage,
    Parries,
    Plays,
    Promotes,
    Takes,
    TurnsOver,
    mark_of,
    square_of,
)
from game.ui.games.registry import GAMES
from game.ui.scenes.learn.lesson import LessonState, OpenLesson

ALL = [pytest.param(game, page, id=f"{game}-{page.name}") for game, each in GAMES.items() for page in each.pages]


def page_of(game: str, name: str) -> LessonPage:
    return next(page for page in GAMES[game].pages if page.name == name)


def after(lesson: OpenLesson, *moves: str) -> OpenLesson:
    """The lesson after moves of the person, answered where an answer is due."""
    for text in moves:
        lesson.play(lesson.variant.read_move(text, lesson.game.position))
        if lesson.is_answer_due:
            answer = lesson.answer()
            assert answer is not None
            lesson.play(answer)
    return lesson


@pytest.mark.parametrize(("game", "page"), ALL)
def test_what_is_shown_does_the_task_and_nothing_less(game: str, page: LessonPage) -> None:
    assert page.variant.startswith(game)
    lesson = OpenLesson(page)
    assert lesson.may_move == {lesson.person}
    assert page.show or isinstance(page.goal, IsRefused)
    for number in range(1, len(page.show)):
        assert after(OpenLesson(page), *page.show[:number]).state is LessonState.OPEN
    if isinstance(page.goal, IsRefused):
        position = lesson.game.position
        path = tuple(square_of(lesson.variant, position, name) for name in page.goal.squares)
        lesson.refuse(Refusal("not-a-step"))
        assert lesson.state is LessonState.OPEN
        lesson.refuse(position.refusal(path))
    else:
        after(lesson, *page.show)
    assert lesson.state is LessonState.DONE


@pytest.mark.parametrize(("game", "page"), ALL)
def test_what_the_program_shows_is_not_done_by_the_person(game: str, page: LessonPage) -> None:
    lesson = OpenLesson(page)
    lesson.again(shown=True)
    assert not lesson.may_move
    while lesson.state is LessonState.OPEN:
        assert lesson.is_answer_due is not lesson.is_shown_move_due
        move = lesson.answer() if lesson.is_answer_due else lesson.shown_move
        if move is None:
            assert isinstance(page.goal, IsRefused)
            lesson.refuse(Refusal(page.goal.code))
        else:
            lesson.play(move)
    assert lesson.state is LessonState.SHOWN
    lesson.again()
    assert (lesson.state, lesson.game.ply) == (LessonState.OPEN, 0)
    assert lesson.may_move == {lesson.person}


@pytest.mark.parametrize(("game", "page"), ALL)
def test_every_page_is_in_words_and_its_piece_can_move(game: str, page: LessonPage) -> None:
    stage = make_stage()
    for language in ("en", "zh"):
        stage.t.choose(language)
        for part in ("title", "text", "task", "done"):
            assert stage.t.has(f"learn_{game}.{page.name}_{part}")
    if page.chosen:
        position = OpenLesson(page).game.position
        chosen = square_of(variant(page.variant), position, page.chosen)
        assert any(move.path[0] == chosen for move in position.legal_moves())


def test_names_tell_pages_apart() -> None:
    marks = [mark_of(game, page) for game, each in GAMES.items() for page in each.pages]
    assert len(set(marks)) == len(marks)
    with pytest.raises(ValueError, match="no square 'z9'"):
        square_of(variant("gomoku-renju"), variant("gomoku-renju").start(), "z9")


def test_a_single_move_that_was_not_asked_for_is_taken_back() -> None:
    lesson = after(OpenLesson(page_of("draughts", "capture")), "33x22")
    assert lesson.state is LessonState.MISSED
    lesson.take_back()
    assert lesson.state is LessonState.OPEN
    assert after(lesson, "33x44").state is LessonState.DONE


def test_a_pass_of_the_other_side_is_taken_back_with_the_move_before_it() -> None:
    passes = page_of("reversi", "pass")
    lesson = after(OpenLesson(LessonPage("elsewhere", "reversi", passes.start, Plays(("a1",)), ("a1",))), "c8")
    assert (lesson.state, lesson.game.ply) == (LessonState.MISSED, 2)
    lesson.take_back()
    assert (lesson.game.ply, lesson.game.turn) == (0, lesson.person)


def test_whoever_does_not_stop_a_four_loses() -> None:
    lesson = after(OpenLesson(page_of("gomoku", "four")), "a1")
    assert lesson.game.outcome is not None
    assert lesson.game.outcome.winner is lesson.person.other
    assert lesson.state is LessonState.MISSED
    assert not lesson.may_move


def test_after_the_task_both_sides_can_be_moved() -> None:
    lesson = after(OpenLesson(page_of("draughts", "stroke")), "10x8")
    assert lesson.may_move == set(Side)
    assert after(lesson, "3x12").state is LessonState.DONE


def test_only_the_ends_of_an_open_three_stop_it() -> None:
    page = page_of("gomoku", "three")
    assert isinstance(page.goal, Plays)
    start = OpenLesson(page).game.position
    rules = variant(page.variant)
    empty = ["d8", "e8", "f8", "j8", "k8", "l8", "h7", "g9", "i9", "h6"]
    stops = {text for text in empty if not _can_make_open_four(start.play(rules.read_move(text, start)))}
    assert stops == set(page.goal.moves)


def _can_make_open_four(position: Position) -> bool:
    """Whether White has a stone on the row of its three after which closing one end is not enough."""
    rules = variant("gomoku-freestyle")
    for text in ("e8", "f8", "j8", "k8"):
        move = rules.read_move(text, position)
        if move not in position.legal_moves():
            continue
        made = position.play(move)
        elsewhere = rules.read_move("a1", made)
        win = wins_at_once(made.play(elsewhere))
        if win is not None and wins_at_once(made.play(win)) is not None:
            return True
    return False


def test_a_defence_wins_stops_or_waits() -> None:
    rules = variant("gomoku-freestyle")
    waits = rules.read_move("a15", rules.start())
    four = rules.read_position("h8a1i8b1j8c1k8")  # White is to move, Black threatens both ends
    assert rules.write_move(defence(four, waits), four) in ("g8", "l8")
    own = rules.read_position("h8a1i8b1j8c1k8d1a8")  # White can win itself
    assert rules.write_move(defence(own, waits), own) == "e1"
    quiet = rules.read_position("h8a1i8")
    assert defence(quiet, waits) == waits
    last = rules.read_move("i8", rules.start())
    assert all(abs(move.path[0] - last.path[0]) in (1, 14, 15, 16) for move in closest_to(quiet, last)[:7])


@pytest.mark.parametrize(
    ("goal", "name", "start", "moves", "reached"),
    [
        (AnyMove(), "xiangqi", "", "a0a1", True),
        (Plays(("a0a1",)), "xiangqi", "", "a0a2", False),
        (Arrives("cannon", "e2"), "xiangqi", "", "h2f2", False),
        (Arrives("rook", "e2"), "xiangqi", "", "h2e2", False),
        (Takes(kind="horse"), "xiangqi", "", "b2b9", True),
        (Takes(kind="rook"), "xiangqi", "", "b2b9", False),
        (Takes(2), "draughts-international", "W:W33,45:B13,28,39", "33x44", False),
        (Takes(), "draughts-international", "W:W34,45:B13,28,40", "34-29 28-32", False),
        (Promotes(), "draughts-international", "W:W8,34:B19,27", "34-29", False),
        (Promotes(), "draughts-international", "W:WK8,34:B27", "8-2", False),
        (TurnsOver(1), "reversi", "", "f5", True),
        (TurnsOver(2), "reversi", "", "f5", False),
        (TurnsOver(1), "reversi", "", "f5 d6", False),
        (LeavesNothing(), "reversi", "", "f5", False),
        (Parries(), "gomoku-freestyle", "f6g7h7h8i8i9g9j10", "a1", False),
        (Ends(Termination.FIVE), "gomoku-freestyle", "f6g7h7h8i8i9g9j10", "a1 k11", False),
        (Ends(Termination.FIVE, won=False), "gomoku-freestyle", "f6g7h7h8i8i9g9j10", "a1 k11", True),
        (IsRefused(("a1",), "occupied"), "gomoku-freestyle", "", "a1", False),
    ],
)
def test_a_goal_is_reached_by_what_it_names(goal: Goal, name: str, start: str, moves: str, reached: bool) -> None:
    rules = variant(name)
    game = Game(rules, rules.read_position(start) if start else None)
    person = game.turn
    for text in moves.split():
        game.play_text(text)
    assert goal.is_reached(game, person) is reached
