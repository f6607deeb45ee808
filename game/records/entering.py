"""Plays a written game by the rules of moving, its variations too, and gives the tree in the variant's own words.

The main line is a `Game`; where it can't go on it ends, and that is the reading's problem. A variation that can't go on
ends there as well, but what it says is kept as words at the move before: it may never have been moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.records.fault import Fault, fault, fault_of_rules
from game.records.record import clean_comment
from game.records.tree import LONGEST_S, BoardShape, GameNode, GameTree
from game.records.written import WrittenGame, WrittenMove
from game.rules.core import (
    PASS,
    Position,
    RulesError,
    Square,
    UnreadableMoveError,
    Variant,
    must_pass,
)
from game.rules.game import Game, entered
from game.rules.registry import GAMES

MOST_NODES: Final = 200_000
"""Moves of one game, its variations among them."""
LONGEST_WORDS: Final = 2_000_000
"""Characters of all that is said of the moves of one game."""
_LONGEST_AS_WORDS: Final = 4_000
_LONGEST_TAIL: Final = 100_000
"""Characters of the rest of a main line that can't be played on."""
_MOST_LOST: Final = 100
_MOST_GLYPHS: Final = 16
_MOST_SHAPES: Final = 400

_Play = Callable[[Position, str], tuple[str, Position]]


@dataclass(frozen=True, slots=True)
class EnteredGame:
    """What the rules make of a written game: the tree, what ended its main line before its end, what of its variations
    was kept as words alone, and whether something of what is said had to be left out."""

    tree: GameTree
    problem: Fault | None
    lost: tuple[Fault, ...]
    cut: Fault | None


def enter_game(written: WrittenGame, game: Game) -> EnteredGame:
    """Play a written game; its main line into `game`, which stands at its start. Never raises."""
    return _Entering(written, game).entered()


@dataclass(slots=True)
class _Kept:
    """A node of the tree to be, told by its place in the written game (-1: a pass that nobody wrote)."""

    text: str
    place: int
    ply: int
    comments: tuple[str, ...] = ()


