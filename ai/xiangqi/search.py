"""The search of the Xiangqi engine: principal variation search with a table, quiescence over captures.

Scores are from the side to move, in hundredths of a soldier; mate in n plies is MATE - n. Stalemate loses like mate.
A position that comes again within the line counts at once: who checks with every move loses (BANNED), else it is a
draw; perpetual chases are not seen here.
"""

from __future__ import annotations

from ai.common import control as ctl
from ai.common.kernels import KernelSet, boolean, int64, void
from ai.common.table import EXACT, LOWER, UPPER, bound_of, depth_of, move_of, probe, score_of, static_of, store
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, Arrays, is_attacked, make, unmake
from ai.xiangqi.evaluation import WORTH, evaluate, is_guarded
from ai.xiangqi.moves import find_danger, generate, is_legal

KERNELS = KernelSet()
_DRAW = 0
_MOVE_LIMIT = 120
_SIDE = at.KINDS * at.SQUARES
_HISTORY_MAX = 16384
_TABLE_FIRST = 1 << 30
_CAPTURE = 1 << 26
_KILLER = 1 << 24
_BAD = -(1 << 26)
_RAZOR = 260
_MARGIN = 85
"""What a ply is worth at most, for giving up hopeless moves."""


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def order(a: Arrays, side: int, ply: int, end: int, first_move: int) -> int:
    """Write an ordering value for each move of a ply that ends at index `end`; gives the number of moves."""
    state = a.state
    first = at.MOVES + ply * at.MAX_MOVES
    other = 1 - side
    for index in range(first, end):
        move = int64(state[index])
        plain = move & at.MOVE_MASK
        origin = plain & at.SQUARE_MASK
        target = plain >> at.TO_SHIFT
        kind = at.KIND_OF[state[at.CELL + origin] - 1]
        victim = state[at.CELL + target] - 1
        if plain == first_move:
            value = _TABLE_FIRST
        elif victim >= 0:
            gain = WORTH[at.KIND_OF[victim]]
            cost = WORTH[kind]
            if gain >= cost or not is_guarded(a, other, target):
                value = _CAPTURE + 16 * gain - cost // 16
            else:
                value = _BAD + gain - cost
        elif plain == state[at.KILLERS + 2 * ply] or plain == state[at.KILLERS + 2 * ply + 1]:
            value = _KILLER
        else:
            value = int64(state[at.HISTORY + side * _SIDE + kind * at.SQUARES + target])
        state[index + at.ORDER - at.MOVES] = value
    return end - first


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def pick(a: Arrays, index: int, end: int) -> int:
    """Bring the best of the moves from `index` on to `index`; gives it."""
    state = a.state
    shift = at.ORDER - at.MOVES
    best = index
    for each in range(index + 1, end):
        if state[each + shift] > state[best + shift]:
            best = each
    move: int = int64(state[best])
    if best != index:
        value = state[best + shift]
        state[best] = state[index]
        state[best + shift] = state[index + shift]
        state[index] = move
        state[index + shift] = value
    return move


@KERNELS.kernel(void(ARRAYS, int64, int64))
def keep_line(a: Arrays, ply: int, move: int) -> None:
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


