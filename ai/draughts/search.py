"""The search of the draughts engine: principal variation search that never stops while something must be captured.

Scores are from the side to move, in hundredths of a man; a win in n plies is MATE - n. Who has no move loses. A
position that comes again within the line is a draw at once, and so is an ending that has lasted too long.

No kernel calls itself with a constant: numba would compile it once for each of them, and can't load that from its
cache.
"""

from __future__ import annotations

import numpy as np

from ai.common import control as ctl
from ai.common.bits import popcount
from ai.common.kernels import KernelSet, boolean, int64, uint64, void
from ai.common.pointers import as_array
from ai.common.table import EXACT, LOWER, UPPER, as_found, as_kept, depth_of, move_of, probe, settles, store
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, DraughtsArrays, make
from ai.draughts.draws import follow_ending, plies_left
from ai.draughts.endings import DRAW, ENDING_SIZE, LOSS, MOST_PIECES, UNKNOWN, WIN, look_up
from ai.draughts.moves import can_capture, generate_captures, generate_quiet
from ai.draughts.network import assess

KERNELS = KernelSet()
_ONE = np.uint64(1)
_DRAW = 0
_HISTORY_MAX = 16384
_TABLE_FIRST = 1 << 30
_KILLER = 1 << 20
_MARGIN = 45
"""What a quiet ply is worth at most, for giving up hopeless lines."""
_PROBE_MARGIN = 60
_PROBE_DEPTH = 5


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def look_up_at(a: DraughtsArrays, side: int, ply: int) -> int:
    """What the endgame table says of the position at `ply`."""
    here = at.POSITION + ply * at.PLY_SIZE
    white = a.words[here]
    black = a.words[here + 1]
    if popcount(white | black) > MOST_PIECES or white == 0 or black == 0:
        return UNKNOWN
    known: int = look_up(
        as_array(a.ending, ENDING_SIZE),
        as_array(a.endgames, a.state[at.ENDGAMES_SIZE]),
        white,
        black,
        a.words[here + at.KINGS],
        side,
    )
    return known


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def judge(a: DraughtsArrays, side: int, ply: int, known: int) -> int:
    """How the side to move stands at `ply` by the evaluation and by what the endgame table says."""
    score = assess(a, side, ply)
    if known == WIN:
        score += at.TABLE_WIN - ply
    elif known == LOSS:
        score -= at.TABLE_WIN - ply
    return score


@KERNELS.kernel(void(ARRAYS, int64, int64, boolean))
def note(a: DraughtsArrays, side: int, ply: int, is_quiet: bool) -> None:
    """Note the position at `ply`, side to move included, beside those before it; `is_quiet`: a king came there and took
    nothing."""
    here = a.state[at.GAME] + ply
    key = a.words[at.POSITION + ply * at.PLY_SIZE + at.KEY]
    a.words[at.PAST + here] = key ^ a.words[at.BLACK_TO_MOVE] if side == at.BLACK else key
    a.state[at.QUIET + here] = a.state[at.QUIET + here - 1] + 1 if is_quiet and here > 0 else 0
    a.state[at.LASTED + here] = follow_ending(a, ply, a.state[at.LASTED + here - 1] if here > 0 else 0)


@KERNELS.kernel(void(ARRAYS, int64, int64))
def advance(a: DraughtsArrays, side: int, index: int) -> None:
    """Play the move with this index at ply 0 for good: the position after it becomes that of ply 0, and is noted."""
    state = a.state
    move = state[at.MOVES + index]
    taken = a.words[at.TAKEN + index]
    was_king = (a.words[at.POSITION + at.KINGS] >> uint64(move & at.BIT_MASK)) & _ONE != 0
    make(a, side, 0, move, taken)
    for part in range(at.PLY_SIZE):
        a.words[at.POSITION + part] = a.words[at.POSITION + at.PLY_SIZE + part]
    is_quiet = was_king and taken == 0
    # nothing before a man's move or a capture comes again; what goes on for ever is forgotten from time to time
    lasted = state[at.LASTED + state[at.GAME]]
    state[at.GAME] = state[at.GAME] + 1 if is_quiet and state[at.GAME] < at.MAX_GAME - 1 else 0
    note(a, 1 - side, 0, is_quiet)
    state[at.LASTED + state[at.GAME]] = follow_ending(a, 0, lasted)


