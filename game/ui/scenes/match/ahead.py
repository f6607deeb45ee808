"""What is seen of a match that somebody may begin soon."""

from __future__ import annotations

from game.rules.core import Variant
from game.ui.board.view import BoardView
from game.ui.scenes.match.layout import lay_out
from game.ui.stage.stage import Stage


def make_match_ahead(stage: Stage, rules: Variant) -> None:
    """Have paper, board and pieces made, frame by frame, with which a match of this variant against the computer
    begins."""
    painter = stage.painter(rules)
    board = BoardView(painter, rules.start())
    board.coordinates = stage.settings.coordinates
    board.rect = lay_out(stage.size, with_thinking=True, board_ratio=painter.frame.aspect).board
    stage.ahead.wish(stage.backdrop)
    stage.ahead.wish(board.prepare)
