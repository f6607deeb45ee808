"""What the root of an SGF game says about it, whatever its game: names, days, results, by the names of PGN where that
has one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import msgspec

from game.records.headers import iso_date
from game.records.record import Record
from game.records.results import told_result
from game.records.saying import FormSays
from game.records.sgf_notes import NOTES, SAYS, Point, notes_text
from game.records.sgf_syntax import SgfNode, escaped_lines, simple_text
from game.rules.core import Side, Termination, Variant

NAMES: Final[Mapping[str, str]] = {
    "PB": "Black", "PW": "White", "DT": "Date", "EV": "Event", "PC": "Site", "RO": "Round", "BT": "BlackTeam",
    "WT": "WhiteTeam", "BR": "BlackElo", "WR": "WhiteElo", "AN": "Annotator", "ON": "Opening", "SO": "Source",
}  # fmt: skip
"""The properties that PGN has names for; others keep their own."""
_OWN_NAMES: Final = {theirs: ours for ours, theirs in NAMES.items()}
_PLAIN_RESULT: Final = re.compile(r"[BW]\+?(R|RESIGN|T|TIME|F|FORFEIT)?|0|DRAW|VOID|\?|")


def _is_header(name: str) -> bool:
    return re.fullmatch("[A-Z]{1,2}", _OWN_NAMES.get(name, name)) is not None


GAME_SAYS: Final[FormSays] = replace(SAYS, headers=_is_header)
"""What can be told in a game of this form."""


def root_tags(root: SgfNode) -> dict[str, str]:
    """What a root tells by its own names, comments and what is drawn left out."""
    return {name: simple_text(values[0]) for name, values in root.properties.items() if values and name not in NOTES}


def common_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Tags by the usual names, the way in which the game ended among them."""
    ending = tags.get("RE", "").upper().partition("+")[2]
    termination = "time" if ending.startswith("T") else "abandoned" if ending.startswith("F") else ""
    found = {NAMES.get(name, name): value for name, value in tags.items()}
    if not found.get("Event"):
        found["Event"] = found.pop("GN", "")
    return {**found, "Termination": termination}


def read_result(text: str, variant: Variant) -> tuple[Side | None, bool]:
    """Who won by RE (a colour, as the side that has it at the start), and whether it tells the end."""
    told = text.strip().upper()
    winner = {"B": Side.FIRST, "W": Side.SECOND}.get(told[:1])
    if (winner is None or told.startswith(("BLACK", "WHITE"))) and told not in ("0", "DRAW"):
        return told_result(text, variant)
    return winner, True


def is_plain_result(text: str) -> bool:
    """Whether RE says no more than a record does."""
    return _PLAIN_RESULT.fullmatch(text.upper()) is not None


def _written_result(record: Record) -> str:
    result = record.result
    if result is None:
        return "?"
    if result.winner is None:
        return "Void" if result.termination is Termination.ABANDONED else "0"
    words = {Termination.RESIGNATION: "R", Termination.TIME: "T", Termination.ABANDONED: "F"}
    return f"{'B' if result.winner == 'black' else 'W'}+{words.get(result.termination, '')}"


def root_text(record: Record, game: Mapping[str, str], black: str, white: str, point: Point) -> str:
    """The root's properties: those of the game itself, who played, what else is known, and what is said of it."""
    root = {
        "FF": "4", "GM": game["GM"], "CA": "UTF-8", "AP": "Qiguan", **game, "PB": black, "PW": white,
        "DT": iso_date(record), "EV": record.event, "RE": _written_result(record),
    }  # fmt: skip
    further = record.headers
    root |= {_OWN_NAMES.get(name, name): value for name, value in further.items() if _is_header(name)}
    text = "".join(f"{name}[{escaped_lines(value)}]" for name, value in root.items() if value)
    said = record.tree.root
    if len(said.comments) > 1:  # a node has one
        text += f"GC[{escaped_lines(said.comments[0])}]"
        said = msgspec.structs.replace(said, comments=said.comments[1:])
    return text + notes_text(said, "", point)
