"""What is said of a game in the library: who played, how it ended, when; and what a search looks through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from game.library.library import LibraryEntry
from game.library.summary import Summary
from game.records.record import SeatInfo
from game.rules.registry import VARIANTS
from game.ui.paint.portraits import PORTRAITS
from game.ui.scenes.names import game_title, level_name, moment, portrait_of
from game.ui.scenes.opening_words import told_opening
from game.ui.stage.language import Language


@dataclass(frozen=True, slots=True)
class GameWords:
    """A game in words, in one language: `names` are FIRST's and SECOND's, `opening` what its opening is called, shorter
    and shorter, `search` is everything in small letters."""

    names: tuple[str, str]
    title: str
    result: str
    reason: str
    date: str
    search: str
    opening: tuple[str, ...] = ()


def words_of(t: Language, entry: LibraryEntry, own_name: str, now: datetime) -> GameWords:
    """The words for an entry; `own_name` is the name of the person whose library it is, perhaps empty."""
    told = entry.summary
    if not told.is_readable:
        date = date_words(t, told.date, now)
        return GameWords((entry.key, ""), entry.key, t("library.damaged"), "", date, entry.key.lower())
    names = seat_names(t, told, own_name)
    result = result_words(t, told)
    variant = game_title(t, VARIANTS[told.variant])
    reason = t(f"library.by_{told.termination}") if told.termination else ""
    opening = told_opening(t, told.variant, told.opening)
    seen = " ".join([*names, *opening[:1], variant, result, reason, told.event, told.date, told.variant])
    title = t("library.names", first=names[0], second=names[1])
    return GameWords(names, title, result, reason, date_words(t, told.date, now), seen.lower(), opening)


def colour_of(summary: Summary, player: int) -> str:
    """The name of a player's colour, such as `black`."""
    return VARIANTS[summary.variant].side_names[player if summary.first_colour == 0 else 1 - player]


def seat_names(t: Language, summary: Summary, own_name: str) -> tuple[str, str]:
    """Who played: by name, by the computer's level, as the person, else by colour."""
    kinds = [seat.kind for seat in summary.seats]

    def name(player: int) -> str:
        seat = summary.seats[player]
        if seat.name:
            return seat.name
        if seat.kind == "engine" and seat.level:
            return readable_level(t, seat.level)
        if seat.kind == "human" and kinds.count("human") == 1:
            return own_name or t("common.you")
        return t(f"common.{colour_of(summary, player)}")

    return name(0), name(1)


def readable_level(t: Language, level: str) -> str:
    """A level's name; one that no version of the program knows is shown as it is written."""
    try:
        name = level_name(t, level)
    except ValueError:  # a number that is not one
        return level
    kind = level.partition(":")[0]
    return level if name in (f"common.{kind}", f"common.{kind}_level") else name.strip() or level


def face_of(level: str) -> str:
    """The portrait of a level; one that no version of the program knows has that of levels that people made."""
    kind = portrait_of(level)
    return kind if kind in PORTRAITS else "custom"


def is_computer(seat: SeatInfo) -> bool:
    """Whether a computer of ours sat there."""
    return seat.kind == "engine" and bool(seat.level)


def result_words(t: Language, summary: Summary) -> str:
    """Who won, in a word or two."""
    if not summary.termination:
        return t("library.unfinished")
    if summary.winner is None:
        return t("result.no_result" if summary.termination == "abandoned" else "result.draw")
    return t("library.side_wins", side=t(f"common.{colour_of(summary, summary.winner)}"))


def date_words(t: Language, date: str, now: datetime) -> str:
    """When a game was played, as far as its date tells: of these two days with the time, else the day."""
    try:
        when = datetime.fromisoformat(date)
        if len(date) > 10:
            when = when.astimezone()
    except (ValueError, OverflowError, OSError):  # no date, or one that no calendar of the system has
        return date[:16]
    if len(date) > 10 and (now.date() - when.date()).days in (0, 1):
        return moment(t, when, now)
    month = when.month if t.is_chinese else t("menu.months").split()[when.month - 1]
    key = "library.day" if when.year == now.year else "library.day_of_year"
    return t(key, day=when.day, month=month, year=when.year)