class _Entering:
    def __init__(self, written: WrittenGame, game: Game) -> None:
        self._written = written
        self._game = game
        self._variant = game.variant
        self._play_beside = partial(_play, game.variant)
        self._problem: Fault | None = None
        self._lost: list[Fault] = []
        self._kept: list[_Kept] = [_Kept("", 0, 0)]
        self._squares: dict[str, str] | None = None
        self._broken: set[int] = set()
        """The nodes that are not followed by the move that the file has there."""
        self._tail_at = -1
        """The node at which the rest of the main line stands as words, the variations beside it among them."""
        self._left = LONGEST_WORDS
        self._said = 0

    def entered(self) -> EnteredGame:
        self._walk()
        nodes = tuple(map(self._node, self._kept))
        cut = fault("comments-cut", size=self._said, most=LONGEST_WORDS) if self._said > LONGEST_WORDS else None
        tree = GameTree(nodes, tuple(each.ply for each in self._kept))
        return EnteredGame(tree, self._problem, tuple(self._lost), cut)

    def _walk(self) -> None:
        """All nodes in the order of a tree. A place waits with the index of the one before it in the tree, and the
        position there."""
        nodes = self._written.nodes
        waiting = [(place, 0, self._game.position, False) for place in nodes[0].children[:0:-1]]
        waiting += [(place, 0, self._game.position, True) for place in nodes[0].children[:1]]
        while waiting:
            place, before, position, is_main = waiting.pop()
            if len(self._kept) > MOST_NODES:
                self._lose(place, before, fault("too-many-moves", count=len(nodes) - 1, most=MOST_NODES), is_main)
                return
            if before in self._broken:  # in the place of the move that is missing it would be what was played
                if before != self._tail_at:
                    self._keep_words(place, before)
                continue
            wrong = nodes[place].fault
            if wrong is not None:
                self._lose(place, before, wrong, is_main)
                continue
            try:
                done = self._enter(place, position, is_main)
            except RulesError as error:
                self._lose(place, before, fault_of_rules(error, self._variant), is_main, is_numbered=True)
                continue
            for text, at, after in done:
                self._kept.append(_Kept(text, at, self._kept[before].ply + 1))
                before, position = len(self._kept) - 1, after
            following = nodes[place].children
            if len(following) > 1:
                waiting += [(each, before, position, False) for each in following[:0:-1]]
            if following:
                waiting.append((following[0], before, position, is_main))

    def _enter(self, place: int, position: Position, is_main: bool) -> list[tuple[str, int, Position]]:
        """Make a move, after the pass that must be made before it and that few files tell: what was made, by its text
        and its place, and the positions after it."""
        text = self._written.nodes[place].text
        play = self._play_on if is_main else self._play_beside
        try:
            return [self._played(play, position, text, place)]
        except RulesError:
            if text == PASS.word or not must_pass(position):
                raise
        passed, after = play(position, PASS.word)
        try:
            return [(passed, -1, after), self._played(play, after, text, place)]
        except RulesError:
            if is_main:
                self._game.undo()
            raise

    def _played(self, play: _Play, position: Position, text: str, place: int) -> tuple[str, int, Position]:
        try:
            found, after = play(position, text)
        except UnreadableMoveError as error:
            found, after = play(position, self._meant(place, position, error))
        return found, place, after

    def _play_on(self, position: Position, text: str) -> tuple[str, Position]:
        """Make a move of the main line, which is the game's."""
        after = self._game.enter_text(text)
        move = self._game.last_move
        assert move is not None
        return self._variant.write_move(move, position), after

    def _meant(self, place: int, position: Position, error: UnreadableMoveError) -> str:
        """Where a text fits several moves, the one after which more of the rest can be made than after any other.
        Raises the error if there is none."""
        if error.refusal is None or "moves" not in error.refusal.values:
            raise error
        fitting = error.refusal.values["moves"].split(", ")
        rest = self._written.line_after(place)
        counts = [_goes_on(self._variant, position, each, rest) for each in fitting]
        best = max(counts)
        if counts.count(best) != 1:
            raise error
        return fitting[counts.index(best)]

    def _lose(self, place: int, before: int, why: Fault, is_main: bool, is_numbered: bool = False) -> None:
        """Note that a move can't be made, by its number in the game where it is one; beside the main line it stays as
        words, with all that follows it."""
        line, ply = self._written.nodes[place].line, self._kept[before].ply
        singly = not line or GAMES[self._variant.game].counts_singly
        number = {"move": ply + 1} if singly else {"round": ply // 2 + 1}
        told = why.at(**(number if is_numbered else {}), **({"line": line} if line else {}))
        if self._written.nodes[self._written.nodes[place].parent].children[0] == place:
            self._broken.add(before)
        if is_main:
            self._problem = told
            self._kept[before].comments += (self._written.words_of(place)[:_LONGEST_TAIL],)
            if self._written.nodes[place].source[1] >= 0:
                self._tail_at = before
            return
        if len(self._lost) < _MOST_LOST:
            self._lost.append(told.at(variation=""))
        self._keep_words(place, before)

    def _keep_words(self, place: int, before: int) -> None:
        self._kept[before].comments += (self._written.words_of(place)[:_LONGEST_AS_WORDS],)

    # --- what is said about a node ------------------------------------------------------------------------------------

    def _node(self, kept: _Kept) -> GameNode:
        if kept.place < 0:
            return GameNode(kept.text)
        move = self._written.nodes[kept.place]
        told = (move.comments, kept.comments, move.before, move.glyphs, move.shapes, move.properties, move.score)
        if not any(told) and move.clock_s is None:
            return GameNode(kept.text, _seconds(move.used_s) if move.used_s else 0.0)
        shapes, others = self._shapes(move)
        return GameNode(
            kept.text,
            _seconds(move.used_s),
            self._words((*move.comments, *kept.comments)),
            self._words(move.before),
            tuple(dict.fromkeys(move.glyphs))[:_MOST_GLYPHS],
            None if move.clock_s is None else _seconds(move.clock_s),
            move.score,
            shapes,
            self._properties((*move.properties, *others)),
        )

    def _words(self, texts: Iterable[str]) -> tuple[str, ...]:
        return tuple(filter(None, (self._measured(clean_comment(text)) for text in texts)))

    def _measured(self, text: str) -> str:
        """As much of a text as there is room for in a file of ours."""
        self._said += len(text)
        text = text[: self._left].rstrip()
        self._left -= len(text)
        return text

    def _shapes(self, move: WrittenMove) -> tuple[tuple[BoardShape, ...], tuple[tuple[str, str], ...]]:
        """The shapes with their squares by the variant's names; those that stand on no square of it are words."""
        found, others = [], []
        for shape in move.shapes[:_MOST_SHAPES]:
            names = tuple(self._square(name) for name in shape.squares)
            if all(names):
                text = self._measured(clean_comment(shape.text)[:200])
                found.append(BoardShape(shape.kind, names, text, shape.colour))
            else:
                others.append((shape.kind, " ".join(filter(None, (*shape.squares, shape.text)))))
        return tuple(found), tuple(others)

    def _square(self, name: str) -> str:
        if self._squares is None:
            board = self._game.start.board
            own = [self._variant.square_name(Square(square), board) for square in range(board.squares)]
            self._squares = {self._variant.native(each).lower(): each for each in own} | {each: each for each in own}
        return self._squares.get(name.lower(), "")

    def _properties(self, pairs: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        return tuple((name[:64], self._measured(clean_comment(value))) for name, value in pairs)


def _play(variant: Variant, position: Position, text: str) -> tuple[str, Position]:
    """Make a move by the rules of moving alone, as `Game.enter_text` does; its text and the position after it."""
    move, after = entered(variant, position, text)
    return variant.write_move(move, position), after


def _goes_on(variant: Variant, position: Position, text: str, rest: Iterable[WrittenMove]) -> int:
    """How many of the next moves can be made after a move."""
    count = 0
    try:
        position = position.unclaimed()
        position = position.play(variant.read_move(text, position))
        for move in rest:
            position = position.play(variant.read_move(move.text, position))
            count += 1
    except RulesError:
        pass
    return count


def _seconds(told: float) -> float:
    return round(min(max(told, 0.0), LONGEST_S), 3) if told == told else 0.0
