"""One game by DamExchange, as our end sees it: what was played, what our clock says, how it ended."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from ai.api import Job
from ai.positions import rules_of, start_text
from ai.protocols.budget import USUAL_S, MoveBudget
from ai.protocols.dxp.message import DRAWN, GIVEN_UP, UNKNOWN, WON, DxpBack, DxpError, DxpMove, DxpRequest
from ai.protocols.dxp.squares import VARIANT, find_move, read_start, side_of, told_move
from game.rules.core import Outcome, RulesError, Side, Termination
from game.rules.draughts.position import DraughtsPosition
from game.rules.game import Game

_LEAST_LEFT_S: Final = 0.1
"""A clock that has run out counts as this: the other end may go on all the same."""


@dataclass(frozen=True, slots=True)
class DxpResult:
    """How a game ended: the winner (None with no termination: nobody knows) and the word for why."""

    winner: Side | None
    termination: Termination | None


class DxpGame:
    """A game between us and the other end. A mutable object for one thread."""

    def __init__(self, request: DxpRequest, peer: str, is_ours: bool) -> None:
        """The game that was asked for, by us or by the other end (`request.colour` is the follower's). Raises DxpError
        for a position that can't be played."""
        self._start = start_text(VARIANT) if request.start is None else read_start(request.start)
        rules = rules_of(VARIANT)
        try:
            self._game = Game(rules, rules.read_position(self._start))
        except RulesError as error:
            raise DxpError(str(error)) from error
        if self._game.outcome is not None:
            raise DxpError("the game is over in the start position")
        follower = side_of(self.position, request.colour)
        self.side = follower.other if is_ours else follower
        self.result: DxpResult | None = None
        self._peer = peer
        self._clock_s = 60.0 * request.minutes or None
        self._used_s = 0.0
        self._moves = request.moves

    @property
    def position(self) -> DraughtsPosition:
        """What stands on the board."""
        position = self._game.position
        assert isinstance(position, DraughtsPosition), "the variant is one of draughts"
        return position

    @property
    def is_ours(self) -> bool:
        """Whether it is our move."""
        return self._game.turn is self.side

    @property
    def job(self) -> Job:
        """The game so far, as the engine takes it."""
        return Job(VARIANT, self._start, self._texts())

    @property
    def budget(self) -> MoveBudget:
        """What we may take for the next move."""
        if self._clock_s is None:
            return MoveBudget(usual_s=USUAL_S)
        left_s = max(_LEAST_LEFT_S, self._clock_s - self._used_s)
        return MoveBudget(left_s=left_s, moves_left=max(1, self._moves - self._game.ply // 2) if self._moves else None)

    def hear(self, message: DxpMove) -> None:
        """The other end's move. One after the end by the rules counts for nothing: our own move made a draw, which the
        other end has not seen. Raises DxpError."""
        move = find_move(self.position, message)
        if not self.is_over:
            self._game.play(move)

    def play(self, text: str, seconds: float) -> DxpMove:
        """Our move, and how it is told."""
        position, rules = self.position, rules_of(VARIANT)
        move = rules.read_move(text, position)
        self._used_s += seconds
        self._game.play(move)
        return told_move(position, move, seconds)

    @property
    def is_over(self) -> bool:
        """Whether the rules have ended it."""
        return self._game.outcome is not None

    def reason_to_end(self) -> int | None:
        """What we, who are to speak, say to end the game; None while it goes on."""
        outcome = self._game.outcome
        if outcome is not None:
            return DRAWN if outcome.winner is None else WON if outcome.winner is self.side else GIVEN_UP
        return UNKNOWN if self._moves and self._game.ply >= 2 * self._moves else None

    def go_back(self, message: DxpBack) -> None:
        """Take moves back until the one with this number is to be made by this colour. Raises DxpError."""
        first = side_of(self._start_position, message.colour) is self._start_position.turn
        whites = side_of(self._start_position, "W") is self._start_position.turn
        ply = 2 * (message.number - 1) + (0 if first else 1 if whites else -1)
        if not 0 <= ply <= self._game.ply:
            raise DxpError(f"there was no move {message.number} of {message.colour}")
        while self._game.ply > ply:
            self._game.undo()

    def end(self, reason: int, is_ours: bool) -> None:
        """Somebody, we or the other end, ends the game for this reason. The rules know better where they know."""
        outcome = self._game.outcome or _outcome(reason, self.side if is_ours else self.side.other)
        self.result = DxpResult(None, None) if outcome is None else DxpResult(outcome.winner, outcome.termination)

    def line(self) -> str:
        """The game as a line of JSON; the fields are those of `host` and `challenge`, and the moves."""
        result = self.result or DxpResult(None, None)
        names = self._game.variant.side_names
        colours = {side: names[self._game.start.colour(side)] for side in Side}
        ours = "none"
        if result.termination is not None:
            ours = "drawn" if result.winner is None else "won" if result.winner is self.side else "lost"
        return json.dumps(
            {
                "game": self._game.variant.game,
                "variant": VARIANT,
                "peer": self._peer,
                "side": colours[self.side],
                "result": ours,
                "winner": None if result.winner is None else colours[result.winner],
                "termination": "" if result.termination is None else result.termination.value,
                "plies": self._game.ply,
                "start": self._start,
                "moves": " ".join(self._texts()),
            }
        )

    @property
    def _start_position(self) -> DraughtsPosition:
        start = self._game.start
        assert isinstance(start, DraughtsPosition), "the variant is one of draughts"
        return start

    def _texts(self) -> tuple[str, ...]:
        positions, rules = self._game.positions, rules_of(VARIANT)
        return tuple(rules.write_move(move, positions[ply]) for ply, move in enumerate(self._game.moves))


def _outcome(reason: int, side: Side) -> Outcome | None:
    """What a reason means that this side gives; None for nothing."""
    if reason == GIVEN_UP:
        return Outcome(side.other, Termination.RESIGNATION)
    if reason == DRAWN:
        return Outcome(None, Termination.AGREEMENT)
    if reason == WON:  # the rules do not say so: it was on time
        return Outcome(side, Termination.TIME)
    return None
