"""The search of the Gomoku engine: alpha-beta over line patterns, with continuous fours followed at the leaves.

Scores are from the side to move, in units of the evaluation; a win in n plies is MATE - n. What the counts of classes
tell is never searched: an own five wins, two fives of the other side lose, an own straight four wins if the other side
has no five. An answer to a four costs no depth, for there is only one.

No move is pruned before one is known that does not lose: a loss is only claimed when every answer was tried.
"""

from __future__ import annotations

from typing import Final

from ai.common import table
from ai.common.kernels import KernelSet, int64, void
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, Arrays, find_class, is_forbidden, toggle
from ai.gomoku.fouls import BLACK
from ai.gomoku.notation import Rule

KERNELS = KernelSet()

_RENJU = int(Rule.RENJU)

_WHITE_KEY: Final = 0x3C6EF372FE94F82B
_FOURS_KEY: Final = 0x510E527FADE682D1

# Hand-set, in units of the evaluation
_TEMPO: Final = 12
_MUST_ANSWER: Final = 150
"""The other side threatens a straight four."""
_FOUR_THREE: Final = 120
_DOUBLE_THREE: Final = 50
_OTHER_FOUR_THREE: Final = 60
_FUTILITY: Final = 90
"""A quiet move gains less than this a ply."""
_HISTORY_MAX: Final = 1 << 12
_LEAF_FOURS: Final = 8
"""The most fours in a row that are followed at a leaf."""


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: Arrays, side: int) -> int:
    """The static score for the side to move."""
    state = a.state
    mine = at.COUNTS + side * at.CLASSES
    theirs = at.COUNTS + (1 - side) * at.CLASSES
    score: int = int64(state[at.SUMS + side]) - state[at.SUMS + 1 - side] + _TEMPO
    if state[theirs + at.WINNING_FOUR] > 0:
        score -= _MUST_ANSWER
    elif state[mine + at.FOUR_THREE] > 0:
        score += _FOUR_THREE
    elif state[theirs + at.FOUR_THREE] > 0:
        score -= _OTHER_FOUR_THREE
    elif state[mine + at.DOUBLE_THREE] > 0:
        score += _DOUBLE_THREE
    return score


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def win_by_fours(a: Arrays, side: int, fours: int, ply: int) -> int:
    """Plies to a win by fours alone for the side to move, or 0 if none was found with so many fours.

    Each four leaves one answer. The line is left in LINES at `ply`.
    """
    state = a.state
    control = a.control
    if control[at.STOP] != 0:
        return 0
    control[at.NODES] += 1
    if control[at.NODES] >= control[at.NODE_LIMIT]:
        control[at.STOP] = 1
    other = 1 - side
    mine = at.COUNTS + side * at.CLASSES
    theirs = at.COUNTS + other * at.CLASSES
    out = at.LINES + ply * at.MAX_PLY
    if state[mine + at.WINS] > 0:
        state[out] = find_class(a, side, at.WINS)
        state[out + 1] = 0
        return 1
    fives = state[theirs + at.WINS]
    if fives > 1:
        return 0
    if fives == 0 and state[mine + at.WINNING_FOUR] > 0:
        state[out] = find_class(a, side, at.WINNING_FOUR)
        state[out + 1] = 0
        return 3
    if fours <= 0 or ply >= at.MAX_PLY - 4:
        return 0
    key = control[at.HASH] ^ (_WHITE_KEY * side) ^ _FOURS_KEY
    held = table.probe(a.table, key)
    if held != 0 and table.depth_of(held) >= fours:
        return 0
    # 1. the fours worth trying, best first
    first = at.MOVES + ply * 2 * at.MAX_MOVES
    count = 0
    if fives == 1:
        state[first + 1] = find_class(a, other, at.WINS)
        count = 1 if state[state[first + 1] * at.RECORD + at.INFO + side] & at.MAKES_FOUR != 0 else 0
    else:
        size = state[at.SIZE]
        for row in range(size):
            start = (row + at.MARGIN) * at.STRIDE + at.MARGIN
            for point in range(start, start + size):
                record = point * at.RECORD
                if state[record + at.INFO + side] & at.MAKES_FOUR != 0 and state[record + at.CELL] == at.EMPTY:
                    value = a.point[(2 + side) * at.PATTERNS + state[record + at.PATTERN + side]] & 0xFFFF
                    index = count
                    while index > 0 and state[first + 2 * index - 2] < value:
                        state[first + 2 * index] = state[first + 2 * index - 2]
                        state[first + 2 * index + 1] = state[first + 2 * index - 1]
                        index -= 1
                    state[first + 2 * index] = value
                    state[first + 2 * index + 1] = point
                    count += 1
    # 2. each with its one answer
    result = 0
    for index in range(count):
        point = int64(state[first + 2 * index + 1])
        if state[at.RULE] == _RENJU and side == BLACK and is_forbidden(a, point):
            continue
        toggle(a, point, side)
        state[out] = point
        state[out + 1] = 0
        if state[mine + at.WINS] > 1:
            result = 3
        else:
            answer = find_class(a, side, at.WINS)
            if state[at.RULE] == _RENJU and other == BLACK and is_forbidden(a, answer):
                result = 3
            else:
                toggle(a, answer, other)
                below = win_by_fours(a, side, fours - 1, ply + 2)
                toggle(a, answer, other)
                if below > 0:
                    result = below + 2
                    state[out + 1] = answer
                    index_below = at.LINES + (ply + 2) * at.MAX_PLY
                    length = 0
                    while state[index_below + length] != 0 and length < at.MAX_PLY - 4:
                        state[out + 2 + length] = state[index_below + length]
                        length += 1
                    state[out + 2 + length] = 0
        toggle(a, point, side)
        if result > 0 or control[at.STOP] != 0:
            break
    if result == 0 and control[at.STOP] == 0:
        table.store(a.table, key, 0, table.UPPER, fours, control[at.GENERATION], 0, 0)
    return result


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def generate(a: Arrays, side: int, ply: int, best: int) -> int:
    """Write the moves worth trying into MOVES at `ply`, each with its ordering value; gives their number.

    Against a threatened straight four only what touches its rows, and own fours; else every point that forms at least
    a two with some stone. `best` is the move to be tried first (0: none). Points that renju forbids beyond doubt are
    left out; doubtful ones are left to the caller.
    """
    state = a.state
    point_table = a.point
    other = 1 - side
    first = at.MOVES + ply * 2 * at.MAX_MOVES
    defend = state[at.COUNTS + other * at.CLASSES + at.WINNING_FOUR] > 0
    wanted = at.MAKES_FOUR if defend else at.MAKES_TWO
    size = state[at.SIZE]
    count = 0
    for row in range(size):
        start = (row + at.MARGIN) * at.STRIDE + at.MARGIN
        for point in range(start, start + size):
            record = point * at.RECORD
            if state[record + at.CELL] != at.EMPTY:
                continue
            info = state[record + at.INFO + side]
            if (info | state[record + at.INFO + other]) & wanted == 0 or info & at.CLASS_MASK == at.FORBIDDEN:
                continue
            value = (
                (point_table[(2 + side) * at.PATTERNS + state[record + at.PATTERN + side]] & 0xFFFF)
                + (point_table[(2 + other) * at.PATTERNS + state[record + at.PATTERN + other]] >> 16)
                + (state[record + at.HISTORY + side] >> 4)
            )
            if point == best:
                value = 1 << 20
            elif point == state[at.KILLERS + 2 * ply] or point == state[at.KILLERS + 2 * ply + 1]:
                value += 60
            state[first + 2 * count] = value
            state[first + 2 * count + 1] = point
            count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def pick(a: Arrays, ply: int, index: int, count: int) -> int:
    """Bring the best of the moves that are left to `index`; gives its point."""
    state = a.state
    first = at.MOVES + ply * 2 * at.MAX_MOVES
    best = index
    for each in range(index + 1, count):
        if state[first + 2 * each] > state[first + 2 * best]:
            best = each
    value = state[first + 2 * best]
    point: int = state[first + 2 * best + 1]
    # the others keep their order, so that equal values are tried in the same order everywhere
    for each in range(best, index, -1):
        state[first + 2 * each] = state[first + 2 * each - 2]
        state[first + 2 * each + 1] = state[first + 2 * each - 1]
    state[first + 2 * index] = value
    state[first + 2 * index + 1] = point
    return point


