"""The claims of draughts' motives, read off legal moves and the number of pieces alone."""

from __future__ import annotations

from slips import Claims, count

from game.rules.core import Move, Position, Side, Termination


def both(position: Position, claims: Claims) -> tuple[int, int]:
    """How many pieces the slip's side has, and the other."""
    return count(position, claims.side), count(position, claims.other)


def loss(position: Position, side: Side) -> int:
    """What the side loses in worth by captures from here, its own captures taken off."""
    moves = [move for move in position.legal_moves() if move.captured]
    if not moves:
        return 0
    found = []
    for move in moves:
        worth = sum(3 if position.pieces()[each].kind == "king" else 1 for each in move.captured)
        rest = loss(position.play(move), side)
        found.append(rest + (-worth if position.turn is side else worth))
    return min(found) if position.turn is side else max(found)


def first_crowned(positions: list[Position], moves: tuple[Move, ...], side: Side) -> tuple[int, int] | None:
    """The ply and square where a side first gets a king more."""
    for plies, move in enumerate(moves, start=1):
        before, after = positions[plies - 1], positions[plies]
        if before.turn is side and before.pieces()[move.path[0]].kind != after.pieces()[move.path[-1]].kind:
            return plies, int(move.path[-1])
    return None


def home_row(position: Position, square: int, side: Side) -> bool:
    """Whether a square lies on the row nearest to a side."""
    rows = position.board.rows
    row = square // position.board.columns
    return row == (0 if side is Side.FIRST else rows - 1)


def holds(c: Claims) -> bool:
    """Whether what the motive says is so."""
    slip, code = c.slip, c.motive.code
    plies = c.motive.plies
    line = c.improved if c.motive.is_missed else c.replied
    end = line[min(plies, len(line) - 1)]
    own, theirs = both(slip.before, c)
    now = both(end, c)
    lost, won = own - now[0], theirs - now[1]
    at_rest = not any(move.captured for move in end.legal_moves())
    n, m, k = (c.values.get(name) for name in "nmk")
    match code:
        case "takes-less":
            return (len(slip.move.captured), len(c.better.captured)) == (n, m)
        case "wrong-capture":
            return bool(slip.move.captured and c.better.captured) and slip.move != c.better
        case "wrong-capture-loses":
            after = own - count(slip.after, c.side), theirs - count(slip.after, c.other)
            return (
                bool(slip.move.captured and c.better.captured) and at_rest and (lost - after[0]) - (won - after[1]) == n
            )
        case "shot" | "shot-king":
            after_own, after_theirs = both(slip.after, c)
            forced = all(move.captured for move in c.replied[1].legal_moves())
            crowned = first_crowned(c.replied[: plies + 1], slip.reply[:plies], c.other) is not None
            right = (after_theirs - now[1], after_own - now[0]) == (k, n)
            return not c.reply.captured and forced and right and at_rest and crowned == (code == "shot-king")
        case "king-lost":
            return at_rest and any(
                c.replied[nth].pieces()[each].kind == "king"
                for nth in range(0, plies, 2)
                for each in slip.reply[nth].captured
            )
        case "attacked" | "men-lost-later" | "unmet-threat" | "runs-into" | "opens-hole" | "men-lost":
            after_own, after_theirs = both(slip.after, c)
            net = (after_own - now[0]) - (after_theirs - now[1])
            if net != n or not at_rest or net <= 0:
                return False
            if code == "unmet-threat":
                return bool(set(slip.before.threats()) & set(c.reply.captured))
            if code == "runs-into":
                return slip.move.path[-1] in c.reply.captured
            if code == "opens-hole":
                return c.values["square"] == slip.move.path[0] and slip.move.path[0] in c.reply.path
            return bool(c.reply.captured) == (code == "men-lost")
        case "bad-exchange":
            after_own, after_theirs = both(slip.after, c)
            return at_rest and (after_theirs - now[1], after_own - now[0]) == (k, n) and k > 0  # type: ignore[operator]
        case "blocked" | "all-taken":
            outcome = c.replied[-1].outcome()
            if outcome is None or outcome.winner is not c.other or n != (len(slip.reply) + 1) // 2:
                return False
            return (outcome.termination is Termination.NO_MOVES) == (code == "blocked")
        case "back-rank" | "lets-crown":
            crowned_at = first_crowned(c.replied, slip.reply, c.other)
            told = (plies, c.values["square"])
            guard = (
                home_row(slip.before, slip.move.path[0], c.side)
                and slip.before.pieces()[slip.move.path[0]].kind == "man"
            )
            return crowned_at == told and n == (plies + 1) // 2 and guard == (code == "back-rank")
        case "misses-crown":
            crowned_at = first_crowned(c.improved, slip.better, c.side)
            return crowned_at == (plies, c.values["square"]) and n == (plies + 1) // 2
        case "misses-shot":
            forced = all(move.captured for move in c.improved[1].legal_moves())
            return not c.better.captured and forced and at_rest and (lost, won) == (k, n) and won > lost
        case "misses-men":
            return at_rest and won - lost == n and won > lost
        case "misses-win":
            return slip.wins_in is not None and n == (slip.wins_in + 1) // 2
        case "loses-by-force":
            return slip.loses_in is not None and n == (slip.loses_in + 1) // 2
        case "no-safe-move":
            return bool(c.replied[1].legal_moves()) and all(
                loss(c.replied[1].play(move), c.side) > 0 for move in c.replied[1].legal_moves()
            )
        case "few-safe-moves" | "frees-other":
            pair = (c.replied[1], c.improved[2]) if code == "few-safe-moves" else (slip.after, c.improved[1])
            numbers = [sum(loss(each.play(move), each.turn) <= 0 for move in each.legal_moves()) for each in pair]
            return numbers == [n, m]
        case "exchange-worse":
            return bool(c.reply.captured) and both(c.replied[2], c)[0] - both(c.replied[2], c)[1] == own - theirs
        case "misses-exchange":
            after = both(c.improved[3], c)
            return bool(slip.better[1].captured and slip.better[2].captured) and after[0] - after[1] == own - theirs
        case "key-square":
            return c.reply.path[-1] == c.better.path[-1] == c.values["square"]
        case "leaves-back-rank":
            held = [
                square
                for square, piece in slip.after.pieces().items()
                if piece.side is c.side and home_row(slip.after, square, c.side)
            ]
            return home_row(slip.before, slip.move.path[0], c.side) and len(held) == n
    raise AssertionError(f"nothing checks {code}")