@KERNELS.kernel(boolean(ARRAYS, int64))
def is_draw(a: DraughtsArrays, ply: int) -> bool:
    """Whether the position at `ply`, which has been noted, came before, or nothing has come of the game too long."""
    here = a.state[at.GAME] + ply
    quiet = a.state[at.QUIET + here]
    if quiet >= a.state[at.KINGS_ONLY] or plies_left(a.state[at.LASTED + here]) <= 0:
        return True
    back = 4
    while back <= quiet and a.words[at.PAST + here - back] != a.words[at.PAST + here]:
        back += 2
    came_before: bool = back <= quiet
    return came_before


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64))
def order(a: DraughtsArrays, side: int, ply: int, count: int, first_move: int) -> None:
    """Write an ordering value for each of the moves at `ply`."""
    base = ply * at.MAX_MOVES
    killer = a.state[at.KILLERS + ply]
    for index in range(base, base + count):
        move = a.state[at.MOVES + index]
        taken = a.words[at.TAKEN + index]
        if move == first_move:
            value = _TABLE_FIRST
        elif taken != 0:
            kings = a.words[at.POSITION + ply * at.PLY_SIZE + at.KINGS]
            value = 64 * popcount(taken) + 128 * popcount(taken & kings)
        elif move == killer:
            value = _KILLER
        else:
            value = a.state[at.HISTORY + side * 4096 + (move & 4095)]
            if move & at.CROWNS:
                value += _KILLER // 2
        a.state[at.ORDER + index] = value


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def pick(a: DraughtsArrays, index: int, end: int) -> int:
    """Bring the best of the moves from `index` on (as they lie in the arrays) to `index`; gives it."""
    best = index
    for each in range(index + 1, end):
        if a.state[at.ORDER + each] > a.state[at.ORDER + best]:
            best = each
    if best != index:
        move = a.state[at.MOVES + best]
        taken = a.words[at.TAKEN + best]
        value = a.state[at.ORDER + best]
        # the others keep their order, so that equal values are tried in the same order everywhere
        for each in range(best, index, -1):
            a.state[at.MOVES + each] = a.state[at.MOVES + each - 1]
            a.words[at.TAKEN + each] = a.words[at.TAKEN + each - 1]
            a.state[at.ORDER + each] = a.state[at.ORDER + each - 1]
        a.state[at.MOVES + index] = move
        a.words[at.TAKEN + index] = taken
        a.state[at.ORDER + index] = value
    result: int = a.state[at.MOVES + index]
    return result


@KERNELS.kernel(void(ARRAYS, int64, int64))
def update_pv(a: DraughtsArrays, ply: int, move: int) -> None:
    """Make the best line at `ply` this move and the best line of the ply below."""
    state = a.state
    out = at.LINES + ply * at.MAX_PLY
    below = out + at.MAX_PLY
    state[out] = move
    length = 0
    while length < at.MAX_PLY - 2 and state[below + length] != 0:
        state[out + 1 + length] = state[below + length]
        length += 1
    state[out + 1 + length] = 0


