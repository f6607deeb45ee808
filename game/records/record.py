"""A game as a value that can be kept: who played what, how long they thought, how it ended, what is said of it.

Moves and positions are the variant's own texts, so a record of any game in the registry has the same form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from game.records.control import TimeControl
from game.records.fault import Fault, fault, fault_of_rules
from game.records.tree import LONGEST_S, GameNode, GameTree
from game.rules import registry
from game.rules.core import Outcome, RulesError, Side, Termination
from game.rules.game import Game

SeatKind = Literal["human", "engine", "remote"]

_LONGEST_NAME = 64


class RecordError(Exception):
    """A record can't be read or written; `fault` says why and where."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sat on a side. `level` is the name of an engine's level."""

    kind: SeatKind
    name: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    level: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the winner's colour (None = draw or without a result) and the referee's word for why."""

    winner: Annotated[str, msgspec.Meta(max_length=32)] | None
    termination: Termination


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """One game. `start` is the text of its start position; `date` an ISO 8601 time with zone, or as much of a day as is
    known (`1982`, `1982-05`).

    `result` None = unfinished. It is what was agreed on when the game was played: the rules of today may see an end
    earlier or otherwise (`Game.verdict`). `seats` are FIRST's, who begins, and SECOND's; `control` None = no time
    control. `event` says where it was played, as the file has it that it came from: a tournament, a title.
    `tree` has the moves, the variations beside them and what is said of them. `headers` have what else the file said
    that it came from, by the names of PGN where that has one (Site, Round, RedTeam, WhiteElo), else by its own.
    `header_order` has the names of all that it said in its order, where that is not the usual one. `proof` are the
    signatures of a game with somebody elsewhere, as JSON that means something to `game.lan.signing` alone.
    """

    variant: str
    start: str
    tree: GameTree = GameTree()
    seats: tuple[SeatInfo, SeatInfo] = (SeatInfo("human"), SeatInfo("human"))
    control: TimeControl | None = None
    result: Result | None = None
    date: str = ""
    event: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    headers: dict[str, str] = {}
    header_order: tuple[str, ...] = ()
    proof: bytes = b""

    @property
    def moves(self) -> tuple[GameNode, ...]:
        """The moves that were played: the tree's main line."""
        return self.tree.main_line

    @property
    def comment(self) -> str:
        """What is said of the game as a whole."""
        return self.tree.root.comment

    @property
    def size(self) -> int:
        """Rows of the board. Raises RecordError like `to_game`."""
        return self.empty_game().start.board.rows

    @classmethod
    def from_game(
        cls,
        game: Game,
        seats: tuple[SeatInfo, SeatInfo],
        *,
        times_s: Sequence[float] = (),
        control: TimeControl | None = None,
        outcome: Outcome | None = None,
        date: str = "",
    ) -> Record:
        """The record of what was played in a game. `times_s` may be shorter than the game (unknown = 0); `outcome` is
        what was declared at the table and is not needed where the rules decide."""
        padded = [*times_s, *[0.0] * game.ply]
        decided = game.outcome or outcome
        return cls(
            variant=game.variant.name,
            start=game.variant.write_position(game.start),
            tree=GameTree.of_line(
                GameNode(text, round(min(padded[ply], LONGEST_S), 3)) for ply, text in enumerate(game.texts())
            ),
            seats=seats,
            control=control,
            result=None if decided is None else result_of(game, decided),
            date=date,
        )

    def to_game(self) -> Game:
        """The game, all moves played. Raises RecordError with the place of what the rules refuse."""
        game, problem = self.replay()
        if problem is not None:
            raise RecordError(problem)
        return game

    def replay(self) -> tuple[Game, Fault | None]:
        """The game up to the first move that can't be made, and what is wrong. It is played by legality alone, and
        its `outcome` is None where the record tells another one. Raises RecordError when the variant is unknown or the
        start can't be read."""
        game = self.empty_game()
        for number, move in enumerate(self.moves, 1):
            try:
                game.enter_text(move.text)
            except RulesError as error:
                return game, fault_of_rules(error, game.variant).at(move=number)
        return game, self.settle(game)

    def empty_game(self) -> Game:
        """The game at its start. Raises RecordError when the variant is unknown or the start can't be read."""
        try:
            variant = registry.variant(self.variant)
        except RulesError as error:
            raise RecordError(fault_of_rules(error).at(field="variant")) from error
        try:
            return Game(variant, variant.read_position(self.start))
        except RulesError as error:
            raise RecordError(fault_of_rules(error).at(start="")) from error

    def settle(self, game: Game) -> Fault | None:
        """Hold the result against the game, of which all moves are played: what people agreed on stands, and overrules
        what the rules see in the line. What only the board can show must be there: else it is damage, and told."""
        result, seen = self.result, game.outcome
        if result is None:
            if seen is not None and game.position.outcome() is None:
                game.overrule()
            return None
        if result.winner not in (None, *game.variant.side_names):
            return fault("no-colour", name=result.winner).at(field="result.winner")
        if seen is not None and result == result_of(game, seen):
            return None
        if result.termination in AT_THE_TABLE or (
            result.termination in _BY_THE_LINE and (seen is None or game.position.outcome() is None)
        ):
            game.overrule()
            return None
        if seen is not None:
            return fault("ended-otherwise", termination=seen.termination).at(result="")
        return fault("not-ended", termination=result.termination).at(result="")


