"""Every widget by mouse and by keyboard, headless."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CONTRAST
from game.ui.widgets.base import Widget, WidgetGroup, approach
from game.ui.widgets.buttons import ActionButton, Button, SquareButton, blend
from game.ui.widgets.choices import Segment, Segmented, Slider, Toggle
from game.ui.widgets.field import TextField


def key(code: int, mod: int = 0, text: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=text)


def mouse(kind: int, x: float, y: float, button: int = 1) -> pygame.event.Event:
    values: dict[str, Any] = {"pos": (x, y)}
    if kind != pygame.MOUSEMOTION:
        values["button"] = button
    return pygame.event.Event(kind, values)


def click(target: Widget | WidgetGroup, x: float, y: float) -> None:
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        target.handle(mouse(kind, x, y))


@pytest.fixture
def clicked() -> list[str]:
    return []


def button(clicked: list[str], x: float = 0, name: str = "a", y: float = 0) -> Button:
    return Button(pygame.FRect(x, y, 100, 40), name, lambda: clicked.append(name))


def test_a_click_needs_press_and_release_on_the_button(clicked: list[str]) -> None:
    widget = button(clicked)
    click(widget, 50, 20)
    assert clicked == ["a"]
    widget.handle(mouse(pygame.MOUSEBUTTONDOWN, 50, 20))
    widget.handle(mouse(pygame.MOUSEBUTTONUP, 150, 20))
    assert clicked == ["a"]
    widget.handle(mouse(pygame.MOUSEBUTTONDOWN, 150, 20))
    widget.handle(mouse(pygame.MOUSEBUTTONUP, 50, 20))
    assert clicked == ["a"]


def test_only_the_left_button_clicks(clicked: list[str]) -> None:
    widget = button(clicked)
    widget.handle(mouse(pygame.MOUSEBUTTONDOWN, 50, 20, 3))
    widget.handle(mouse(pygame.MOUSEBUTTONUP, 50, 20, 3))
    assert clicked == []


def test_a_dark_mark_is_seen_on_the_chosen_chip_in_high_contrast(canvas: Canvas) -> None:
    places = []

    def mark(on: Canvas, x: float, y: float) -> None:
        places.append(round(x))
        on.circle(x, y, 9, (0, 0, 0))

    row = Segmented(pygame.FRect(0, 0, 240, 40), [Segment(1, "a", mark=mark), Segment(2, "b")], 1, lambda _: None)
    surface = pygame.Surface((240, 40))
    row.draw(Canvas(surface, CONTRAST, canvas.fonts, 1.0))
    upwards = [surface.get_at((places[0], 20 - y))[0] for y in range(15)]
    assert max(upwards[:8]) == 0
    assert max(upwards[9:12]) > 200, "a pale ring around it"
    assert upwards[14] == 0, "and the chip around that"


def test_a_disabled_button_does_nothing(clicked: list[str]) -> None:
    widget = button(clicked)
    widget.enabled = False
    click(widget, 50, 20)
    assert not widget.handle(key(pygame.K_RETURN))
    assert clicked == []


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_SPACE, pygame.K_KP_ENTER])
def test_enter_and_space_activate(clicked: list[str], code: int) -> None:
    assert button(clicked).handle(key(code))
    assert clicked == ["a"]


def test_hover_and_press_colours_take_their_time(clicked: list[str]) -> None:
    widget = button(clicked)
    widget.handle(mouse(pygame.MOUSEMOTION, 50, 20))
    widget.update(0.045)
    assert 0.4 < widget.hover_share < 0.6
    widget.update(1)
    assert widget.hover_share == 1
    widget.handle(mouse(pygame.MOUSEMOTION, 500, 20))
    widget.update(1)
    assert widget.hover_share == 0


def test_tab_goes_round_and_skips_what_is_disabled_or_hidden(clicked: list[str]) -> None:
    group = WidgetGroup()
    widgets = [button(clicked, 120 * i, name) for i, name in enumerate("abcd")]
    widgets[1].enabled = False
    widgets[2].visible = False
    group.replace(widgets)
    names = []
    for _ in range(3):
        group.handle(key(pygame.K_TAB))
        assert group.focus is not None
        names.append(group.focus.name)
        assert group.focus.focused
    assert names == ["a", "d", "a"]
    group.handle(key(pygame.K_TAB, pygame.KMOD_SHIFT))
    assert group.focus.name == "d"


def test_the_ring_shows_after_keys_and_hides_after_a_click(clicked: list[str]) -> None:
    group = WidgetGroup()
    widget = button(clicked)
    group.replace([widget])
    group.handle(key(pygame.K_TAB))
    assert widget.focused
    click(group, 50, 20)
    assert not widget.focused
    assert group.focus is widget


def test_arrows_move_to_the_nearest_widget_in_that_direction(clicked: list[str]) -> None:
    group = WidgetGroup()
    grid = {(x, y): button(clicked, 120 * x, f"{x}{y}", 60 * y) for y in range(3) for x in range(3)}
    group.replace(grid.values())
    group.focus_on("11")
    for code, name in ((pygame.K_LEFT, "01"), (pygame.K_UP, "00"), (pygame.K_RIGHT, "10"), (pygame.K_DOWN, "11")):
        group.handle(key(code))
        assert group.focus is not None
        assert group.focus.name == name


def test_an_arrow_would_rather_go_further_than_aside(clicked: list[str]) -> None:
    for there, aside, expected in (
        ((400, 0), (150, 140), "there"),
        ((400, 0), (150, 30), "aside"),  # hardly aside
        ((900, 0), (150, 140), "aside"),
    ):
        group = WidgetGroup()
        group.replace(
            [
                button(clicked),
                button(clicked, there[0], "there", there[1]),
                button(clicked, aside[0], "aside", aside[1]),
            ]
        )
        group.focus_on("a")
        assert group.handle(key(pygame.K_RIGHT))
        assert group.focus is not None
        assert group.focus.name == expected


def test_the_focus_survives_new_widgets_of_the_same_name(clicked: list[str]) -> None:
    group = WidgetGroup()
    group.replace([button(clicked, 0, "a"), button(clicked, 120, "b")])
    group.focus_on("b", show=True)
    group.replace([button(clicked, 0, "a"), button(clicked, 300, "b")])
    assert group.focus is not None
    assert (group.focus.name, group.focus.rect.left, group.focus.focused) == ("b", 300, True)


def test_the_upper_of_two_overlapping_widgets_gets_the_click(clicked: list[str]) -> None:
    group = WidgetGroup()
    group.replace([button(clicked, 0, "below"), button(clicked, 50, "above")])
    click(group, 75, 20)
    assert clicked == ["above"]


def test_the_group_tells_how_long_the_mouse_has_rested(clicked: list[str]) -> None:
    group = WidgetGroup()
    widget = button(clicked)
    group.replace([widget])
    group.handle(mouse(pygame.MOUSEMOTION, 50, 20))
    for _ in range(4):
        group.update(0.2)
    rested = group.hovered_long
    assert rested is not None
    assert rested[0] is widget
    assert rested[1] == pytest.approx(0.6)
    group.handle(mouse(pygame.MOUSEMOTION, 500, 20))
    group.update(0.2)
    assert group.hovered_long is None


def segmented(chosen: list[object]) -> Segmented:
    choices = (Segment(1, "one"), Segment(2, "two", enabled=False), Segment(3, "three"))
    return Segmented(pygame.FRect(0, 0, 308, 44), choices, 1, chosen.append)


def test_segmented_chooses_by_click_but_not_what_is_disabled() -> None:
    chosen: list[object] = []
    widget = segmented(chosen)
    click(widget, 154, 20)
    assert chosen == []
    click(widget, 290, 20)
    assert (chosen, widget.value) == ([3], 3)
    click(widget, 290, 20)
    assert chosen == [3]


def test_segmented_moves_by_arrows_and_lets_go_at_its_end() -> None:
    chosen: list[object] = []
    widget = segmented(chosen)
    assert widget.handle(key(pygame.K_RIGHT))
    assert chosen == [3]
    assert not widget.handle(key(pygame.K_RIGHT))
    assert widget.handle(key(pygame.K_LEFT))
    assert chosen == [3, 1]


def test_toggle_switches_by_click_and_key() -> None:
    states: list[bool] = []
    widget = Toggle(0, 0, False, states.append)
    click(widget, 10, 10)
    widget.handle(key(pygame.K_SPACE))
    assert states == [True, False]


def test_slider_by_drag_wheel_and_keys_in_steps() -> None:
    values: list[float] = []
    widget = Slider(pygame.FRect(0, 0, 200, 30), 0.0, 1.0, 0.1, 0.5, values.append)
    widget.handle(mouse(pygame.MOUSEBUTTONDOWN, 41, 15))
    assert values == [0.2]
    widget.handle(mouse(pygame.MOUSEMOTION, 500, 15))
    assert values[-1] == 1.0
    widget.handle(mouse(pygame.MOUSEBUTTONUP, 500, 15))
    widget.handle(key(pygame.K_LEFT))
    assert values[-1] == pytest.approx(0.9)
    widget.handle(key(pygame.K_HOME))
    assert values[-1] == 0.0
    widget.handle(key(pygame.K_LEFT))
    assert values == pytest.approx([0.2, 1.0, 0.9, 0.0]), "each value once, and nothing where it stays"
    widget.handle(mouse(pygame.MOUSEMOTION, 100, 15))
    widget.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert values[-1] == pytest.approx(0.1)


def field(changes: list[str], text: str = "", limit: int = 8) -> TextField:
    return TextField(pygame.FRect(0, 0, 200, 44), text, "say hello", changes.append, limit)


def typed(text: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.TEXTINPUT, text=text)


def test_field_takes_text_up_to_its_limit_and_no_control_characters() -> None:
    changes: list[str] = []
    widget = field(changes)
    widget.handle(typed("下一盘"))
    widget.handle(typed("a\x1b\u202eb"))
    widget.handle(typed("cdefgh"))
    assert widget.text == "下一盘abcde"
    assert changes[-1] == widget.text


def test_field_edits_at_the_caret() -> None:
    changes: list[str] = []
    widget = field(changes, "abc")
    widget.handle(key(pygame.K_LEFT))
    widget.handle(typed("x"))
    assert widget.text == "abxc"
    widget.handle(key(pygame.K_BACKSPACE))
    widget.handle(key(pygame.K_HOME))
    widget.handle(key(pygame.K_DELETE))
    assert widget.text == "bc"
    widget.handle(key(pygame.K_END))
    widget.handle(key(pygame.K_BACKSPACE))
    assert widget.text == "b"


def test_composition_belongs_to_the_input_method() -> None:
    changes: list[str] = []
    widget = field(changes, "ab")
    widget.handle(pygame.event.Event(pygame.TEXTEDITING, text="xian", start=0, length=4))
    assert widget.composition == "xian"
    widget.handle(key(pygame.K_BACKSPACE))
    assert widget.text == "ab"
    widget.handle(typed("线"))
    assert (widget.text, widget.composition) == ("ab线", "")


def test_letters_typed_into_a_field_are_no_keys_of_the_scene() -> None:
    widget = field([])
    assert widget.handle(key(pygame.K_u, text="u"))
    assert not widget.handle(key(pygame.K_TAB, text="\t"))


def test_blend_and_approach_stay_between_their_ends() -> None:
    assert blend((0, 0, 0), (255, 255, 255), 0.0) == (0, 0, 0)
    assert blend((0, 0, 0), (255, 255, 255), 1.0) == (255, 255, 255)
    assert approach(0.5, 1.0, 10, 0.1) == 1.0
    assert approach(0.5, 0.0, 0.05, 0.1) == 0.0
    assert approach(0.2, 1.0, 0.01, 0.1) == pytest.approx(0.3)


def test_icon_buttons_act(clicked: list[str]) -> None:
    rect = pygame.FRect(0, 0, 40, 40)
    click(SquareButton(rect, "home", lambda: clicked.append("square"), "Home"), 20, 20)
    click(ActionButton(rect, "undo", "Undo", lambda: clicked.append("action")), 20, 20)
    assert clicked == ["square", "action"]
