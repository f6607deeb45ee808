"""A game as a link: whole on the way through, and told where it was damaged."""

from __future__ import annotations

import random
import re

import pytest
from test_tree_files import random_tree

from game.records import formats, link
from game.records.collection import collect
from game.records.fault import Fault
from game.records.native import Reading
from game.rules.registry import VARIANTS


def only(text: str) -> Reading:
    (found,) = formats.open_text(text).readings()
    assert isinstance(found, Reading)
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_a_game_with_all_that_is_said_of_it_comes_back(name: str) -> None:
    record = random_tree(name, 5)
    text = link.link_of(record)
    assert re.fullmatch(r"qiguan:1\.[A-Za-z0-9_-]+", text), "a link lets nothing else pass"
    assert only(text).record == record


def test_a_link_may_be_broken_over_lines_and_stand_among_others() -> None:
    one, other = random_tree("xiangqi", 1), random_tree("reversi", 2)
    text = link.link_of(one)
    broken = "\r\n".join(text[at : at + 70] for at in range(0, len(text), 70))
    data = f"\n  {broken}\n{link.link_of(other)}\n".encode()
    assert [reading.record for reading in collect(formats.open_data(data)).games] == [one, other]
    assert link.write([one, other]).count(b"\n") == 2
    assert [each.record for each in collect(formats.open_data(link.write([one, other]))).games] == [one, other]


def test_a_short_game_has_a_short_link() -> None:
    record = only("h8 i9 j8 h7").record
    assert len(link.link_of(record)) < 200


def test_what_was_damaged_is_told() -> None:
    text, rng = link.link_of(random_tree("draughts-russian", 3)), random.Random(4)
    begin = text.index(".") + 1
    for _ in range(300):
        at = rng.randrange(begin, len(text) - 1)  # the last letter may have bits that mean nothing
        letter = rng.choice("ABCDabcd0189-_")
        damaged = text[:at] + letter + text[at + 1 :] if rng.random() < 0.5 else text[:at]
        if damaged == text:
            continue
        (found,) = formats.open_text(damaged).readings()
        assert isinstance(found, Fault), damaged
        assert found.code == "link-broken"
    (later,) = formats.open_text(text.replace("qiguan:1", "qiguan:2")).readings()
    assert isinstance(later, Fault)
    assert (later.code, later.values["version"]) == ("newer", "2")


def test_a_link_never_grows_beyond_a_file_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link.native, "write", lambda record: b" " * (64 << 20))
    text = link.link_of(random_tree("xiangqi", 1))
    assert len(text) < 200_000
    (found,) = formats.open_text(text).readings()
    assert isinstance(found, Fault)
    assert found.code == "too-large"
