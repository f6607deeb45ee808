"""What a person can do in a match besides moving: the buttons, the menu and the keys, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from game.match.autosave import match_record
from game.match.events import RequestKind
from game.match.match import MatchError
from game.match.players import Human, PlayerKind
from game.rules.core import PASS, Side
from game.tables.opponents import ADAPTIVE, Readiness
from game.ui.clipboard import copy_game, copy_position
from game.ui.scenes.match.blindfold import form_entries, next_form
from game.ui.scenes.match.chat import ChatButton, KnockButton
from game.ui.scenes.names import level_name
from game.ui.scenes.result.words import side_name
from game.ui.theme import CAPTION
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import ActionButton, Button, SquareButton
from game.ui.widgets.overlays import Answer, Dialog, Entry, Popup

if TYPE_CHECKING:
    from game.ui.scenes.match.lan_panel import Company
    from game.ui.scenes.match.scene import MatchScene

Act = tuple[str, str, Callable[[], None], str]
"""One button of the row: its icon, label, what it does, and its key."""

SPEEDS_S = {"slow": 2.0, "normal": 0.8, "fast": 0.0}
"""The least time between two moves of computers that play each other, in seconds."""


class Commands:
    """Makes the buttons of a match scene, keeps them in step with the match, and carries out what they stand for."""

    def __init__(self, scene: MatchScene) -> None:
        self._scene = scene
        self._buttons: dict[str, Widget] = {}

    # ---- widgets

    def header(self, rect: pygame.FRect) -> list[Widget]:
        """Home at the left; sound, full screen and settings at the right."""
        scene, t = self._scene, self._scene.stage.t
        settings = scene.stage.settings
        sound = "sound" if settings.sound else "sound_off"
        screen = "window" if settings.fullscreen else "full_screen"
        found: list[Widget] = [
            SquareButton(
                pygame.FRect(rect.left, rect.top, 40, 40), "home", scene.leave, self._home_label, True, 22, "Esc"
            )
        ]
        for i, (icon, action, text, key) in enumerate(
            (
                ("gear", scene.doors.settings, t("match.settings"), ""),
                (
                    screen,
                    scene.stage.hall.toggle_full_screen,
                    t("common.full_screen"),
                    scene.stage.key("everywhere", "full_screen"),
                ),
                (sound, self.toggle_sound, t("common.mute" if settings.sound else "common.unmute"), self._key("sound")),
            )
        ):
            place = pygame.FRect(rect.right - 40 - 40 * i, rect.top, 40, 40)
            found.append(SquareButton(place, icon, action, text, False, 22, key))
        if scene.waiting:
            place = pygame.FRect(rect.right - 160, rect.top, 40, 40)
            found.append(KnockButton(place, scene.waiting, scene.doors.look, t("lan.badge"), self._key("invitation")))
        return sorted(found, key=lambda each: each.rect.left)  # so Tab goes through them

    def out_of_zen(self, size: tuple[float, float]) -> Widget:
        """The only button beside a board that is shown alone, for a window of that size."""
        scene = self._scene
        place = pygame.FRect(size[0] - 56, 16, 40, 40)
        return SquareButton(
            place, "cross", scene.toggle_zen, scene.stage.t("match.zen_out"), True, 22, self._key("zen")
        )

    @property
    def _home_label(self) -> str:
        return self._scene.stage.t("lan.to_lobby" if self._scene.company is not None else "match.home")

    def steppers(self, rect: pygame.FRect) -> list[Widget]:
        """The four small buttons in the move list's title row."""
        scene, t = self._scene, self._scene.stage.t
        found: list[Widget] = []
        for i, (icon, text, key, ply) in enumerate(
            (
                ("first", t("match.first"), self._key("first"), lambda: 0),
                ("chevron_left", t("match.previous"), self._key("previous"), lambda: scene.shown_ply - 1),
                ("chevron_right", t("match.next"), self._key("next"), lambda: scene.shown_ply + 1),
                ("last", t("match.last"), self._key("last"), lambda: scene.match.ply),
            )
        ):
            step = 32.0 if rect.width > 230 else 28.0
            place = pygame.FRect(rect.right - 10 - step * (4 - i), rect.top + 6, step, 32)
            button = SquareButton(place, icon, self._stepper(ply), text, False, 20, key)
            self._buttons[icon] = button
            found.append(button)
        return found

    def _stepper(self, ply: Callable[[], int]) -> Callable[[], None]:
        return lambda: self._scene.step_to(ply())

    def hint_steppers(self, rect: pygame.FRect) -> list[Widget]:
        """The two small buttons in the hint's title row, which step through a line."""
        t, pages = self._scene.stage.t, self._scene.hint_pages
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
        label = self._scene.stage.t("match.move_now")
        button = Button(rect, label, self._scene.match.move_now, icon="fast_forward", size=CAPTION, name="move_now")
        button.shortcut = self._key("move_now")
        button.tooltip = label
        self._buttons["move_now"] = button
        return button

    def actions(self, rect: pygame.FRect) -> list[Widget]:
        """The row under the lower card; what is in it depends on who plays and whether the game is over."""
        t = self._scene.stage.t
        if self._scene.company is not None:
            return self._table_actions(rect, self._scene.company)
        entries: list[Act] = [
            ("undo", t("match.undo"), self.undo, self._key("undo")),
            ("redo", t("match.redo"), self.redo, self._key("redo")),
        ]
        if self._scene.match.is_watched:
            entries += [
                ("pause", t("match.pause"), self.toggle_pause, self._key("pause")),
                ("step", t("match.step"), self.step, self._key("step_match")),
            ]
        else:
            entries += [
                ("hint", t("match.hint"), self.hint, self._key("hint")),
                ("draw", t("match.draw"), self.offer_draw, self._key("draw")),
                ("flag", t("match.resign"), self.resign, self._key("resign")),
            ]
        entries += [
            ("flip", t("match.flip"), self.flip, self._key("flip")),
            ("menu", t("match.menu"), self.open_menu, ""),
        ]
        if self._scene.match.outcome is not None:
            entries = [e for e in entries if e[0] in ("undo", "redo", "flip", "menu")]
            entries.insert(0, ("trophy", t("match.result"), self.show_result, self._key("result")))
        return self._row(rect, entries)

    def _table_actions(self, rect: pygame.FRect, company: Company) -> list[Widget]:
        """The row at a LAN table: nothing is played again or hinted at, and the chat stands here where it is folded."""
        scene, t = self._scene, self._scene.stage.t
        over = scene.match.outcome is not None
        entries: list[Act] = []
        if over:
            entries.append(("trophy", t("match.result"), self.show_result, self._key("result")))
        elif not company.is_watched:
            entries += [
                ("undo", t("match.undo"), self.undo, self._key("undo")),
                ("draw", t("match.draw"), self.offer_draw, self._key("draw")),
                ("flag", t("match.resign"), self.resign, self._key("resign")),
            ]
        if company.is_chat_folded:
            label = t("match.moves" if company.shows_chat else "lan.chat")
            entries.append(("chat", label, company.toggle_chat, self._key("chat")))
        if over or company.is_watched or not company.is_chat_folded:
            entries.append(("flip", t("match.flip"), self.flip, self._key("flip")))
        entries.append(("eye", "", company.tell_watchers, ""))
        entries.append(("menu", t("match.menu"), self.open_menu, ""))
        return self._row(rect, entries)

    def _row(self, rect: pygame.FRect, entries: Sequence[Act]) -> list[Widget]:
        """The buttons of a row, all as wide."""
        company = self._scene.company
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
            found.append(button)
        return found

    def refresh(self) -> None:
        """Enable what can be done now."""
        scene, match = self._scene, self._scene.match
        on_table = match.outcome is None
        company = scene.company
        asked = company.asked if company is not None else ()
        touch = company is None or company.may_touch
        enabled = {
            "undo": match.can_undo and touch and RequestKind.TAKE_BACK not in asked,
            "redo": match.can_redo,
            "hint": match.can_hint and not match.hints.is_pending and not scene.is_looking_back,
            "draw": on_table and match.person is not None and not match.requests.open and touch,
            "flag": on_table and match.person is not None and touch,
            "move_now": on_table and match.turns.waiting_for is not None and match.attempt is None,
            "step": on_table,
            "pause": on_table,
            "first": scene.shown_ply > 0,
            "chevron_left": scene.shown_ply > 0,
            "chevron_right": scene.is_looking_back,
            "last": scene.is_looking_back,
        }
        for name, yes in enabled.items():
            if name in self._buttons:
                self._buttons[name].enabled = yes
        pause = self._buttons.get("pause")
        if isinstance(pause, ActionButton):
            paused = match.is_paused
            pause.icon = "play" if paused else "pause"
            pause.label = scene.stage.t("match.resume" if paused else "match.pause")
        eye = self._buttons.get("eye")
        if company is not None and isinstance(eye, ActionButton):
            eye.label, eye.tooltip = company.watchers_label(eye.rect.width), company.watchers_names()
        now = self._buttons.get("move_now")
        if now is not None:
            now.visible = match.turns.waiting_for is not None and match.attempt is None

    # ---- keys

    def _key(self, action: str) -> str:
        """What is told as the key of an action."""
        return self._scene.stage.key("match", action)

    def acts(self) -> dict[str, Callable[[], None]]:
        """What each key does now; a key that can't do anything is left out, one that may be refused is not."""
        scene, match = self._scene, self._scene.match
        acts: dict[str, Callable[[], None]] = {
            "flip": self.flip,
            "blindfold": lambda: scene.set_blindfold(next_form(scene.blindfold)),
            "sound": self.toggle_sound,
            "previous": lambda: scene.step_to(scene.shown_ply - 1),
            "next": lambda: scene.step_to(scene.shown_ply + 1),
            "first": lambda: scene.step_to(0),
            "last": lambda: scene.step_to(match.ply),
            "copy_game": self.copy_game,
            "copy_position": self.copy_position,
        }
        company = scene.company
        if company is None or company.may_touch:
            acts |= {"undo": self.undo, "pause": self.toggle_pause}
            if not match.is_watched:
                acts |= {"draw": self.offer_draw, "resign": self.resign}
        if company is None:
            acts |= {"redo": self.redo, "threats": scene.toggle_threats, "zen": scene.toggle_zen}
            if scene.has_computer:
                acts["move_now"] = match.move_now
            if match.is_watched:
                acts["step_match"] = self.step
            else:
                acts["hint"] = self.hint
        if scene.hint_pages.is_open:
            acts["hint_back"] = scene.hint_pages.back
            acts |= {f"hint_{rank + 1}": self._chooser(rank) for rank in range(3)}
        if scene.waiting:
            acts["invitation"] = scene.doors.look
        if match.outcome is not None:
            acts["result"] = self.show_result
        return acts

    # ---- acts

    def _try(self, act: Callable[[], None]) -> None:
        """Do something that the match may refuse, and say why if it does."""
        try:
            act()
        except MatchError as error:
            self._scene.stage.refuse(error.refusal)

    def undo(self) -> None:
        """Take back, by the match's rules; where that costs a star after a question."""
        attempt = self._scene.match.attempt
        costs = attempt is not None and not attempt.undone and self._scene.match.can_undo
        self._at_the_cost("undo", costs, self._scene.match.undo)

    def _at_the_cost(self, what: str, costs: bool, act: Callable[[], None]) -> None:
        """Do what the match may refuse; where it `costs` a star, ask first."""
        stage, t = self._scene.stage, self._scene.stage.t
        if not costs:
            self._try(act)
            return
        answers = (
            Answer(t(f"arcade.{what}_yes"), lambda: self._try(act), "primary"),
            Answer(t("match.stay"), lambda: None),
        )
        stage.open(Dialog(t(f"arcade.{what}_title"), t(f"arcade.{what}_text"), answers))

    def redo(self) -> None:
        """Play again what was taken back."""
        self._try(self._scene.match.redo)

    def hint(self) -> None:
        """Ask for good moves; once they are there, show the line of the chosen one move by move."""
        match = self._scene.match
        if match.hints.current is None:
            costs = match.attempt is not None and not match.attempt.hinted and match.can_hint
            self._at_the_cost("hint", costs, match.ask_hint)
        elif not self._scene.is_looking_back:
            self._scene.hint_pages.forward()

    def _chooser(self, rank: int) -> Callable[[], None]:
        return lambda: self._scene.hint_pages.choose(rank)

    def flip(self) -> None:
        """Turn the board and swap the cards."""
        self._scene.flipped = not self._scene.flipped
        self._scene.board.flipped = self._scene.is_turned

    def step(self) -> None:
        """One move of the computer, then stand still."""
        if self._scene.match.is_watched:
            self._scene.match.step()

    def toggle_pause(self) -> None:
        """Stand still or go on."""
        match = self._scene.match
        if match.is_paused:
            match.resume()
        else:
            self._try(match.pause)

    def toggle_sound(self) -> None:
        """Sound on or off, kept in the settings."""
        self._scene.stage.hall.change(sound=not self._scene.stage.settings.sound)

    def copy_game(self) -> None:
        """The game so far as text to the clipboard."""
        copy_game(self._scene.stage, match_record(self._scene.match))

    def copy_position(self) -> None:
        """The position on the board as text to the clipboard."""
        scene = self._scene
        copy_position(scene.stage, scene.match.variant, scene.match.game.at(scene.shown_ply))

    def show_result(self) -> None:
        """Back to the result of a finished game."""
        scene = self._scene
        if scene.match.outcome is not None:
            scene.show_result(scene.match.outcome)

    def resign(self) -> None:
        """Give up, after a question."""
        scene, t = self._scene, self._scene.stage.t
        person = scene.match.person
        if person is None or scene.match.outcome is not None:
            return
        text = t("match.resign_text", winner=scene.player_name(person.other))
        answers = (
            Answer(t("match.resign_yes"), lambda: self._try(lambda: scene.match.resign(person)), "primary"),
            Answer(t("match.stay"), lambda: None),
        )
        scene.stage.open(Dialog(t("match.resign_title"), text, answers))

    def offer_draw(self) -> None:
        """Offer a draw: to a person at the same screen by a question to them, to anybody else after a question to the
        one who offers."""
        scene, match, t = self._scene, self._scene.match, self._scene.stage.t
        person = match.person
        if match.outcome is not None or person is None:
            return
        if match.seat(person.other).player.kind is PlayerKind.HUMAN:
            self._try(match.offer_draw)
            return
        answers = (
            Answer(t("match.draw_offer"), lambda: self._try(match.offer_draw), "primary"),
            Answer(t("match.stay"), lambda: None),
        )
        text = t("match.draw_offer_text", name=scene.player_name(person.other))
        scene.stage.open(Dialog(t("match.draw_offer_title"), text, answers))

    def restart(self) -> None:
        """Begin again, after a question once moves have been made."""
        scene, t = self._scene, self._scene.stage.t
        if not scene.match.ply:
            return
        answers = (
            Answer(t("match.restart_yes"), lambda: self._try(scene.match.restart), "primary"),
            Answer(t("common.cancel"), lambda: None),
        )
        text = t("match.restart_text" if scene.match.attempt is None else "arcade.restart_text")
        scene.stage.open(Dialog(t("match.restart_title"), text, answers))

    def play_from_here(self) -> None:
        """Take back to the position that is being looked at and go on from there."""
        scene = self._scene
        attempt, ply = scene.match.attempt, scene.shown_ply
        costs = attempt is not None and not attempt.undone
        self._at_the_cost("undo", costs, lambda: scene.match.undo_to(ply))

    def pass_move(self) -> None:
        """Renju: play nowhere."""
        self._scene.choose(PASS)

    def take_over(self, side: Side) -> None:
        """The person plays the computer's side from here on."""
        self._scene.match.change_player(side, Human())

    def choose_level(self, side: Side) -> None:
        """Another level for a computer's seat, from a list."""
        scene, t = self._scene, self._scene.stage.t
        now = scene.match.seat(side).player.level
        entries = []
        for opponent in scene.stage.hall.opponents(scene.match.variant.game):
            entries.append(
                Entry(
                    level_name(t, opponent.name),
                    self._level_changer(side, opponent.name),
                    checked=opponent.name == (ADAPTIVE if now and now.startswith(ADAPTIVE) else now),
                    enabled=opponent.readiness is Readiness.READY,
                )
            )
        button = self._buttons["menu"].rect
        scene.stage.open(Popup(button, entries))

    def _level_changer(self, side: Side, level: str) -> Callable[[], None]:
        return lambda: self._scene.stage.hall.change_level(self._scene.match, side, level)

    def set_speed(self, name: str) -> None:
        """How fast two computers play each other."""
        self._scene.match.pace_s = SPEEDS_S[name]

    def toggle_numbers(self) -> None:
        """Move numbers on the stones."""
        self._scene.show_numbers = not self._scene.show_numbers
        self._scene.after_change()

    def open_blindfold(self) -> None:
        """The forms of playing blindfold, in a list."""
        scene, button = self._scene, self._buttons["menu"].rect
        entries = form_entries(scene.stage.t, scene.stage.settings.blindfold, scene.set_blindfold)
        scene.stage.open(Popup(button, entries, 240))

    def _blindfold_entry(self) -> Entry:
        on = self._scene.stage.settings.blindfold != "off"
        title = self._scene.stage.t("blindfold.title")
        return Entry(title, self.open_blindfold, "eye_off", checked=on, shortcut=self._key("blindfold"))

    def _teaching_entries(self) -> list[Entry]:
        scene = self._scene
        if "teaching" not in scene.lesson.acts():
            return []
        on, title = scene.stage.settings.teaching, scene.stage.t("comfort.teaching")
        return [Entry(title, scene.lesson.toggle_teaching, "book", checked=on, shortcut=self._key("teaching"))]

    def open_menu(self) -> None:
        """The rest, in a list."""
        scene, t, match = self._scene, self._scene.stage.t, self._scene.match
        over = match.outcome is not None
        entries: list[Entry] = []
        if scene.company is not None:
            scene.stage.open(Popup(self._buttons["menu"].rect, self._table_menu(scene.company), 264))
            return
        if scene.is_looking_back and match.take_backs:
            entries.append(Entry(t("match.play_here"), self.play_from_here, "play"))
        engines = [side for side in Side if match.seat(side).player.kind is PlayerKind.ENGINE]
        for side in engines if not over and match.attempt is None else ():
            label = t("match.level")
            if len(engines) > 1:
                label = f"{label} · {side_name(t, match, side)}"
            entries.append(Entry(label, self._level_chooser(side), "sliders"))
        if match.is_watched:
            for name, pace in SPEEDS_S.items():
                label = f"{t('match.speed_title')} · {t(f'match.speed_{name}')}"
                entries.append(Entry(label, self._speed_setter(name), checked=match.pace_s == pace))
        elif not over:
            paused = match.is_paused
            label = t("match.resume" if paused else "match.pause")
            entries.append(Entry(label, self.toggle_pause, "play" if paused else "pause", shortcut=self._key("pause")))
        if match.may_move and match.game.allows("pass"):
            entries.append(Entry(t("match.pass"), self.pass_move, "chevron_right"))
        entries += [
            self._blindfold_entry(),
            Entry(
                t("match.threats"),
                scene.toggle_threats,
                "warning",
                checked=scene.stage.settings.threats,
                shortcut=self._key("threats"),
            ),
            *self._teaching_entries(),
            Entry(t("match.zen"), scene.toggle_zen, "leaf", enabled=not over, shortcut=self._key("zen")),
            Entry(t("match.numbers"), self.toggle_numbers, "info", checked=scene.show_numbers),
            Entry(t("match.restart"), self.restart, "refresh", enabled=match.ply > 0),
            Entry(t("library.copy_game"), self.copy_game, "copy", shortcut=self._key("copy_game")),
            Entry(t("match.keys"), scene.doors.keys, "keyboard", shortcut=scene.stage.key("everywhere", "keys")),
            Entry(t("match.settings"), scene.doors.settings, "gear"),
            Entry(t("match.home"), scene.doors.leave, "home", shortcut="Esc"),
        ]
        scene.stage.open(Popup(self._buttons["menu"].rect, entries, 264))

    def _table_menu(self, company: Company) -> list[Entry]:
        """The list at a LAN table: what changes the game is asked of the other side."""
        scene, t, match = self._scene, self._scene.stage.t, self._scene.match
        entries: list[Entry] = []
        if match.outcome is None and company.may_touch:
            if scene.is_looking_back and match.take_backs:
                entries.append(Entry(t("match.play_here"), self.play_from_here, "play"))
            paused = match.is_paused
            label = t("match.resume" if paused else "lan.ask_for_pause")
            entries.append(Entry(label, self.toggle_pause, "play" if paused else "pause", shortcut=self._key("pause")))
            if match.may_move and match.game.allows("pass"):
                entries.append(Entry(t("match.pass"), self.pass_move, "chevron_right"))
            entries.append(Entry(t("lan.ask_for_restart"), self.restart, "refresh", enabled=match.ply > 0))
        entries += [
            Entry(t("match.flip"), self.flip, "flip", shortcut=self._key("flip")),
            self._blindfold_entry(),
            Entry(t("match.numbers"), self.toggle_numbers, "info", checked=scene.show_numbers),
            Entry(t("match.keys"), scene.doors.keys, "keyboard", shortcut=scene.stage.key("everywhere", "keys")),
            Entry(t("match.settings"), scene.doors.settings, "gear"),
            Entry(t("lan.to_lobby"), scene.leave, "home", shortcut="Esc"),
        ]
        return entries

    def _level_chooser(self, side: Side) -> Callable[[], None]:
        return lambda: self.choose_level(side)

    def _speed_setter(self, name: str) -> Callable[[], None]:
        return lambda: self.set_speed(name)
