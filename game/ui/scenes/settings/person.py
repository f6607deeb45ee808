"""The page of the person's name, with the card that others see."""

from __future__ import annotations

import pygame

from game.rules.core import Side
from game.rules.registry import variant
from game.ui.board.thumbnail import Region
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, HEADING
from game.ui.scenes.pictures import Pictures, draw_emblem, played
from game.ui.scenes.portrait_choice import SIDE, draw_person, own_portrait, portrait_buttons
from game.ui.scenes.settings.page import SettingsPage, draw_heading
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.field import TextField

LONGEST_NAME = 24
_SHOWN = next(iter(GAMES.values())).showpiece
_MOVES = 7


class NamePage(SettingsPage):
    """A text field. It stays the same one while the page is laid out again, so that typing is not interrupted."""

    name = "name"
    icon = "user"

    def __init__(self, stage: Stage, pictures: Pictures) -> None:
        super().__init__(stage, pictures)
        self._field = TextField(
            pygame.FRect(0, 0, 0, 0), stage.settings.name, "", self._set_name, LONGEST_NAME, name="field"
        )

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """The field."""
        self._field.rect = pygame.FRect(area.left, area.top + 36, min(area.width, 420), 48)
        self._field.placeholder = self.text("name_placeholder")
        return [self._field, *portrait_buttons(self.stage, area.left, self._portraits_top(area))]

    @staticmethod
    def _portraits_top(area: pygame.FRect) -> float:
        return area.top + 36 + 48 + 14

    def _set_name(self, name: str) -> None:
        self.stage.services.preferences.change(name=name.strip())

    def draw(self, canvas: Canvas) -> None:
        """What the name is for, and the card as it stands beside the board."""
        area, theme = self.area, canvas.theme
        draw_heading(canvas, area.left, area.top + 14, self.text("your_name"))
        y = canvas.paragraph(
            self.text("name_line"), area.left, self._portraits_top(area) + SIDE + 22, min(area.width, 620), CAPTION,
            theme.muted, 21,
        )  # fmt: skip
        draw_heading(canvas, area.left, y + 28, self.text("card_preview"))
        side = min(area.bottom - y - 56, 300.0, area.width * 0.36)
        board = pygame.FRect(area.left, y + 52, side, side)
        position, last = played(_SHOWN.variant, " ".join(_SHOWN.moves.split()[:_MOVES]))
        middle = Region(position.board.columns // 2, position.board.rows // 2, 8.6)
        picture = self.pictures.board(variant(_SHOWN.variant), position, board.size, middle, last)
        canvas.picture(picture, board, 12)
        if theme.is_contrast:
            canvas.rounded(board, 12, None, theme.line, 2.0)
        t = self.stage.t
        cards = pygame.FRect(board.right + 20, board.top, min(area.right - board.right - 20, 456), 76)
        level = t("common.advanced")
        self._draw_card(canvas, cards, level, Side.SECOND, "advanced")
        cards.bottom = board.bottom
        name = self.stage.settings.name.strip() or t("common.you")
        self._draw_card(canvas, cards, name, Side.FIRST, own_portrait(self.stage))

    def _draw_card(self, canvas: Canvas, card: pygame.FRect, name: str, side: Side, portrait: str | None) -> None:
        """A card as it stands beside the board, without its clock."""
        rules = variant(_SHOWN.variant)
        canvas.card(card, 1)
        draw_person(canvas, portrait, name, card.left + 40, card.centery, 48)
        draw_emblem(canvas, rules, side, card.left + 89, card.centery - 12)
        room = card.width - 124
        canvas.text(name, card.left + 106, card.centery - 12, HEADING, face=Face.MEDIUM, width=room)
        colour = self.stage.t(f"common.{rules.side_names[side]}")
        canvas.text(colour, card.left + 80, card.centery + 14, CAPTION, canvas.theme.muted)
