"""Loading without a garbage collection in the way."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from ai.common import loading
from ai.common.loading import no_collection


@pytest.fixture(autouse=True)
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "fitting_library", lambda: None)


def test_nothing_is_collected_while_numba_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    frozen = gc.get_freeze_count()
    try:
        with no_collection():
            assert not gc.isenabled()
        assert gc.isenabled()
        assert gc.get_freeze_count() > frozen
    finally:
        gc.unfreeze()


def test_collection_comes_back_after_a_failure_and_stays_off_if_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    gc.disable()
    try:
        with pytest.raises(ImportError), no_collection():
            raise ImportError
        assert not gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()


def test_with_a_library_of_kernels_nothing_is_kept_from_collection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(loading, "fitting_library", lambda: Path("kernels"))
    frozen = gc.get_freeze_count()
    with no_collection():
        assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_a_second_engine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", sys)
    with no_collection():
        assert gc.isenabled()
