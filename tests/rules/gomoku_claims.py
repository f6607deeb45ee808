"""The claims of Gomoku's motives, found by putting stones on the board and asking the rules who has won."""

from __future__ import annotations

import dataclasses
from functools import cache

from slips import Claims

from game.rules.core import Move, Position, Side, Square, Termination
from game.rules.gomoku.position import GomokuPosition

AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


def put(position: GomokuPosition, square: int, colour: Side) -> GomokuPosition:
    """A stone of a colour on an empty point, whoever is to move and whatever is forbidden."""
    cells = position.cells[:square] + bytes((colour + 1,)) + position.cells[square + 1 :]
    return dataclasses.replace(position, cells=cells, ending=None, foul=None)


def run_through(position: GomokuPosition, square: int, axis: tuple[int, int]) -> list[int]:
    """The unbroken row of one colour through a stone, in order."""
    board, cells = position.board, position.cells
    found = [square]
    for way in (-1, 1):
        x, y = board.column(Square(square)) + way * axis[0], board.row(Square(square)) + way * axis[1]
        while 0 <= x < board.columns and 0 <= y < board.rows and cells[y * board.columns + x] == cells[square]:
            found.append(y * board.columns + x)
            x, y = x + way * axis[0], y + way * axis[1]
    return sorted(found)


def five_axes(position: GomokuPosition, square: int) -> list[tuple[int, int]]:
    """The axes on which the stone on a square stands in a row that wins for its colour."""
    colour = Side(position.cells[square] - 1)
    return [axis for axis in AXES if position.rule.wins(colour, len(run_through(position, square, axis)))]


@cache
def fives(position: GomokuPosition, colour: Side) -> frozenset[int]:
    """Where a stone of the colour makes five."""
    return frozenset(
        at for at, cell in enumerate(position.cells) if not cell and five_axes(put(position, at, colour), at)
    )


def on_axes(position: GomokuPosition, square: int) -> list[int]:
    """The empty points within four steps of a point on its axes."""
    board, cells = position.board, position.cells
    x, y = board.column(Square(square)), board.row(Square(square))
    places = [(x + far * a, y + far * b) for a, b in AXES for far in range(-4, 5)]
    points = [b * board.columns + a for a, b in places if 0 <= a < board.columns and 0 <= b < board.rows]
    return [each for each in points if not cells[each]]


@cache
def new_fives(position: GomokuPosition, square: int, colour: Side) -> dict[tuple[int, int], set[int]]:
    """By axis the points where the colour makes a five that has the stone on a square in it."""
    found: dict[tuple[int, int], set[int]] = {}
    for at in on_axes(position, square):
        after = put(position, at, colour)
        for axis in five_axes(after, at):
            if square in run_through(after, at, axis):
                found.setdefault(axis, set()).add(at)
    return found


@cache
def open_threes(position: GomokuPosition, square: int, colour: Side) -> set[tuple[int, int]]:
    """The axes on which the stone stands in a three: one more makes a four with two fives."""
    fours, found = new_fives(position, square, colour), set()
    for at in on_axes(position, square):
        after = put(position, at, colour)
        for axis, points in new_fives(after, at, colour).items():
            row = run_through(after, at, axis)
            new = axis not in fours and len(points) > 1 and (square in row or _spans(points, square, row))
            if new and not _is_foul(position, at, colour):
                found.add(axis)
    return found


def _spans(points: set[int], square: int, row: list[int]) -> bool:
    return min(points) < square < max(points) and square in row


def _is_foul(position: GomokuPosition, square: int, colour: Side) -> bool:
    if colour is not Side.FIRST:
        return False
    turn = position.colour(Side.FIRST)
    return square in dataclasses.replace(position, turn=turn, ending=None).forbidden()


def shape(position: Position, square: int, colour: Side) -> str:
    assert isinstance(position, GomokuPosition)
    if five_axes(position, square):
        return "five"
    fours, threes = new_fives(position, square, colour), open_threes(position, square, colour)
    if any(len(points) > 1 for points in fours.values()):
        return "open-four"
    if len(fours) > 1:
        return "double-four"
    if fours:
        return "four-three" if threes else "four"
    return "double-three" if len(threes) > 1 else "three" if threes else ""


def all_fours(positions: list[Position], moves: tuple[Move, ...], colour: Side) -> bool:
    """Whether every other stone threatens five or makes it, the last one."""
    for nth in range(0, len(moves), 2):
        after = positions[nth + 1]
        assert isinstance(after, GomokuPosition)
        last = nth == len(moves) - 1
        if last != (after.outcome() is not None) or (not last and not fives(after, colour)):
            return False
    return len(moves) % 2 == 1


