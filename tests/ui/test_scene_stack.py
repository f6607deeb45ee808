"""The stack of scenes: who gets events, what is drawn, when a scene is told that it has gone."""

from __future__ import annotations

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.stage.overlays import Dialog, DialogAnswer, ListEntry, Popup
from game.ui.stage.scene import Scene, SceneStack
from game.ui.widgets.buttons import Button


class Recorder(Scene):
    def __init__(self, name: str, log: list[str], overlay: bool = False) -> None:
        super().__init__()
        self.is_overlay = overlay
        self._name = name
        self._log = log

    def layout(self) -> None:
        self._log.append(f"{self._name} layout {self.size[0]:.0f}")

    def handle(self, event: pygame.event.Event) -> bool:
        self._log.append(f"{self._name} event")
        return True

    def update(self, dt: float) -> None:
        self._log.append(f"{self._name} updated")

    def draw(self, canvas: Canvas) -> None:
        self._log.append(f"{self._name} drawn")

    def left(self) -> None:
        self._log.append(f"{self._name} left")

    def uncovered(self) -> None:
        self._log.append(f"{self._name} uncovered")


KEY = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")


def stack_of(log: list[str], *names: str, overlay: str = "") -> tuple[SceneStack, list[Recorder]]:
    stack = SceneStack()
    stack.resized((1280, 800))
    scenes = [Recorder(name, log, name == overlay) for name in names]
    for scene in scenes:
        stack.push(scene)
    log.clear()
    return stack, scenes


def test_the_top_scene_gets_the_events_and_is_drawn_alone(canvas: Canvas) -> None:
    log: list[str] = []
    stack, _ = stack_of(log, "a", "b")
    stack.handle(KEY)
    stack.draw(canvas)
    assert log == ["b event", "b drawn"]


def test_an_overlay_leaves_the_scene_below_visible(canvas: Canvas) -> None:
    log: list[str] = []
    stack, _ = stack_of(log, "a", "b", "c", overlay="c")
    stack.draw(canvas)
    assert log == ["b drawn", "c drawn"]


def test_what_is_covered_stands_still_unless_it_must_go_on() -> None:
    log: list[str] = []
    stack, scenes = stack_of(log, "a", "b", "c", "d", overlay="d")
    stack.update(0.1)
    assert log == ["c updated", "d updated"], "what a dialog leaves in sight goes on"
    log.clear()
    scenes[0].goes_on_covered = True
    stack.update(0.1)
    assert log == ["a updated", "c updated", "d updated"]
    assert stack.working == (scenes[0], scenes[2], scenes[3])


def test_a_closed_scene_goes_and_the_one_below_is_told() -> None:
    log: list[str] = []
    stack, scenes = stack_of(log, "a", "b")
    scenes[1].close()
    stack.update(0.1)
    assert log == ["b updated", "b left", "a uncovered"]
    assert stack.top is scenes[0]


def test_a_scene_that_closes_below_another_uncovers_nothing() -> None:
    log: list[str] = []
    stack, scenes = stack_of(log, "a", "b", "c")
    scenes[1].close()
    stack.update(0.1)
    assert log == ["c updated", "b left"]
    assert stack.scenes == (scenes[0], scenes[2])


def test_going_back_to_the_bottom_leaves_every_scene_once() -> None:
    log: list[str] = []
    stack, scenes = stack_of(log, "a", "b", "c")
    stack.back_to_bottom()
    assert log == ["c left", "b left", "a uncovered"]
    assert stack.scenes == (scenes[0],)


def test_replacing_leaves_the_old_scene() -> None:
    log: list[str] = []
    stack, _ = stack_of(log, "a", "b")
    stack.replace(Recorder("c", log))
    assert log == ["b left", "c layout 1280"]


def test_a_new_size_reaches_every_scene() -> None:
    log: list[str] = []
    stack, _ = stack_of(log, "a", "b")
    stack.resized((960, 640))
    assert log == ["a layout 960", "b layout 960"]


def dialog(chosen: list[str]) -> Dialog:
    answers = (
        DialogAnswer("Do it", lambda: chosen.append("do"), "primary"),
        DialogAnswer("Stay", lambda: chosen.append("stay")),
    )
    return Dialog("Really?", "This can't be undone.", answers)


