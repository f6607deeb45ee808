"""The pages of the window itself: its language, and how it is displayed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.rules.core import Side
from game.ui.games.registry import SHOWN
from game.ui.paint.canvas import Canvas
from game.ui.paint.scale import CHOICES, shown_choice
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, THEMES
from game.ui.scenes.page import split
from game.ui.scenes.pictures import draw_emblem
from game.ui.scenes.settings.page import ROW, OptionCard, SettingsPage, draw_rows, rows_below, slider_in, toggle_in
from game.ui.stage.key_actions import EVERYWHERE
from game.ui.stage.language import system_language
from game.ui.widgets.base import Widget
from game.ui.widgets.choices import Toggle

_SPECIMENS: Final = {"zh": "弈", "en": "Aa"}
_GREETINGS: Final = {"zh": "落子无悔，请多指教", "en": "Good luck, have fun"}
"""Said in the language itself, so they are not texts of the language files."""


class LanguagePage(SettingsPage):
    """Chinese, English, or what the system speaks."""

    name = "language"
    icon = "globe"

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """Three cards."""
        chosen = self.stage.settings.language
        rects = split(pygame.FRect(area.left, area.top + 8, area.width, self._card_height(area)), 3, 24)
        options = (("zh", "中文"), ("en", "English"), (None, self.text("as_system")))
        return [
            OptionCard(rect, label, chosen == code, self._chooser(code), self._painter(code), f"language-{code}")
            for rect, (code, label) in zip(rects, options, strict=True)
        ]

    @staticmethod
    def _card_height(area: pygame.FRect) -> float:
        return min(340.0, area.height * 0.7)

    def _chooser(self, code: str | None) -> Callable[[], None]:
        return lambda: self.stage.services.preferences.change(language=code)

    def _painter(self, code: str | None) -> Callable[[Canvas, pygame.FRect], None]:
        shown = code or system_language()

        def paint(canvas: Canvas, rect: pygame.FRect) -> None:
            theme = canvas.theme
            canvas.rounded(rect, 10, theme.inset, theme.line, 2.0 if theme.is_contrast else 1.0)
            middle = rect.top + rect.height * 0.42
            if code is None:
                canvas.icon("globe", rect.centerx, middle, min(72.0, rect.height * 0.26), theme.ink)
            else:
                size = min(84.0, rect.height * 0.3)
                canvas.text(_SPECIMENS[code], rect.centerx, middle, size, theme.ink, "centre", Face.TITLE)
            line = self.text("system_is", language="中文" if shown == "zh" else "English")
            text = _GREETINGS[code] if code else line
            low, small = rect.bottom - rect.height * 0.16, BODY if rect.width > 240 else CAPTION
            canvas.text(text, rect.centerx, low, small, theme.muted, "centre", width=rect.width - 16)

        return paint

    def draw(self, canvas: Canvas) -> None:
        """What changes and what does not."""
        y = self.area.top + 8 + self._card_height(self.area) + 44
        canvas.paragraph(
            self.text("language_help"), self.area.left, y, min(self.area.width, 620), BODY, canvas.theme.muted
        )


class DisplayPage(SettingsPage):
    """Theme, size, full screen, motion."""

    name = "display"
    icon = "eye"

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """Theme cards, the size's slider, two toggles."""
        settings = self.stage.settings
        cards = split(pygame.FRect(area.left, area.top + 8, area.width, self._card_height(area)), 3, 24)
        made: list[Widget] = [
            OptionCard(
                rect, self.text(f"theme_{name}"), settings.theme == name, self._chooser(name), _window_in(name), name
            )
            for rect, name in zip(cards, THEMES, strict=True)
        ]
        size, screen, motion = self._rows(area)
        ends = CHOICES[0], CHOICES[-1]
        self._slider = slider_in(size, ends, 0.25, settings.scale, self.change("scale"), "scale")
        made.append(self._slider)
        full_screen = toggle_in(screen, settings.fullscreen, self._toggle_full_screen, "full_screen")
        reduced = toggle_in(motion, settings.reduced_motion, self.change("reduced_motion"), "motion")
        return [*made, full_screen, reduced]

    def _card_height(self, area: pygame.FRect) -> float:
        return min(212.0, area.height - 3 * ROW - 40)

    def _rows(self, area: pygame.FRect) -> list[pygame.FRect]:
        return rows_below(area, area.top + 8 + self._card_height(area) + 24, 3, min(ROW + 8, area.height * 0.16))

    def _chooser(self, name: str) -> Callable[[], None]:
        return lambda: self.stage.services.preferences.change(theme=name)

    def _toggle_full_screen(self, on: bool) -> None:
        self.stage.toggle_full_screen()

    def draw(self, canvas: Canvas) -> None:
        """The rows' texts, the ticks under the slider and its value."""
        rows = self._rows(self.area)
        slider = self._slider.rect
        lines = {name: self.text(f"{name}_line") for name in ("size", "motion")}
        lines["full_screen"] = self.stage.with_key("settings.full_screen_line", EVERYWHERE, "full_screen")
        texts = [(self.text(name), lines[name]) for name in ("size", "full_screen", "motion")]
        chosen = self._slider.value
        shown = shown_choice(self.stage.window, chosen)
        if round(100 * shown) < round(100 * chosen):
            texts[0] = (texts[0][0], self.text("size_limited", n=round(100 * shown)))
        draw_rows(canvas, rows[:1], texts[:1], slider.left - 24 - self.area.left)
        draw_rows(canvas, rows[1:], texts[1:], self.area.width - Toggle.WIDTH - 24)
        steps = round((CHOICES[-1] - CHOICES[0]) / 0.25)
        for i in range(steps + 1):
            x = slider.left + slider.width * i / steps
            canvas.circle(x, slider.centery + 15, 1.8, canvas.theme.edge)
        value = f"{round(chosen * 100)}%"
        canvas.text(value, self.area.right, slider.centery, BODY, align="right", face=Face.MEDIUM)


def _window_in(name: str) -> Callable[[Canvas, pygame.FRect], None]:
    """A little window in the colours of a theme."""

    def paint(canvas: Canvas, rect: pygame.FRect) -> None:
        theme = THEMES[name]
        here = canvas.like(theme=theme)
        here.rounded(rect, 10, theme.paper, canvas.theme.line, 2.0 if theme.is_contrast else 1.0)
        pad = 14.0
        card = pygame.FRect(rect.left + pad, rect.top + pad, rect.width - 2 * pad, rect.height - 2 * pad)
        here.card(card, 1, 8)
        stone = min(30.0, card.height * 0.32)
        y = card.top + 12 + stone / 2
        rules = next(iter(SHOWN.values()))
        draw_emblem(here, rules, Side.FIRST, card.left + 14 + stone / 2, y, stone)
        draw_emblem(here, rules, Side.SECOND, card.left + 20 + stone * 1.5, y, stone)
        x = card.left + 32 + stone * 2
        width = card.right - 14 - x
        here.rounded(pygame.FRect(x, y - 9, width * 0.8, 6), 3, theme.ink)
        here.rounded(pygame.FRect(x, y + 4, width * 0.55, 5), 2.5, theme.muted)
        bottom = card.bottom - 12
        height = min(24.0, card.height * 0.26)
        here.rounded(pygame.FRect(card.left + 14, bottom - height, card.width * 0.5, height), 6, theme.red)
        rest = pygame.FRect(card.left + 22 + card.width * 0.5, bottom - height, 0, height)
        rest.width = card.right - 14 - rest.left
        here.rounded(rest, 6, theme.inset, theme.line, 2 if theme.is_contrast else 1)

    return paint
