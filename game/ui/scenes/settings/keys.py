"""The page of the keys: every action with its keys, each of which can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.lobby.rows import ListRow, RowButton, RowList
from game.ui.scenes.page import measure
from game.ui.scenes.pictures import Pictures
from game.ui.scenes.settings.page import SettingsPage
from game.ui.stage.bindings import MOST_KEYS, Bindings
from game.ui.stage.key_actions import ACTIONS, KeyAction, may_have
from game.ui.stage.keyboard_key import Key, key_text
from game.ui.stage.overlays import Dialog, DialogAnswer, Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.buttons import Button
from game.ui.widgets.field import TextField

_ROW: Final = 42.0
_CAP: Final = 116.0
_BACK: Final = 38.0

_MODIFIERS: Final = frozenset(
    {
        pygame.K_LSHIFT,
        pygame.K_RSHIFT,
        pygame.K_LCTRL,
        pygame.K_RCTRL,
        pygame.K_LALT,
        pygame.K_RALT,
        pygame.K_LMETA,
        pygame.K_RMETA,
        pygame.K_MODE,
        pygame.K_CAPSLOCK,
        pygame.K_NUMLOCK,
        pygame.K_SCROLLLOCK,
    }
)
"""Keys that only change what others mean."""


class KeyRows(RowList):
    """The rows of the actions; Del takes away the chosen key."""

    def __init__(self, rect: pygame.FRect, on_remove: Callable[[str, int], None]) -> None:
        super().__init__(rect, _ROW, "rows", 34.0)
        self._on_remove = on_remove

    def handle(self, event: pygame.event.Event) -> bool:
        """Del, then as ever."""
        row = self.chosen
        if event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE and row is not None:
            self._on_remove(row.key, self.chosen_column)
            return True
        return super().handle(event)


class KeysPage(SettingsPage):
    """A search field, the actions in their groups with two places for keys each, and a way back to the usual ones."""

    name = "keys"
    icon = "keyboard"

    def __init__(self, stage: Stage, pictures: Pictures) -> None:
        super().__init__(stage, pictures)
        self._field = TextField(pygame.FRect(0, 0, 0, 0), "", "", self._look_for, 40, name="find", icon="search")
        self._list: KeyRows | None = None

    @property
    def _keys(self) -> Bindings:
        return self.stage.keys

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """The search field, the list, the button below it."""
        t = self.stage.t
        self._field.rect = pygame.FRect(area.left, area.top + 30, min(area.width, 380.0), 40)
        self._field.placeholder = t("keys.find")
        label = t("keys.reset_all")
        width = measure(self.stage, label, BODY, Face.MEDIUM) + 64
        reset = Button(
            pygame.FRect(area.right - width, area.top + 30, width, 40), label, self._ask_reset, "secondary", "refresh",
            name="reset_all",
        )  # fmt: skip
        reset.enabled = bool(self._keys.changed)
        top = self._field.rect.bottom + 10
        made = KeyRows(pygame.FRect(area.left, top, area.width, area.bottom - top), self._remove)
        if self._list is not None:
            made.copy_place(self._list)
        self._list = made
        made.show(self._rows())
        return [self._field, reset, made]

    def _look_for(self, text: str) -> None:
        if self._list is not None:
            self._list.show(self._rows())

    def _rows(self) -> list[ListRow]:
        """The actions that are looked for, under the headings of their groups."""
        t, wanted = self.stage.t, self._field.text.strip().casefold()
        rows: list[ListRow] = []
        group = ""
        for action in ACTIONS:
            heading, text = t(f"keys.in_{action.group}"), t(f"keys.{action.name}")
            keys = [key_text(t, key) for key in self._keys.keys(action.scope, action.name)]
            if wanted and not any(wanted in each.casefold() for each in (heading, text, *keys)):
                continue
            if action.group != group:
                group = action.group
                rows.append(ListRow(f"in {group}", self._heading_drawer(heading), is_heading=True))
            rows.append(ListRow(action.id, self._drawer(text), self._buttons(action, keys)))
        return rows

    def _buttons(self, action: KeyAction, keys: list[str]) -> tuple[RowButton, ...]:
        """The places for keys, and back to the usual ones where they differ."""
        places = [
            RowButton(keys[slot], self._asker(action, slot), width=_CAP)
            if slot < len(keys)
            else RowButton("", self._asker(action, slot), icon="plus", width=_CAP)
            for slot in range(MOST_KEYS)
        ]
        back = RowButton("", self._resetter(action), icon="undo", width=_BACK)
        if action.id not in self._keys.changed:
            back = RowButton("", self._resetter(action), icon="undo", width=_BACK, enabled=False)
        return (*places, back)

    # ---- acting

    def _asker(self, action: KeyAction, slot: int) -> Callable[[], None]:
        return lambda: self.stage.open(KeyDialog(self.stage, action, lambda key: self._give(action, slot, key)))

    def _resetter(self, action: KeyAction) -> Callable[[], None]:
        return lambda: self._keep(self._keys.with_usual(action))

    def _remove(self, row: str, slot: int) -> None:
        action = next(each for each in ACTIONS if each.id == row)
        self._keep(self._keys.with_key(action, slot, None))

    def _give(self, action: KeyAction, slot: int, key: Key) -> None:
        """Give an action a key; one that another action has only after a question."""
        t, rival = self.stage.t, self._keys.rival(action, key)

        def give() -> None:
            self._keep(self._keys.with_key(action, slot, key))

        if rival is None:
            give()
            return
        values = {
            "name": key_text(t, key),
            "action": t(f"keys.{rival.name}"),
            "group": t(f"keys.in_{rival.group}"),
        }
        title = t("keys.taken_title", **values)
        text = t("keys.taken_text", **values)
        answers = (DialogAnswer(t("keys.swap"), give, "primary"), DialogAnswer(t("common.cancel"), lambda: None))
        self.stage.open(Dialog(title, text, answers))

    def _ask_reset(self) -> None:
        t = self.stage.t
        answers = (
            DialogAnswer(t("keys.reset_all"), lambda: self._keep(Bindings({})), "primary"),
            DialogAnswer(t("common.cancel"), lambda: None),
        )
        self.stage.open(Dialog(t("keys.reset_title"), t("keys.reset_text"), answers))

    def _keep(self, keys: Bindings) -> None:
        if keys.changed != self._keys.changed:
            self.stage.services.preferences.change(keys=keys.changed)

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """How it is done, and that nothing was found."""
        t, area, muted = self.stage.t, self.area, canvas.theme.muted
        canvas.text(t("keys.how"), area.left, area.top + 10, CAPTION, muted, width=area.width)
        assert self._list is not None, "the page is drawn after its widgets were made"
        if not self._list.rows:
            box = self._list.rect
            canvas.text(t("keys.nothing_found"), box.centerx, box.top + 60, BODY, muted, "centre")

    @staticmethod
    def _drawer(text: str) -> Callable[[Canvas, pygame.FRect], None]:
        def draw(canvas: Canvas, rect: pygame.FRect) -> None:
            canvas.text(text, rect.left + 4, rect.centery, BODY, width=rect.width - 8)

        return draw

    @staticmethod
    def _heading_drawer(text: str) -> Callable[[Canvas, pygame.FRect], None]:
        def draw(canvas: Canvas, rect: pygame.FRect) -> None:
            canvas.text(text, rect.left, rect.centery + 4, BODY, canvas.theme.red, face=Face.MEDIUM)

        return draw


class KeyDialog(Overlay):
    """Waits for a key. Escape and a press beside the box leave everything as it is."""

    closes_beside = True
    takes_every_key = True

    def __init__(self, stage: Stage, action: KeyAction, on_key: Callable[[Key], None]) -> None:
        super().__init__((440.0, 196.0))
        self._stage = stage
        self._action = action
        self._on_key = on_key
        self._says = stage.t("keys.press_line")

    def layout(self) -> None:
        """In the middle of the window."""
        box, label = self._centre(), self._stage.t("common.cancel")
        width = measure(self._stage, label, BODY, Face.MEDIUM) + 48
        place = pygame.FRect(box.right - 24 - width, box.bottom - 24 - 44, width, 44)
        self.widgets.replace([Button(place, label, self.close, name="cancel")])

    def handle(self, event: pygame.event.Event) -> bool:
        """A key is the answer, whatever it means elsewhere."""
        if event.type == pygame.KEYDOWN:
            self._take(event)
            return True
        return super().handle(event)

    def _take(self, event: pygame.event.Event) -> None:
        t, key = self._stage.t, Key.of(event)
        if event.key == pygame.K_ESCAPE:
            self.close()
        elif event.key in _MODIFIERS:
            return
        elif key is None:
            self._says = t("keys.unnamed_line")
        elif not may_have(self._action, key):
            self._says = t("keys.fixed_line", name=key_text(t, key))
        else:
            self.close()
            self._on_key(key)

    def draw_scene(self, canvas: Canvas) -> None:
        """Scrim, box, what the key is for, what is to be done."""
        box, theme, t = self._box, canvas.theme, self._stage.t
        super().draw_scene(canvas)
        title = t("keys.press_title", action=t(f"keys.{self._action.name}"))
        canvas.text(title, box.left + 24, box.top + 40, HEADING, face=Face.MEDIUM, width=box.width - 48)
        canvas.paragraph(self._says, box.left + 24, box.top + 74, box.width - 48, BODY, theme.muted, 23)
