"""Where everything of the analysis board lies: bar and board at the left, at the right cards over each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pygame

BAR: Final = 24.0
"""The width of the evaluation bar, beside which the board begins."""
_GAP: Final = 8.0
_PANEL_WIDEST: Final = 560.0
_PANEL_NARROWEST: Final = 304.0
_ROOMY: Final = 740.0
"""Below this many units of height everything is tighter."""
WIDE: Final = 420.0
"""A narrower panel has no room for words beside icons."""
CARD_HEAD: Final = 44.0
"""What stands above the lines of an engine's card."""
_CARD_FOOT: Final = 8.0
_ROWS: Final = (36.0, 30.0, 25.0)
"""A line takes the first of these heights with which the tree keeps its room."""
_TREE_KEEPS: Final = 150.0
_EXACT: Final = 48.0
_EXPLORER: Final = 148.0


@dataclass(frozen=True, slots=True)
class AnalysisLayout:
    """Rectangles in units. `engines` has one for each engine; `exact`, `said` and `explorer` are empty (height 0) where
    there is nothing to be told or no room."""

    bar: pygame.FRect
    board: pygame.FRect
    header: pygame.FRect
    engines: tuple[pygame.FRect, ...]
    row: float
    exact: pygame.FRect
    tree: pygame.FRect
    said: pygame.FRect
    explorer: pygame.FRect
    low: pygame.FRect


def lay_out(
    size: tuple[float, float],
    ratio: float,
    lines: tuple[int, ...],
    tells_exact: bool = False,
    said: float = 0.0,
    explores: bool = False,
) -> AnalysisLayout:
    """The layout for a window of that size in units; `ratio` is the board's width by its height, `lines` are those of
    each engine's card (none for one that is off), `said` is the height of what is said of the move, and `explores` asks
    for room for the explorer of openings."""
    width, height = size
    roomy = height >= _ROOMY
    margin, between = (24.0, 16.0) if roomy else (16.0, 12.0)
    board_height = height - 2 * margin
    most = width - 2 * margin - BAR - _GAP - between - _PANEL_NARROWEST
    board_width = min(board_height * ratio, most)
    board_height = board_width / ratio
    panel_width = min(width - 2 * margin - BAR - _GAP - board_width - between, _PANEL_WIDEST)
    left = (width - BAR - _GAP - board_width - between - panel_width) / 2
    top = (height - board_height) / 2
    board = pygame.FRect(left + BAR + _GAP, top, board_width, board_height)
    x = board.right + between
    header = pygame.FRect(x, margin, panel_width, 40.0)
    low_height = 80.0 if roomy else 60.0
    low = pygame.FRect(x, height - margin - low_height, panel_width, low_height)
    first = header.bottom + (16.0 if roomy else 8.0)
    bottom = low.top - _GAP
    rest = bottom - first - (_EXACT + _GAP if tells_exact else 0.0) - (said + _GAP if said else 0.0)
    row = next((each for each in _ROWS if rest - _cards(lines, each) >= _TREE_KEEPS), _ROWS[-1])
    y = first
    engines = []
    for count in lines:
        engines.append(pygame.FRect(x, y, panel_width, _card(count, row)))
        y = engines[-1].bottom + _GAP
    exact = pygame.FRect(x, y, panel_width, _EXACT if tells_exact else 0.0)
    if tells_exact:
        y = exact.bottom + _GAP
    has_explorer = explores and bottom - y - (said + _GAP if said else 0.0) - _EXPLORER - _GAP >= _TREE_KEEPS
    explorer = pygame.FRect(x, bottom - (_EXPLORER if has_explorer else 0.0), panel_width, 0.0)
    if has_explorer:
        explorer.height = _EXPLORER
        bottom = explorer.top - _GAP
    words = pygame.FRect(x, bottom - said, panel_width, said)
    if said:
        bottom = words.top - _GAP
    tree = pygame.FRect(x, y, panel_width, max(0.0, bottom - y))
    return AnalysisLayout(
        pygame.FRect(left, top, BAR, board_height),
        board,
        header,
        tuple(engines),
        row,
        exact,
        tree,
        words,
        explorer,
        low,
    )


def _card(lines: int, row: float) -> float:
    return CARD_HEAD + (lines * row + _CARD_FOOT if lines else 0.0)


def _cards(lines: tuple[int, ...], row: float) -> float:
    return sum(_card(each, row) + _GAP for each in lines)
