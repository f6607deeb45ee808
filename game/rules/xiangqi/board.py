"""The board of Xiangqi: pieces as bytes, how each of them moves, and who attacks what.

Squares are numbered row by row from Red's left corner: 0 is `a0`, 8 is `i0`, 89 is `i9`. A board is 90 bytes, one for
each square: 0 for an empty point, else `cell(side, kind)`. Red (FIRST) begins on rows 0 to 4, Black on rows 5 to 9; the
river runs between rows 4 and 5. The palaces are columns 3 to 5 of rows 0 to 2 and of rows 7 to 9.

Everything here is about how pieces move, one at a time; that no move may leave one's own general in check is the matter
of `legal_steps`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from game.rules.core import Board, Side

BOARD: Final = Board(9, 10)
EMPTY: Final = 0

GENERAL: Final = 1
ADVISOR: Final = 2
ELEPHANT: Final = 3
HORSE: Final = 4
ROOK: Final = 5
CANNON: Final = 6
SOLDIER: Final = 7
KINDS: Final = ("", "general", "advisor", "elephant", "horse", "rook", "cannon", "soldier")
"""The names of the kinds, by their numbers."""

ATTACKERS: Final = frozenset((HORSE, ROOK, CANNON, SOLDIER))
"""The kinds that can cross the river and so win a game."""

Cells = bytes | bytearray
"""90 cells, square by square."""

Step = tuple[int, int]
"""A move as the squares from and to."""


def cell(side: Side, kind: int) -> int:
    """The cell value of a piece: 1 to 7 for Red, 9 to 15 for Black."""
    return kind + 8 * side


def kind_of(value: int) -> int:
    """The kind of the piece in a cell, 0 for an empty one."""
    return value & 7


def side_of(value: int) -> Side:
    """The owner of the piece in a cell that is not empty."""
    return Side.SECOND if value & 8 else Side.FIRST


def column_of(square: int) -> int:
    """The column, 0 = Red's left."""
    return square % 9


def row_of(square: int) -> int:
    """The row, 0 = Red's first."""
    return square // 9


def row_for(side: Side, square: int) -> int:
    """The row as the side counts it: 0 its own first, 9 the opponent's."""
    return row_of(square) if side is Side.FIRST else 9 - row_of(square)


def in_palace(side: Side, square: int) -> bool:
    """Whether the square is one of the nine of the side's palace."""
    return 3 <= column_of(square) <= 5 and row_for(side, square) <= 2


def is_across(side: Side, square: int) -> bool:
    """Whether the square lies beyond the river, as the side sees it."""
    return row_for(side, square) >= 5


def square_name(square: int) -> str:
    """The square as `h2`: the column's letter and the row from 0."""
    return _NAMES[square]


_NAMES: Final = tuple(f"{'abcdefghi'[square % 9]}{square // 9}" for square in range(BOARD.squares))


# ---- tables, made once: where a piece on a square could go on an empty board


def _shifted(square: int, columns: int, rows: int) -> int | None:
    column, row = column_of(square) + columns, row_of(square) + rows
    return row * 9 + column if 0 <= column < 9 and 0 <= row < 10 else None


