"""The scene that a review lies over, as the review needs it."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.match.match import Match
from game.match.review import Review
from game.rules.core import Side
from game.ui.board.view import BoardView
from game.ui.scenes.variations.editing import TreeEditing
from game.ui.scenes.variations.list import VariationList


class Reviewed(Protocol):
    """The scene of a game that a review can be shown of."""

    @property
    def match(self) -> Match:
        """The game."""
        ...

    @property
    def review(self) -> Review | None:
        """Its review, carried on by that scene; another one or None ends what is shown of it."""
        ...

    @property
    def is_turned(self) -> bool:
        """Whether the board is turned."""
        ...

    @property
    def board(self) -> BoardView:
        """The board, for its place."""
        ...

    @property
    def panel(self) -> pygame.FRect:
        """Where everything beside the board lies."""
        ...

    @property
    def game_key(self) -> str:
        """The game's key in the library; empty for one that is not there."""
        ...

    def player_name(self, side: Side) -> str:
        """The name of who plays a side."""
        ...

    @property
    def study(self) -> TreeEditing | None:
        """The tree of the game; None where nothing is kept beside its moves, or not yet."""
        ...

    def tell_kept(self, moves: VariationList) -> None:
        """Say in a list how the edits of the tree are kept."""
        ...

    def play_from(self, ply: int) -> None:
        """Begin another game at a ply."""
        ...

    def analyse(self, ply: int) -> None:
        """Lay the game onto the analysis board, after this many moves."""
        ...
