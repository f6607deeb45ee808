"""Why a move of Reversi was bad: corners, edges, mobility, the frontier, parity, and the count at the end.

The ideas are those of the textbooks (Brian Rose, Othello: A Minute to Learn, A Lifetime to Master, 2005: chapters on
corners, mobility, edges, parity). What is told is a fact of the lines; that the move was bad, the engine has said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from game.rules.core import Move, Side, Square
from game.rules.motive import Motive, Slip
from game.rules.reversi.board import BOARD, CORNERS, EMPTY, disc, turned
from game.rules.reversi.position import ReversiPosition

_EDGE_LINES: Final = (
    tuple(Square(at) for at in range(8)),
    tuple(Square(at) for at in range(56, 64)),
    tuple(Square(at) for at in range(0, 64, 8)),
    tuple(Square(at) for at in range(7, 64, 8)),
)
_SOON: Final = 8
"""A corner that falls this many plies later still tells why."""
_MUCH: Final = 3
"""This many moves or discs more are a plain reason ..."""
_SOME: Final = 2
"""... and this many are one where nothing plainer is found."""
_LATER: Final = 6
"""So many plies on mobility is compared where nothing is seen of it at once."""
_FEW: Final = 3
"""A side with no more moves than this is short of them."""
_EARLY: Final = 32
"""With this many empty squares an edge is taken early."""
_ENDGAME: Final = 14
"""With this many empty squares or fewer, who moves last in a region counts."""


@cache
def _neighbours(square: int) -> tuple[Square, ...]:
    column, row = BOARD.column(Square(square)), BOARD.row(Square(square))
    found = ((column + across, row + up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up)
    return tuple(BOARD.square(x, y) for x, y in found if 0 <= x < 8 and 0 <= y < 8)


class _ReversiFacts:
    """A slip of Reversi, with what its motives ask of it. The first moves of both lines are discs, no passes."""

    def __init__(self, slip: Slip) -> None:
        self.slip = slip
        self.side, self.other = slip.side, slip.side.other
        self.before, self.after = _reversi(slip.before), _reversi(slip.after)
        self.square = slip.move.path[0]
        self.best = slip.better[0].path[0] if slip.better and slip.better[0].path else None
        self.answer = slip.reply[0].path[0] if slip.reply and slip.reply[0].path else None

    @property
    def instead(self) -> ReversiPosition:
        """The position after the better move."""
        return _reversi(self.slip.improved[1])

    @property
    def answered(self) -> ReversiPosition:
        """The position after the answer."""
        return _reversi(self.slip.replied[1])

    @property
    def empties(self) -> int:
        """Empty squares before the move."""
        return self.before.cells.count(EMPTY)

    def could_take(self, square: int) -> bool:
        """Whether the other side could have taken a square already, had it been its turn."""
        return can_place(self.before.cells, square, self.other)

    def corner_beside(self, square: int) -> Square | None:
        """The corner that an X- or a C-square belongs to, while it is empty."""
        return next((each for each in CORNERS if square in _neighbours(each) and not self.before.cells[each]), None)


def _reversi(position: object) -> ReversiPosition:
    assert isinstance(position, ReversiPosition), "its game says so"
    return position


def can_place(cells: bytes, square: int, side: Side) -> bool:
    """Whether a side could place a disc on a square if it were to move."""
    return cells[square] == EMPTY and bool(turned(cells, Square(square), side))


def moves_of(cells: bytes, side: Side) -> int:
    """How many moves a side would have if it were to move."""
    return sum(can_place(cells, square, side) for square in range(BOARD.squares))


def frontier(cells: bytes, side: Side) -> int:
    """How many discs of a side have an empty square beside them."""
    own = disc(side)
    return sum(
        cell == own and any(cells[near] == EMPTY for near in _neighbours(square)) for square, cell in enumerate(cells)
    )


def region(cells: bytes, square: int) -> frozenset[int]:
    """The empty squares that hang together with one, by sides and corners."""
    found, waiting = {square}, [square]
    while waiting:
        for near in _neighbours(waiting.pop()):
            if cells[near] == EMPTY and near not in found:
                found.add(near)
                waiting.append(near)
    return frozenset(found)


def is_wedge(cells: bytes, square: int, side: Side) -> bool:
    """Whether an empty square lies on an edge between two discs of a side."""
    own = disc(side)
    return any(
        square in line
        and 0 < line.index(Square(square)) < 7
        and cells[line[line.index(Square(square)) - 1]] == own
        and cells[line[line.index(Square(square)) + 1]] == own
        for line in _EDGE_LINES
    )


def corner_moves(position: ReversiPosition) -> tuple[Square, ...]:
    """The corners that the side to move can take."""
    return tuple(each for each in CORNERS if can_place(position.cells, each, position.turn))


def _wiped_out(facts: _ReversiFacts) -> Motive | None:
    for plies, position in enumerate(facts.slip.replied):
        if not _reversi(position).count(facts.side):
            return Motive("wiped-out", (("n", (plies + 1) // 2),), plies)
    return None


def _corner_at_once(facts: _ReversiFacts) -> Motive | None:
    """The answer takes a corner."""
    corner = facts.answer
    if corner is None or corner not in CORNERS:
        return None
    values = (("square", int(corner)),)
    if facts.could_take(corner):
        is_met = not can_place(facts.instead.cells, corner, facts.other) if facts.best is not None else False
        return Motive("leaves-corner", values) if is_met else None
    if facts.square in _neighbours(corner):
        diagonal = BOARD.column(facts.square) != BOARD.column(corner) and BOARD.row(facts.square) != BOARD.row(corner)
        return Motive("x-square" if diagonal else "c-square", values)
    return Motive("opens-corner", values)


def _missed_corner(facts: _ReversiFacts) -> Motive | None:
    if facts.best is None or facts.best not in CORNERS or facts.square in CORNERS:
        return None
    return Motive("misses-corner", (("square", int(facts.best)),), is_missed=True)


def _left_without_moves(facts: _ReversiFacts) -> Motive | None:
    """A pass: the answer leaves the side without a move, or the better move would have left the other without one."""
    if facts.answer is not None and facts.answered.outcome() is None and not facts.answered.legal_moves():
        return Motive("must-pass")
    is_stuck = facts.best is not None and facts.instead.outcome() is None and not facts.instead.legal_moves()
    return Motive("misses-pass", is_missed=True) if is_stuck and facts.after.legal_moves() else None


def _forced_to_give(facts: _ReversiFacts) -> Motive | None:
    """After the answer every move gives up a corner that could not be taken before it."""
    if facts.answer is None or facts.answered.outcome() is not None:
        return None
    moves = facts.answered.legal_moves()
    if not moves or any(not _gives_corner(facts.answered, move) for move in moves):
        return None
    return Motive("no-safe-move", (("n", len(moves)),))


def _gives_corner(position: ReversiPosition, move: Move) -> bool:
    after = position.play(move)
    return any(not can_place(position.cells, each, after.turn) for each in corner_moves(after))


def _corner_later(facts: _ReversiFacts) -> Motive | None:
    """The other side gets a corner in the reply, and has none as soon in the better line."""
    lost = _first_corner(facts.slip.reply, 0)
    spared = _first_corner(facts.slip.better, 1)
    if lost is None or lost[0] > _SOON or (spared is not None and spared[0] - 1 <= lost[0]):
        return None
    if len(facts.slip.better) <= lost[0]:
        return None  # the better line is not known that far
    return Motive("corner-later", (("square", int(lost[1])), ("n", lost[0] // 2 + 1)), lost[0] + 1)


def _first_corner(line: tuple[Move, ...], first: int) -> tuple[int, Square] | None:
    """Which move of a line, counted from 0, is the first of every second one to take a corner, and which."""
    found = ((nth, move.path[0]) for nth, move in enumerate(line) if nth % 2 == first and move.path)
    return next(((nth, square) for nth, square in found if square in CORNERS), None)


def _wedged(facts: _ReversiFacts) -> Motive | None:
    """The answer goes between two discs on an edge, which the move has made possible."""
    square = facts.answer
    if square is None or not is_wedge(facts.after.cells, square, facts.side):
        return None
    if is_wedge(facts.before.cells, square, facts.side) and facts.could_take(square):
        return None
    return Motive("wedge", (("square", int(square)),))


def _count(facts: _ReversiFacts) -> Motive | None:
    """Both lines are known to the end: the result, or the discs that the move costs."""
    lost, held = (_reversi(line[-1]).outcome() for line in (facts.slip.replied, facts.slip.improved))
    if lost is None or held is None or lost.score is None or held.score is None:
        return None
    own = [outcome.score[facts.side] for outcome in (held, lost) if outcome.score is not None]
    if own[0] <= own[1]:
        return None
    values = (("n", own[0] - own[1]), ("held", own[0]), ("left", own[1]))
    plies = len(facts.slip.reply)
    if held.winner is facts.side:
        return Motive("count-win-lost" if lost.winner is not facts.side else "count-less", values, plies)
    if held.winner is None:
        return Motive("count-draw-lost", values, plies)
    return Motive("count-less", values, plies)


def _parity(facts: _ReversiFacts) -> Motive | None:
    if facts.empties > _ENDGAME or facts.best is None:
        return None
    played, better = (len(region(facts.before.cells, each)) for each in (facts.square, facts.best))
    if played % 2 == 0 and better % 2 == 1:
        return Motive("parity", (("n", played), ("m", better)), is_missed=True)
    return None


def _mobility(facts: _ReversiFacts) -> Motive | None:
    """Moves that the side has after the answer, and that the other side has after the move, against the better line."""
    if facts.answer is not None and len(facts.slip.improved) > 2 and facts.answered.outcome() is None:
        own = moves_of(facts.answered.cells, facts.side)
        spared = moves_of(_reversi(facts.slip.improved[2]).cells, facts.side)
        if own <= _FEW and spared >= own + _MUCH:
            return Motive("few-moves", (("n", own), ("m", spared)))
    if facts.best is not None:
        theirs, less = (moves_of(each.cells, facts.other) for each in (facts.after, facts.instead))
        if theirs >= less + _MUCH:
            return Motive("frees-other", (("n", theirs), ("m", less)), 0)
    return None


def _greed(facts: _ReversiFacts) -> Motive | None:
    """Too many discs early."""
    if facts.best is None or facts.empties <= _ENDGAME:
        return None
    taken, enough = (len(turned(facts.before.cells, each, facts.side)) for each in (facts.square, facts.best))
    return Motive("greedy", (("n", taken), ("m", enough)), 0) if taken >= enough + _MUCH else None


def openness(cells: bytes, square: int, side: Side) -> int:
    """How many empty squares lie around the discs that a move turns over, each counted once: the fewer, the quieter the
    move (the Japanese theory of openness, 開放度)."""
    around = {near for each in turned(cells, Square(square), side) for near in _neighbours(each)}
    return sum(cells[near] == EMPTY and near != square for near in around)


def _openness(facts: _ReversiFacts) -> Motive | None:
    """Discs that lie open: those just turned over, or all of the side."""
    if facts.best is None or facts.empties <= _ENDGAME:
        return None
    opened, quiet = (openness(facts.before.cells, each, facts.side) for each in (facts.square, facts.best))
    if opened >= quiet + _SOME:
        return Motive("openness", (("n", opened), ("m", quiet)), 0)
    open_now, open_then = (frontier(each.cells, facts.side) for each in (facts.after, facts.instead))
    if open_now >= open_then + _SOME:
        return Motive("frontier", (("n", open_now), ("m", open_then)), 0)
    return None


def _lesser_mobility(facts: _ReversiFacts) -> Motive | None:
    """A few moves more for the other side, or the better move itself, which can't be made up for."""
    if facts.best is None:
        return None
    theirs, less = (moves_of(each.cells, facts.other) for each in (facts.after, facts.instead))
    if theirs >= less + _SOME:
        return Motive("frees-other", (("n", theirs), ("m", less)), 0)
    if facts.answer is not None and not can_place(facts.answered.cells, facts.best, facts.side):
        return Motive("move-gone", (("square", int(facts.best)),))
    return None