@KERNELS.kernel(void(ARRAYS, int64, int64, int64, int64, int64))
def update_history(a: DraughtsArrays, side: int, ply: int, first: int, index: int, depth: int) -> None:
    """A quiet move has caused a cut-off: it is tried sooner from now on, those before it later."""
    state = a.state
    state[at.KILLERS + ply] = state[at.MOVES + index]
    bonus = min(depth * depth * 16, 1200)
    for each in range(first, index + 1):
        cell = at.HISTORY + side * 4096 + (state[at.MOVES + each] & 4095)
        change = bonus if each == index else -bonus
        state[cell] += change - state[cell] * bonus // _HISTORY_MAX


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: DraughtsArrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position at `ply`, which has been noted, within alpha and beta."""
    state = a.state
    control = a.control
    other = 1 - side
    state[at.LINES + ply * at.MAX_PLY] = 0

    # Step 1: asked to stop?
    if control[ctl.STOP] != 0:
        return 0
    control[ctl.NODES] += 1
    control[ctl.SELDEPTH] = max(control[ctl.SELDEPTH], ply)
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1

    # Step 2: draws, and no win shorter than the one already known
    if is_draw(a, ply):
        return _DRAW
    if ply >= at.MAX_PLY - 3:
        return assess(a, side, ply)
    alpha = max(alpha, ply - at.MATE)
    beta = min(beta, at.MATE - ply - 1)
    if alpha >= beta:
        return alpha

    # Step 3: what the endgame table knows. Who is in it already has to make his way through it
    known = look_up_at(a, side, ply)
    if known == DRAW:
        return _DRAW
    if known != UNKNOWN and state[at.FROM_TABLE] == 0:
        return judge(a, side, ply, known)

    # Step 4: quiet leaves; while something must be captured, or could be in answer to a last quiet move, there is none
    capturing = can_capture(a, side, ply)
    if depth <= 0 and not capturing and (depth < 0 or not can_capture(a, other, ply)):
        here = at.POSITION + ply * at.PLY_SIZE
        if a.words[here + side] == 0:
            return ply - at.MATE
        return judge(a, side, ply, known)

    # Step 5: the transposition table
    wide = beta - alpha > 1
    key = int64(a.words[at.PAST + state[at.GAME] + ply])
    table_move = 0
    if depth > 0:
        held = probe(as_array(a.table, state[at.TABLE_SIZE]), key)
        if held != 0:
            table_move = move_of(held)
            if not wide and depth_of(held) >= depth:
                score = as_found(held, ply)
                if settles(held, score, alpha, beta):
                    return score

    # Step 6: the moves; a single one costs no depth
    count = generate_captures(a, side, ply) if capturing else generate_quiet(a, side, ply)
    if count == 0:
        return ply - at.MATE
    if count == 1:
        depth += 1

    if not wide and not capturing and depth > 0 and abs(beta) < at.MATE_IN_MAX:
        static = judge(a, side, ply, known)
        # Step 7: so far ahead that a shallow search will not change it
        if depth <= 3 and static - _MARGIN * depth >= beta and not can_capture(a, other, ply):
            return static
        # Step 8: a much shallower search that is far above says what the full one would
        if depth >= _PROBE_DEPTH and static >= beta:
            above = beta + _PROBE_MARGIN
            score = search(a, side, depth * 2 // 5, above - 1, above, ply)
            if control[ctl.STOP] != 0:
                return 0
            if score >= above:
                return score
            count = generate_quiet(a, side, ply)
    order(a, side, ply, count, table_move)

    # Step 9: the moves, best first
    first = ply * at.MAX_MOVES
    kings = a.words[at.POSITION + ply * at.PLY_SIZE + at.KINGS]
    best = at.NO_SCORE
    best_move = 0
    floor = alpha
    for index in range(first, first + count):
        move = pick(a, index, first + count)
        is_king = (kings >> uint64(move & at.BIT_MASK)) & _ONE != 0
        make(a, side, ply, move, a.words[at.TAKEN + index])
        note(a, other, ply + 1, is_king and not capturing)
        # Step 10: late quiet moves less deep, then with a null window, then fully where they surprise
        if index == first:
            score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        else:
            less = 0
            tried = index - first
            if depth >= 3 and not capturing and move & at.CROWNS == 0:
                less = 1 if tried < 4 or wide else (depth + 1) // 3
                less = min(less, depth - 2)
            score = -search(a, other, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
            if score > alpha and less > 0:
                score = -search(a, other, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        if control[ctl.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = move
                if wide:
                    update_pv(a, ply, move)
                if score >= beta:
                    if not capturing:
                        update_history(a, side, ply, first, index, depth)
                    break

    # Step 11: remember
    if depth > 0:
        bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
        table = as_array(a.table, state[at.TABLE_SIZE])
        store(table, key, best_move, bound, min(depth, 255), control[at.GENERATION], as_kept(best, ply), 0)
    return best


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64, int64))
def search_root(a: DraughtsArrays, side: int, depth: int, alpha: int, beta: int, rank: int, count: int) -> int:
    """The score of the moves at ply 0 from place `rank` on, within alpha and beta; the best is brought to that place
    and its line left in LINES at ply 0 (ended at once if none was searched before a stop)."""
    state = a.state
    control = a.control
    other = 1 - side
    state[at.LINES] = 0
    kings = a.words[at.POSITION + at.KINGS]
    best = at.NO_SCORE
    for index in range(rank, count):
        move = state[at.MOVES + index]
        taken = a.words[at.TAKEN + index]
        is_king = (kings >> uint64(move & at.BIT_MASK)) & _ONE != 0
        make(a, side, 0, move, taken)
        note(a, other, 1, is_king and taken == 0)
        if index == rank:
            score = -search(a, other, depth - 1, -beta, -alpha, 1)
        else:
            score = -search(a, other, depth - 1, -alpha - 1, -alpha, 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, 1)
        if control[ctl.STOP] != 0:
            return best
        if score > best:
            best = score
            if index == rank or score > alpha:
                update_pv(a, 0, move)
                for each in range(index, rank, -1):
                    state[at.MOVES + each] = state[at.MOVES + each - 1]
                    a.words[at.TAKEN + each] = a.words[at.TAKEN + each - 1]
                state[at.MOVES + rank] = move
                a.words[at.TAKEN + rank] = taken
            alpha = max(alpha, score)
            if score >= beta:
                break
    return best