def holds(c: Claims) -> bool:
    """Whether what the motive says is so."""
    slip, code = c.slip, c.motive.code
    before, after = slip.before, slip.after
    assert isinstance(before, GomokuPosition)
    assert isinstance(after, GomokuPosition)
    own = before.colour_to_move
    square = int(slip.move.path[0])
    best = int(c.better.path[0]) if slip.better and c.better.path else -1
    answer = int(c.reply.path[0]) if slip.reply and c.reply.path else -1
    told, n = c.values.get("square"), c.values.get("n")

    def answered() -> str:
        return shape(c.replied[1], answer, own.other)

    def bettered() -> str:
        return shape(c.improved[1], best, own)

    match code:
        case "forbidden-double-three" | "forbidden-double-four" | "forbidden-overline":
            outcome = after.outcome()
            lost = outcome is not None and outcome.termination is Termination.FORBIDDEN_MOVE
            return lost and f"forbidden-{before.forbidden()[Square(square)]}" == code
        case "misses-five":
            return best == told and best in fives(before, own) and after.outcome() is None
        case "ignores-four":
            outcome = c.replied[1].outcome()
            won = outcome is not None and outcome.winner is c.other and answer == told
            had = fives(before, own.other)
            return won and had == {answer}
        case "misses-open-four" | "misses-double-four" | "misses-four-three" | "misses-double-three":
            return slip.wins_in is not None and best == told and f"misses-{bettered()}" == code
        case "misses-fours-win":
            return all_fours(c.improved, slip.better, own) and n == (len(slip.better) + 1) // 2
        case "misses-win":
            return slip.wins_in is not None and n == (slip.wins_in + 1) // 2
        case "ignores-three":
            could = len(fives(put(before, answer, own.other), own.other)) > 1
            return answer == told and could and answered() == "open-four"
        case "allows-double-four" | "allows-four-three" | "allows-double-three":
            return answer == told and f"allows-{answered()}" == code
        case "allows-fours-win":
            return all_fours(c.replied, slip.reply, own.other) and n == (len(slip.reply) + 1) // 2
        case "vain-four":
            return bool(new_fives(after, square, own)) and slip.loses_in is not None and n == (slip.loses_in + 1) // 2
        case "key-point":
            return answer == best == told
        case "allows-win":
            return slip.loses_in is not None and n == (slip.loses_in + 1) // 2
        case "four-gives-four" | "four-gives-three":
            stopped = answer in fives(after, own) and not fives(c.replied[1], own) - fives(before, own)  # type: ignore[arg-type]
            return stopped and answer == told and f"four-gives-{answered()}" == code
        case "wasted-four":
            return answer == told and answer in fives(after, own) and shape(after, square, own) == "four"
        case "misses-three" | "misses-four":
            made = bettered()
            return (
                best == told
                and not shape(after, square, own)
                and (made == "three") == (code == "misses-three")
                and bool(made)
            )
        case "allows-three" | "allows-four":
            made = answered()
            return answer == told and bool(made) and (made == "three") == (code == "allows-three")
        case "wasted-three":
            was, now = (open_threes(each, square, own) for each in (after, c.replied[1]))  # type: ignore[arg-type]
            return answer == told and bool(was) and len(now) < len(was)
        case "far-away":
            board = before.board
            gaps = [
                max(
                    abs(board.column(at) - board.column(Square(square))), abs(board.row(at) - board.row(Square(square)))
                )
                for at in before.pieces()
            ]
            return min(gaps) == n
        case "cramped":
            return [free_axes(before, each, own) for each in (square, best)] == [n, c.values["m"]]
        case "disconnected" | "does-not-hinder":
            colour = own if code == "disconnected" else own.other
            return [close(before, each, colour) for each in (square, best)] == [n, c.values["m"]]
    raise AssertionError(f"nothing checks {code}")


def free_axes(position: GomokuPosition, square: int, colour: Side) -> int:
    """On how many axes five points in a row, this one among them, hold no stone of the other colour."""
    board, found = position.board, 0
    x, y = board.column(Square(square)), board.row(Square(square))
    for across, up in AXES:
        for start in range(-4, 1):
            points = [(x + (start + k) * across, y + (start + k) * up) for k in range(5)]
            inside = all(0 <= a < board.columns and 0 <= b < board.rows for a, b in points)
            if inside and all(position.cells[b * board.columns + a] != colour.other + 1 for a, b in points):
                found += 1
                break
    return found


def close(position: GomokuPosition, square: int, colour: Side) -> int:
    """Stones of a colour within two steps, straight or diagonally."""
    board = position.board
    found = 0
    for at, piece in position.pieces().items():
        across = abs(board.column(at) - board.column(Square(square)))
        up = abs(board.row(at) - board.row(Square(square)))
        found += piece.side is colour and 0 < max(across, up) <= 2 and (across == up or not across or not up)
    return found
