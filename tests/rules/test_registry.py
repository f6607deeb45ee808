"""The registry: names, and what happens for others."""

from __future__ import annotations

import pytest

from game.rules.core import RulesError
from game.rules.registry import VARIANTS, UnknownVariantError, variant, variants_of


def test_variants_stand_under_their_own_names() -> None:
    assert list(VARIANTS)[:3] == ["gomoku-freestyle", "gomoku-standard", "gomoku-renju"]
    for name, each in VARIANTS.items():
        assert each.name == name
        assert variant(name) is each


@pytest.mark.parametrize("name", ["", "gomoku", "Gomoku-Renju", "x" * 10_000])
def test_an_unknown_variant_is_an_error_that_lists_the_known(name: str) -> None:
    with pytest.raises(UnknownVariantError) as caught:
        variant(name)
    assert isinstance(caught.value, RulesError)
    assert caught.value.name == name
    assert all(known in str(caught.value) for known in VARIANTS)
    assert len(str(caught.value)) < 500


def test_the_variants_of_a_game() -> None:
    assert [each.name for each in variants_of("gomoku")] == ["gomoku-freestyle", "gomoku-standard", "gomoku-renju"]
    assert variants_of("halma") == ()
