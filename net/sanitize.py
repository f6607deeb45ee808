"""Texts that strangers wrote, made safe to show: one line, nothing invisible, nothing that turns the line around.

What is dropped: terminal escapes, control and format characters (bidirectional marks, overrides and isolates,
zero-width joiners, soft hyphens, tags), private and unassigned code points, invisible letters, and combining marks
beyond a few on one letter. Lengths are counted in units, a letter with its marks, so a cut never leaves half a letter
behind.
"""

from __future__ import annotations

import re
import unicodedata

NAME_UNITS = 40
"""The longest name that is shown; as long as in a beacon."""
CHAT_UNITS = 300
"""The longest line of chat, as the protocol has it."""
NOTE_UNITS = 120
"""The longest note that comes with an invitation or its answer."""
MARKS_PER_LETTER = 3
"""Vietnamese needs two accents on a letter, Thai and Hindi three."""

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-_]|\x9b[0-?]*[ -/]*[@-~]")
"""Terminal escapes as ECMA-48 defines them, whole, so that no `[31m` stays behind."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
"""Fillers and selectors that Unicode calls letters or marks, and that show nothing."""
_BLANKS = frozenset("\u2800")
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKS = frozenset({"Mn", "Mc", "Me"})
_LONGEST_INPUT = 4096
"""Characters looked at; whatever comes is longer only by malice."""


def clean_name(text: str) -> str:
    """A person's name fit to show, at most `NAME_UNITS` letters and characters; may come out empty."""
    return clean_line(text, NAME_UNITS)[:NAME_UNITS].rstrip()


def substitute_name(instance: str) -> str:
    """What to call somebody who has told no name: from the first digits of the program's instance."""
    return f"#{instance[:4]}"


def clean_chat(text: str) -> str:
    """A line of chat fit to show, at most `CHAT_UNITS` letters and characters; may come out empty."""
    return clean_line(text, CHAT_UNITS)[:CHAT_UNITS].rstrip()


def clean_note(text: str) -> str:
    """A note or a reason fit to show, at most `NOTE_UNITS` letters and characters; may come out empty."""
    return clean_line(text, NOTE_UNITS)[:NOTE_UNITS].rstrip()


def clean_line(text: str, units: int) -> str:
    """The text as one clean line of at most `units` letters, each with at most `MARKS_PER_LETTER` marks.

    White space of any kind becomes one space. Cleaning a clean line changes nothing.
    """
    text = unicodedata.normalize("NFC", _ESCAPES.sub("", text[:_LONGEST_INPUT]))
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if char.isspace() or category in ("Zl", "Zp") or char in _BLANKS:
            if kept and kept[-1] != " ":
                kept.append(" ")
        elif category in _DROPPED or char in _INVISIBLE:
            continue
        elif category in _MARKS:
            # an accent needs a letter to sit on
            if kept and kept[-1] != " " and marks < MARKS_PER_LETTER:
                kept[-1] += char
                marks += 1
            continue
        else:
            kept.append(char)
        marks = 0
    # what stood between a letter and its mark is gone, so they may have become one
    return unicodedata.normalize("NFC", "".join(kept[:units])).strip()
