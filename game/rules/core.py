"""The words that every game shares: sides, squares, moves, positions, variants, outcomes and errors.

Why these protocols are wide enough for the games to come:

- **Placement, step, capture path.** A `Move` is the squares it goes through: one square is a stone placed (Gomoku), two
  a step (Xiangqi), more a capture path (draughts), with the captured squares beside it. A move without squares is named
  by a word (`pass` in renju; choices of an opening rule such as `white`). Clicking extends a path, so the window asks
  only which legal moves begin with the squares chosen so far.
- **Check.** `Position.is_check` and `Position.checkers` say whose general is attacked and by which pieces; games
  without check inherit the answers of `NoCheck`.
- **What depends on the history.** A position knows nothing of how it came about. `Variant.outcome` is given the whole
  line of positions and moves since the start, so Xiangqi judges repetitions there (perpetual check, perpetual chase,
  draw) and draughts counts its quiet moves, while Gomoku only asks the last position.
- **Players and colours.** A `Side` is a player: FIRST begins, SECOND is the other. As a rule they keep the colours that
  the variant names for them and take turns; an opening rule may let one place several stones running, in both colours,
  and the other choose. `Position.turn` is who acts, `Position.colour` which colour a player has, `Position.opening`
  what is to be done. So seats, clocks, results and messages follow the players and know nothing of it.
- **Forbidden is not illegal.** In renju a forbidden move can be made and loses. `Position.forbidden` names such squares
  with their reason; `Position.play` accepts them and `legal_moves` leaves them out.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NewType, Protocol, Self

Square = NewType("Square", int)
"""A point or field of the board: row * columns + column, row 0 at the bottom as FIRST sees it, column 0 at the left."""


FREE_OPENING: Final = "free"
"""The name of having no opening rule."""


class Side(enum.IntEnum):
    """Who begins and who is the other; a variant names the colours that they have then."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a square: its colour, as the side that has this colour at the start, and its kind in the game's
    own words (`stone`, `rook`, `man`)."""

    side: Side
    kind: str


@dataclass(frozen=True, slots=True)
class Move:
    """One move: the squares it goes through and what it captures.

    `path` has one square for a placement, two for a step, more for a capture path; it is empty for a move that is named
    by `word` alone. `captured` is sorted. Two moves are the same when all three are.
    """

    path: tuple[Square, ...]
    captured: tuple[Square, ...] = ()
    word: str = ""

    @property
    def target(self) -> Square | None:
        """The square where the move ends, or None for a move named by a word."""
        return self.path[-1] if self.path else None


@dataclass(frozen=True, slots=True)
class Board:
    """The shape of a board: this many columns and rows."""

    columns: int
    rows: int

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.columns * self.rows

    def square(self, column: int, row: int) -> Square:
        """The square at a column (0 = left) and row (0 = bottom). Raises ValueError off the board."""
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            raise ValueError(f"column {column}, row {row} is off a board of {self.columns}x{self.rows}")
        return Square(row * self.columns + column)

    def column(self, square: Square) -> int:
        """The column of a square, 0 = left."""
        return square % self.columns

    def row(self, square: Square) -> int:
        """The row of a square, 0 = bottom."""
        return square // self.columns

    def between(self, first: Square, second: Square) -> tuple[Square, ...]:
        """The squares strictly between two, from the first to the second, where both lie on one row, column or
        diagonal; else none."""
        across, up = self.column(second) - self.column(first), self.row(second) - self.row(first)
        steps = max(abs(across), abs(up))
        if not steps or {abs(across), abs(up)} - {0, steps}:
            return ()
        step = up // steps * self.columns + across // steps
        return tuple(Square(first + step * i) for i in range(1, steps))


PASS: Final = Move((), word="pass")
"""Making no move: allowed in renju, and in Reversi the only move of who can't place a disc."""


class Termination(enum.StrEnum):
    """Why a game is over; the texts are those of the referee's contract."""

    FIVE = "five"
    FULL_BOARD = "full-board"
    FORBIDDEN_MOVE = "forbidden-move"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    PERPETUAL_CHECK = "perpetual-check"
    PERPETUAL_CHASE = "perpetual-chase"
    REPETITION = "repetition"
    MOVE_LIMIT = "move-limit"
    NO_ATTACKERS = "no-attackers"
    NO_PIECES = "no-pieces"
    NO_MOVES = "no-moves"
    KINGS_ONLY = "kings-only"
    FEW_PIECES = "few-pieces"
    DISC_COUNT = "disc-count"
    # decided at the table, not by the rules of a game
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner (None = draw), why, the squares that show it (the winning five, in order), and the
    points of FIRST and SECOND where points decide."""

    winner: Side | None
    termination: Termination
    line: tuple[Square, ...] = ()
    score: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something can't be played: a code that the window translates (`refusal.<code>`) and the values in its
    text."""

    code: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpeningStep:
    """What the side to move has to do while an opening rule governs the game.

    `rule` is the rule's name (`swap2`), `task` a code that the window translates (`opening.task.<task>`). While there
    are `choices` one of them must be made, and nothing else can be played. No piece may be placed on `closed` squares.
    `placing` has the colours of the pieces that the side to move places one after the other, the next one first;
    `undecided` tells that the players' colours are still to be chosen.
    """

    rule: str
    task: str
    choices: tuple[Move, ...] = ()
    closed: frozenset[Square] = frozenset()
    placing: tuple[Side, ...] = ()
    undecided: bool = False


