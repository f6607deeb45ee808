"""What an engine says of a position as people read it: its lines with the names of their moves, their values and
chances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.match.evaluation import Cp, Mate, Score, SearchInfo, moves_to_win
from game.match.judgement import chances, scale_of
from game.match.lines import Line, read_line
from game.rules.core import Move, Outcome, Position, RulesError, Side, Variant
from game.ui.scenes.notation import move_words
from game.ui.stage.language import Language

LONGEST_READ: Final = 9
"""Moves of a line that are read: no card is wider."""
_BY_TABLES: Final = 5_000
"""Hundredths: in a position of endgame tables an engine says more only of a win that they hold, however far it is."""


@dataclass(frozen=True, slots=True)
class AnalysedLine:
    """One of the best lines: `score` from the view of the colour that begins the game, the chance of that colour to win
    (a draw counts half) from 0 to 1, the names of the moves, and the texts of all of them, of which `line` has as many
    as are shown. `is_by_tables`: the score stands for a win that endgame tables hold, of which nobody has counted the
    plies."""

    score: Score
    chance: float
    line: Line
    names: tuple[str, ...]
    texts: tuple[str, ...]
    is_by_tables: bool = False

    @property
    def move(self) -> Move:
        """The move that begins it."""
        return self.line.moves[0]

    def wins_for(self, position: Position) -> bool:
        """Whether the side to move in the position in which the line begins wins by force."""
        return (self.score if position.colour_to_move is Side.FIRST else -self.score).wins

    @property
    def value(self) -> str:
        """The score in a few characters; a win by force with the moves that the winner needs."""
        if isinstance(self.score, Cp):
            if self.is_by_tables:
                return "+W" if self.score > Cp(0) else "−W"
            tenths = round(self.score.centi / 10)
            return f"{tenths / 10:+.1f}".replace("-", "−") if tenths else "0.0"
        moves = moves_to_win(self.score.plies) if isinstance(self.score, Mate) else ""
        return f"{'+' if self.score > Cp(0) else '−'}W{moves}"


@dataclass(frozen=True, slots=True)
class AnalysedPosition:
    """What an engine says of a position: depth in plies, nodes and seconds, the best line first. `end`: how the game
    ends if both sides play as well as can be, in a game of points that is solved from here; None otherwise. `tabled`:
    what endgame tables say, from the view of the colour that begins the game (1 it wins, 0 a draw, -1 it loses; None:
    nothing)."""

    depth: int
    nodes: int
    time_s: float
    lines: tuple[AnalysedLine, ...]
    end: Outcome | None = None
    tabled: int | None = None

    @property
    def is_won(self) -> bool:
        """Whether the first line wins, or loses, by force."""
        return bool(self.lines) and isinstance(self.lines[0].score, Mate)


class LineReader:
    """Reads an engine's lines from one position on by the rules. Lines begin alike again and again, so what was read of
    a beginning is kept."""

    def __init__(self, t: Language, variant: Variant, position: Position) -> None:
        self.position: Final = position
        self._t = t
        self._variant = variant
        self._scale = scale_of(variant.game)
        self._info: SearchInfo | None = None
        self._is_solved = self._is_tabled = False
        self._longest = LONGEST_READ
        self._told: list[tuple[Score, tuple[str, ...]]] = []
        self._lines: list[AnalysedLine] = []
        self._known: dict[tuple[str, ...], tuple[Move, Position, str] | None] = {}

    def begin(self, info: SearchInfo, is_solved: bool = False, longest: int = LONGEST_READ) -> None:
        """Read this from now on, in place of what was begun before, `longest` moves of each line. `is_solved`: the
        search has come to an end by itself."""
        self._longest = longest
        self._info, self._is_solved, self._is_tabled = info, is_solved, info.tabled is not None
        self._told = [(info.score, info.line), *((each.score, each.line) for each in info.others)]
        self._lines = []

    def read_on(self, most: int) -> AnalysedPosition | None:
        """Read this many more lines, each of which may take a millisecond; what is told once all are read, None before
        and where nothing was begun. Lines whose first move the rules refuse are left out."""
        for score, texts in self._told[:most]:
            found = self._line(score, texts)
            if found is not None:
                self._lines.append(found)
        self._told = self._told[most:]
        info = self._info
        if info is None or self._told:
            return None
        self._info, lines = None, tuple(self._lines)
        end = self._end_of(lines[0].texts) if lines and self._is_solved else None
        if end is not None:  # of what is certain there are no chances
            lines = tuple(replace(each, chance=_certain(each.score)) for each in lines)
        tabled = info.tabled
        if tabled is not None and self.position.colour_to_move is Side.SECOND:
            tabled = -tabled
        return AnalysedPosition(info.depth, info.nodes, info.time_s, lines, end, tabled)

    def _end_of(self, texts: Sequence[str]) -> Outcome | None:
        """How a line ends that goes as far as points are counted. A search that has come to an end elsewhere has looked
        as deep as it ever does, and proven nothing."""
        end = read_line(self._variant, self.position, texts).positions[-1].outcome()
        return end if end is not None and end.score is not None else None

    def _line(self, score: Score, texts: Sequence[str]) -> AnalysedLine | None:
        positions, moves, names = [self.position], list[Move](), list[str]()
        for count in range(1, min(len(texts), self._longest) + 1):
            found = self._step(tuple(texts[:count]), positions[-1])
            if found is None:
                break
            move, after, name = found
            moves.append(move)
            positions.append(after)
            names.append(name)
        if not moves:
            return None
        for_first = score if self.position.colour_to_move is Side.FIRST else -score
        chance = 0.5 + 0.5 * chances(for_first, self._scale)
        is_by_tables = self._is_tabled and isinstance(score, Cp) and abs(score.centi) >= _BY_TABLES
        line = Line(tuple(positions), tuple(moves))
        return AnalysedLine(for_first, chance, line, tuple(names), tuple(texts), is_by_tables)

    def _step(self, texts: tuple[str, ...], before: Position) -> tuple[Move, Position, str] | None:
        if texts not in self._known:
            self._known[texts] = self._played(texts[-1], before)
        return self._known[texts]

    def _played(self, text: str, before: Position) -> tuple[Move, Position, str] | None:
        if before.is_stopped():
            return None
        try:
            move = self._variant.read_move(text, before)
            return move, before.play(move), move_words(self._t, self._variant, move, before)
        except RulesError:
            return None


def _certain(score: Score) -> float:
    """What a solved score is worth to the colour that begins the game: 1, a half or 0."""
    return 1.0 if score > Cp(0) else 0.5 if score == Cp(0) else 0.0
