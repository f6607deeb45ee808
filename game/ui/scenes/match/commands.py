"""The buttons and keys of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.match.events import RequestKind
from game.ui.paint.theme import CAPTION
from game.ui.scenes.match.actions import Actions, WaysOut
from game.ui.scenes.match.chat import ChatButton, KnockButton
from game.ui.scenes.match.hint_card import HintPages
from game.ui.scenes.match.lan_panel import LanPanel
from game.ui.scenes.match.menu import MatchMenu
from game.ui.scenes.match.shown import ShownMatch
from game.ui.stage.navigator import SETTINGS
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton, Button, SquareButton

_Act = tuple[str, str, Callable[[], None], str]
"""One button of the row: its icon, label, what it does, and its key."""


class Commands:
    """Makes the buttons of a match scene, and keeps them in step with the match."""

    def __init__(
        self,
        shown: ShownMatch,
        actions: Actions,
        menu: MatchMenu,
        hint_pages: HintPages,
        company: LanPanel | None,
        ways: WaysOut,
    ) -> None:
        self._shown = shown
        self._actions = actions
        self._menu = menu
        self._hint_pages = hint_pages
        self._company = company
        self._ways = ways
        self._buttons: dict[str, Widget] = {}

    # ---- widgets

    def header(self, rect: pygame.FRect) -> list[Widget]:
        """Home at the left; sound, full screen and settings at the right."""
        shown, t = self._shown, self._shown.stage.t
        settings = shown.stage.settings
        sound = "sound" if settings.sound else "sound_off"
        screen = "window" if settings.fullscreen else "full_screen"
        found: list[Widget] = [
            SquareButton(
                pygame.FRect(rect.left, rect.top, 40, 40), "home", self._ways.leave, self._home_label, True, 22, "Esc"
            )
        ]
        for i, (icon, action, text, key) in enumerate(
            (
                ("gear", lambda: shown.stage.go(SETTINGS), t("match.settings"), ""),
                (
                    screen,
                    shown.stage.toggle_full_screen,
                    t("common.full_screen"),
                    shown.stage.key("everywhere", "full_screen"),
                ),
                (
                    sound,
                    self._actions.toggle_sound,
                    t("common.mute" if settings.sound else "common.unmute"),
                    self._key("sound"),
                ),
            )
        ):
            place = pygame.FRect(rect.right - 40 - 40 * i, rect.top, 40, 40)
            found.append(SquareButton(place, icon, action, text, False, 22, key))
        waiting = self._ways.waiting()
        if waiting:
            place = pygame.FRect(rect.right - 160, rect.top, 40, 40)
            found.append(KnockButton(place, waiting, self._ways.look, t("lan.badge"), self._key("invitation")))
        return sorted(found, key=lambda each: each.rect.left)  # so Tab goes through them

    def out_of_zen(self, size: tuple[float, float]) -> Widget:
        """The only button beside a board that is shown alone, for a window of that size."""
        shown = self._shown
        place = pygame.FRect(size[0] - 56, 16, 40, 40)
        return SquareButton(place, "cross", self._ways.zen, shown.stage.t("match.zen_out"), True, 22, self._key("zen"))

    @property
    def _home_label(self) -> str:
        return self._shown.stage.t("lan.to_lobby" if self._company is not None else "match.home")

    def steppers(self, rect: pygame.FRect) -> list[Widget]:
        """The four small buttons in the move list's title row."""
        shown, t = self._shown, self._shown.stage.t
        found: list[Widget] = []
        for i, (icon, text, key, ply) in enumerate(
            (
                ("first", t("match.first"), self._key("first"), lambda: 0),
                ("chevron_left", t("match.previous"), self._key("previous"), lambda: shown.ply - 1),
                ("chevron_right", t("match.next"), self._key("next"), lambda: shown.ply + 1),
                ("last", t("match.last"), self._key("last"), lambda: shown.match.ply),
            )
        ):
            step = 32.0 if rect.width > 230 else 28.0
            place = pygame.FRect(rect.right - 10 - step * (4 - i), rect.top + 6, step, 32)
            button = SquareButton(place, icon, self._stepper(ply), text, False, 20, key)
            self._buttons[icon] = button
            found.append(button)
        return found

    def _stepper(self, ply: Callable[[], int]) -> Callable[[], None]:
        return lambda: self._shown.step_to(ply())

    def hint_steppers(self, rect: pygame.FRect) -> list[Widget]:
        """The two small buttons in the hint's title row, which step through a line."""
        t, pages = self._shown.stage.t, self._hint_pages
        back, forward = (pygame.FRect(rect.right - 10 - 32 * n, rect.top + 6, 32, 32) for n in (2, 1))
        return [
            SquareButton(
                back, "chevron_left", pages.back, t("match.hint_back"), False, 20, self._key("hint_back"), "hint_back"
            ),
            SquareButton(
                forward,
                "chevron_right",
                pages.forward,
                t("match.hint_forward"),
                False,
                20,
                self._key("hint"),
                "hint_on",
            ),
        ]

    def move_now(self, rect: pygame.FRect) -> Widget:
        """The button in the thinking card."""
        label = self._shown.stage.t("match.move_now")
        button = Button(rect, label, self._shown.match.move_now, icon="fast_forward", size=CAPTION, name="move_now")
        button.shortcut = self._key("move_now")
        button.tooltip = label
        self._buttons["move_now"] = button
        return button

    def actions(self, rect: pygame.FRect) -> list[Widget]:
        """The row under the lower card; what is in it depends on who plays and whether the game is over."""
        t = self._shown.stage.t
        if self._company is not None:
            return self._table_actions(rect, self._company)
        entries: list[_Act] = [
            ("undo", t("match.undo"), self._actions.undo, self._key("undo")),
            ("redo", t("match.redo"), self._actions.redo, self._key("redo")),
        ]
        if self._shown.match.is_watched:
            entries += [
                ("pause", t("match.pause"), self._actions.toggle_pause, self._key("pause")),
                ("step", t("match.step"), self._actions.step, self._key("step_match")),
            ]
        else:
            entries += [
                ("hint", t("match.hint"), self._actions.hint, self._key("hint")),
                ("draw", t("match.draw"), self._actions.offer_draw, self._key("draw")),
                ("flag", t("match.resign"), self._actions.resign, self._key("resign")),
            ]
        entries += [
            ("flip", t("match.flip"), self._actions.flip, self._key("flip")),
            ("menu", t("match.menu"), self._menu.open, ""),
        ]
        if self._shown.match.outcome is not None:
            entries = [e for e in entries if e[0] in ("undo", "redo", "flip", "menu")]
            entries.insert(0, ("trophy", t("match.result"), self._actions.show_result, self._key("result")))
        return self._row(rect, entries)

    def _table_actions(self, rect: pygame.FRect, company: LanPanel) -> list[Widget]:
        """The row at a LAN table: nothing is played again or hinted at, and the chat stands here where it is folded."""
        shown, t = self._shown, self._shown.stage.t
        over = shown.match.outcome is not None
        entries: list[_Act] = []
        if over:
            entries.append(("trophy", t("match.result"), self._actions.show_result, self._key("result")))
        elif not company.is_watched:
            entries += [
                ("undo", t("match.undo"), self._actions.undo, self._key("undo")),
                ("draw", t("match.draw"), self._actions.offer_draw, self._key("draw")),
                ("flag", t("match.resign"), self._actions.resign, self._key("resign")),
            ]
        if company.is_chat_folded:
            label = t("match.moves" if company.shows_chat else "lan.chat")
            entries.append(("chat", label, company.toggle_chat, self._key("chat")))
        if over or company.is_watched or not company.is_chat_folded:
            entries.append(("flip", t("match.flip"), self._actions.flip, self._key("flip")))
        entries.append(("eye", "", company.tell_watchers, ""))
        entries.append(("menu", t("match.menu"), self._menu.open, ""))
        return self._row(rect, entries)

    def _row(self, rect: pygame.FRect, entries: Sequence[_Act]) -> list[Widget]:
        """The buttons of a row, all as wide."""
        company = self._company
        width = (rect.width - 16) / len(entries)
        found: list[Widget] = []
        for i, (icon, label, action, key) in enumerate(entries):
            place = pygame.FRect(rect.left + 8 + i * width + 1, rect.top + 8, width - 2, rect.height - 16)
            if icon == "chat" and company is not None:
                button: ActionButton = ChatButton(place, label, company.unread, action)
            else:
                button = ActionButton(place, icon, label, action, f"action_{icon}")
            button.tooltip, button.shortcut = label, key
            if icon == "eye" and company is not None:
                button.label = company.watchers_label(place.width)
            self._buttons[icon] = button
            if icon == "menu":
                self._menu.place = place
            found.append(button)
        return found

    def refresh(self) -> None:
        """Enable what can be done now."""
        shown, match = self._shown, self._shown.match
        on_table = match.outcome is None
        company = self._company
        asked = company.asked if company is not None else ()
        touch = self._shown.may_touch
        enabled = {
            "undo": match.can_undo and touch and RequestKind.TAKE_BACK not in asked,
            "redo": match.can_redo,
            "hint": match.can_hint and not match.hints.is_pending and not shown.is_looking_back,
            "draw": on_table and match.person is not None and not match.requests.open and touch,
            "flag": on_table and match.person is not None and touch,
            "move_now": on_table and match.turns.waiting_for is not None and match.attempt is None,
            "step": on_table,
            "pause": on_table,
            "first": shown.ply > 0,
            "chevron_left": shown.ply > 0,
            "chevron_right": shown.is_looking_back,
            "last": shown.is_looking_back,
        }
        for name, yes in enabled.items():
            if name in self._buttons:
                self._buttons[name].enabled = yes
        pause = self._buttons.get("pause")
        if isinstance(pause, ActionButton):
            paused = match.is_paused
            pause.icon = "play" if paused else "pause"
            pause.label = shown.stage.t("match.resume" if paused else "match.pause")
        eye = self._buttons.get("eye")
        if company is not None and isinstance(eye, ActionButton):
            eye.label, eye.tooltip = company.watchers_label(eye.rect.width), company.watchers_names()
        now = self._buttons.get("move_now")
        if now is not None:
            now.visible = match.turns.waiting_for is not None and match.attempt is None

    # ---- keys

    def _key(self, action: str) -> str:
        """What is told as the key of an action."""
        return self._shown.stage.key("match", action)

    def acts(self) -> dict[str, Callable[[], None]]:
        """What each key does now; a key that can't do anything is left out, one that may be refused is not."""
        shown, match = self._shown, self._shown.match
        acts: dict[str, Callable[[], None]] = {
            "flip": self._actions.flip,
            "blindfold": self._actions.next_blindfold,
            "sound": self._actions.toggle_sound,
            "previous": lambda: shown.step_to(shown.ply - 1),
            "next": lambda: shown.step_to(shown.ply + 1),
            "first": lambda: shown.step_to(0),
            "last": lambda: shown.step_to(match.ply),
            "copy_game": self._actions.copy_game,
            "copy_position": self._actions.copy_position,
        }
        company = self._company
        if self._shown.may_touch:
            acts |= {"undo": self._actions.undo, "pause": self._actions.toggle_pause}
            if not match.is_watched:
                acts |= {"draw": self._actions.offer_draw, "resign": self._actions.resign}
        if company is None:
            acts |= {"redo": self._actions.redo, "threats": shown.toggle_threats, "zen": self._ways.zen}
            if shown.has_computer:
                acts["move_now"] = match.move_now
            if match.is_watched:
                acts["step_match"] = self._actions.step
            else:
                acts["hint"] = self._actions.hint
        if self._hint_pages.is_open:
            acts["hint_back"] = self._hint_pages.back
            acts |= {f"hint_{rank + 1}": self._hint_chooser(rank) for rank in range(3)}
        if self._ways.waiting():
            acts["invitation"] = self._ways.look
        if match.outcome is not None:
            acts |= {"result": self._actions.show_result, "analyse": self._actions.analyse}
        return acts

    def _hint_chooser(self, rank: int) -> Callable[[], None]:
        return lambda: self._hint_pages.choose(rank)
