"""Kernels for the tests of the engines: compiled (or taken from the cache) once a run."""

from __future__ import annotations

import pytest

from ai.gomoku.engine import PatternEngine


@pytest.fixture(scope="session")
def kernels() -> None:
    """The Gomoku kernels, ready to be called."""
    PatternEngine().load()
