"""What is being set up: the variant, what lies on its board, who is to move, and how it came about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from game.rules.core import Piece, Position, Refusal, Side, Square, UnreadablePositionError, Variant
from game.rules.laid_out import LaidOut
from game.rules.registry import variants_of
from game.rules.setup import can_lie, kinds_of, laid_out, sound, turn_by_count

_LONE: Final = frozenset({"general"})
"""The kinds of which a side has one: put down elsewhere, it has moved."""


class SetupDraft:
    """A board being laid out. Every change can be taken back. What can't be sound stays possible on the way: `problem`
    tells why no game can go on from what lies there now."""

    def __init__(self, variant: Variant, position: Position, on_change: Callable[[], None]) -> None:
        """Begins with the pieces of a position; `on_change` is called after each change."""
        self._on_change = on_change
        self._variant = variant
        self._laid = laid_out(position)
        self._undone: list[tuple[Variant, LaidOut]] = []
        self._done: list[tuple[Variant, LaidOut]] = []
        self._judged: tuple[Position | None, UnreadablePositionError | None] | None = None
        self.brush: Piece | None = Piece(Side.FIRST, kinds_of(variant.game)[0])
        """What a click puts down; None where it takes away."""

    # ---- what there is

    @property
    def variant(self) -> Variant:
        """The rules that are to be played by."""
        return self._variant

    @property
    def laid(self) -> LaidOut:
        """What lies on the board."""
        return self._laid

    @property
    def position(self) -> Position | None:
        """The position in which a game can go on; None while there is a problem."""
        return self._judge()[0]

    @property
    def problem(self) -> UnreadablePositionError | None:
        """Why no game can go on from here."""
        return self._judge()[1]

    def _judge(self) -> tuple[Position | None, UnreadablePositionError | None]:
        if self._judged is None:
            try:
                self._judged = sound(self._variant, self._laid), None
            except UnreadablePositionError as error:
                self._judged = None, error
        return self._judged

    def piece_at(self, square: Square) -> Piece | None:
        """What lies on a square."""
        return self._laid.laid.get(square)

    # ---- laying out

    def refusal(self, square: Square) -> Refusal | None:
        """Why nothing can lie on a square at all."""
        return None if can_lie(self._variant, self._laid.board, square) else Refusal("light-square")

    def touch(self, square: Square) -> None:
        """Put the chosen piece down; where it lies already, or without one, take away what lies there."""
        pieces = dict(self._laid.laid)
        there = pieces.pop(square, None)
        brush = self.brush
        if brush is not None and brush != there and self.refusal(square) is None:
            self._drop_lone(pieces, brush)
            pieces[square] = brush
        self._lay(pieces)

    def erase(self, square: Square) -> None:
        """Take away what lies on a square."""
        self._lay({at: piece for at, piece in self._laid.laid.items() if at != square})

    def move(self, square: Square, to: Square | None) -> None:
        """Move a piece to another square, in the place of what lies there, or off the board. Nothing happens where
        nothing can lie."""
        pieces = dict(self._laid.laid)
        piece = pieces.pop(square, None)
        if piece is None or (to is not None and self.refusal(to) is not None):
            return
        if to is not None:
            pieces[to] = piece
        self._lay(pieces)

    def _drop_lone(self, pieces: dict[Square, Piece], brush: Piece) -> None:
        if brush.kind in _LONE:
            for at in [at for at, piece in pieces.items() if piece == brush]:
                del pieces[at]

    def set_turn(self, side: Side) -> None:
        """Whose move it is to be."""
        self._change(self._variant, replace(self._laid, turn=side))

    def clear(self) -> None:
        """Take everything off the board."""
        self._lay({})

    def begin(self) -> None:
        """Lay out the usual start."""
        self.take(self._variant, self._variant.start(self._laid.board.rows if len(self._variant.sizes) > 1 else None))

    def take(self, variant: Variant, position: Position) -> None:
        """Lay out a position of a variant."""
        self._change(variant, laid_out(position))

    def set_variant(self, variant: Variant, size: int | None = None) -> None:
        """Other rules, perhaps on another board. What lies there stays where its board is as large; else the usual
        start is laid out."""
        start = variant.start(size if size is not None else self._fitting_size(variant))
        kept = self._laid if start.board == self._laid.board and variant.game == self._variant.game else None
        if kept is not None and all(can_lie(variant, kept.board, square) for square in kept.laid):
            self._change(variant, kept)
        else:
            self._change(variant, laid_out(start))

    def _fitting_size(self, variant: Variant) -> int | None:
        rows = self._laid.board.rows
        return rows if rows in variant.sizes else None

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The rules among which to choose."""
        return variants_of(self._variant.game)

    # ---- what it is laid out with

    def choose(self, kind: int) -> None:
        """Choose a kind of piece by its place, in the colour of the one chosen before; nothing beyond the last."""
        kinds = kinds_of(self._variant.game)
        if kind < len(kinds):
            self.brush = Piece(self.brush.side if self.brush else Side.FIRST, kinds[kind])

    def swap_colour(self) -> None:
        """The same kind in the other colour."""
        if self.brush is not None:
            self.brush = Piece(self.brush.side.other, self.brush.kind)

    # ---- taking back

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change that was taken back."""
        return bool(self._undone)

    def undo(self) -> None:
        """Take the last change back."""
        self._go(self._done, self._undone)

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self._go(self._undone, self._done)

    def _go(self, source: list[tuple[Variant, LaidOut]], other: list[tuple[Variant, LaidOut]]) -> None:
        if source:
            other.append((self._variant, self._laid))
            self._set(*source.pop())

    def _lay(self, pieces: dict[Square, Piece]) -> None:
        laid = replace(self._laid, laid=pieces)
        turn = turn_by_count(self._variant, laid)
        self._change(self._variant, laid if turn is None else replace(laid, turn=turn))

    def _change(self, variant: Variant, laid: LaidOut) -> None:
        if (variant, laid) == (self._variant, self._laid):
            return
        self._done.append((self._variant, self._laid))
        self._undone.clear()
        self._set(variant, laid)

    def _set(self, variant: Variant, laid: LaidOut) -> None:
        if self.brush is not None and self.brush.kind not in kinds_of(variant.game):
            self.brush = Piece(self.brush.side, kinds_of(variant.game)[0])
        self._variant, self._laid, self._judged = variant, laid, None
        self._on_change()
