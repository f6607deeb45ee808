"""Learning the rules as a scene: a game's pages at the left, the open one with a board to try on at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.rules.core import Move, Refusal
from game.ui.board.view import BoardView
from game.ui.games.pages import IsRefused, LessonPage, mark_of, square_of
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import BODY, CAPTION
from game.ui.scenes.boarded import refuse
from game.ui.scenes.game_tabs import game_tabs
from game.ui.scenes.keyed import Act
from game.ui.scenes.learn.lesson import LessonState, OpenLesson
from game.ui.scenes.learn.list import LessonList, LessonRow
from game.ui.scenes.learn.words import Mood, Words, draw_teacher, draw_words
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact
from game.ui.scenes.study import ANSWER_S, GAP, TAKE_BACK_S, TALLEST, StudyScene
from game.ui.stage.navigator import LEVELS, STORY
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button, SquareButton
from game.ui.widgets.choices import Segmented

_SHOWN_S: Final = 0.7
"""Until the program makes the next move of what it shows."""
_STORY_WIDTH: Final = 48.0
"""What the button to a game's story takes beside the games."""
_MOODS: Final[dict[LessonState, Mood]] = {
    LessonState.OPEN: "task",
    LessonState.MISSED: "missed",
    LessonState.SHOWN: "shown",
    LessonState.DONE: "done",
}


