"""Who has which colour, in words and pictures: the same from the start on, or still to be chosen in an opening."""

from __future__ import annotations

from functools import lru_cache

from game.rules.core import FREE_OPENING, Position, Side, Variant
from game.rules.registry import VARIANTS
from game.ui.paint.canvas import Canvas
from game.ui.scenes.pictures import draw_emblem, emblem_mark
from game.ui.stage.language import Language
from game.ui.widgets.choices import Mark

_DARK = "black"
"""The name of the darker colour: every game has it."""


def colours_are_open(variant: Variant, opening: str) -> bool:
    """Whether a game by this opening rule begins before anybody has a colour."""
    return _are_open(variant.name, opening if opening in variant.openings else FREE_OPENING)


@lru_cache(64)
def _are_open(variant_name: str, opening: str) -> bool:
    """Kept: it is asked in every frame, and a start may be read from a text."""
    step = VARIANTS[variant_name].start(None, opening).opening
    return step is not None and step.undecided


def is_undecided(position: Position) -> bool:
    """Whether the players' colours are still to be chosen."""
    return position.opening is not None and position.opening.undecided


def colour_name(variant: Variant, position: Position, side: Side) -> str:
    """The name of a player's colour (`black`), which is only for the time being while colours are open."""
    return variant.side_names[position.colour(side)]


def shade_of_first(variant: Variant, position: Position) -> Side:
    """FIRST where the player FIRST has the darker pieces, else SECOND: for graphs with a dark and a pale area."""
    return Side.FIRST if colour_name(variant, position, Side.FIRST) == _DARK else Side.SECOND


def player_words(t: Language, variant: Variant, position: Position, side: Side) -> str:
    """A player named by the colour, or by who began while colours are open."""
    if is_undecided(position):
        return t("opening.player_first" if side is Side.FIRST else "opening.player_second")
    return t(f"common.{colour_name(variant, position, side)}")


def player_mark(variant: Variant, position: Position, side: Side, diameter: float = 18.0) -> Mark:
    """A piece of the player's colour; one of each while colours are open."""
    if is_undecided(position):
        return both_mark(variant, diameter)
    return emblem_mark(variant, position.colour(side), diameter)


def both_mark(rules: Variant, diameter: float = 18.0) -> Mark:
    """A piece of the second colour behind one of the first: a colour that is not chosen yet."""

    def draw(canvas: Canvas, x: float, y: float) -> None:
        small = diameter * 0.72
        draw_emblem(canvas, rules, Side.SECOND, x + diameter * 0.2, y - diameter * 0.1, small)
        draw_emblem(canvas, rules, Side.FIRST, x - diameter * 0.2, y + diameter * 0.1, small)

    return draw
