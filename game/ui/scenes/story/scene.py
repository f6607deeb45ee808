"""A game told in ten seconds: a scroll is opened, on it the board with real moves, and one sentence at a time."""

from __future__ import annotations

from typing import Final

import pygame

from game.match.match import Match
from game.ui.board.ending import RING_S
from game.ui.board.heard import sounds_of_row
from game.ui.board.view import BoardView
from game.ui.games.registry import GAMES
from game.ui.paint.canvas import Canvas
from game.ui.paint.seal import house_seal
from game.ui.paint.text import Face
from game.ui.paint.theme import CAPTION, DISPLAY, TITLE
from game.ui.scenes.boarded import hear_move
from game.ui.scenes.page import is_compact
from game.ui.scenes.story.telling import MoveMade, ShotBegun, Telling
from game.ui.scenes.tearoom.scroll import draw_scroll
from game.ui.stage.scene import Scene
from game.ui.stage.stage import Stage
from game.ui.widgets.buttons import blend

_UNROLL_S: Final = 0.7
_APPEAR_S: Final = 0.35
"""For a sentence."""
_DEAF_S: Final = 0.35
"""For this long no key and no click goes on: they may be the second half of what has led here. After the end none acts
for this long below: it was meant for the story."""
_MODIFIERS: Final = frozenset(
    {
        pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LALT, pygame.K_RALT,
        pygame.K_LMETA, pygame.K_RMETA, pygame.K_CAPSLOCK, pygame.K_NUMLOCKCLEAR,
    }
)  # fmt: skip
_WIDEST: Final = 1180.0
_TALLEST: Final = 640.0
_LINE: Final = 38.0


class StoryScene(Scene):
    """Plays a game's story once and closes; any key or click closes it at once. With less motion the shots are still
    pictures that follow each other."""

    deafens_s = _DEAF_S

    def __init__(self, stage: Stage, game: str, match: Match | None = None) -> None:
        """`match` waits until the story is told. Raises KeyError for a game that is not there."""
        super().__init__()
        self._match = match
        self._stage = stage
        self._game = game
        self._told_s = 0.0
        self._telling = Telling(GAMES[game].story)
        self.music = GAMES[game].music
        rules = self._telling.variant
        self.board = BoardView(stage.painter(rules), self._telling.game.position)
        self.board.coordinates = False
        self._scroll = self._words = pygame.FRect(0, 0, 0, 0)

    @property
    def is_busy(self) -> bool:
        """It goes on by itself."""
        return True

    def opened(self) -> None:
        """From now on the person has seen it."""
        seen = self._stage.settings.stories
        if self._game not in seen:
            self._stage.services.preferences.change(stories=(*seen, self._game))
        self._stage.sounds.play("paper")
        if self._match is not None:
            self._match.pause()

    def close(self) -> None:
        """The match that has waited begins."""
        super().close()
        if self._match is not None:
            self._match.resume()

    def layout(self) -> None:
        """The scroll in the middle, on it the board at the left, the words at the right."""
        width, height = self.size
        compact = is_compact(self.size)
        across, down = min(width - 72, _WIDEST), min(height - (112 if compact else 160), _TALLEST)
        self._scroll = pygame.FRect((width - across) / 2, (height - down) / 2 - 8, across, down)
        pad = 28.0 if compact else 36.0
        aspect = self.board.painter.frame.aspect
        tall = down - 2 * pad
        inside = self._scroll.inflate(-2 * (pad + 24), 0)
        self.board.painter = self._stage.painter(self._telling.variant)
        self.board.rect = pygame.FRect(inside.left, self._scroll.top + pad, tall * aspect, tall)
        left = self.board.rect.right + (32 if compact else 52)
        self._words = pygame.FRect(left, self.board.rect.top, inside.right - left, tall)

    def handle(self, event: pygame.event.Event) -> bool:
        """Any key or click goes on to what was opened."""
        is_key = event.type == pygame.KEYDOWN and event.key not in _MODIFIERS
        if (is_key or event.type == pygame.MOUSEBUTTONDOWN) and self._told_s >= _DEAF_S:
            self.close()
        return True

    def left(self) -> None:
        """It is silent at once."""
        self._stage.sounds.hush()

    # ---- time

    def update(self, dt: float) -> None:
        """Tell it."""
        super().update(dt)
        still = self.board.reduced_motion = self._stage.settings.reduced_motion
        self._told_s += dt
        for each in self._telling.advance(dt):
            if isinstance(each, ShotBegun):
                self._begin(each)
            else:
                self._play(each, still)
        self.board.update(dt)
        if self._telling.is_over:
            self.close()

    def _begin(self, shot: ShotBegun) -> None:
        if shot.is_new:
            self.board.set_out(shot.position)
            if shot.position.pieces():
                self._stage.sounds.play("rattle")

    def _play(self, made: MoveMade, still: bool) -> None:
        self.board.play(made.move, made.before, made.after)
        rules, outcome = self._telling.variant, self._telling.game.outcome
        hear_move(self._stage, rules, made.move, made.before, made.after)
        if outcome is not None:
            self.board.show_outcome(outcome)
            self.board.celebrate(outcome)
            self._stage.sounds.play_all(sounds_of_row(outcome.line, RING_S, GAMES[rules.game].touch, still))

    # ---- drawing

    def draw_scene(self, canvas: Canvas) -> None:
        """The scroll as far as it is open, and what stands on it."""
        self._stage.draw_backdrop(canvas, 0.55)
        still = self._stage.settings.reduced_motion or canvas.theme.is_contrast
        share = 1.0 if still else min(1.0, self._told_s / _UNROLL_S)
        seen = draw_scroll(canvas, self._scroll, 1 - (1 - share) ** 3)
        with canvas.clipped(seen):
            self.board.draw(canvas)
            self._draw_words(canvas, still)
        t, (width, height) = self._stage.t, self.size
        canvas.text(t("story.go_on"), width / 2, height - 32, CAPTION, canvas.theme.muted, "centre")

    def _draw_words(self, canvas: Canvas, still: bool) -> None:
        """The game's name, the sentence of the shot, and how many there are."""
        t, theme, place, number = self._stage.t, canvas.theme, self._words, max(0, self._telling.number)
        name = t(f"common.{self._game}")
        y = place.top + 34
        canvas.text(name, place.left, y, DISPLAY, face=Face.TITLE, width=place.width)
        canvas.fill(pygame.FRect(place.left, y + 34, 44, 3), theme.red)
        share = 1.0 if still else min(1.0, self._telling.elapsed_s / _APPEAR_S)
        ground = theme.card if theme.is_contrast else (52, 46, 40) if theme.is_dark else (252, 246, 232)
        ink = blend(ground, theme.ink, share)
        lines = canvas.wrapped(t(f"story.{self._game}_{number + 1}"), place.width, TITLE, Face.MEDIUM)
        y = place.centery - (len(lines) - 1) * _LINE / 2
        for line in lines:
            canvas.text(line, place.left, y, TITLE, ink, face=Face.MEDIUM)
            y += _LINE
        side = canvas.px(44)
        corner = canvas.pixels(place).bottomright
        canvas.lay(house_seal(canvas.fonts, side), (corner[0] - side, corner[1] - side))
        for each in range(len(GAMES[self._game].story.shots)):
            x = place.left + 6 + 20 * each
            if each == number:
                canvas.circle(x, place.bottom - 10, 5, theme.red)
            else:
                canvas.circle(x, place.bottom - 10, 4, theme.edge, stroke=1.5)
