"""What the search knows of repetitions: who has checked or chased for ever, and what is a draw."""

from __future__ import annotations

from ai.common.kernels import KernelSet, boolean, int64, void
from ai.common.pointers import as_array
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, make, unmake
from ai.xiangqi.chase import note_before, threatened_anew

KERNELS = KernelSet()

DRAW = 0
_MOVE_LIMIT = 120


@KERNELS.kernel(void(ARRAYS, int64, int64, boolean, boolean))
def note(a: XiangqiArrays, ply: int, move: int, captured: bool, in_check: bool) -> None:
    """Note the position at `ply` and the move that led there (0: none) beside those before it, for `repeated`."""
    state = a.state
    here = state[at.GAME] + ply
    a.past[at.KEYS + here] = a.past[at.KEY]
    state[at.CHECKS + here] = 1 if in_check else 0
    state[at.PLAYED + here] = move
    state[at.QUIET + here] = 0 if captured or here == 0 else state[at.QUIET + here - 1] + 1


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64, boolean))
def chasers(a: XiangqiArrays, side: int, ply: int, back: int, undermining: bool) -> int:
    """Who chased one and the same piece with each of the last `back` moves, which captured nothing, `side` being to
    move at `ply`: 1 the side to move, 2 the other, 3 both, 0 neither. `undermining`: who chased or undermined it."""
    state = a.state
    here = state[at.GAME] + ply
    scratch = at.MOVES + ply * at.MAX_MOVES
    key = a.past[at.KEY]
    score = int64(state[at.PIECE_SQUARE])
    for each in range(here, here - back, -1):
        unmake(a, state[at.PLAYED + each], -1, key, score)
    mine = -1
    theirs = -1
    mover = side
    for each in range(here - back + 1, here + 1):
        victims = mine if mover == side else theirs
        if victims == 0 or state[at.CHECKS + each] != 0:
            make(a, state[at.PLAYED + each])
            victims = 0
        else:
            note_before(a, mover, undermining, as_array(state, at.STATE_SIZE), scratch)
            make(a, state[at.PLAYED + each])
            victims &= threatened_anew(a, mover, as_array(state, at.STATE_SIZE), scratch)
        if mover == side:
            mine = victims
        else:
            theirs = victims
        mover = 1 - mover
    a.past[at.KEY] = key
    state[at.PIECE_SQUARE] = score
    return (1 if mine != 0 else 0) | (2 if theirs != 0 else 0)


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def chase_verdict(a: XiangqiArrays, side: int, ply: int, back: int) -> int:
    """Who is to blame for a perpetual chase over the last `back` moves, which captured nothing, `side` being to move
    at `ply`: 1 the side to move, -1 the other, 0 neither or both. To undermine is the lighter fault."""
    guilty = chasers(a, side, ply, back, False)
    if guilty == 0:
        guilty = chasers(a, side, ply, back, True)
    return (guilty & 1) - (guilty >> 1)


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def repeated(a: XiangqiArrays, side: int, ply: int) -> int:
    """What a repetition makes of the position at `ply`: its score for the side to move, or NO_SCORE without one.

    The position must have been noted. One that comes again within the line counts at once, as the line would only go
    round. Where it stood in the game before the line began, somebody to blame can still turn aside: that counts when it
    is there for the third time. A draw counts at once in any case.
    """
    state = a.state
    here = state[at.GAME] + ply
    quiet = state[at.QUIET + here]
    if quiet >= _MOVE_LIMIT:
        return DRAW
    mine = True
    theirs = True
    is_third = False
    # at each step back: the position two plies earlier with the same side to move, and the one between
    back = 2
    while back <= quiet:
        theirs = theirs and state[at.CHECKS + here - back + 2] != 0
        mine = mine and state[at.CHECKS + here - back + 1] != 0
        if a.past[at.KEYS + here - back] == a.past[at.KEYS + here]:
            guilty = (1 if mine else 0) - (1 if theirs else 0)
            if not mine and not theirs:
                guilty = chase_verdict(a, side, ply, back)
            if guilty == 0:
                return DRAW
            if back <= ply or is_third:
                return ply - at.BANNED if guilty > 0 else at.BANNED - ply
            is_third = True
        back += 2
    return at.NO_SCORE
