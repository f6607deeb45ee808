"""The claims of Xiangqi's motives, read off legal moves, checks and the pieces on the board."""

from __future__ import annotations

import dataclasses

from slips import Claims

from game.rules.core import Move, Piece, Position, Side, Square, Termination
from game.rules.xiangqi.position import XiangqiPosition, position_of

WORTH = {"soldier": 10, "advisor": 20, "elephant": 20, "horse": 40, "cannon": 45, "rook": 90, "general": 1000}
SCREENED = {"mate-smothered", "mate-double-cannon", "mate-cannon-horse", "mate-by-cannon"}


def turned(position: Position, side: Side) -> XiangqiPosition:
    assert isinstance(position, XiangqiPosition)
    return position if position.turn is side else position_of(position.cells, side)


def column(square: int) -> int:
    return square % 9


def rank(side: Side, square: int) -> int:
    return square // 9 if side is Side.FIRST else 9 - square // 9


def worth(position: Position, square: int) -> int:
    piece = position.pieces()[Square(square)]
    crossed = piece.kind == "soldier" and rank(piece.side, square) > 4
    return 20 if crossed else WORTH[piece.kind]


def total(position: Position, side: Side) -> int:
    return sum(worth(position, at) * (1 if piece.side is side else -1) for at, piece in position.pieces().items())


def takers(position: Position, square: int, side: Side) -> list[Move]:
    """The legal captures of a side on a square, if it were to move."""
    try:
        return [move for move in turned(position, side).legal_moves() if move.path[1] == square and move.captured]
    except ValueError:
        return []


def wins_on(position: Position, square: int, side: Side) -> int:
    """What a side wins at most by captures on one square."""
    best = 0
    for move in takers(position, square, side):
        after = _moved(position, *move.path)
        best = max(best, worth(position, square) - wins_on(after, square, side.other))
    return best


def loose(position: Position, side: Side) -> set[int]:
    """A side's pieces that the other would win if it moved."""
    return {
        int(at)
        for at, piece in position.pieces().items()
        if piece.side is side and piece.kind != "general" and wins_on(position, int(at), side.other) > 0
    }


def attacked_by(position: Position, square: int, side: Side) -> set[int]:
    """What the piece on a square attacks, pins and checks left aside: where it stands, with its side to move."""
    assert isinstance(position, XiangqiPosition)
    found = set()
    for target in range(90):
        if position.cells[target] and (position.cells[target] >> 3) != side and _reaches(position, square, target):
            found.add(target)
    return found


