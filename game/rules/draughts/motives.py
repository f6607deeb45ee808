"""Why a move of draughts was bad: shots, men that fall, men that get through, exchanges, moves that run out.

A line is looked at where it is *settled*: where the side to move has nothing to take. A shot "k for n" gives k pieces
and takes n, as books of all kinds of draughts count it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.rules.core import Move, Outcome, Position, Side, Termination
from game.rules.draughts.position import KING, MAN, DraughtsPosition
from game.rules.motive import Motive, MotiveValue, Slip

_WORTH: Final = {MAN: 1, KING: 3}
_SOON: Final = 10
"""A man that is crowned this many plies later still tells why."""
_SEEN: Final = 11
"""What is lost or won later than this many plies is not told: lines end in guesses."""
_FEW: Final = 3
"""A side with no more safe moves than this is short of them."""
_MORE: Final = 2


@dataclass(frozen=True, slots=True)
class _Settled:
    """A line up to where nothing is to be taken: after `plies` moves; the pieces that the slip's side has `lost` and
    `won` by then, in number, and the `balance` of their worth, above 0 where it has won more."""

    plies: int
    lost: int
    won: int
    balance: int


class _DraughtsFacts:
    """A slip of draughts, with what its motives ask of it."""

    def __init__(self, slip: Slip) -> None:
        self.slip = slip
        self.side, self.other = slip.side, slip.side.other
        self.reply = _settled(slip.replied, slip.reply, self.side)
        self.better = _settled(slip.improved, slip.better, self.side)

    @property
    def loss(self) -> _Settled | None:
        """Where the reply is first settled with less than before the move, if it stays so to its end."""
        start = _balance_of(self.slip.before, self.slip.move)
        behind = [each for each in self.reply if each.balance + start < 0]
        if not behind or behind[0].plies > _SEEN or self.reply[-1].balance + start >= 0:
            return None
        return behind[0] if self.best_balance > behind[0].balance + start else None

    @property
    def best_balance(self) -> int:
        """What the better line has brought where it is last settled; 0 where it never is."""
        return self.better[-1].balance if self.better else 0


def _draughts(position: Position) -> DraughtsPosition:
    assert isinstance(position, DraughtsPosition), "its game says so"
    return position


def _balance_of(before: Position, move: Move) -> int:
    return sum(_WORTH[before.pieces()[square].kind] for square in move.captured)


def _settled(positions: tuple[Position, ...], moves: tuple[Move, ...], side: Side) -> list[_Settled]:
    """All places after at least one move where a line is settled."""
    found, lost, won, balance = list[_Settled](), 0, 0, 0
    for plies, (before, move) in enumerate(zip(positions, moves, strict=False), start=1):
        worth = _balance_of(before, move)
        if before.turn is side:
            won, balance = won + len(move.captured), balance + worth
        else:
            lost, balance = lost + len(move.captured), balance - worth
        if not positions[plies].must_capture():
            found.append(_Settled(plies, lost, won, balance))
    return found


def exchanged_value(position: Position) -> int:
    """What the side to move wins by captures alone until nothing is to be taken, in men (a king counts three); below 0
    where it has to take and loses by it."""
    if not position.must_capture():
        return 0
    return max(_balance_of(position, move) - exchanged_value(position.play(move)) for move in position.legal_moves())


def safe_moves(position: Position) -> int:
    """How many moves of the side to move lose nothing by captures alone."""
    return sum(_balance_of(position, move) >= exchanged_value(position.play(move)) for move in position.legal_moves())


def crowning(positions: tuple[Position, ...], moves: tuple[Move, ...], side: Side) -> tuple[int, int] | None:
    """After how many plies of a line a man of a side is first crowned, and on which square."""
    for plies, (before, move) in enumerate(zip(positions, moves, strict=False), start=1):
        if before.turn is not side or before.pieces()[move.path[0]].kind != MAN:
            continue
        if positions[plies].pieces()[move.path[-1]].kind == KING:
            return plies, int(move.path[-1])
    return None


def is_back_row(position: Position, square: int, side: Side) -> bool:
    """Whether a square lies on the row where a side's men stand at first, nearest to it."""
    rules = _draughts(position).rules
    index = next(each for each in range(rules.squares) if rules.square_of(each) == square)
    return rules.is_crowning(index, rules.colour_of(side.other))