def _later_mobility(facts: _ReversiFacts) -> Motive | None:
    """The moves of both sides some plies on, in the reply and in the better line: the first time that they differ."""
    replied, improved = facts.slip.replied, facts.slip.improved
    for plies in range(2, _LATER + 1, 2):
        if len(replied) <= plies or len(improved) <= plies + 1:
            return None  # one of the lines is not known that far
        now, then = _reversi(replied[plies]).cells, _reversi(improved[plies + 1]).cells
        own, theirs, spared, less = (
            moves_of(cells, side) for cells in (now, then) for side in (facts.side, facts.other)
        )
        if spared - less >= own - theirs + _MUCH:
            values = (("n", plies // 2), ("own", own), ("theirs", theirs), ("spared", spared), ("less", less))
            return Motive("mobility-later", values, plies)
    return None


def _early_edge(facts: _ReversiFacts) -> Motive | None:
    if facts.best is None or facts.empties < _EARLY or not _is_edge(facts.square) or _is_edge(facts.best):
        return None
    return Motive("edge-early", (("square", int(facts.square)),), 0)


def _edge(facts: _ReversiFacts) -> Motive | None:
    """Squares of the edge: one that stands beside an empty corner, one that the other side takes, one that was free."""
    corner = facts.corner_beside(facts.square)
    if corner is not None:
        return Motive("beside-corner", (("square", int(corner)),), 0)
    if facts.answer is not None and _is_edge(facts.answer) and not facts.could_take(facts.answer):
        return Motive("gives-edge", (("square", int(facts.answer)),))
    return None


def _is_edge(square: int) -> bool:
    return any(square in line for line in _EDGE_LINES)


def _key_square(facts: _ReversiFacts) -> Motive | None:
    if facts.answer is not None and facts.answer == facts.best:
        return Motive("key-square", (("square", int(facts.answer)),))
    return None


_IN_ORDER: Final[tuple[Callable[[_ReversiFacts], Motive | None], ...]] = (
    _wiped_out, _corner_at_once, _missed_corner, _count, _left_without_moves, _forced_to_give, _wedged, _corner_later,
    _parity, _mobility, _key_square, _greed, _edge, _openness, _lesser_mobility, _early_edge,
    _later_mobility,
)  # fmt: skip
"""The graver and the plainer first."""


def motive_of(slip: Slip) -> Motive | None:
    """The gravest motive that holds; None where only the evaluation tells."""
    if not slip.move.path:
        return None
    facts = _ReversiFacts(slip)
    return next(_found(facts), None)


def _found(facts: _ReversiFacts) -> Iterator[Motive]:
    for finder in _IN_ORDER:
        motive = finder(facts)
        if motive is not None:
            yield motive
