"""One's own seal beside the title, and the seals of two people side by side, to be compared by voice."""

from __future__ import annotations

from typing import Final

import pygame

from game.lan.views import Lan, Person, Standing, seal_of
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, HEADING
from game.ui.scenes.lobby.key_file_dialog import KeyFileDialog
from game.ui.scenes.lobby.parts import Link
from game.ui.scenes.page import measure
from game.ui.scenes.people import draw_known, seal_lines, seal_words, short_person
from game.ui.stage.overlays import Overlay
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Action, Pressable, Widget
from game.ui.widgets.buttons import Button

_WIDTH: Final = 560.0
_PAD: Final = 32.0
_SIDE: Final = 112.0
_LINE: Final = 23.0
_WORDS: Final = 21.0


class OwnSeal(Pressable):
    """One's own seal with what it says. A press shows it large."""

    def __init__(self, stage: Stage, left: float, middle: float, key: str, on_click: Action) -> None:
        """`left` is its left edge, `middle` the y of its middle."""
        self._title = stage.t("lan.your_seal")
        self._words = seal_words(stage.t, key)
        self._key = key
        widest = max(measure(stage, self._title, CAPTION), measure(stage, self._words, BODY, Face.MEDIUM))
        super().__init__(pygame.FRect(left, middle - 26, 60 + widest + 12, 52), on_click, "own-seal")
        self.tooltip = stage.t("lan.your_seal_help")

    def draw(self, canvas: Canvas) -> None:
        """Seal, caption, what it says."""
        rect = self.rect
        if self.hover_share > 0:
            canvas.rounded(rect, 14, canvas.theme.hover)
        if self.focused:
            canvas.focus_ring(rect, 14)
        draw_known(canvas, "", self._key, Standing.OWN, rect.left + 28, rect.centery, 44)
        canvas.text(self._title, rect.left + 60, rect.centery - 11, CAPTION, canvas.theme.muted)
        canvas.text(self._words, rect.left + 60, rect.centery + 11, BODY, face=Face.MEDIUM)


class SealsOverlay(Overlay):
    """Two seals side by side, or one's own alone where `person` is None. "This is really ..." makes it lasting."""

    closes_beside = True

    def __init__(self, stage: Stage, lan: Lan, person: Person | None) -> None:
        self._below = 245 + _WORDS * (len(seal_lines(stage.t, lan.key)) if lan.key else 1)
        super().__init__((_WIDTH, self._below + 158))
        self._stage = stage
        self._lan = lan
        self._person = person

    def layout(self) -> None:
        """The buttons along the lower edge."""
        t, box, person = self._stage.t, self._centre(), self._person
        right, top = box.right - _PAD, box.bottom - 68
        width = max(120.0, measure(self._stage, t("common.close"), BODY, Face.MEDIUM) + 48)
        close = Button(pygame.FRect(right - width, top, width, 44), t("common.close"), self.close, name="close")
        widgets: list[Widget] = [close]
        if person is None:
            x, y = box.left + _PAD, top + 22
            widgets.append(Link(self._stage, x, y, t("lan.key_file"), "save", self._move_key, "key-file"))
        if person is not None and person.standing is not Standing.OWN:
            is_compared = person.standing is Standing.COMPARED
            room = width + 12 + 2 * _PAD + 60
            name = short_person(self._stage, person.label, box.width - room - 200)
            label = t("lan.not_certain") if is_compared else t("lan.really", name=name)
            across = measure(self._stage, label, BODY, Face.MEDIUM) + 68
            place = pygame.FRect(close.rect.left - 12 - across, top, across, 44)
            icon = "cross" if is_compared else "check"
            widgets.insert(
                0,
                Button(place, label, self._decide, "secondary" if is_compared else "jade", icon, name="really"),
            )
        self.widgets.replace(widgets, first="close", show=True)

    def _move_key(self) -> None:
        self.close()
        self._stage.open(KeyFileDialog(self._stage, self._lan))

    def _decide(self) -> None:
        person = self._person
        assert person is not None, "its button was pressed"
        self._lan.confirm(person.instance, person.standing is not Standing.COMPARED)
        self.close()

    def draw_scene(self, canvas: Canvas) -> None:
        """Title, the seals with what they say, what to do with them."""
        super().draw_scene(canvas)
        t, box, person = self._stage.t, self._box, self._person
        across = box.width - 2 * _PAD
        if person is None:
            title, text = t("lan.your_seal"), t("lan.your_seal_line")
            self._draw_seal(canvas, box.centerx, "", self._lan.key, Standing.OWN, across)
        else:
            title = t("lan.compare_title", name=short_person(self._stage, person.label, across - 160, HEADING))
            other = person.standing is Standing.OTHER
            text = t("lan.compare_other" if other else "lan.compare_line", name=person.label)
            half = across / 2
            left, right = box.left + _PAD + half / 2, box.right - _PAD - half / 2
            self._draw_seal(canvas, left, person.label, person.key, person.standing, half - 12)
            self._draw_seal(canvas, right, t("lan.you"), self._lan.key, Standing.OWN, half - 12)
        canvas.text(title, box.left + _PAD, box.top + 40, HEADING, face=Face.MEDIUM, width=across)
        canvas.paragraph(text, box.left + _PAD, box.top + self._below, across, BODY, canvas.theme.muted, _LINE)

    def _draw_seal(self, canvas: Canvas, x: float, name: str, key: str, standing: Standing, room: float) -> None:
        t, top = self._stage.t, self._box.top
        if not key:
            return
        draw_known(canvas, name, key, standing, x, top + 80 + _SIDE / 2, _SIDE)
        y = top + 80 + _SIDE + 22
        for words in seal_lines(t, key):
            canvas.text(words, x, y, BODY, canvas.theme.ink, "centre", Face.MEDIUM, width=room)
            y += _WORDS
        cut = t("lan.seal_filled" if seal_of(key).is_filled else "lan.seal_outlined")
        line = " · ".join(filter(None, (name, cut)))
        canvas.text(line, x, y + 1, CAPTION, canvas.theme.muted, "centre", width=room)
