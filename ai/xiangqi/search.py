"""The search of the Xiangqi engine: principal variation search with a table, quiescence over captures.

Scores are from the side to move, in hundredths of a soldier; mate in n plies is MATE - n. Stalemate loses like mate.
A position that comes again within the line counts at once: who checks or chases with every move loses (BANNED), else
it is a draw (`ai.xiangqi.repetition`).
"""

from __future__ import annotations

from ai.common import control as ctl
from ai.common.kernels import KernelSet, int64, void
from ai.common.pointers import as_array
from ai.common.table import (
    EXACT,
    LOWER,
    UPPER,
    as_found,
    as_kept,
    bound_of,
    depth_of,
    move_of,
    prefetch_entry,
    probe,
    settles,
    static_of,
    store,
)
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, is_attacked, make, unmake
from ai.xiangqi.exchange import WORTH, gain_on
from ai.xiangqi.moves import CAPTURES, QUIET, find_danger, generate
from ai.xiangqi.network import assess
from ai.xiangqi.ordering import (
    KILLER,
    SIDE,
    is_possible,
    is_sound,
    may_check,
    order_captures,
    order_quiet,
    pick,
    reward,
)
from ai.xiangqi.quiescence import likely_score, quiesce
from ai.xiangqi.repetition import note, repeated

KERNELS = KernelSet()

# What positions and moves are given up by, in hundredths of a soldier; told by games in which both sides drew their
# numbers by lot
_MARGIN = 85
"""What a ply is worth at most, for giving up hopeless moves."""
_IMPROVING = 30
"""So much less ahead need a side be that is doing better than two plies before."""
_RAZOR = 400
_CUT_MARGIN = 180
"""So much better than beta must a capture be at a lower depth to be believed (Step 8)."""
_HOPELESS_HISTORY = 3500
_DECIDED = 1500
"""Beyond this score the question is whether there is a mate: nothing is given up by the static evaluation."""

# The stages of a position's moves
_TABLE_MOVE = 0
_GOOD_CAPTURES = 1
_QUIETS = 2
_BAD_CAPTURES = 3
_END = 4


