"""Fixtures of the tests of scenes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from analysis_board import Board, Boards
from library_shelf import Shelf

from game.records.analysed import AnalysedGame
from game.ui.stage import clipboard


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


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path)
    yield shelf
    shelf.stage.stack.clear()
    shelf.library.close()


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clipboard of its own: its last text is what would be pasted."""
    texts: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: texts.append(text) or "")
    monkeypatch.setattr(clipboard, "get", lambda: texts[-1] if texts else "")
    return texts