def _reaches(position: XiangqiPosition, origin: int, target: int) -> bool:
    piece = position.pieces()[Square(origin)]
    a, b = (column(origin), origin // 9), (column(target), target // 9)
    across, up = b[0] - a[0], b[1] - a[1]
    between = [at for at in position.board.between(Square(origin), Square(target)) if position.cells[at]]
    straight = not across or not up
    match piece.kind:
        case "rook":
            return straight and not between
        case "cannon":
            return straight and len(between) == 1
        case "horse":
            if sorted((abs(across), abs(up))) != [1, 2]:
                return False
            leg = origin + (across // 2 if abs(across) == 2 else 0) + 9 * (up // 2 if abs(up) == 2 else 0)
            return not position.cells[leg]
        case "soldier":
            forward = 1 if piece.side is Side.FIRST else -1
            return (across, up) == (0, forward) or (rank(piece.side, origin) > 4 and (abs(across), up) == (1, 0))
        case "advisor":
            return abs(across) == abs(up) == 1
        case "elephant":
            return abs(across) == abs(up) == 2 and not position.cells[(origin + target) // 2]
        case _:
            return abs(across) + abs(up) == 1


def prey_of(position: Position, square: int, side: Side) -> set[int]:
    """Pieces of a side that the piece on a square attacks and would win, the general among them."""
    found = set()
    for target in attacked_by(position, square, side.other):
        if position.pieces()[Square(target)].kind == "general":
            found.add(target)
            continue
        gain = worth(position, target) - wins_on(_moved(position, square, target), target, side)
        if gain > 0:
            found.add(target)
    return found


def _moved(position: Position, origin: int, target: int) -> XiangqiPosition:
    assert isinstance(position, XiangqiPosition)
    cells = bytearray(position.cells)
    cells[target], cells[origin] = cells[origin], 0
    return position_of(bytes(cells), Side(position.cells[origin] >> 3).other)


def falls(c: Claims, *, kind: str = "lost") -> bool:
    """Whether by the end of the proof the piece has been taken and the side is a piece behind."""
    taken = [
        c.replied[nth].pieces()[c.slip.reply[nth].path[1]]
        for nth in range(0, c.motive.plies, 2)
        if c.slip.reply[nth].captured
    ]
    lost, won = c.piece(kind), [piece.kind for piece in _won(c)]
    behind = total(c.replied[c.motive.plies], c.side) - total(c.slip.before, c.side)
    if taken.count(lost) <= won.count(lost.kind):
        return False  # it was exchanged for one of its kind
    return behind <= -10  # a soldier that crosses the river makes up for some of it


def _won(c: Claims) -> list[Piece]:
    """What the side itself takes, with the move and up to the end of the proof."""
    won = [c.slip.before.pieces()[square] for square in c.slip.move.captured]
    for nth in range(1, c.motive.plies, 2):
        won += [c.replied[nth].pieces()[square] for square in c.slip.reply[nth].captured]
    return won


def _mate(c: Claims) -> bool:
    code, end = c.motive.code, c.replied[-1]
    outcome = end.outcome()
    if outcome is None or outcome.winner is not c.other or c.number("n") != (len(c.slip.reply) + 1) // 2:
        return False
    if code == "mate-stalemate":
        return outcome.termination is Termination.STALEMATE
    checkers = end.checkers()
    if code == "mate-double-check":
        return len(checkers) > 1
    pieces = end.pieces()
    kinds = {pieces[each].kind for each in checkers}
    if code not in SCREENED:
        return kinds == {code.removeprefix("mate-by-")}
    general = next(at for at, piece in pieces.items() if piece == Piece(c.side, "general"))
    screen = next(pieces[at] for at in end.board.between(checkers[0], general) if at in pieces)
    told = (
        "mate-smothered"
        if screen.side is c.side
        else {"cannon": "mate-double-cannon", "horse": "mate-cannon-horse"}.get(screen.kind, "mate-by-cannon")
    )
    return kinds == {"cannon"} and told == code


def holds(c: Claims) -> bool:
    """Whether what the motive says is so."""
    slip, code = c.slip, c.motive.code
    before, after = slip.before.pieces(), slip.after.pieces()
    origin, target = (int(each) for each in slip.move.path)
    if code.startswith("mate-"):
        return _mate(c)
    if code in ("allows-mate", "misses-mate", "misses-mate-at-once"):
        plies = slip.loses_in if code == "allows-mate" else slip.wins_in
        return plies is not None and c.values.get("n", 1) == (plies + 1) // 2
    if code.startswith("perpetual"):
        return slip.ended is not None and slip.ended.winner is c.other and slip.ended.termination.value == code
    if code == "general-into-mate":
        return before[Square(origin)].kind == "general" and c.replied[1].outcome() is not None
    if code in LOSSES or code.startswith("fork-"):
        return falls(c) and _how(c)
    if code in ("misses-capture", "misses-fork", "misses-gain"):
        return _gained(c)
    first = slip.reply[0].path if slip.reply else ()
    best = c.better.path if slip.better else ()
    match code:
        case "bottom-cannon":
            cannon = c.replied[1].pieces()[first[1]]
            return cannon == Piece(c.other, "cannon") and rank(c.other, first[1]) == 9 != rank(c.other, first[0])
        case "answer-attacks":
            new = loose(c.replied[1], c.side) - loose(slip.after, c.side)
            if slip.reply[1:] and slip.reply[1].captured and slip.reply[1].path[1] == first[1]:
                return False
            return c.piece("prey") in {c.replied[1].pieces()[Square(at)] for at in new}
        case "misses-attack":
            new = loose(c.improved[1], c.other) - loose(slip.after, c.other)
            return c.piece("prey") in {c.improved[1].pieces()[Square(at)] for at in new}
        case "misses-check":
            return c.improved[1].is_check() and not slip.after.is_check()
        case "key-point":
            return bool(first and best) and first[1] == best[1]
        case "allows-check":
            return c.replied[1].is_check() and after[first[0]] == c.piece("by")
        case "exchange-worse" | "sacrifice":
            more = worth(slip.after, first[0]) - worth(slip.after, first[1]) >= 20
            retaken = bool(c.reply.captured and slip.reply[1].captured) and slip.reply[1].path[1] == first[1]
            return retaken and more == (code == "sacrifice")
        case "crosses-river":
            return after[first[0]] == c.piece("by") and rank(c.other, first[0]) < 5 <= rank(c.other, first[1])
        case "central-cannon":
            return after[first[0]].kind == "cannon" and column(first[1]) == 4 != column(first[0])
        case "rook-open-file":
            step = 9 if c.other is Side.FIRST else -9
            ahead = [first[1] + step * k for k in range(1, 5)]
            return after[first[0]].kind == "rook" and all(Square(at) not in c.replied[1].pieces() for at in ahead)
        case "general-walks":
            return before[Square(origin)].kind == "general" and not slip.before.is_check()
        case "blocks-horse":
            return any(
                piece == Piece(c.side, "horse") and abs(at - target) in (1, 9) and target not in before
                for at, piece in after.items()
            )
        case "rook-at-home":
            home = rank(c.side, best[0]) == 0 and column(best[0]) in (0, 8)
            return before[best[0]].kind == "rook" and home and before[Square(origin)].kind != "rook"
        case "retreats":
            back = rank(c.side, target) < rank(c.side, origin)
            return (
                back and before[Square(origin)] == c.piece("piece") and rank(c.side, best[1]) >= rank(c.side, best[0])
            )
        case "soldier-move" | "passive-guard":
            kinds = ("soldier",) if code == "soldier-move" else ("advisor", "elephant")
            return before[Square(origin)].kind in kinds and before[best[0]] == c.piece("piece")
        case "reaches-less":
            now, was = (_reach(each, at, c.side) for each, at in ((slip.after, target), (slip.before, origin)))
            return (now, was) == (c.number("n"), c.number("m")) and now < was
    raise AssertionError(f"nothing checks {code}")


def _reach(position: Position, square: int, side: Side) -> int:
    """How many squares a piece could go to, its general's safety left aside."""
    assert isinstance(position, XiangqiPosition)
    found = len(attacked_by(position, square, side))
    kind = position.pieces()[Square(square)].kind
    for target in range(90):
        if position.cells[target]:
            continue
        if kind == "horse":
            found += _reaches(position, square, target)
            continue
        same_line = column(target) == column(square) or target // 9 == square // 9
        between = position.board.between(Square(square), Square(target))
        found += same_line and not any(position.cells[at] for at in between)
    return found


LOSSES = {
    "bad-exchange", "bad-exchanges", "exchange-later", "moves-into", "guard-lost", "leaves-hanging", "removes-guard",
    "gives-screen", "opens-line", "frees-leg", "taken", "discovered", "check-wins", "lost-next", "skewer", "pinned",
    "trapped", "attacked", "lost-later",
}  # fmt: skip


def _how(c: Claims) -> bool:
    """Whether the piece is lost in the way that the motive tells."""
    slip, code = c.slip, c.motive.code
    _before, after = slip.before.pieces(), slip.after.pieces()
    origin, target = slip.move.path
    first = slip.reply[0].path
    taken_at = slip.reply[0].path[1]
    told = "by" in c.values and code in ("moves-into", "leaves-hanging", "removes-guard", "opens-line", "taken")
    if told and (after[first[0]], after[taken_at]) != (c.piece("by"), c.piece("lost")):
        return False
    could = any(move.path[0] == first[0] for move in takers(slip.before, taken_at, c.other))
    match code:
        case "bad-exchange":
            at = slip.reply[0].path[1]
            retaken = any(move.captured and move.path[1] == at for move in slip.reply[1 : c.motive.plies : 2])
            worthy = 5 * WORTH[c.piece("won").kind] >= 2 * WORTH[c.piece("lost").kind]
            is_lost = after[taken_at] == c.piece("lost")
            return is_lost and c.piece("won") in _won(c) and (bool(slip.move.captured) or retaken or worthy)
        case "bad-exchanges":
            return bool(_won(c))
        case "exchange-later":
            nth = 2 * (c.number("n") - 1)
            is_lost = c.replied[nth].pieces()[slip.reply[nth].path[1]] == c.piece("lost")
            return is_lost and c.piece("won") in _won(c)
        case "moves-into":
            return taken_at == target
        case "guard-lost":
            return c.piece("lost").kind in ("advisor", "elephant")
        case "leaves-hanging":
            return wins_on(slip.before, taken_at, c.other) > 0 and taken_at != target
        case "removes-guard":
            guard = _moved_away(slip.before, taken_at)
            return (
                taken_at != target
                and _reaches(guard, origin, taken_at)
                and not _reaches(guard_now(slip, taken_at), target, taken_at)
            )
        case "gives-screen":
            return (
                not could
                and after[first[0]].kind == "cannon"
                and target in slip.after.board.between(first[0], taken_at)
            )
        case "opens-line":
            return not could and origin in slip.before.board.between(first[0], taken_at)
        case "frees-leg":
            return not could and after[first[0]].kind == "horse" and abs(int(origin) - int(first[0])) in (1, 9)
        case "taken":
            return bool(c.reply.captured)
        case "lost-later":
            nth = 2 * (c.number("n") - 1)
            return c.replied[nth].pieces()[slip.reply[nth].path[1]] == c.piece("lost")
    second = slip.reply[2].path
    if c.replied[2].pieces()[second[1]] != c.piece("lost"):
        return False
    mover = first[1]
    attacked = c.replied[1]
    match code:
        case "discovered":
            was = _reaches_now(slip.after, second[0], second[1])
            return second[0] != mover and not was and _reaches_now(attacked, second[0], second[1])
        case "check-wins":
            return attacked.is_check()
        case "lost-next":
            return bool(slip.reply[2].captured)
        case "skewer":
            return slip.reply[1].path[0] in attacked.board.between(mover, second[1]) and second[0] == mover
        case "attacked" | "trapped" | "pinned":
            if attacked.is_check():
                return False
            if code == "attacked":
                return second[0] == mover
            ways = [move for move in attacked.legal_moves() if move.path[0] == second[1]]
            if code == "pinned":
                return not ways and _reaches_now(attacked, mover, second[1])
            return bool(ways) and all(
                wins_on(attacked.play(move), move.path[1], c.other) > sum(worth(attacked, at) for at in move.captured)
                for move in ways
            )
    assert code.startswith("fork-")
    prey = prey_of(attacked, mover, c.side)
    others = {attacked.pieces()[Square(at)] for at in prey if at != second[1]}
    return (
        second[1] in prey
        and c.piece("second") in others
        and attacked.pieces()[mover].kind == code.removeprefix("fork-")
    )


def _reaches_now(position: Position, origin: int, target: int) -> bool:
    assert isinstance(position, XiangqiPosition)
    return bool(position.cells[origin]) and _reaches(position, origin, target)


def _moved_away(position: Position, square: int) -> XiangqiPosition:
    """The position without what stands on a square."""
    assert isinstance(position, XiangqiPosition)
    cells = bytearray(position.cells)
    cells[square] = 0
    return dataclasses.replace(position, cells=bytes(cells))


def guard_now(slip: object, square: int) -> XiangqiPosition:
    return _moved_away(slip.after, square)  # type: ignore[attr-defined]


def _gained(c: Claims) -> bool:
    slip, plies = c.slip, c.motive.plies
    taken = [
        c.improved[nth].pieces()[slip.better[nth].path[1]] for nth in range(0, plies, 2) if slip.better[nth].captured
    ]
    paid = [
        c.improved[nth].pieces()[slip.better[nth].path[1]].kind
        for nth in range(1, plies, 2)
        if slip.better[nth].captured
    ]
    if taken.count(c.piece("prize")) <= paid.count(c.piece("prize").kind):
        return False  # one of its kind was given for it
    if total(c.improved[plies], c.side) - total(slip.before, c.side) < 10:
        return False
    if c.motive.code == "misses-capture":
        return bool(c.better.captured) and c.improved[0].pieces()[c.better.path[1]] == c.piece("prize")
    if c.motive.code == "misses-fork":
        return len(prey_of(c.improved[1], int(c.better.path[1]), c.other)) > 1
    nth = 2 * (c.number("n") - 1)
    return c.improved[nth].pieces()[slip.better[nth].path[1]] == c.piece("prize")
