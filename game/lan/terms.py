"""What a game is played by: as the screen has it, and as the wire carries it.

What comes from the wire is held against the registry here: nothing that is not on offer gets as far as a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from game.lan.views import GameTerms
from game.records.control import TimeControl
from game.rules import registry
from game.rules.core import FREE_OPENING, Position, Variant
from game.rules.registry import UnknownVariantError
from net.session.messages import OptionValue, Terms

Colour = Literal["first", "second", "random"]

SIZE: Final = "size"
OPENING: Final = "opening"
"""The options that variants have. A free opening is not said, so that an older version understands such terms."""

REASONS: Final = (
    "unknown-variant",
    "unknown-option",
    "bad-size",
    "bad-opening",
    "bad-clock",
    "busy",
    "not-offered",
    "quiet",
    "later",
)
"""Why an invitation is declined without asking a person, as the wire carries it: these texts may be answers."""


class BadTermsError(Exception):
    """These terms can't be played by. `code` is one of `REASONS`."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


def to_wire(terms: GameTerms) -> Terms:
    """The terms as a message has them. Raises BadTermsError for what nobody could play by."""
    _check(terms)
    options: dict[str, OptionValue] = {SIZE: terms.size}
    if terms.opening != FREE_OPENING:
        options[OPENING] = terms.opening
    return Terms(
        variant=terms.variant,
        options=options,
        base_ms=0 if terms.base_s is None else terms.base_s * 1000,
        increment_ms=terms.increment_s * 1000,
        colour=terms.colour,
        take_backs=terms.take_backs,
        watchers=terms.watchers,
    )


def from_wire(terms: Terms) -> GameTerms:
    """The terms of a message. Raises BadTermsError for what is not on offer here or makes no sense."""
    if terms.base_ms % 1000 or terms.increment_ms % 1000:
        raise BadTermsError("bad-clock", "the clock does not count in whole seconds")
    found = GameTerms(
        variant=terms.variant,
        size=_size(terms.variant, terms.options),
        opening=_opening(terms.options),
        base_s=terms.base_ms // 1000 or None,
        increment_s=terms.increment_ms // 1000,
        colour=terms.colour,
        take_backs=terms.take_backs,
        watchers=terms.watchers,
    )
    _check(found)
    return found


def start_of(terms: GameTerms) -> tuple[Variant, Position]:
    """The rules and the position that a game by these terms begins with; the terms must have been checked."""
    rules = registry.variant(terms.variant)
    return rules, rules.start(terms.size, terms.opening)


def control_of(terms: GameTerms) -> TimeControl | None:
    """The time control of checked terms."""
    return None if terms.base_s is None else TimeControl(terms.base_s, terms.increment_s)


def mirrored(colour: Colour) -> Colour:
    """A wish for a colour as the other side would have to say it."""
    if colour == "random":
        return "random"
    return "second" if colour == "first" else "first"


def _rules(name: str) -> Variant:
    try:
        return registry.variant(name)
    except UnknownVariantError as error:
        raise BadTermsError("unknown-variant", str(error)) from None


def _size(variant: str, options: Mapping[str, OptionValue]) -> int:
    rules = _rules(variant)
    unknown = set(options) - {SIZE, OPENING}
    if unknown:
        raise BadTermsError("unknown-option", f"unknown options: {', '.join(sorted(unknown))}")
    size = options.get(SIZE, rules.sizes[0])
    if isinstance(size, bool) or not isinstance(size, int):
        raise BadTermsError("bad-size", "the size is no number")
    return size


def _opening(options: Mapping[str, OptionValue]) -> str:
    opening = options.get(OPENING, FREE_OPENING)
    if not isinstance(opening, str):
        raise BadTermsError("bad-opening", "the opening rule is no text")
    return opening


def _check(terms: GameTerms) -> None:
    rules = _rules(terms.variant)
    if terms.size not in rules.sizes:
        raise BadTermsError("bad-size", f"{terms.variant} has no board of size {terms.size}")
    if terms.opening not in rules.openings:
        raise BadTermsError("bad-opening", f"{terms.variant} has no opening rule {terms.opening!r}")
    if terms.base_s is None:
        if terms.increment_s:
            raise BadTermsError("bad-clock", "an increment without a clock")
        return
    try:
        TimeControl(terms.base_s, terms.increment_s)
    except ValueError as error:
        raise BadTermsError("bad-clock", str(error)) from None
