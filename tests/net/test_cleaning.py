"""Names and talk of strangers come out as one harmless line, whatever went in."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.sanitize import CHAT_UNITS, MARKS_PER_LETTER, NAME_UNITS, clean_chat, clean_line, clean_name

HOSTILE = [
    ("\x1b[31mred\x1b[0m", "red"),
    ("\x1b]0;window title\x07name", "name"),
    ("\x9b2Jgone", "gone"),
    ("tail\x1b", "tail"),
    ("a\x00b\x07c\x7fd\x9fe", "abcde"),
    ("one\r\ntwo\tthree\x0bfour", "one two three four"),
    ("pay\u202egnp.exe\u202c", "paygnp.exe"),
    ("\u2066isolate\u2069", "isolate"),
    ("\u200bze\u200cro\u200d wi\ufeffdth\u2060", "zero width"),
    ("soft\u00adhyphen", "softhyphen"),
    ("line\u2028para\u2029graph", "line para graph"),
    ("tag\U000e0041\U000e007f", "tag"),
    ("\u3164\u115f\uffa0\u2800", ""),
    ("pri\ue000vate \U000f0000", "private"),
    ("   much \u3000  space   ", "much space"),
    ("<b>bold</b> [c=red]&amp;", "<b>bold</b> [c=red]&amp;"),
    ("e\u0301te\u0301", "été"),
    ("e\u200b\u0301", "é"),
    ("\u0301lone accent", "lone accent"),
    ("周老师，下一盘？😀", "周老师，下一盘？😀"),
    ("Nguyễn Đình Chiểu", "Nguyễn Đình Chiểu"),
]


@pytest.mark.parametrize(("text", "wanted"), HOSTILE)
def test_what_is_dropped(text: str, wanted: str) -> None:
    assert clean_chat(text) == wanted


def test_a_flood_of_accents_leaves_a_few() -> None:
    flooded = clean_chat("Z" + "\u0300" * 300 + "algo")
    assert flooded == "Z" + "\u0300" * MARKS_PER_LETTER + "algo"
    assert len(clean_name("\u0300" * 300)) == 0


def test_a_cut_leaves_no_half_letter() -> None:
    assert clean_line("q\u0323\u0307" * 5, 2) == "q\u0323\u0307" * 2


def test_lengths() -> None:
    assert clean_name("長" * 200) == "長" * NAME_UNITS
    assert clean_chat("x" * 10_000) == "x" * CHAT_UNITS
    assert len(clean_chat("q\u0323\u0307" * 300)) <= CHAT_UNITS


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(st.characters() | st.sampled_from("\u0300\u200d\u202e\x1b[m\u1100\u0f40 "), max_size=60))
def test_whatever_comes_is_harmless_and_stays_so(text: str) -> None:
    cleaned = clean_chat(text)
    assert clean_chat(cleaned) == cleaned
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    for char in cleaned:
        assert unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
