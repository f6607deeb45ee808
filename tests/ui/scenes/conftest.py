"""Fixtures of the tests of scenes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from analysis_board import Board, Boards

from game.records.analysed import AnalysedGame


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[Boards]:
    """Makes boards in one folder; what they wrote is on the disk in the end."""
    made: list[Board] = []

    def make(analysed: AnalysedGame | None = None, *values: Any, **named: Any) -> Board:
        made.append(Board(tmp_path, analysed, *values, **named))
        return made[-1]

    yield make
    for each in made:
        each.stage.stack.clear()
        each.services.library.close()
