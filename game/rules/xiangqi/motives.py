"""Why a move of Xiangqi was bad: pieces that hang or fall to a fork, a pin, a discovered attack; mates; guards; tempi.

What is lost is what the line of captures shows where it has come to rest, and how it was lost is read off the move with
which the other side began. `game.rules.xiangqi.exchange` says what pieces are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from game.rules.core import Move, Piece, Position, Side, Square, Termination
from game.rules.motive import Motive, Slip
from game.rules.xiangqi.board import (
    ADVISOR,
    BOARD,
    CANNON,
    ELEPHANT,
    GENERAL,
    HORSE,
    KINDS,
    LEAPS,
    ROOK,
    SOLDIER,
    after_step,
    attackers,
    cell,
    column_of,
    general_square,
    is_across,
    kind_of,
    legal_steps,
    row_for,
    side_of,
    targets,
)
from game.rules.xiangqi.exchange import PIECE, Balance, balances, capture_gain, cells_of, gain_on, hanging, worth
from game.rules.xiangqi.mating import pattern_of

_SEEN: Final = 9
"""What falls later than this many plies is not told: lines end in guesses."""
_FEWER: Final = 3
"""A piece that can go to this many squares fewer has lost activity."""
_GUARDS: Final = (ADVISOR, ELEPHANT)
_FIGHTERS: Final = (HORSE, CANNON, ROOK)
_ABOUT_EQUAL: Final = 5
_RETURN: Final = 0.4
"""Of the worth of a piece, so much counts as something for it."""
_OPENING: Final = 24
"""In the first plies pieces are to be brought out."""


class _XiangqiFacts:
    """A slip of Xiangqi, with what its motives ask of it."""

    def __init__(self, slip: Slip) -> None:
        self.slip = slip
        self.side, self.other = slip.side, slip.side.other
        self.before, self.after = cells_of(slip.before), cells_of(slip.after)
        self.origin, self.target = (int(each) for each in slip.move.path)
        self.start = worth(self.before, self.target)

    @cached_property
    def reply(self) -> list[Balance]:
        """Where the reply comes to rest, the move itself counted."""
        found = balances(self.slip.replied, self.slip.reply, self.side)
        return [Balance(each.plies, each.value + self.start) for each in found]

    @cached_property
    def better(self) -> list[Balance]:
        """Where the better line comes to rest."""
        return balances(self.slip.improved, self.slip.better, self.side)

    @cached_property
    def loss(self) -> Balance | None:
        """Where the reply is first at rest with a piece less, not won back, and spared by the better line."""
        first = next((each for each in self.reply if each.value <= -PIECE), None)
        if first is None or first.plies > _SEEN or self.reply[-1].value > -PIECE:
            return None
        held = self.better[-1].value if self.better else 0
        return first if held >= first.value + PIECE else None

    @cached_property
    def gain(self) -> Balance | None:
        """Where the better line is first at rest with a piece more, which it keeps, and the reply has not."""
        first = next((each for each in self.better if each.value >= PIECE), None)
        if first is None or first.plies > _SEEN or self.better[-1].value < PIECE:
            return None
        now = self.reply[-1].value if self.reply else self.start
        return first if first.value >= now + PIECE else None

    @cached_property
    def is_retaken(self) -> bool:
        """Whether the piece that replies is taken at once."""
        line = self.slip.reply
        return len(line) > 1 and bool(line[1].captured) and line[1].path[1] == line[0].path[1]

    def kind_at(self, position: Position, square: int) -> Piece:
        """The piece on a square."""
        return position.pieces()[Square(square)]


def _moves(plies: int) -> int:
    return (plies + 1) // 2


def _by_repetition(facts: _XiangqiFacts) -> Motive | None:
    ended = facts.slip.ended
    if ended is None or ended.winner is not facts.other:
        return None
    if ended.termination in (Termination.PERPETUAL_CHECK, Termination.PERPETUAL_CHASE):
        return Motive(ended.termination.value, (), 0)
    return None


def _mated(facts: _XiangqiFacts) -> Motive | None:
    """The other side mates."""
    slip = facts.slip
    if slip.loses_in is None:
        return None
    n = (("n", _moves(slip.loses_in)),)
    pattern = pattern_of(slip.replied[-1]) if slip.reply else None
    if pattern is not None and slip.replied[-1].turn is facts.side:
        is_general = facts.kind_at(slip.before, facts.origin).kind == KINDS[GENERAL]
        if len(slip.reply) == 1 and is_general and pattern != "stalemate":
            return Motive("general-into-mate")
        return Motive(f"mate-{pattern}", (("n", _moves(len(slip.reply))),), len(slip.reply))
    return Motive("allows-mate", n, len(slip.reply))


def _mate_missed(facts: _XiangqiFacts) -> Motive | None:
    slip = facts.slip
    if slip.wins_in is None:
        return None
    if slip.wins_in == 1:
        return Motive("misses-mate-at-once", (), is_missed=True)
    return Motive("misses-mate", (("n", _moves(slip.wins_in)),), len(slip.better), is_missed=True)


@dataclass(frozen=True, slots=True)
class _Capture:
    """A piece taken in a line: with which of its moves, -1 for the one before the line, and what it is worth."""

    nth: int
    piece: Piece
    worth: int


@dataclass(frozen=True, slots=True)
class _Account:
    """What a line of captures comes to once equal pieces are set off against each other: what is left of those that the
    side which begins the line has `taken`, the most valuable first, of equals the earlier; of those that it has given
    `back`; and whether any were set off."""

    taken: tuple[_Capture, ...]
    back: tuple[_Capture, ...]
    is_even: bool


def _account(moves: Sequence[Move], positions: Sequence[Position], before: Sequence[_Capture] = ()) -> _Account:
    """Of the moves of a line and the positions that they are played in; `before` is what the other side has taken."""
    sides: tuple[list[_Capture], list[_Capture]] = ([], list(before))
    for nth, (move, position) in enumerate(zip(moves, positions, strict=False)):
        if move.captured:
            square = int(move.path[1])
            sides[nth % 2].append(_Capture(nth, position.pieces()[Square(square)], worth(cells_of(position), square)))
    taken, back = (sorted(each, key=lambda capture: (-capture.worth, capture.nth)) for each in sides)
    count = len(taken)
    for is_equal in (_is_the_same, _is_about_equal):
        for given in list(back):
            other = next((each for each in taken if is_equal(each, given)), None)
            if other is not None:
                taken.remove(other)
                back.remove(given)
    return _Account(tuple(taken), tuple(back), len(taken) < count)


def _is_the_same(one: _Capture, other: _Capture) -> bool:
    return one.piece.kind == other.piece.kind


def _is_about_equal(one: _Capture, other: _Capture) -> bool:
    """As horse and cannon, or two guards; no exchange of such pieces is lost by that alone."""
    return abs(one.worth - other.worth) <= _ABOUT_EQUAL


def _lost(facts: _XiangqiFacts) -> Motive | None:
    """A piece is lost: which, and how."""
    loss, slip = facts.loss, facts.slip
    if loss is None:
        return None
    own = []
    if slip.move.captured:
        own.append(_Capture(-1, facts.kind_at(slip.before, facts.target), facts.start))
    account = _account(slip.reply[: loss.plies], slip.replied, own)
    if not account.taken:
        return None
    main, victim = account.taken[0].nth, account.taken[0].piece
    lost = (("lost", victim),)
    if slip.reply[0].captured:
        exchange = _exchange(facts, loss, account)
        if exchange is not None:
            return exchange
    if main == 0:
        return _taken_at_once(facts, loss, victim)
    if victim.kind in (KINDS[each] for each in _GUARDS):
        return Motive("guard-lost", lost, loss.plies)
    if main == 2:
        return _taken_next(facts, loss, victim)
    back = account.back[0] if account.back else None
    if back is not None and _is_return(back, account.taken[0]):
        return Motive("exchange-later", (*lost, ("won", back.piece), ("n", _moves(main + 1))), loss.plies)
    return Motive("lost-later", (*lost, ("n", _moves(main + 1))), loss.plies)


def _exchange(facts: _XiangqiFacts, loss: Balance, account: _Account) -> Motive | None:
    """What is lost in an exchange: something comes back where the piece was taken, by the move itself, or of a worth
    that counts. A soldier taken elsewhere makes no exchange."""
    slip, lost = facts.slip, account.taken[0]
    square = slip.reply[lost.nth].path[1]
    back = [
        each
        for each in account.back
        if each.nth < 0 or slip.reply[each.nth].path[1] == square or _is_return(each, lost)
    ]
    if not account.is_even and not back:
        return None
    if lost.nth == 0 and len(account.taken) == len(account.back) == len(back) == 1 and not account.is_even:
        return Motive("bad-exchange", (("lost", lost.piece), ("won", back[0].piece)), loss.plies)
    return Motive("bad-exchanges", (("lost", lost.piece),), loss.plies)


def _is_return(won: _Capture, lost: _Capture) -> bool:
    """Whether a piece is something to show for another, as a cannon is for a rook."""
    return won.worth >= _RETURN * lost.worth


def _taken_at_once(facts: _XiangqiFacts, loss: Balance, victim: Piece) -> Motive:
    """The reply takes the piece: why it can."""
    slip = facts.slip
    by_square, at = (int(each) for each in slip.reply[0].path)
    lost, by = ("lost", victim), ("by", facts.kind_at(slip.after, by_square))
    if facts.target == at:
        return Motive("moves-into", (lost, by), loss.plies)
    if victim.kind in (KINDS[each] for each in _GUARDS):
        return Motive("guard-lost", (lost,), loss.plies)
    if gain_on(facts.before, at, facts.other) > 0:
        return Motive("leaves-hanging", (lost, by), loss.plies)
    could = by_square in attackers(facts.before, at, facts.other)
    if could and facts.origin in attackers(_without(facts.before, at), at, facts.side):
        return Motive("removes-guard", (lost, by), loss.plies)
    if not could:
        between = {int(each) for each in BOARD.between(Square(by_square), Square(at))}
        if facts.target in between and kind_of(facts.after[by_square]) == CANNON:
            return Motive("gives-screen", (lost,), loss.plies)
        if facts.origin in between:
            return Motive("opens-line", (lost, by), loss.plies)
        legs = {leg for leg, to in LEAPS[by_square] if to == at}
        if kind_of(facts.after[by_square]) == HORSE and facts.origin in legs:
            return Motive("frees-leg", (lost,), loss.plies)
    return Motive("taken", (lost, by), loss.plies)


def _without(cells: bytes, square: int) -> bytes:
    """The cells with nothing on a square, so that it can be asked who guards it."""
    return cells[:square] + bytes(1) + cells[square + 1 :]


def _taken_next(facts: _XiangqiFacts, loss: Balance, victim: Piece) -> Motive:
    """The reply attacks, and the piece falls with the move after it."""
    slip = facts.slip
    attacked = cells_of(slip.replied[1])
    mover = int(slip.reply[0].path[1])
    by_square, at = (int(each) for each in slip.reply[2].path)
    lost, by = ("lost", victim), ("by", facts.kind_at(slip.replied[1], mover))
    if by_square != mover:
        is_new = at not in targets(facts.after, by_square) if facts.after[by_square] else False
        stood = facts.after[at] == attacked[at] and attacked[at] != 0
        if is_new and stood and at in targets(attacked, by_square):
            taker = facts.kind_at(slip.replied[1], by_square)
            return Motive("discovered", (lost, ("by", taker)), loss.plies)
        return Motive("check-wins" if slip.replied[1].is_check() else "lost-next", (lost, by), loss.plies)
    prey = forked(attacked, mover, facts.side)
    stood_there = at in prey
    if stood_there and len(prey) > 1:
        second = next(each for each in sorted(prey, key=lambda each: -worth(attacked, each)) if each != at)
        values = (lost, by, ("second", facts.kind_at(slip.replied[1], second)))
        return Motive(f"fork-{KINDS[kind_of(attacked[mover])]}", values, loss.plies)
    moved = int(slip.reply[1].path[0])
    if moved in {int(each) for each in BOARD.between(Square(mover), Square(at))}:
        return Motive("skewer", (lost, by, ("front", facts.kind_at(slip.replied[1], moved))), loss.plies)
    if slip.replied[1].is_check():  # that is why it stays where it is, whatever else holds it
        return Motive("check-wins", (lost, by), loss.plies)
    if attacked[at] and side_of(attacked[at]) is facts.side and at in targets(attacked, mover):
        ways = [step for step in legal_steps(attacked, facts.side) if step[0] == at]
        if not ways and targets(attacked, at):
            return Motive("pinned", (lost, by), loss.plies)
        if ways and all(_falls(attacked, step) for step in ways):
            return Motive("trapped", (lost, by), loss.plies)
    return Motive("attacked", (lost, by), loss.plies)


def forked(cells: bytes, square: int, side: Side) -> set[int]:
    """The pieces of a side that a piece on a square attacks at once and would win, its general among them."""
    return {
        each
        for each in targets(cells, square)
        if cells[each]
        and side_of(cells[each]) is side
        and (kind_of(cells[each]) == GENERAL or capture_gain(cells, (square, each)) > 0)
    }


def _falls(cells: bytes, step: tuple[int, int]) -> bool:
    """Whether a piece that makes a step is won where it arrives, for more than it takes."""
    return gain_on(after_step(cells, step), step[1], side_of(cells[step[0]]).other) > worth(cells, step[1])


def _gain_missed(facts: _XiangqiFacts) -> Motive | None:
    """The better line wins a piece."""
    gain, slip = facts.gain, facts.slip
    if gain is None:
        return None
    account = _account(slip.better[: gain.plies], slip.improved)
    if not account.taken:
        return None
    main, prize = account.taken[0].nth, account.taken[0].piece
    if main == 0:
        return Motive("misses-capture", (("prize", prize),), gain.plies, is_missed=True)
    if main == 2 and slip.better[0].path[1] == slip.better[2].path[0]:
        cells, mover = cells_of(slip.improved[1]), int(slip.better[0].path[1])
        if len(forked(cells, mover, facts.other)) > 1:
            values = (("prize", prize), ("by", facts.kind_at(slip.improved[1], mover)))
            return Motive("misses-fork", values, gain.plies, is_missed=True)
    return Motive("misses-gain", (("prize", prize), ("n", _moves(main + 1))), gain.plies, is_missed=True)


def _material(facts: _XiangqiFacts) -> Motive | None:
    """A piece lost, or one that was not won: where it is lost late and no more than could have been taken at once, the
    capture is what was overlooked."""
    lost, missed = _lost(facts), _gain_missed(facts)
    if lost is None or missed is None:
        return lost or missed
    assert facts.loss is not None, "it was told from it"
    assert facts.gain is not None, "it was told from it"
    is_overlooked = missed.code == "misses-capture" and facts.gain.value >= -facts.loss.value
    return missed if lost.code in _LATE and is_overlooked else lost


def _threats(facts: _XiangqiFacts) -> Motive | None:
    """Tempi: what the answer attacks, what the better move would have attacked."""
    slip = facts.slip
    if slip.reply:
        cells, (origin, square) = cells_of(slip.replied[1]), (int(each) for each in slip.reply[0].path)
        kind, rest = kind_of(cells[square]), general_square(cells, facts.side)
        arrives = row_for(facts.other, square) == 9 != row_for(facts.other, origin)
        if kind == CANNON and arrives and row_for(facts.side, rest) == 0:
            return Motive("bottom-cannon")
        new = hanging(cells, facts.side).keys() - hanging(facts.after, facts.side).keys()
        if new and not slip.replied[1].is_check() and not facts.is_retaken:
            prey = max(new, key=lambda each: worth(cells, each))
            if worth(cells, prey) >= PIECE:
                return Motive("answer-attacks", (("prey", facts.kind_at(slip.replied[1], prey)),))
    if slip.better:
        cells = cells_of(slip.improved[1])
        new = hanging(cells, facts.other).keys() - hanging(facts.after, facts.other).keys()
        prey = max(new, key=lambda each: worth(cells, each), default=-1)
        if prey >= 0 and worth(cells, prey) >= PIECE:
            return Motive("misses-attack", (("prey", facts.kind_at(slip.improved[1], prey)),), is_missed=True)
        if slip.improved[1].is_check() and not slip.after.is_check():
            return Motive("misses-check", is_missed=True)
    return None


def _advance(facts: _XiangqiFacts) -> Motive | None:
    """What the answer does for the other side's pieces."""
    slip = facts.slip
    if not slip.reply:
        return None
    origin, target = (int(each) for each in slip.reply[0].path)
    by = facts.kind_at(slip.after, origin)
    if slip.better and slip.better[0].path[1] == target and not slip.reply[0].captured:
        return Motive("key-point")
    if slip.replied[1].is_check():
        return Motive("allows-check", (("by", by),))
    if slip.reply[0].captured and facts.is_retaken:
        if worth(facts.after, origin) - worth(facts.after, target) < PIECE:
            return Motive("exchange-worse", (("by", by),), 2)
        return Motive("sacrifice", (("by", by),), 2)
    if by.kind in ("horse", "cannon", "rook", "soldier"):
        if not is_across(facts.other, origin) and is_across(facts.other, target):
            return Motive("crosses-river", (("by", by),))
        if by.kind == "cannon" and column_of(target) == 4 and column_of(origin) != 4:
            return Motive("central-cannon")
        if by.kind == "rook" and _is_open(cells_of(slip.replied[1]), target, facts.other):
            return Motive("rook-open-file")
    return None


