"""A position of Gomoku: stones over bytes, what may be played, how it ends.

The rules stand in `game.rules.gomoku.variants`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Final

from game.rules.core import (
    PASS,
    Board,
    FreeMoves,
    IllegalMoveError,
    Move,
    NoCheck,
    OpeningStep,
    Outcome,
    Piece,
    Refusal,
    Side,
    Square,
    Termination,
)
from game.rules.gomoku import openings, renju, threats
from game.rules.gomoku.openings import CHOICES, SCRIPTS, ScriptStep
from game.rules.gomoku.rows import RowRule, winning_row
from game.rules.gomoku.text import EMPTY, name_of, stone, write_stones

SWAPPED: Final = "swapped"
"""The word in a position's text for exchanged colours."""

REFUSALS: Final = MappingProxyType(
    {
        "occupied": "there is a stone on {square} already",
        "off-board": "{square} is off the board",
        "game-over": "the game is over",
        renju.OVERLINE: "{square} makes six or more in a row",
        renju.DOUBLE_FOUR: "{square} makes two fours",
        renju.DOUBLE_THREE: "{square} makes two threes",
        "no-pass": "there is no passing in this variant",
        "not-a-placement": "a move is one stone on one point",
        "centre-only": "the first stone must go in the centre",
        "too-central": "{square} lies in the central {lines}x{lines}, where this stone may not go",
        "choose-first": "one of these must be chosen first: {choices}",
        "no-choice": "{choice} can't be chosen now",
        "no-pass-yet": "there is no passing before the opening is over",
    }
)
"""Every code of a `Refusal` of Gomoku with its English sentence; `{square}` is among the refusal's values."""

_STONES = MappingProxyType({stone(side): Piece(side, "stone") for side in Side})


