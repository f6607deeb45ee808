"""Short texts of a match that several of its parts show."""

from __future__ import annotations

from game.records.control import TimeControl
from game.ui.language import Language


def level_name(t: Language, level: str) -> str:
    """A level's name for people: the named ones, or a custom depth or time."""
    kind, colon, number = level.partition(":")
    if not colon:
        return t(f"common.{level}")
    value = float(number)
    n = int(value) if value == int(value) else value
    return t("common.depth_level" if kind == "depth" else "common.seconds_level", n=n)


def time_control_words(t: Language, control: TimeControl | None) -> str:
    """A time control in a few words: `10 min + 5 s`, or that there is none."""
    if control is None:
        return t("common.no_clock")
    minutes = control.base_s / 60
    base = f"{minutes:.0f}" if minutes == int(minutes) else f"{minutes:.1f}"
    if control.increment_s:
        return t("common.time_control", base=base, increment=f"{control.increment_s:.0f}")
    return t("common.minutes", n=base)
