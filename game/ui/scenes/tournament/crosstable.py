"""The crosstable: a row for each player, the best first, with a cell for every opponent, the points and the rating."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.progress.win_draw_loss import WinDrawLoss
from game.tournament.standings import TournamentStandings
from game.ui.paint.canvas import Canvas
from game.ui.paint.surfaces import Colour
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, CAPTION, ROW_RADIUS, TINY
from game.ui.scenes.tournament.words import elo_text, points_text
from game.ui.widgets.base import LEFT_BUTTON, Widget

_HEAD: Final = 30.0
_ROW: Final = (34.0, 52.0)
"""The least and the greatest height of a row."""
_CELL: Final = (25.0, 60.0)
_PLACE: Final = 26.0
_POINTS: Final = 74.0
_ELO: Final = 92.0
_LEAST_WITH_ELO: Final = 28.0
"""Where cells would be narrower the rating is left out, which has a page of its own."""
_LEFT: Final = _PLACE + 36
_ROOMY_CELL: Final = 52.0
"""From this width and with high rows a cell tells wins, draws and losses as well."""

Pair = tuple[int, int]


class CrossTable(Widget):
    """One stop of the focus: the arrow keys choose a cell, Enter or a click opens the games of its pair."""

    def __init__(
        self,
        rect: pygame.FRect,
        standing: TournamentStandings,
        names: Sequence[str],
        portraits: Sequence[str],
        titles: tuple[str, str, str],
        name_room: float,
        on_open: Callable[[Pair], None],
    ) -> None:
        """`names` and `portraits` by place in the plan; `titles` of player, points and rating; `name_room`
        is what the widest name takes."""
        super().__init__(rect, "table")
        self.standing = standing
        self.playing: Pair | None = None
        """Who is playing now."""
        self._names = tuple(names)
        self._portraits = tuple(portraits)
        self._titles = titles
        self._name_room = name_room + 8
        self._on_open = on_open
        self._at = (0, 1)
        self._pointed: tuple[int, int] | None = None

    def copy_place(self, other: CrossTable) -> None:
        """Take over which cell was chosen in a table that was laid out before."""
        self._at = other._at

    # ---- places, in rows and columns of the order

    @property
    def _count(self) -> int:
        return len(self.standing.order)

    @property
    def _with_elo(self) -> bool:
        return self._room(_ELO) >= _LEAST_WITH_ELO

    def _room(self, elo: float) -> float:
        """For a cell, where the rating takes so much."""
        return (self.rect.width - _LEFT - self._name_room - _POINTS - elo) / self._count

    @property
    def _row_height(self) -> float:
        return min(_ROW[1], max(_ROW[0] - 6, (self.rect.height - _HEAD) / self._count))

    @property
    def _cell_width(self) -> float:
        return min(_CELL[1], max(_CELL[0], self._room(_ELO if self._with_elo else 0.0)))

    def cell_rect(self, row: int, column: int) -> pygame.FRect:
        """Where a cell lies, by places in the order."""
        width, height = self._cell_width, self._row_height
        left = self.rect.right - _POINTS - (_ELO if self._with_elo else 0.0) - (self._count - column) * width
        return pygame.FRect(left, self.rect.top + _HEAD + row * height, width, height)

    def _cell_at(self, pos: tuple[float, float]) -> tuple[int, int] | None:
        places = range(self._count)
        return next(
            ((row, column) for row in places for column in places if self.cell_rect(row, column).collidepoint(pos)),
            None,
        )

    # ---- what is chosen

    @property
    def shown(self) -> Pair | None:
        """The players of the cell under the mouse, or of the chosen one while the table has the keyboard."""
        at = self._pointed or (self._at if self.focused else None)
        if at is None:
            return None
        order = self.standing.order
        return order[at[0]], order[at[1]]

    def handle(self, event: pygame.event.Event) -> bool:
        """Follow the mouse; click, arrow keys, Enter."""
        if event.type == pygame.MOUSEMOTION:
            self._pointed = self._cell_at(event.pos)
            self.hovered = self._pointed is not None
            return False
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON:
            at = self._cell_at(event.pos)
            if at is not None:
                self._at = at
                self._open()
            return at is not None
        return event.type == pygame.KEYDOWN and self._handle_key(event.key)

    def _handle_key(self, key: int) -> bool:
        if key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self._open()
            return True
        steps = {pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0), pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1)}
        if key not in steps:
            return False
        row, column = self._at[0] + steps[key][0], self._at[1] + steps[key][1]
        if not (0 <= row < self._count and 0 <= column < self._count):
            return False  # at the edge the focus moves on
        self._at, self._pointed = (row, column), None
        return True

    def _open(self) -> None:
        order = self.standing.order
        one, other = order[self._at[0]], order[self._at[1]]
        if one != other:
            self._on_open((one, other))

    # ---- drawing

    def draw(self, canvas: Canvas) -> None:
        """Titles, then the rows."""
        theme, rect, order = canvas.theme, self.rect, self.standing.order
        y = rect.top + _HEAD / 2
        points = rect.right - (_ELO if self._with_elo else 0.0)
        canvas.text(self._titles[0], rect.left + _PLACE, y, CAPTION, theme.muted)
        for column in range(self._count):
            canvas.text(str(column + 1), self.cell_rect(0, column).centerx, y, CAPTION, theme.muted, "centre")
        canvas.text(self._titles[1], points - 8, y, CAPTION, theme.muted, "right", width=_POINTS - 8)
        if self._with_elo:
            canvas.text(self._titles[2], rect.right - 4, y, CAPTION, theme.muted, "right", width=_ELO)
        canvas.hairline(rect.left, rect.top + _HEAD - 1, rect.width)
        for row, one in enumerate(order):
            self._draw_row(canvas, row, one, points)

    def _draw_row(self, canvas: Canvas, row: int, one: int, points: float) -> None:
        theme, rect = canvas.theme, self.rect
        first = self.cell_rect(row, 0)
        y, height = first.centery, first.height
        canvas.text(str(row + 1), rect.left + 6, y, BODY, theme.muted)
        diameter = min(30.0, height - 4)
        canvas.portrait(self._portraits[one], rect.left + _PLACE + 15, y, diameter)
        left = rect.left + _LEFT
        canvas.text(self._names[one], left, y, BODY, face=Face.MEDIUM, width=first.left - 6 - left)
        for column, other in enumerate(self.standing.order):
            self._draw_cell(canvas, self.cell_rect(row, column), (row, column), (one, other))
        total = self.standing.total(one)
        width = canvas.text(f"/{total.games}" if total.games else "", points - 8, y, CAPTION, theme.muted, "right")
        canvas.text(points_text(total.points), points - 9 - width, y, BODY, align="right", face=Face.MEDIUM)
        strengths = self.standing.strengths
        if self._with_elo and strengths is not None:
            canvas.text(elo_text(strengths[one]), rect.right - 4, y, CAPTION, align="right")

    def _draw_cell(self, canvas: Canvas, cell: pygame.FRect, at: tuple[int, int], pair: Pair) -> None:
        theme, ground = canvas.theme, cell.inflate(-3, -3)
        if pair[0] == pair[1]:
            canvas.rounded(ground, 6, theme.line if not theme.is_contrast else theme.ink)
        else:
            score = self.standing.score(*pair)
            fill, ink = _tint(canvas, score)
            plays = self.playing is not None and set(pair) == set(self.playing)
            border = theme.red if plays else theme.line if theme.is_contrast or not score.games else None
            canvas.rounded(ground, 6, fill, border, (3.0 if theme.is_contrast else 2.0) if plays else 1.0)
            self._draw_score(canvas, cell, score, ink)
        if self._pointed == at or (self.focused and self._at == at):
            canvas.rounded(cell, ROW_RADIUS, None, theme.indigo, 2.0)

    @staticmethod
    def _draw_score(canvas: Canvas, cell: pygame.FRect, score: WinDrawLoss, ink: Colour) -> None:
        if not score.games:
            return
        roomy = cell.width >= _ROOMY_CELL and cell.height >= 42
        y = cell.centery - (8 if roomy else 0)
        canvas.text(points_text(score.points), cell.centerx, y, BODY, ink, "centre", Face.MEDIUM)
        if roomy:
            line = f"+{score.won} ={score.drawn} -{score.lost}"
            canvas.text(line, cell.centerx, cell.centery + 11, TINY, canvas.theme.muted, "centre", width=cell.width - 4)


def _tint(canvas: Canvas, score: WinDrawLoss) -> tuple[Colour, Colour]:
    """Ground and ink of a cell: who has more than half, less, or just that; the figure says the same."""
    theme = canvas.theme
    if not score.games or theme.is_contrast:
        return theme.inset, theme.ink
    share = score.points / score.games
    if share == 0.5:
        return theme.gold_tint, theme.gold_ink
    return (theme.jade_tint, theme.jade) if share > 0.5 else (theme.red_tint, theme.red)
