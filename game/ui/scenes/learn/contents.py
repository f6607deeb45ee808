"""All pages by game, and the names by which it is kept which of them a person has done."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.ui.scenes.learn import draughts_pages, gomoku_pages, reversi_pages, xiangqi_pages
from game.ui.scenes.learn.pages import Page

CONTENTS: Final[Mapping[str, tuple[Page, ...]]] = MappingProxyType(
    {
        "gomoku": gomoku_pages.PAGES,
        "xiangqi": xiangqi_pages.PAGES,
        "draughts": draughts_pages.PAGES,
        "reversi": reversi_pages.PAGES,
    }
)
"""The pages of each game, in their order. A new game is one more line here."""


def mark_of(game: str, page: Page) -> str:
    """What is kept in the settings once the page's task has been done."""
    return f"{game}.{page.name}"
