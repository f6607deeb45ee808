"""A sitting: a game, two seats, the clock, and what is asked and answered at the table.

Actions come in by methods, events go out by `update`, which is called once a frame and never waits. One thread.

    submit, undo, resign, ...  ──> Match ──> update() ──> events for the window
    players' poll ────────────────┘  └──────> log (the journal), players' tell

What may be refused raises `MatchError` with a code for the window, or the rules' own error for a move; after an error
everything stands as before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Protocol

from game.match import events as happened
from game.match.assists import MatchAids
from game.match.attempt import Attempt
from game.match.clock import MatchClock
from game.match.errors import MatchError as MatchError
from game.match.evaluation import SearchInfo
from game.match.events import Event, Request, RequestKind
from game.match.hint import Hint
from game.match.move_list import MoveList
from game.match.nudge import NUDGE_S
from game.match.players import Asked, Chosen, Gone, Player, Replied, Report, Resigned, Settled, Turn, Unpaused
from game.match.requests import Requests
from game.match.seating import Seat as Seat
from game.rules.core import (
    PASS,
    GameOverError,
    Move,
    Outcome,
    RulesError,
    Side,
    Termination,
    must_pass,
)
from game.rules.game import Game
from game.storage.notice import Notice


class DifferentPositionError(RulesError):
    """The move is legal, but the position after it is not the one that the mover sees."""

    def __init__(self, text: str) -> None:
        super().__init__(f"after {text} the mover sees another position")


class MatchLog(Protocol):
    """Keeps what happens; the journal on disk. None of its methods raises or waits."""

    def note(self, event: Event, match: Match) -> None:
        """Keep an event; the match stands as it is after it."""
        ...

    def update(self, match: Match) -> Sequence[Notice]:
        """Called each frame; what the person should know of."""
        ...

    def close(self, match: Match) -> None:
        """The match is left; an unfinished game is kept."""
        ...


class Match(MatchAids):
    """One sitting at one table; see the module's text.

    `seats` are FIRST's and SECOND's. `clock` must have been run through the game's moves (`MatchClock.replay`), those
    that a redo brings back included; without one a new clock knows no time of theirs. `adviser` gives hints.
    `take_backs` False forbids undo and redo. With `paused` nothing moves before `resume` or `step`. `pace_s` is the
    least time between the moves of two computers. `log` keeps the journal. `outcome` is how a game ended that was over
    already, where the rules do not say it. `attempt` follows a game that is played for the ladder.
    """

    def __init__(
        self,
        game: Game,
        seats: tuple[Seat, Seat],
        clock: MatchClock | None = None,
        *,
        adviser: Player | None = None,
        take_backs: bool = True,
        paused: bool = False,
        pace_s: float = 0.0,
        log: MatchLog | None = None,
        outcome: Outcome | None = None,
        attempt: Attempt | None = None,
    ) -> None:
        super().__init__(
            game,
            seats,
            clock,
            adviser=adviser,
            take_backs=take_backs,
            paused=paused,
            pace_s=pace_s,
            outcome=outcome,
            attempt=attempt,
        )
        self._log = log
        self._start_text = self.variant.write_position(game.start)
        self._requests = Requests(self._seats, self._grant, self._emit)
        self._events: list[Event] = []

    # --- actions ------------------------------------------------------------------------------------------------------

    def submit(self, side: Side, move: Move) -> None:
        """A person's move. Raises the rules' errors (GameOverError, OutOfTurnError, IllegalMoveError), and MatchError
        while paused or for a side that is not played at this screen."""
        self._check_flag()
        if self.outcome is not None:
            raise GameOverError(self.variant.write_move(move, self.position), self.outcome)
        if not self._seats.is_human(side):
            raise MatchError("not-your-side", "this side is not played at this screen")
        if self._paused:
            raise MatchError("paused", "the match is paused")
        self._play(side, move)

    def undo(self) -> None:
        """Take back until the person is to move again (two people at one screen: one move; computers: one, and pause).

        Asks the other side where there is one to ask. Raises MatchError where take-backs are forbidden or nothing can
        be taken back.
        """
        if not self.take_backs:
            raise MatchError("take-backs-forbidden", "take-backs are not allowed in this match")
        plies = self._seats.take_back_plies(self._game)
        if plies == 0:
            raise MatchError("nothing-to-undo", "there is no move to take back")
        self._requests.ask(Request(RequestKind.TAKE_BACK, self._seats.asker(self._game), plies))

    def undo_to(self, ply: int) -> None:
        """Take back as far as an earlier ply, to play on from there; otherwise like `undo`. Raises MatchError."""
        if not self.take_backs:
            raise MatchError("take-backs-forbidden", "take-backs are not allowed in this match")
        if not 0 <= ply < self.ply:
            raise MatchError("nothing-to-undo", f"there is nothing to take back to move {ply} of {self.ply}")
        self._requests.ask(Request(RequestKind.TAKE_BACK, self._seats.asker(self._game), self.ply - ply))

    def redo(self) -> None:
        """Play taken-back moves again until the person is to move, at least one. Raises MatchError."""
        if not self.take_backs:
            raise MatchError("take-backs-forbidden", "take-backs are not allowed in this match")
        if not self.can_redo:
            raise MatchError("nothing-to-redo", "there is no move to play again")
        self._quiet()
        before = self.position
        person = self._seats.only_person
        plies = 0
        while self._game.can_redo and (
            plies == 0 or (person is not None and self.turn is not person) or must_pass(self.position)
        ):
            self._game.redo()
            plies += 1
        self.clock.forward(plies)
        self._list.refresh(self._game, self.clock)
        self._emit(happened.MovesRedone(plies, before, self.position))
        if self._game.outcome is not None:
            self._end(self._game.outcome)

    def resign(self, side: Side | None = None) -> None:
        """A side gives up; by default the person's. Raises MatchError after the end, or if no person sits here."""
        self._must_go_on()
        self._end(Outcome(self._acting(side).other, Termination.RESIGNATION))

    def offer_draw(self, side: Side | None = None) -> None:
        """Offer a draw in the name of a side, by default the person's. An engine answers at once by its evaluation, a
        person by `answer`. Raises MatchError."""
        self._must_go_on()
        self._requests.ask(Request(RequestKind.DRAW, self._acting(side)))

    def answer(self, kind: RequestKind, yes: bool) -> None:
        """The person's answer to a request of the other side. Raises MatchError if nothing of the kind was asked."""
        self._requests.answer_here(kind, yes)

    def restart(self) -> None:
        """Begin again from the start position with full clocks, where the other side agrees. Raises MatchError if it
        was asked already."""
        self._requests.ask(Request(RequestKind.RESTART, self._seats.asker(self._game)))

    def pause(self) -> None:
        """Let everything stand, where the other side agrees. Does nothing while paused or after the end."""
        if not self._paused and self.outcome is None:
            self._requests.ask(Request(RequestKind.PAUSE, self._seats.asker(self._game)))

    def resume(self) -> None:
        """Go on after a pause."""
        if self._paused:
            self._paused = False
            self._steps = 0
            self._not_before_s = 0.0
            if self._asked is not None:
                self.clock.resume()
            self._emit(happened.Resumed())

    def step(self) -> None:
        """Let the computer make one move and stand still again; a running match stands after the move in progress. Only
        where computers play each other; else, and after the end, it does nothing."""
        if self.outcome is not None or not self.is_watched:
            return
        if not self._paused:
            self._paused = True
            self._steps = 1
            self._emit(happened.Paused())
        else:
            self._steps = 1

    def move_now(self) -> None:
        """Have the engine that thinks answer with the best it has. Not in a game for the ladder, where it would weaken
        the opponent."""
        if self._asked is not None and self.attempt is None:
            self._seats.player(self._asked).move_now()

    def ask_hint(self) -> None:
        """Ask for the best move; it comes as `HintReady`. Raises MatchError if the person is not to move or nobody can
        be asked."""
        if not self.can_hint:
            raise MatchError("no-hint", "no hint can be given now")
        self._hints.ask(self._turn_for(self.turn, timed=False), self.position)
        self._emit(happened.HintAsked())

    def retry(self) -> None:
        """Ask again the player that failed."""
        self._failed = None

    def change_player(self, side: Side, player: Player, name: str = "") -> None:
        """Seat another player in the middle of the game (another level, or the person takes over). The position, the
        clock and the move list stay."""
        self._seats.put(side, Seat(player, name))
        if self._asked is side:
            self._asked = None
        if self._failed is side:
            self._failed = None
        self._forget_comforts()
        self.keep()
        self._requests.lapse()
        self._emit(happened.PlayerChanged(side))

    def abandon(self) -> None:
        """Give the game up without a result: it can't be continued later. Does nothing after the end."""
        if self.outcome is None:
            self._end(Outcome(None, Termination.ABANDONED))

    def close(self) -> None:
        """Leave the table: engines stop, an unfinished game is kept in the journal. The match is not used any more."""
        self._hints.drop()
        self.keep()
        for side in Side:
            self._seats.player(side).close()
        self.clock.pause()
        if self._log is not None:
            self._log.close(self)

    # --- each frame ---------------------------------------------------------------------------------------------------

    def update(self) -> list[Event]:
        """What has happened since the last call: polls clock and players, asks who is to move. Never waits."""
        self._loosen()
        self._check_flag()
        for side in () if self._is_in_hand else Side:
            for report in self._seats.player(side).poll():
                self._take(side, report)
        self._take_hint()
        self._hear_teacher()
        self._ask_next()
        self._play_ahead()
        warning = self.clock.take_warning() if self.clock.is_running else None
        if warning is not None:
            self._emit(happened.ClockLow(*warning))
        if self._log is not None:
            for notice in self._log.update(self):
                self._emit(happened.Told(notice))
        news, self._events = self._events, []
        return news

    def _ask_next(self) -> None:
        if self._asked is not None or self._failed is not None or self.outcome is not None:
            return
        if self._teacher is not None and self._teacher.holds:
            return
        if self._paused and self._steps == 0:
            return
        if self.is_watched and self.clock.now() < self._not_before_s:
            return
        side = self.turn
        # a move that was interrupted (pause, other player, a game taken up again) goes on with the time it has used
        self.clock.start(side, self.clock.move_s if self.clock.side is side else 0.0)
        self._asked = side
        if self._seats.is_human(side) and must_pass(self.position):
            self._play(side, PASS, 0.0)  # a person has nothing to decide here
            return
        turn = self._turn_for(side)
        self._seats.player(side).ask(turn)
        self._look_ahead(turn)
        if not self.is_watched:
            self._seats.player(side.other).ponder(turn)

    def _turn_for(self, side: Side, *, timed: bool = True) -> Turn:
        control = self.clock.control
        moves = self._list.texts(self.ply)
        turn = Turn(side, self.variant.name, self._start_text, moves)
        if not timed:
            return turn
        settle_s = NUDGE_S * self.nudge_left if self.nudge is not None else 0.0
        if control is None:
            return dataclasses.replace(turn, settle_s=settle_s)
        left_s = self.clock.left_s(side)
        return dataclasses.replace(turn, left_s=left_s, increment_s=control.increment_s, settle_s=settle_s)

    def _take(self, side: Side, report: Report) -> None:
        match report:
            case Chosen():
                if self._asked is side and self.outcome is None:
                    self._take_move(side, report)
            case Gone(message=message, code=code, values=values):
                if self._asked is side:
                    self._fail(side, message, code, values)
            case Asked(kind=kind, plies=plies):
                self._take_request(Request(kind, side, plies, at_screen=False))
            case Replied(kind=kind, yes=yes, to_ply=to_ply):
                if not self._requests.answer(side, kind, yes) and yes and to_ply is not None:
                    self._honour(Request(kind, side.other), to_ply)
            case Resigned():
                if self.outcome is None:
                    self._end(Outcome(side.other, Termination.RESIGNATION))
            case Unpaused():
                self.resume()
            case Settled(outcome=outcome, ply=ply):
                self._settle(outcome, ply)

    def _take_move(self, side: Side, chosen: Chosen) -> None:
        try:
            move = self.variant.read_move(chosen.text, self.position)
            if chosen.key is not None and self.position.play(move).key != chosen.key:
                raise DifferentPositionError(chosen.text)
            self._play(side, move, chosen.used_s, chosen.info)
        except RulesError as error:
            if not self._seats.player(side).rejected(str(error)):
                self._fail(side, str(error))

    def _honour(self, request: Request, ply: int) -> None:
        """A yes that a move here has overtaken: it took effect where it was said, so it does here too."""
        if not 0 <= ply <= self.ply:
            return
        plies = self.ply - ply
        self._emit(happened.RequestGranted(request))
        match request.kind:
            case RequestKind.PAUSE:
                if not self._paused and self.outcome is None:
                    self._stand()
            case RequestKind.RESTART:
                self._begin_again()
            case RequestKind.TAKE_BACK:
                self._go_back(plies)
            case RequestKind.DRAW:
                self._go_back(plies)
                self._grant(request)

    def _settle(self, outcome: Outcome, ply: int) -> None:
        """The end that both sides agree upon. What the rules have decided here stands, whatever is said elsewhere."""
        if self._game.outcome is not None or (self._declared == outcome and ply == self.ply):
            return
        if 0 <= ply < self.ply:
            self._go_back(self.ply - ply)
        self._end(outcome)

    def _go_back(self, plies: int) -> None:
        if plies:
            self._take_back(plies)

    def _take_request(self, request: Request) -> None:
        """A request from elsewhere; what makes no sense (any more) is declined."""
        over = self.outcome is not None
        senseless = {
            RequestKind.TAKE_BACK: not self.take_backs or not 1 <= request.plies <= self.ply,
            RequestKind.DRAW: over,
            RequestKind.RESTART: False,
            RequestKind.PAUSE: over or self._paused,
        }
        if senseless[request.kind]:
            self._requests.decline(request)
        elif not self._requests.is_open(request.kind, request.by):
            self._requests.ask(request)

    def _take_hint(self) -> None:
        answer = self._hints.poll()
        if isinstance(answer, Hint):
            line = answer.info.line if answer.info is not None else ()
            self._emit(happened.HintReady(answer.move, answer.text, line or (answer.text,)))
        elif answer is not None:
            self._emit(happened.PlayerFailed(None, answer))

    # --- what changes the game ------------------------------------------------------------------------------------

    def _play(self, side: Side, move: Move, used_s: float | None = None, info: SearchInfo | None = None) -> None:
        before = self.position
        after = self._game.play(move, by=side)
        if self.clock.side is None:
            self.clock.start(side)  # the person was quicker than the first frame
        used = self.clock.press(used_s)
        text = self.variant.write_move(move, before)
        self._list.add(self.ply - 1, text, info.score if info is not None else None)
        self._asked = None
        self._steps = max(0, self._steps - 1)
        self._not_before_s = self.clock.now() + self.pace_s
        self._hints.drop()
        self._requests.lapse()
        self._list.refresh(self._game, self.clock)
        self._put_down(before, move, side)
        self._emit(happened.MovePlayed(move, text, side, self.ply, before, after, used, info))
        if self._game.outcome is not None:
            self._end(self._game.outcome)
        else:
            self._have_judged(before, move, side)

    def _end(self, outcome: Outcome) -> None:
        self._quiet()
        self._paused = False
        if self._game.outcome is None:
            self._declared = outcome
        self._emit(happened.GameEnded(outcome))

    def _take_back(self, plies: int, *, is_nudge: bool = False) -> None:
        if self.attempt is not None:  # in such a game nothing is pushed
            self.attempt.take_back(self.clock.side, self.clock.move_s)
        self._quiet()
        before = self.position
        earliest = self._game.moves[-plies]
        self._declared = None
        self._game.undo(plies)
        self.clock.rewind(plies)
        self._list.refresh(self._game, self.clock)
        self._emit(happened.MovesUndone(plies, before, self.position, earliest, is_nudge))
        if self.is_watched and not self._paused:
            self._stand()  # else the computer would play on at once

    def _begin_again(self) -> None:
        self._quiet()
        self._paused = False
        self._declared = None
        self._game = Game(self.variant, self._game.start)
        self.clock.reset()
        self._list = MoveList(self._game)
        self._list.refresh(self._game, self.clock)
        self.offered_back = 0
        self._emit(happened.Restarted())

    def _stand(self) -> None:
        self.clock.pause()
        if self._asked is not None and not self._seats.is_human(self._asked):
            self._seats.player(self._asked).cancel()
            self._asked = None
        self._paused = True
        self._steps = 0
        self._forget_comforts()
        self._emit(happened.Paused())

    def _quiet(self) -> None:
        """Nobody is asked for anything any more."""
        self.clock.pause()
        if self._asked is not None:
            self._seats.player(self._asked).cancel()
        self._asked = None
        self._failed = None
        self._steps = 0
        self._forget_comforts()
        self.keep()
        self._hints.drop()
        self._requests.lapse()

    def _fail(self, side: Side, message: str, code: str = "", values: Mapping[str, str] | None = None) -> None:
        self.clock.pause()
        self._asked = None
        self._failed = side
        self._steps = 0
        self._emit(happened.PlayerFailed(side, message, code, values or {}))

    def _check_flag(self) -> None:
        if self.outcome is None and self.clock.is_running:
            fallen = self.clock.fallen
            if fallen is not None and self.clock.overdrawn_s >= self._seats.player(fallen).flag_grace_s:
                self._end(Outcome(fallen.other, Termination.TIME))

    def _grant(self, request: Request) -> None:
        match request.kind:
            case RequestKind.TAKE_BACK:
                self._take_back(request.plies)
            case RequestKind.DRAW:
                self._end(Outcome(None, Termination.AGREEMENT))
            case RequestKind.RESTART:
                self._begin_again()
            case RequestKind.PAUSE:
                self._stand()

    # --- small helpers ------------------------------------------------------------------------------------------------

    def _acting(self, side: Side | None) -> Side:
        acting = self.person if side is None else side
        if acting is None:
            raise MatchError("not-your-side", "no person plays at this screen")
        return acting

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise MatchError("game-over", "the game is over")

    def _emit(self, event: Event) -> None:
        self._events.append(event)
        if self.attempt is not None:
            self.attempt.note(event)
        if self._log is not None:
            self._log.note(event, self)  # on disk before anybody elsewhere hears of it
        for side in Side:
            self._seats.player(side).tell(event)
