"""Lines between programs: cut, whole, whatever the pieces they come in."""

from __future__ import annotations

import logging
import os
import sys
import threading

from hypothesis import given
from hypothesis import strategies as st
from patience import PATIENCE_S

from ai.protocols.lines import LONGEST, Output, lines_from, lines_of, read_in_background
from ai.protocols.speak import _Sentences


def _pieces(*pieces: bytes) -> list[str]:
    left = [*pieces, b""]
    return list(lines_of(lambda most: left.pop(0)))


def test_all_ends_of_lines_and_none_at_the_end() -> None:
    assert _pieces(b"START 15\r\nBEG", b"IN\n\n \nTURN 1,1\rEND") == ["START 15", "BEGIN", "TURN 1,1", "END"]


def test_no_line_is_empty_whatever_spaces_it_has() -> None:
    """Not ASCII's alone: a line that is given has a word in it."""
    for space in ("\u00a0", "\u3000", "\x1c", "\x85", " ", " " * (LONGEST + 1)):
        assert _pieces(space.encode(), b"\nEND\n", space.encode()) == ["END"]


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() -> None:
    long = b"x" * (LONGEST + 10)
    assert _pieces(long, long, b"yy\nEND\n") == ["x" * LONGEST, "END"]
    assert _pieces(long + b"\nEND\n") == ["x" * LONGEST, "END"]


def test_bytes_that_are_no_text() -> None:
    assert _pieces(b"\xff\xfe\x00\n") == ["��\x00"]


def test_an_error_is_the_end() -> None:
    def broken(most: int) -> bytes:
        raise OSError

    assert list(lines_of(broken)) == []


@given(st.binary(max_size=300), st.lists(st.integers(0, 300), max_size=8))
def test_the_pieces_do_not_matter(data: bytes, cuts: list[int]) -> None:
    ends = sorted({min(cut, len(data)) for cut in cuts})
    pieces = [data[a:b] for a, b in zip([0, *ends], [*ends, len(data)], strict=True)]
    assert _pieces(*[piece for piece in pieces if piece]) == (_pieces(data) if data else [])


def test_reading_in_the_background_and_writing() -> None:
    read_end, write_end = os.pipe()
    lines: list[str] = []
    ended = threading.Event()
    read_in_background(lines_from(read_end), lines.append, ended.set, "test")
    output = Output(write_end)
    output.say("one")
    output.say("zwei 二")
    os.close(write_end)
    assert ended.wait(PATIENCE_S)
    assert lines == ["one", "zwei 二"]
    os.close(read_end)


def test_writing_to_one_who_has_gone_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    output = Output(write_end)
    output.say("hello")
    output.say("again")
    os.close(write_end)


def test_whoever_runs_an_engine_is_told_a_failure_in_a_sentence() -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        failed = logging.LogRecord("ai", logging.ERROR, "", 1, "it failed: %s", ("broken",), sys.exc_info())
    assert _Sentences("qiguan: %(message)s").format(failed) == "qiguan: it failed: broken"
