"""What is said of challenges: what is to be done, how many are solved."""

from __future__ import annotations

from collections.abc import Mapping

from game.progress.challenges import MOST_STARS, Challenge, ChallengeSet
from game.rules.core import Variant
from game.ui.paint.canvas import Canvas
from game.ui.scenes.colours import player_words
from game.ui.scenes.pictures import read_position
from game.ui.stage.language import Language


def set_words(t: Language, name: str) -> str:
    """What a set of challenges is called: the game, where it is not the usual one with its rules."""
    game = name.partition("-")[0]
    if name == game:
        return t(f"common.{game}")
    return t("challenges.set_of", game=t(f"common.{game}"), rules=t(f"common.{name}"))


def task(t: Language, name: str, variant: Variant, challenge: Challenge, is_brief: bool = False) -> str:
    """Who is to do what in how many moves, in a set of that name; `is_brief` leaves out what can be read there."""
    position = read_position(variant, challenge.start)
    side = player_words(t, variant, position, position.turn)
    keys = [f"challenges.task_{name}", f"challenges.task_{variant.game}"]
    if is_brief:
        keys = [f"challenges.brief_{name}", f"challenges.brief_{variant.game}", *keys]
    return t(next((key for key in keys if t.has(key)), keys[-1]), side=side, n=challenge.moves)


def progress(t: Language, held: ChallengeSet, stars: Mapping[str, int]) -> str:
    """How many of a game's challenges are solved, and with how many stars."""
    earned = [stars.get(each.id, 0) for each in held.challenges]
    return t("challenges.progress", done=sum(map(bool, earned)), of=len(earned), stars=sum(earned))


def draw_stars(canvas: Canvas, x: float, y: float, size: float, earned: int) -> float:
    """Stars in a row from the left edge x on, those that were earned filled; returns how wide they are."""
    theme = canvas.theme
    for star in range(MOST_STARS):
        lit = star < earned
        colour = (theme.gold_ink if theme.is_contrast else theme.gold) if lit else theme.muted
        canvas.icon("star" if lit else "star_outline", x + size / 2 + star * (size + 4), y, size, colour)
    return MOST_STARS * (size + 4)
