"""The settings as a scene: pages at the left, the open page at the right."""

from __future__ import annotations

import pygame

from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import TITLE
from game.ui.scenes.page import back_button, body, draw_footer, draw_header, is_compact
from game.ui.scenes.pictures import Pictures
from game.ui.scenes.settings.about import AboutPage
from game.ui.scenes.settings.board import BoardPage
from game.ui.scenes.settings.engines import EnginesPage
from game.ui.scenes.settings.keys import KeysPage
from game.ui.scenes.settings.nav import SettingsPageList
from game.ui.scenes.settings.page import SettingsPage
from game.ui.scenes.settings.person import NamePage
from game.ui.scenes.settings.play import PlayPage
from game.ui.scenes.settings.sound import SoundPage
from game.ui.scenes.settings.window import DisplayPage, LanguagePage
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage

_TALLEST = 640.0
_PAGES = (LanguagePage, DisplayPage, BoardPage, PlayPage, SoundPage, EnginesPage, NamePage, KeysPage, AboutPage)


class SettingsScene(Scene):
    """Fills the window; what it changes takes effect at once, also in the scene that it was opened from."""

    def __init__(self, stage: Stage, page: str = "display", focus: str = "pages") -> None:
        """`page` is the name of the page to open with, `focus` the widget that has the keyboard then. Raises KeyError
        for a page that does not exist."""
        super().__init__()
        self._stage = stage
        pictures = Pictures(stage)
        self._pages: dict[str, SettingsPage] = {kind.name: kind(stage, pictures) for kind in _PAGES}
        self._page = self._pages[page]
        self._focus = focus
        self._area = self._box = pygame.FRect(0, 0, 0, 0)

    def layout(self) -> None:
        """The list of pages, and the open one's widgets."""
        area = self._area = body(self.size, _TALLEST)
        wide = area.width >= 1000
        across = 240.0 if wide else 206.0
        t = self._stage.t
        titles = [(page.name, page.icon, t(f"settings.page_{page.name}")) for page in self._pages.values()]
        pages = SettingsPageList(area.topleft, across, titles, self._page.name, self.show)
        left = area.left + across + (24 if wide else 16)
        self._box = pygame.FRect(left, area.top, area.right - left, area.height)
        pad = 28.0 if wide else 22.0
        top = 64.0 if is_compact(self.size) else 80.0
        inside = pygame.FRect(
            left + pad, area.top + top, self._box.width - 2 * pad, self._box.height - top - (16 if not wide else 24)
        )
        back = back_button(self._stage, area, self.size, self.close)
        self.widgets.replace([pages, *self._page.lay_out(inside), back], first=self._focus)

    def show(self, name: str) -> None:
        """Turn to a page by its name. Raises KeyError for a page that does not exist."""
        self._page = self._pages[name]
        self.layout()

    def handle(self, event: pygame.event.Event) -> bool:
        """A dropped file is for the open page."""
        if event.type == pygame.DROPFILE:
            return self._page.drop(event.file)
        return super().handle(event)

    def update(self, dt: float) -> None:
        """Let the open page follow what goes on."""
        super().update(dt)
        self._page.update()

    def draw_scene(self, canvas: Canvas) -> None:
        """Paper, header, the page's card and what the page draws."""
        t, area, box = self._stage.t, self._area, self._box
        self._stage.draw_backdrop(canvas, 0.55)
        draw_header(canvas, area, self.size, t("common.settings"), t("settings.subtitle"))
        canvas.card(box, 2)
        compact = is_compact(self.size)
        middle = box.top + (32 if compact else 40)
        left = self._page.area.left
        canvas.text(t(f"settings.page_{self._page.name}"), left, middle, TITLE, face=Face.TITLE)
        canvas.hairline(left, box.top + (54 if compact else 66), self._page.area.width)
        self._page.draw(canvas)
        draw_footer(canvas, self._stage, area.left, self.size, [(t("levels.up_down"), t("settings.turn_pages"))])
