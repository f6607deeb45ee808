"""What is said of challenges: what is to be done, how many are solved."""

from __future__ import annotations

from collections.abc import Mapping

from game.challenges import MOST_STARS, Challenge, ChallengeSet
from game.rules.core import Variant
from game.ui.canvas import Canvas
from game.ui.language import Language
from game.ui.scenes.colours import player_words


def task(t: Language, variant: Variant, challenge: Challenge) -> str:
    """Who is to do what in how many moves."""
    position = variant.read_position(challenge.start)
    side = player_words(t, variant, position, position.turn)
    return t(f"challenges.task_{variant.game}", side=side, n=challenge.moves)


def progress(t: Language, held: ChallengeSet, stars: Mapping[str, int]) -> str:
    """How many of a game's challenges are solved, and with how many stars."""
    earned = [stars.get(each.id, 0) for each in held.challenges]
    return t("challenges.progress", done=sum(map(bool, earned)), of=len(earned), stars=sum(earned))


def draw_stars(canvas: Canvas, x: float, y: float, size: float, earned: int) -> None:
    """Stars in a row from the left edge x on, those that were earned filled."""
    theme = canvas.theme
    for star in range(MOST_STARS):
        lit = star < earned
        colour = (theme.gold_ink if theme.is_contrast else theme.gold) if lit else theme.muted
        canvas.icon("star" if lit else "star_outline", x + size / 2 + star * (size + 4), y, size, colour)