@KERNELS.kernel(int64(ARRAYS, int64))
def repeated(a: Arrays, ply: int) -> int:
    """What a repetition makes of the position at `ply`: its score for the side to move, or NO_SCORE without one.

    The key, the check and the quiet plies of the position must have been noted.
    """
    state = a.state
    here = state[at.GAME] + ply
    quiet = state[at.QUIET + here]
    if quiet >= _MOVE_LIMIT:
        return _DRAW
    mine = True
    theirs = True
    # at each step back: the position two plies earlier with the same side to move, and the one between
    back = 2
    while back <= quiet:
        theirs = theirs and state[at.CHECKS + here - back + 2] != 0
        mine = mine and state[at.CHECKS + here - back + 1] != 0
        if a.past[at.KEYS + here - back] == a.past[at.KEYS + here]:
            if theirs and not mine:
                return at.BANNED - ply
            if mine and not theirs:
                return ply - at.BANNED
            return _DRAW
        back += 2
    return at.NO_SCORE


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64))
def quiesce(a: Arrays, side: int, alpha: int, beta: int, ply: int) -> int:
    """The score once nothing can be captured with profit any more; in check every move is tried."""
    state = a.state
    control = a.control
    if control[ctl.STOP] != 0:
        return 0
    control[ctl.NODES] += 1
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1
    find_danger(a, side)
    in_check = state[at.IN_CHECK] != 0
    best = at.NO_SCORE
    if ply >= at.MAX_PLY - 2:
        return evaluate(a, side)
    stand = 0
    if not in_check:
        stand = evaluate(a, side)
        best = stand
        if best >= beta:
            return best
        alpha = max(alpha, best)
    first = at.MOVES + ply * at.MAX_MOVES
    end = generate(a, side, not in_check, state, first)
    order(a, side, ply, end, 0)
    key = a.past[at.KEY]
    sum_ = int64(state[at.PIECE_SQUARE])
    other = 1 - side
    legal = 0
    for index in range(first, end):
        move = pick(a, index, end)
        if not in_check:
            if state[index + at.ORDER - at.MOVES] < 0:
                break  # captures that lose material
            victim = at.KIND_OF[state[at.CELL + ((move >> at.TO_SHIFT) & at.SQUARE_MASK)] - 1]
            if stand + WORTH[victim] + 150 <= alpha:
                best = max(best, stand + WORTH[victim] + 150)
                continue
        captured = make(a, move)
        if move & at.DOUBTFUL and is_attacked(a, side):
            unmake(a, move, captured, key, sum_)
            continue
        legal += 1
        score = -quiesce(a, other, -beta, -alpha, ply + 1)
        unmake(a, move, captured, key, sum_)
        if control[ctl.STOP] != 0:
            return 0
        if score > best:
            best = score
            alpha = max(alpha, score)
            if score >= beta:
                break
    if in_check and legal == 0:
        return ply - at.MATE
    return best