class LearnScene(StudyScene):
    """Turns the pages of a game's rules."""

    scope = "learn"
    early = frozenset({"previous_page", "next_page"})

    def __init__(self, stage: Stage, game: str) -> None:
        """Opens the first page that has not been done. Raises KeyError
        for a game without pages."""
        self.game = game
        learned = stage.settings.learned
        self._places = {
            name: next((i for i, page in enumerate(each.pages) if mark_of(name, page) not in learned), 0)
            for name, each in GAMES.items()
        }
        self._lesson = OpenLesson(self.page)
        rules = self._lesson.variant
        super().__init__(stage, BoardView(stage.painter(rules), self._lesson.game.position, self._play, self._refused))
        self._set_up()

    # ---- which page

    @property
    def pages(self) -> tuple[LessonPage, ...]:
        """The pages of the game that is shown."""
        return GAMES[self.game].pages

    @property
    def page(self) -> LessonPage:
        """The open page."""
        return self.pages[self._places[self.game]]

    @property
    def lesson(self) -> OpenLesson:
        """The open page being tried out."""
        return self._lesson

    def _is_done(self, game: str, page: LessonPage) -> bool:
        return mark_of(game, page) in self.stage.settings.learned

    def show_game(self, game: str) -> None:
        """Turn to the pages of another game. Raises KeyError for a game without pages."""
        self.game = game if GAMES[game].pages else self.game
        self._open_page()

    def show_page(self, index: int) -> None:
        """Turn to a page of the game by its place in the list; beyond an end to the one at that end."""
        index = min(max(0, index), len(self.pages) - 1)
        if index != self._places[self.game]:
            self._places[self.game] = index
            self._open_page()

    def turn(self, by: int) -> None:
        """Turn this many pages on, or back."""
        self.show_page(self._places[self.game] + by)

    def go_on(self) -> None:
        """To the next page; after the last one to a game."""
        if self._is_last:
            self.stage.go_from_menu(LEVELS, self.game)
        else:
            self.turn(1)

    @property
    def _is_last(self) -> bool:
        return self._places[self.game] == len(self.pages) - 1

    def _open_page(self) -> None:
        self._lesson = OpenLesson(self.page)
        self.board.painter = self.stage.painter(self._lesson.variant)
        self._set_up()
        self.layout()

    # ---- trying it out

    def again(self, shown: bool = False) -> None:
        """Back to the start of the page; `shown` lets the program show how it is done."""
        self._lesson.again(shown)
        self._set_up()
        self.layout()

    def show_how(self) -> None:
        """Let the program do the task."""
        self.again(shown=True)

    def _set_up(self) -> None:
        """Put the page's start on the board, with the piece that it is about picked up."""
        self.stage.toasts.clear()
        lesson, page = self._lesson, self.page
        self._wait_s = _SHOWN_S
        self.board.show(lesson.game.position)
        self.board.movable.sides = lesson.may_move
        if page.chosen and not lesson.is_shown:
            self.board.movable.choose(square_of(lesson.variant, lesson.game.position, page.chosen))

    def _play(self, move: Move) -> None:
        """A move of the person, the program or the other side."""
        lesson, was_open = self._lesson, self._lesson.state is LessonState.OPEN
        choices = bool(self._choices)
        before = lesson.game.position
        lesson.play(move)
        self._show_move(lesson.variant, move, before, lesson.game.position)
        self.board.movable.sides = lesson.may_move
        if lesson.game.outcome is not None:
            self.board.show_outcome(lesson.game.outcome)
        self._wait_s = ANSWER_S if lesson.is_answer_due else _SHOWN_S
        if was_open:
            self._judge()
        if choices or self._choices:
            self.layout()

    def _judge(self) -> None:
        """Say what has come of the task."""
        lesson = self._lesson
        if lesson.state is LessonState.DONE:
            self.stage.sounds.play("win")
            self._keep()
        elif lesson.state is LessonState.MISSED:
            self._wait_s = TAKE_BACK_S
            if self._takes_back:
                self.stage.toasts.show(self.stage.t("learn.not_asked"), "info")
        if lesson.state is not LessonState.OPEN:
            self.layout()

    def _keep(self) -> None:
        """Remember that the task has been done."""
        mark, learned = mark_of(self.game, self.page), self.stage.settings.learned
        if mark not in learned:
            self.stage.services.preferences.change(learned=(*learned, mark))

    @property
    def _takes_back(self) -> bool:
        """Whether a move that was not asked for is taken back by itself: where the page is about a single move."""
        return self._lesson.state is LessonState.MISSED and self.page.answers is None

    def _refused(self, refusal: Refusal) -> None:
        """Something can't be played: say why, and it may be what the page is about."""
        lesson, was_open = self._lesson, self._lesson.state is LessonState.OPEN
        lesson.refuse(refusal)
        refuse(self.stage, lesson.variant, self.board, refusal)
        if was_open and lesson.state is not LessonState.OPEN:
            self._judge()

    def _take_back(self) -> None:
        lesson = self._lesson
        after, moves = lesson.game.position, lesson.game.moves
        lesson.take_back()
        move = moves[lesson.game.ply]
        self.board.take_back(move, lesson.game.position, after)
        self.board.movable.sides = lesson.may_move
        self.layout()

    def _show_next(self) -> None:
        """The program's next move, or the click that is refused."""
        lesson, goal = self._lesson, self.page.goal
        move = lesson.shown_move
        if move is not None:
            self._play(move)
        elif isinstance(goal, IsRefused):
            position = lesson.game.position
            path = tuple(square_of(lesson.variant, position, name) for name in goal.squares)
            self.board.refuse(path[-1])
            self._refused(position.refusal(path))

    def _go_on_by_itself(self) -> None:
        """What is due now without the person."""
        lesson = self._lesson
        if self._takes_back:
            self._take_back()
        elif lesson.is_answer_due:
            answer = lesson.answer()
            if answer is not None:
                self._play(answer)
        elif lesson.is_shown_move_due:
            self._show_next()

    # ---- layout

    def layout(self) -> None:
        """Header with the games, list, card with board and words."""
        area = self._area = body(self.size, TALLEST)
        across, gap, pad, least = _measures(area.width)
        pages = LessonList(pygame.FRect(*area.topleft, across, area.height), self._rows(), self._at, self.show_page)
        left = area.left + across + gap
        self._box = pygame.FRect(left, area.top, area.right - left, area.height)
        self.board.painter = self.stage.painter(self._lesson.variant)
        self._place_board(pad, least)
        back = back_button(self.stage, area, self.size, self.close)
        games = self._games(area)
        story = self._story_button(games.rect)
        widgets = [pages, self.board, *self._buttons(self.beside), story, games, back]
        self.widgets.replace(widgets, first="pages")

    @property
    def _at(self) -> int:
        return self._places[self.game]

    def _rows(self) -> list[LessonRow]:
        return [LessonRow(self._text(page, "title"), self._is_done(self.game, page)) for page in self.pages]

    def _text(self, page: LessonPage, part: str) -> str:
        return self.stage.t(f"learn_{self.game}.{page.name}_{part}")

    def _games(self, area: pygame.FRect) -> Segmented:
        """The games side by side, at the right of the header."""
        return game_tabs(self.stage, area, self.size, GAMES, self.game, self.show_game)

    def _story_button(self, games: pygame.FRect) -> SquareButton:
        """At the left of the games: the one that is shown, told in ten seconds."""
        place = pygame.FRect(games.left - _STORY_WIDTH, games.top, games.height, games.height)
        says, key = self.stage.t("learn.story"), self.key_of("story")
        return SquareButton(place, "play", self._tell_story, says, True, 20, key, "story")

    def _tell_story(self) -> None:
        self.stage.go(STORY, self.game)

    def _buttons(self, beside: pygame.FRect) -> list[Widget]:
        """From the bottom: on and back, again and show, and the choices of an opening while one is due."""
        t, lesson = self.stage.t, self._lesson
        height = 40.0 if is_compact(self.size) else 44.0
        low = beside.bottom - height
        over = low - GAP - height
        half = (beside.width - GAP) / 2
        previous = SquareButton(
            pygame.FRect(beside.left, low, height, height), "chevron_left", lambda: self.turn(-1),
            t("learn.previous"), True, 22, self.key_of("previous_page"), "previous",
        )  # fmt: skip
        previous.enabled = self._at > 0
        on = pygame.FRect(beside.left + height + GAP, low, beside.width - height - GAP, height)
        next_button = Button(
            on, t("learn.play" if self._is_last else "learn.next"), self.go_on,
            "primary" if lesson.state is LessonState.DONE or self._is_done(self.game, self.page) else "secondary",
            "play" if self._is_last else "", name="next",
        )  # fmt: skip
        next_button.shortcut = self.key_of("go_on")
        again = Button(pygame.FRect(beside.left, over, half, height), t("learn.again"), self.again, name="again")
        show = Button(
            pygame.FRect(beside.left + half + GAP, over, half, height), t("learn.show"), self.show_how, name="show"
        )
        again.shortcut, show.shortcut = self.key_of("again"), self.key_of("show")
        return [*self._choice_buttons(beside, over - GAP - height, height), again, show, previous, next_button]

    @property
    def _choices(self) -> tuple[Move, ...]:
        """What an opening rule lets the person choose now."""
        lesson = self._lesson
        step = lesson.game.position.opening
        return step.choices if step is not None and lesson.game.turn in lesson.may_move else ()

    def _choice_buttons(self, beside: pygame.FRect, top: float, height: float) -> list[Widget]:
        choices = self._choices
        if not choices:
            return []
        gap = 6.0
        width = (beside.width - gap * (len(choices) - 1)) / len(choices)
        size = BODY if width > 92 else CAPTION

        def chooser(move: Move) -> Callable[[], None]:
            return lambda: self._play(move)

        return [
            Button(
                pygame.FRect(beside.left + i * (width + gap), top, width, height),
                self.stage.t(f"opening.choose_{move.word}"), chooser(move), size=size, name=f"choose-{move.word}",
            )
            for i, move in enumerate(choices)
        ]  # fmt: skip

    # ---- events and frames

    def acts(self) -> dict[str, Act]:
        """What the keys do."""
        return {
            "previous_page": lambda: self.turn(-1),
            "next_page": lambda: self.turn(1),
            "show": self.show_how,
            "again": self.again,
            "go_on": self.go_on,
            "story": self._tell_story,
        }

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the page's card and its words."""
        t, area = self.stage.t, self._area
        self.stage.draw_backdrop(canvas, 0.55)
        done = sum(self._is_done(self.game, page) for page in self.pages)
        room = area.copy()
        room.width -= _STORY_WIDTH + (380.0 if area.width >= 1000 else 334.0)
        progress = t("learn.progress", done=done, n=len(self.pages))
        draw_header(canvas, room, self.size, t("learn.title"), progress)
        canvas.card(self._box, 2)
        words = self.words()
        bottom = draw_words(canvas, self.beside, words, is_compact(self.size))
        draw_teacher(canvas, self._free_below(bottom), words.mood)
        hints = (
            (f"{self.key_of('previous_page')} {self.key_of('next_page')}", t("learn.turn")),
            (self.key_of("show"), t("learn.show")),
            (self.key_of("again"), t("learn.again")),
        )
        draw_footer(canvas, self.stage, area.left, self.size, hints)

    def words(self) -> Words:
        """What stands beside the board now."""
        t, page = self.stage.t, self.page
        mood = _MOODS[self._lesson.state]
        said = {
            "task": self._text(page, "task"),
            "done": self._text(page, "done"),
            "shown": self._text(page, "done"),
            "missed": t("learn.missed_line"),
        }[mood]
        return Words(self._text(page, "title"), self._text(page, "text"), mood, t(f"learn.{mood}"), said)


def _measures(width: float) -> tuple[float, float, float, float]:
    """For so wide a page: the width of the list, the gap beside it, the padding of the card, and what the words need at
    least."""
    if width < 1000:
        return 196.0, 14.0, 16.0, 248.0
    return (216.0, 18.0, 20.0, 258.0) if width < 1150 else (240.0, 24.0, 24.0, 300.0)
