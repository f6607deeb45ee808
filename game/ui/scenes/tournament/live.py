"""The game that is being played, at the right of a tournament: the board, and above and below it who plays."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import pygame

from game.match.clock import clock_text
from game.match.match import Match
from game.rules.core import Side
from game.tournament.run import TournamentRun
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.text import Face
from game.ui.paint.theme import BODY, BUTTON_RADIUS, CAPTION
from game.ui.scenes.colours import player_mark
from game.ui.scenes.library.words import face_of, readable_level
from game.ui.scenes.match.thinking_card import chip_text
from game.ui.stage.language import Language
from game.ui.stage.stage import Stage

_ROW: Final = 46.0
_GAP: Final = 8.0
_HEAD: Final = 32.0
_ARROW: Final = 10.0
"""Kept free at the left of the players for the arrow of who is to move."""
_CALM_S: Final = 0.3
"""Moves that follow each other faster than this are shown at once: pieces would never come to rest."""


class LivePanel:
    """Follows a run's match, frame by frame."""

    def __init__(self, stage: Stage, run: TournamentRun, now: Callable[[], float] = time.monotonic) -> None:
        self._stage = stage
        self._run = run
        self._now = now
        rules = run.state.plan.rules
        self.board = BoardView(stage.painter(rules), rules.start())
        self.board.focusable = False
        self._match: Match | None = None
        self._ply = 0
        self._moved_s = 0.0
        self._rect = pygame.FRect(0, 0, 0, 0)

    def lay_out(self, rect: pygame.FRect) -> None:
        """Put board and players into a panel."""
        self._rect = rect
        rules = self._run.state.plan.rules
        self.board.painter = self._stage.painter(rules)
        inside = rect.inflate(-24, -24)
        room = inside.height - _HEAD - 2 * (_ROW + _GAP)
        aspect = self.board.painter.frame.aspect
        height = min(room, inside.width / aspect)
        self.board.rect = pygame.FRect(0, 0, height * aspect, height)
        self.board.rect.midtop = (inside.centerx, inside.top + _HEAD + _ROW + _GAP + (room - height) / 2)

    def update(self) -> None:
        """Show the moves that have been made."""
        settings = self._stage.settings
        self.board.reduced_motion, self.board.coordinates = settings.reduced_motion, settings.coordinates
        self.board.annotations.check_word = self._stage.t("match.check")
        match = self._run.match
        self.board.visible = match is not None
        if match is None:
            self._match = None
            return
        if match is self._match and match.ply == self._ply:
            return
        game, now = match.game, self._now()
        last = game.moves[-1] if game.moves else None
        calm = now - self._moved_s > _CALM_S
        if match is self._match and match.ply == self._ply + 1 and last is not None and calm:
            self.board.play(last, game.at(match.ply - 1), game.position)
        else:
            self.board.show(game.position, last)
        self._match, self._ply, self._moved_s = match, match.ply, now

    def draw(self, canvas: Canvas) -> None:
        """The head line and both players; the board is a widget of the scene's."""
        match, pairing = self._run.match, self._run.pairing
        if match is None or pairing is None:
            return
        t, board, rect = self._stage.t, self.board.rect, self._rect.inflate(-24, -24)
        head = t("tournament.at_move", n=pairing.number + 1, ply=match.ply)
        top = board.top - _GAP - _ROW - _HEAD / 2
        canvas.text(head, rect.left + 4, top - 2, BODY, face=Face.MEDIUM, width=rect.width)
        slab = self.board.slab_rect
        left, width = slab.left + _ARROW, slab.width - _ARROW
        rows = {
            Side.SECOND: pygame.FRect(left, board.top - _GAP - _ROW, width, _ROW),
            Side.FIRST: pygame.FRect(left, board.bottom + _GAP, width, _ROW),
        }
        for side, row in rows.items():
            self._draw_player(canvas, row, match, side)

    def _draw_player(self, canvas: Canvas, row: pygame.FRect, match: Match, side: Side) -> None:
        theme, t = canvas.theme, self._stage.t
        is_active = match.turn is side and match.outcome is None
        if is_active:
            canvas.rounded(row, BUTTON_RADIUS, theme.red_tint, theme.red, 2.0 if theme.is_contrast else 1.5)
            x, y = row.left - 4, row.centery
            canvas.line([(x - 7, y - 6), (x, y), (x - 7, y + 6)], 0.5, theme.red, fill=True)
        level = match.seat(side).player.level or ""
        canvas.portrait(face_of(level), row.left + 24, row.centery, 34)
        player_mark(match.variant, match.position, side, 16)(canvas, row.left + 56, row.centery)
        main, tenths = clock_text(match.clock.used_s(side))
        right = row.right - 10
        right -= canvas.text(main + tenths, right, row.centery, CAPTION, align="right", face=Face.MEDIUM) + 10
        score = self._score(t, match, side)
        right -= canvas.text(score, right, row.centery, CAPTION, theme.muted, "right") + (10 if score else 0)
        left = row.left + 70
        canvas.text(readable_level(t, level), left, row.centery, BODY, face=Face.MEDIUM, width=right - left)

    @staticmethod
    def _score(t: Language, match: Match, side: Side) -> str:
        """What a player thinks of the game, from its own view: the search that runs, else its last move."""
        info = match.thinking if match.turns.waiting_for is side else None
        if info is not None and not info.is_known:
            return chip_text(t, info.score)
        scores = [played.score for played in match.line[-2:] if played.side is side]
        last = scores[-1] if scores else None
        return chip_text(t, last) if last is not None else ""