def _all_shifted(square: int, shifts: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    shifted = (_shifted(square, *shift) for shift in shifts)
    return tuple(each for each in shifted if each is not None)


_ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def _ray(square: int, shift: tuple[int, int]) -> tuple[int, ...]:
    squares: list[int] = []
    step = _shifted(square, *shift)
    while step is not None:
        squares.append(step)
        step = _shifted(step, *shift)
    return tuple(squares)


def _leaps(square: int) -> tuple[tuple[int, int], ...]:
    """The horse's (leg, target): a step along a line, then one diagonally onwards."""
    leaps = []
    for columns, rows in _ORTHOGONAL:
        for side in (-1, 1):
            target = _shifted(square, 2 * columns + side * rows, 2 * rows + side * columns)
            if target is not None:
                leaps.append((square + columns + 9 * rows, target))
    return tuple(leaps)


def _elephant_steps(side: Side, square: int) -> tuple[tuple[int, int], ...]:
    """The elephant's (eye, target): two diagonally on its own side of the river."""
    steps = []
    for columns, rows in _DIAGONAL:
        target = _shifted(square, 2 * columns, 2 * rows)
        if target is not None and not is_across(side, target):
            steps.append((square + columns + 9 * rows, target))
    return tuple(steps)


def _soldier_steps(side: Side, square: int) -> tuple[int, ...]:
    forward = (0, 1 if side is Side.FIRST else -1)
    return _all_shifted(square, (forward, (-1, 0), (1, 0)) if is_across(side, square) else (forward,))


_SQUARES = range(BOARD.squares)

RAYS: Final = tuple(tuple(_ray(square, shift) for shift in _ORTHOGONAL) for square in _SQUARES)
"""For each square the squares in the four directions, nearest first."""

LEAPS: Final = tuple(map(_leaps, _SQUARES))
"""For each square the horse's pairs of leg and target."""

ELEPHANT_STEPS: Final = tuple(tuple(_elephant_steps(side, square) for square in _SQUARES) for side in Side)
"""For each side and square the elephant's pairs of eye and target."""

GENERAL_STEPS: Final = tuple(
    tuple(tuple(to for to in _all_shifted(at, _ORTHOGONAL) if in_palace(side, to)) for at in _SQUARES) for side in Side
)
ADVISOR_STEPS: Final = tuple(
    tuple(tuple(to for to in _all_shifted(at, _DIAGONAL) if in_palace(side, to)) for at in _SQUARES) for side in Side
)
SOLDIER_STEPS: Final = tuple(tuple(_soldier_steps(side, square) for square in _SQUARES) for side in Side)
"""For each side and square the squares where such a piece could step."""


def _line(squares: tuple[int, ...]) -> slice:
    """The squares of a ray, nearest first, as a slice of the board."""
    if not squares:
        return slice(0, 0)
    step = squares[1] - squares[0] if len(squares) > 1 else 1
    end = squares[-1] + step
    return slice(squares[0], end if end >= 0 else None, step)


_BETWEEN = tuple(
    {target: _line(ray[:index]) for ray in RAYS[square] for index, target in enumerate(ray)} for square in _SQUARES
)
"""For each square those in line with it, each with what lies between."""
_SIGHT = tuple(tuple((_line(ray), at % 2 == 0) for at, ray in enumerate(RAYS[square])) for square in _SQUARES)
"""For each square the four lines that are seen from it, and whether generals face each other along them."""
_SIGHT_TO = tuple(
    {at: line for ray, line in zip(RAYS[square], _SIGHT[square], strict=True) for at in ray} for square in _SQUARES
)
"""For each square those in line with it, each with the line that it is on."""
_LEGS = tuple({target: leg for leg, target in LEAPS[square]} for square in _SQUARES)
_EYES = tuple(tuple({target: eye for eye, target in steps[square]} for square in _SQUARES) for steps in ELEPHANT_STEPS)
_NOTHING: Final = b"\0"
_GENERALS: Final = cell(Side.FIRST, GENERAL), cell(Side.SECOND, GENERAL)
_CANNONS: Final = bytes([8 + CANNON]), bytes([CANNON])
"""The other side's cannon, by side."""


def _origins(steps: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """For each square where the steps to it begin: most pieces can't step back the way they came."""
    return tuple(tuple(origin for origin in _SQUARES if square in steps[origin]) for square in _SQUARES)


def _blockable_origins(steps: tuple[tuple[tuple[int, int], ...], ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The same for steps that can be blocked: for each square the (leg or eye, origin)."""
    return tuple(
        tuple((block, origin) for origin in _SQUARES for block, target in steps[origin] if target == square)
        for square in _SQUARES
    )


_HORSES_TO = _blockable_origins(LEAPS)
_ELEPHANTS_TO = tuple(_blockable_origins(ELEPHANT_STEPS[side]) for side in Side)
_GENERALS_TO = tuple(_origins(GENERAL_STEPS[side]) for side in Side)
_ADVISORS_TO = tuple(_origins(ADVISOR_STEPS[side]) for side in Side)
_SOLDIERS_TO = tuple(_origins(SOLDIER_STEPS[side]) for side in Side)

_SENSITIVE = tuple(
    frozenset(at for ray in RAYS[square] for at in ray) | frozenset(_all_shifted(square, _DIAGONAL))
    for square in _SQUARES
)
"""For each square of a general: where a piece that comes or goes can open a line to it or free a horse's leg."""

_LEAPERS = tuple(frozenset(at for pair in pairs for at in pair) for pairs in _HORSES_TO)
"""For each square of a general: where a horse stands that attacks it, or a piece that hobbles one."""


# ---- how pieces move


def targets(cells: Cells, square: int) -> list[int]:
    """Where the piece on a square may go as it moves, captures included, before its general is thought of.

    A general's capture of the other one over an open file is not among them: no legal position offers it.
    """
    value = cells[square]
    kind, side = value & 7, side_of(value)
    own = side << 3
    if kind == ROOK:
        reached = _rook_targets(cells, square)
    elif kind == CANNON:
        reached = _cannon_targets(cells, square)
    elif kind == HORSE:
        reached = [target for leg, target in LEAPS[square] if not cells[leg]]
    elif kind == ELEPHANT:
        reached = [target for eye, target in ELEPHANT_STEPS[side][square] if not cells[eye]]
    elif kind == SOLDIER:
        reached = list(SOLDIER_STEPS[side][square])
    else:
        reached = list((GENERAL_STEPS if kind == GENERAL else ADVISOR_STEPS)[side][square])
    return [target for target in reached if not cells[target] or cells[target] & 8 != own]


def reaches(cells: Cells, square: int, target: int) -> bool:
    """Whether the piece on a square may go to another one as it moves: whether that is among its `targets`."""
    value, there = cells[square], cells[target]
    if there and not (there ^ value) & 8:
        return False
    kind, side = value & 7, value >> 3
    if kind in (ROOK, CANNON):
        line = _BETWEEN[square].get(target)
        if line is None:
            return False
        between = cells[line]
        screens = len(between) - between.count(EMPTY)
        return screens == (1 if there and kind == CANNON else 0)
    if kind in (HORSE, ELEPHANT):
        block = (_LEGS if kind == HORSE else _EYES[side])[square].get(target)
        return block is not None and not cells[block]
    if kind == SOLDIER:
        return target in SOLDIER_STEPS[side][square]
    return target in (GENERAL_STEPS if kind == GENERAL else ADVISOR_STEPS)[side][square]


def _rook_targets(cells: Cells, square: int) -> list[int]:
    reached = []
    for ray in RAYS[square]:
        for target in ray:
            reached.append(target)
            if cells[target]:
                break
    return reached


def _cannon_targets(cells: Cells, square: int) -> list[int]:
    reached = []
    for ray in RAYS[square]:
        squares = iter(ray)
        for target in squares:
            if cells[target]:
                break
            reached.append(target)
        for target in squares:  # behind the screen
            if cells[target]:
                reached.append(target)
                break
    return reached


def attackers(cells: Cells, square: int, side: Side) -> Iterator[int]:
    """The squares of the side's pieces that could capture on a square as they move.

    Where a general stands on the square, the side's own general attacks it over an open file.
    """
    own = side << 3
    facing = kind_of(cells[square]) == GENERAL
    for direction, ray in enumerate(RAYS[square]):
        over_screen = False
        for at in ray:
            value = cells[at]
            if not value:
                continue
            if over_screen:
                if value == own + CANNON:
                    yield at
                break
            if value == own + ROOK or (facing and direction % 2 == 0 and value == own + GENERAL):
                yield at
            over_screen = True
    for leg, at in _HORSES_TO[square]:
        if cells[at] == own + HORSE and not cells[leg]:
            yield at
    for eye, at in _ELEPHANTS_TO[side][square]:
        if cells[at] == own + ELEPHANT and not cells[eye]:
            yield at
    for kind, origins in (
        (SOLDIER, _SOLDIERS_TO[side][square]),
        (ADVISOR, _ADVISORS_TO[side][square]),
        (GENERAL, _GENERALS_TO[side][square]),
    ):
        for at in origins:
            if cells[at] == own + kind:
                yield at


def general_square(cells: Cells, side: Side) -> int:
    """Where the side's general stands."""
    return cells.index(_GENERALS[side])


def is_checked(cells: Cells, side: Side) -> bool:
    """Whether the side's general is attacked, by the other general over an open file too."""
    square = general_square(cells, side)
    return (
        _is_seen(cells, side, _SIGHT[square])
        or _is_leapt_at(cells, side, square)
        or _is_stepped_at(cells, side, square)
    )


def _is_seen(cells: Cells, side: Side, lines: Iterable[tuple[slice, bool]]) -> bool:
    """Whether the side's general is attacked along some of the lines that are seen from its square."""
    other = 8 - (side << 3)
    rook, cannon, general = other + ROOK, other + CANNON, other + GENERAL
    for line, may_face in lines:
        seen = cells[line].lstrip(_NOTHING)
        if seen:
            nearest = seen[0]
            if nearest == rook or (nearest == general and may_face):
                return True
            if cannon in seen and seen[1:].lstrip(_NOTHING)[:1] == _CANNONS[side]:
                return True
    return False


def _is_leapt_at(cells: Cells, side: Side, square: int) -> bool:
    horse = 8 - (side << 3) + HORSE
    return any(cells[at] == horse and not cells[leg] for leg, at in _HORSES_TO[square])


def _is_stepped_at(cells: Cells, side: Side, square: int) -> bool:
    soldier = 8 - (side << 3) + SOLDIER
    return any(cells[at] == soldier for at in _SOLDIERS_TO[1 - side][square])


def after_step(cells: Cells, step: Step) -> bytearray:
    """The board after a step."""
    origin, target = step
    after = bytearray(cells)
    after[target], after[origin] = after[origin], EMPTY
    return after


def is_newly_checked(after: Cells, step: Step, side: Side) -> bool:
    """Whether the side's general, which was not attacked, is so after a step of another piece, of either side: looked
    for only where the step can have changed anything."""
    square = general_square(after, side)
    origin, target = step
    lines = _SIGHT_TO[square]
    left, entered = lines.get(origin), lines.get(target)
    if left is not None and _is_seen(after, side, (left,)):
        return True
    if entered is not None and (
        (entered is not left and _is_seen(after, side, (entered,))) or _is_stepped_at(after, side, square)
    ):
        return True
    leapers = _LEAPERS[square]
    return (origin in leapers or target in leapers) and _is_leapt_at(after, side, square)


def is_safe(cells: Cells, step: Step, side: Side, in_check: bool = True) -> bool:
    """Whether the side's general is not attacked after a step that its piece can make. Where it is known not to be
    attacked before it (`in_check`), the squares alone tell of most steps."""
    after = after_step(cells, step)
    if in_check or step[0] == general_square(cells, side):
        return not is_checked(after, side)
    return not is_newly_checked(after, step, side)


def legal_steps(cells: Cells, side: Side, in_check: bool | None = None, kind: int | None = None) -> Iterator[Step]:
    """The steps of the side after which its general is not attacked, ordered by the squares.

    `in_check` says whether it is attacked now, where the caller knows; with `kind` only the steps of such pieces come.
    """
    if in_check is None:
        in_check = is_checked(cells, side)
    own = side << 3
    general = general_square(cells, side)
    sensitive = _SENSITIVE[general]
    for origin, value in enumerate(cells):
        if not value or value & 8 != own or kind not in (None, value & 7):
            continue
        exposed = in_check or origin == general or origin in sensitive
        for target in sorted(targets(cells, origin)):
            step = (origin, target)
            if not (exposed or target in sensitive) or is_safe(cells, step, side):
                yield step


def has_legal_step(cells: Cells, side: Side, in_check: bool) -> bool:
    """Whether the side has a step after which its general is not attacked; `in_check`: whether it is attacked now."""
    return any(True for _ in legal_steps(cells, side, in_check))
