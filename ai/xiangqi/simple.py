"""The engine's own reading of the simple rules of repetition (xiangqi.com/help/limits): a move that would bring a
position for the fourth time by perpetual check or chase may not be played, any other fourth time is a draw.

In plain Python, as it is asked once a move: kernels need not be there for it. Moves are written as the kernels write
them. A move chases what a piece other than general and soldier could take afterwards and could not before, if nothing
could take back and the attacker can't be taken itself; generals and soldiers before the river are never chased. A check
chases nothing.

Inside its tree the search takes the first repetition for the last and lets who repeats a check or chase lose, as by the
World Xiangqi Rules: somebody who may not go on has to think of another move, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ai.xiangqi import layout as at
from ai.xiangqi.notation import Setup
from ai.xiangqi.plain import Board

CHECK, CHASE = "perpetual-check", "perpetual-chase"
_TIMES = 4
_Key = tuple[int, frozenset[tuple[int, int]]]


def banned_moves(setup: Setup, moves: Sequence[int]) -> Mapping[int, str]:
    """The moves that may not be played after legal moves from a position, though they would be legal but for the rules
    of repetition: with CHECK or CHASE."""
    return Story(Board(setup.pieces, setup.turn), moves).banned()


class Story:
    """How a position came about since the last capture; the moves must be legal."""

    def __init__(self, start: Board, moves: Sequence[int]) -> None:
        self._boards, self._keys = [start], [_key(start)]
        self._moves: list[int] = []
        for move in moves:
            self.play(move)

    def play(self, move: int) -> None:
        """Go on by a move."""
        board = self._boards[-1]
        if move >> at.TO_SHIFT in board.pieces:
            self._boards, self._keys, self._moves = [], [], []
        else:
            self._moves.append(move)
        self._boards.append(board.play(move))
        self._keys.append(_key(self._boards[-1]))

    def banned(self) -> Mapping[int, str]:
        """The moves that would be legal but for the rules of repetition, with CHECK or CHASE."""
        here = self._boards[-1]
        often = {key for key, times in Counter(self._keys).items() if times >= _TIMES - 1 and key[0] != here.turn}
        if not often:
            return {}
        found = {}
        for move in here.legal_moves():
            after = here.play(move)
            if _key(after) in often:
                blame = _blame(*self._since(after, move))
                if blame is not None and blame[0] == here.turn:
                    found[move] = blame[1]
        return found

    def is_drawn(self) -> bool:
        """Whether the last position stands there for the fourth time and neither side alone is to blame."""
        if Counter(self._keys)[self._keys[-1]] < _TIMES:
            return False
        return _blame(*self._since(None, 0)) is None

    def _since(self, after: Board | None, move: int) -> tuple[list[Board], list[int]]:
        """The boards and moves since a position stood there for the first of the last four times: the last one, or the
        one after a move from it."""
        boards, moves = self._boards, self._moves
        if after is not None:
            boards, moves = [*boards, after], [*moves, move]
        last = _key(boards[-1])
        times = [index for index, board in enumerate(boards) if _key(board) == last]
        return boards[times[-_TIMES] :], moves[times[-_TIMES] :]


def _key(board: Board) -> _Key:
    """Equal for equal pieces and side to move, whichever of two rooks stands where."""
    return board.turn, frozenset((square, piece & 16 | at.KIND_OF[piece]) for square, piece in board.pieces.items())


def _blame(boards: Sequence[Board], moves: Sequence[int]) -> tuple[int, str] | None:
    """Which side alone is to blame for moves that led back to where they began, and for what; None for a draw."""
    checks = [board.is_checked(board.turn) for board in boards[1:]]
    # the first move is the first board's side's
    guilty = [side for side in (at.RED, at.BLACK) if all(checks[side ^ boards[0].turn :: 2])]
    if guilty:
        return (guilty[0], CHECK) if len(guilty) == 1 else None
    victims: list[set[int] | None] = [None, None]
    for before, after, checked in zip(boards, boards[1:], checks, strict=False):
        side, so_far = before.turn, victims[before.turn]
        if so_far is None or so_far:
            found = set() if checked else threatened(after, side) - threatened(before, side)
            victims[side] = found if so_far is None else so_far & found
    chasing = [side for side in (at.RED, at.BLACK) if victims[side]]
    return (chasing[0], CHASE) if len(chasing) == 1 else None


def threatened(board: Board, side: int) -> set[int]:
    """The pieces of the other side that a side could take for nothing by a piece that can't be taken: their ids."""
    found: set[int] = set()
    for square, piece in board.pieces.items():
        if piece >> 4 != side or at.KIND_OF[piece] in (at.GENERAL, at.SOLDIER):
            continue
        targets = [target for target in board.targets(square) if _can_be_chased(board, target)]
        if targets and not _can_be_taken(board, square):
            found.update(
                board.pieces[target]
                for target in targets
                if not _exposes(board, square, target)
                and not _can_be_taken(board.play(square | target << at.TO_SHIFT), target)
            )
    return found


def _can_be_chased(board: Board, square: int) -> bool:
    piece = board.pieces.get(square)
    if piece is None or at.KIND_OF[piece] == at.GENERAL:
        return False
    return at.KIND_OF[piece] != at.SOLDIER or (square >= at.SQUARES // 2) == (piece >> 4 == at.RED)


def _can_be_taken(board: Board, square: int) -> bool:
    """Whether the other side could legally take the piece on a square."""
    side = 1 - (board.pieces[square] >> 4)
    return any(
        not board.play(origin | square << at.TO_SHIFT).is_checked(side)
        for origin, piece in board.pieces.items()
        if piece >> 4 == side and square in board.targets(origin)
    )


def _exposes(board: Board, origin: int, target: int) -> bool:
    """Whether a move opens the own general to a piece that does not attack it already."""
    side = board.pieces[origin] >> 4
    after = board.play(origin | target << at.TO_SHIFT)
    return after.is_checked(side) and not after.checkers(side) <= board.checkers(side)
