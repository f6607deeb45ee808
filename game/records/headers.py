"""What a file says of a game beside its moves: into a record's fields where it has them, else kept word for word, and
out again into tags.

Names are those of PGN. A tag stays among a record's headers where no field says the whole of it: a day with two dates,
a name longer than a window shows, a result in points.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from game.records.record import Record, SeatInfo, clean_comment, clean_name
from game.rules.core import Termination, Variant

TERMINATIONS: Final = {"time forfeit": Termination.TIME, "time": Termination.TIME, "abandoned": Termination.ABANDONED}

_DAY: Final = re.compile(
    r"([0-9]{4})(?:[.\-/年]\s*([0-9]{1,2}|\?{1,2})(?:[.\-/月]\s*([0-9]{1,2}|\?{1,2})日?)?)?月?", re.ASCII
)
_DAY_FIRST: Final = re.compile(r"([0-9]{1,2})[.\-]([0-9]{1,2})[.\-]([0-9]{4})", re.ASCII)
_ISO: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?", re.ASCII)
_TAG: Final = re.compile(r"[A-Za-z0-9_]{1,64}", re.ASCII)
_NOTHING: Final = frozenset({"", "?", "????.??.??", "????-??-??"})
_MOST: Final = 200
_LONGEST: Final = 10_000
_LONGEST_TOGETHER: Final = 100_000
"""Characters of all headers of a game: with its comments they must fit into a file of ours."""
_FOLLOWED: Final = {"Event": "Site", "Date": "Round"}


@dataclass(frozen=True, slots=True)
class GameHeaders:
    """Who played, when (as far as it is known), where, what no field of a record says, and the order of all of it where
    that is not the usual one."""

    seats: tuple[SeatInfo, SeatInfo]
    date: str
    event: str
    headers: dict[str, str]
    order: tuple[str, ...]


def headers_of(tags: Mapping[str, str], variant: Variant, spent: Container[str]) -> GameHeaders:
    """What tags say of a game; those that the reader has used itself (`spent`) are left out."""
    headers: dict[str, str] = {}
    names: list[str] = []
    for number, colour in enumerate(variant.side_names, 1):
        raw = (tags.get(colour.capitalize()) or tags.get(f"P{number}", "")).strip()  # P1 as PlayStrategy names it
        names.append(_name(raw))
        if names[-1] != " ".join(raw.split()) and raw not in _NOTHING:
            headers[colour.capitalize()] = clean_comment(raw)[:_LONGEST]
    event = _name(tags.get("Event", "").strip())
    date, is_whole = read_date(tags.get("Date", ""))
    told = {*(colour.capitalize() for colour in variant.side_names), "Event"}
    for name, text in tags.items():
        raw = text.strip()
        said = (
            name in told
            or name in spent
            or raw in _NOTHING
            or (name == "Date" and is_whole)
            or (name == "Termination" and raw.lower() in TERMINATIONS)
        )
        value = clean_comment(raw)[:_LONGEST]
        if not said and len(headers) < _MOST and sum(map(len, headers.values())) + len(value) <= _LONGEST_TOGETHER:
            headers[name[:64]] = value
    if event != " ".join(tags.get("Event", "").split()) and event:
        headers["Event"] = clean_comment(tags["Event"])[:_LONGEST]
    order = _order_of(tags, variant, headers, {"Date"} if date else set())
    return GameHeaders((SeatInfo("human", names[0]), SeatInfo("human", names[1])), date, event, headers, order)


def _order_of(
    tags: Mapping[str, str], variant: Variant, headers: Mapping[str, str], told: Container[str]
) -> tuple[str, ...]:
    """The names of the tags that a record says or has among its headers; empty where they stand in the usual order."""
    fields = ["Event", "Date", *(colour.capitalize() for colour in variant.side_names)]
    is_said = {name: name in headers or name in told or _name(tags.get(name, "").strip()) != "" for name in fields}
    there = tuple(name[:64] for name in tags if name in headers or is_said.get(name, False))
    usual = tuple(name for name in _placed(fields, headers) if name in headers or is_said.get(name, False))
    return there if there != usual and all(map(_TAG.fullmatch, there)) else ()


def _name(text: str) -> str:
    return "" if text in _NOTHING else clean_name(text)


def read_date(text: str) -> tuple[str, bool]:
    """As much of a day as a text begins with, by ISO 8601 (`1982-05-01`, `1982-05`, `1982`; empty if there is none),
    and whether that is all that it says."""
    text = text.strip()
    if reverse := _DAY_FIRST.fullmatch(text):
        text = "-".join(reversed(reverse.groups()))
    match = _DAY.match(text)
    if match is None or text[match.end() : match.end() + 1].isdigit():
        return "", text in _NOTHING
    year, month, day = (part if part and part.isdecimal() else "" for part in match.groups())
    if not 1 <= int(month or 1) <= 12 or not 1 <= int(day or 1) <= 31:
        return year, False
    parts = [year, *([month.zfill(2)] if month else []), *([day.zfill(2)] if month and day else [])]
    return "-".join(parts), match.end() == len(text) and (not day or bool(month))


def written_date(record: Record) -> str:
    """A record's date as PGN and PDN have it."""
    match = _ISO.match(record.date)
    year, month, day = match.groups() if match else (None, None, None)
    return f"{year or '????'}.{month or '??'}.{day or '??'}"


def iso_date(record: Record) -> str:
    """As much of a record's day as is known, by ISO 8601, or as the file said it that it came from; may be empty."""
    match = _ISO.match(record.date)
    return record.headers.get("Date", match[0] if match else "")


def written_event(record: Record) -> str:
    """A record's event as PGN and PDN have it."""
    return record.event or "?"


def written_termination(record: Record) -> dict[str, str]:
    """The tag that says how a game ended at the table, where it was not a resignation or an agreement."""
    if record.result is None:
        return {}
    names = {Termination.TIME: "time forfeit", Termination.ABANDONED: "abandoned"}
    name = names.get(record.result.termination)
    return {} if name is None else {"Termination": name}


def is_tag_name(name: str) -> bool:
    """Whether a header can be a tag of PGN by its name."""
    return _TAG.fullmatch(name) is not None


def with_headers(tags: Mapping[str, str], record: Record) -> dict[str, str]:
    """The tags of a game with its headers among them, in the order of the file that they came from, else Site and Round
    in their usual places; what is there word for word takes the place of what the record's field says of it."""
    headers = {name: " ".join(value.split()) for name, value in record.headers.items() if _TAG.fullmatch(name)}
    values = {**tags, **headers}
    usual = _placed(tags, headers)
    order = [name for name in record.header_order if name in values]
    before = ""
    for name in usual if order else ():
        if name not in order:
            order.insert(order.index(before) + 1 if before else 0, name)
        before = name
    return {name: values[name] for name in order or usual}


def _placed(tags: Iterable[str], headers: Iterable[str]) -> list[str]:
    """The names of tags with those of headers behind them, Site and Round in their usual places."""
    left = dict.fromkeys(headers)
    out: list[str] = []
    for name in tags:
        left.pop(name, None)
        out.append(name)
        after = _FOLLOWED.get(name, "")
        if after in left:
            left.pop(after)
            out.append(after)
    return [*out, *left]