class RulesError(Exception):
    """Anything that the rules refuse. `str(error)` is one English sentence for a log or the command line."""


class UnreadableMoveError(RulesError):
    """The text is not a move of this game. `refusal` tells why, where there is a code for that."""

    def __init__(self, text: str, why: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"cannot read the move {text[:80]!r}: {why}")
        self.text = text
        self.why = why
        self.refusal = refusal


class UnreadablePositionError(RulesError):
    """The text is not a position of this game. `refusal` tells why it can't come about, where there is a code for that;
    the window translates it (`setup.<code>`) with the names of colours (`colour`) and pieces (`kind`) in its values."""

    def __init__(self, text: str, why: str, refusal: Refusal | None = None) -> None:
        super().__init__(f"cannot read the position {text[:80]!r}: {why}")
        self.text = text
        self.why = why
        self.refusal = refusal


class IllegalMoveError(RulesError):
    """The move can be read, but the rules do not allow it here."""

    def __init__(self, move: str, position: str, refusal: Refusal, why: str) -> None:
        super().__init__(f"{move} is illegal: {why} (position {position})")
        self.move = move
        self.position = position
        self.refusal = refusal
        self.why = why


class OutOfTurnError(RulesError):
    """The move comes from the side that is not to move."""

    def __init__(self, move: str, side: str, turn: str) -> None:
        super().__init__(f"{move} was played by {side}, but it is {turn}'s turn")


class GameOverError(RulesError):
    """The game has ended; nothing more can be played."""

    def __init__(self, move: str, outcome: Outcome) -> None:
        super().__init__(f"{move} comes after the end of the game ({outcome.termination})")
        self.move = move
        self.outcome = outcome


class Position(Protocol):
    """One moment of a game; a frozen value. How it came about is not part of it."""

    @property
    def board(self) -> Board:
        """The board's shape."""
        ...

    @property
    def turn(self) -> Side:
        """The side to move: the player who acts."""
        ...

    @property
    def colour_to_move(self) -> Side:
        """The colour that is to move, or of which a stone is placed, as the side that has it at the start."""
        ...

    @property
    def opening(self) -> OpeningStep | None:
        """What an opening rule asks of the side to move; None in ordinary play."""
        ...

    @property
    def ply(self) -> int:
        """Moves made so far by both sides, as far as the position tells."""
        ...

    @property
    def key(self) -> int:
        """A number of 64 bits: equal for equal pieces and side to move (and rights to move), the same in every
        process."""
        ...

    def colour(self, side: Side) -> Side:
        """The colour of a player, as the side that has it at the start: the side itself unless an opening rule has
        exchanged the colours. Its own inverse: the player of a colour too."""
        ...

    def pieces(self) -> Mapping[Square, Piece]:
        """What stands where, for drawing."""
        ...

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves; empty once `outcome` decides the game, and while a choice must be made. Moves named by a
        word alone are not listed, a pass that must be made (`must_pass`) neither."""
        ...

    def ways(self) -> Mapping[tuple[Square, ...], Move]:
        """The legal moves by the squares along which each can be made. As a rule that is the path of each move; a
        capture with several ways between the same squares has them all."""
        ...

    def must_capture(self) -> bool:
        """Whether the rules allow captures only, because there is one."""
        ...

    def forbidden(self) -> Mapping[Square, str]:
        """Squares that the side to move may not use on pain of losing, with the reason (`double-three`); mostly
        empty."""
        ...

    def threats(self) -> Mapping[Square, bool]:
        """What the other side would do if the side to move passed, for learners: the squares where it would win at once
        (True) or gain something (False), be they pieces that it would take or points where it would play. Empty in an
        opening and after the end."""
        ...

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        ...

    def checkers(self) -> tuple[Square, ...]:
        """The squares of the pieces that give check."""
        ...

    def play(self, move: Move) -> Self:
        """The position after a move. Raises IllegalMoveError; a forbidden move is played and loses."""
        ...

    def outcome(self) -> Outcome | None:
        """What the position alone decides, or None while the game goes on."""
        ...

    def is_stopped(self) -> bool:
        """Whether the game is over although there is room for moves, as after a row of five: `play` would take one.
        Told at once, without a search for moves."""
        ...

    def unclaimed(self) -> Self:
        """The position as it stands where nobody claims the end that can be claimed in it, such as a foul in renju;
        itself if there is none."""
        ...

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no legal move begins with these squares (one sentence for the person who clicked there)."""
        ...