@KERNELS.kernel(void(ARRAYS, int64, int64))
def update_pv(a: XiangqiArrays, ply: int, move: int) -> None:
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


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, int64, int64))
def search(a: XiangqiArrays, side: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The score of the position at `ply`, which has been noted, within alpha and beta.

    It must call itself without constants: numba would compile it once for each of them, and can't load that from its
    cache.
    """
    state = a.state
    control = a.control
    other = 1 - side
    here = state[at.GAME] + ply
    in_check = state[at.CHECKS + here] != 0
    excluded = state[at.EXCLUDED + ply]

    # Step 1: a position that comes again, the move limit, the end of the arrays
    state[at.LINES + ply * at.MAX_PLY] = 0
    after_null = state[at.PLAYED + here] == 0
    if not after_null and excluded == 0:
        score = repeated(a, side, ply)
        if score != at.NO_SCORE:
            control[ctl.NODES] += 1
            return score
    if ply >= at.MAX_PLY - 3:
        return assess(a, side)

    # Step 2: at the leaves, captures; a check is answered first
    if in_check and excluded == 0:
        depth += 1
    if depth <= 0:
        return quiesce(a, side, alpha, beta, ply)
    if control[ctl.STOP] != 0:
        return 0
    control[ctl.NODES] += 1
    control[ctl.SELDEPTH] = max(control[ctl.SELDEPTH], ply)
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
    held = 0 if excluded != 0 else probe(as_array(a.table, state[at.TABLE_SIZE]), key)
    table_move = move_of(held)
    table_score = 0
    if held != 0:
        table_score = as_found(held, ply)
        if not wide and depth_of(held) >= depth and settles(held, table_score, alpha, beta):
            return table_score
        if not is_possible(a, side, table_move):
            table_move = 0

    # Step 5: the static evaluation, and whether things are getting better
    static = at.NO_SCORE
    improving = False
    likely = static
    if not in_check:
        if excluded != 0:
            static = int64(state[at.STATIC + ply])
        else:
            static = static_of(held) if held != 0 else assess(a, side)
        likely = likely_score(held, table_score, static)
    state[at.STATIC + ply] = static
    if not in_check and ply >= 2:
        improving = static > state[at.STATIC + ply - 2]
    # killers are shared by all positions that can follow two plies below this one
    state[at.KILLERS + 2 * ply + 4] = 0
    state[at.KILLERS + 2 * ply + 5] = 0
    sum_ = int64(state[at.PIECE_SQUARE])
    first = at.MOVES + ply * at.MAX_MOVES

    if not wide and not in_check and excluded == 0 and abs(beta) < _DECIDED:
        # Step 6: so far ahead or behind that a shallow search will not change it
        if depth <= 7 and likely - _MARGIN * depth + (_IMPROVING if improving else 0) >= beta:
            return likely
        if depth <= 3 and likely + _RAZOR * depth <= alpha:
            score = quiesce(a, side, alpha, beta, ply)
            if score <= alpha:
                return score
        # Step 7: give the other side a move for nothing, as long as there are attackers (else zugzwang may lie in wait)
        if depth >= 2 and not after_null and likely >= beta and static >= beta - 20 * depth:
            attackers = 0
            for piece in range(16 * side + 5, 16 * side + 11):
                if state[at.PLACE + piece] >= 0:
                    attackers += 1
            if attackers >= 2:
                a.past[at.KEY] = key ^ a.zobrist[2 * SIDE]
                note(a, ply + 1, 0, True, False)
                state[at.MOVED + here + 1] = 0
                less = 3 + depth // 3 + min(2, (likely - beta) // 200)
                score = -search(a, other, depth - less, -beta, 1 - beta, ply + 1)
                a.past[at.KEY] = key
                if control[ctl.STOP] != 0:
                    return 0
                if score >= beta:
                    if score > at.BANNED_IN_MAX:
                        score = beta
                    return score
        # Step 8: a capture that is far too good at a lower depth will be good enough at this one
        goal = beta + _CUT_MARGIN
        if depth >= 5 and (held == 0 or depth_of(held) < depth - 3 or table_score >= goal):
            find_danger(a, side)
            end = generate(a, side, CAPTURES, as_array(state, at.STATE_SIZE), first)
            order_captures(a, first, end)
            index = first
            while index < end:
                move = pick(a, index, end)
                plain = move & at.MOVE_MASK
                victim = at.KIND_OF[state[at.CELL + (plain >> at.TO_SHIFT)] - 1]
                if state[index + at.ORDER - at.MOVES] < 0 or static + WORTH[victim] < goal:
                    break
                if not is_sound(a, side, index):
                    continue
                index += 1
                kind = at.KIND_OF[state[at.CELL + (plain & at.SQUARE_MASK)] - 1]
                captured = make(a, move)
                if move & at.DOUBTFUL and is_attacked(a, side):
                    unmake(a, move, captured, key, sum_)
                    continue
                note(a, ply + 1, plain, True, is_attacked(a, other))
                state[at.MOVED + here + 1] = kind * at.SQUARES + (plain >> at.TO_SHIFT)
                score = -quiesce(a, other, -goal, 1 - goal, ply + 1)
                if score >= goal:
                    score = -search(a, other, depth - 4, -goal, 1 - goal, ply + 1)
                unmake(a, move, captured, key, sum_)
                if control[ctl.STOP] != 0:
                    return 0
                if score >= goal and abs(score) < at.BANNED_IN_MAX:
                    return score

    # Step 9: without a move from the table a deep search begins less deep
    if depth >= 4 and table_move == 0 and excluded == 0:
        depth -= 1

    # Step 10: where the table's move is the only good one it is searched deeper
    extension = 0
    if (
        depth >= 7
        and table_move != 0
        and ply < 2 * state[at.ROOT_DEPTH]
        and bound_of(held) != UPPER
        and depth_of(held) >= depth - 3
        and abs(table_score) < at.BANNED_IN_MAX
    ):
        floor = table_score - 3 * depth
        state[at.EXCLUDED + ply] = table_move
        score = search(a, side, (depth - 1) // 2, floor - 1, floor, ply)
        state[at.EXCLUDED + ply] = 0
        if control[ctl.STOP] != 0:
            return 0
        if score < floor:
            extension = 1
        elif floor >= beta:
            return floor
        elif table_score >= beta:
            extension = -2

    # Step 11: the moves, stage by stage: the table's, good captures, quiet ones, captures that lose material
    best = at.NO_SCORE
    best_move = 0
    floor = alpha
    tried = 0
    quiet_tried = 0
    stage = _TABLE_MOVE if table_move != 0 else _GOOD_CAPTURES
    index = first
    middle = first
    end = first
    bad = first
    skip_quiet = False
    ready = False
    exposing = 0
    blocked_file = 0
    blocked_rank = 0
    while stage < _END:
        value = 0
        if stage == _TABLE_MOVE:
            stage = _GOOD_CAPTURES
            move = table_move | at.DOUBTFUL
            value = 1 << 30
        elif stage == _GOOD_CAPTURES:
            if not ready:
                find_danger(a, side)
                exposing = int64(state[at.EXPOSING])
                blocked_file = int64(state[at.BLOCKED_FILE])
                blocked_rank = int64(state[at.BLOCKED_RANK])
                middle = generate(a, side, CAPTURES, as_array(state, at.STATE_SIZE), first)
                order_captures(a, first, middle)
                ready = True
            if index < middle:
                move = pick(a, index, middle)
                value = int64(state[index + at.ORDER - at.MOVES])
                if value >= 0 and not is_sound(a, side, index):
                    continue
            if index >= middle or value < 0:
                stage = _QUIETS
                bad = index
                ready = False
                continue
            index += 1
        elif stage == _QUIETS:
            if not ready:
                # as it was before the captures were tried
                state[at.IN_CHECK] = 1 if in_check else 0
                state[at.EXPOSING] = exposing
                state[at.BLOCKED_FILE] = blocked_file
                state[at.BLOCKED_RANK] = blocked_rank
                end = generate(a, side, QUIET, as_array(state, at.STATE_SIZE), middle)
                order_quiet(a, side, ply, middle, end)
                ready = True
                index = middle
            if index >= end:
                stage = _BAD_CAPTURES
                index = bad
                continue
            if skip_quiet:
                # of what is left only checks
                move = int64(state[index])
                if not may_check(a, side, move):
                    index += 1
                    continue
            else:
                move = pick(a, index, end)
            value = int64(state[index + at.ORDER - at.MOVES])
            index += 1
        else:
            if index >= middle:
                break
            move = pick(a, index, middle)
            value = int64(state[index + at.ORDER - at.MOVES])
            index += 1
        plain = move & at.MOVE_MASK
        if plain == excluded or (plain == table_move and value != 1 << 30):
            continue
        target = plain >> at.TO_SHIFT
        kind = at.KIND_OF[state[at.CELL + (plain & at.SQUARE_MASK)] - 1]
        captured = make(a, move)
        prefetch_entry(as_array(a.table, state[at.TABLE_SIZE]), a.past[at.KEY])
        if move & at.DOUBTFUL and is_attacked(a, side):
            unmake(a, move, captured, key, sum_)
            continue
        checks = is_attacked(a, other)
        tried += 1
        quiet = captured < 0
        if quiet:
            quiet_tried += 1
        # Step 12: leave out late quiet moves and losing captures, once a move is known that does not lose
        if best > -at.BANNED_IN_MAX and not in_check and not wide:
            hopeless = False
            if quiet and not checks:
                if depth <= 6 and not skip_quiet:
                    late = tried > 4 + depth * depth // (1 if improving else 2)
                    skip_quiet = late or (value < KILLER and static + _MARGIN * depth + 60 <= alpha)
                refuted = depth <= 4 and value < -_HOPELESS_HISTORY * depth
                hopeless = skip_quiet or refuted
                if not hopeless and depth <= 6:
                    hopeless = gain_on(a, other, target, WORTH[kind]) > 25 * depth
            elif not quiet and value < 0:
                hopeless = depth <= 5 and value < -140 * depth and not checks
            if hopeless:
                unmake(a, move, captured, key, sum_)
                continue
        note(a, ply + 1, plain, captured >= 0, checks)
        state[at.MOVED + here + 1] = kind * at.SQUARES + target
        deeper = depth - 1
        if value == 1 << 30:
            deeper += extension
        # Step 13: late moves less deep, then with a null window, then fully where they surprise
        if tried == 1:
            score = -search(a, other, deeper, -beta, -alpha, ply + 1)
        else:
            less = 0
            if depth >= 3 and (quiet or value < 0) and not in_check:
                less = int64(a.tables[at.REDUCTIONS + 64 * min(depth, 63) + min(tried, 63)])
                if wide:
                    less -= 1
                if not improving:
                    less += 1
                if checks or value >= KILLER:
                    less -= 1
                elif quiet:
                    less -= value // 9000
                less = max(0, min(less, deeper - 1))
            score = -search(a, other, deeper - less, -alpha - 1, -alpha, ply + 1)
            if score > alpha and less > 0:
                score = -search(a, other, deeper, -alpha - 1, -alpha, ply + 1)
            if alpha < score < beta:
                score = -search(a, other, deeper, -beta, -alpha, ply + 1)
        unmake(a, move, captured, key, sum_)
        if control[ctl.STOP] != 0:
            return 0
        if score > best:
            best = score
            if score > alpha:
                alpha = score
                best_move = plain
                if wide:
                    update_pv(a, ply, plain)
                if score >= beta:
                    break

    # Step 14: mate and stalemate both lose
    if tried == 0:
        return alpha if excluded != 0 else ply - at.MATE

    # Step 15: learn from a cut-off
    if best >= beta and state[at.CELL + (best_move >> at.TO_SHIFT)] == 0:
        if state[at.KILLERS + 2 * ply] != best_move:
            state[at.KILLERS + 2 * ply + 1] = state[at.KILLERS + 2 * ply]
            state[at.KILLERS + 2 * ply] = best_move
        bonus = min(200 * depth, 1600)
        reward(a, side, ply, best_move, bonus)
        if table_move != 0 and table_move != best_move and state[at.CELL + (table_move >> at.TO_SHIFT)] == 0:
            reward(a, side, ply, table_move, -bonus)
        if quiet_tried > 0 and stage >= _QUIETS:
            # the quiet moves that were picked before it lie in front
            for each in range(middle, index):
                if stage == _QUIETS and (state[each] & at.MOVE_MASK) != best_move:
                    reward(a, side, ply, state[each] & at.MOVE_MASK, -bonus)

    # Step 16: remember, unless the score depends on the way here
    if excluded == 0 and (abs(best) < at.BANNED_IN_MAX or abs(best) > at.MATE_IN_MAX):
        bound = LOWER if best >= beta else (EXACT if best > floor else UPPER)
        table = as_array(a.table, state[at.TABLE_SIZE])
        store(table, key, best_move, bound, depth, control[at.GENERATION], as_kept(best, ply), static)
    return best
