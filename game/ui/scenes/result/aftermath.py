"""How the board looks once a game is over: petals fall beside the pieces of a win; over a loss lies a cool dusk, and
only what decided it stays bright."""

from __future__ import annotations

import enum
import random
from dataclasses import dataclass
from typing import Final

import numpy as np
import pygame

from game.match.match import Match
from game.rules.core import Outcome, Piece, Square
from game.ui.board.view import BoardView
from game.ui.paint.canvas import Canvas
from game.ui.paint.kept import kept
from game.ui.paint.surfaces import pixel_grid, rounded_distance, surface_from
from game.ui.scenes.result.fallen import TURNS, leaf, petal
from game.ui.scenes.result.words import person_against_computer

_PETALS: Final = 14
_FALL_S: Final = 0.9
_SPREAD_S: Final = 0.7
"""Between the first petal's start and the last one's."""
_DUSK_S: Final = 0.4
_LEAVES_S: Final = 1.2
_TWO_LEAVES: Final = 420.0
_DUSK: Final = (58, 66, 82)
_DUSK_ABOVE, _DUSK_BELOW = 0.12, 0.28
"""How much of the light it takes at the board's upper and lower edge."""


class Mood(enum.Enum):
    """From whose view the end is looked at."""

    WON = enum.auto()
    LOST = enum.auto()
    EVEN = enum.auto()
    """A draw, or a game of two others."""


def mood_of(match: Match, outcome: Outcome) -> Mood:
    """The mood of an end: the person's own, where one plays here; a win of one of two people is a win."""
    person, winner = person_against_computer(match), outcome.winner
    if winner is None or match.is_watched:
        return Mood.EVEN
    return Mood.WON if person in (None, winner) else Mood.LOST


@dataclass(frozen=True, slots=True)
class _Lying:
    """Where it lies at last, in units; its size; how it lies; when it starts; how far it drifts."""

    x: float
    y: float
    radius: float
    turn: int
    tone: int
    after_s: float
    drift: float


class Aftermath:
    """Lies over one board. `still`: everything has fallen already."""

    def __init__(self, board: BoardView, mood: Mood, outcome: Outcome, still: bool) -> None:
        self._board = board
        self._mood = mood
        self._outcome = outcome
        self._passed_s = _SPREAD_S + _LEAVES_S if still else 0.0

    def update(self, dt: float) -> None:
        """Advance by `dt` seconds."""
        self._passed_s += dt

    def draw(self, canvas: Canvas) -> None:
        """Over the board, which has been drawn. Nothing in high contrast."""
        if canvas.theme.is_contrast:
            return
        if self._mood is Mood.WON:
            for each in self._petals():
                self._draw_petal(canvas, each)
        elif self._mood is Mood.LOST:
            self._draw_dusk(canvas)

    # ---- petals

    def _petals(self) -> list[_Lying]:
        """On free squares alone, each time the same for the same end."""
        position = self._board.position
        dice = random.Random(position.key)
        held = position.pieces()
        free = [Square(at) for at in range(position.board.squares) if at not in held]
        found = []
        for square in dice.sample(free, min(_PETALS, len(free))):
            place = self._board.square_rect(square)
            radius = min(15.0, place.width * dice.uniform(0.22, 0.32))
            x = place.centerx + place.width * dice.uniform(-0.2, 0.2)
            y = place.centery + place.height * dice.uniform(-0.2, 0.2)
            after_s, drift = dice.uniform(0, _SPREAD_S), dice.uniform(-60, 60)
            found.append(_Lying(x, y, radius, dice.randrange(16), dice.randrange(4), after_s, drift))
        return found

    def _draw_petal(self, canvas: Canvas, each: _Lying) -> None:
        share = min(1.0, (self._passed_s - each.after_s) / _FALL_S)
        if share <= 0:
            return
        left = (1 - share) ** 2
        x, y = each.x + each.drift * left, each.y - 170 * left
        # few sizes and turns, so that petals share their pictures and none makes a new one in every other frame
        radius = max(2, 3 * round(canvas.px(each.radius) / 3))
        picture = petal(radius, (each.turn + round(3 * left)) % TURNS, each.tone)
        half = picture.get_width() / 2
        place = round(x * canvas.scale - half), round(y * canvas.scale - half)
        canvas.lay(picture, place, round(255 * min(1.0, 3 * share)))

    # ---- dusk

    def _draw_dusk(self, canvas: Canvas) -> None:
        slab = canvas.pixels(self._board.slab_rect)
        holes = []
        for square in self._deciding():
            place = self._board.square_rect(square)
            x, y = canvas.px(place.centerx) - slab.left, canvas.px(place.centery) - slab.top
            holes.append((x, y, canvas.px(place.width * 0.52)))
        share = min(1.0, self._passed_s / _DUSK_S)
        canvas.lay(_dusk(slab.width, slab.height, tuple(sorted(holes))), slab.topleft, round(255 * share))

    def _deciding(self) -> frozenset[Square]:
        """The squares whose pieces decided the game: the line that shows it, or who gives mate and whom."""
        position = self._board.position
        royal = Piece(position.colour_to_move, self._board.painter.royal)
        attacked = [square for square, piece in position.pieces().items() if piece == royal]
        return frozenset((*self._outcome.line, *position.checkers(), *(attacked if position.is_check() else ())))


@kept(1)
def _dusk(width: int, height: int, holes: tuple[tuple[int, int, int], ...]) -> pygame.Surface:
    """Over a board of that size in pixels, open around places (x, y, radius)."""
    covered = np.clip(0.5 - rounded_distance(width, height, 10.0), 0, 1)
    covered *= np.linspace(_DUSK_ABOVE, _DUSK_BELOW, height, dtype=np.float32)[:, None]
    x, y = pixel_grid(width, height)
    for middle_x, middle_y, radius in holes:
        covered *= np.clip((np.hypot(x - middle_x, y - middle_y) - radius) / 3 + 0.5, 0, 1)
    return surface_from(_DUSK, covered)


def draw_leaves(canvas: Canvas, card: pygame.FRect, share: float) -> None:
    """Two leaves beside the blind stamp in the corner of a card, fallen as far as `share`; one in a narrow card, where
    the other would lie on the words."""
    left = (1 - share) ** 2
    leaves = [(card.right - 30, card.top + 104, 15.0, 2)]
    if card.width >= _TWO_LEAVES:
        leaves.append((card.right - 134, card.top + 36, 9.0, 13))
    for x, y, radius, turn in leaves:
        picture = leaf(max(2, canvas.px(radius)), turn + round(5 * left))
        half = picture.get_width() / 2
        place = round(x * canvas.scale - half), round((y - 60 * left) * canvas.scale - half)
        canvas.lay(picture, place, round(255 * min(1.0, 2 * share)))