def opening_rule(position: Position) -> str:
    """The name of the opening rule that governs a position; `free` if there is none (any more)."""
    step = position.opening
    return FREE_OPENING if step is None else step.rule


def must_pass(position: Position) -> bool:
    """Whether the side to move can do nothing but pass, as in Reversi, so that nobody need be asked."""
    if position.outcome() is not None or position.opening is not None:
        return False
    if position.legal_moves() or position.forbidden():
        return False
    try:
        position.play(PASS)
    except IllegalMoveError:
        return False
    return True


class NoCheck:
    """The answers on check and forbidden squares of a game that has neither."""

    __slots__ = ()

    def is_check(self) -> bool:
        """Always False: the game has no check."""
        return False

    def checkers(self) -> tuple[Square, ...]:
        """Always empty: the game has no check."""
        return ()

    def forbidden(self) -> Mapping[Square, str]:
        """Always empty: the game has no forbidden squares."""
        return {}


class _WithMoves(Protocol):
    """What has legal moves."""

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves."""
        ...


class FreeMoves:
    """The answers on ways and captures of a game in which a move has one way and nobody has to capture."""

    __slots__ = ()

    def ways(self: _WithMoves) -> Mapping[tuple[Square, ...], Move]:
        """Each legal move by its own path."""
        return {move.path: move for move in self.legal_moves()}

    def must_capture(self) -> bool:
        """Always False: captures are never compulsory."""
        return False


class NoOpening:
    """The answers on opening rules of a game that has none, nor an end that has to be claimed or that leaves moves."""

    __slots__ = ()

    turn: Side

    @property
    def colour_to_move(self) -> Side:
        """The side to move: everybody has one colour."""
        return self.turn

    @property
    def opening(self) -> None:
        """Always None: play is ordinary from the start."""
        return None

    def colour(self, side: Side) -> Side:
        """The side itself: nobody changes colours."""
        return side

    def is_stopped(self) -> bool:
        """Always False: the game ends where no move is left."""
        return False

    def unclaimed(self) -> Self:
        """The position itself: what ends the game needs no claim."""
        return self


class Variant(Protocol):
    """The rules of one game as a value: how it starts, what its texts mean, when it ends. Holds no state of a game."""

    @property
    def name(self) -> str:
        """The name on the command line and on the wire, such as `gomoku-renju`."""
        ...

    @property
    def game(self) -> str:
        """The game that the variant belongs to, such as `gomoku`; painters and engines are chosen by it."""
        ...

    @property
    def sizes(self) -> tuple[int, ...]:
        """Board sizes on offer, the usual one first; a single one where the board is fixed."""
        ...

    @property
    def openings(self) -> tuple[str, ...]:
        """Opening rules on offer, `free` (none) first; `free` alone where a game has none."""
        ...

    @property
    def side_names(self) -> tuple[str, str]:
        """The colours of FIRST and SECOND at the start, such as `("black", "white")`."""
        ...

    @property
    def has_check(self) -> bool:
        """Whether the game knows check at all; what shows or reports check asks here first."""
        ...

    @property
    def has_forbidden(self) -> bool:
        """Whether `Position.forbidden` can ever name a square."""
        ...

    def square_name(self, square: Square, board: Board) -> str:
        """The square in the game's own coordinates: `h8` in Gomoku, a number such as `28` in draughts."""
        ...

    def start(self, size: int | None = None, opening: str = FREE_OPENING) -> Position:
        """The start position, of the usual size by default, under an opening rule. Raises ValueError for a size or a
        rule that is not on offer."""
        ...

    def read_position(self, text: str) -> Position:
        """The position that a text describes. Raises UnreadablePositionError."""
        ...

    def write_position(self, position: Position) -> str:
        """The text of a position; `read_position` gives an equal one back."""
        ...

    def read_move(self, text: str, position: Position) -> Move:
        """The move that a text names in a position. Raises UnreadableMoveError, or IllegalMoveError where the text
        names a move that would have to be looked up among the legal ones and is not there."""
        ...

    def write_move(self, move: Move, position: Position) -> str:
        """The text of a move, unique among the legal moves of the position, the same in every language."""
        ...

    def notations(self, move: Move, position: Position) -> Mapping[str, str]:
        """Further notations by name (`chinese`, `wxf`); empty for games that have one only."""
        ...

    def native(self, text: str) -> str:
        """The text of a square or of a move as players of this variant are used to write it; `read_move` reads it
        too."""
        ...

    def outcome(self, positions: Sequence[Position], moves: Sequence[Move]) -> Outcome | None:
        """Whether the game is over after these moves: what the last position decides, and what the history does.

        `positions` holds the start and the position after each move (one more than `moves`).
        """
        ...
