"""Learning the rules, driven by keys and clicks."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from fakes import FakeServices, click, click_on, make_stage, picture, press, settle, widget
from looking import faults, read

from game.storage.settings import Settings
from game.ui.games.pages import square_of
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.scenes.learn.lesson import LessonState
from game.ui.scenes.learn.list import LessonList
from game.ui.scenes.learn.scene import LearnScene
from game.ui.scenes.learn.words import Mood, draw_teacher, draw_words
from game.ui.scenes.page import is_compact
from game.ui.stage.navigator import LEVELS
from game.ui.stage.stage import Stage

WINDOW = (1280, 800)
SIZES = (((960, 640), 2.0), ((1280, 800), 1.0), ((1920, 1080), 1.5), ((2560, 1080), 0.75))
FULLEST = {"gomoku": "swap2", "xiangqi": "perpetual", "draughts": "draw", "reversi": "turn"}
"""The page of each game with the most to say."""


class Class:
    """A stage with the scene on it."""

    def __init__(self, game: str = "gomoku", name: str = "", **settings: object) -> None:
        self.hall = FakeServices(Settings(**{"language": "en", **settings}))  # type: ignore[arg-type]  # the test's words
        self.stage = make_stage(WINDOW, self.hall)
        self.scene = LearnScene(self.stage, game)
        self.stage.open(self.scene)
        if name:
            self.scene.show_page([page.name for page in GAMES[game].pages].index(name))
        picture(self.stage, WINDOW)

    def click(self, *names: str) -> None:
        """Click on squares by their names."""
        for name in names:
            lesson = self.scene.lesson
            square = square_of(lesson.variant, lesson.game.position, name)
            click(self.stage, self.scene.board.square_rect(square).center)

    @property
    def state(self) -> LessonState:
        return self.scene.lesson.state

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in read(self.stage, WINDOW, self.scene).drawn]


def test_a_task_that_is_done_is_praised_and_remembered() -> None:
    room = Class()
    assert "Make five." in room.texts
    room.click("k8")
    settle(room.stage, 2)
    assert room.state is LessonState.DONE
    assert room.hall.settings.learned == ("gomoku.five",)
    assert {"Well done", "1 of 12 pages done"} <= set(room.texts)
    assert widget(room.scene, "next").kind == "primary"
    again = LearnScene(room.stage, "gomoku")
    assert again.page.name == "four"  # the first that has not been done


def test_a_move_that_was_not_asked_for_is_taken_back_with_a_word() -> None:
    room = Class("xiangqi", "mate")
    room.click("b1", "b8")
    assert room.state is LessonState.MISSED
    assert room.stage.toasts.text == "That is legal, but not what is asked for here."
    settle(room.stage, 2)
    assert (room.state, room.scene.lesson.game.ply) == (LessonState.OPEN, 0)
    room.click("b1", "b9")
    assert room.state is LessonState.DONE


def test_the_other_side_answers_and_a_missed_task_begins_again() -> None:
    room = Class("gomoku", "four")
    room.click("a1")
    settle(room.stage, 3)
    assert room.scene.lesson.game.texts() == ("a1", "k11")
    assert "Not this way" in room.texts
    click_on(room.stage, "again")
    assert (room.state, room.scene.board.position) == (LessonState.OPEN, room.scene.lesson.game.start)
    assert room.hall.settings.learned == ()


def test_a_piece_is_picked_up_so_that_its_moves_are_seen() -> None:
    room = Class("xiangqi", "horse")
    assert len(room.scene.board.movable.chosen) == 1
    room.click("e5")  # hobbled
    assert room.state is LessonState.OPEN
    assert "hobbles" in room.stage.toasts.text
    room.click("b4")
    assert room.state is LessonState.DONE


def test_a_refusal_can_be_the_task() -> None:
    room = Class("gomoku", "renju_four")
    room.click("f12")
    assert room.state is LessonState.OPEN
    room.click("i8")
    assert room.state is LessonState.DONE
    assert "two fours" in room.stage.toasts.text
    assert room.scene.lesson.game.ply == 0


@pytest.mark.parametrize(("game", "name"), [("gomoku", "double"), ("gomoku", "renju_three"), ("draughts", "draw")])
def test_it_is_shown_how_it_is_done(game: str, name: str) -> None:
    room = Class(game, name, reduced_motion=True)
    press(room.stage, pygame.K_s)
    assert not room.scene.board.movable.sides
    settle(room.stage, 8)
    assert room.state is LessonState.SHOWN
    assert "This is how" in room.texts
    assert room.hall.settings.learned == ()
    press(room.stage, pygame.K_r)
    assert room.state is LessonState.OPEN


def test_choices_of_an_opening_are_buttons() -> None:
    room = Class("gomoku", "swap2")
    names = {each.name for each in room.scene.widgets.widgets}
    assert {"choose-black", "choose-white", "choose-more"} <= names
    click_on(room.stage, "choose-more")
    assert room.state is LessonState.DONE
    assert not {each.name for each in room.scene.widgets.widgets} & {"choose-black", "choose-white", "choose-more"}
    room.click("a1", "b1")  # two more stones, then the other one chooses
    assert widget(room.scene, "choose-white").enabled


def test_pages_are_turned_by_list_keys_and_buttons() -> None:
    room = Class()
    pages = widget(room.scene, "pages")
    assert isinstance(pages, LessonList)
    click(room.stage, pages.row(3).center)
    assert room.scene.page.name == "open_four"
    press(room.stage, pygame.K_UP)
    assert room.scene.page.name == "three"
    press(room.stage, pygame.K_END, pygame.K_DOWN)
    assert room.scene.page.name == "swap2"
    press(room.stage, pygame.K_PAGEUP)
    assert room.scene.page.name == "pro"
    click_on(room.stage, "previous")
    assert room.scene.page.name == "proof"
    press(room.stage, pygame.K_n, pygame.K_n, pygame.K_n)
    assert (room.scene.page.name, room.stage.went) == ("swap2", [(), (LEVELS, "gomoku")])


def test_games_are_chosen_above_and_keep_their_pages() -> None:
    room = Class(name="six")
    games = widget(room.scene, "games")
    click(room.stage, (games.rect.right - 40, games.rect.centery))
    assert (room.scene.game, room.scene.page.name) == ("reversi", "turn")
    press(room.stage, *[pygame.K_LEFT] * 3)
    assert (room.scene.game, room.scene.page.name) == ("gomoku", "six")
    press(room.stage, pygame.K_ESCAPE)
    assert room.stage.stack.top is None


def test_everything_can_be_done_with_the_keyboard() -> None:
    room = Class("xiangqi", "cannon")
    while room.scene.widgets.focus is not room.scene.board:
        press(room.stage, pygame.K_TAB)
    press(room.stage, pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT)
    press(room.stage, *[pygame.K_UP] * 9, pygame.K_RETURN)
    assert room.state is LessonState.DONE


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_or_is_cut_off(game: str, language: str) -> None:
    found = []
    for window, scale in SIZES:
        stage = make_stage(window, FakeServices(Settings(language=language, scale=scale, learned=("gomoku.five",))))
        scene = LearnScene(stage, game)
        stage.open(scene)
        for index, page in enumerate(GAMES[game].pages):
            scene.show_page(index)
            found += [f"{window} at {scale}, {page.name}: {fault}" for fault in _words_meet_buttons(stage, scene)]
            if page.name == FULLEST[game]:
                found += [f"{window} at {scale}: {fault}" for fault in faults(stage, window, scene)]
    assert found == []


def _words_meet_buttons(stage: Stage, scene: LearnScene) -> list[str]:
    """Whether the words of a page reach down to its buttons, or past the lower edge of the card."""
    buttons = [each for each in scene.widgets.widgets if each.name == "show" or each.name.startswith("choose-")]
    canvas, words = stage.canvas(pygame.Surface((1, 1))), scene.words()
    done = replace(words, said=stage.t(f"learn_{scene.game}.{scene.page.name}_done"))
    end = max(draw_words(canvas, scene.beside, each, is_compact(scene.size)) for each in (words, done))
    return [f"words end at {end:.0f}"] if end > min(each.rect.top for each in buttons) - 4 else []


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_a_task_done_is_told_by_shape_too(theme: str) -> None:
    room = Class(theme=theme)
    before = picture(room.stage, WINDOW)
    room.click("k8")
    settle(room.stage, 2)
    after = picture(room.stage, WINDOW)
    row = widget(room.scene, "pages").row(0)
    mark = pygame.Rect(row.left + 12, row.top, 24, int(row.height))
    assert before.subsurface(mark).get_buffer().raw != after.subsurface(mark).get_buffer().raw


def test_the_teacher_says_what_stands_in_the_box_and_shows_how_it_goes() -> None:
    stage, moods = make_stage(WINDOW), ("task", "done", "shown", "missed")

    def drawn(height: float, mood: Mood) -> tuple[pygame.FRect | None, bytes]:
        surface = pygame.Surface((400, 300))
        canvas = Canvas(surface, stage.theme, stage.fonts, 1.0)
        return draw_teacher(canvas, pygame.FRect(20, 40, 300, height), mood), pygame.image.tobytes(surface, "RGB")

    faces = [drawn(200, mood) for mood in moods]
    for place, _ in faces:
        assert place is not None
        assert pygame.FRect(20, 40, 300, 200).contains(place)
    assert len({seen for _, seen in faces}) == len(moods)
    assert drawn(70, "task")[0] is None, "where there is no room for a face"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_the_teacher_keeps_clear_of_words_and_buttons(game: str, language: str) -> None:
    for window, scale in SIZES:
        school = Class(game, FULLEST[game], language=language, scale=scale)
        school.hall.window = window
        school.stage.apply(window)
        scene = school.scene
        reader = read(school.stage, window, scene)
        bottom = draw_words(reader, scene.beside, scene.words(), is_compact(scene.size))
        place = draw_teacher(reader, scene._free_below(bottom), "task")
        if place is not None:
            assert place.top > bottom
            assert not any(place.colliderect(each.rect) for each in scene.widgets.widgets)
            assert not any(place.colliderect(written) for _, written in reader.drawn)
