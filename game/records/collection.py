"""Many games from one text: each as far as the rules follow it, and what was wrong, by game and move."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from game.records.fault import Fault, fault, fault_of_rules
from game.records.headers import TERMINATIONS, headers_of
from game.records.native import Reading
from game.records.pgn import LONGEST_FILE, WrittenGame, WrittenMove
from game.records.record import (
    LONGEST_COMMENTS,
    LONGEST_S,
    Record,
    RecordedMove,
    RecordError,
    Result,
    clean_comment,
    result_of,
)
from game.rules.core import RulesError, Side, Termination, UnreadableMoveError, Variant
from game.rules.game import Game
from game.rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class Collection:
    """The games of a file, and what could not be read at all. A game that could be read in part stands among the games
    with its problem. `variations` counts what was passed over: only the main line of a game is kept."""

    games: tuple[Reading, ...]
    problems: tuple[Fault, ...] = ()
    variations: int = 0


@dataclass(frozen=True, slots=True)
class RecordSource:
    """The games of a file as they are written there, yet to be played by the rules, which is what takes long.

    `read` gives one game's reading by its number, from 1 on, or raises RecordError with a place inside the game; `what`
    names the kind of file.
    """

    what: str
    written: Sequence[WrittenGame]
    read: Callable[[WrittenGame, int], Reading]

    @property
    def variations(self) -> int:
        """How many variations beside the main lines were passed over."""
        return sum(game.variations for game in self.written)

    def readings(self) -> Iterator[Reading | Fault]:
        """Game after game: its reading, or why nothing of it can be read. Raises RecordError where there is no game."""
        if not self.written:
            raise RecordError(fault("no-games", form=self.what))
        for number, game in enumerate(self.written, 1):
            try:
                yield self.read(game, number)
            except RecordError as error:
                yield error.fault.at(game=number)


def collect(source: RecordSource) -> Collection:
    """All games of a file at once. Raises RecordError where there is none in it."""
    found = list(source.readings())
    return Collection(
        tuple(each for each in found if isinstance(each, Reading)),
        tuple(each for each in found if isinstance(each, Fault)),
        source.variations,
    )


def check_size(data: bytes) -> None:
    """Raises RecordError for a file that is too large to be read."""
    if len(data) > LONGEST_FILE:
        raise RecordError(fault("too-large", size=len(data), most=LONGEST_FILE))


def reading_of(
    written: WrittenGame,
    number: int,
    variant: Variant,
    start: str | None,
    winner: Side | None,
    decided: bool,
    spent: Container[str] = (),
) -> Reading:
    """A written game played by the rules of a variant from a start position (None: the usual one).

    `winner` (a colour, as the side that has it at the start) and `decided` are what the file says of the end, and
    stand; moves are held by legality alone. `spent` are the tags whose sense lies in the other arguments. Raises
    RecordError for a start that can't be read; a move that can't be played ends the game there and is the reading's
    problem.
    """
    try:
        game = Game(variant, None if start is None else variant.read_position(start))
    except RulesError as error:
        raise RecordError(fault_of_rules(error).at(start="")) from error
    problem: Fault | None = None
    for index, move in enumerate(written.moves):
        try:
            _enter(game, move.text, islice(written.moves, index + 1, None))
        except RulesError as error:
            singly = GAMES[variant.game].counts_singly
            place = {"move": game.ply + 1} if singly else {"round": game.ply // 2 + 1}
            problem = fault_of_rules(error, variant).at(game=number, **place, line=move.line)
            break
    if problem is None and written.faults:
        problem = written.faults[0].at(game=number)
    result = None
    if decided and (game.ply == len(written.moves)):
        result = _result(game, written, winner)
    elif (seen := game.position.outcome()) is not None:
        result = result_of(game, seen)
    told = headers_of(written.tags, variant, spent)
    comment, said, cut = _comments(written)
    moves = (
        RecordedMove(text, round(min(move.used_s, LONGEST_S), 3), comment)
        for text, move, comment in zip(game.texts(), written.moves, said, strict=False)
    )
    record = Record(
        variant=variant.name, start=variant.write_position(game.start), moves=tuple(moves), seats=told.seats,
        result=result, date=told.date, event=told.event, comment=comment, headers=told.headers,
    )  # fmt: skip
    record.settle(game)
    return Reading(record, game, problem or (cut and cut.at(game=number)))


def _enter(game: Game, text: str, rest: Iterable[WrittenMove]) -> None:
    """Enter a move; where the text fits several, the one after which more of the rest can be made than after any other.
    Raises what `enter_text` raises."""
    try:
        game.enter_text(text)
    except UnreadableMoveError as error:
        if error.refusal is None or "moves" not in error.refusal.values:
            raise
        fitting = error.refusal.values["moves"].split(", ")
        following = tuple(rest)
        counts = [_goes_on(game, each, following) for each in fitting]
        best = max(counts)
        if counts.count(best) != 1:
            raise
        game.enter_text(fitting[counts.index(best)])


def _goes_on(game: Game, text: str, rest: Sequence[WrittenMove]) -> int:
    """How many of the next moves can be made after a move."""
    position, count = game.position.unclaimed(), 0
    try:
        position = position.play(game.variant.read_move(text, position))
        for move in rest:
            position = position.play(game.variant.read_move(move.text, position))
            count += 1
    except RulesError:
        pass
    return count


def _result(game: Game, written: WrittenGame, winner: Side | None) -> Result:
    """The end that the file tells: with the rules' own reason where they see the same, else as the file says, else a
    resignation or an agreement."""
    seen = game.outcome
    if seen is not None and (None if seen.winner is None else game.position.colour(seen.winner)) is winner:
        return result_of(game, seen)
    usual = Termination.AGREEMENT if winner is None else Termination.RESIGNATION
    termination = TERMINATIONS.get(written.tags.get("Termination", "").strip().lower(), usual)
    return Result(None if winner is None else game.variant.side_names[winner], termination)


def _comments(written: WrittenGame) -> tuple[str, list[str], Fault | None]:
    """What is said of the game and after each move, as much as a file of ours can hold."""
    texts = [clean_comment(each) for each in (written.comment, *(move.comment for move in written.moves))]
    size, left = sum(map(len, texts)), LONGEST_COMMENTS
    if size <= left:
        return texts[0], texts[1:], None
    for index, text in enumerate(texts):
        texts[index] = text[:left].rstrip()
        left -= len(texts[index])
    return texts[0], texts[1:], fault("comments-cut", size=size, most=LONGEST_COMMENTS)
