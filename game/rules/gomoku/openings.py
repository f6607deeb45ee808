"""Opening rules of Gomoku: who places which stone, where, and who chooses the colours.

A rule is a script: one step for each number of stones on the board, from none on. A step says which player acts, and
either where the next stone may go or which choices there are. Stones alternate black and white whoever places them.
With the script's last stone or a choice of colour the opening is over, and the one who has White (or Black, after an
even number of stones) goes on.

- **pro**: Black's first stone stands in the centre, White's anywhere, Black's second outside the central 5x5.
- **long-pro**: the same with 7x7.
- **swap**: one player places three stones, the other chooses a colour.
- **swap2**: the same, or the other places two more stones and the first player chooses.

The players are FIRST, who begins, and SECOND; `game.rules.gomoku.position` says which colours they have. On a board
with an even number of lines each of the four points in the middle is the centre, and the central square lies around the
first stone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.rules.core import FREE_OPENING, Board, Move, Side, Square
from game.rules.gomoku.text import EMPTY, stone

BLACK_WORD: Final = "black"
WHITE_WORD: Final = "white"
MORE_WORD: Final = "more"
"""The choices: to play one colour, or to place two more stones and let the other choose."""

CHOICES: Final[Mapping[str, Move]] = MappingProxyType(
    {word: Move((), word=word) for word in (BLACK_WORD, WHITE_WORD, MORE_WORD)}
)
"""Every choice of an opening rule by its word."""


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a script. `task` is a code that the window translates (`opening.task.<code>`). With `choices` a word
    of these must be said; else a stone is placed: in the centre, or `outside` the central square of this many lines, or
    anywhere (0)."""

    actor: Side
    task: str
    choices: tuple[str, ...] = ()
    in_centre: bool = False
    outside: int = 0


def _pro(lines: int) -> tuple[ScriptStep, ...]:
    return (
        ScriptStep(Side.FIRST, "centre-stone", in_centre=True),
        ScriptStep(Side.SECOND, "any-stone"),
        ScriptStep(Side.FIRST, f"outside-{lines}", outside=lines),
    )


_THREE = (ScriptStep(Side.FIRST, "three-stones"),) * 3
_COLOURS = (BLACK_WORD, WHITE_WORD)

SWAP2: Final = "swap2"
SWAP2_MORE: Final = "swap2-more"

SCRIPTS: Final[Mapping[str, tuple[ScriptStep, ...]]] = MappingProxyType(
    {
        "pro": _pro(5),
        "long-pro": _pro(7),
        "swap": (*_THREE, ScriptStep(Side.SECOND, "choose", _COLOURS)),
        SWAP2: (*_THREE, ScriptStep(Side.SECOND, "choose-or-more", (*_COLOURS, MORE_WORD))),
        SWAP2_MORE: (
            *_THREE,
            *(ScriptStep(Side.SECOND, "two-stones"),) * 2,
            ScriptStep(Side.FIRST, "choose", _COLOURS),
        ),
    }
)
"""Each script's steps by the number of stones on the board. `swap2-more` is what `swap2` becomes by the choice of two
more stones; its first three steps are those that lead there."""

OPENINGS: Final = (FREE_OPENING, *(name for name in SCRIPTS if name != SWAP2_MORE))
"""The rules on offer by name; `free` is none."""


def rule_of(script: str) -> str:
    """The opening rule that a script belongs to."""
    return SWAP2 if script == SWAP2_MORE else script


def placing(script: str, stones: int) -> tuple[Side, ...]:
    """The colours that the player who acts with this many stones on the board places one after the other."""
    steps = SCRIPTS[script]
    end = stones
    while end < len(steps) and steps[end].actor is steps[stones].actor and not steps[end].choices:
        end += 1
    return tuple(Side(number % 2) for number in range(stones, end))


def leaves_colours_open(script: str) -> bool:
    """Whether a script ends with the choice of a colour."""
    return bool(SCRIPTS[script][-1].choices)


def leads_to(script: str, cells: bytes, board: Board) -> bool:
    """Whether a game can stand in a script with these stones, which alternate in number."""
    stones = board.squares - cells.count(EMPTY)
    steps = SCRIPTS[script]
    if not (len(_THREE) if script == SWAP2_MORE else 0) <= stones < len(steps):
        return False
    return stones == 0 or not steps[0].in_centre or _is_centre(_first_black(cells), board)


def after_stone(script: str, stones: int) -> str | None:
    """The script once a stone was placed and this many stand there; None = the opening is over."""
    return script if stones < len(SCRIPTS[script]) else None


def after_choice(word: str, chooser: Side) -> tuple[str | None, bool]:
    """The script after a choice (None = the opening is over), and whether the players have exchanged colours: SECOND
    plays black then."""
    if word == MORE_WORD:
        return SWAP2_MORE, False
    return None, (chooser is Side.FIRST) is (word == WHITE_WORD)


def closed_points(step: ScriptStep, cells: bytes, board: Board) -> frozenset[Square]:
    """The empty points where the step allows no stone."""
    empty = (Square(at) for at, cell in enumerate(cells) if cell == EMPTY)
    if step.in_centre:
        return frozenset(at for at in empty if not _is_centre(at, board))
    if step.outside:
        first = _first_black(cells)
        return frozenset(at for at in empty if 2 * _distance(at, first, board) < step.outside)
    return frozenset()


def _first_black(cells: bytes) -> Square:
    return Square(cells.index(stone(Side.FIRST)))


def _is_centre(at: Square, board: Board) -> bool:
    return abs(2 * board.column(at) - board.columns + 1) <= 1 and abs(2 * board.row(at) - board.rows + 1) <= 1


def _distance(at: Square, other: Square, board: Board) -> int:
    """The larger of the steps along the rows and the columns."""
    return max(abs(board.column(at) - board.column(other)), abs(board.row(at) - board.row(other)))
