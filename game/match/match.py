"""A sitting: a game, two seats, the clock, and what is asked and answered at the table.

Actions come in by methods, events go out by `update`, which is called once a frame and never waits. One thread.

    submit, undo, resign, ...  ──> Match ──> update() ──> events for the window
    players' poll ────────────────┘  └──────> log (the journal), players' tell

It is composed of parts that know nothing of it, and whose faces it shows: `sheet` (game, clock and list in step; for
reading only), `turns` (who was asked; for reading only), `requests`, `hints`, `premoves`, `nudges` and `teaching`.

What may be refused raises `MatchError` with a code for the window, or the rules' own error for a move; after an error
everything stands as before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from game.match import events as happened
from game.match.attempt import Attempt
from game.match.clock import MatchClock
from game.match.errors import DifferentPositionError
from game.match.errors import MatchError as MatchError
from game.match.evaluation import SearchInfo
from game.match.events import MatchEvent, Request, RequestKind
from game.match.hint import Hint, Hints
from game.match.move_list import PlayedMove
from game.match.nudge import Nudges
from game.match.players import Chosen, Gone, PauseEnded, Player, Replied, Report, RequestReport, Resigned, Settled
from game.match.premove import Premoves
from game.match.requests import Granting, Requests
from game.match.score_sheet import ScoreSheet
from game.match.seating import Seat as Seat
from game.match.seating import Seating
from game.match.signed_move import SignedMove
from game.match.teaching import Teaching
from game.match.turns import TurnState
from game.rules.core import PASS, GameOverError, Move, Outcome, Position, RulesError, Side, Termination, Variant
from game.rules.game import Game
from game.storage.notice import Notice


class MatchLog(Protocol):
    """Keeps what happens; the journal on disk. None of its methods raises or waits."""

    def note(self, event: MatchEvent, match: Match) -> None:
        """Keep an event; the match stands as it is after it."""
        ...

    def update(self, match: Match) -> Sequence[Notice]:
        """Called each frame; what the person should know of."""
        ...

    def close(self, match: Match) -> None:
        """The match is left; an unfinished game is kept."""
        ...


class Match:
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
        self.take_backs = take_backs
        self.pace_s = pace_s
        self.attempt = attempt
        self._log = log
        self._events: list[MatchEvent] = []
        self._seats = Seating(seats)
        self.sheet = ScoreSheet(game, clock, outcome)
        self.clock = self.sheet.clock
        self.turns = TurnState(self._seats, self.clock, paused=paused)
        self.hints = Hints(game.variant, adviser)
        draw = Outcome(None, Termination.AGREEMENT)
        void = Outcome(None, Termination.ABANDONED)
        granting = Granting(
            self._take_back, lambda: self._end(draw), self._begin_again, self._stand, lambda: self._end(void)
        )
        self.requests = Requests(self.sheet, self._seats, self.turns, granting, self._emit)
        self.premoves = Premoves(self.sheet, self._seats, self.turns)
        self.nudges = Nudges(self.sheet, self._seats, self._replace, allowed=attempt is None)
        self.teaching = Teaching(self.sheet, self._seats, allowed=take_backs and attempt is None)

    # --- how it stands ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game, for reading only: whatever changes it goes through the match."""
        return self.sheet.game

    @property
    def variant(self) -> Variant:
        """The rules played by."""
        return self.sheet.game.variant

    @property
    def position(self) -> Position:
        """The present position."""
        return self.sheet.game.position

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.sheet.game.turn

    @property
    def ply(self) -> int:
        """Moves played so far."""
        return self.sheet.game.ply

    @property
    def line(self) -> tuple[PlayedMove, ...]:
        """The move list; the same object until it changes."""
        return self.sheet.line

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self.sheet.outcome

    @property
    def is_paused(self) -> bool:
        """Whether the match stands still."""
        return self.turns.is_paused

    @property
    def is_watched(self) -> bool:
        """Whether the computer plays against itself here."""
        return self._seats.is_watched

    @property
    def person(self) -> Side | None:
        """The side for which the person at this screen acts: their own; of two people the one to move; else None."""
        if self._seats.is_human(self.turn):
            return self.turn
        return self.turn.other if self._seats.is_human(self.turn.other) else None

    @property
    def may_move(self) -> bool:
        """Whether the person at this screen may make a move now."""
        return self.outcome is None and not self.is_paused and self._seats.is_human(self.turn)

    @property
    def thinking(self) -> SearchInfo | None:
        """The newest progress of the engine to move, else of the hint; None before the first, or if none thinks."""
        asked = self.turns.asked
        info = self._seats.player(asked).thinking if asked is not None else None
        return info if info is not None else self.hints.thinking

    @property
    def can_hint(self) -> bool:
        """Whether a hint can be asked for."""
        return self.hints.is_open and self.may_move

    @property
    def can_undo(self) -> bool:
        """Whether `undo` can be asked for."""
        return self.take_backs and self._seats.take_back_plies(self.game) > 0

    @property
    def can_redo(self) -> bool:
        """Whether `redo` would do something."""
        return self.take_backs and self.game.can_redo > 0 and not self._seats.has_remote

    def seat(self, side: Side) -> Seat:
        """Who plays a side."""
        return self._seats[side]

    # --- actions ------------------------------------------------------------------------------------------------------

    def submit(self, side: Side, move: Move) -> None:
        """A person's move. Raises the rules' errors (GameOverError, OutOfTurnError, IllegalMoveError), and MatchError
        while paused or for a side that is not played at this screen."""
        self._check_flag()
        if self.outcome is not None:
            raise GameOverError(self.variant.write_move(move, self.position), self.outcome)
        if not self._seats.is_human(side):
            raise MatchError("not-your-side", "this side is not played at this screen")
        if self.is_paused:
            raise MatchError("paused", "the match is paused")
        self._play(side, move)

    def undo(self) -> None:
        """Take back until the person is to move again (two people at one screen: one move; computers: one, and pause).

        Asks the other side where there is one to ask. Raises MatchError where take-backs are forbidden or nothing can
        be taken back.
        """
        self._ask_back(self._seats.take_back_plies(self.game))

    def undo_to(self, ply: int) -> None:
        """Take back as far as an earlier ply, to play on from there; otherwise like `undo`. Raises MatchError."""
        self._ask_back(self.ply - ply)

    def redo(self) -> None:
        """Play taken-back moves again until the person is to move, at least one. Raises MatchError."""
        self._must_allow_take_backs()
        if not self.can_redo:
            raise MatchError("nothing-to-redo", "there is no move to play again")
        self._quiet()
        before = self.position
        plies = self.sheet.redo(self._seats.only_person)
        self._emit(happened.MovesRedone(plies, before, self.position))
        if self.game.outcome is not None:
            self._end(self.game.outcome)

    def resign(self, side: Side | None = None) -> None:
        """A side gives up; by default the person's. Raises MatchError after the end, or if no person sits here."""
        self._must_go_on()
        self._end(Outcome(self._acting(side).other, Termination.RESIGNATION))

    def offer_draw(self, side: Side | None = None) -> None:
        """Offer a draw in the name of a side, by default the person's. An engine answers at once by its evaluation, a
        person by `requests.answer`. Raises MatchError."""
        self._must_go_on()
        self.requests.ask(Request(RequestKind.DRAW, self._acting(side)))

    def restart(self) -> None:
        """Begin again from the start position with full clocks, where the other side agrees. Raises MatchError if it
        was asked already."""
        self.requests.ask(Request(RequestKind.RESTART, self._seats.asker(self.game)))

    def pause(self) -> None:
        """Let everything stand, where the other side agrees. Does nothing while paused or after the end."""
        if not self.is_paused and self.outcome is None:
            self.requests.ask(Request(RequestKind.PAUSE, self._seats.asker(self.game)))

    def resume(self) -> None:
        """Go on after a pause."""
        if self.is_paused:
            self.turns.resume()
            self._emit(happened.Resumed())

    def step(self) -> None:
        """Let the computer make one move and stand still again; a running match stands after the move in progress. Only
        where computers play each other; else, and after the end, it does nothing."""
        if self.outcome is None and self.is_watched and self.turns.step():
            self._emit(happened.Paused())

    def move_now(self) -> None:
        """Have the engine that thinks answer with the best it has. Not in a game for the ladder, where it would weaken
        the opponent."""
        asked = self.turns.asked
        if asked is not None and self.attempt is None:
            self._seats.player(asked).move_now()

    def ask_hint(self) -> None:
        """Ask for the best move; it comes as `HintReady`. Raises MatchError if the person is not to move or nobody can
        be asked."""
        if not self.can_hint:
            raise MatchError("no-hint", "no hint can be given now")
        self.hints.ask(self.sheet.turn_for(self.turn, timed=False), self.position)
        self._emit(happened.HintAsked())

    def retry(self) -> None:
        """Ask again the player that failed."""
        self.turns.failed = None

    def change_player(self, side: Side, player: Player, name: str = "") -> None:
        """Seat another player in the middle of the game (another level, or the person takes over). The position, the
        clock and the move list stay."""
        self._seats.put(side, Seat(player, name))
        self.turns.change(side)
        self._drop_assists()
        self.teaching.keep()
        self.requests.lapse()
        self._emit(happened.PlayerChanged(side))

    def abandon(self) -> None:
        """Give the game up without a result: it can't be continued later. Does nothing after the end."""
        if self.outcome is None:
            self._end(Outcome(None, Termination.ABANDONED))

    def close(self) -> None:
        """Leave the table: engines stop, an unfinished game is kept in the journal. The match is not used any more."""
        self.hints.drop()
        self.teaching.keep()
        for side in Side:
            self._seats.player(side).close()
        self.clock.pause()
        if self._log is not None:
            self._log.close(self)

    # --- each frame ---------------------------------------------------------------------------------------------------

    def update(self) -> list[MatchEvent]:
        """What has happened since the last call: polls clock and players, asks who is to move. Never waits."""
        self.nudges.update()
        self._check_flag()
        for side in () if self.nudges.is_held else Side:
            for report in self._seats.player(side).poll():
                self._take(side, report)
        self._take_hint()
        offer = self.teaching.update() if not self.nudges.is_held else None
        if offer is not None:
            self._emit(happened.MoveOffered(offer))
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
        if self.outcome is not None or self.teaching.holds or not self.turns.is_due:
            return
        side = self.turn
        self.turns.begin(side)
        if self._seats.is_human(side) and self.sheet.must_pass:
            self._play(side, PASS, 0.0)  # a person has nothing to decide here
            return
        turn = self.sheet.turn_for(side, settle_s=self.nudges.settle_s)
        self._seats.player(side).ask(turn)
        self.teaching.look(turn)
        if not self.is_watched:
            self._seats.player(side.other).ponder(turn)

    def _play_ahead(self) -> None:
        """The turn of the move that was chosen ahead has come."""
        premove = self.premoves.take_due()
        if premove is None:
            return
        move = premove.move(self.position)
        if move is None:
            self._emit(happened.PremoveDropped(premove.path))
        else:
            self._play(premove.side, move)
            self.nudges.drop()  # it was not put down by a hand just now
            self._ask_next()

    def _take(self, side: Side, report: Report) -> None:
        match report:
            case Chosen():
                if self.turns.asked is side and self.outcome is None:
                    self._take_move(side, report)
            case Gone(message=message, code=code, values=values):
                if self.turns.asked is side:
                    self._fail(side, message, code, values)
            case RequestReport(kind=kind, plies=plies):
                self.requests.take(Request(kind, side, plies, at_screen=False), take_backs=self.take_backs)
            case Replied(kind=kind, yes=yes, to_ply=to_ply):
                if not self.requests.take_reply(side, kind, yes) and yes and to_ply is not None:
                    self.requests.honour(Request(kind, side.other), to_ply)
            case Resigned():
                if self.outcome is None:
                    self._end(Outcome(side.other, Termination.RESIGNATION))
            case PauseEnded():
                self.resume()
            case Settled(outcome=outcome, ply=ply):
                self._settle(outcome, ply)

    def _take_move(self, side: Side, chosen: Chosen) -> None:
        try:
            move = self.variant.read_move(chosen.text, self.position)
            if chosen.key is not None and self.position.play(move).key != chosen.key:
                raise DifferentPositionError(chosen.text)
            self._play(side, move, chosen.used_s, chosen.info, chosen.signed)
        except RulesError as error:
            if not self._seats.player(side).rejected(str(error)):
                self._fail(side, str(error))

    def _settle(self, outcome: Outcome, ply: int) -> None:
        """The end that both sides agree upon. What the rules have decided here stands, whatever is said elsewhere."""
        if self.sheet.is_settled(outcome, ply):
            return
        if 0 <= ply < self.ply:
            self._take_back(self.ply - ply)
        self._end(outcome)

    def _take_hint(self) -> None:
        answer = self.hints.poll()
        if isinstance(answer, Hint):
            line = answer.info.line if answer.info is not None else ()
            self._emit(happened.HintReady(answer.move, answer.text, line or (answer.text,)))
        elif answer is not None:
            self._emit(happened.PlayerFailed(None, answer))

    # --- what changes the game ------------------------------------------------------------------------------------

    def _play(
        self,
        side: Side,
        move: Move,
        used_s: float | None = None,
        info: SearchInfo | None = None,
        signed: SignedMove | None = None,
    ) -> None:
        before = self.position
        text, used = self.sheet.play(side, move, used_s, info)
        self.turns.moved(self.pace_s)
        self.hints.drop()
        self.requests.lapse()
        self.nudges.put_down(before, move, side)
        self._emit(happened.MovePlayed(move, text, side, self.ply, before, self.position, used, info, signed))
        if self.game.outcome is not None:
            self._end(self.game.outcome)
        else:
            self.teaching.consider(before, move, side)

    def _end(self, outcome: Outcome) -> None:
        self._quiet()
        self.turns.is_paused = False
        self.sheet.declare(outcome)
        self._emit(happened.GameEnded(outcome))

    def _take_back(self, plies: int, *, is_nudge: bool = False) -> None:
        if self.attempt is not None:  # in such a game nothing is pushed
            self.attempt.take_back(self.clock.side, self.clock.move_s)
        self._quiet()
        before = self.position
        earliest = self.sheet.take_back(plies)
        self._emit(happened.MovesUndone(plies, before, self.position, earliest, is_nudge))
        if self.is_watched and not self.is_paused:
            self._stand()  # else the computer would play on at once

    def _replace(self, move: Move) -> None:
        """Play another move in place of the last one, which keeps its time: a nudge."""
        side, used_s = self.game.at(self.ply - 1).turn, self.clock.times_s[-1]
        self._take_back(1, is_nudge=True)
        self._play(side, move, used_s)

    def _begin_again(self) -> None:
        self._quiet()
        self.turns.is_paused = False
        self.sheet.begin_again()
        self.teaching.offered_back = 0
        self._emit(happened.Restarted())

    def _stand(self) -> None:
        self.turns.stand()
        self._drop_assists()
        self._emit(happened.Paused())

    def _quiet(self) -> None:
        """Nobody is asked for anything any more."""
        self.turns.stop()
        self._drop_assists()
        self.teaching.keep()
        self.hints.drop()
        self.requests.lapse()

    def _drop_assists(self) -> None:
        """The course is another one: nothing is planned, and no piece can be pushed."""
        self.premoves.drop()
        self.nudges.drop()

    def _fail(self, side: Side, message: str, code: str = "", values: Mapping[str, str] | None = None) -> None:
        self.turns.fail(side)
        self._emit(happened.PlayerFailed(side, message, code, values or {}))

    def _check_flag(self) -> None:
        if self.outcome is None and self.clock.is_running:
            fallen = self.clock.fallen
            if fallen is not None and self.clock.overdrawn_s >= self._seats.player(fallen).flag_grace_s:
                self._end(Outcome(fallen.other, Termination.TIME))

    # --- small helpers ------------------------------------------------------------------------------------------------

    def _acting(self, side: Side | None) -> Side:
        acting = self.person if side is None else side
        if acting is None:
            raise MatchError("not-your-side", "no person plays at this screen")
        return acting

    def _ask_back(self, plies: int) -> None:
        self._must_allow_take_backs()
        if not 1 <= plies <= self.ply:
            raise MatchError("nothing-to-undo", f"there are no {plies} moves to take back, of {self.ply}")
        self.requests.ask(Request(RequestKind.TAKE_BACK, self._seats.asker(self.game), plies))

    def _must_allow_take_backs(self) -> None:
        if not self.take_backs:
            raise MatchError("take-backs-forbidden", "take-backs are not allowed in this match")

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise MatchError("game-over", "the game is over")

    def _emit(self, event: MatchEvent) -> None:
        self._events.append(event)
        if self.attempt is not None:
            self.attempt.note(event)
        if self._log is not None:
            self._log.note(event, self)  # on disk before anybody elsewhere hears of it
        for side in Side:
            self._seats.player(side).tell(event)