def _is_open(cells: bytes, square: int, side: Side) -> bool:
    """Whether nothing stands between a piece and the far end of its file, as its side sees it, for four rows at
    least."""
    rows = range(row_for(side, square) + 1, 10)
    column = column_of(square)
    ahead = [(row if side is Side.FIRST else 9 - row) * 9 + column for row in rows]
    free = next((nth for nth, each in enumerate(ahead) if cells[each]), len(ahead))
    return free >= 4


def _handling(facts: _XiangqiFacts) -> Motive | None:
    """What the move did to the own pieces."""
    slip = facts.slip
    kind = kind_of(facts.before[facts.origin])
    if kind == GENERAL and not slip.before.is_check():
        return Motive("general-walks", (), 0)
    if not facts.before[facts.target] and any(
        value == cell(facts.side, HORSE) and any(leg == facts.target for leg, _ in LEAPS[square])
        for square, value in enumerate(facts.after)
    ):
        return Motive("blocks-horse", (), 0)
    if not slip.better:
        return None
    first, to = (int(each) for each in slip.better[0].path)
    better = kind_of(facts.before[first])
    at_home = row_for(facts.side, first) == 0 and column_of(first) in (0, 8)
    if slip.before.ply < _OPENING and better == ROOK and kind != ROOK and at_home:
        return Motive("rook-at-home", is_missed=True)
    own = (("piece", facts.kind_at(slip.before, facts.origin)),)
    is_back = row_for(facts.side, facts.target) < row_for(facts.side, facts.origin)
    if kind in _FIGHTERS and is_back and row_for(facts.side, to) >= row_for(facts.side, first):
        return Motive("retreats", own, 0)
    if better in _FIGHTERS and not slip.move.captured and kind in (SOLDIER, *_GUARDS):
        code = "soldier-move" if kind == SOLDIER else "passive-guard"
        return Motive(code, (("piece", facts.kind_at(slip.before, first)),), 0)
    return _reach(facts)


def _reach(facts: _XiangqiFacts) -> Motive | None:
    """How far the moved piece reaches, against the one that should have moved."""
    slip, target = facts.slip, facts.target
    now, was = len(targets(facts.after, target)), len(targets(facts.before, facts.origin))
    if kind_of(facts.before[facts.origin]) in _FIGHTERS and now + _FEWER <= was:
        return Motive("reaches-less", (("piece", facts.kind_at(slip.before, facts.origin)), ("n", now), ("m", was)), 0)
    return None


_LATE: Final = ("lost-later", "exchange-later")
_IN_ORDER: Final[tuple[Callable[[_XiangqiFacts], Motive | None], ...]] = (
    _by_repetition, _mated, _mate_missed, _material, _threats, _advance, _handling,
)  # fmt: skip
"""The graver first."""


def motive_of(slip: Slip) -> Motive | None:
    """The gravest motive that holds; None where only the evaluation tells."""
    if len(slip.move.path) != 2:
        return None
    facts = _XiangqiFacts(slip)
    return next((motive for motive in (finder(facts) for finder in _IN_ORDER) if motive is not None), None)
