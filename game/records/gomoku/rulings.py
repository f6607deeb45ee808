"""Which rules of Gomoku a game was played by, where its file does not say so."""

from __future__ import annotations

from collections.abc import Sequence

from game.records.collection import reading_of
from game.records.native import Reading
from game.records.written import WrittenGame
from game.rules.core import Side
from game.rules.gomoku.variants import GomokuVariant


def read_by_fitting(
    rules: Sequence[GomokuVariant], written: WrittenGame, number: int, start: str | None, winner: Side | None,
    decided: bool,
) -> Reading:  # fmt: skip
    """The reading by the first of some rules by which all moves can be made, those of variations too; where there is
    none, by that which follows the game furthest. What the stones on the board decide stands, for files tell the winner
    in ways that can be taken for the other colour. Raises what `reading_of` raises."""
    best: Reading | None = None
    for variant in rules:
        reading = reading_of(written, number, variant, start, None, False)
        if best is None or _worth(reading) > _worth(best):
            best = reading
        if reading.problem is None and not reading.lost:
            break
    assert best is not None, "there are rules"
    if best.record.result is None and decided:
        return reading_of(written, number, best.game.variant, start, winner, True)
    return best


def _worth(reading: Reading) -> tuple[int, int]:
    return reading.game.ply, len(reading.record.tree)
