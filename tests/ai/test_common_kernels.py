"""Kernels by their sets: what is kept in memory of those that come from the cache, and what is inferred once."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest
from numba.core.typeinfer import TypeInferer

from ai.common import compiled
from ai.common.kernels import BY_NUMBA, KernelSet, int64

pytestmark = pytest.mark.skipif(not BY_NUMBA, reason="kernels of tests are in no library (ai.build)")


def _twice(number: int) -> int:
    return 2 * number


def _declared() -> KernelSet:
    held = KernelSet()
    held.kernel(int64(int64))(_twice)
    return held


def test_a_kernel_that_calls_itself_is_inferred_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    begun = []
    build = TypeInferer.build_constraint
    monkeypatch.setattr(TypeInferer, "build_constraint", lambda self: begun.append(self.func_ir) or build(self))
    held = KernelSet()

    @held.kernel(int64(int64))
    def fibonacci(number: int) -> int:
        if number < 2:
            return number
        return fibonacci(number - 1) + fibonacci(number - 2)

    assert list(held.compile()) == ["fibonacci"]
    assert fibonacci(20) == 6765
    assert len(begun) == 1


def test_the_intermediate_code_is_packed_away_and_comes_back_for_a_kernel_that_needs_it() -> None:
    assert list(_declared().compile()) == ["_twice"]  # now it is in the cache
    cached = KernelSet()
    twice = cached.kernel(int64(int64))(_twice)
    assert list(cached.compile()) == ["_twice"]
    packed = len(compiled._intermediate)
    assert packed > 0
    assert twice(21) == 42

    late = KernelSet()

    @late.kernel(int64(int64))
    def four_times(number: int) -> int:
        return twice(twice(number))

    assert list(late.compile()) == ["four_times"]
    assert four_times(10) == 40
    assert len(compiled._intermediate) <= packed
