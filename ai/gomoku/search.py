"""The search of the Gomoku engine: alpha-beta over line patterns, with continuous fours followed at every node.

Scores are from the side to move, in units of the evaluation; a win in n plies is MATE - n. What the counts of classes
tell is never searched: an own five wins, two fives of the other side lose, an own straight four wins if the other side
has no five. An answer to a four costs no depth, for there is only one.

No move is pruned before one is known that does not lose: a loss is only claimed when every answer was tried, or was
shown to leave a win by fours as it is.
"""

from __future__ import annotations

from typing import Final

from ai.common import table
from ai.common.control import SELDEPTH
from ai.common.kernels import KernelSet, int64, void
from ai.common.pointers import as_array
from ai.gomoku import layout as at
from ai.gomoku.board import ARRAYS, GomokuArrays, find_class, is_forbidden, lift, place
from ai.gomoku.caro import stopping_points
from ai.gomoku.fours import WHITE_KEY, parry_zone, win_by_fours
from ai.gomoku.move_order import generate, pick
from ai.gomoku.network import correction, sum_on, sum_up
from ai.gomoku.notation import BLACK
from game.rules.gomoku.rows import RowRule

KERNELS = KernelSet()

_RENJU = int(RowRule.RENJU)
_CARO = int(RowRule.CARO)
"""This rule and those after it."""

# Hand-set, in units of the evaluation, in plies or in positions
_FUTILITY: Final = 90
_FUTILITY_DEPTH: Final = 4
"""A quiet move gains less than this a ply."""
_AHEAD: Final = 95
_AHEAD_DEPTH: Final = 6
"""Who is so far above beta for each ply left stays above it."""
_NULL_DEPTH: Final = 4
_NULL_LESS: Final = 3
"""What a search after passing is less deep, and a quarter of the depth more."""
_PLY: Final = 16
_WORSE_LESS: Final = 16
"""Sixteenths of a ply: late moves are searched so much less deep where the side to move does not stand better than two
plies before, ..."""
_CUT_LESS: Final = 24
"""... where a cut-off is expected, ..."""
_MORE: Final = 16
"""... and so much deeper where no window is null, if they make a threat, and if they stop one."""
_HISTORY_MAX: Final = 1 << 12
_FOURS_NODES: Final = 120
"""What following fours may cost at a leaf, and so much more for each ply above it."""


@KERNELS.kernel(int64(ARRAYS, int64))
def threats(a: GomokuArrays, side: int) -> int:
    """Which threats there are for the side to move: an index into the table of threats (ai.gomoku.layout.THREATS)."""
    state = a.state
    mask = 0
    for way in range(2):
        counts = at.COUNTS + (side if way == 0 else 1 - side) * at.CLASSES
        for kind in range(5):
            if state[counts + at.THREE + kind] > 0:
                mask |= 1 << (5 * way + kind)
    theirs = at.COUNTS + (1 - side) * at.CLASSES
    if state[theirs + at.FOUR_THREE] + state[theirs + at.DOUBLE_THREE] > 1:
        mask |= 1 << 10
    return mask


@KERNELS.kernel(int64(ARRAYS, int64))
def evaluate(a: GomokuArrays, side: int) -> int:
    """The static score for the side to move: the mean of the sums now and before the last stone, which keeps a move of
    one side from looking better than the answer to it, and what the threats are worth."""
    state = a.state
    before = at.LOG + max(int64(state[at.STONES]) - 1, 0) * at.LOG_WIDTH + at.SUMS - at.COUNTS
    sums = int64(state[at.SUMS + side]) - state[at.SUMS + 1 - side]
    sums += int64(state[before + side]) - state[before + 1 - side]
    score: int = (sums >> 1) + a.point[at.THREATS + (side << at.THREAT_BITS) + threats(a, side)]
    return score


@KERNELS.kernel(int64(ARRAYS, int64))
def assess(a: GomokuArrays, side: int) -> int:
    """The static score for the side to move with the network's correction, once the network's sums are made."""
    return evaluate(a, side) + correction(a, side, threats(a, side))


