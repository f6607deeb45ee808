"""Keeping a position of a game as an exercise of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.progress.day import today
from game.progress.exercises import Exercise
from game.rules.core import Position, Variant
from game.ui.stage.stage import Stage

_FEWEST_MOVES: Final = 2


def keep_position(
    stage: Stage, rules: Variant, position: Position, game: str, ply: int, line: Sequence[str] = ()
) -> None:
    """Keep a position that comes after this many moves of a game of the library (its key), and say so. `line` begins
    with the best move, where one is known; else the engine tells when it is asked."""
    open_ = position.unclaimed()
    if open_.outcome() is not None or open_.opening is not None or len(open_.legal_moves()) < _FEWEST_MOVES:
        stage.toasts.show(stage.t("exercises.cant_keep"), "info")
        return
    kept = Exercise(
        variant=rules.name, position=rules.write_position(open_), line=tuple(line), game=game, ply=ply,
        found=today().isoformat(),
    )  # fmt: skip
    is_new = stage.services.exercises.add([kept])
    stage.toasts.show(stage.t("exercises.was_kept" if is_new else "exercises.was_there"), "info")
    for notice in stage.services.exercises.take_notices():
        stage.tell(notice)
