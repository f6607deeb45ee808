"""Move texts of draughts: `32-28`, `32x23`, and the whole way where several captures share both ends
(`47x38x24x13x36`).

Read are also `:` and `×` for `x`, `32-23` for a capture, more squares of the way than are needed, the form of the Hub
protocol (`32x23x28`: origin, target, what is taken), and on 8x8 boards algebraic squares (`c3-d4`, `c3:e5`), also
without a stroke (`c3d4`) and in the short notation of Russian records, which names the origin's column only (`cd4`,
`c:e5`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from game.rules.draughts.board import Ruleset
from game.rules.draughts.moves import IndexedMove

_TEXT = re.compile(r"([0-9]{1,2}|[a-h][1-8])(?:[-x:]([0-9]{1,2}|[a-h][1-8]))+")
_SPLIT = re.compile(r"[-x:]")
_CLOSE = re.compile(r"([a-h][1-8])(?=[a-h][1-8])")
_SHORT = re.compile(r"([a-h])[-x:]?((?:[a-h][1-8][-x:]?){0,12}[a-h][1-8])")
_FILES = "abcdefgh"


def read_squares(text: str, rules: Ruleset) -> tuple[int, ...] | None:
    """The indices of the squares that a text names, two or more; None if it is no move text of this board."""
    text = _CLOSE.sub(r"\1-", text.replace("×", "x").lower()) if len(text) <= 200 else ""
    if not _TEXT.fullmatch(text):
        return None
    indices = [_read_square(name, rules) for name in _SPLIT.split(text)]
    found = tuple(index for index in indices if index is not None)
    return found if len(found) == len(indices) else None


def _read_square(name: str, rules: Ruleset) -> int | None:
    if name.isdigit():
        number = int(name)
        return number - 1 if 1 <= number <= rules.squares else None
    column, row = ord(name[0]) - ord("a"), int(name[1])
    if rules.rows != 8 or (column + row) % 2 == 0:
        return None
    return (8 - row) * 4 + column // 2


def read_short(text: str, legal: Sequence[IndexedMove], rules: Ruleset) -> tuple[IndexedMove, ...] | None:
    """The legal steps that a text in the short notation may mean; None if it is no such text."""
    match = _SHORT.fullmatch(text.replace("×", "x").lower())
    if match is None or rules.rows != 8:
        return None
    squares = [_read_square(name, rules) for name in re.findall("[a-h][1-8]", match[2])]
    column = _FILES.index(match[1])
    on_board = [square for square in squares if square is not None]
    if len(on_board) != len(squares):
        return ()
    return tuple(
        step
        for step in legal
        if rules.place(step.origin)[0] == column and _goes_through(step, (step.origin, *on_board))
    )


def native_text(text: str, rules: Ruleset, algebraic: bool) -> str:
    """A square's or a move's text for people: captures as `32×23`, or with letters as `c3:e5`."""
    if not algebraic:
        return text.replace("x", "×")

    def square(number: re.Match[str]) -> str:
        column, row = rules.place(int(number[0]) - 1)
        return f"{_FILES[column]}{rules.rows - row}"

    return re.sub("[0-9]+", square, text).replace("x", ":")


def named(steps: Sequence[IndexedMove], squares: Sequence[int], rules: Ruleset) -> tuple[IndexedMove, ...]:
    """The steps that these squares may mean: those whose way they are; if there is none, those with these ends that
    land on the squares between, in this order; or, as engines of the field write, origin, target, captured squares."""
    exact = tuple(step for step in steps if tuple(squares) in (step.route, turns(step, rules)))
    if exact:
        return exact
    through = tuple(step for step in steps if _goes_through(step, squares))
    ends, taken = tuple(squares[:2]), frozenset(squares[2:])
    return through or tuple(step for step in steps if (step.origin, step.target) == ends and step.taken == taken)


def _goes_through(step: IndexedMove, squares: Sequence[int]) -> bool:
    if (step.origin, step.target) != (squares[0], squares[-1]):
        return False
    route = iter(step.route[1:-1])
    return all(square in route for square in squares[1:-1])


def turns(step: IndexedMove, rules: Ruleset) -> tuple[int, ...]:
    """The route without the squares between at which a piece goes straight on."""
    route = step.route
    kept = [route[0]]
    for before, here, after in zip(route, route[1:], route[2:], strict=False):
        if not any(here in ray and after in ray for ray in rules.rays[before]):
            kept.append(here)
    return (*kept, route[-1])


def write_step(step: IndexedMove, legal: Sequence[IndexedMove], rules: Ruleset) -> str:
    """The text of a step, unique among the legal ones."""
    if not step.taken:
        return f"{step.origin + 1}-{step.target + 1}"
    rivals = [other for other in legal if (other.origin, other.target) == (step.origin, step.target) and other != step]
    squares: tuple[int, ...] = (step.origin, step.target)
    if rivals:
        squares = turns(step, rules)
        if any(squares in (other.route, turns(other, rules)) for other in rivals):
            squares = step.route
    return "x".join(str(index + 1) for index in squares)
