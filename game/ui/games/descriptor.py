"""What a game brings to the window: its looks, a position to be shown by, examples of its rules and lessons.

Each game has one `GameWindow` in its own folder, and `game.ui.games.registry` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from game.rules.core import Variant
from game.ui.board.painter import BoardPainter
from game.ui.board.thumbnail import Region
from game.ui.games.pages import LessonPage
from game.ui.games.story import Story
from game.ui.paint.text import Fonts
from game.ui.paint.theme import Theme
from game.ui.sound.scores import Melody

LINED_AT_NIGHT: Final = "rosewood"
LINED_BOARDS: Final = ("wood", "rosewood", "slate", "paper", "night")
"""The styles of a board of lines (`game.ui.board.styles`) that everybody has."""

StyleKind = Literal["board", "pieces"]


@dataclass(frozen=True, slots=True)
class Looks:
    """How a game can look: styles of its board and of its pieces, the usual ones first, and the notations among which
    a person may choose (none where there is one only). `make` gives the painter of a variant's board, pieces and a
    notation. `at_night` is the board that is usual in the dark theme. `won_boards` and `won_pieces` are those among
    them that the arcade gives, with the stage that does."""

    make: Callable[[Variant, str, str, Fonts, str], BoardPainter]
    boards: tuple[str, ...]
    at_night: str
    pieces: tuple[str, ...]
    notations: tuple[str, ...] = ()
    won_boards: Mapping[str, int] = field(default_factory=dict)
    won_pieces: Mapping[str, int] = field(default_factory=dict)

    def won(self, kind: StyleKind) -> Mapping[str, int]:
        """The styles of boards or of pieces that the arcade gives, with the stage that does."""
        return self.won_boards if kind == "board" else self.won_pieces

    def usual_board(self, theme: Theme) -> str:
        """The board of whoever has chosen none."""
        return self.at_night if theme.is_dark else self.boards[0]


@dataclass(frozen=True, slots=True)
class Showpiece:
    """A game as moves between spaces, and what is looked at.

    The menu's card shows `card_rows` rows and at least `card_columns` columns around the column `card_middle`, from the
    row `card_bottom` upwards.
    `preview` is what the settings show of the same position, `board` a part of the board to tell boards by. `pair` are
    moves after which one piece of each side stands in `pieces`, to tell pieces by. `start` and `pair_start` are the
    texts of the positions before the moves; empty = the usual start.
    """

    variant: str
    moves: str
    card_middle: float
    card_bottom: float
    card_rows: float
    card_columns: float
    preview: Region
    board: Region
    pair: str
    pieces: Region
    start: str = ""
    pair_start: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A game as moves between spaces, and the column and row in the middle of its picture; `start` is the text of the
    position before the moves, empty = the usual start."""

    moves: str
    column: float
    row: float
    start: str = ""


@dataclass(frozen=True, slots=True)
class GameWindow:
    """One game. `examples` go by variant: a position that shows the point of its rules. `pages` are the lessons in
    their order, `music` is heard at its table, `touch` is the sound of a piece put down, `story` tells the
    game to who opens it first. `counts_pieces`: the
    number of pieces decides, so it stands beside the names."""

    name: str
    looks: Looks
    showpiece: Showpiece
    music: Melody
    touch: str
    story: Story
    examples: Mapping[str, Example]
    pages: tuple[LessonPage, ...]
    counts_pieces: bool = False