@KERNELS.kernel(void(ARRAYS, int64, boolean, boolean))
def note(a: Arrays, ply: int, captured: bool, in_check: bool) -> None:
    """Note the position at `ply` beside those before it, for `repeated`."""
    state = a.state
    here = state[at.GAME] + ply
    a.past[at.KEYS + here] = a.past[at.KEY]
    state[at.CHECKS + here] = 1 if in_check else 0
    state[at.QUIET + here] = 0 if captured or here == 0 else state[at.QUIET + here - 1] + 1


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: Arrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position at `ply`, which has been noted, within alpha and beta.

    It must call itself without constants: numba would compile it once for each of them, and can't load that from its
    cache.
    """
    state = a.state
    control = a.control
    other = 1 - side
    state[at.LINES + ply * at.MAX_PLY] = 0
    here = state[at.GAME] + ply
    in_check = state[at.CHECKS + here] != 0

    # Step 1: a position that comes again, the move limit, the end of the arrays
    after_null = state[at.PLAYED + ply] == 0
    if not after_null:
        score = repeated(a, ply)
        if score != at.NO_SCORE:
            control[ctl.NODES] += 1
            return score
    if ply >= at.MAX_PLY - 3:
        return evaluate(a, side)

    # Step 2: at the leaves, captures; a check is answered first
    if in_check:
        depth += 1
    if depth <= 0:
        return quiesce(a, side, alpha, beta, ply)
    if control[ctl.STOP] != 0:
        return 0
    control[ctl.NODES] += 1
    if control[ctl.NODES] >= control[ctl.NODE_LIMIT]:
        control[ctl.STOP] = 1

    # Step 3: no mate can be shorter than the one already known
    alpha = max(alpha, ply - at.MATE)
    beta = min(beta, at.MATE - ply - 1)
    if alpha >= beta:
        return alpha

    # Step 4: the table
    wide = beta - alpha > 1
    key = a.past[at.KEY]
    held = probe(a.table, key)
    table_move = move_of(held)
    if held != 0 and not wide and depth_of(held) >= depth:
        score = score_of(held)
        if score > at.MATE_IN_MAX:
            score -= ply
        elif score < -at.MATE_IN_MAX:
            score += ply
        bound = bound_of(held)
        if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
            return score

    # Step 5: the static evaluation, and whether things are getting better
    static = at.NO_SCORE
    improving = False
    if not in_check:
        static = static_of(held) if held != 0 else evaluate(a, side)
    state[at.STATIC + ply] = static
    if not in_check and ply >= 2:
        improving = static > state[at.STATIC + ply - 2]

    if not wide and not in_check and abs(beta) < at.BANNED_IN_MAX:
        # Step 6: so far ahead or behind that a shallow search will not change it
        if depth <= 6 and static - _MARGIN * depth + (40 if improving else 0) >= beta:
            return static
        if depth <= 2 and static + _RAZOR * depth <= alpha:
            score = quiesce(a, side, alpha, beta, ply)
            if score <= alpha:
                return score
        # Step 7: give the other side a move for nothing, as long as there are attackers (else zugzwang may lie in wait)
        if depth >= 2 and not after_null and static >= beta:
            attackers = 0
            for piece in range(16 * side + 5, 16 * side + 11):
                if state[at.PLACE + piece] >= 0:
                    attackers += 1
            if attackers >= 2:
                a.past[at.KEY] = key ^ a.zobrist[2 * _SIDE]
                note(a, ply + 1, True, False)
                state[at.PLAYED + ply + 1] = 0
                less = 3 + depth // 4 + min(2, (static - beta) // 200)
                score = -search(a, other, depth - less, -beta, 1 - beta, ply + 1)
                a.past[at.KEY] = key
                if control[ctl.STOP] != 0:
                    return 0
                if score >= beta:
                    if score > at.BANNED_IN_MAX:
                        score = beta
                    return score

    # Step 8: without a move from the table a deep search begins less deep
    if depth >= 5 and table_move == 0:
        depth -= 1

    # Step 9: the moves, best first
    find_danger(a, side)
    first = at.MOVES + ply * at.MAX_MOVES
    end = generate(a, side, False, state, first)
    order(a, side, ply, end, table_move)
    sum_ = int64(state[at.PIECE_SQUARE])
    best = at.NO_SCORE
    best_move = 0
    floor = alpha
    tried = 0
    for index in range(first, end):
        move = pick(a, index, end)
        plain = move & at.MOVE_MASK
        target = plain >> at.TO_SHIFT
        value = state[index + at.ORDER - at.MOVES]
        kind = at.KIND_OF[state[at.CELL + (plain & at.SQUARE_MASK)] - 1]
        captured = make(a, move)
        if move & at.DOUBTFUL and is_attacked(a, side):
            unmake(a, move, captured, key, sum_)
            continue
        checks = is_attacked(a, other)
        tried += 1
        quiet = captured < 0
        # Step 10: leave out late quiet moves and losing captures, once a move is known that does not lose
        if best > -at.BANNED_IN_MAX and not in_check and not checks and not wide:
            if quiet:
                late = depth <= 5 and tried > 5 + depth * depth // (1 if improving else 2)
                behind = depth <= 6 and static + _MARGIN * depth + 60 <= alpha
                hopeless = late or behind or (depth <= 3 and value < -1500 * depth)
            else:
                hopeless = value < 0 and depth <= 3
            if hopeless:
                unmake(a, move, captured, key, sum_)
                continue
        note(a, ply + 1, captured >= 0, checks)
        state[at.PLAYED + ply + 1] = plain
        # Step 11: late moves less deep, then with a null window, then fully where they surprise
        if tried == 1:
            score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        else:
            less = 0
            if depth >= 3 and (quiet or value < 0) and not in_check:
                less = int64(a.tables[at.REDUCTIONS + 64 * min(depth, 63) + min(tried, 63)])
                if wide:
                    less -= 1
                if not improving:
                    less += 1
                if checks or value >= _KILLER:
                    less -= 1
                elif quiet:
                    less -= value // 6000
                less = max(0, min(less, depth - 2))
            score = -search(a, other, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
            if score > alpha and less > 0:
                score = -search(a, other, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, ply + 1)
        unmake(a, move, captured, key, sum_)
        if control[ctl.STOP] != 0:
            return 0
        state[index] = plain | (1 << 20 if quiet else 0)
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = plain
                if wide:
                    keep_line(a, ply, plain)
                if score >= beta:
                    # Step 12: learn from a cut-off
                    if quiet:
                        if state[at.KILLERS + 2 * ply] != plain:
                            state[at.KILLERS + 2 * ply + 1] = state[at.KILLERS + 2 * ply]
                            state[at.KILLERS + 2 * ply] = plain
                        bonus = min(depth * depth * 20, 1600)
                        cell = at.HISTORY + side * _SIDE + kind * at.SQUARES + target
                        state[cell] += bonus - state[cell] * bonus // _HISTORY_MAX
                        for each in range(first, index):
                            if state[each] & (1 << 20):
                                earlier = state[each] & at.MOVE_MASK
                                mover = at.KIND_OF[state[at.CELL + (earlier & at.SQUARE_MASK)] - 1]
                                cell = at.HISTORY + side * _SIDE + mover * at.SQUARES + (earlier >> at.TO_SHIFT)
                                state[cell] += -bonus - state[cell] * bonus // _HISTORY_MAX
                    break

    # Step 13: mate and stalemate both lose
    if tried == 0:
        return ply - at.MATE

    # Step 14: remember, unless the score depends on the way here
    if abs(best) < at.BANNED_IN_MAX or abs(best) > at.MATE_IN_MAX:
        bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
        kept = best
        if best > at.MATE_IN_MAX:
            kept += ply
        elif best < -at.MATE_IN_MAX:
            kept -= ply
        store(a.table, key, best_move, bound, depth, control[at.GENERATION], kept, static)
    return best


@KERNELS.kernel(int64(ARRAYS, int64))
def list_root(a: Arrays, side: int) -> int:
    """Write the legal moves into ROOT, likely ones first; gives their number."""
    state = a.state
    find_danger(a, side)
    first = at.MOVES
    end = generate(a, side, False, state, first)
    order(a, side, 0, end, 0)
    count = 0
    for index in range(first, end):
        move = pick(a, index, end)
        plain = move & at.MOVE_MASK
        if move & at.DOUBTFUL == 0 or is_legal(a, side, plain):
            state[at.ROOT + count] = plain
            count += 1
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64, int64))
def search_root(a: Arrays, side: int, depth: int, alpha: int, beta: int, rank: int, count: int) -> int:
    """The score of the moves of ROOT from place `rank` on, within alpha and beta; the best is brought to that place and
    its line left in LINES at ply 0 (ended at once if none was searched before a stop)."""
    state = a.state
    control = a.control
    other = 1 - side
    state[at.LINES] = 0
    key = a.past[at.KEY]
    sum_ = int64(state[at.PIECE_SQUARE])
    best = at.NO_SCORE
    state[at.STATIC] = evaluate(a, side)
    for index in range(rank, count):
        move = int64(state[at.ROOT + index])
        captured = make(a, move)
        checks = is_attacked(a, other)
        note(a, 1, captured >= 0, checks)
        state[at.PLAYED + 1] = move
        if index == rank:
            score = -search(a, other, depth - 1, -beta, -alpha, 1)
        else:
            less = 1 if depth >= 4 and index - rank > 4 and captured < 0 and not checks else 0
            score = -search(a, other, depth - 1 - less, -alpha - 1, -alpha, 1)
            if score > alpha and less > 0:
                score = -search(a, other, depth - 1, -alpha - 1, -alpha, 1)
            if alpha < score < beta:
                score = -search(a, other, depth - 1, -beta, -alpha, 1)
        unmake(a, move, captured, key, sum_)
        if control[ctl.STOP] != 0:
            return best
        if score > best:
            best = score
            if index == rank or score > alpha:
                keep_line(a, 0, move)
                for each in range(index, rank, -1):
                    state[at.ROOT + each] = state[at.ROOT + each - 1]
                state[at.ROOT + rank] = move
            alpha = max(alpha, score)
            if score >= beta:
                break
    return best
