"""All pages by game, and the names by which it is kept which of them a person has done."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.ui.games.draughts import lessons as draughts_pages
from game.ui.games.gomoku import lessons as gomoku_pages
from game.ui.games.reversi import lessons as reversi_pages
from game.ui.games.xiangqi import lessons as xiangqi_pages
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
