"""Openings as they are called in the window."""

from __future__ import annotations

from game.openings.naming import opening_called
from game.openings.opening import Opening
from game.rules.registry import VARIANTS
from game.ui.stage.language import Language


def opening_name(t: Language, opening: Opening) -> str:
    """An opening's name in the language of the window, after the code that the field has for it."""
    return " ".join(filter(None, (opening.field_code, opening.name(t.name))))


def opening_names(t: Language, opening: Opening) -> list[str]:
    """The same, the longest first: with less and less of it, for where there is little room."""
    name, code = opening.name(t.name), opening.field_code
    parts = name.split(" " if t.is_chinese else ", ")
    lengths = [(" " if t.is_chinese else ", ").join(parts[:count]) for count in range(len(parts), 0, -1)]
    return [" ".join(filter(None, (code, each))) for each in lengths] + ([code] if code else [])


def told_opening(t: Language, variant: str, told: str) -> str:
    """What a store or a file tells of a game's opening, in the language of the window where it is a code that is
    known."""
    rules = VARIANTS.get(variant)
    opening = opening_called(rules, told) if rules is not None and told else None
    return opening_name(t, opening) if opening is not None else told
