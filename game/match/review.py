"""After the game: an engine goes through its positions, and each move is held against what could have been played.

    Review.update ──> Analyst.ask, one position after the other, from the last one back
        └── Judgement of each position ──> Finding: the moves that gave something away ──> Motive: by which facts,
                                      └──> Appraisal of each move, good ones too           found in a thread

From the last position back, because the engine then remembers what comes of the move that was played. Before a move is
called bad, the position after it and then the one before it are thought about once more, for longer, unless a forced
win is seen there. In the end the lines of missed wins that stop short of the win are completed. `update` is called each
frame and never waits.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Final

from game.match.evaluation import Cp, Mate, SearchInfo
from game.match.hint import goes_on_winning
from game.match.judgement import Judgement, Mark, judgement_of, mark_of, scale_of
from game.match.lesson import exchanged
from game.match.lines import Line, read_line
from game.match.move_class import Appraisal, MoveClass, class_of
from game.match.players import Analyst, Gone, TurnAsked
from game.rules.core import Move, Outcome, Side
from game.rules.game import Game
from game.rules.motive import Motive, Slip
from game.rules.registry import GAMES

_WHOLE_S: Final = 40.0
_LONGEST_S: Final = 0.5
_SHORTEST_S: Final = 0.12
"""A review takes about `_WHOLE_S` where the time of one position lies between the other two."""
_MOST_FAILURES: Final = 3
_SECOND_LOOK: Final = 4
"""A judgement by which a move would be bad is thought about this many times as long."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A move that gave something away. `ply` counts from 1; `before` and `after` judge the positions before and after
    it; `better` is what should have been played, from the position before, `reply` what can be played now."""

    ply: int
    mark: Mark
    side: Side
    move: Move
    before: Judgement
    after: Judgement
    better: Line
    reply: Line


_COMPARED: Final = 2
"""So many of the best moves are scored, to tell whether there was another one."""


def seconds_for(positions: int) -> float:
    """How long to think about each position of a game with this many."""
    return max(_SHORTEST_S, min(_LONGEST_S, _WHOLE_S / max(1, positions)))


class Review:
    """One game being gone through. It keeps the game as it was at the beginning, whatever is played on later."""

    def __init__(self, game: Game, analyst: Analyst, reasoning: Executor) -> None:
        """Begins with the first `update`; `reasoning` is where motives are looked for, since one can take as long as a
        whole frame may."""
        self._variant = game.variant
        self._positions = game.positions
        self._moves = game.moves
        self._texts = game.texts()
        self._start = game.variant.write_position(game.start)
        self._analyst = analyst
        self._scale = scale_of(game.variant.game)
        self._seconds = seconds_for(len(self._positions))
        self._judged: list[Judgement | None] = [None] * len(self._positions)
        self._findings: list[Finding | None] = [None] * len(self._moves)
        self._doubted: set[int] = set()
        self._short: set[int] = set()  # the moves that missed a win whose line is to be completed
        self._waiting = list(range(len(self._positions)))  # taken from its end
        self._asked: int | None = None  # the ply in question
        self._completing = False  # whether it is the end of its line that is in question
        self._failures = 0  # in a row
        self._reasoning = reasoning
        self._reasoned: tuple[Finding, Future[Motive | None]] | None = None  # what is being explained
        self._motives: dict[int, tuple[Finding, Motive | None]] = {}  # by the index of the move
        self._kinds: dict[int, tuple[Judgement, Judgement, MoveClass]] = {}  # by ply, with what it was told from
        self._ended = game.outcome
        self._is_cancelled = False
        self.revision = 0
        """Rises with every change of what is known."""
        self.failed = ""
        """Why the review ended early: one sentence, or nothing."""
        decided = game.outcome or game.position.outcome()  # a record may tell another end than the board shows
        if decided is not None:
            self._judged[-1] = _decided(decided)
            self._waiting.pop()
        self._of = len(self._waiting)

    # --- what is known ------------------------------------------------------------------------------------------------

    @property
    def judgements(self) -> Sequence[Judgement | None]:
        """One for each position, from the start on; None where it is not known yet."""
        return tuple(self._judged)

    def judgement(self, ply: int) -> Judgement | None:
        """That of the position after this many moves."""
        return self._judged[ply]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found so far, in the order of the game."""
        return tuple(found for found in self._findings if found is not None)

    def finding(self, ply: int) -> Finding | None:
        """What is to be said of a move, counted from 1."""
        return self._findings[ply - 1] if 1 <= ply <= len(self._findings) else None

    def motive(self, ply: int) -> Motive | None:
        """Why a move that gave something away was bad; None where that is not known, or not yet."""
        found, known = self.finding(ply), self._motives.get(ply - 1)
        return known[1] if known is not None and known[0] is found else None

    def appraisal(self, ply: int) -> Appraisal | None:
        """What is to be said of any move, counted from 1; None where it is not known yet."""
        before, after = self._judged[ply - 1], self._judged[ply]
        if before is None or after is None or self._is_suspected(ply - 1):
            return None
        known = self._kinds.get(ply)
        if known is None or known[0] is not before or known[1] is not after:
            known = self._kinds[ply] = before, after, self._class_of(ply, before, after)
        side, move = self._positions[ply - 1].turn, self._moves[ply - 1]
        return Appraisal(ply, side, move, known[2], before.chance(side), after.chance(side), self.motive(ply))

    def _class_of(self, ply: int, before: Judgement, after: Judgement) -> MoveClass:
        position, move = self._positions[ply - 1], self._moves[ply - 1]
        side = position.turn
        if self.finding(ply) is None and mark_of(before, after, side) is not None:
            return MoveClass.BEST  # what it is blamed for, the engine would have done
        is_best = read_line(self._variant, position, before.line[:1]).moves == (move,)
        gives = False
        if is_best:
            lost, won = exchanged(position, move, read_line(self._variant, self._positions[ply], after.line))
            gives = bool(lost) and not won
        return class_of(before, after, side, is_best=is_best, choices=len(position.legal_moves()), gives=gives)

    @property
    def appraisals(self) -> tuple[Appraisal, ...]:
        """Those of all moves that are known so far, in the order of the game."""
        found = (self.appraisal(ply) for ply in range(1, len(self._moves) + 1))
        return tuple(each for each in found if each is not None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found."""
        return not self._waiting and not self._short and self._asked is None and not self._unexplained()

    @property
    def progress(self) -> tuple[int, int]:
        """Positions judged, and how many there are to judge."""
        return sum(judgement is not None for judgement in self._judged[: self._of]), self._of

    # --- the course ---------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Take what the engine has found, and ask for the next position."""
        answer = self._analyst.poll()
        if self._asked is not None and answer is not None:
            ply, self._asked = self._asked, None
            if self._completing:
                self._complete(ply, answer)
            elif isinstance(answer, Gone):
                self._skip(ply, answer.message)
            else:
                self._judge(ply, judgement_of(answer, self._positions[ply].turn, self._scale))
        if self._asked is None:
            self._ask_next()
        self._explain_next()

    def _unexplained(self) -> list[int]:
        """The indices of the moves that gave something away of which the motive is still to be found."""
        known = self._motives
        if self._is_cancelled:
            return []
        return [
            index
            for index, found in enumerate(self._findings)
            if found is not None and (index not in known or known[index][0] is not found)
        ]

    def _explain_next(self) -> None:
        """Take the motive that was found, and have the next looked for, one at a time: the engine has work to do."""
        if self._reasoned is not None:
            found, future = self._reasoned
            if not future.done():
                return
            self._reasoned = None
            self._motives[found.ply - 1] = found, future.result()
            self.revision += 1
        waiting = self._unexplained()
        if waiting:
            unexplained = self._findings[waiting[0]]
            assert unexplained is not None, "it is among those to be explained"
            motives = GAMES[self._variant.game].motives
            self._reasoned = unexplained, self._reasoning.submit(motives, self._slip(unexplained))

    def _slip(self, found: Finding) -> Slip:
        before, after, side = found.before, found.after, found.side
        last = found.ply == len(self._moves)
        return Slip(
            self._variant,
            self._positions[found.ply - 1],
            found.move,
            self._positions[found.ply],
            found.better.moves,
            found.reply.moves,
            before.plies if before.winner is side else None,
            after.plies if after.winner is side.other else None,
            self._ended if last else None,
        )

    def _ask_next(self) -> None:
        if self._waiting:
            ply = self._waiting.pop()
            self._ask(ply, (), self._seconds * (_SECOND_LOOK if ply in self._doubted else 1))
        elif self._short:
            ply = min(self._short)
            found = self._findings[ply]
            if found is None or found.better.is_complete:
                self._short.remove(ply)
            else:
                self._completing = True
                self._ask(ply, found.better.texts(self._variant), self._seconds)
        else:
            self._analyst.forget()

    def _ask(self, ply: int, more: tuple[str, ...], seconds: float) -> None:
        self._asked = ply
        turn = TurnAsked(self._positions[ply].turn, self._variant.name, self._start, self._texts[:ply] + more)
        self._analyst.ask(turn, seconds, _COMPARED)

    def cancel(self) -> None:
        """End it at once; what was found stays."""
        self._analyst.forget()
        self._is_cancelled = True
        if self._reasoned is not None:
            self._reasoned[1].cancel()
            self._reasoned = None
        self._asked = None
        self._waiting.clear()
        self._short.clear()

    def _skip(self, ply: int, message: str) -> None:
        """A position that the engine can't judge stays unknown, or what it was judged at first; after several in a row
        the others are not tried."""
        self._failures += 1
        self._compare_around(ply)
        if self._failures == _MOST_FAILURES:
            self.cancel()
            self.failed = message

    def _judge(self, ply: int, judgement: Judgement) -> None:
        self._failures = 0
        self._judged[ply] = judgement
        self._compare_around(ply)

    def _compare_around(self, ply: int) -> None:
        """See what the moves to a position and from it are, as far as is known."""
        self.revision += 1
        for move in (ply - 1, ply):
            if 0 <= move < len(self._moves):
                self._compare(move)

    def _compare(self, index: int) -> None:
        """Hold the position before a move against the one after it. What looks bad is looked at again first."""
        before, after = self._judged[index], self._judged[index + 1]
        self._findings[index] = None
        if before is None or after is None:
            return
        side = self._positions[index].turn
        mark = mark_of(before, after, side)
        if mark is None or self._looks_again(index):
            return
        first = read_line(self._variant, self._positions[index], before.line[:1])
        if first.moves == (self._moves[index],) or not first.moves or self._is_the_same(index, first):
            return
        better = read_line(self._variant, self._positions[index], before.line)
        reply = read_line(self._variant, self._positions[index + 1], after.line)
        self._findings[index] = Finding(index + 1, mark, side, self._moves[index], before, after, better, reply)
        if mark is Mark.MISSED_WIN:
            self._short.add(index)

    def _is_the_same(self, index: int, first: Line) -> bool:
        """Whether a move leads to the same as the first one of a line but for a turn or reflection of the board, as all
        first moves of Reversi do: then it is not worse, whatever the engine has seen of either."""
        game = GAMES[self._variant.game]
        played, better = (game.board_cells(each) for each in (self._positions[index + 1], first.positions[1]))
        if sorted(played) != sorted(better):
            return False
        ways = game.symmetries(first.positions[0].board)
        return any(all(played[to] == cell for to, cell in zip(way, better, strict=True)) for way in ways)

    def _complete(self, index: int, answer: SearchInfo | Gone) -> None:
        """Take what is said of the end of a missed win's line; nothing that helps leaves it as it is."""
        self._completing = False
        found = self._findings[index]
        assert found is not None, "it was asked about"
        if isinstance(answer, SearchInfo) and goes_on_winning(found.better, answer):
            rest = read_line(self._variant, found.better.positions[-1], answer.line)
            if rest.moves:
                better = found.better.followed_by(rest)
                self._findings[index] = dataclasses.replace(found, better=better)
                self.revision += 1
                return
        self._short.remove(index)

    def _looks_again(self, index: int) -> bool:
        """Whether a judgement about a move waits for a second look, or is sent to it now: the position after the move
        first, because the engine then remembers it when it looks at the one before."""
        for ply in (index + 1, index):
            judgement = self._judged[ply]
            if ply in self._doubted:
                if self._is_open(ply):
                    return True
            elif judgement is not None and judgement.line and judgement.winner is None:
                self._doubted.add(ply)
                self._waiting.append(ply)
                return True
        return False

    def _is_open(self, ply: int) -> bool:
        """Whether a position is still to be thought about."""
        return ply == self._asked or ply in self._waiting

    def _is_suspected(self, index: int) -> bool:
        """Whether a move looks bad, and has not been looked at again."""
        before, after = self._judged[index], self._judged[index + 1]
        if before is None or after is None or mark_of(before, after, self._positions[index].turn) is None:
            return False
        return self._is_open(index) or self._is_open(index + 1)


def _decided(outcome: Outcome) -> Judgement:
    """The judgement of a position in which the rules have ended the game."""
    if outcome.winner is None:
        return Judgement(Cp(0))
    return Judgement(Mate(0) if outcome.winner is Side.SECOND else -Mate(0))