AT_THE_TABLE = frozenset({Termination.RESIGNATION, Termination.AGREEMENT, Termination.TIME, Termination.ABANDONED})
"""Ends that are declared by the players and can't be seen from the moves."""

_BY_THE_LINE = frozenset(
    {
        *(Termination.PERPETUAL_CHECK, Termination.PERPETUAL_CHASE, Termination.REPETITION, Termination.MOVE_LIMIT),
        *(Termination.NO_ATTACKERS, Termination.KINGS_ONLY, Termination.FEW_PIECES),
    }
)
"""Ends that depend on more than the last position, and on the edition of the rules by which the game was played."""


def result_of(game: Game, outcome: Outcome) -> Result:
    """An outcome in the words of a record."""
    winner = None
    if outcome.winner is not None:
        winner = game.variant.side_names[game.position.colour(outcome.winner)]
    return Result(winner, outcome.termination)


def outcome_of(record: Record, game: Game) -> Outcome | None:
    """How the record's game (as `replay` gives it) ended: as the record says, with what the rules know of it where they
    say the same; None while it goes on."""
    if record.result is None or (game.outcome is not None and record.result == result_of(game, game.outcome)):
        return game.outcome
    winner = record.result.winner
    names = game.variant.side_names
    side = game.position.colour(Side(names.index(winner))) if winner in names else None
    return Outcome(side, record.result.termination)


def notes_on(game: Game) -> tuple[Fault, ...]:
    """What the rules say otherwise than the record whose game this is: where they saw its end before it was over, or
    where its end is another one by them."""
    ply = game.first_end
    if ply is None or (ply == game.ply and game.outcome is not None):
        return ()
    verdict = game.verdict(ply)
    assert verdict is not None
    if ply == game.ply:
        return (fault("ended-otherwise", termination=verdict.termination).at(move=ply),)
    return (fault("rules-end", termination=verdict.termination).at(move=ply),)


def clean_comment(text: str) -> str:
    """A comment without control and formatting characters; its lines stay."""
    if text.isprintable():  # as most are: one line, in which nothing is to be left out
        return text.strip()
    lines = ("".join(each for each in line if unicodedata.category(each)[0] != "C") for line in _lines(text))
    return "\n".join(line.strip() for line in lines).strip()


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").split("\n")


def clean_name(text: str) -> str:
    """A name without control and formatting characters (escapes, changes of writing direction), cut to a length that a
    window can show."""
    if not text.isprintable():
        text = "".join(character for character in text if unicodedata.category(character)[0] != "C")
    return " ".join(text.split())[:_LONGEST_NAME].rstrip()
