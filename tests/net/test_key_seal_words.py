"""The seal of a key: the same at everybody's, out of lists without traps."""

from __future__ import annotations

from collections import Counter

import pytest

from net.trust.keys import new_key
from net.trust.seal import CHARACTERS, WORDS, KeySeal, seal_of

EXPECTED = (
    ("港虾塔虾", ("harbour", "shrimp", "tower", "shrimp"), False),
    ("梨诗桃椅", ("pear", "poem", "peach", "chair"), True),
)
"""Of the keys that are all zeros and all ones."""


def test_a_key_has_the_same_seal_everywhere_and_in_every_release() -> None:
    assert seal_of("0" * 64) == KeySeal(*EXPECTED[0])
    assert seal_of("f" * 64) == KeySeal(*EXPECTED[1])


def test_the_lists_are_whole_and_nothing_in_them_stands_twice() -> None:
    assert len(CHARACTERS) == len(WORDS) == 256
    assert len(set(CHARACTERS)) == len(set(WORDS)) == 256
    for character in CHARACTERS:
        first, _ = character.encode("gb2312")
        assert 0xB0 <= first < 0xD8, f"{character} is none of the 3755 common characters, which our fonts have"
    assert all(word.isascii() and word.islower() and word.isalpha() for word in WORDS)


def test_all_places_and_both_kinds_occur() -> None:
    seals = [seal_of(new_key().public) for _ in range(60)]
    assert len({seal.characters for seal in seals}) == 60
    assert all(len(seal.characters) == len(seal.words) == 4 for seal in seals)
    assert 5 < Counter(seal.is_filled for seal in seals)[True] < 55
    assert len({character for seal in seals for character in seal.characters}) > 100


def test_one_digit_of_the_key_changes_the_seal() -> None:
    key = "0" * 63
    assert len({seal_of(key + digit) for digit in "0123456789abcdef"}) == 16


@pytest.mark.parametrize("text", ["xyz", "0" * 63])
def test_what_is_no_key_has_no_seal(text: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal"):
        seal_of(text)
