"""What the collections say about a game's opening, in the language of the window."""

from __future__ import annotations

from game.openings.naming import opening_called
from game.rules.registry import VARIANTS
from game.ui.scenes.opening_words import opening_names
from game.ui.stage.language import Language


def told_opening(t: Language, variant: str, told: str) -> tuple[str, ...]:
    """The names of an opening that a store tells by its code, shorter and shorter; another text as the file had it."""
    rules = VARIANTS.get(variant)
    opening = opening_called(rules, told) if rules is not None and told else None
    if opening is not None:
        return tuple(opening_names(t, opening))
    return (told,) if told else ()
