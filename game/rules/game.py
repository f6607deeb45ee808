"""A game: where it started, what was played, and what of it was taken back."""

from __future__ import annotations

from game.rules.core import (
    GameOverError,
    IllegalMoveError,
    Move,
    Outcome,
    OutOfTurnError,
    Position,
    RulesError,
    Side,
    Variant,
)


class Game:
    """The line of moves of one game with a mark at the present; it decides by the rules alone.

    A mutable object for one thread. Its invariant: for every `i`, `_positions[i + 1]` is `_positions[i]` after
    `_line[i]`, and `_verdicts[i]`, where it was asked for, is what the variant says of the first `i` moves.
    `_ply` is the present: moves before it are played, moves from it on were taken back and can be made again. A new
    move drops the latter.

    Resignation, clocks and agreed draws belong to the sitting (`game.match`), not here. A game that others have played
    is entered (`enter`) by the rules of moving alone: where they went on after an end by our rules, so does the record.
    """

    def __init__(self, variant: Variant, start: Position | None = None) -> None:
        """A game of the variant from `start`, by default its usual start position."""
        self.variant = variant
        self._positions = [variant.start() if start is None else start]
        self._line: list[Move] = []
        self._verdicts: dict[int, Outcome | None] = {}
        self._overruled = -1
        self._ply = 0

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The present position."""
        return self._positions[self._ply]

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been played since the start of this game."""
        return self._ply

    @property
    def made(self) -> int:
        """How many moves have been made on the board: passes and choices of an opening are none."""
        return sum(bool(move.path) for move in self.moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played; those taken back are not among them."""
        return tuple(self._line[: self._ply])

    @property
    def last_move(self) -> Move | None:
        """The move played last; None at the start."""
        return self._line[self._ply - 1] if self._ply else None

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start and the position after each move played: one more than `moves`."""
        return tuple(self._positions[: self._ply + 1])

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules, or None while it goes on."""
        return None if self._ply == self._overruled else self._verdict(self._ply)

    @property
    def can_undo(self) -> int:
        """How many moves can be taken back."""
        return self._ply

    @property
    def can_redo(self) -> int:
        """How many moves that were taken back can be made again."""
        return len(self._line) - self._ply

    def at(self, ply: int) -> Position:
        """The position after this many moves, 0 for the start. Raises IndexError beyond the present."""
        if not 0 <= ply <= self._ply:
            raise IndexError(f"ply {ply} of a game of {self._ply} moves")
        return self._positions[ply]

    def verdict(self, ply: int) -> Outcome | None:
        """What the rules say of the first this many moves, also where a record went on. Raises IndexError like `at`."""
        self.at(ply)
        return self._verdict(ply)

    @property
    def first_end(self) -> int | None:
        """After how many moves the rules saw the first end, the present included; None where they saw none."""
        return next((ply for ply in range(self._ply + 1) if self._verdict(ply) is not None), None)

    def texts(self) -> tuple[str, ...]:
        """The moves played, as texts that `play_text` reads."""
        return tuple(self.variant.write_move(move, self._positions[ply]) for ply, move in enumerate(self.moves))

    def play(self, move: Move, by: Side | None = None) -> Position:
        """Play a move and give the position after it. `by` tells who plays, where the caller knows.

        Raises GameOverError after the end, OutOfTurnError when `by` is not the side to move, and IllegalMoveError.
        After an error the game stands as before, moves to redo included.
        """
        outcome = self.outcome
        if outcome is not None:
            raise GameOverError(self._text(move), outcome)
        if by is not None and by is not self.turn:
            by_name, turn_name = (self.variant.side_names[self.position.colour(side)] for side in (by, self.turn))
            raise OutOfTurnError(self._text(move), by_name, turn_name)
        return self._append(move, self.position.play(move))

    def play_text(self, text: str, by: Side | None = None) -> Position:
        """Play the move that a text names. Raises what `play` raises, and UnreadableMoveError."""
        return self.play(self.variant.read_move(text, self.position), by)

    def enter_text(self, text: str) -> Position:
        """Play the move that a text names as a record has it: legal moves are taken whatever the rules say of the line
        before (a repetition, a limit, a foul that nobody claimed).

        Raises GameOverError where the position itself leaves nothing to be played, UnreadableMoveError, and
        IllegalMoveError.
        """
        return self._append(*entered(self.variant, self.position, text))

    def overrule(self) -> None:
        """Let `outcome` be None at the present, whatever the rules say: a record tells another end, or none."""
        self._overruled = self._ply

    def allows(self, text: str) -> bool:
        """Whether the move that a text names (such as `pass`) can be made now."""
        if self.outcome is not None:
            return False
        try:
            self.position.play(self.variant.read_move(text, self.position))
        except RulesError:
            return False
        return True

    def undo(self, count: int = 1) -> None:
        """Take back this many moves. Raises ValueError for more than `can_undo`."""
        if not 0 <= count <= self.can_undo:
            raise ValueError(f"cannot take back {count} of {self.can_undo} moves")
        self._ply -= count

    def redo(self, count: int = 1) -> None:
        """Make this many moves again. Raises ValueError for more than `can_redo`."""
        if not 0 <= count <= self.can_redo:
            raise ValueError(f"cannot redo {count} of {self.can_redo} moves")
        self._ply += count

    def _append(self, move: Move, after: Position) -> Position:
        if self._ply < len(self._line):
            del self._line[self._ply :], self._positions[self._ply + 1 :]
            self._verdicts = {ply: verdict for ply, verdict in self._verdicts.items() if ply <= self._ply}
        self._line.append(move)
        self._positions.append(after)
        self._ply += 1
        self._overruled = -1
        return after

    def _verdict(self, ply: int) -> Outcome | None:
        """Judged when it is first asked for: a record of thousands of games is not judged move by move."""
        if ply not in self._verdicts:
            self._verdicts[ply] = self.variant.outcome(self._positions[: ply + 1], self._line[:ply])
        return self._verdicts[ply]

    def _text(self, move: Move) -> str:
        return self.variant.write_move(move, self.position)


def entered(variant: Variant, position: Position, text: str) -> tuple[Move, Position]:
    """The move that a text names, made by the rules of moving alone, and the position after it. Raises like
    `Game.enter_text`."""
    before = position.unclaimed()
    move = variant.read_move(text, before)
    try:
        if not before.is_stopped():
            return move, before.play(move)
    except IllegalMoveError:
        if before.outcome() is None:  # asked for last: it may have to look for all moves
            raise
    outcome = before.outcome()
    assert outcome is not None
    raise GameOverError(variant.write_move(move, before), outcome)
