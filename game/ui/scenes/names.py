"""The names that people read: levels, variants, time controls, moments."""

from __future__ import annotations

from datetime import datetime

from game.records.control import TimeControl
from game.records.record import SeatInfo
from game.rules.core import Variant
from game.tables.opponents import ADAPTIVE, CLASSIC, EXTERNAL
from game.ui.stage.language import Language


def level_name(t: Language, level: str) -> str:
    """A level's name (`advanced`, `depth:6`, `seconds:2.5`, `classic:4`, `adaptive:640`, `external:Pela`) as people
    read it."""
    if level.startswith(EXTERNAL):
        return level.removeprefix(EXTERNAL)
    kind, colon, number = level.partition(":")
    if not colon or kind == ADAPTIVE:
        return t(f"common.{kind}")
    return t(f"common.{kind}_level", n=_number(number))


def seat_name(t: Language, seat: SeatInfo) -> str:
    """Who sat there: by name, or by the computer's level; empty where neither is known."""
    return seat.name or (level_name(t, seat.level) if seat.level else "")


def level_about(t: Language, game: str, level: str) -> str:
    """What a level does, in one line; a game may say it in its own words."""
    own = f"levels.{game}_{level}_about"
    return t(own if t.has(own) else f"levels.{level}_about")


def short_name(t: Language, level: str) -> str:
    """A level's name where room is scarce: of one that a person has made, only its depth or time."""
    kind, colon, number = level.partition(":")
    if not colon or level.startswith((EXTERNAL, ADAPTIVE)):
        return level_name(t, level)
    return t("common.seconds" if kind == "seconds" else "common.plies", n=_number(number))


def _number(text: str) -> float:
    """The number, whole where it can be, so that it is written without a point."""
    value = float(text)
    return int(value) if value.is_integer() else value


def portrait_of(level: str) -> str:
    """The portrait of a level: its own, that of all other programs, or the sliders of a level that a person made."""
    if level.startswith(EXTERNAL):
        return EXTERNAL.rstrip(":")
    kind, colon, _ = level.partition(":")
    if kind in (ADAPTIVE, CLASSIC):
        return kind
    return "custom" if colon else level


def game_title(t: Language, rules: Variant) -> str:
    """A game with its rules, or the game alone where it has no others."""
    game = t(f"common.{rules.game}")
    return game if rules.name == rules.game else f"{game} · {t(f'common.{rules.name}')}"


def time_control(t: Language, base_s: int | None, increment_s: int) -> str:
    """A time control in a few characters: `5 min`, `10 + 5 s`, or that there is none."""
    if base_s is None:
        return t("common.none")
    minutes = base_s / 60
    base = f"{minutes:.0f}" if base_s % 60 == 0 else f"{minutes:.1f}"
    if increment_s:
        return t("common.time_control", base=base, increment=increment_s)
    return t("common.minutes", n=base)


def time_limit(t: Language, control: TimeControl | None) -> str:
    """The time control of a match, or that it has none."""
    if control is None:
        return t("common.no_clock")
    return time_control(t, round(control.base_s), round(control.increment_s))


def moment(t: Language, when: datetime, now: datetime) -> str:
    """When something happened, as one would say it at `now`; both in local time."""
    clock = f"{when:%H:%M}"
    days = (now.date() - when.date()).days
    if days == 0:
        return t("menu.today", time=clock)
    if days == 1:
        return t("menu.yesterday", time=clock)
    month = when.month if t.is_chinese else t("menu.months").split()[when.month - 1]
    key = "menu.day" if when.year == now.year else "menu.day_of_year"
    return t(key, day=when.day, month=month, year=when.year, time=clock)


def moment_of(t: Language, text: str, now: datetime) -> str:
    """An ISO date and time as `moment` says it; empty for any other text."""
    try:
        return moment(t, datetime.fromisoformat(text).astimezone(), now)
    except (ValueError, OverflowError, OSError):  # no time, or one that no calendar of the system has
        return ""
