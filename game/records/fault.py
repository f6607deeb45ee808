"""What is wrong with a game that was read or is to be written: a code with its values, and where that is.

The window words both in its language (`game.ui.stage.faults`); the sentences here are for the command line, logs and
tests. A move that the rules refuse has their refusal with it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from game.rules.core import (
    GameOverError,
    IllegalMoveError,
    Refusal,
    RulesError,
    UnreadableMoveError,
    UnreadablePositionError,
    Variant,
)
from game.rules.registry import UnknownVariantError
from game.storage.reasons import REASONS, SystemReason, reason_of

FAULTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # files
        **REASONS,
        "system": "{why}",
        "import-broken": "reading stopped before the end",
        "too-large": "the file has {size} bytes, more than {most}",
        "too-long": "the text has {size} characters, more than {most}",
        # the store of collections
        "store-busy": "another program is writing into the collections",
        "store-damaged": "the file of the collections is damaged",
        "store-newer": "the collections are of version {version}, this program knows {known}",
        "store-other": "the file is not a store of collections",
        # what is not a file of games, and what is another game
        "empty": "there is nothing in it",
        "no-game": "there is no game in it that can be read here; known kinds: {known}",
        "no-games": "there is no game in this {form} file",
        "no-moves": "there are no moves in it",
        "no-game-file": "this is not a complete game file: {why}",
        "invalid": "{why}",
        "link-broken": "the link is damaged or was cut off: it does not add up",
        "newer": "the file is of version {version}, this program knows {known}",
        "unknown-variant": "unknown variant {variant!r}; known are {known}",
        "other-game": "{name!r} is a different game from {game}",
        "other-kind": "{name!r} is not a kind of {game} that is played here",
        "which-kind": "the file does not say which kind of {game} this is, and the moves fit none",
        "counts-from-zero": "the squares are counted from 0, and from no corner do the moves fit a kind known here",
        "chess-game": "this is a game of chess",
        "binary": "this is neither text nor a format known here; known kinds: {known}",
        "not-this-form": "games of {variant} are not written as {form}",
        "not-this-game": "{variant!r} is not a variant of {game}",
        "other-start": "the game does not start from the usual position",
        "no-passes": "a pass can't be written in {form}",
        "no-board": "there is no board of {lines!r} lines for this game",
        "no-opening": "there is no opening rule {name!r} here: {why}",
        # starts
        "unreadable-position": "cannot read the position {text!r}: {why}",
        "size-differs": "{size} does not fit the start position of {rows}",
        "no-point": "{text!r} is not a point",
        "off-board": "{point} is off the board of {lines} lines",
        "pieces-unreadable": "it is not 32 points of two digits",
        "two-pieces": "two pieces stand on {point}",
        # moves
        "illegal-move": "{move} is illegal: {why}",
        "unreadable-move": "cannot read the move {move!r}: {why}",
        "after-end": "{move} comes after the end of the game ({termination})",
        "refused": "{why}",
        "setup-later": "stones are set up in the middle of the game",
        "too-many-moves": "there are {count} moves in it, more than {most}",
        "twice-running": "stone {number}: {colour} plays twice in a row",
        # results
        "rules-end": "by today's rules the game ends here ({termination})",
        "ended-otherwise": "the moves end the game differently: {termination}",
        "not-ended": "the moves do not end the game ({termination})",
        "no-colour": "{name!r} is not a side in this game",
        # what a form can't say
        "unsaid-variations": "variations that this format can't hold: {count}",
        "unsaid-comments": "comments that this format can't hold: {count}",
        "joined-comments": "moves at which comments are joined into one: {count}",
        "unsaid-glyphs": "glyphs that this format can't hold: {count}",
        "unsaid-times": "thinking times that this format can't hold: {count}",
        "unsaid-clocks": "clock times that this format can't hold: {count}",
        "unsaid-scores": "evaluations that this format can't hold: {count}",
        "unsaid-shapes": "shapes on the board that this format can't hold: {count}",
        "unsaid-colours": "shapes whose colour this format can't hold: {count}",
        "unsaid-headers": "headers that this format can't hold: {count}",
        "unsaid-signatures": "the signatures of both sides can't be written in this format",
        "unsaid-properties": "further properties that this format can't hold: {count}",
        "cut-texts": "texts that are too long for this format and are cut: {count}",
        "unsaid-rules": "by which rules was played can't be told in this format",
        "unsaid-players": "who played can't be told in this format",
        "unsaid-event": "the event can't be told in this format",
        "unsaid-date": "the date can't be told in this format",
        "unsaid-result": "the result can't be told in this format",
        # the form of a text
        "cut-off": "the file ends before the game does",
        "unopened": "a {character!r} closes something that was never opened",
        "comments-cut": "the comments have {size} characters, more than {most}; the rest of them was left out",
        "markup-broken": "the markup is broken: {why}",
        "markup-entities": "the markup declares entities, which are not read",
        "after-last": "there is a move after the last one",
        "no-tag": "not a tag: {text!r}",
        "comment-open": "a comment is not closed properly",
        "variation-loose": "{name} does not branch off from any line",
        "variation-open": "a variation is not closed",
    }
)
"""Every code with its English sentence; what stands in braces is among the fault's values."""

PLACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "file": "{n}",
        "game": "game {n}",
        "move": "move {n}",
        "round": "move {n}",
        "line": "line {n}",
        "byte": "byte {n}",
        "variation": "variation",
        "tag": "tag {n}",
        "property": "{n}",
        "field": "{n}",
        "start": "start",
        "result": "result",
    }
)
"""Every kind of place in English. A `move` is counted singly, a `round` has a move of each side."""

_NAMED: Final = frozenset({"square", "move", "moves"})
"""The values of a refusal that are texts of squares and moves."""
_LONGEST: Final = 200


class Fault(msgspec.Struct, frozen=True):
    """What is wrong: a code of `FAULTS` with the values in its sentence, the places from the outermost inwards, each a
    kind of `PLACES` with its number or name, and the rules' own reason against a move or a position, where they have a
    code for it.

    `str(fault)` is one English line.
    """

    code: str
    values: dict[str, str] = {}
    places: tuple[tuple[str, str], ...] = ()
    refusal: Refusal | None = None

    def at(self, **places: object) -> Fault:
        """The same fault inside of places, the outermost first: `at(game=2, line=7)`."""
        outer = tuple((kind, _clean(str(n))) for kind, n in places.items())
        return msgspec.structs.replace(self, places=(*outer, *self.places))

    @property
    def where(self) -> str:
        """The place in English, such as `game 2, line 7`; may be empty."""
        return ", ".join(PLACES[kind].format(n=n) for kind, n in self.places)

    @property
    def why(self) -> str:
        """The English sentence without its place."""
        return FAULTS[self.code].format(**self.values)

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.where, self.why)))


def fault(code: str, **values: object) -> Fault:
    """A fault without a place. Values are cut to what one line can show, without control characters."""
    return Fault(code, {name: _clean(str(value)) for name, value in values.items()})


def fault_of_rules(error: RulesError, variant: Variant | None = None) -> Fault:
    """What the rules refuse in a game. `variant` tells how squares are named for people."""
    if isinstance(error, UnknownVariantError):
        return fault("unknown-variant", variant=error.name, known=error.known)
    if isinstance(error, UnreadablePositionError):
        found = fault("unreadable-position", text=error.text[:80], why=error.why)
        return _with_refusal(found, error.refusal, variant)
    if isinstance(error, GameOverError):
        return fault("after-end", move=error.move, termination=error.outcome.termination)
    if isinstance(error, IllegalMoveError):
        found = fault("illegal-move", move=error.move[:40], why=error.why)
    elif isinstance(error, UnreadableMoveError):
        found = fault("unreadable-move", move=error.text[:40], why=error.why)
    else:
        return fault("refused", why=error)
    return _with_refusal(found, error.refusal, variant)


def _with_refusal(found: Fault, refusal: Refusal | None, variant: Variant | None) -> Fault:
    if refusal is None:
        return found
    native = variant.native if variant is not None else str
    told = {name: native(text) if name in _NAMED else text for name, text in refusal.values.items()}
    return msgspec.structs.replace(found, refusal=Refusal(refusal.code, told))


def fault_of_reason(reason: SystemReason) -> Fault:
    """Why the system refuses a file: the usual reasons by their codes, others in the system's own words."""
    return fault(reason.code) if reason.code else fault("system", why=reason)


def fault_of_system(error: OSError) -> Fault:
    """Why a file can't be read or written."""
    return fault_of_reason(reason_of(error))


def _clean(text: str) -> str:
    visible = (each if unicodedata.category(each)[0] != "C" else " " for each in text)
    return "".join(visible)[:_LONGEST]
