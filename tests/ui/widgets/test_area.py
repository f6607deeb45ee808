"""Some lines of text to type into: where they break, and where keys and clicks lead in them."""

from __future__ import annotations

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.widgets.area import TextArea


class Typed:
    """An area of ten letters a line, each ten units wide."""

    def __init__(self, text: str = "", limit: int = 1000) -> None:
        self.said: list[str] = []
        self.ended = 0
        rect = pygame.FRect(0, 0, 128, 100)
        self.area = TextArea(rect, text, "", self.said.append, limit, self._end, lambda part: 10.0 * len(part), "area")

    def _end(self) -> None:
        self.ended += 1

    def press(self, *keys: int, mod: int = 0) -> None:
        for key in keys:
            self.area.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))

    def type(self, text: str) -> None:
        self.area.handle(pygame.event.Event(pygame.TEXTINPUT, text=text))

    def lines(self) -> list[str]:
        return [self.area._shown[span.start : span.end] for span in self.area._spans()]


def test_lines_break_at_spaces_between_ideographs_and_where_one_breaks_them() -> None:
    assert Typed("one two three four").lines() == ["one two ", "three four"]
    assert Typed("abcdefghijklmno").lines() == ["abcdefghij", "klmno"]
    assert Typed("红方先手出车马炮兵卒士象").lines() == ["红方先手出车马炮兵卒", "士象"]
    assert Typed("a\n\nb").lines() == ["a", "", "b"]
    assert Typed("").lines() == [""]


def test_enter_ends_and_shift_enter_begins_a_line() -> None:
    typed = Typed("ab")
    typed.press(pygame.K_RETURN, mod=pygame.KMOD_SHIFT)
    typed.type("c\x07d")
    assert (typed.area.text, typed.ended) == ("ab\ncd", 0)
    typed.press(pygame.K_RETURN)
    assert typed.ended == 1
    assert typed.said == ["ab\n", "ab\ncd"]


def test_up_and_down_keep_to_the_column_and_end_at_the_ends() -> None:
    typed = Typed("one two three four")
    area = typed.area
    typed.press(pygame.K_HOME)
    assert area.caret == 8
    typed.press(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP)
    assert area.caret == 2
    typed.press(pygame.K_END)
    assert area.caret == 7
    typed.press(pygame.K_DOWN)
    assert area.caret == 15
    typed.press(pygame.K_DOWN)
    assert area.caret == 18
    typed.press(pygame.K_UP, pygame.K_UP)
    assert area.caret == 0


def test_a_click_sets_the_caret_in_its_line() -> None:
    typed = Typed("one two three four")
    typed.area.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(14 + 22, 7 + 20), button=1))
    assert typed.area.caret == 10


def test_what_is_composed_is_shown_at_the_caret_and_is_no_text_yet() -> None:
    typed = Typed("ab")
    typed.press(pygame.K_LEFT)
    typed.area.handle(pygame.event.Event(pygame.TEXTEDITING, text="hao", start=0, length=0))
    assert (typed.lines(), typed.area.text) == (["ahaob"], "ab")
    typed.press(pygame.K_RETURN)
    assert typed.ended == 0, "Enter belongs to the input method"
    typed.type("好")
    assert (typed.lines(), typed.said) == (["a好b"], ["a好b"])


def test_a_long_text_is_drawn_where_the_caret_is(canvas: Canvas) -> None:
    typed = Typed(" ".join(f"word{n}" for n in range(100)))
    typed.area.take_keyboard(True)
    typed.area.draw(canvas)
    end = pygame.image.tobytes(canvas.surface, "RGB")
    typed.area.caret = 0
    typed.area.draw(canvas)
    assert pygame.image.tobytes(canvas.surface, "RGB") != end
    assert typed.area._first_line() == 0