def test_of_two_questions_only_the_upper_one_is_seen(canvas: Canvas) -> None:
    """The other side of a game may be lost, or ask for a draw, while a question of one's own stands there."""
    drawn: list[str] = []

    class Seen(Dialog):
        def draw(self, canvas: Canvas) -> None:
            drawn.append(self.title)
            super().draw(canvas)

        def __init__(self, title: str) -> None:
            super().__init__(title, "", (DialogAnswer("Well", lambda: None),))
            self.title = title

    log: list[str] = []
    stack, _ = stack_of(log, "a")
    for title in ("Leave?", "Take a draw?"):
        stack.push(Seen(title))
    stack.push(Popup(pygame.FRect(10, 10, 80, 40), (ListEntry("Only a list", lambda: None),)))
    stack.draw(canvas)
    assert drawn == ["Take a draw?"]
    for _ in ("the list", "the upper question"):
        stack.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    stack.draw(canvas)
    assert drawn == ["Take a draw?", "Leave?"], "the lower one was not lost"


def test_a_dialog_gives_the_safe_answer_to_enter_and_escape(canvas: Canvas) -> None:
    for code in (pygame.K_RETURN, pygame.K_ESCAPE):
        chosen: list[str] = []
        stack, _ = stack_of([], "a")
        stack.push(dialog(chosen))
        stack.draw(canvas)
        stack.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
        assert chosen == ["stay"]
        assert not isinstance(stack.top, Dialog)


def test_a_dialog_by_keyboard_reaches_its_other_answer(canvas: Canvas) -> None:
    chosen: list[str] = []
    stack, _ = stack_of([], "a")
    stack.push(dialog(chosen))
    stack.draw(canvas)
    for code in (pygame.K_LEFT, pygame.K_RETURN):
        stack.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
    assert chosen == ["do"]


def test_nothing_reaches_the_scene_under_a_dialog(canvas: Canvas) -> None:
    log: list[str] = []
    stack, _ = stack_of(log, "a")
    stack.push(dialog([]))
    stack.draw(canvas)
    log.clear()
    stack.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1))
    assert log == []


def popup(chosen: list[str]) -> Popup:
    entries = (
        ListEntry("one", lambda: chosen.append("one")),
        ListEntry("two", lambda: chosen.append("two"), checked=True),
        ListEntry("three", lambda: chosen.append("three"), enabled=False),
    )
    return Popup(pygame.FRect(1200, 760, 60, 30), entries)


def test_a_popup_stays_in_the_window_and_begins_at_the_checked_entry() -> None:
    chosen: list[str] = []
    stack, _ = stack_of([], "a")
    opened = popup(chosen)
    stack.push(opened)
    assert all(pygame.FRect(0, 0, 1280, 800).contains(w.rect) for w in opened.widgets.widgets)
    opened.resized((960, 640))  # while it is open
    assert all(pygame.FRect(0, 0, 960, 640).contains(w.rect) for w in opened.widgets.widgets)
    stack.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    assert chosen == ["two"]


def test_a_click_outside_closes_a_popup_and_chooses_nothing() -> None:
    chosen: list[str] = []
    stack, scenes = stack_of([], "a")
    stack.push(popup(chosen))
    stack.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(20, 20), button=1))
    assert stack.top is scenes[0]
    assert chosen == []


class Buttons(Scene):
    def layout(self) -> None:
        place = pygame.FRect(0, 0, 100, 40)
        self.widgets.replace([Button(place, name, lambda: None, name=name) for name in ("one", "two")])
        self.widgets.focus_on("one")


def test_what_is_opened_by_keyboard_shows_what_has_the_keyboard() -> None:
    tab = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="\t")
    for opens in (SceneStack.push, SceneStack.replace):
        stack = SceneStack()
        stack.resized((1280, 800))
        stack.push(Buttons())
        by_mouse = Buttons()
        opens(stack, by_mouse)
        assert not any(each.focused for each in by_mouse.widgets.widgets)
        stack.handle(tab)
        by_keyboard = Buttons()
        opens(stack, by_keyboard)
        assert [each.focused for each in by_keyboard.widgets.widgets] == [True, False]


class Leading(Recorder):
    """Leads on to another scene as soon as it is open."""

    def __init__(self, stack: SceneStack, log: list[str]) -> None:
        super().__init__("leading", log)
        self._stack = stack

    def opened(self) -> None:
        self._log.append(f"opened above {len(self._stack.scenes) - 1}")
        self._stack.push(Recorder("end", self._log))


def test_a_scene_that_is_open_may_open_another_above_itself() -> None:
    log: list[str] = []
    stack, _ = stack_of(log, "menu")
    stack.push(Leading(stack, log))
    assert [scene._name for scene in stack.scenes if isinstance(scene, Recorder)] == ["menu", "leading", "end"]
    assert log.count("opened above 1") == 1
    stack.top.close()  # type: ignore[union-attr]  # there are three
    stack.update(0.1)
    assert log[-2:] == ["end left", "leading uncovered"]
    assert log.count("opened above 1") == 1, "being seen again is not being opened"