@KERNELS.kernel(void(ARRAYS, int64, int64))
def update_pv(a: GomokuArrays, ply: int, point: int) -> None:
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
def less_deep(a: GomokuArrays, depth: int, tried: int, own: int, other: int, extra: int) -> int:
    """Plies by which a late move is searched less deep; `own` and `other` are the classes of its point for the side to
    move and for the other side, `extra` what else counts, in sixteenths of a ply."""
    less = int64(a.state[at.REDUCTIONS + min(depth, 31) * 64 + min(tried, 63)]) + extra
    if own != at.PLAIN:
        less -= _MORE
    if other != at.PLAIN:
        less -= _MORE
    plies: int = max(0, min(less // _PLY, depth - 1))
    return plies


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64, int64))
def search(a: GomokuArrays, side: int, depth: int, alpha: int, beta: int, ply: int, cut: int) -> int:
    """The score of the position for the side to move, searched `depth` plies deep within alpha and beta. `cut`: 1 where
    a score of at least beta is expected, 0 where not."""
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
    control[SELDEPTH] = max(control[SELDEPTH], ply)
    if control[at.NODES] >= control[at.NODE_LIMIT]:
        control[at.STOP] = 1

    # Step 2: ends that the counts tell
    if state[mine + at.WINS] > 0:
        return at.MATE - ply - 1
    if state[at.STONES] == state[at.SIZE] * state[at.SIZE]:
        return 0
    fives = state[theirs + at.WINS]
    in_caro = state[at.RULE] >= _CARO
    if fives > 1 and not in_caro:
        return ply + 2 - at.MATE
    if fives == 0 and state[mine + at.WINNING_FOUR] > 0:
        return at.MATE - ply - 3
    if state[at.PLAYED + ply] != 0:
        sum_on(a, int64(state[at.PLAYED + ply]))
    if ply >= at.MAX_PLY - 8:
        return assess(a, side)
    black_in_renju = state[at.RULE] == _RENJU and side == BLACK

    # Step 3: one answer to a four, which costs no depth; in caro a few
    if fives > 0 and in_caro:
        count = stopping_points(a, other, ply)
        first = at.MOVES + ply * at.MAX_MOVES
        state[at.STATIC + ply] = -state[at.STATIC + ply - 1]
        best = at.NO_SCORE
        for index in range(count):
            point = int64(state[first + index])
            state[at.PLAYED + ply + 1] = point
            place(a, point, side)
            score = -search(a, other, depth, -beta, -max(alpha, best), ply + 1, 1 - cut)
            lift(a, point, side)
            if control[at.STOP] != 0:
                return 0
            if score > best:
                best = score
                update_pv(a, ply, point)
                if score >= beta:
                    break
        return best
    if fives == 1:
        point = find_class(a, other, at.WINS)
        if black_in_renju and is_forbidden(a, point):
            return ply + 2 - at.MATE
        state[at.PLAYED + ply + 1] = point
        state[at.STATIC + ply] = -state[at.STATIC + ply - 1]
        place(a, point, side)
        score = -search(a, other, depth, -beta, -alpha, ply + 1, 1 - cut)
        lift(a, point, side)
        update_pv(a, ply, point)
        return score

    # Step 4: no win can be shorter than the one already known
    alpha = max(alpha, ply - at.MATE)
    beta = min(beta, at.MATE - ply - 5)
    if alpha >= beta:
        return alpha

    # Step 5: at the leaves, fours to the end
    static = assess(a, side)
    state[at.STATIC + ply] = static
    may_win = state[mine + at.SINGLE_FOUR] + state[mine + at.FOUR_THREE] + state[mine + at.SUSPECT] > 0
    if depth <= 0:
        if may_win and static < beta:
            state[at.FOURS_WANTED] = at.FOUR_AND_MORE
            state[at.FOURS_LEFT] = _FOURS_NODES
            plies = win_by_fours(a, side, state[at.FOURS_AHEAD], ply)
            if plies > 0:
                return at.MATE - ply - plies
            state[at.LINES + ply * at.MAX_PLY] = 0
        return static

    # Step 6: the transposition table
    wide = beta - alpha > 1
    key = control[at.HASH] ^ (WHITE_KEY * side)
    held = 0 if control[at.TABLE_OFF] != 0 else table.probe(as_array(a.table, int64(state[at.TABLE_SIZE])), key)
    best_move = table.move_of(held)
    standing = static
    if held != 0:
        score = table.as_found(held, ply)
        if not wide and table.depth_of(held) >= depth and table.settles(held, score, alpha, beta):
            return score
        # a searched score says more than the static one, where it is known to lie on that side of it
        bound = table.bound_of(held)
        if abs(score) < at.MATE_IN_MAX and (bound == table.EXACT or (bound == table.LOWER) == (score > static)):
            standing = score

    # Step 7: an own win by fours
    if may_win:
        state[at.FOURS_WANTED] = at.FOUR_AND_MORE
        state[at.FOURS_LEFT] = _FOURS_NODES * (1 + depth)
        plies = win_by_fours(a, side, state[at.FOURS_AHEAD], ply)
        if plies > 0:
            return at.MATE - ply - plies
        if control[at.STOP] != 0:
            return 0
        state[at.LINES + ply * at.MAX_PLY] = 0

    # Step 8: what the other side threatens
    threatened = 0
    best = at.NO_SCORE
    if state[theirs + at.WINNING_FOUR] > 0:
        threatened = 3 if in_caro else 2
    elif depth >= 2 and state[theirs + at.SINGLE_FOUR] + state[theirs + at.FOUR_THREE] + state[theirs + at.SUSPECT] > 0:
        state[at.FOURS_WANTED] = at.FOUR_AND_MORE
        state[at.FOURS_LEFT] = _FOURS_NODES * depth
        plies = win_by_fours(a, other, state[at.FOURS_AHEAD], ply)
        if control[at.STOP] != 0:
            return 0
        if plies > 0 and parry_zone(a, other, at.LINES + ply * at.MAX_PLY, ply):
            threatened = 1
            best = ply + 1 + plies - at.MATE  # what every move elsewhere leads to
        state[at.LINES + ply * at.MAX_PLY] = 0

    # Step 9: so far ahead that a shallow search will not change it, or even a move of the other side more
    improving = 1 if ply >= 2 and static > state[at.STATIC + ply - 2] else 0
    if not wide and threatened == 0 and abs(beta) < at.MATE_IN_MAX:
        if depth <= _AHEAD_DEPTH and standing - _AHEAD * (depth - improving) >= beta:
            return standing
        if depth >= _NULL_DEPTH and min(static, standing) >= beta and state[at.PLAYED + ply] != 0:
            state[at.PLAYED + ply + 1] = 0
            score = -search(a, other, depth - _NULL_LESS - depth // 4, -beta, 1 - beta, ply + 1, 1 - cut)
            if control[at.STOP] != 0:
                return 0
            state[at.LINES + ply * at.MAX_PLY] = 0
            if score >= beta:
                return min(score, at.MATE_IN_MAX - 1)  # winning after a pass proves nothing

    # Step 10: the moves, best first
    if held == 0 and depth >= 5 and threatened == 0 and control[at.TABLE_OFF] == 0:
        depth -= 1
    count = generate(a, side, ply, best_move, threatened)
    first = at.MOVES + ply * at.MAX_MOVES
    best_move = 0
    floor = alpha
    alpha = max(alpha, best)
    tried = 0
    width = state[at.WIDTHS + 32 * improving + min(depth, 31)]
    extra = -_MORE if wide else cut * _CUT_LESS
    if improving == 0:
        extra += _WORSE_LESS
    for index in range(count):
        point = pick(a, ply, index, count)
        record = point * at.RECORD
        kind = int64(state[record + at.INFO + side] & at.CLASS_MASK)
        stops = int64(state[record + at.INFO + other] & at.CLASS_MASK)
        quiet = kind == at.PLAIN and stops == at.PLAIN
        # Step 11: leave out late and hopeless quiet moves, once a move is known that does not lose
        if best > -at.MATE_IN_MAX:
            if tried >= width:
                break
            if not wide and quiet and depth <= _FUTILITY_DEPTH and standing + _FUTILITY * depth <= alpha:
                continue
        if black_in_renju and kind == at.SUSPECT and is_forbidden(a, point):
            continue
        # Step 12: late moves less deep, then with a null window, then fully where they surprise
        state[at.PLAYED + ply + 1] = point
        place(a, point, side)
        tried += 1
        if tried == 1:
            score = -search(a, other, depth - 1, -beta, -alpha, ply + 1, cut & 0 if wide else 1 - cut)
        else:
            less = less_deep(a, depth, tried, kind, stops, extra) if kind <= at.SINGLE_FOUR else 0
            score = -search(a, other, depth - 1 - less, -alpha - 1, -alpha, ply + 1, cut | 1)
            if score > alpha and less > 0:
                score = -search(a, other, depth - 1, -alpha - 1, -alpha, ply + 1, 1 - cut)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, ply + 1, cut & 0)
        lift(a, point, side)
        if control[at.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = point
                if wide:
                    update_pv(a, ply, point)
                if score >= beta:
                    break

    # Step 13: nothing left that may be played
    if tried == 0 and threatened != 1:
        if count == 0 and threatened == 0:
            return static  # every stone is walled in: nothing can be formed any more
        return ply + 4 - at.MATE if threatened == 2 else static

    # Step 14: learn from a cut-off
    if best >= beta and best_move != 0:
        if state[at.KILLERS + 2 * ply] != best_move:
            state[at.KILLERS + 2 * ply + 1] = state[at.KILLERS + 2 * ply]
            state[at.KILLERS + 2 * ply] = best_move
        state[at.COUNTERS + other * at.GRID + state[at.PLAYED + ply]] = best_move
        bonus = min(depth * depth * 16, 1024)
        for index in range(count):
            each = state[first + index] & 1023
            cell = at.HISTORY + side * at.GRID + each
            change = bonus if each == best_move else -bonus
            state[cell] += change - state[cell] * bonus // _HISTORY_MAX
            if each == best_move:
                break

    # Step 15: remember
    if control[at.TABLE_OFF] == 0:
        bound = table.LOWER if best >= beta else (table.EXACT if best > floor else table.UPPER)
        entries = as_array(a.table, int64(state[at.TABLE_SIZE]))
        score = table.as_kept(best, ply)
        table.store(entries, key, best_move, bound, depth, control[at.GENERATION], score, static)
    return best


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64, int64, int64))
def search_root(
    a: GomokuArrays, side: int, depth: int, alpha: int, beta: int, slack: int, rank: int, count: int
) -> int:
    """Search the moves `rank` to `count` - 1 of ROOT `depth` plies deep; gives the number of moves done before a stop.

    Scores are written beside the moves; those within alpha, beta and `slack` of the best are exact, others are bounds.
    The best move is brought to place `rank` and its line left in LINES at ply 0, unless no score is above alpha. A move
    that scores at least beta ends the search as if all were done. Without slack late moves are searched less deep until
    they surprise.
    """
    state = a.state
    control = a.control
    other = 1 - side
    best = at.NO_SCORE
    sum_up(a)
    state[at.STATIC] = assess(a, side)
    for index in range(rank, count):
        point = int64(state[at.ROOT + index])
        floor = max(best - slack, alpha)
        record = point * at.RECORD
        kind = int64(state[record + at.INFO + side] & at.CLASS_MASK)
        stops = int64(state[record + at.INFO + other] & at.CLASS_MASK)
        state[at.PLAYED + 1] = point
        place(a, point, side)
        if index == rank:
            score = -search(a, other, depth - 1, -beta, -floor, 1, 0)
        else:
            less = 0
            if slack == 0 and depth >= 2 and best > -at.MATE_IN_MAX and kind <= at.SINGLE_FOUR:
                less = less_deep(a, depth, index - rank + 1, kind, stops, -_MORE)
            score = -search(a, other, depth - 1 - less, -floor - 1, -floor, 1, 1)
            if score > floor and less > 0 and control[at.STOP] == 0:
                score = -search(a, other, depth - 1, -floor - 1, -floor, 1, 1)
            if score > floor and control[at.STOP] == 0:
                score = -search(a, other, depth - 1, -beta, -floor, 1, 0)
        lift(a, point, side)
        if control[at.STOP] != 0:
            return index - rank
        if score > best:
            best = score
            place_of = index
            if score > alpha or index == rank:
                update_pv(a, 0, point)
                for each in range(index, rank, -1):
                    state[at.ROOT + each] = state[at.ROOT + each - 1]
                    state[at.ROOT + at.MAX_MOVES + each] = state[at.ROOT + at.MAX_MOVES + each - 1]
                state[at.ROOT + rank] = point
                place_of = rank
            state[at.ROOT + at.MAX_MOVES + place_of] = score
            if score >= beta:
                break
        else:
            state[at.ROOT + at.MAX_MOVES + index] = score
    return count - rank