@dataclass(frozen=True)
class GomokuPosition(FreeMoves, NoCheck):
    """One moment of a game of Gomoku.

    `cells` has a byte per square, row by row from the bottom: 0 empty, 1 black, 2 white. `passes` counts the passes
    just made one after the other, `foul` is the square of the forbidden move that ended the game. Build positions with
    `Variant.start`, `Variant.read_position` and `play`, which keep `ply` and `ending` in step; neither takes part in
    comparisons.

    `script` is the opening script that the game is in (`game.rules.gomoku.openings`), None in ordinary play; `swapped`
    tells that the players have exchanged colours, so that SECOND plays black. `turn` is the player who acts.
    """

    rule: RowRule
    board: Board
    cells: bytes
    turn: Side = Side.FIRST
    passes: int = 0
    foul: Square | None = None
    ply: int = field(default=0, compare=False)
    ending: Outcome | None = field(default=None, compare=False)
    script: str | None = None
    swapped: bool = False

    @cached_property
    def key(self) -> int:
        """64 bits over stones, side to move, passes, foul, opening and exchanged colours."""
        rights = bytes((self.turn, self.passes)) + str(self.foul).encode()
        if self.script is not None or self.swapped:
            rights += f" {self.script} {self.swapped}".encode()
        return int.from_bytes(blake2b(self.cells + rights, digest_size=8).digest(), "big")

    @property
    def colour_to_move(self) -> Side:
        """Black or white, as the side that has the colour at the start; in an opening stones alternate."""
        return self.colour(self.turn) if self.script is None else Side(self._stones_placed % 2)

    @property
    def opening(self) -> OpeningStep | None:
        """The task, the choices and the closed points of the opening script."""
        return self._opening

    def colour(self, side: Side) -> Side:
        """The colour of a player: exchanged where a choice has exchanged them."""
        return side.other if self.swapped else side

    def pieces(self) -> Mapping[Square, Piece]:
        """The stones."""
        return self._pieces

    def legal_moves(self) -> tuple[Move, ...]:
        """A stone on each empty point that is not forbidden nor closed by the opening, by square; the pass of renju and
        the choices of an opening are not listed."""
        return self._legal_moves

    def forbidden(self) -> Mapping[Square, str]:
        """In renju, for Black to move: the forbidden points with `double-three`, `double-four` or `overline`."""
        return self._forbidden

    def threats(self) -> Mapping[Square, bool]:
        """Where a stone of the other colour would win, or make a straight four or another double threat."""
        return self._threats

    def can_pass(self) -> bool:
        """Whether `PASS` can be played: in renju while the game goes on, once its opening is over."""
        return self.rule is RowRule.RENJU and self.ending is None and self.script is None

    def outcome(self) -> Outcome | None:
        """Who won, or None while the game goes on."""
        return self.ending

    def is_stopped(self) -> bool:
        """Whether the game is over, most often with points left."""
        return self.ending is not None

    def refusal(self, path: tuple[Square, ...]) -> Refusal:
        """Why no stone can stand on the point of this path; its codes are those of `REFUSALS`.

        Raises ValueError where one can.
        """
        refusal = self._refusal(Move(path)) or self._foul_refusal(path[0])
        if refusal is None:
            raise ValueError(f"{name_of(path[0], self.board)} is a legal move in {self}")
        return refusal

    def play(self, move: Move) -> GomokuPosition:
        """The position after a stone, a pass or a choice. Raises IllegalMoveError; a forbidden move is played and
        loses."""
        refusal = self._refusal(move)
        if refusal is not None:
            why = REFUSALS[refusal.code].format(**refusal.values)
            raise IllegalMoveError(self._move_text(move), str(self), refusal, why)
        if move == PASS:
            return self._after_pass()
        if move.word:
            return self._after_choice(move.word)
        (square,) = move.path
        colour = self.colour_to_move
        cells = self.cells[:square] + bytes((stone(colour),)) + self.cells[square + 1 :]
        if self.script is not None:  # too few stones for any end
            return self._after_opening_stone(self.script, cells)
        row = winning_row(self.rule, cells, self.board, square)
        foul = None
        if row:
            ending = Outcome(self.turn, Termination.FIVE, row)
        elif self.rule is RowRule.RENJU and colour is Side.FIRST and self._foul(square):
            foul = square
            ending = Outcome(self.turn.other, Termination.FORBIDDEN_MOVE, (square,))
        elif EMPTY not in cells:
            ending = Outcome(None, Termination.FULL_BOARD)
        else:
            ending = None
        return replace(self, cells=cells, turn=self.turn.other, passes=0, foul=foul, ply=self.ply + 1, ending=ending)

    def unclaimed(self) -> GomokuPosition:
        """The position after a foul that White has let pass (it must be pointed out to count), and after two passes."""
        if self.ending is None or self.ending.termination not in (Termination.FORBIDDEN_MOVE, Termination.AGREEMENT):
            return self
        return replace(self, foul=None, ending=None)

    def __str__(self) -> str:
        """The position's text, as described in `game.rules.gomoku.variants`."""
        fields = [write_stones(self.cells, self.board.rows), "bw"[self.colour_to_move]]
        if self.script is not None:
            fields.append(self.script)
        if self.swapped:
            fields.append(SWAPPED)
        fields += ["pass"] * self.passes
        if self.foul is not None:
            fields.append(name_of(self.foul, self.board))
        return " ".join(fields)

    def _after_pass(self) -> GomokuPosition:
        passes = self.passes + 1
        ending = Outcome(None, Termination.AGREEMENT) if passes == 2 else None
        return replace(self, turn=self.turn.other, passes=passes, ply=self.ply + 1, ending=ending)

    def _after_opening_stone(self, script: str, cells: bytes) -> GomokuPosition:
        placed = self._stones_placed + 1
        after = openings.after_stone(script, placed)
        turn = self.turn.other if after is None else SCRIPTS[after][placed].actor
        return replace(self, cells=cells, turn=turn, ply=self.ply + 1, script=after)

    def _after_choice(self, word: str) -> GomokuPosition:
        script, swapped = openings.after_choice(word, self.turn)
        if script is not None:
            turn = SCRIPTS[script][self._stones_placed].actor
        else:
            turn = self.colour_to_move.other if swapped else self.colour_to_move
        return replace(self, turn=turn, ply=self.ply + 1, script=script, swapped=swapped)

    @property
    def _stones_placed(self) -> int:
        return self.board.squares - self.cells.count(EMPTY)

    @property
    def _step(self) -> ScriptStep | None:
        """The step of the opening script that is to be done."""
        return None if self.script is None else SCRIPTS[self.script][self._stones_placed]

    @cached_property
    def _opening(self) -> OpeningStep | None:
        step = self._step
        if step is None or self.script is None:
            return None
        choices = tuple(CHOICES[word] for word in step.choices)
        closed = openings.closed_points(step, self.cells, self.board)
        return OpeningStep(
            openings.rule_of(self.script),
            step.task,
            choices,
            closed,
            openings.placing(self.script, self._stones_placed),
            openings.leaves_colours_open(self.script),
        )

    @cached_property
    def _pieces(self) -> Mapping[Square, Piece]:
        return MappingProxyType({Square(at): _STONES[cell] for at, cell in enumerate(self.cells) if cell != EMPTY})

    @cached_property
    def _forbidden(self) -> Mapping[Square, str]:
        black_in_renju = self.rule is RowRule.RENJU and self.colour_to_move is Side.FIRST
        if not black_in_renju or self.ending is not None or self.script is not None:
            return MappingProxyType({})
        points = renju.forbidden_points(self.cells, self.board.rows)
        return MappingProxyType({Square(square): reason for square, reason in points})

    @cached_property
    def _threats(self) -> Mapping[Square, bool]:
        if self.ending is not None or self.script is not None:
            return MappingProxyType({})
        other = self.colour_to_move.other
        return MappingProxyType(threats.threats(self.rule, self.cells, self.board, other))

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        opening = self._opening
        if self.ending is not None or (opening is not None and opening.choices):
            return ()
        stones, shut = placements(self.board), self._forbidden.keys() if opening is None else opening.closed
        return tuple(stones[at] for at, cell in enumerate(self.cells) if cell == EMPTY and at not in shut)

    def _refusal(self, move: Move) -> Refusal | None:
        """Why `play` does not take a move; None where it does."""
        if self.ending is not None:
            return Refusal("game-over")
        if move == PASS:
            return self._pass_refusal()
        opening = self._opening
        if move in CHOICES.values():
            known = opening is not None and move in opening.choices
            return None if known else Refusal("no-choice", {"choice": move.word})
        if opening is not None and opening.choices:
            return Refusal("choose-first", {"choices": ", ".join(choice.word for choice in opening.choices)})
        if len(move.path) != 1 or move.captured or move.word:
            return Refusal("not-a-placement")
        (square,) = move.path
        if not 0 <= square < self.board.squares:
            return Refusal("off-board", {"square": str(square)})
        if self.cells[square] != EMPTY:
            return Refusal("occupied", {"square": name_of(square, self.board)})
        if opening is not None and square in opening.closed:
            return self._closed_refusal(square)
        return None

    def _pass_refusal(self) -> Refusal | None:
        if self.can_pass():
            return None
        return Refusal("no-pass" if self.rule is not RowRule.RENJU else "no-pass-yet")

    def _closed_refusal(self, square: Square) -> Refusal:
        step = self._step
        if step is None or step.in_centre:
            return Refusal("centre-only")
        return Refusal("too-central", {"square": name_of(square, self.board), "lines": str(step.outside)})

    def _foul_refusal(self, square: Square) -> Refusal | None:
        reason = self._forbidden.get(square)
        return Refusal(reason, {"square": name_of(square, self.board)}) if reason else None

    def _foul(self, square: Square) -> str | None:
        """The foul of a stone that Black puts on an empty point and that makes no five."""
        if "_forbidden" in self.__dict__:  # worked out already
            return self._forbidden.get(square)
        return renju.foul(self.cells, self.board.rows, square)

    def _move_text(self, move: Move) -> str:
        names = [name_of(at, self.board) if 0 <= at < self.board.squares else str(at) for at in move.path]
        return move.word or "-".join(names)


@cache
def placements(board: Board) -> tuple[Move, ...]:
    """The move of one stone for each square of the board; shared, as positions list hundreds of them."""
    return tuple(Move((Square(at),)) for at in range(board.squares))
