"""The page of boards and pieces: for each game its own, with a preview of a real position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.rules.core import Move, Position
from game.rules.registry import variant
from game.ui.board.thumbnail import Region
from game.ui.games.descriptor import Looks, StyleKind
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.theme import CAPTION, LIGHT
from game.ui.scenes.page import measure, split
from game.ui.scenes.pictures import Pictures
from game.ui.scenes.presents import how_to_win, style_name
from game.ui.scenes.settings.page import OptionCard, SettingsPage, draw_heading, draw_rows, toggle_in
from game.ui.scenes.showpieces import empty_board, pair_position, shown_position
from game.ui.stage.overlays import ListEntry, Popup
from game.ui.stage.stage import Stage
from game.ui.widgets.base import Widget
from game.ui.widgets.choices import Dropdown, Segment, Segmented, Toggle

_GAP: Final = 14.0
_MOST: Final = 6
"""How many swatches stand side by side."""
_TABS: Final = 40.0


class BoardPage(SettingsPage):
    """What a game's board is made of, which pieces stand on it, how its moves are written, coordinates."""

    name = "board"
    icon = "target"

    def __init__(self, stage: Stage, pictures: Pictures) -> None:
        super().__init__(stage, pictures)
        self._game = next(iter(GAMES))

    @property
    def _looks(self) -> Looks:
        return GAMES[self._game].looks

    def show_game(self, game: str) -> None:
        """Turn to another game's boards and pieces."""
        self._game = game
        self.stage.stack.resized(self.stage.size)

    def widgets(self, area: pygame.FRect) -> list[Widget]:
        """The games, swatches of boards and pieces, the notation, a toggle."""
        settings, look, looks = self.stage.settings, self.stage.settings.look(self._game), self._looks
        board = look.board if look.board in looks.boards else looks.usual_board(self.stage.theme)
        tabs = pygame.FRect(area.left, area.top, min(area.width, 240.0 * len(GAMES)), _TABS)
        games = [Segment(game, self.stage.t(f"common.{game}")) for game in GAMES]
        made: list[Widget] = [
            Segmented(tabs, games, self._game, lambda game: self.show_game(str(game)), name="game"),
            *self._swatches(self._top(area), "board", looks.boards, board, self._board_painter),
            *self._swatches(self._pieces_top(area), "pieces", looks.pieces, look.pieces, self._piece_painter),
        ]
        rows = self._rows(area)
        if looks.notations:
            made.append(self._notation(rows[0]))
        return [*made, toggle_in(rows[-1], settings.coordinates, self.change("coordinates"), "coordinates")]

    def _swatches(
        self,
        top: float,
        kind: StyleKind,
        names: Sequence[str],
        chosen: str,
        painter: Callable[[str], Callable[[Canvas, pygame.FRect], None]],
    ) -> list[OptionCard]:
        right = self._right(self.area)
        height = self._swatch(self.area)
        places = split(pygame.FRect(right.left, top + 30, right.width, height + 28), _MOST, _GAP)
        stage, game = self.stage, self._game
        now = chosen if chosen in names and stage.has_style(game, kind, chosen) else names[0]
        made = []
        for place, name in zip(places, names, strict=False):
            is_open = stage.has_style(game, kind, name)
            choose = self._chooser(kind, name) if is_open else self._refuser(kind, name)
            label = style_name(stage.t, game, kind, name)
            card = OptionCard(place, label, name == now, choose, painter(name), f"{kind}-{name}", is_open)
            card.tooltip = "" if is_open else self._how_to_win(kind, name)
            made.append(card)
        return made

    def _how_to_win(self, kind: StyleKind, name: str) -> str:
        return how_to_win(self.stage.t, [(self._game, self._looks.won(kind)[name])])

    def _refuser(self, kind: StyleKind, name: str) -> Callable[[], None]:
        return lambda: self.stage.toasts.show(self._how_to_win(kind, name), "lock")

    def _notation(self, row: pygame.FRect) -> Dropdown:
        label = self._notation_name(self.stage.settings.look(self._game).notation)
        width = min(row.width * 0.56, measure(self.stage, label) + 64)
        place = pygame.FRect(row.right - width, row.centery - 20, width, 40)
        return Dropdown(place, label, lambda: self._open_notations(place), "notation")

    def _notation_name(self, notation: str) -> str:
        return self.text(f"notation_{notation if notation in self._looks.notations else 'language'}")

    def _open_notations(self, beside: pygame.FRect) -> None:
        now = self.stage.settings.look(self._game).notation
        names = ("", *self._looks.notations)
        entries = [
            ListEntry(self._notation_name(name), self._chooser("notation", name), checked=name == now) for name in names
        ]
        self.stage.open(Popup(beside, entries, 260))

    # ---- measures

    @staticmethod
    def _top(area: pygame.FRect) -> float:
        return area.top + _TABS + (16.0 if area.height > 440 else 10.0)

    def _preview(self, area: pygame.FRect) -> pygame.FRect:
        width = area.width * (0.42 if area.width > 760 else 0.36)
        top = self._top(area) + 4
        return pygame.FRect(area.left, top, width, min(area.bottom - top - 44, width * 1.1))

    def _right(self, area: pygame.FRect) -> pygame.FRect:
        left = self._preview(area).right + (32 if area.width > 760 else 22)
        return pygame.FRect(left, area.top, area.right - left, area.height)

    def _swatch(self, area: pygame.FRect) -> float:
        return min(76.0, (self._right(area).width - (_MOST - 1) * _GAP) / _MOST * 0.86)

    def _group(self, area: pygame.FRect) -> float:
        """The height of a row of swatches with its heading and the gap after it."""
        return 30 + self._swatch(area) + 28 + (22.0 if area.height > 440 else 8.0)

    def _pieces_top(self, area: pygame.FRect) -> float:
        return self._top(area) + self._group(area)

    def _rows(self, area: pygame.FRect) -> list[pygame.FRect]:
        right = self._right(area)
        top = self._pieces_top(area) + self._group(area)
        count = 2 if self._looks.notations else 1
        height = min(62.0, (area.bottom - top) / count)
        return [pygame.FRect(right.left, top + i * height, right.width, height) for i in range(count)]

    # ---- pictures

    def _chooser(self, field: str, name: str) -> Callable[[], None]:
        def choose() -> None:
            settings = self.stage.settings
            changed = settings.with_look(self._game, settings.look(self._game).with_(**{field: name}))
            self.stage.services.preferences.change(looks=changed.looks)

        return choose

    def _board_painter(self, name: str) -> Callable[[Canvas, pygame.FRect], None]:
        pieces = self.stage.settings.look(self._game).pieces
        return self._painter(empty_board(self._game), (name, pieces), GAMES[self._game].showpiece.board)

    def _piece_painter(self, name: str) -> Callable[[Canvas, pygame.FRect], None]:
        board = self.stage.settings.look(self._game).board
        return self._painter(pair_position(self._game), (board, name), GAMES[self._game].showpiece.pieces)

    def _painter(
        self, shown: tuple[Position, Move], styles: tuple[str, str], region: Region
    ) -> Callable[[Canvas, pygame.FRect], None]:
        rules = variant(GAMES[self._game].showpiece.variant)

        def paint(canvas: Canvas, rect: pygame.FRect) -> None:
            # high contrast has one board and its own pieces: what is chosen here waits for the other themes
            picture = self.pictures.board(rules, shown[0], rect.size, region, None, styles, LIGHT)
            canvas.picture(picture, rect, 8)

        return paint

    def draw(self, canvas: Canvas) -> None:
        """The preview, headings, the rows of notation and coordinates."""
        area = self.area
        preview = self._preview(area)
        position, last = shown_position(self._game)
        shown = GAMES[self._game].showpiece
        picture = self.pictures.board(variant(shown.variant), position, preview.size, shown.preview, last)
        canvas.picture(picture, preview, 12)
        if canvas.theme.is_contrast:
            canvas.rounded(preview, 12, None, canvas.theme.line, 2.0)
        note = "contrast_note" if canvas.theme.is_contrast else "preview"
        canvas.paragraph(
            self.text(note), preview.left, preview.bottom + 20, preview.width, CAPTION, canvas.theme.muted, lines=2
        )
        right = self._right(area)
        draw_heading(canvas, right.left, self._top(area) + 12, self.text("boards"))
        draw_heading(canvas, right.left, self._pieces_top(area) + 12, self.text(f"{self._game}_pieces"))
        rows = self._rows(area)
        if self._looks.notations:
            row = rows[0]
            texts = [(self.text("notation"), self.text("notation_line"))]
            draw_rows(canvas, [row], texts, row.width * 0.44 - 12)
        row = rows[-1]
        own = f"{self._game}_coordinates_line"  # a game may say it in its own words
        line = self.text(own if self.stage.t.has(f"settings.{own}") else "coordinates_line")
        texts = [(self.text("coordinates"), line)]
        draw_rows(canvas, [row], texts, row.width - Toggle.WIDTH - 20)
