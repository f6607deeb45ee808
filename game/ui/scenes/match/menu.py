"""The menu of a match: the list of all that has no button, and the lists that it leads to."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.match.players import PlayerKind
from game.rules.core import Side
from game.tables.opponents import ADAPTIVE, Readiness
from game.ui.scenes.match.actions import SPEEDS_S, Actions, WaysOut
from game.ui.scenes.match.blindfold import form_entries
from game.ui.scenes.match.lesson_card import LessonCard
from game.ui.scenes.match.shown import ShownMatch
from game.ui.scenes.names import level_name
from game.ui.scenes.result.words import side_name
from game.ui.stage.navigator import KEYS, SETTINGS
from game.ui.stage.overlays import ListEntry, Popup


class MatchMenu:
    """Opens at the button whose rectangle was set last."""

    def __init__(self, shown: ShownMatch, actions: Actions, lesson: LessonCard, ways: WaysOut) -> None:
        self._shown = shown
        self._actions = actions
        self._lesson = lesson
        self._ways = ways
        self.place = pygame.FRect(0, 0, 0, 0)
        """Where its button lies."""

    def choose_level(self, side: Side) -> None:
        """Another level for a computer's seat, from a list."""
        shown, t = self._shown, self._shown.stage.t
        now = shown.match.seat(side).player.level
        entries = []
        for opponent in shown.stage.services.tables.opponents(shown.match.variant.game):
            entries.append(
                ListEntry(
                    level_name(t, opponent.name),
                    self._level_changer(side, opponent.name),
                    checked=opponent.name == (ADAPTIVE if now and now.startswith(ADAPTIVE) else now),
                    enabled=opponent.readiness is Readiness.READY,
                )
            )
        shown.stage.open(Popup(self.place, entries))

    def _level_changer(self, side: Side, level: str) -> Callable[[], None]:
        return lambda: self._actions.change_level(side, level)

    def open_blindfold(self) -> None:
        """The forms of playing blindfold, in a list."""
        shown = self._shown
        entries = form_entries(shown.stage.t, shown.stage.settings.blindfold, shown.set_blindfold)
        shown.stage.open(Popup(self.place, entries, 240))

    def _blindfold_entry(self) -> ListEntry:
        on = self._shown.stage.settings.blindfold != "off"
        title = self._shown.stage.t("blindfold.title")
        return ListEntry(title, self.open_blindfold, "eye_off", checked=on, shortcut=self._key("blindfold"))

    def _pause_entry(self, pause: str) -> ListEntry:
        paused = self._shown.match.is_paused
        label = self._shown.stage.t("match.resume" if paused else pause)
        return ListEntry(label, self._actions.toggle_pause, "play" if paused else "pause", shortcut=self._key("pause"))

    def _teaching_entries(self) -> list[ListEntry]:
        shown = self._shown
        if "teaching" not in self._lesson.acts():
            return []
        on, title = shown.stage.settings.teaching, shown.stage.t("comfort.teaching")
        return [ListEntry(title, self._lesson.toggle_teaching, "book", checked=on, shortcut=self._key("teaching"))]

    def open(self) -> None:
        """The rest, in a list."""
        shown, t, match = self._shown, self._shown.stage.t, self._shown.match
        over = match.outcome is not None
        entries: list[ListEntry] = []
        if shown.table is not None:
            shown.stage.open(Popup(self.place, self.at_lan_table(), 264))
            return
        if shown.is_looking_back and match.take_backs:
            entries.append(ListEntry(t("match.play_here"), self._actions.play_from_here, "play"))
        engines = [side for side in Side if match.seat(side).player.kind is PlayerKind.ENGINE]
        for side in engines if not over and match.attempt is None else ():
            label = t("match.level")
            if len(engines) > 1:
                label = f"{label} · {side_name(t, match, side)}"
            entries.append(ListEntry(label, self._level_chooser(side), "sliders"))
        if match.is_watched:
            for name, pace in SPEEDS_S.items():
                label = f"{t('match.speed_title')} · {t(f'match.speed_{name}')}"
                entries.append(ListEntry(label, self._speed_setter(name), checked=match.pace_s == pace))
        elif not over:
            entries.append(self._pause_entry("match.pause"))
        if match.may_move and match.game.allows("pass"):
            entries.append(ListEntry(t("match.pass"), self._actions.pass_move, "chevron_right"))
        entries += [
            self._blindfold_entry(),
            ListEntry(
                t("match.threats"),
                shown.toggle_threats,
                "warning",
                checked=shown.stage.settings.threats,
                shortcut=self._key("threats"),
            ),
            *self._teaching_entries(),
            ListEntry(t("match.zen"), self._ways.zen, "board_alone", enabled=not over, shortcut=self._key("zen")),
            ListEntry(t("match.numbers"), self._actions.toggle_numbers, "numbered", checked=shown.show_numbers),
            ListEntry(t("match.restart"), self._actions.restart, "refresh", enabled=match.ply > 0),
            self._share_entry(),
            *self._analyse_entries(),
            *self._keys_and_settings(),
            ListEntry(t("match.home"), self._ways.home, "home", shortcut="Esc"),
        ]
        shown.stage.open(Popup(self.place, entries, 264))

    def at_lan_table(self) -> list[ListEntry]:
        """The list at a LAN table: what changes the game is asked of the other side."""
        shown, t, match = self._shown, self._shown.stage.t, self._shown.match
        entries: list[ListEntry] = []
        if match.outcome is None and self._shown.may_touch:
            if shown.is_looking_back and match.take_backs:
                entries.append(ListEntry(t("match.play_here"), self._actions.play_from_here, "play"))
            entries.append(self._pause_entry("lan.ask_for_pause"))
            if match.may_move and match.game.allows("pass"):
                entries.append(ListEntry(t("match.pass"), self._actions.pass_move, "chevron_right"))
            entries.append(ListEntry(t("lan.ask_for_restart"), self._actions.restart, "refresh", enabled=match.ply > 0))
        entries += [
            ListEntry(t("match.flip"), self._actions.flip, "flip", shortcut=self._key("flip")),
            self._blindfold_entry(),
            ListEntry(t("match.numbers"), self._actions.toggle_numbers, "numbered", checked=shown.show_numbers),
            self._share_entry(),
            *self._analyse_entries(),
            *self._keys_and_settings(),
            ListEntry(t("lan.to_lobby"), self._ways.leave, "home", shortcut="Esc"),
        ]
        return entries

    def _share_entry(self) -> ListEntry:
        return ListEntry(self._shown.stage.t("library.share"), lambda: self._actions.share(self.place), "send")

    def _analyse_entries(self) -> list[ListEntry]:
        """Once the game is over."""
        if self._shown.match.outcome is None:
            return []
        label = self._shown.stage.t("keys.analyse")
        return [ListEntry(label, self._actions.analyse, "pulse", shortcut=self._key("analyse"))]

    def _keys_and_settings(self) -> list[ListEntry]:
        stage = self._shown.stage
        key = stage.key("everywhere", "keys")
        return [
            ListEntry(stage.t("match.keys"), lambda: stage.go(KEYS), "keyboard", shortcut=key),
            ListEntry(stage.t("match.settings"), lambda: stage.go(SETTINGS), "gear"),
        ]

    def _level_chooser(self, side: Side) -> Callable[[], None]:
        return lambda: self.choose_level(side)

    def _speed_setter(self, name: str) -> Callable[[], None]:
        return lambda: self._actions.set_speed(name)

    def _key(self, action: str) -> str:
        """What is told as the key of an action."""
        return self._shown.stage.key("match", action)
