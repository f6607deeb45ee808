"""The claims of Reversi's motives, read off legal moves and discs alone."""

from __future__ import annotations

from slips import Claims, count, targets

from game.rules.core import Position, Side

LAST = 7
CORNERS = {(0, 0), (0, LAST), (LAST, 0), (LAST, LAST)}


def place(square: int) -> tuple[int, int]:
    return square % 8, square // 8


def near(square: int) -> list[int]:
    x, y = place(square)
    return [
        b * 8 + a
        for a in range(x - 1, x + 2)
        for b in range(y - 1, y + 2)
        if 0 <= a < 8 and 0 <= b < 8 and (a, b) != (x, y)
    ]


def is_corner(square: int) -> bool:
    return place(square) in CORNERS


def is_edge(square: int) -> bool:
    return bool({0, LAST} & set(place(square)))


def empty(position: Position, square: int) -> bool:
    return square not in position.pieces()


def corner_targets(position: Position, side: Side) -> set[int]:
    return {int(each) for each in targets(position, side) if is_corner(each)}


def open_discs(position: Position, side: Side) -> int:
    return sum(
        piece.side is side and any(empty(position, each) for each in near(square))
        for square, piece in position.pieces().items()
    )


def flipped(before: Position, after: Position, side: Side) -> set[int]:
    was = {square for square, piece in before.pieces().items() if piece.side is not side}
    return {int(each) for each in was if after.pieces()[each].side is side}


def openness(before: Position, after: Position, side: Side, square: int) -> int:
    return len(
        {each for disc in flipped(before, after, side) for each in near(disc) if empty(before, each) and each != square}
    )


def area(position: Position, square: int) -> int:
    found, waiting = {square}, [square]
    while waiting:
        new = [each for each in near(waiting.pop()) if empty(position, each) and each not in found]
        found.update(new)
        waiting += new
    return len(found)


def holds(c: Claims) -> bool:
    """Whether what the motive says is so."""
    slip, code = c.slip, c.motive.code
    square = int(slip.move.path[0])
    answer = int(c.reply.path[0]) if slip.reply and c.reply.path else -1
    best = int(c.better.path[0]) if slip.better and c.better.path else -1
    told = c.values.get("square")
    match code:
        case "wiped-out":
            return count(c.replied[c.motive.plies], c.side) == 0 and c.number("n") == (c.motive.plies + 1) // 2
        case "leaves-corner":
            before, instead = corner_targets(slip.before, c.other), corner_targets(c.improved[1], c.other)
            return answer == told and told in before and told not in instead
        case "x-square" | "c-square" | "opens-corner":
            across, up = (abs(a - b) for a, b in zip(place(square), place(answer), strict=True))
            shape = "x-square" if across == up == 1 else "c-square" if across + up == 1 else "opens-corner"
            new = answer not in corner_targets(slip.before, c.other)
            return is_corner(answer) and answer == told and new and shape == code
        case "misses-corner":
            return is_corner(best) and best == told and not is_corner(square)
        case "count-win-lost" | "count-draw-lost" | "count-less":
            ends = [c.improved[-1].outcome(), c.replied[-1].outcome()]
            scores = [end.score[c.side] for end in ends if end is not None and end.score is not None]
            if scores != [c.number("held"), c.number("left")] or scores[0] - scores[1] != c.number("n"):
                return False
            change = tuple("lost" if score < 32 else "draw" if score == 32 else "win" for score in scores)
            told_change = (
                "count-win-lost"
                if change[0] == "win" != change[1]
                else "count-draw-lost"
                if change[0] == "draw"
                else "count-less"
            )
            return told_change == code
        case "must-pass":
            return not c.replied[1].legal_moves() and c.replied[1].outcome() is None
        case "misses-pass":
            return (
                not c.improved[1].legal_moves() and c.improved[1].outcome() is None and bool(slip.after.legal_moves())
            )
        case "no-safe-move":
            moves = c.replied[1].legal_moves()
            had = corner_targets(c.replied[1], c.other)
            return len(moves) == c.number("n") and all(
                corner_targets(c.replied[1].play(move), c.other) - had for move in moves
            )
        case "wedge":
            x, y = place(answer)
            pairs = [((x - 1, y), (x + 1, y))] if y in (0, LAST) else []
            pairs += [((x, y - 1), (x, y + 1))] if x in (0, LAST) else []
            held = slip.after.pieces()
            return answer == told and any(
                all(b * 8 + a in held and held[b * 8 + a].side is c.side for a, b in pair)  # type: ignore[index]
                for pair in pairs
            )
        case "corner-later":
            nth = 2 * (c.number("n") - 1)
            return (
                slip.reply[nth].path[0] == told
                and is_corner(c.number("square"))
                and not any(move.path and is_corner(move.path[0]) for move in slip.reply[:nth:2])
            )
        case "parity":
            played_in, better_in = area(slip.before, square), area(slip.before, best)
            return (played_in, better_in) == (c.number("n"), c.number("m")) and played_in % 2 == 0 != better_in % 2
        case "few-moves":
            numbers = [len(targets(line[at], c.side)) for line, at in ((c.replied, 1), (c.improved, 2))]
            return numbers == [c.number("n"), c.number("m")] and numbers[0] < numbers[1]
        case "frees-other":
            numbers = [len(targets(each, c.other)) for each in (slip.after, c.improved[1])]
            return numbers == [c.number("n"), c.number("m")] and numbers[0] > numbers[1]
        case "key-square":
            return answer == best == told
        case "greedy":
            taken = [len(flipped(slip.before, each, c.side)) for each in (slip.after, c.improved[1])]
            return taken == [c.number("n"), c.number("m")] and taken[0] > taken[1]
        case "openness":
            pairs_of = ((slip.after, square), (c.improved[1], best))
            opened = [openness(slip.before, each, c.side, at) for each, at in pairs_of]
            return opened == [c.number("n"), c.number("m")] and opened[0] > opened[1]
        case "frontier":
            open_now = [open_discs(each, c.side) for each in (slip.after, c.improved[1])]
            return open_now == [c.number("n"), c.number("m")] and open_now[0] > open_now[1]
        case "beside-corner":
            return (
                is_corner(c.number("square"))
                and square in near(c.number("square"))
                and empty(slip.after, c.number("square"))
            )
        case "gives-edge":
            return answer == told and is_edge(answer) and answer not in targets(slip.before, c.other)
        case "move-gone":
            legal = best in targets(slip.before, c.side)
            return best == told and legal and best not in targets(c.replied[1], c.side)
        case "edge-early":
            return is_edge(square) and square == told and not is_edge(best) and len(slip.before.pieces()) <= 32
        case "mobility-later":
            plies = 2 * c.number("n")
            later = (c.replied[plies], c.improved[plies + 1])
            counts = [len(targets(end, side)) for end in later for side in (c.side, c.other)]
            own, theirs, spared, less = counts
            told_as = [c.number(name) for name in ("own", "theirs", "spared", "less")]
            return counts == told_as and spared - less > own - theirs and plies == c.motive.plies
    raise AssertionError(f"nothing checks {code}")
