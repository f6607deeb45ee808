"""What is wrong with a game, and why the system refuses something, in the words of the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.records.fault import Fault
from game.rules.core import Refusal, UnreadablePositionError, Variant
from game.storage.reasons import REASONS, SystemReason
from game.ui.stage.language import Language


def fault_words(t: Language, fault: Fault) -> str:
    """Where and what, as one line: `Game 2, move 5: “h9” can't be played. There is a stone on H9 already.`"""
    place = t("common.list_separator").join(t(f"records.place_{kind}", n=name) for kind, name in fault.places)
    why = _why(t, fault)
    if not place:
        return why
    begins_with_name = fault.places[0][0] == "file"
    return t("records.at", place=place if begins_with_name else _capital(place), why=why)


def _why(t: Language, fault: Fault) -> str:
    if fault.code in REASONS:
        return t("records.reason", why=_capital(t(f"reason.{fault.code}")))
    values, code = dict(fault.values), fault.code
    game = values.get("game", "")
    kind = f"records.{game}_{values.get('name')}"
    if t.has(kind):
        values["name"] = t(kind)
    if t.has(f"records.{code}_{game}"):  # a game that is a family may have a sentence of its own
        code = f"{code}_{game}"
    for name, subject in (("termination", "library.by_"), ("colour", "common."), ("game", "common.")):
        if name in values:
            values[name] = t(f"{subject}{values[name]}")
    if fault.code == "other-game":
        known = f"records.game_{values['name'].casefold().replace(' ', '-')}"
        values["name"] = t(known) if t.has(known) else t("lan.quoted", text=values["name"])
    if fault.code == "unreadable-position" and fault.refusal is not None:
        code, values["why"] = "unsound-position", _position_words(t, str, fault.refusal)
    elif fault.refusal is not None:
        code, values["why"] = "illegal-move", _refusal_words(t, fault.refusal)
    return t(f"records.{code}", **values)


def position_words(t: Language, variant: Variant, error: UnreadablePositionError, is_marked: bool = False) -> str:
    """Why a position can't be read or can't come about, in a sentence; where the square that it tells of `is_marked` on
    a board, without its name."""
    refusal = error.refusal
    if refusal is None:
        return t("setup.no_position")
    if is_marked and "square" in refusal.values and t.has(f"setup.{refusal.code}_marked"):
        refusal = Refusal(f"{refusal.code}_marked", refusal.values)
    return _position_words(t, variant.native, refusal)


def _position_words(t: Language, native: Callable[[str], str], refusal: Refusal) -> str:
    values = dict(refusal.values)
    if "colour" in values:
        values["colour"] = t(f"common.{values['colour']}")
    if "kind" in values:
        values["kind"] = t(f"setup.{values['kind']}")
    if "square" in values:
        values["square"] = native(values["square"])
    return t(f"setup.{refusal.code}", **values)


def reasons_worded(t: Language, values: Mapping[str, str]) -> dict[str, str]:
    """The values of a notice, those that are a reason of the system in the window's language."""
    return {
        name: t(f"reason.{value.code}") if isinstance(value, SystemReason) and value.code else value
        for name, value in values.items()
    }


def _refusal_words(t: Language, refusal: Refusal) -> str:
    """Why the rules refuse a move that somebody else has made."""
    own = f"records.refusal_{refusal.code}"
    return t(own if t.has(own) else f"refusal.{refusal.code}", **refusal.values)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