@KERNELS.kernel(void(ARRAYS, int64, int64))
def keep_line(a: Arrays, ply: int, point: int) -> None:
    """Make the best line at `ply` this point and the best line of the ply below."""
    state = a.state
    out = at.LINES + ply * at.MAX_PLY
    below = out + at.MAX_PLY
    state[out] = point
    length = 0
    while length < at.MAX_PLY - 2 and state[below + length] != 0:
        state[out + 1 + length] = state[below + length]
        length += 1
    state[out + 1 + length] = 0


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: Arrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position for the side to move, searched `depth` plies deep within alpha and beta."""
    state = a.state
    control = a.control
    other = 1 - side
    mine = at.COUNTS + side * at.CLASSES
    theirs = at.COUNTS + other * at.CLASSES
    state[at.LINES + ply * at.MAX_PLY] = 0

    # Step 1: asked to stop?
    if control[at.STOP] != 0:
        return 0
    control[at.NODES] += 1
    if control[at.NODES] >= control[at.NODE_LIMIT]:
        control[at.STOP] = 1

    # Step 2: ends that the counts tell
    if state[mine + at.WINS] > 0:
        return at.MATE - ply - 1
    if state[at.STONES] == state[at.SIZE] * state[at.SIZE]:
        return 0
    fives = state[theirs + at.WINS]
    if fives > 1:
        return ply + 2 - at.MATE
    if fives == 0 and state[mine + at.WINNING_FOUR] > 0:
        return at.MATE - ply - 3
    if ply >= at.MAX_PLY - 8:
        return evaluate(a, side)
    black_in_renju = state[at.RULE] == _RENJU and side == BLACK

    # Step 3: one answer to a four, which costs no depth
    if fives == 1:
        point = find_class(a, other, at.WINS)
        if black_in_renju and is_forbidden(a, point):
            return ply + 2 - at.MATE
        toggle(a, point, side)
        score = -search(a, other, depth, -beta, -alpha, ply + 1)
        toggle(a, point, side)
        keep_line(a, ply, point)
        return score

    # Step 4: no win can be shorter than the one already known
    alpha = max(alpha, ply - at.MATE)
    beta = min(beta, at.MATE - ply - 5)
    if alpha >= beta:
        return alpha

    # Step 5: at the leaves, fours to the end
    static = evaluate(a, side)
    if depth <= 0:
        may_win = state[mine + at.SINGLE_FOUR] + state[mine + at.FOUR_THREE] + state[mine + at.SUSPECT] > 0
        if may_win and static < beta:
            plies = win_by_fours(a, side, min(state[at.FOURS_AHEAD], _LEAF_FOURS), ply)
            if plies > 0:
                return at.MATE - ply - plies
            state[at.LINES + ply * at.MAX_PLY] = 0
        return static

    # Step 6: the transposition table
    wide = beta - alpha > 1
    key = control[at.HASH] ^ (_WHITE_KEY * side)
    held = 0 if control[at.TABLE_OFF] != 0 else table.probe(a.table, key)
    best_move = table.move_of(held)
    if held != 0 and table.depth_of(held) >= depth and not wide:
        score = table.score_of(held)
        if score > at.MATE_IN_MAX:
            score -= ply
        elif score < -at.MATE_IN_MAX:
            score += ply
        bound = table.bound_of(held)
        if (
            bound == table.EXACT
            or (bound == table.LOWER and score >= beta)
            or (bound == table.UPPER and score <= alpha)
        ):
            return score

    # Step 7: so far ahead that a shallow search will not change it
    threatened = state[theirs + at.WINNING_FOUR] > 0
    if not wide and depth <= 2 and not threatened and static - _FUTILITY * depth >= beta and beta > -at.MATE_IN_MAX:
        return static

    # Step 8: the moves, best first
    count = generate(a, side, ply, best_move)
    first = at.MOVES + ply * 2 * at.MAX_MOVES
    best = at.NO_SCORE
    best_move = 0
    floor = alpha
    tried = 0
    width = 4 + 3 * depth
    for index in range(count):
        point = pick(a, ply, index, count)
        record = point * at.RECORD
        kind = state[record + at.INFO + side] & at.CLASS_MASK
        quiet = kind == at.PLAIN and state[record + at.INFO + other] & at.CLASS_MASK == at.PLAIN
        # Step 9: leave out late and hopeless quiet moves, once a move is known that does not lose
        if best > -at.MATE_IN_MAX and not threatened:
            if tried >= width:
                break
            if not wide and quiet and depth <= 2 and static + _FUTILITY * depth <= alpha:
                continue
        if black_in_renju and kind == at.SUSPECT and is_forbidden(a, point):
            continue
        # Step 10: late quiet moves less deep, then with a null window, then fully where they surprise
        toggle(a, point, side)
        tried += 1
        if tried == 1:
            score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        else:
            less = 0
            if depth >= 3 and tried > 3 and not threatened and kind <= at.THREE:
                less = 1 if tried <= 6 or kind == at.THREE or wide else 2
                if quiet and tried > 16 and depth >= 5:
                    less += 1
            score = -search(a, other, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
            if score > alpha and less > 0:
                score = -search(a, other, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        toggle(a, point, side)
        if control[at.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = point
                if wide:
                    keep_line(a, ply, point)
                if score >= beta:
                    break

    # Step 11: nothing left that may be played
    if tried == 0:
        if count == 0 and not threatened:
            return static  # every stone is walled in: nothing can be formed any more
        return ply + 4 - at.MATE if threatened else static

    # Step 12: learn from a cut-off
    if best >= beta:
        if state[at.KILLERS + 2 * ply] != best_move:
            state[at.KILLERS + 2 * ply + 1] = state[at.KILLERS + 2 * ply]
            state[at.KILLERS + 2 * ply] = best_move
        bonus = min(depth * depth * 16, 1024)
        for index in range(tried):
            each = state[first + 2 * index + 1]
            cell = each * at.RECORD + at.HISTORY + side
            change = bonus if each == best_move else -bonus
            state[cell] += change - state[cell] * bonus // _HISTORY_MAX
            if each == best_move:
                break

    # Step 13: remember
    if control[at.TABLE_OFF] == 0:
        bound = table.LOWER if best >= beta else (table.EXACT if best > floor else table.UPPER)
        kept = best
        if best > at.MATE_IN_MAX:
            kept += ply
        elif best < -at.MATE_IN_MAX:
            kept -= ply
        table.store(a.table, key, best_move, bound, depth, control[at.GENERATION], kept, static)
    return best


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search_root(a: Arrays, side: int, depth: int, slack: int, rank: int, count: int) -> int:
    """Search the moves `rank` to `count` - 1 of ROOT `depth` plies deep; gives the number of moves done before a stop.

    Scores are written beside the moves; those within `slack` of the best are exact, others are upper bounds. The best
    move is brought to place `rank` and its line left in LINES at ply 0.
    """
    state = a.state
    control = a.control
    other = 1 - side
    best = at.NO_SCORE
    for index in range(rank, count):
        point = int64(state[at.ROOT + index])
        floor = max(best - slack, at.NO_SCORE)
        toggle(a, point, side)
        if index == rank:
            score = -search(a, other, depth - 1, -at.MATE, at.MATE, 1)
        else:
            score = -search(a, other, depth - 1, -floor - 1, -floor, 1)
            if score > floor and control[at.STOP] == 0:
                score = -search(a, other, depth - 1, -at.MATE, -floor, 1)
        toggle(a, point, side)
        if control[at.STOP] != 0:
            return index - rank
        if score > best:
            best = score
            keep_line(a, 0, point)
            for each in range(index, rank, -1):
                state[at.ROOT + each] = state[at.ROOT + each - 1]
                state[at.ROOT + at.MAX_MOVES + each] = state[at.ROOT + at.MAX_MOVES + each - 1]
            state[at.ROOT + rank] = point
            state[at.ROOT + at.MAX_MOVES + rank] = score
        else:
            state[at.ROOT + at.MAX_MOVES + index] = score
    return count - rank