def _ended(facts: _DraughtsFacts) -> Motive | None:
    """The reply, or the move itself, ends the game."""
    slip = facts.slip
    outcome: Outcome | None = slip.replied[-1].outcome()
    if outcome is None or outcome.winner is not facts.other or not slip.reply:
        return None
    moves: tuple[tuple[str, MotiveValue], ...] = (("n", (len(slip.reply) + 1) // 2),)
    if outcome.termination is Termination.NO_MOVES:
        return Motive("blocked", moves, len(slip.reply))
    return Motive("all-taken", moves, len(slip.reply))


def _wrong_capture(facts: _DraughtsFacts) -> Motive | None:
    """Another capture was to be made."""
    move, better = facts.slip.move, facts.slip.better
    if not move.captured or not better or not better[0].captured:
        return None
    if len(better[0].captured) > len(move.captured):
        return Motive("takes-less", (("n", len(move.captured)), ("m", len(better[0].captured))), 0)
    loss = facts.loss
    if loss is not None:
        return (
            Motive("wrong-capture-loses", (("n", loss.lost - loss.won),), loss.plies) if loss.lost > loss.won else None
        )
    return Motive("wrong-capture", (), 0)


def _lost(facts: _DraughtsFacts) -> Motive | None:
    """Pieces are lost."""
    slip, loss = facts.slip, facts.loss
    if loss is None or not loss.lost:
        return None
    first = slip.reply[0]
    counts = (("k", loss.won), ("n", loss.lost))
    if not first.captured and len(slip.reply) > 1 and slip.reply[1].captured:
        is_crowned = crowning(slip.replied[: loss.plies + 1], slip.reply[: loss.plies], facts.other) is not None
        return Motive("shot-king" if is_crowned else "shot", counts, loss.plies)
    kings = any(
        slip.replied[nth].pieces()[square].kind == KING
        for nth in range(0, loss.plies, 2)
        for square in slip.reply[nth].captured
    )
    if kings:
        return Motive("king-lost", (), loss.plies)
    if loss.lost <= loss.won:
        return None
    if first.captured:
        return _taken_at_once(facts, loss)
    moves = (loss.plies + 1) // 2
    code = "attacked" if loss.plies <= 3 else "men-lost-later"
    return Motive(code, (("n", loss.lost - loss.won), ("m", moves)), loss.plies)


def _taken_at_once(facts: _DraughtsFacts, loss: _Settled) -> Motive:
    """The reply takes: what, and why it can."""
    slip, first = facts.slip, facts.slip.reply[0]
    net = (("n", loss.lost - loss.won),)
    if loss.won:
        return Motive("bad-exchange", (("k", loss.won), ("n", loss.lost)), loss.plies)
    if not slip.move.captured and not slip.before.threats().keys().isdisjoint(first.captured):
        return Motive("unmet-threat", net, loss.plies)
    if slip.move.path[-1] in first.captured:
        return Motive("runs-into", net, loss.plies)
    if slip.move.path[0] in first.path[1:]:
        return Motive("opens-hole", (*net, ("square", int(slip.move.path[0]))), loss.plies)
    return Motive("men-lost", net, loss.plies)


def _crowned(facts: _DraughtsFacts) -> Motive | None:
    """A man of the other side gets through, one of the own does not."""
    slip = facts.slip
    theirs = crowning(slip.replied, slip.reply, facts.other)
    spared = crowning(slip.improved, slip.better, facts.other)
    if theirs is not None and theirs[0] <= _SOON and (spared is None or spared[0] > theirs[0] + 2):
        values = (("square", theirs[1]), ("n", (theirs[0] + 1) // 2))
        is_guard = slip.before.pieces()[slip.move.path[0]].kind == MAN and is_back_row(
            slip.before, slip.move.path[0], facts.side
        )
        return Motive("back-rank" if is_guard else "lets-crown", values, theirs[0])
    ours = crowning(slip.improved, slip.better, facts.side)
    now = crowning(slip.replied, slip.reply, facts.side)
    if ours is not None and ours[0] <= _SOON and (now is None or now[0] > ours[0] + 1):
        values = (("square", ours[1]), ("n", (ours[0] + 1) // 2))
        return Motive("misses-crown", values, ours[0], is_missed=True)
    return None


def _missed_men(facts: _DraughtsFacts) -> Motive | None:
    """The better line wins pieces."""
    slip = facts.slip
    start = _balance_of(slip.before, slip.move)
    now = start + (facts.reply[-1].balance if facts.reply else 0)
    won = next((each for each in facts.better if each.balance > max(0, now)), None)
    if won is None or won.plies > _SEEN or facts.best_balance <= max(0, now):
        return None
    if not slip.better[0].captured and len(slip.better) > 1 and slip.better[1].captured and won.lost < won.won:
        return Motive("misses-shot", (("k", won.lost), ("n", won.won)), won.plies, is_missed=True)
    if won.won > won.lost:
        return Motive("misses-men", (("n", won.won - won.lost),), won.plies, is_missed=True)
    return None


def _forced(facts: _DraughtsFacts) -> Motive | None:
    """A forced end that is not seen whole."""
    slip = facts.slip
    if slip.wins_in is not None:
        return Motive("misses-win", (("n", (slip.wins_in + 1) // 2),), len(slip.better), is_missed=True)
    if slip.loses_in:
        return Motive("loses-by-force", (("n", (slip.loses_in + 1) // 2),), len(slip.reply))
    return None


def _run_out(facts: _DraughtsFacts) -> Motive | None:
    """After the answer hardly a move is safe."""
    slip = facts.slip
    if len(slip.replied) < 2 or slip.replied[1].must_capture() or not slip.replied[1].legal_moves():
        return None
    safe = safe_moves(slip.replied[1])
    if not safe:
        return Motive("no-safe-move")
    if safe <= _FEW and len(slip.improved) > 2 and not slip.improved[2].must_capture():
        spared = safe_moves(slip.improved[2])
        if spared >= safe + _MORE:
            return Motive("few-safe-moves", (("n", safe), ("m", spared)))
    return None


def _exchanges(facts: _DraughtsFacts) -> Motive | None:
    """Even exchanges: one that was made, or one that should have been."""
    slip = facts.slip
    if not slip.move.captured and _is_even_exchange(slip.replied, slip.reply):
        return Motive("exchange-worse", (), 2)
    if slip.better and not slip.better[0].captured and _is_even_exchange(slip.improved[1:], slip.better[1:]):
        return Motive("misses-exchange", (), 3, is_missed=True)
    return None


def _is_even_exchange(positions: tuple[Position, ...], moves: tuple[Move, ...]) -> bool:
    """Whether a line begins with a capture that is taken back, as much as was taken, and nothing hangs then."""
    if len(moves) < 2 or not moves[0].captured or positions[2].must_capture():
        return False
    return _balance_of(positions[0], moves[0]) == _balance_of(positions[1], moves[1])


def _squares(facts: _DraughtsFacts) -> Motive | None:
    """Squares: one that the other side takes instead, one that is left."""
    slip = facts.slip
    first, better = slip.reply[:1], slip.better[:1]
    if first and better and not first[0].captured and first[0].path[-1] == better[0].path[-1]:
        return Motive("key-square", (("square", int(first[0].path[-1])),))
    move, pieces = slip.move, slip.before.pieces()
    if not move.captured and pieces[move.path[0]].kind == MAN and is_back_row(slip.before, move.path[0], facts.side):
        held = sum(
            piece.side is facts.side and is_back_row(slip.after, square, facts.side)
            for square, piece in slip.after.pieces().items()
        )
        return Motive("leaves-back-rank", (("n", held),), 0)
    return None


def _freedom(facts: _DraughtsFacts) -> Motive | None:
    """Moves: how many the other side has, against the better line."""
    slip = facts.slip
    if len(slip.improved) < 2 or slip.after.must_capture() or slip.improved[1].must_capture():
        return None
    theirs, less = (safe_moves(each) for each in (slip.after, slip.improved[1]))
    if theirs >= less + _MORE:
        return Motive("frees-other", (("n", theirs), ("m", less)), 0)
    return None


_IN_ORDER: Final[tuple[Callable[[_DraughtsFacts], Motive | None], ...]] = (
    _wrong_capture, _lost, _ended, _crowned, _missed_men, _forced, _run_out, _exchanges, _squares, _freedom,
)  # fmt: skip
"""The plainer first."""


def motive_of(slip: Slip) -> Motive | None:
    """The plainest motive that holds; None where only the evaluation tells."""
    if not slip.move.path:
        return None
    facts = _DraughtsFacts(slip)
    return next((motive for motive in (finder(facts) for finder in _IN_ORDER) if motive is not None), None)
